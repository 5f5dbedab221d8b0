//! Teaches an encoder to give positions back: layer by layer, each on what the layers before it give, or all of it at once.

use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use sissa_nn::deepchess::{Comparator, Dense, Inputs, View, rectify};
use sissa_trainer::{Adam, cosine};

use super::{
    Samples,
    slopes::{backward, pass},
};

/// How an encoder is taught.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Pretraining {
    /// Layer by layer, as published; or whole.
    pub layered: bool,
    /// Outputs below zero become zero, so that what is negative cannot be given back: a mistake, to be shown.
    pub rectified: bool,
    /// Steps, of each layer or of the whole; none where there is no pretraining.
    pub steps: u64,
    pub batch: usize,
    pub learning_rate: f32,
}

impl Default for Pretraining {
    fn default() -> Pretraining {
        Pretraining {
            layered: true,
            rectified: false,
            steps: 0,
            batch: 128,
            learning_rate: 1e-3,
        }
    }
}

/// How well positions are given back, on positions of games kept apart.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Reconstruction {
    /// Squares of which the right man, or none, was given back.
    pub squares: f64,
    /// Squares with a man on them, likewise.
    pub men: f64,
    /// Squares if every square were called empty.
    pub empty: f64,
    /// What Keras prints as `accuracy` for such a network: inputs that equal whether the output is above a half.
    pub keras: f64,
    /// Mean squared error.
    pub error: f64,
}

/// Layers one after the other that are to give back what goes in.
struct Chain {
    layers: Vec<Dense>,
    parameters: Vec<f32>,
    /// Whether the last layer's outputs are rectified too.
    rectified: bool,
}

impl Chain {
    /// Widths from the inputs to the outputs, which are as many.
    fn new(widths: &[usize], rectified: bool, rng: &mut Xoshiro256PlusPlus) -> Chain {
        let mut layers: Vec<Dense> = Vec::new();
        let mut parameters = Vec::new();
        for pair in widths.windows(2) {
            let layer = Dense {
                inputs: pair[0],
                outputs: pair[1],
                begin: parameters.len(),
            };
            parameters.extend(random_layer(&layer, rng));
            layers.push(layer);
        }
        Chain {
            layers,
            parameters,
            rectified,
        }
    }

    /// What each layer gives, the inputs first.
    fn forward(&self, input: Vec<f32>) -> Vec<Vec<f32>> {
        let mut given = vec![input];
        for (index, layer) in self.layers.iter().enumerate() {
            let mut output = layer.forward(&self.parameters, &given[index]);
            if index + 1 < self.layers.len() || self.rectified {
                rectify(&mut output);
            }
            given.push(output);
        }
        given
    }

    /// One step towards giving the rows back; the mean squared error before it.
    fn learn(&mut self, input: Vec<f32>, adam: &mut Adam, rate: f32, step: u64) -> f64 {
        let given = self.forward(input);
        let last = given.len() - 1;
        let count = given[0].len() as f32;
        let mut error = 0.0;
        let mut slopes: Vec<f32> = given[last]
            .iter()
            .zip(&given[0])
            .map(|(output, wanted)| {
                error += f64::from((output - wanted).powi(2));
                2.0 * (output - wanted) / count
            })
            .collect();
        if self.rectified {
            pass(&mut slopes, &given[last]);
        }
        let mut gradient = vec![0.0; self.parameters.len()];
        for (index, layer) in self.layers.iter().enumerate().rev() {
            slopes = backward(
                layer,
                &self.parameters,
                &given[index],
                &slopes,
                &mut gradient,
            );
            if index > 0 {
                pass(&mut slopes, &given[index]);
            }
        }
        adam.step(&mut self.parameters, &gradient, rate, step);
        error / f64::from(count)
    }
}

/// Small weights by chance (He et al., 2015), and no bias.
pub(super) fn random_layer(layer: &Dense, rng: &mut Xoshiro256PlusPlus) -> Vec<f32> {
    let most = (6.0 / layer.inputs as f32).sqrt();
    let weights = layer.inputs * layer.outputs;
    let weight = |index| {
        if index < weights {
            most * rng.random_range(-1.0_f32..1.0)
        } else {
            0.0
        }
    };
    (0..layer.count()).map(weight).collect()
}

/// All inputs of positions, row after row.
fn rows(inputs: Inputs, views: &[View]) -> Vec<f32> {
    let mut rows = vec![0.0; views.len() * inputs.count()];
    for (row, view) in rows.chunks_mut(inputs.count()).zip(views) {
        for (number, value) in inputs.switches(view) {
            row[number] = value;
        }
    }
    rows
}

/// Teaches the encoder of a network; `told` hears of every hundredth step its number and the error.
pub fn pretrain(
    network: &mut Comparator,
    samples: &Samples,
    plan: &Pretraining,
    seed: u64,
    told: &mut dyn FnMut(usize, u64, f64),
) -> Reconstruction {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ 0xae);
    let inputs = network.shape().inputs;
    let mut widths = vec![inputs.count()];
    widths.extend(&network.shape().encoder);
    // Layers to train together: the whole, or one at a time.
    let turns: Vec<std::ops::Range<usize>> = if plan.layered {
        (0..widths.len() - 1)
            .map(|layer| layer..layer + 1)
            .collect()
    } else {
        std::iter::once(0..widths.len() - 1).collect()
    };
    let (mut encoders, mut decoders): (Vec<Chain>, Vec<Chain>) = (Vec::new(), Vec::new());
    for (turn, range) in turns.iter().enumerate() {
        let down = &widths[range.start..=range.end];
        let up = down.iter().rev().skip(1);
        let there_and_back: Vec<usize> = down.iter().chain(up).copied().collect();
        let rectified = plan.rectified && turn == 0;
        let mut chain = Chain::new(&there_and_back, rectified, &mut rng);
        let mut adam = Adam::new(chain.parameters.len());
        for step in 1..=plan.steps {
            let views = samples.any(plan.batch, false, &mut rng);
            let mut input = rows(inputs, &views);
            for encoder in &encoders {
                input = encoder.forward(input).pop().expect("it gives something");
            }
            let rate = cosine(
                step,
                plan.steps,
                plan.learning_rate,
                plan.learning_rate / 20.0,
            );
            let error = chain.learn(input, &mut adam, rate, step);
            if step.is_multiple_of(100) || step == plan.steps {
                told(turn, step, error);
            }
        }
        let half = range.len();
        let (encoder, decoder) = split(chain, half);
        encoders.push(encoder);
        decoders.push(decoder);
    }
    let mut at = 0;
    for encoder in &encoders {
        network.parameters_mut()[at..][..encoder.parameters.len()]
            .copy_from_slice(&encoder.parameters);
        at += encoder.parameters.len();
    }
    let views = samples.any(2000, true, &mut rng);
    let wanted = rows(inputs, &views);
    let mut given = wanted.clone();
    for chain in encoders.iter().chain(decoders.iter().rev()) {
        given = chain.forward(given).pop().expect("it gives something");
    }
    measure(inputs, &views, &wanted, &given)
}

/// The way there, whose outputs are all rectified, and the way back.
fn split(chain: Chain, half: usize) -> (Chain, Chain) {
    let at = chain.layers[half].begin;
    let back = chain.layers[half..].iter().map(|layer| Dense {
        begin: layer.begin - at,
        ..*layer
    });
    let decoder = Chain {
        layers: back.collect(),
        parameters: chain.parameters[at..].to_vec(),
        rectified: chain.rectified,
    };
    let encoder = Chain {
        layers: chain.layers[..half].to_vec(),
        parameters: chain.parameters[..at].to_vec(),
        rectified: true,
    };
    (encoder, decoder)
}

/// The man that numbers stand for: 0 for none, 1 to 12.
fn man(inputs: Inputs, row: &[f32], square: usize) -> usize {
    match inputs {
        Inputs::Bits | Inputs::EnPassant | Inputs::Rated | Inputs::King => {
            // In any of the zones.
            let zones = row.chunks_exact(768);
            let bit = |kind: usize| {
                zones
                    .clone()
                    .map(|zone| zone[64 * kind + square])
                    .sum::<f32>()
            };
            let most = (0..12)
                .max_by(|a, b| bit(*a).total_cmp(&bit(*b)))
                .unwrap_or(0);
            if bit(most) > 0.5 { most + 1 } else { 0 }
        }
        Inputs::Positive => (row[square].round().max(0.0) as usize).min(12),
        Inputs::Signed => match row[square].round() as i32 {
            kind @ 0.. => kind.min(6) as usize,
            kind => 6 + kind.abs().min(6) as usize,
        },
        Inputs::Worth => {
            let known = [0.0, 1.0, 3.0, 3.25, 5.0, 9.5, 0.5];
            let distance = |kind: &usize| (row[square].abs() - known[*kind]).abs();
            let kind = (0..7).min_by(|a, b| distance(a).total_cmp(&distance(b)));
            let kind = kind.unwrap_or(0);
            if kind > 0 && row[square] < 0.0 {
                kind + 6
            } else {
                kind
            }
        }
    }
}

fn measure(inputs: Inputs, views: &[View], wanted: &[f32], given: &[f32]) -> Reconstruction {
    let width = inputs.count();
    let (mut right, mut right_men, mut men) = (0.0, 0.0, 0.0);
    for (wanted, given) in wanted.chunks(width).zip(given.chunks(width)) {
        for square in 0..64 {
            let there = man(inputs, wanted, square);
            let found = f64::from(u8::from(there == man(inputs, given, square)));
            right += found;
            if there > 0 {
                men += 1.0;
                right_men += found;
            }
        }
    }
    let squares = 64.0 * views.len().max(1) as f64;
    let numbers = || wanted.iter().zip(given);
    let equal = numbers().filter(|(wanted, given)| **wanted == f32::from(u8::from(**given > 0.5)));
    let error: f64 = numbers().map(|(a, b)| f64::from((a - b).powi(2))).sum();
    let all = wanted.len().max(1) as f64;
    Reconstruction {
        squares: right / squares,
        men: right_men / f64::max(men, 1.0),
        empty: 1.0 - men / squares,
        keras: equal.count() as f64 / all,
        error: error / all,
    }
}
