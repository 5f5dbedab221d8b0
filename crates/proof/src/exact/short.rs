//! A game of one of the first lengths that can be, for positions that resist construction.
//!
//! Crowded positions with few captures are hard to take back along a plan, when somebody has to lose a move or men have to step
//! aside for each other; but their shortest games are short, and a search of all games of a length needs no plan.

use shakmaty::{Bitboard, Board, Color, Move};

use super::{
    bound::{Bounds, Certain, Way},
    games,
    search::turn,
};
use crate::{Budget, Target};

/// Longest game that is asked for.
const LONGEST: u32 = 44;
/// Lengths tried, from the first one that every man can afford.
const LENGTHS: u32 = 6;

/// A game to the target with this side to move, of one of the first lengths that the men can afford, with so many nodes for each of
/// them. `None` means nothing.
pub(crate) fn short(
    target: &Target,
    side: Color,
    each: u64,
    budget: &Budget<'_>,
    nodes: &mut u64,
) -> Option<Vec<Move>> {
    let first = (0..LONGEST).find(|plies| turn(*plies) == side && is_affordable(target, *plies))?;
    for length in 0..LENGTHS {
        let plies = first + 2 * length;
        let part = Budget {
            nodes: each.min(budget.nodes.saturating_sub(*nodes)),
            stop: budget.stop,
        };
        if plies > LONGEST || part.nodes == 0 || (budget.stop)() {
            return None;
        }
        let found = games(target, plies, 1, &part);
        *nodes += found.nodes;
        if let Some(game) = found.games.first() {
            return Some(game.moves().to_vec());
        }
    }
    None
}

/// Whether all men can get where they are in so many half-moves, each by itself.
fn is_affordable(target: &Target, plies: u32) -> bool {
    let retro = target.retro(turn(plies));
    let way = Way {
        from: &Board::new(),
        to: &retro.board,
        rights: Bitboard::CORNERS,
        moves: [plies.div_ceil(2), plies / 2],
    };
    Bounds::default()
        .settle(&way, Certain::new(retro.steady()))
        .is_some()
}
