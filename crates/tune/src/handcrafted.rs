//! Tuning the handcrafted evaluation: gradient descent on the results of real games.
//!
//! The value is linear in the weights, and a logistic curve makes an expected result of it. Adam
//! lowers the mean squared error against the results. A part of the games is kept apart to measure. Shards of
//! judged positions may stand beside games or instead of them: there the search's opinion is blended in.

use std::path::PathBuf;

use anyhow::{Context as _, ensure};
use rand::{RngExt as _, SeedableRng as _, seq::SliceRandom as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use shakmaty::{Board, Chess, Color, Position as _};
use sissa_engine::eval::{
    Weights,
    handcrafted::{COUNT, FULL_PHASE, Sink, count, phase, scale},
};

use crate::{games, run::Run, sample::Sample, train};

/// A run of the tuner.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub seed: u64,
    /// Games to read at most.
    pub games: usize,
    /// Positions of each game.
    pub per_game: usize,
    pub epochs: usize,
    pub batch: usize,
    /// Step of Adam, in centipawns.
    pub rate: f64,
    /// Weight of the pull towards the start.
    pub pull: f64,
    /// The share of the search's value in the target of a judged position; the rest is the result.
    #[serde(default)]
    pub lambda: f64,
}

/// Slope of the curve that turns a search's centipawns into an expected result.
const JUDGED_STEEPNESS: f64 = 1.0 / 250.0;

/// A position as the tuner sees it.
struct Row {
    terms: Vec<(u16, i8)>,
    phase: f32,
    /// Share of the late value that the scaling leaves.
    scale: f32,
    result: f32,
}

struct Collect(Vec<i16>);

impl Sink for Collect {
    fn add(&mut self, term: usize, times: i32) {
        self.0[term] += times as i16;
    }
}

fn row(board: &Board, turn: Color, result: f32, start: &[(i16, i16)]) -> Row {
    let mut sink = Collect(vec![0; COUNT]);
    count(board, turn, &mut sink);
    let terms: Vec<(u16, i8)> = sink
        .0
        .iter()
        .enumerate()
        .filter(|(_, times)| **times != 0)
        .map(|(term, times)| (term as u16, *times as i8))
        .collect();
    let late: i32 = terms
        .iter()
        .map(|(term, times)| i32::from(start[usize::from(*term)].1) * i32::from(*times))
        .sum();
    Row {
        terms,
        phase: phase(board) as f32 / FULL_PHASE as f32,
        scale: scale(board, late) as f32 / 64.0,
        result,
    }
}

/// Judged positions; every tenth shard is kept apart. Their target is on White's side, too.
fn judged(
    config: &Config,
    shards: &[PathBuf],
    start: &[(i16, i16)],
    rows: &mut Vec<Row>,
    held_out: &mut Vec<Row>,
) -> anyhow::Result<()> {
    for (index, shard) in shards.iter().enumerate() {
        for bytes in train::load(std::slice::from_ref(shard))? {
            let sample = Sample::unpack(&bytes)
                .with_context(|| format!("`{}` is no shard", shard.display()))?;
            let search = 1.0 / (1.0 + (-f64::from(sample.value) * JUDGED_STEEPNESS).exp());
            let mixed = match sample.result {
                Some(result) => {
                    config.lambda * search + (1.0 - config.lambda) * f64::from(result) / 2.0
                }
                None => search,
            };
            let white = sample.turn.fold_wb(mixed, 1.0 - mixed);
            let row = row(&sample.board, sample.turn, white as f32, start);
            match index % 10 {
                0 => held_out.push(row),
                _ => rows.push(row),
            }
        }
    }
    Ok(())
}

/// Quiet positions of real games with their results: those to learn from, and those of every tenth
/// game to measure with.
fn rows(
    config: &Config,
    paths: &[String],
    start: &[(i16, i16)],
    run: &Run,
) -> anyhow::Result<(Vec<Row>, Vec<Row>)> {
    let skipped = std::sync::atomic::AtomicU64::new(0);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(config.seed);
    let (mut rows, mut held_out) = (Vec::new(), Vec::new());
    let (shards, paths): (Vec<_>, Vec<_>) = paths
        .iter()
        .cloned()
        .partition(|path| path.ends_with(".bin"));
    let shards: Vec<PathBuf> = shards.into_iter().map(PathBuf::from).collect();
    judged(config, &shards, start, &mut rows, &mut held_out)?;
    for (index, game) in games::read(&paths, &skipped)?
        .take(config.games)
        .enumerate()
    {
        let mut position = Chess::default();
        let mut quiet = Vec::new();
        for (ply, pair) in game.moves.windows(2).enumerate() {
            position.play_unchecked(pair[0]);
            let settled = !pair[0].is_capture() && !pair[1].is_capture();
            if ply >= 10 && settled && pair[1].promotion().is_none() && !position.is_check() {
                quiet.push(position.clone());
            }
        }
        for _ in 0..config.per_game.min(quiet.len()) {
            let chosen = quiet.swap_remove(rng.random_range(0..quiet.len()));
            let result = f32::from(game.result) / 2.0;
            let row = row(chosen.board(), chosen.turn(), result, start);
            match index % 10 {
                0 => held_out.push(row),
                _ => rows.push(row),
            }
        }
    }
    run.log(serde_json::json!({
        "positions": rows.len(),
        "held_out": held_out.len(),
        "games_skipped": skipped.into_inner(),
    }))?;
    Ok((rows, held_out))
}

fn value(row: &Row, weights: &[[f64; 2]]) -> f64 {
    let (mut early, mut late) = (0.0, 0.0);
    for (term, times) in &row.terms {
        let weight = weights[usize::from(*term)];
        early += weight[0] * f64::from(*times);
        late += weight[1] * f64::from(*times);
    }
    let phase = f64::from(row.phase);
    early * phase + late * f64::from(row.scale) * (1.0 - phase)
}

fn error(rows: &[Row], weights: &[[f64; 2]], steepness: f64) -> f64 {
    let sum: f64 = rows
        .iter()
        .map(|row| {
            let expected = 1.0 / (1.0 + (-steepness * value(row, weights)).exp());
            (expected - f64::from(row.result)).powi(2)
        })
        .sum();
    sum / rows.len() as f64
}

/// The curve that fits the start best: it fixes what a centipawn means.
fn steepness(rows: &[Row], weights: &[[f64; 2]]) -> f64 {
    let (mut low, mut high) = (0.0005, 0.02);
    for _ in 0..30 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if error(rows, weights, a) < error(rows, weights, b) {
            high = b
        } else {
            low = a
        }
    }
    (low + high) / 2.0
}

/// Tunes from these weights; the log tells the errors before and after.
pub fn tune(
    config: &Config,
    paths: &[String],
    start: &Weights,
    run: &Run,
) -> anyhow::Result<Weights> {
    let (mut rows, held_out) = rows(config, paths, start.as_slice(), run)?;
    ensure!(
        rows.len() >= 1000,
        "only {} positions: give more games",
        rows.len()
    );
    let mut weights: Vec<[f64; 2]> = start
        .as_slice()
        .iter()
        .map(|(early, late)| [f64::from(*early), f64::from(*late)])
        .collect();
    let origin = weights.clone();
    let steep = steepness(&held_out, &weights);
    run.log(serde_json::json!({
        "steepness": steep,
        "before": error(&held_out, &weights, steep),
    }))?;
    let mut first = vec![[0.0f64; 2]; COUNT];
    let mut second = vec![[0.0f64; 2]; COUNT];
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(config.seed ^ 0xA5A5);
    let mut steps = 0;
    for epoch in 1..=config.epochs {
        rows.shuffle(&mut rng);
        let rate = config.rate * (1.0 - (epoch - 1) as f64 / config.epochs as f64).max(0.05);
        for batch in rows.chunks(config.batch) {
            let mut gradient = vec![[0.0f64; 2]; COUNT];
            for row in batch {
                let expected = 1.0 / (1.0 + (-steep * value(row, &weights)).exp());
                let slope = (expected - f64::from(row.result)) * expected * (1.0 - expected);
                let early = slope * f64::from(row.phase);
                let late = slope * f64::from(row.scale) * (1.0 - f64::from(row.phase));
                for (term, times) in &row.terms {
                    let entry = &mut gradient[usize::from(*term)];
                    entry[0] += early * f64::from(*times);
                    entry[1] += late * f64::from(*times);
                }
            }
            steps += 1;
            let size = batch.len() as f64;
            let (one, two) = (1.0 - 0.9f64.powi(steps), 1.0 - 0.999f64.powi(steps));
            for term in 0..COUNT {
                for side in 0..2 {
                    let pull = config.pull * (weights[term][side] - origin[term][side]);
                    let slope = gradient[term][side] / size + pull;
                    first[term][side] = 0.9 * first[term][side] + 0.1 * slope;
                    second[term][side] = 0.999 * second[term][side] + 0.001 * slope * slope;
                    let step =
                        (first[term][side] / one) / ((second[term][side] / two).sqrt() + 1e-9);
                    weights[term][side] -= rate * step;
                }
            }
        }
        run.log(serde_json::json!({
            "epoch": epoch,
            "held_out": error(&held_out, &weights, steep),
        }))?;
    }
    let rounded = weights
        .iter()
        .map(|[early, late]| (early.round() as i16, late.round() as i16))
        .collect();
    Weights::new(rounded).context("as many weights as terms")
}
