//! Training the engine's network on shards, epoch by epoch. Each thread takes a slice of the batch.

use std::{fs, path::PathBuf};

use anyhow::{Context as _, ensure};
use rand::{RngExt as _, SeedableRng as _, seq::SliceRandom as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use sissa_engine::{
    Evaluation,
    eval::nnue::{self, HIDDEN, MEN, Network, ONE, OUTPUT_ONE, ZONES, small},
};
use sissa_trainer::{Descent, Loss, Progress, RunFolder, Timetable, Training, cosine, write_whole};

use crate::{
    gradient::{Layout, Packed, Target, learn_fast, see, sigmoid},
    run::Run,
    sample::{SIZE, Sample},
};

/// Weights stay within what the quantised network can hold.
const MOST: f32 = 1.98;

/// A run of training.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub seed: u64,
    pub epochs: usize,
    pub batch: usize,
    /// Step of Adam at the beginning and at the end.
    pub rate: f32,
    pub last_rate: f32,
    /// What the network is to predict.
    pub target: Target,
    /// Shards kept apart to measure, from the end of the list.
    pub held_out: usize,
    /// The network of the tiny build: one zone, few hidden values, and weights in steps from the beginning, so that what is
    /// trained is what is played.
    #[serde(default)]
    pub small: bool,
}

/// All positions of shards.
pub fn load(paths: &[PathBuf]) -> anyhow::Result<Vec<Packed>> {
    let mut all = Vec::new();
    for path in paths {
        let bytes = fs::read(path).with_context(|| format!("cannot read `{}`", path.display()))?;
        let (samples, rest) = bytes.as_chunks::<SIZE>();
        ensure!(rest.is_empty(), "`{}` is no shard", path.display());
        all.extend_from_slice(samples);
    }
    Ok(all)
}

/// The figures of an epoch.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Figures {
    /// Mean squared error on the positions kept apart.
    loss: f64,
}

/// A network on its way.
struct NnueTraining<'a, const Z: usize, const H: usize> {
    config: &'a Config,
    weights: Vec<f32>,
    /// The same as they will be played: slopes are found there, and change the weights themselves.
    rounded: Vec<f32>,
    descent: Descent,
    threads: usize,
    rng: Xoshiro256PlusPlus,
    samples: Vec<Packed>,
    measured: Vec<Packed>,
}

impl<const Z: usize, const H: usize> NnueTraining<'_, Z, H> {
    fn steps_of_epoch(&self) -> u64 {
        self.samples.len().div_ceil(self.config.batch) as u64
    }

    fn steps_of_run(&self) -> u64 {
        self.steps_of_epoch() * self.config.epochs as u64
    }
}

impl<const Z: usize, const H: usize> Training for NnueTraining<'_, Z, H> {
    type Figures = Figures;
    type Error = anyhow::Error;

    fn steps(&self) -> u64 {
        self.descent.steps
    }

    fn rate(&self, step: u64) -> f32 {
        cosine(
            step,
            self.steps_of_run(),
            self.config.rate,
            self.config.last_rate,
        )
    }

    fn advance(&mut self) -> anyhow::Result<(Loss, usize)> {
        let step = self.descent.steps;
        let at = usize::try_from(step % self.steps_of_epoch())?;
        if at == 0 {
            self.samples.shuffle(&mut self.rng);
        }
        let rest = &self.samples[at * self.config.batch..];
        let batch = &rest[..rest.len().min(self.config.batch)];
        let pieces: Vec<&[Packed]> = batch.chunks(batch.len().div_ceil(self.threads)).collect();
        if self.config.small {
            round_rows(&self.weights, &mut self.rounded, Layout::<Z, H>::ROWS);
        }
        let weights = if self.config.small {
            &self.rounded
        } else {
            &self.weights
        };
        let target = self.config.target;
        let loss = self.descent.accumulate(pieces.len(), || {
            |piece, gradient: &mut [f32]| Loss {
                sum: learn_fast::<Z, H>(weights, pieces[piece], target, Some(gradient)),
                weight: pieces[piece].len() as f64,
            }
        });
        let seen = batch.len();
        let rate = self.rate(step + 1);
        self.descent.step(&mut self.weights, loss, rate)?;
        Ok((loss, seen))
    }

    fn validate(&mut self, folder: &RunFolder) -> anyhow::Result<Figures> {
        let network = nnue::write(&quantise::<Z, H>(&self.weights, self.config.small));
        folder.replace("network.bin", &network)?;
        let lost = learn_fast::<Z, H>(&self.weights, &self.measured, self.config.target, None);
        Ok(Figures {
            loss: lost / self.measured.len().max(1) as f64,
        })
    }

    /// An epoch takes minutes: a run is not taken up but done again.
    fn save(&mut self, _folder: &RunFolder) -> anyhow::Result<()> {
        Ok(())
    }
}

/// Trains a network, from chance or from another one; `network.bin` in the run's folder is the last
/// epoch's.
pub fn train(
    config: &Config,
    shards: &[PathBuf],
    from: Option<&[u8]>,
    threads: usize,
    run: &Run,
) -> anyhow::Result<()> {
    if !config.small {
        return train_shape::<ZONES, HIDDEN>(config, shards, from, threads, run).map(|_| ());
    }
    let network = train_shape(config, shards, from, threads, run)?;
    write_whole(&run.file("tiny.bin"), &small::pack(&network))?;
    Ok(())
}

fn train_shape<const Z: usize, const H: usize>(
    config: &Config,
    shards: &[PathBuf],
    from: Option<&[u8]>,
    threads: usize,
    run: &Run,
) -> anyhow::Result<Network<Z, H>> {
    ensure!(shards.len() > config.held_out, "there are too few shards");
    ensure!(config.batch > 0, "`batch` must be above 0");
    let (training, measuring) = shards.split_at(shards.len() - config.held_out);
    let (samples, measured) = (load(training)?, load(measuring)?);
    ensure!(!samples.is_empty(), "there are no positions");
    run.log(serde_json::json!({
        "positions": samples.len(),
        "held_out": measured.len(),
        "handcrafted": error_of(&Evaluation::handcrafted(), &measured, config.target),
    }))?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(config.seed);
    let weights = match from {
        Some(bytes) => precise(&nnue::read::<Z, H>(bytes)?),
        None => random::<Z, H>(&mut rng),
    };
    let mut descent = Descent::new(Layout::<Z, H>::ALL, threads);
    descent.adam.limit = MOST;
    let mut training = NnueTraining::<Z, H> {
        rounded: weights.clone(),
        config,
        weights,
        descent,
        threads: threads.max(1),
        rng,
        samples,
        measured,
    };
    let epoch = training.steps_of_epoch();
    let timetable = Timetable {
        steps: training.steps_of_run(),
        log_every: epoch,
        validate_every: epoch,
        checkpoint_every: epoch,
    };
    sissa_trainer::train(&mut training, &timetable, &run.0, &mut |told| {
        say(told, epoch);
        true
    })?;
    let network = quantise::<Z, H>(&training.weights, config.small);
    let played = Evaluation::of_network(&nnue::write(&network))?;
    let measured = &training.measured;
    run.log(serde_json::json!({"as_played": error_of(&played, measured, config.target)}))?;
    Ok(network)
}

#[expect(
    clippy::print_stderr,
    reason = "progress of a program, not of a library"
)]
fn say(told: &Progress<Figures>, epoch: u64) {
    let held_out = told.validation.map_or(f64::NAN, |figures| figures.loss);
    eprintln!(
        "epoch {}/{}  loss {:.6}  held out {held_out:.6}  {:.0} positions/s  {:.1} min left",
        told.step / epoch,
        told.steps / epoch,
        told.loss,
        told.samples_per_second,
        told.left / 60.0
    );
}

/// The error of an evaluation as the search calls it: what a network is to beat, and what is left of it
/// in whole numbers.
fn error_of(evaluation: &Evaluation, samples: &[Packed], target: Target) -> f64 {
    let errors = samples.iter().filter_map(|bytes| {
        let position = Sample::unpack(bytes)?.position()?;
        let expected = sigmoid(evaluation.of(&position) as f32 / target.scale);
        Some(f64::from(expected - see(bytes, target, 1).target).powi(2))
    });
    let (sum, count) = errors.fold((0.0, 0), |(sum, count), error| (sum + error, count + 1));
    sum / f64::from(count.max(1))
}

/// Small weights by chance.
fn random<const Z: usize, const H: usize>(rng: &mut Xoshiro256PlusPlus) -> Vec<f32> {
    let (rows, outs) = (Layout::<Z, H>::ROWS, Layout::<Z, H>::OUTS);
    let mut weights = vec![0.0f32; Layout::<Z, H>::ALL];
    for (index, weight) in weights[..rows + H + outs].iter_mut().enumerate() {
        let spread = match index {
            index if index < rows => 0.12,
            index if index < rows + H => 0.0,
            _ => 0.09,
        };
        *weight = rng.random_range(-1.0f32..1.0) * spread;
    }
    weights
}

/// The weights of a network, as far as it was kept precisely.
fn precise<const Z: usize, const H: usize>(network: &Network<Z, H>) -> Vec<f32> {
    let wide = |one: i32| move |value: &i16| f32::from(*value) / one as f32;
    let rows = network.inputs.iter().flatten().map(wide(ONE));
    let bias = network.bias.iter().map(wide(ONE));
    let outs = network.outputs.iter().flatten().flatten();
    let out_bias = network.output_bias.iter();
    rows.chain(bias)
        .chain(outs.map(wide(OUTPUT_ONE)))
        .chain(out_bias.map(|value| *value as f32 / (ONE * OUTPUT_ONE) as f32))
        .collect()
}

/// Rounds the input rows to the steps of the small network.
fn round_rows(weights: &[f32], rounded: &mut [f32], rows: usize) {
    let step = f32::from(small::STEP) / ONE as f32;
    let most = f32::from(small::MOST);
    for (to, weight) in rounded[..rows].iter_mut().zip(weights) {
        *to = (weight / step).round().clamp(-most, most) * step;
    }
    rounded[rows..].copy_from_slice(&weights[rows..]);
}

fn quantise<const Z: usize, const H: usize>(weights: &[f32], in_steps: bool) -> Network<Z, H> {
    let (rows, outs) = (Layout::<Z, H>::ROWS, Layout::<Z, H>::OUTS);
    let mut rounded = weights.to_vec();
    if in_steps {
        round_rows(weights, &mut rounded, rows);
    }
    let weights = rounded;
    let round = |value: f32, one: i32| (value * one as f32).round() as i16;
    let half = |from: usize, one: i32| -> [i16; H] {
        std::array::from_fn(|i| round(weights[from + i], one))
    };
    Network {
        inputs: (0..Z * MEN).map(|row| half(row * H, ONE)).collect(),
        bias: half(rows, ONE),
        outputs: std::array::from_fn(|bucket| {
            let from = rows + H + bucket * 2 * H;
            let most = |half: [i16; H]| half.map(|w| if in_steps { w.clamp(-128, 127) } else { w });
            [
                most(half(from, OUTPUT_ONE)),
                most(half(from + H, OUTPUT_ONE)),
            ]
        }),
        output_bias: std::array::from_fn(|bucket: usize| {
            (weights[rows + H + outs + bucket] * (ONE * OUTPUT_ONE) as f32).round() as i32
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_taken_up_where_it_was_left() {
        let weights = random::<ZONES, HIDDEN>(&mut Xoshiro256PlusPlus::seed_from_u64(4));
        let network = quantise::<ZONES, HIDDEN>(&weights, false);
        let again = precise(&network);
        assert_eq!(again.len(), Layout::<ZONES, HIDDEN>::ALL);
        assert_eq!(quantise::<ZONES, HIDDEN>(&again, false), network);
        let most = weights.iter().zip(&again).map(|(a, b)| (a - b).abs());
        assert!(most.fold(0.0, f32::max) <= 0.5 / OUTPUT_ONE as f32);
    }
}
