//! Real games of rated people, from a file of games or a folder of imported ones.

use std::{hash::BuildHasher as _, path::Path};

use rustc_hash::{FxBuildHasher, FxHashMap};
use shakmaty::{Chess, Move, Position as _};
use sissa::Course;
use sissa_games::{
    Folder, GameRow, ImportOptions, Source, WideColumns, decode_move, import, split_hash,
};
use sissa_nn::human::{Pace, Player, Site};

use crate::LabError;

/// A game, and who played it.
#[derive(Clone, Debug, PartialEq)]
pub struct RealGame {
    /// White and Black.
    pub players: [Player; 2],
    /// Hashes of their names; 0 where nobody is named.
    pub names: [u64; 2],
    /// The moves, encoded as in imported games.
    pub moves: Vec<u16>,
}

impl RealGame {
    /// Whether training with `validation_share` keeps it out.
    pub fn held_out(&self, validation_share: u64) -> bool {
        split_hash(&self.moves).is_multiple_of(validation_share)
    }

    /// The moves, as far as they are legal.
    pub fn replay(&self) -> Vec<Move> {
        let mut position = Chess::default();
        let mut moves = Vec::with_capacity(self.moves.len());
        for number in &self.moves {
            let Some(played) = decode_move(&position, *number) else {
                break;
            };
            position.play_unchecked(played);
            moves.push(played);
        }
        moves
    }
}

/// A key that puts games into an order by chance, another one for each seed, from the hash of their moves.
pub fn shuffled(hash: u64, seed: u64) -> u64 {
    let mixed = (hash ^ seed).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ mixed >> 29
}

/// Of one person at most so many games: some files are half of them one person's.
const OF_ONE: usize = 3;

/// Games in an order by chance, as files of games are sorted by players, sites and dates, and of one person only a few.
pub fn of_many(mut games: Vec<&RealGame>, seed: u64) -> Vec<&RealGame> {
    games.sort_by_cached_key(|game| shuffled(split_hash(&game.moves), seed));
    let mut taken: FxHashMap<u64, usize> = FxHashMap::default();
    games.retain(|game| {
        let named = || game.names.iter().filter(|name| **name != 0);
        let few = named().all(|name| taken.get(name).is_none_or(|count| *count < OF_ONE));
        if few {
            for name in named() {
                *taken.entry(*name).or_default() += 1;
            }
        }
        few
    });
    games
}

/// A folder of imported games, or a file of games imported into a folder that goes with the second value.
fn folder(path: &Path) -> Result<(Folder, Option<tempfile::TempDir>), LabError> {
    if path.is_dir() {
        return Ok((Folder::open(path)?, None));
    }
    let room = tempfile::tempdir().map_err(|error| LabError::Io {
        what: "a folder for temporary files".to_owned(),
        error,
    })?;
    let sources = vec![Source::from_path(path)?];
    import(sources, room.path(), &ImportOptions::default(), &|_| true)?;
    Ok((Folder::open(room.path())?, Some(room)))
}

/// Calls with each game that began from the starting position, whoever played it.
pub fn courses(path: &Path, call: &mut dyn FnMut(Course)) -> Result<(), LabError> {
    let (folder, _room) = folder(path)?;
    for piece in folder.pieces() {
        folder.read(piece, Course::COLUMNS, &mut |row| {
            if row.start_fen().is_none() {
                call(Course::of(row));
            }
            true
        })?;
    }
    Ok(())
}

/// The games that began from the starting position and whose players both have a rating.
pub fn read(path: &Path) -> Result<Vec<RealGame>, LabError> {
    let (folder, _room) = folder(path)?;
    let wanted = WideColumns {
        moves: true,
        ..WideColumns::default()
    };
    let mut games = Vec::new();
    for piece in folder.pieces() {
        folder.read(piece, wanted, &mut |row| {
            if let Some(players) = players(row).filter(|_| row.start_fen().is_none()) {
                games.push(RealGame {
                    players,
                    names: [row.white(), row.black()].map(named),
                    moves: row.moves().collect(),
                });
            }
            true
        })?;
    }
    Ok(games)
}

/// The hash of a name; PGN writes `?` for nobody.
fn named(name: Option<&str>) -> u64 {
    let known = name.filter(|name| !matches!(name.trim(), "" | "?"));
    known.map_or(0, |name| FxBuildHasher.hash_one(name))
}

/// The players of a game, where both have a rating.
fn players(row: GameRow<'_>) -> Option<[Player; 2]> {
    let words = [Some(row.source()), row.site(), row.event()];
    let words: Vec<&str> = words.into_iter().flatten().collect();
    let site = Site::named_in(&words.join(" "));
    let pace = row.time_class().map_or(Pace::Unknown, sissa_generate::pace);
    let [white, black] = row.elo();
    let player = |rating: u16| Player {
        rating: Some(rating),
        site,
        pace,
    };
    Some([player(white?), player(black?)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_has_more_than_a_few_games() {
        let game = |number: u16, names| RealGame {
            players: [Player::rated(1500); 2],
            names,
            moves: vec![number],
        };
        let one = named(Some("One"));
        let mut games: Vec<RealGame> = (0..10).map(|number| game(number, [one, 0])).collect();
        games.extend((10..20).map(|number| game(number, [named(Some("?")), named(None)])));
        let kept = of_many(games.iter().collect(), 1);
        let his = kept.iter().filter(|game| game.names[0] == one).count();
        assert_eq!((his, kept.len()), (OF_ONE, OF_ONE + 10));
    }
}
