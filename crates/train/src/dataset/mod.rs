//! The thesis' dataset (its 4.5.1), for any number of games in constant memory.
//!
//! For every distinct position: through how many games it went, and in how many of them each tuple
//! of the grid was White's at that position or later. One pass over the games writes what each
//! position saw into partitions by a hash of the position; each partition then fits in memory, is
//! sorted, summed up, shuffled and written as a shard. A partition by hash is a random sample, so
//! shards in any order are a shuffle of the whole.
//!
//! Games, not positions, are split: a game is in validation if the hash of its moves says so, which
//! also keeps copies of a game together. A position may lie in games of both kinds; a validation
//! position knows whether it does.

mod label;
mod shard;

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write as _},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use sissa_games::{Folder, GameRow, WideColumns};
use sissa_nn::{THESIS, Tuple};

use crate::TrainError;
pub use label::label;
pub(crate) use shard::shuffle;
pub use shard::{Entry, read_shard};
pub use sissa_games::split_hash;

/// How to build.
#[derive(Clone, Debug)]
pub struct Options {
    /// One game in so many is for validation.
    pub validation_share: u64,
    /// Partitions; more need less memory and more open files.
    pub partitions: usize,
    /// For the order within shards.
    pub seed: u64,
    /// No more games than this.
    pub games: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            validation_share: 20,
            partitions: 64,
            seed: 0,
            games: u64::MAX,
        }
    }
}

/// What is in a dataset; `statistics.json` beside the shards.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Statistics {
    /// Games read, and those that could not be replayed.
    pub games: u64,
    pub unreadable: u64,
    /// Games for validation.
    pub validation_games: u64,
    /// Positions of all games.
    pub occurrences: u64,
    /// Distinct positions for training and validation, and those of validation that training has too.
    pub training_positions: u64,
    pub validation_positions: u64,
    pub seen_positions: u64,
    /// Mean over the training positions of the share of games in which each tuple came true, by the
    /// tuple's place on the grid.
    pub rates: Vec<f64>,
    pub partitions: usize,
    pub seed: u64,
    /// Of cooperative games: what a half-move multiplies the target by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discount: Option<f32>,
}

impl Statistics {
    /// Tuples that came true at all.
    pub fn occurring(&self) -> usize {
        self.rates.iter().filter(|rate| **rate > 0.0).count()
    }

    /// The figures for people.
    pub fn table(&self) -> String {
        let mut text = format!(
            "games                 {:>12}  ({} for validation, {} unreadable)\n\
             positions of games    {:>12}\n\
             distinct, training    {:>12}\n\
             distinct, validation  {:>12}  ({} of them also in training)\n\
             distinct in all       {:>12}  (the thesis: 9803755)\n\
             tuples that occur     {:>12}  of {}\n\n\
             tuple         mean share of games\n",
            self.games,
            self.validation_games,
            self.unreadable,
            self.occurrences,
            self.training_positions,
            self.validation_positions,
            self.seen_positions,
            self.training_positions + self.validation_positions - self.seen_positions,
            self.occurring(),
            Tuple::GRID,
        );
        for tuple in THESIS {
            let rate = tuple.index().and_then(|index| self.rates.get(index));
            text += &format!("{tuple}   {:.5}\n", rate.copied().unwrap_or(0.0));
        }
        text
    }

    /// Writes them beside the shards.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), TrainError> {
        let path = folder.join("statistics.json");
        let text = serde_json::to_string_pretty(self).expect("numbers are JSON");
        fs::write(&path, text + "\n").map_err(TrainError::io(&path))
    }

    /// Reads those of a dataset.
    pub fn read(folder: &Path) -> Result<Statistics, TrainError> {
        let path = folder.join("statistics.json");
        let text = fs::read_to_string(&path).map_err(TrainError::io(&path))?;
        serde_json::from_str(&text).map_err(|error| TrainError::damaged(&path, error.to_string()))
    }
}

/// The file of a shard.
pub fn shard_path(folder: &Path, validation: bool, number: usize) -> PathBuf {
    let kind = if validation { "validation" } else { "training" };
    folder.join(format!("{kind}-{number:03}.shard"))
}

/// Writes the positions of a game to their partitions; an error names the partition.
fn note(
    row: GameRow<'_>,
    options: &Options,
    statistics: &mut Statistics,
    writers: &mut [BufWriter<File>],
) -> Result<(), (usize, io::Error)> {
    statistics.games += 1;
    let moves: Vec<u16> = row.moves().collect();
    let validation = split_hash(&moves).is_multiple_of(options.validation_share.max(1));
    // Games from elsewhere are no games of the thesis.
    let labelled = if row.start_fen().is_some() {
        None
    } else {
        label(&moves)
    };
    let Some(labelled) = labelled else {
        statistics.unreadable += 1;
        return Ok(());
    };
    statistics.validation_games += u64::from(validation);
    statistics.occurrences += labelled.positions.len() as u64;
    let mut bytes = Vec::new();
    for (ply, packed) in labelled.positions.iter().enumerate() {
        let number = (packed.hash() >> 32) as usize % options.partitions;
        bytes.clear();
        shard::observe(&mut bytes, packed, validation, labelled.later(ply));
        let written = writers[number].write_all(&bytes);
        written.map_err(|error| (number, error))?;
    }
    Ok(())
}

/// Builds a dataset from imported games. `progress` is told the games read, or the partitions summed
/// up, and how many there are, and ends the work by saying false.
pub fn build(
    games: &Folder,
    folder: &Path,
    options: &Options,
    progress: &mut dyn FnMut(&str, u64, u64) -> bool,
) -> Result<Option<Statistics>, TrainError> {
    fs::create_dir_all(folder).map_err(TrainError::io(folder))?;
    let partition = |number: usize| folder.join(format!(".partition-{number:03}"));
    let mut statistics = Statistics {
        rates: vec![0.0; Tuple::GRID],
        partitions: options.partitions,
        seed: options.seed,
        ..Statistics::default()
    };
    let mut writers = Vec::new();
    for number in 0..options.partitions {
        let path = partition(number);
        let file = File::create(&path).map_err(TrainError::io(&path))?;
        writers.push(BufWriter::with_capacity(1 << 16, file));
    }
    let total = games.rows().min(options.games);
    let wanted = WideColumns {
        moves: true,
        ..WideColumns::default()
    };
    let mut failure = None;
    for piece in games.pieces() {
        games.read(piece, wanted, &mut |row| {
            if statistics.games >= options.games {
                return false;
            }
            let noted = note(row, options, &mut statistics, &mut writers);
            failure = noted.err();
            failure.is_none()
        })?;
        if let Some((number, error)) = failure.take() {
            return Err(TrainError::io(&partition(number))(error));
        }
        if !progress("games", statistics.games, total) {
            return Ok(None);
        }
    }
    for (number, mut writer) in writers.into_iter().enumerate() {
        writer.flush().map_err(TrainError::io(&partition(number)))?;
    }
    for number in 0..options.partitions {
        let path = partition(number);
        shard::sum_up(&path, folder, number, options.seed, &mut statistics)?;
        fs::remove_file(&path).map_err(TrainError::io(&path))?;
        if !progress("partitions", number as u64 + 1, options.partitions as u64) {
            return Ok(None);
        }
    }
    for rate in &mut statistics.rates {
        *rate /= statistics.training_positions.max(1) as f64;
    }
    statistics.write(folder)?;
    Ok(Some(statistics))
}
