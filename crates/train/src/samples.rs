//! An endless stream of samples from the training shards.
//!
//! Where the stream is, is three numbers; the rest follows from the seed. So a run that is taken up
//! sees what it would have seen.

use std::path::PathBuf;

use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use sissa_nn::{Question, Tuple};

use crate::{
    Config, TrainError, Tuples, Weighting, cooperative,
    dataset::{Entry, Statistics, read_shard, shard_path, shuffle},
};

/// A question, and the truth about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// A position and what is wished for.
    pub question: Question,
    /// The share of games in which it came true, or a discount for how long that takes.
    pub target: f32,
    /// How much it counts.
    pub weight: f32,
}

/// The stream.
#[derive(Debug)]
pub struct Samples {
    folder: PathBuf,
    shards: usize,
    tuples: Vec<Tuple>,
    /// Whether tuples that came true are drawn more often than they are met, and count less.
    balanced: bool,
    per_position: usize,
    thin: u32,
    weighting: Weighting,
    seed: u64,
    /// The discount of a half-move, where the dataset is of cooperative games.
    discount: Option<f32>,
    /// Times the whole dataset was seen, shards of this time, entries of this shard.
    place: [u64; 3],
    shard: Shard,
}

/// What is read at a time.
#[derive(Debug)]
enum Shard {
    Games(Vec<Entry>),
    Cooperative(Vec<cooperative::Entry>),
}

impl Samples {
    /// The stream of a run, from a place on: `[0; 3]` is the beginning.
    pub fn open(config: &Config, place: [u64; 3]) -> Result<Samples, TrainError> {
        let statistics = Statistics::read(&config.data)?;
        if statistics.training_positions == 0 {
            return Err(TrainError::damaged(
                &config.data,
                "has no positions to train on",
            ));
        }
        let mut samples = Samples {
            folder: config.data.clone(),
            shards: statistics.partitions,
            tuples: config.tuples.list(),
            balanced: config.tuples == Tuples::All,
            per_position: config.tuples_per_position,
            thin: config.thin,
            weighting: config.weighting,
            seed: config.seed,
            discount: statistics.discount,
            place,
            shard: Shard::Games(Vec::new()),
        };
        samples.load()?;
        Ok(samples)
    }

    /// What a half-move multiplies targets by, in cooperative games.
    pub fn discount(&self) -> Option<f32> {
        self.discount
    }

    /// Where the stream is.
    pub fn place(&self) -> [u64; 3] {
        self.place
    }

    fn load(&mut self) -> Result<(), TrainError> {
        let [epoch, at, _] = self.place;
        let mut order: Vec<usize> = (0..self.shards).collect();
        shuffle(&mut order, &mut generator(self.seed, epoch, u64::MAX));
        let shard = order[usize::try_from(at).unwrap_or(0) % self.shards.max(1)];
        let path = shard_path(&self.folder, false, shard);
        let mut rng = generator(self.seed, epoch, at);
        self.shard = if self.discount.is_some() {
            let mut entries = cooperative::read_shard(&path)?;
            entries.retain(|entry| self.tuples.contains(&entry.tuple()));
            shuffle(&mut entries, &mut rng);
            Shard::Cooperative(entries)
        } else {
            let mut entries = read_shard(&path)?;
            shuffle(&mut entries, &mut rng);
            Shard::Games(entries)
        };
        Ok(())
    }

    /// The samples of a step.
    pub fn batch(&mut self, step: u64, size: usize) -> Result<Vec<Sample>, TrainError> {
        let mut rng = generator(self.seed, step, u64::MAX - 1);
        let mut samples = Vec::with_capacity(size);
        let begun = self.place[0];
        while samples.len() < size {
            let at = usize::try_from(self.place[2]).unwrap_or(usize::MAX);
            let more = match &self.shard {
                Shard::Games(entries) => entries
                    .get(at)
                    .map(|entry| self.draw(entry, &mut rng, &mut samples)),
                Shard::Cooperative(entries) => entries
                    .get(at)
                    .map(|entry| samples.push(entry.sample(self.discount.unwrap_or(1.0)))),
            };
            if more.is_some() {
                self.place[2] += 1;
                continue;
            }
            self.place[1] += 1;
            self.place[2] = 0;
            if self.place[1] == self.shards as u64 {
                self.place = [self.place[0] + 1, 0, 0];
            }
            if samples.is_empty() && self.place[0] > begun + 1 {
                let reason = "has no positions of these tuples to train on";
                return Err(TrainError::damaged(&self.folder, reason));
            }
            self.load()?;
        }
        Ok(samples)
    }

    /// A position of the thesis' dataset with a few of its tuples.
    fn draw(&self, entry: &Entry, rng: &mut Xoshiro256PlusPlus, samples: &mut Vec<Sample>) {
        let mut weight = self.weighting.weight(entry.games);
        // Positions from which nothing came true are most of all, and easy: fewer, which count more.
        if self.thin > 1 && !self.balanced {
            let dead = self.tuples.iter().all(|tuple| entry.share(*tuple) == 0.0);
            if dead && rng.random_range(0..self.thin) > 0 {
                return;
            }
            weight *= if dead { self.thin as f32 } else { 1.0 };
        }
        let all = self.tuples.len();
        for _ in 0..self.per_position {
            let (mut tuple, mut weight) = (self.tuples[rng.random_range(0..all)], weight);
            if self.balanced {
                let true_ones = entry.tuples.len();
                if true_ones > 0 && rng.random_range(0..2) == 0 {
                    let place = entry.tuples[rng.random_range(0..true_ones)].0;
                    tuple = Tuple::from_index(usize::from(place)).unwrap_or(tuple);
                }
                // Each counts by how often it is met against how often it is drawn.
                let met = 1.0 / all as f32;
                let drawn = match (true_ones, entry.share(tuple) > 0.0) {
                    (0, _) => met,
                    (many, true) => 0.5 * met + 0.5 / many as f32,
                    (_, false) => 0.5 * met,
                };
                weight *= met / drawn;
            }
            samples.push(Sample {
                question: entry.packed.question(tuple),
                target: entry.share(tuple),
                weight,
            });
        }
    }
}

fn generator(seed: u64, a: u64, b: u64) -> Xoshiro256PlusPlus {
    let mixed = seed
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add(a.wrapping_mul(0xd1b5_4a32_d192_ed03))
        .rotate_left(23)
        ^ b.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    Xoshiro256PlusPlus::seed_from_u64(mixed)
}
