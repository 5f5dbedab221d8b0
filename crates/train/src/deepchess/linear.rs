//! The plainest thing that learns: each man on each square has a worth, and the sum decides.

use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use sissa_nn::deepchess::{Inputs, View};
use sissa_trainer::{Adam, cosine};

use super::{DeepConfig, Samples};

/// A worth for each of the 773 inputs.
#[derive(Clone, Debug, PartialEq)]
pub struct Linear(pub Vec<f32>);

impl Linear {
    /// What a position is worth for White.
    pub fn value(&self, view: &View) -> f32 {
        let switches = Inputs::Bits.switches(view);
        switches.map(|(number, value)| value * self.0[number]).sum()
    }
}

/// Logistic regression on pairs.
pub fn fit_linear(samples: &Samples, config: &DeepConfig, steps: u64) -> Linear {
    let config = DeepConfig {
        teacher: 0.0,
        free: 0.0,
        ..config.clone()
    };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(config.seed ^ 0x11);
    let mut linear = Linear(vec![0.0; Inputs::Bits.count()]);
    let mut adam = Adam::new(linear.0.len());
    for step in 1..=steps {
        let pairs = samples.draw(&config, 256, &mut rng);
        let mut gradient = vec![0.0; linear.0.len()];
        for pair in &pairs {
            let (one, other) = (samples.view(pair.one), samples.view(pair.other));
            let odds = linear.value(&one) - linear.value(&other);
            let slope = 1.0 / (1.0 + (-odds).exp()) - pair.target;
            let slope = slope / pairs.len() as f32;
            for (view, sign) in [(one, 1.0), (other, -1.0)] {
                for (number, value) in Inputs::Bits.switches(&view) {
                    gradient[number] += sign * slope * value;
                }
            }
        }
        let rate = cosine(step, steps, 0.02, 0.001);
        adam.step(&mut linear.0, &gradient, rate, step);
    }
    linear
}
