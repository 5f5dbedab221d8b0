//! Each distinct position of games with the mean result of the games through it, as a diploma thesis proposed for games of masters.
//!
//! The mean becomes a value in centipawns by the logistic curve of the training, so that `train` learns it with `lambda = 1`. One
//! game in twenty is for measuring; its positions are a shard of their own, the last.

use std::{collections::HashMap, fs, sync::atomic::AtomicU64};

use anyhow::ensure;
use rand::{SeedableRng as _, seq::SliceRandom as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Color, EnPassantMode, Position as _, zobrist::Zobrist64};

use crate::{
    games,
    run::Run,
    sample::{SIZE, Sample},
};

/// Which games, and how means become values.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub seed: u64,
    /// No more games than this.
    pub most: usize,
    /// Centipawns that make the expected result 1 / (1 + 1/e): the `scale` of the training.
    pub scale: f32,
}

/// One game in so many is for measuring.
const MEASURED: usize = 20;
/// Means are kept this far from 0 and 1, whose values would be infinite.
const FLOOR: f32 = 0.003;

/// The positions of some games: what they are, White's half points, how many games.
#[derive(Default)]
struct Positions {
    places: HashMap<u64, usize>,
    all: Vec<(Sample, u32, u32)>,
}

impl Positions {
    fn add(&mut self, position: &Chess, result: u8) {
        let key = position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0;
        let place = *self.places.entry(key).or_insert_with(|| {
            self.all.push((Sample::new(position, 0, None), 0, 0));
            self.all.len() - 1
        });
        self.all[place].1 += u32::from(result);
        self.all[place].2 += 1;
    }

    /// The samples in an order by chance.
    fn samples(self, scale: f32, rng: &mut Xoshiro256PlusPlus) -> Vec<[u8; SIZE]> {
        let mut samples: Vec<[u8; SIZE]> = self
            .all
            .into_iter()
            .map(|(sample, points, games)| {
                let white = points as f32 / (2 * games) as f32;
                let value = value(
                    if sample.turn == Color::White {
                        white
                    } else {
                        1.0 - white
                    },
                    scale,
                );
                Sample { value, ..sample }.pack()
            })
            .collect();
        samples.shuffle(rng);
        samples
    }
}

/// The value whose expected result is this.
fn value(mean: f32, scale: f32) -> i16 {
    let mean = mean.clamp(FLOOR, 1.0 - FLOOR);
    (scale * (mean / (1.0 - mean)).ln()).round() as i16
}

/// Writes two shards, one to learn from and one to measure with.
pub fn means(config: &Config, paths: &[String], run: &Run) -> anyhow::Result<()> {
    let skipped = AtomicU64::new(0);
    let mut parts = [Positions::default(), Positions::default()];
    let mut read = 0;
    for played in games::read(paths, &skipped)?.take(config.most) {
        let part = &mut parts[usize::from(read % MEASURED == MEASURED - 1)];
        read += 1;
        let mut position = Chess::default();
        for m in &played.moves {
            position.play_unchecked(*m);
            part.add(&position, played.result);
        }
    }
    ensure!(
        parts.iter().all(|part| !part.all.is_empty()),
        "there are too few games"
    );
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(config.seed);
    let mut counts = Vec::new();
    for (name, part) in ["shard-0.bin", "shard-1.bin"].into_iter().zip(parts) {
        let games: u64 = part.all.iter().map(|(_, _, games)| u64::from(*games)).sum();
        let samples = part.samples(config.scale, &mut rng);
        counts.push(serde_json::json!({"distinct": samples.len(), "positions": games}));
        fs::write(run.file(name), samples.as_flattened())?;
    }
    let skipped = skipped.into_inner();
    run.log(serde_json::json!({"games": read, "skipped": skipped, "shards": counts}))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradient::sigmoid;

    #[test]
    fn means_are_kept_as_values() {
        for mean in [0.01, 0.5, 0.7, 0.99] {
            let back = sigmoid(f32::from(value(mean, 240.0)) / 240.0);
            assert!((back - mean).abs() < 0.002, "{mean} {back}");
        }
        let mut positions = Positions::default();
        for result in [2, 1, 0, 2] {
            positions.add(&Chess::default(), result);
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let samples = positions.samples(240.0, &mut rng);
        assert_eq!(samples.len(), 1);
        let sample = Sample::unpack(&samples[0]).unwrap();
        assert_eq!((sample.value, sample.result), (value(0.625, 240.0), None));
    }
}
