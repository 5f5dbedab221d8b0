//! Training the network: a sparse, multi-threaded loop with Adam.
//!
//! A position has at most thirty-two of 3,072 inputs, so only those rows are read and corrected; everything
//! else is dense and short. Each thread takes a slice of the batch and sums its own gradients.
#![allow(unsafe_code)]

use std::{fs, path::PathBuf, sync::Arc, thread, time::Instant};

use anyhow::{Context as _, ensure};
use rand::{RngExt as _, SeedableRng as _, seq::SliceRandom as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use shakmaty::{Color, Role};
use sissa_engine::{
    Evaluation,
    eval::nnue::{self, BUCKETS, HIDDEN, INPUTS, Network, ONE, OUTPUT_ONE, SCALE, View, bucket},
};

use crate::{
    datagen::write_whole,
    run::Run,
    sample::{SIZE, Sample, men},
};

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
}

/// What the network is to predict: a blend of the search's value and the game's result.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// The share of the search's value; the rest is the result.
    pub lambda: f32,
    /// Centipawns that make the expected result 1 / (1 + 1/e), which ties values to results.
    pub scale: f32,
}

impl Target {
    /// What one unit of output means to the logistic curve.
    fn steepness(self) -> f32 {
        SCALE as f32 / self.scale
    }
}

const ROWS: usize = INPUTS * HIDDEN;
const OUTS: usize = BUCKETS * 2 * HIDDEN;
/// Input rows, hidden bias, output weights, output biases.
const SIZE_ALL: usize = ROWS + HIDDEN + OUTS + BUCKETS;
/// Weights stay within what the quantised network can hold.
const MOST: f32 = 1.98;

type Packed = [u8; SIZE];

/// What the network sees of a position.
struct Seen {
    /// Rows of the side to move, then of the other.
    rows: [[u16; 32]; 2],
    men: usize,
    bucket: usize,
    target: f32,
}

fn see(bytes: &Packed, target: Target) -> Seen {
    let turn = Color::from_white(bytes[26] == 0);
    let mut views = [View::default(); 2];
    for (square, piece) in men(bytes) {
        if let Some(piece) = piece.filter(|piece| piece.role == Role::King) {
            views[usize::from(piece.color != turn)] = View::new(square, piece.color);
        }
    }
    let mut seen = Seen {
        rows: [[0; 32]; 2],
        men: 0,
        bucket: 0,
        target: 0.0,
    };
    for (square, piece) in men(bytes) {
        let Some(piece) = piece else { continue };
        seen.rows[0][seen.men] = views[0].input(piece, square, turn) as u16;
        seen.rows[1][seen.men] = views[1].input(piece, square, !turn) as u16;
        seen.men += 1;
    }
    seen.bucket = bucket(seen.men);
    let value = f32::from(i16::from_le_bytes([bytes[24], bytes[25]]));
    let search = sigmoid(value / target.scale);
    seen.target = match bytes[27] {
        result @ 0..=2 => target.lambda * search + (1.0 - target.lambda) * f32::from(result) / 2.0,
        _ => search,
    };
    seen
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Adds the gradients of some positions; the sum of their squared errors.
#[inline(always)]
fn learn(weights: &[f32], batch: &[Packed], target: Target, gradient: Option<&mut [f32]>) -> f64 {
    let mut loss = 0.0f64;
    let steepness = target.steepness();
    let (rows, rest) = weights.split_at(ROWS);
    let (bias, rest) = rest.split_at(HIDDEN);
    let (outs, out_bias) = rest.split_at(OUTS);
    let mut gradient = gradient.map(|gradient| {
        let (rows, rest) = gradient.split_at_mut(ROWS);
        let (bias, rest) = rest.split_at_mut(HIDDEN);
        let (outs, out_bias) = rest.split_at_mut(OUTS);
        (rows, bias, outs, out_bias)
    });
    for bytes in batch {
        let seen = see(bytes, target);
        let mut hidden = [[0.0f32; HIDDEN]; 2];
        let mut sum = out_bias[seen.bucket];
        let from = seen.bucket * 2 * HIDDEN;
        for side in 0..2 {
            let half = &mut hidden[side];
            half.copy_from_slice(bias);
            for row in &seen.rows[side][..seen.men] {
                let row = &rows[usize::from(*row) * HIDDEN..][..HIDDEN];
                for i in 0..HIDDEN {
                    half[i] += row[i];
                }
            }
            let out = &outs[from + side * HIDDEN..][..HIDDEN];
            let mut part = [0.0f32; 8];
            for i in 0..HIDDEN {
                let clipped = half[i].clamp(0.0, 1.0);
                part[i % 8] += clipped * clipped * out[i];
            }
            sum += part.iter().sum::<f32>();
        }
        let expected = sigmoid(steepness * sum);
        let error = expected - seen.target;
        loss += f64::from(error * error);
        let Some((rows, bias, outs_gradient, out_bias)) = &mut gradient else {
            continue;
        };
        let slope = error * expected * (1.0 - expected) * steepness;
        out_bias[seen.bucket] += slope;
        for side in 0..2 {
            let half = &hidden[side];
            let out = &outs[from + side * HIDDEN..][..HIDDEN];
            let out_gradient = &mut outs_gradient[from + side * HIDDEN..][..HIDDEN];
            let mut back = [0.0f32; HIDDEN];
            for i in 0..HIDDEN {
                let clipped = half[i].clamp(0.0, 1.0);
                out_gradient[i] += slope * clipped * clipped;
                let inside = if half[i] > 0.0 && half[i] < 1.0 {
                    2.0
                } else {
                    0.0
                };
                back[i] = slope * out[i] * inside * clipped;
            }
            for i in 0..HIDDEN {
                bias[i] += back[i];
            }
            for row in &seen.rows[side][..seen.men] {
                let row = &mut rows[usize::from(*row) * HIDDEN..][..HIDDEN];
                for i in 0..HIDDEN {
                    row[i] += back[i];
                }
            }
        }
    }
    loss
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn learn_wide(
    weights: &[f32],
    batch: &[Packed],
    target: Target,
    gradient: Option<&mut [f32]>,
) -> f64 {
    learn(weights, batch, target, gradient)
}

/// The loop with the widest instructions at hand.
fn learn_fast(
    weights: &[f32],
    batch: &[Packed],
    target: Target,
    gradient: Option<&mut [f32]>,
) -> f64 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        // SAFETY: the features were found.
        return unsafe { learn_wide(weights, batch, target, gradient) };
    }
    learn(weights, batch, target, gradient)
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

/// Trains a network, from chance or from another one; `network.bin` in the run's folder is the last
/// epoch's.
pub fn train(
    config: &Config,
    shards: &[PathBuf],
    from: Option<&Network>,
    threads: usize,
    run: &Run,
) -> anyhow::Result<()> {
    ensure!(shards.len() > config.held_out, "there are too few shards");
    let (training, measuring) = shards.split_at(shards.len() - config.held_out);
    let mut samples = load(training)?;
    let measured = load(measuring)?;
    ensure!(!samples.is_empty(), "there are no positions");
    run.log(serde_json::json!({
        "positions": samples.len(),
        "held_out": measured.len(),
        "handcrafted": error_of(&Evaluation::handcrafted(), &measured, config.target),
    }))?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(config.seed);
    let mut weights = match from {
        Some(network) => precise(network),
        None => random(&mut rng),
    };
    let mut first = vec![0.0f32; SIZE_ALL];
    let mut second = vec![0.0f32; SIZE_ALL];
    let mut gradients = vec![vec![0.0f32; SIZE_ALL]; threads.max(1)];
    let steps_all = (samples.len().div_ceil(config.batch) * config.epochs) as f32;
    let mut step = 0i32;
    for epoch in 1..=config.epochs {
        let begin = Instant::now();
        samples.shuffle(&mut rng);
        let mut loss = 0.0;
        for batch in samples.chunks(config.batch) {
            step += 1;
            let slice = batch.len().div_ceil(gradients.len());
            loss += thread::scope(|scope| {
                let weights = &weights;
                let workers: Vec<_> = batch
                    .chunks(slice)
                    .zip(&mut gradients)
                    .map(|(slice, gradient)| {
                        scope.spawn(move || {
                            gradient.fill(0.0);
                            learn_fast(weights, slice, config.target, Some(gradient))
                        })
                    })
                    .collect();
                workers
                    .into_iter()
                    .map(|worker| worker.join().expect("a worker does not panic"))
                    .sum::<f64>()
            });
            let done = step as f32 / steps_all;
            let cosine = 0.5 * (1.0 + (done * std::f32::consts::PI).cos());
            let rate = config.last_rate + (config.rate - config.last_rate) * cosine;
            let used = batch.len().div_ceil(slice);
            let scale = 1.0 / batch.len() as f32;
            let (one, two) = (1.0 - 0.9f32.powi(step), 1.0 - 0.999f32.powi(step));
            for i in 0..SIZE_ALL {
                let slope: f32 = gradients[..used].iter().map(|part| part[i]).sum::<f32>() * scale;
                first[i] = 0.9 * first[i] + 0.1 * slope;
                second[i] = 0.999 * second[i] + 0.001 * slope * slope;
                let change = rate * (first[i] / one) / ((second[i] / two).sqrt() + 1e-8);
                weights[i] = (weights[i] - change).clamp(-MOST, MOST);
            }
        }
        let held =
            learn_fast(&weights, &measured, config.target, None) / measured.len().max(1) as f64;
        run.log(serde_json::json!({
            "epoch": epoch,
            "loss": loss / samples.len() as f64,
            "held_out": held,
            "positions_per_second": (samples.len() as f64 / begin.elapsed().as_secs_f64()) as u64,
        }))?;
        write_whole(&run.file("network.bin"), &nnue::write(&quantise(&weights)))?;
    }
    let played = Evaluation::Nnue(Arc::new(quantise(&weights)));
    run.log(serde_json::json!({"as_played": error_of(&played, &measured, config.target)}))
}

/// The error of an evaluation as the search calls it: what a network is to beat, and what is left of it
/// in whole numbers.
fn error_of(evaluation: &Evaluation, samples: &[Packed], target: Target) -> f64 {
    let errors = samples.iter().filter_map(|bytes| {
        let position = Sample::unpack(bytes)?.position()?;
        let expected = sigmoid(evaluation.of(&position) as f32 / target.scale);
        Some(f64::from(expected - see(bytes, target).target).powi(2))
    });
    let (sum, count) = errors.fold((0.0, 0), |(sum, count), error| (sum + error, count + 1));
    sum / f64::from(count.max(1))
}

/// Small weights by chance.
fn random(rng: &mut Xoshiro256PlusPlus) -> Vec<f32> {
    let mut weights = vec![0.0f32; SIZE_ALL];
    for (index, weight) in weights[..ROWS + HIDDEN + OUTS].iter_mut().enumerate() {
        let spread = match index {
            index if index < ROWS => 0.12,
            index if index < ROWS + HIDDEN => 0.0,
            _ => 0.09,
        };
        *weight = rng.random_range(-1.0f32..1.0) * spread;
    }
    weights
}

/// The weights of a network, as far as it was kept precisely.
fn precise(network: &Network) -> Vec<f32> {
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

fn quantise(weights: &[f32]) -> Network {
    let round = |value: f32, one: i32| (value * one as f32).round() as i16;
    let half = |from: usize, one: i32| -> [i16; HIDDEN] {
        std::array::from_fn(|i| round(weights[from + i], one))
    };
    let outs = ROWS + HIDDEN;
    Network {
        inputs: (0..INPUTS).map(|row| half(row * HIDDEN, ONE)).collect(),
        bias: half(ROWS, ONE),
        outputs: std::array::from_fn(|bucket| {
            let from = outs + bucket * 2 * HIDDEN;
            [half(from, OUTPUT_ONE), half(from + HIDDEN, OUTPUT_ONE)]
        }),
        output_bias: std::array::from_fn(|bucket| {
            (weights[outs + OUTS + bucket] * (ONE * OUTPUT_ONE) as f32).round() as i32
        }),
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Chess;

    use super::*;

    #[test]
    fn a_network_is_taken_up_where_it_was_left() {
        let weights = random(&mut Xoshiro256PlusPlus::seed_from_u64(4));
        let network = quantise(&weights);
        let again = precise(&network);
        assert_eq!(again.len(), SIZE_ALL);
        assert_eq!(quantise(&again), network);
        let most = weights.iter().zip(&again).map(|(a, b)| (a - b).abs());
        assert!(most.fold(0.0, f32::max) <= 0.5 / OUTPUT_ONE as f32);
    }

    #[test]
    fn gradients_equal_differences() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
        let mut weights: Vec<f32> = (0..SIZE_ALL).map(|_| rng.random_range(-0.1..0.1)).collect();
        let batch = [Sample::new(&Chess::default(), 140, Some(2)).pack()];
        let target = Target {
            lambda: 0.7,
            scale: 300.0,
        };
        let mut gradient = vec![0.0; SIZE_ALL];
        learn_fast(&weights, &batch, target, Some(&mut gradient));
        let mut seen = 0;
        for index in (0..SIZE_ALL).filter(|index| index % 97 == 3 || *index >= ROWS) {
            let (kept, step) = (weights[index], 2e-2);
            weights[index] = kept + step;
            let more = learn_fast(&weights, &batch, target, None);
            weights[index] = kept - step;
            let less = learn_fast(&weights, &batch, target, None);
            weights[index] = kept;
            // The loss is the square of the error, the gradient that of half of it.
            let expected = (more - less) / f64::from(4.0 * step);
            let found = f64::from(gradient[index]);
            assert!(
                (expected - found).abs() < 2e-4 + 0.05 * found.abs(),
                "{index}: {expected} {found}"
            );
            seen += usize::from(found.abs() > 1e-4);
        }
        assert!(seen > 100, "{seen}");
    }
}
