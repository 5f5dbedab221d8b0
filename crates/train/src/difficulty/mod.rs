//! Learns how difficult puzzles are: gradient-boosted trees over the numbers of their lines.
//!
//! Every second puzzle of a file is learnt from, the others are only measured: a split of its own. Beside the predictor stand
//! a constant and the length of the line alone.

mod fit;
mod measure;

use std::path::Path;

use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen, uci::UciMove};
use sissa_judge::{
    Line,
    difficulty::{Band, Predictor, features},
};

pub use fit::{Settings, fit};
pub use measure::{Agreement, agreement};

use crate::TrainError;

/// Parts of the training half that are predicted by what the other parts teach.
const FOLDS: usize = 5;
/// Ranges of predicted ratings that have an error of their own.
const BANDS: usize = 6;

/// A puzzle as the trees see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The numbers of its line.
    pub features: Vec<f32>,
    /// Its rating.
    pub rating: f32,
    /// The solver's moves.
    pub moves: usize,
    /// Whether they end with mate.
    pub mates: bool,
}

/// Reads puzzles in the format of Lichess' file: a header, then a puzzle on every line.
pub fn read_puzzles(text: &str, path: &Path) -> Result<Vec<Sample>, TrainError> {
    let sample = |(index, row): (usize, &str)| {
        let damaged = || TrainError::damaged(path, format!("line {} is no puzzle", index + 1));
        sample_of(row).ok_or_else(damaged)
    };
    text.lines().enumerate().skip(1).map(sample).collect()
}

fn sample_of(row: &str) -> Option<Sample> {
    let fields: Vec<&str> = row.split(',').collect();
    let [_, fen, moves, rating, ..] = fields[..] else {
        return None;
    };
    let before: Chess = fen
        .parse::<Fen>()
        .ok()?
        .into_position(CastlingMode::Standard)
        .ok()?;
    let words = moves.split(' ').map(str::parse);
    let words: Vec<UciMove> = words.collect::<Result<_, _>>().ok()?;
    let first = words.first()?.to_move(&before).ok()?;
    let mut start = before.clone();
    start.play_unchecked(first);
    let line = Line::of_uci(&start, &words[1..])?.led_by(&before, first)?;
    Some(Sample {
        features: features(&line),
        rating: rating.parse().ok()?,
        moves: line.moves().len(),
        mates: line.mates(),
    })
}

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The predictor, with its errors.
    pub predictor: Predictor,
    /// How many puzzles it learnt from, and was measured on.
    pub sizes: [usize; 2],
    /// On the half it has not seen.
    pub trees: Agreement,
    /// The same where the line mates, and where it does not.
    pub parts: [Agreement; 2],
    /// The median rating of the half that it learnt from.
    pub constant: Agreement,
    /// The median rating of lines as long.
    pub length: Agreement,
}

impl Outcome {
    /// As a table.
    pub fn table(&self) -> String {
        let [learnt, measured] = self.sizes;
        let row = |name: &str, told: Agreement| {
            format!("{name:12} {:>9.3} {:>11.1}\n", told.spearman, told.error)
        };
        format!(
            "{learnt} puzzles learnt from, {measured} others measured\n{:12} {:>9} {:>11}\n",
            "", "Spearman", "mean error"
        ) + &row("trees", self.trees)
            + &row("  of mates", self.parts[0])
            + &row("  of others", self.parts[1])
            + &row("length only", self.length)
            + &row("constant", self.constant)
    }
}

/// Learns from every second puzzle and measures on the others.
pub fn learn(samples: &[Sample], settings: &Settings) -> Outcome {
    let half = |parity: usize| -> Vec<&Sample> { samples.iter().skip(parity).step_by(2).collect() };
    let (learnt, measured) = (half(0), half(1));
    let mut predictor = fit(&learnt, settings);
    predictor.bands = bands(&learnt, settings);
    let told_of = |wanted: &dyn Fn(&Sample) -> bool, predict: &dyn Fn(&Sample) -> f32| {
        let pairs: Vec<(f32, f32)> = measured
            .iter()
            .filter(|sample| wanted(sample))
            .map(|sample| (predict(sample), sample.rating))
            .collect();
        agreement(&pairs)
    };
    let told = |predict: &dyn Fn(&Sample) -> f32| told_of(&|_| true, predict);
    let middle = median(learnt.iter().map(|sample| sample.rating));
    let as_long: Vec<f32> = (0..=8)
        .map(|moves| {
            let like = learnt.iter().filter(|sample| sample.moves.min(8) == moves);
            median(like.map(|sample| sample.rating)).max(1.0)
        })
        .collect();
    let by_trees = |sample: &Sample| predictor.sum(&sample.features);
    Outcome {
        trees: told(&by_trees),
        parts: [true, false].map(|mates| told_of(&|sample| sample.mates == mates, &by_trees)),
        constant: told(&|_| middle),
        length: told(&|sample| as_long[sample.moves.min(8)]),
        sizes: [learnt.len(), measured.len()],
        predictor,
    }
}

/// Mean errors by predicted rating, each puzzle predicted by trees that have not seen it.
fn bands(samples: &[&Sample], settings: &Settings) -> Vec<Band> {
    let mut pairs: Vec<(f32, f32)> = Vec::with_capacity(samples.len());
    for fold in 0..FOLDS {
        let is_in = |index: &usize| index % FOLDS == fold;
        let indices = 0..samples.len();
        let (inside, outside): (Vec<usize>, Vec<usize>) = indices.partition(is_in);
        let others: Vec<&Sample> = outside.iter().map(|index| samples[*index]).collect();
        let predictor = fit(&others, settings);
        let predicted = |index: &usize| {
            let sample = samples[*index];
            let rating = predictor.sum(&sample.features);
            (rating, (rating - sample.rating).abs())
        };
        pairs.extend(inside.iter().map(predicted));
    }
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    pairs
        .chunks(pairs.len().div_ceil(BANDS).max(1))
        .map(|chunk| Band {
            up_to: chunk.last().map_or(0.0, |pair| pair.0.round()),
            error: (chunk.iter().map(|pair| pair.1).sum::<f32>() / chunk.len() as f32).round(),
        })
        .collect()
}

fn median(numbers: impl Iterator<Item = f32>) -> f32 {
    let mut numbers: Vec<f32> = numbers.collect();
    numbers.sort_by(f32::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(0.0)
}
