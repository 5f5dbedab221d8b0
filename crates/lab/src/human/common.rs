//! The commonest move of a position: what a table of games foretells.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use shakmaty::{Chess, EnPassantMode, Position as _, zobrist::Zobrist64};
use sissa_games::decode_move;

use crate::games::RealGame;

/// Later than this, in half-moves, hardly a position comes twice.
const PLIES: usize = 40;

/// How often each move was played in the positions of games.
#[derive(Debug, Default)]
pub(super) struct CommonMoves(FxHashMap<u64, FxHashMap<u16, u32>>);

fn hash(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

impl CommonMoves {
    pub(super) fn of<'a>(games: impl Iterator<Item = &'a RealGame>) -> CommonMoves {
        let mut known = CommonMoves::default();
        for game in games {
            let mut position = Chess::default();
            for number in game.moves.iter().take(PLIES) {
                let moves = known.0.entry(hash(&position)).or_default();
                *moves.entry(*number).or_default() += 1;
                match decode_move(&position, *number) {
                    Some(played) => position.play_unchecked(played),
                    None => break,
                }
            }
        }
        known
    }

    /// The commonest; the earlier of two that were played as often, so that it is the same in every run.
    pub(super) fn commonest(&self, position: &Chess) -> Option<u16> {
        let moves = self.0.get(&hash(position))?;
        let best = moves
            .iter()
            .min_by_key(|(number, times)| (Reverse(**times), **number));
        best.map(|(number, _)| *number)
    }
}
