//! The handcrafted evaluation: terms that people know, each with an early and a late weight.
//!
//! The value is the sum of terms times weights, blended by the men that are left, and scaled down
//! where the stronger side lacks the pawns to win. Everything but that last step is linear in the
//! weights, which is what lets gradient descent tune them.

use std::sync::Arc;

use shakmaty::{Board, Chess, Color, Move, Position as _};

pub use super::terms::{COUNT, GROUPS, Sink, count};
use super::{Evaluator, Weights};

/// The phase of a full board.
pub const FULL_PHASE: i32 = 24;

/// Evaluates by summing weighted terms.
#[derive(Clone, Debug)]
pub struct Handcrafted {
    /// Early and late weight in one number, so that one multiplication does for both.
    weights: Vec<i32>,
}

impl Handcrafted {
    /// An evaluator with these weights.
    pub fn new(weights: Arc<Weights>) -> Handcrafted {
        let pack = |&(early, late): &(i16, i16)| i32::from(early) + (i32::from(late) << 16);
        Handcrafted {
            weights: weights.as_slice().iter().map(pack).collect(),
        }
    }

    /// The value for White.
    pub fn white(&self, board: &Board, turn: Color) -> i32 {
        let mut sum = Sum {
            weights: &self.weights,
            total: 0,
        };
        count(board, turn, &mut sum);
        let early = i32::from(sum.total as i16);
        let late = (sum.total + 0x8000) >> 16;
        let phase = phase(board);
        let late = late * scale(board, late) / 64;
        (early * phase + late * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

struct Sum<'a> {
    weights: &'a [i32],
    total: i32,
}

impl Sink for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, term: usize, times: i32) {
        self.total += self.weights[term] * times;
    }
}

/// How much of the middlegame is left, from 0 to [`FULL_PHASE`].
pub fn phase(board: &Board) -> i32 {
    let men = board.knights().count() + board.bishops().count();
    let phase = men + 2 * board.rooks().count() + 4 * board.queens().count();
    (phase as i32).min(FULL_PHASE)
}

/// Sixty-fourths of the late value that are left where winning needs pawns that are not there.
pub fn scale(board: &Board, late: i32) -> i32 {
    let strong = if late >= 0 {
        Color::White
    } else {
        Color::Black
    };
    let ours = board.by_color(strong);
    let pawns = (board.pawns() & ours).count() as i32;
    if pawns == 0 {
        let worth = |color: Color| {
            let men = board.by_color(color);
            let minors = (men & (board.knights() | board.bishops())).count();
            3 * minors + 5 * (men & board.rooks()).count() + 9 * (men & board.queens()).count()
        };
        if worth(strong) <= worth(!strong) + 3 {
            return 8;
        }
        let only_knights = (ours & !(board.kings() | board.knights())).is_empty();
        if only_knights && (ours & board.knights()).count() == 2 {
            return 2;
        }
        return 64;
    }
    let bishops = board.bishops();
    let opposite = (bishops & board.white()).count() == 1
        && (bishops & board.black()).count() == 1
        && (bishops & shakmaty::Bitboard::LIGHT_SQUARES).count() == 1;
    if opposite {
        let others = board.rooks_and_queens() | board.knights();
        return if others.is_empty() { 28 } else { 50 };
    }
    64
}

impl Evaluator for Handcrafted {
    fn reset(&mut self, _: &Chess) {}
    fn push(&mut self, _: &Chess, _: Move) {}
    fn push_null(&mut self) {}
    fn pop(&mut self) {}

    fn evaluate(&mut self, position: &Chess) -> i32 {
        let value = self.white(position.board(), position.turn());
        position.turn().fold_wb(value, -value)
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn colours_are_treated_alike() {
        let evaluator = Handcrafted::new(Arc::new(Weights::untuned()));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut different = 0;
        for _ in 0..200 {
            let mut chess = Chess::default();
            for _ in 0..60 {
                let legal = chess.legal_moves();
                if legal.is_empty() {
                    break;
                }
                chess.play_unchecked(legal[rng.random_range(0..legal.len())]);
                let value = evaluator.white(chess.board(), chess.turn());
                let mirrored = chess.board().clone().into_mirrored();
                let other = evaluator.white(&mirrored, !chess.turn());
                assert_eq!(value, -other, "{chess:?}");
                different += i32::from(value != 0);
            }
        }
        assert!(different > 5000, "{different}");
    }
}
