//! Games that a folder has more than once.
//!
//! Collections overlap, and names are spelt differently in each: `Gormally, Daniel` and `Gormally,D`. Two
//! games are taken for one if start, moves and result are the same and the first words of the players'
//! names are, where they have names. The first in the order of the folder stays.

use std::{
    hash::{Hash as _, Hasher as _},
    ops::ControlFlow,
};

use rustc_hash::{FxHashSet, FxHasher};
use sissa_parallel::in_order_from;

use crate::{Folder, GameRow, GamesError, WideColumns, split_hash};

/// Rows that are copies of earlier ones, by the number of the piece.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Duplicates(Vec<FxHashSet<u32>>);

impl Duplicates {
    /// Looks at all games: eight bytes of memory and a little for each.
    pub(crate) fn find(folder: &Folder, threads: usize) -> Result<Duplicates, GamesError> {
        let mut seen: FxHashSet<u64> = FxHashSet::default();
        let mut copies = Vec::new();
        let mut failure = None;
        in_order_from(
            folder.pieces().into_iter(),
            threads,
            |_, piece| keys(folder, piece),
            |_, keys| match keys {
                Ok(keys) => {
                    let rows = (0..).zip(keys).filter(|(_, key)| !seen.insert(*key));
                    copies.push(rows.map(|(row, _)| row).collect());
                    ControlFlow::Continue(())
                }
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            },
        );
        failure.map_or(Ok(Duplicates(copies)), Err)
    }

    /// The copies in a piece, by their rows.
    pub(crate) fn of(&self, piece: usize) -> Option<&FxHashSet<u32>> {
        self.0.get(piece).filter(|rows| !rows.is_empty())
    }

    /// How many games are copies.
    pub(crate) fn count(&self) -> u64 {
        self.0.iter().map(|rows| rows.len() as u64).sum()
    }
}

fn keys(folder: &Folder, piece: (usize, usize)) -> Result<Vec<u64>, GamesError> {
    let wanted = WideColumns {
        moves: true,
        ..WideColumns::default()
    };
    let mut keys = Vec::new();
    folder.read(piece, wanted, &mut |row| {
        keys.push(key(row));
        true
    })?;
    Ok(keys)
}

fn key(row: GameRow<'_>) -> u64 {
    let moves: Vec<u16> = row.moves().collect();
    let mut hasher = FxHasher::default();
    split_hash(&moves).hash(&mut hasher);
    moves.len().hash(&mut hasher);
    row.start_fen().hash(&mut hasher);
    row.result().hash(&mut hasher);
    for name in [row.white(), row.black()] {
        let word = name.unwrap_or_default();
        let letters = word.chars().take_while(|c| c.is_alphabetic());
        for letter in letters.flat_map(char::to_lowercase) {
            letter.hash(&mut hasher);
        }
        0xffu8.hash(&mut hasher);
    }
    hasher.finish()
}
