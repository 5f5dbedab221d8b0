//! How long wishes take when both sides work for them.
//!
//! People seldom trade all their rooks and keep all their pawns: of the 486 tuples many hardly occur in
//! their games, and those that do say little about the quickest way. Here the direct style plays from
//! ordinary and from random positions to tuples of the whole grid, straight ahead; every position on the
//! way, with how many half-moves were still to come, is an entry. A network that learns the *discounted*
//! share (1 where the wish is true, times a factor for each half-move until then, 0 where it cannot
//! come true) knows which of two positions is nearer.
//!
//! | bytes of a shard | what |
//! |---|---|
//! | 8 | `SISSACOP` |
//! | 4, 8 | version 1, how many entries |
//! | 25, 2, 1 | of an entry: position, place of the tuple on the grid, half-moves or 255 for never |
//! | 4 | CRC-32 of everything before |

use std::{
    fs::{self, File},
    io::{BufWriter, Write as _},
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use shakmaty::{Chess, Color, Position as _};
use sissa_constraint::Constraint;
use sissa_generate::{Options as Generation, Style, Task};
use sissa_nn::{Placement, THESIS, Tuple};
use sissa_parallel::in_order;

use sissa_trainer::checksum;

use crate::{
    Packed, Sample, TrainError,
    dataset::{Statistics, shard_path},
};

const MAGIC: [u8; 8] = *b"SISSACOP";
const VERSION: u32 = 1;
const SIZE: usize = Packed::SIZE + 3;
const NEVER: u8 = 255;

/// How to make the games.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many.
    pub games: u64,
    /// The seed of all randomness.
    pub seed: u64,
    /// What a half-move multiplies the target by.
    pub discount: f32,
    /// One game in so many is for validation.
    pub validation_share: u64,
    /// Shards.
    pub partitions: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            games: 100_000,
            seed: 0,
            discount: 0.95,
            validation_share: 20,
            partitions: 16,
        }
    }
}

/// A position, a wish and how long it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position.
    pub packed: Packed,
    /// The tuple's place on the grid.
    pub tuple: u16,
    /// Half-moves until it came true; `None` where it cannot.
    pub plies: Option<u8>,
}

impl Entry {
    /// The tuple.
    pub fn tuple(&self) -> Tuple {
        Tuple::from_index(usize::from(self.tuple)).unwrap_or(THESIS[0])
    }

    /// What a network learns from it.
    pub fn sample(&self, discount: f32) -> Sample {
        Sample {
            question: self.packed.question(self.tuple()),
            target: self
                .plies
                .map_or(0.0, |plies| discount.powi(i32::from(plies))),
            weight: 1.0,
        }
    }
}

/// Plays the games and writes the shards. `progress` is told how many are done, and ends the work by
/// saying false.
pub fn build(
    folder: &Path,
    options: &Options,
    threads: usize,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Option<Statistics>, TrainError> {
    fs::create_dir_all(folder).map_err(TrainError::io(folder))?;
    let mut statistics = Statistics {
        rates: vec![0.0; Tuple::GRID],
        partitions: options.partitions,
        seed: options.seed,
        discount: Some(options.discount),
        ..Statistics::default()
    };
    let raw = |path: PathBuf| path.with_extension("part");
    let mut writers = Vec::new();
    for validation in [false, true] {
        for number in 0..options.partitions {
            let path = raw(shard_path(folder, validation, number));
            let file = File::create(&path).map_err(TrainError::io(&path))?;
            writers.push(BufWriter::new(file));
        }
    }
    let mut met = vec![0_u64; Tuple::GRID];
    let (mut failure, mut stopped) = (None, false);
    let make = |index| play(options.seed, index);
    in_order(0..options.games, threads, make, |index, entries| {
        let validation = index.is_multiple_of(options.validation_share.max(2));
        statistics.games += 1;
        statistics.validation_games += u64::from(validation);
        statistics.unreadable += u64::from(entries.is_empty());
        statistics.occurrences += entries.len() as u64;
        for entry in &entries {
            let hash = entry.packed.hash() ^ u64::from(entry.tuple).wrapping_mul(0x9e37_79b9);
            let number = (hash >> 32) as usize % options.partitions;
            let writer = &mut writers[number + usize::from(validation) * options.partitions];
            if let Err(error) = writer.write_all(&pack(entry)) {
                failure = Some((shard_path(folder, validation, number), error));
                return ControlFlow::Break(());
            }
            if validation {
                statistics.validation_positions += 1;
            } else {
                statistics.training_positions += 1;
                met[usize::from(entry.tuple)] += 1;
                let target = entry.sample(options.discount).target;
                statistics.rates[usize::from(entry.tuple)] += f64::from(target);
            }
        }
        if (index + 1).is_multiple_of(1000) && !progress(index + 1) {
            stopped = true;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    if let Some((path, error)) = failure {
        return Err(TrainError::io(&path)(error));
    }
    if stopped {
        return Ok(None);
    }
    for (at, mut writer) in writers.into_iter().enumerate() {
        let validation = at >= options.partitions;
        let path = shard_path(folder, validation, at % options.partitions);
        let part = raw(path.clone());
        writer.flush().map_err(TrainError::io(&part))?;
        finish(&part, &path)?;
    }
    for (rate, met) in statistics.rates.iter_mut().zip(met) {
        *rate /= met.max(1) as f64;
    }
    statistics.write(folder)?;
    Ok(Some(statistics))
}

fn pack(entry: &Entry) -> [u8; SIZE] {
    let mut bytes = [0; SIZE];
    bytes[..Packed::SIZE].copy_from_slice(&entry.packed.0);
    bytes[Packed::SIZE..SIZE - 1].copy_from_slice(&entry.tuple.to_le_bytes());
    bytes[SIZE - 1] = entry.plies.unwrap_or(NEVER);
    bytes
}

/// Puts head and checksum around entries.
fn finish(part: &Path, path: &Path) -> Result<(), TrainError> {
    let entries = fs::read(part).map_err(TrainError::io(part))?;
    let mut bytes = Vec::with_capacity(entries.len() + 24);
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(((entries.len() / SIZE) as u64).to_le_bytes());
    bytes.extend(entries);
    checksum::close(&mut bytes);
    fs::write(path, bytes).map_err(TrainError::io(path))?;
    fs::remove_file(part).map_err(TrainError::io(part))
}

/// Reads a shard.
pub fn read_shard(path: &Path) -> Result<Vec<Entry>, TrainError> {
    let bytes = fs::read(path).map_err(TrainError::io(path))?;
    let damaged = |reason: &str| TrainError::damaged(path, reason);
    let body = checksum::open(&bytes, &MAGIC).map_err(damaged)?;
    if body.get(8..12) != Some(&VERSION.to_le_bytes()) {
        return Err(damaged("of another version"));
    }
    let entry = |bytes: &[u8]| Entry {
        packed: Packed(bytes[..Packed::SIZE].try_into().expect("its size")),
        tuple: u16::from_le_bytes([bytes[SIZE - 3], bytes[SIZE - 2]]),
        plies: (bytes[SIZE - 1] != NEVER).then_some(bytes[SIZE - 1]),
    };
    Ok(body[20.min(body.len())..]
        .chunks_exact(SIZE)
        .map(entry)
        .collect())
}

/// One game, or several that follow each other.
fn play(seed: u64, index: u64) -> Vec<Entry> {
    let mixed = seed.wrapping_mul(0xd1b5_4a32_d192_ed03) ^ index;
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(mixed);
    let side = Color::from_white(rng.random_range(0..4) > 0);
    let mut entries = Vec::new();
    let mut position = Chess::default();
    if rng.random_range(0..2) == 0 {
        for _ in 0..rng.random_range(1..50) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[rng.random_range(0..moves.len())]);
        }
    }
    while let Some(end) = reach(&position, side, rng, &mut entries) {
        position = end;
        if rng.random_range(0..2) == 0 {
            break;
        }
    }
    entries
}

/// From a position to a tuple within reach; the position that has it.
fn reach(
    start: &Chess,
    side: Color,
    rng: &mut Xoshiro256PlusPlus,
    entries: &mut Vec<Entry>,
) -> Option<Chess> {
    let have = Tuple::of(start.board(), side);
    let tuple = choose(have, rng);
    let place = u16::try_from(tuple.index()?).ok()?;
    let [q, r, b, n, p] = tuple.0;
    let constraint: Constraint = format!("{side} ({q},{r},{b},{n},{p})").parse().ok()?;
    let options = Generation {
        start: start.clone(),
        max_plies: 200,
        nodes: 100_000,
        style: Style::Hurried,
        ..Generation::default()
    };
    let task = Task::new(&constraint, options).ok()?;
    let found = task.generate(rng.random(), 0, &|| false).ok()?;
    let mut position = start.clone();
    let mut line = vec![position.clone()];
    for m in found.moves {
        if Tuple::of(position.board(), side) == tuple {
            break;
        }
        position.play_unchecked(m);
        line.push(position.clone());
    }
    let pack = |position: &Chess| {
        let placement = Placement::of(position.board(), side);
        Packed::new(&placement, position.turn() == side)
    };
    for (ply, position) in line.iter().enumerate() {
        let plies = u8::try_from(line.len() - 1 - ply).unwrap_or(NEVER - 1);
        entries.push(Entry {
            packed: pack(position),
            tuple: place,
            plies: Some(plies.min(NEVER - 1)),
        });
    }
    // What is gone does not come back: somewhere on the line, a tuple that cannot come true any more.
    let at = &line[rng.random_range(0..line.len())];
    if let Some(lost) = beyond_reach(Tuple::of(at.board(), side), rng) {
        entries.push(Entry {
            packed: pack(at),
            tuple: u16::try_from(lost.index()?).ok()?,
            plies: None,
        });
    }
    Some(position)
}

/// A tuple of no more men than there are: any, one nearby, or one of the thesis'.
fn choose(have: Tuple, rng: &mut Xoshiro256PlusPlus) -> Tuple {
    let most = [1, 2, 2, 2, 8];
    let within = |counts: [u8; 5]| counts.iter().zip(have.0).all(|(want, have)| *want <= have);
    match rng.random_range(0..3) {
        0 => {
            let tuple = THESIS[rng.random_range(0..THESIS.len())];
            if within(tuple.0) {
                return tuple;
            }
        }
        1 => {
            return Tuple(std::array::from_fn(|kind| {
                rng.random_range(0..=have.0[kind].min(most[kind]))
            }));
        }
        _ => {}
    }
    let mut counts: [u8; 5] = std::array::from_fn(|kind| have.0[kind].min(most[kind]));
    for _ in 0..rng.random_range(1..=3) {
        let kind = rng.random_range(0..5);
        counts[kind] = counts[kind].saturating_sub(1);
    }
    Tuple(counts)
}

/// A tuple that no promotion can bring about.
fn beyond_reach(have: Tuple, rng: &mut Xoshiro256PlusPlus) -> Option<Tuple> {
    let mut want = choose(have, rng).0;
    let most = [1, 2, 2, 2, 8];
    let short: Vec<usize> = (0..5).filter(|kind| have.0[*kind] < most[*kind]).collect();
    if short.is_empty() {
        return None;
    }
    let kind = short[rng.random_range(0..short.len())];
    want[kind] = rng.random_range(have.0[kind] + 1..=most[kind]);
    // Pawns never come back; other men only for pawns.
    let missing: u8 = (0..4)
        .map(|kind| want[kind].saturating_sub(have.0[kind]))
        .sum();
    let spare = have.0[4].checked_sub(want[4]);
    spare
        .is_none_or(|spare| spare < missing)
        .then_some(Tuple(want))
}
