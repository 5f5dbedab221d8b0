//! Partitions become shards.
//!
//! | bytes of a shard | what |
//! |---|---|
//! | 8 | `SISSADAT` |
//! | 4, 8 | version 1, how many entries |
//! | 25, 1, 4, 2 | of an entry: position, whether training has it too, games, how many tuples follow |
//! | 2, 4 | of each of its tuples: place on the grid, games in which it came true |
//! | 4 | CRC-32 of everything before |

use std::{collections::BTreeMap, fs, path::Path};

use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use sissa_nn::Tuple;

use super::{Statistics, shard_path};
use sissa_trainer::checksum;

use crate::{Packed, TrainError};

const MAGIC: [u8; 8] = *b"SISSADAT";
const VERSION: u32 = 1;

/// A distinct position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position.
    pub packed: Packed,
    /// Of a validation position: whether training games went through it too.
    pub seen: bool,
    /// Games that went through it.
    pub games: u32,
    /// Places on the grid, rising, and the games in which the tuple came true.
    pub tuples: Vec<(u16, u32)>,
}

impl Entry {
    /// The share of games in which a tuple came true.
    pub fn share(&self, tuple: Tuple) -> f32 {
        let found = tuple.index().and_then(|index| {
            let index = u16::try_from(index).ok()?;
            let at = self
                .tuples
                .binary_search_by_key(&index, |(place, _)| *place);
            at.ok().map(|at| self.tuples[at].1)
        });
        found.unwrap_or(0) as f32 / self.games.max(1) as f32
    }
}

/// What a position saw in one game, for a partition.
pub(super) fn observe(
    bytes: &mut Vec<u8>,
    packed: &Packed,
    validation: bool,
    later: impl Iterator<Item = u16>,
) {
    bytes.push(u8::from(validation));
    bytes.extend(packed.0);
    let count = bytes.len();
    bytes.push(0);
    // White has at most 15 men to lose and 8 pawns to promote: the count fits.
    for index in later.take(255) {
        bytes.extend(index.to_le_bytes());
        bytes[count] += 1;
    }
}

/// Bytes of an observation before its tuples.
const HEAD: usize = 1 + Packed::SIZE + 1;

/// Sums a partition up and writes its two shards.
pub(super) fn sum_up(
    partition: &Path,
    folder: &Path,
    number: usize,
    seed: u64,
    statistics: &mut Statistics,
) -> Result<(), TrainError> {
    let bytes = fs::read(partition).map_err(TrainError::io(partition))?;
    let mut observations: Vec<&[u8]> = Vec::new();
    let mut rest = bytes.as_slice();
    while !rest.is_empty() {
        let length = rest
            .get(HEAD - 1)
            .map(|count| HEAD + 2 * usize::from(*count));
        let split = length.and_then(|length| rest.split_at_checked(length));
        let (observation, behind) =
            split.ok_or_else(|| TrainError::damaged(partition, "ends within a position"))?;
        observations.push(observation);
        rest = behind;
    }
    // Training sorts before validation, positions within.
    observations.sort_unstable_by_key(|observation| &observation[..HEAD - 1]);
    let mut shards: [Vec<Entry>; 2] = [Vec::new(), Vec::new()];
    for group in observations.chunk_by(|a, b| a[..HEAD - 1] == b[..HEAD - 1]) {
        let mut counts: BTreeMap<u16, u32> = BTreeMap::new();
        for observation in group {
            for index in observation[HEAD..].chunks_exact(2) {
                *counts
                    .entry(u16::from_le_bytes([index[0], index[1]]))
                    .or_default() += 1;
            }
        }
        let packed = Packed(
            group[0][1..HEAD - 1]
                .try_into()
                .expect("the size of a position"),
        );
        let validation = group[0][0] == 1;
        let entry = Entry {
            packed,
            seen: validation
                && shards[0]
                    .binary_search_by_key(&packed, |entry| entry.packed)
                    .is_ok(),
            games: u32::try_from(group.len()).unwrap_or(u32::MAX),
            tuples: counts.into_iter().collect(),
        };
        if !validation {
            for (index, count) in &entry.tuples {
                let share = f64::from(*count) / f64::from(entry.games);
                statistics.rates[usize::from(*index)] += share;
            }
        }
        statistics.seen_positions += u64::from(entry.seen);
        shards[usize::from(validation)].push(entry);
    }
    statistics.training_positions += shards[0].len() as u64;
    statistics.validation_positions += shards[1].len() as u64;
    for (validation, mut entries) in [false, true].into_iter().zip(shards) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ (number as u64) << 1);
        shuffle(&mut entries, &mut rng);
        write_shard(&shard_path(folder, validation, number), &entries)?;
    }
    Ok(())
}

/// Fisher and Yates.
pub(crate) fn shuffle<T>(items: &mut [T], rng: &mut Xoshiro256PlusPlus) {
    for last in (1..items.len()).rev() {
        items.swap(last, rng.random_range(0..=last));
    }
}

fn write_shard(path: &Path, entries: &[Entry]) -> Result<(), TrainError> {
    let mut bytes = Vec::with_capacity(24 + 64 * entries.len());
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((entries.len() as u64).to_le_bytes());
    for entry in entries {
        bytes.extend(entry.packed.0);
        bytes.push(u8::from(entry.seen));
        bytes.extend(entry.games.to_le_bytes());
        let count = u16::try_from(entry.tuples.len()).expect("the grid is small");
        bytes.extend(count.to_le_bytes());
        for (index, games) in &entry.tuples {
            bytes.extend(index.to_le_bytes());
            bytes.extend(games.to_le_bytes());
        }
    }
    checksum::close(&mut bytes);
    fs::write(path, bytes).map_err(TrainError::io(path))
}

/// Reads a shard.
pub fn read_shard(path: &Path) -> Result<Vec<Entry>, TrainError> {
    let bytes = fs::read(path).map_err(TrainError::io(path))?;
    let damaged = |reason: &str| TrainError::damaged(path, reason);
    let body = checksum::open(&bytes, &MAGIC).map_err(damaged)?;
    parse(&body[8..]).ok_or_else(|| damaged("of another version"))
}

fn parse(bytes: &[u8]) -> Option<Vec<Entry>> {
    let mut rest = bytes;
    fn take<'a>(rest: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
        let (taken, behind) = rest.split_at_checked(length)?;
        *rest = behind;
        Some(taken)
    }
    let version = u32::from_le_bytes(take(&mut rest, 4)?.try_into().ok()?);
    let count = u64::from_le_bytes(take(&mut rest, 8)?.try_into().ok()?);
    if version != VERSION {
        return None;
    }
    let mut entries = Vec::new();
    for _ in 0..count {
        let packed = Packed(take(&mut rest, Packed::SIZE)?.try_into().ok()?);
        let seen = take(&mut rest, 1)?[0] == 1;
        let games = u32::from_le_bytes(take(&mut rest, 4)?.try_into().ok()?);
        let count = u16::from_le_bytes(take(&mut rest, 2)?.try_into().ok()?);
        let tuples = take(&mut rest, 6 * usize::from(count))?
            .chunks_exact(6)
            .map(|bytes| {
                let index = u16::from_le_bytes([bytes[0], bytes[1]]);
                (
                    index,
                    u32::from_le_bytes([bytes[2], bytes[3], bytes[4], bytes[5]]),
                )
            })
            .collect();
        entries.push(Entry {
            packed,
            seen,
            games,
            tuples,
        });
    }
    rest.is_empty().then_some(entries)
}
