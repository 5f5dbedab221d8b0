//! The network that corrects the formula, by steps down the gradient of its loss. It begins as the formula: its last layer adds
//! nothing.

use rand::{RngExt as _, SeedableRng as _, seq::SliceRandom as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use sissa_judge::outcome::{
    FIRST, Formula, INPUTS, Moment, Network, Outcome, PARAMETERS, Pass, SECOND, network_parts,
};
use sissa_trainer::{Descent, Loss, RunError, cosine};

use super::samples::Sample;

/// How long, and how fast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    /// Times that each sample is seen.
    pub rounds: u64,
    /// Samples of a step.
    pub batch: usize,
    /// The rate at first; it falls along half a cosine.
    pub rate: f32,
    /// What chance is drawn from.
    pub seed: u64,
    /// Threads; the numbers do not depend on it.
    pub threads: usize,
}

impl Default for Schedule {
    fn default() -> Schedule {
        Schedule {
            rounds: 30,
            batch: 4096,
            rate: 0.003,
            seed: 1,
            threads: 1,
        }
    }
}

/// Samples that a piece of a batch holds.
const PIECE: usize = 512;

/// A moment with what the formula says of it.
struct View {
    moment: Moment,
    sums: [f64; 2],
    result: usize,
    weight: f32,
}

/// Learns. `told` hears the round and the loss of it.
pub fn learn(
    samples: &[&Sample],
    schedule: Schedule,
    told: &mut dyn FnMut(u64, f64),
) -> Result<Network, RunError> {
    let formula = Formula::shipped();
    let view = |moment: Moment, result: usize, weight: f32| View {
        sums: formula.sums(&moment),
        moment,
        result,
        weight,
    };
    // As for the formula, a sample with clocks counts half with them and half without.
    let views: Vec<View> = samples
        .iter()
        .flat_map(|sample| match sample.moment.clocks {
            Some(_) => vec![
                view(sample.moment, sample.result, 0.5),
                view(sample.moment.without_clocks(), sample.result, 0.5),
            ],
            None => vec![view(sample.moment, sample.result, 1.0)],
        })
        .collect();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(schedule.seed);
    let mut network = Network {
        parameters: beginning(&mut random),
    };
    let mut descent = Descent::new(PARAMETERS, schedule.threads);
    let mut order: Vec<usize> = (0..views.len()).collect();
    let batches = views.len().div_ceil(schedule.batch).max(1) as u64;
    for round in 0..schedule.rounds {
        order.shuffle(&mut random);
        let mut sum = Loss::default();
        for batch in order.chunks(schedule.batch.max(1)) {
            let at = network.clone();
            let loss = descent.accumulate(batch.len().div_ceil(PIECE), || {
                |piece: usize, gradient: &mut [f32]| {
                    let end = batch.len().min((piece + 1) * PIECE);
                    let mut loss = Loss::default();
                    for index in &batch[piece * PIECE..end] {
                        loss += descend(&at, &views[*index], gradient);
                    }
                    loss
                }
            });
            sum += loss;
            let rate = cosine(
                descent.steps,
                schedule.rounds * batches,
                schedule.rate,
                schedule.rate / 100.0,
            );
            descent.step(&mut network.parameters, loss, rate)?;
        }
        told(round + 1, sum.mean());
    }
    Ok(network)
}

/// Small random weights; the last layer adds nothing yet.
fn beginning(random: &mut Xoshiro256PlusPlus) -> Vec<f32> {
    let mut parameters = vec![0.0; PARAMETERS];
    let [(_, first), (_, second), _] = network_parts();
    for (place, inputs) in [(first, INPUTS), (second, FIRST)] {
        let spread = (2.0 / inputs as f32).sqrt();
        let weights = place.len() / (inputs + 1) * inputs;
        for weight in &mut parameters[place.start..place.start + weights] {
            *weight = spread * (random.random::<f32>() - 0.5) * 2.0;
        }
    }
    parameters
}

/// Adds the gradient of one view.
fn descend(network: &Network, view: &View, gradient: &mut [f32]) -> Loss {
    let passes = network.passes(&view.moment, view.sums);
    let [more_side, more_draw] = network.correction(&passes);
    let [side, draw] = view.sums;
    let shares =
        Outcome::of_sums(side + f64::from(more_side), draw + f64::from(more_draw)).shares();
    let came = |kind: usize| if view.result == kind { 1.0 } else { 0.0 };
    let by_side = (shares[0] - came(0) - shares[2] + came(2)) as f32 * view.weight;
    let by_draw = (shares[1] - came(1)) as f32 * view.weight;
    let [one, other] = &passes;
    backward(network, one, [by_side / 2.0, by_draw / 2.0], gradient);
    backward(network, other, [-by_side / 2.0, by_draw / 2.0], gradient);
    Loss {
        sum: -shares[view.result].max(1e-9).ln() * f64::from(view.weight),
        weight: f64::from(view.weight),
    }
}

/// Adds what the slopes of the last units say of all parameters.
fn backward(network: &Network, pass: &Pass, last: [f32; 2], gradient: &mut [f32]) {
    let [(_, first), (_, second), (_, third)] = network_parts();
    let mut to_second = [0.0; SECOND];
    layer(
        &network.parameters[third.clone()],
        &pass.second,
        &last,
        &mut gradient[third],
        &mut to_second,
    );
    for (slope, unit) in to_second.iter_mut().zip(pass.second) {
        *slope = if unit > 0.0 { *slope } else { 0.0 };
    }
    let mut to_first = [0.0; FIRST];
    layer(
        &network.parameters[second.clone()],
        &pass.first,
        &to_second,
        &mut gradient[second],
        &mut to_first,
    );
    for (slope, unit) in to_first.iter_mut().zip(pass.first) {
        *slope = if unit > 0.0 { *slope } else { 0.0 };
    }
    let mut nowhere = [0.0; INPUTS];
    layer(
        &network.parameters[first.clone()],
        &pass.inputs,
        &to_first,
        &mut gradient[first],
        &mut nowhere,
    );
}

/// The gradient of a layer's numbers, and the slopes of what it sees.
fn layer(
    numbers: &[f32],
    inputs: &[f32],
    slopes: &[f32],
    gradient: &mut [f32],
    to_inputs: &mut [f32],
) {
    let width = inputs.len();
    for (unit, slope) in slopes
        .iter()
        .enumerate()
        .filter(|(_, slope)| **slope != 0.0)
    {
        let row = unit * width..(unit + 1) * width;
        for (change, input) in gradient[row.clone()].iter_mut().zip(inputs) {
            *change += slope * input;
        }
        for (to_input, weight) in to_inputs.iter_mut().zip(&numbers[row]) {
            *to_input += slope * weight;
        }
        gradient[slopes.len() * width + unit] += slope;
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Chess;
    use sissa_judge::Worth;
    use sissa_nn::human::Player;

    use super::*;

    fn view() -> View {
        let moment = Moment {
            clocks: Some([20.0, 50.0]),
            ..Moment::new(&Chess::default(), Worth::Centipawns(80))
                .between(Player::rated(1500), Player::rated(1730))
        };
        View {
            sums: Formula::shipped().sums(&moment),
            moment,
            result: 2,
            weight: 1.0,
        }
    }

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut network = Network {
            parameters: beginning(&mut random),
        };
        for parameter in &mut network.parameters {
            *parameter += 0.1 * (random.random::<f32>() - 0.5);
        }
        let view = view();
        let mut gradient = vec![0.0; PARAMETERS];
        descend(&network, &view, &mut gradient);
        let loss = |network: &Network| descend(network, &view, &mut vec![0.0; PARAMETERS]).sum;
        let mut seen = 0;
        for at in (0..PARAMETERS).step_by(3) {
            let (mut more, mut less) = (network.clone(), network.clone());
            more.parameters[at] += 1e-2;
            less.parameters[at] -= 1e-2;
            let slope = (loss(&more) - loss(&less)) / 2e-2;
            assert!((slope - f64::from(gradient[at])).abs() < 2e-3, "{at}");
            seen += usize::from(slope.abs() > 1e-3);
        }
        assert!(seen > 20, "{seen}");
    }

    #[test]
    fn what_the_formula_misses_is_learnt() {
        // The formula knows nothing of these: whoever has more time loses.
        let (one, mut other) = (view(), view());
        other.moment.clocks = Some([50.0, 20.0]);
        let sample = |view: &View, result: usize| Sample {
            moment: view.moment,
            result,
            game: 1,
        };
        let samples = [sample(&one, 0), sample(&other, 2)];
        let samples: Vec<&Sample> = samples.iter().cycle().take(2000).collect();
        let schedule = Schedule {
            rounds: 30,
            batch: 256,
            ..Schedule::default()
        };
        let network = learn(&samples, schedule, &mut |_, _| {}).unwrap();
        assert!(network.outcome(&one.moment).white > 0.8);
        assert!(network.outcome(&other.moment).black > 0.8);
    }
}
