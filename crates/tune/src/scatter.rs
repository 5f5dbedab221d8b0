//! Positions around those of other shards, judged by the handcrafted evaluation alone.
//!
//! A network that is to replace an evaluation must first know what it knows, also where a search goes
//! and games do not: with men hanging, a queen up, kings in the open. Such positions cost nothing: a few
//! moves by chance, every other one a capture, lead to them, and no search is needed to copy a formula.

use std::path::PathBuf;

use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Position as _};
use sissa_engine::eval::{Handcrafted, Weights};
use sissa_trainer::write_whole;

use crate::{
    run::Run,
    sample::{SIZE, Sample},
    train::load,
};

/// A run of scattering.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub seed: u64,
    /// Positions made of each.
    pub copies: usize,
    /// Most moves by chance.
    pub furthest: usize,
}

/// Makes a shard of every shard.
pub fn scatter(config: &Config, shards: &[PathBuf], run: &Run) -> anyhow::Result<()> {
    let evaluator = Handcrafted::new(Weights::tuned());
    let mut total = 0;
    for (index, shard) in (0u64..).zip(shards) {
        let path = run.file(&format!("shard-{index:05}.bin"));
        if path.exists() {
            continue;
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(
            config.seed ^ index.wrapping_mul(0x9E37_79B9_7F4A_7C15),
        );
        let mut bytes: Vec<u8> = Vec::new();
        for packed in load(std::slice::from_ref(shard))? {
            let Some(position) = Sample::unpack(&packed).and_then(|sample| sample.position())
            else {
                continue;
            };
            for _ in 0..config.copies {
                let mut position = position.clone();
                wander(&mut position, config.furthest, &mut rng);
                if position.is_check() {
                    continue;
                }
                let white = evaluator.white(position.board(), position.turn());
                let value = position.turn().fold_wb(white, -white).clamp(-3000, 3000);
                bytes.extend(Sample::new(&position, value as i16, None).pack());
            }
        }
        total += bytes.len() / SIZE;
        write_whole(&path, &bytes)?;
        run.log(serde_json::json!({"shard": index, "of": shards.len(), "positions": total}))?;
    }
    Ok(())
}

fn wander(position: &mut Chess, furthest: usize, rng: &mut Xoshiro256PlusPlus) {
    for _ in 0..rng.random_range(0..=furthest) {
        let mut moves = position.legal_moves();
        if rng.random_bool(0.5) && moves.iter().any(|m| m.is_capture()) {
            moves.retain(|m| m.is_capture());
        }
        if moves.is_empty() {
            return;
        }
        position.play_unchecked(moves[rng.random_range(0..moves.len())]);
    }
}

#[cfg(test)]
mod tests {
    use sissa_engine::Evaluation;

    use super::*;

    #[test]
    fn scattered_positions_repeat_and_are_judged_by_the_formula() {
        let folder = tempfile::tempdir().unwrap();
        let shard = folder.path().join("shard.bin");
        write_whole(&shard, &Sample::new(&Chess::default(), 12, Some(1)).pack()).unwrap();
        let config = Config {
            seed: 3,
            copies: 200,
            furthest: 4,
        };
        let made = |name: &str| {
            let run = Run::begin(&folder.path().join(name), &config).unwrap();
            scatter(&config, std::slice::from_ref(&shard), &run).unwrap();
            load(&[run.file("shard-00000.bin")]).unwrap()
        };
        let (first, second) = (made("first"), made("second"));
        assert_eq!(first, second);
        assert!(first.len() > 150, "{}", first.len());
        let mut different = std::collections::BTreeSet::new();
        for packed in &first {
            let sample = Sample::unpack(packed).unwrap();
            let position = sample.position().unwrap();
            assert_eq!(sample.result, None);
            let value = Evaluation::handcrafted().of(&position);
            assert_eq!(i32::from(sample.value), value);
            different.insert(packed);
        }
        assert!(different.len() > 100, "{}", different.len());
    }
}
