//! What our own evaluation says of positions that nobody else has judged.

use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use shakmaty::{Chess, Position as _};
use sissa_engine::{Evaluation, eval::Evaluator};

/// What a position is worth at most, in centipawns: beyond it everything is won.
const MOST: i16 = 2000;

/// Judges positions, in centipawns for White.
pub(super) struct Teacher(Box<dyn Evaluator>);

/// What a value counts.
pub(super) fn clamp(value: i32) -> i16 {
    value.clamp(-i32::from(MOST), i32::from(MOST)) as i16
}

impl Teacher {
    pub fn new() -> Teacher {
        Teacher(Evaluation::default().evaluator())
    }

    /// The evaluation alone. The value of a search was tried for positions that random moves lead to, and taught less: see
    /// `docs/deepchess.md`.
    pub fn judge(&mut self, position: &Chess) -> i16 {
        self.0.reset(position);
        let value = self.0.evaluate(position);
        clamp(position.turn().fold_wb(value, -value))
    }
}

/// A position that two to four random moves lead to, captures rather than others.
pub(super) fn stray(position: &Chess, seed: u64) -> Option<Chess> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = position.clone();
    for _ in 0..rng.random_range(2..=4) {
        let mut moves = position.legal_moves();
        if rng.random() && moves.iter().any(|m| m.is_capture()) {
            moves.retain(|m| m.is_capture());
        }
        let chosen = *moves.get(rng.random_range(0..moves.len().max(1)))?;
        position.play_unchecked(chosen);
    }
    Some(position)
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;

    #[test]
    fn values_are_for_white_and_have_a_limit() {
        let mut teacher = Teacher::new();
        let mut judge = |fen: &str| {
            let fen: Fen = fen.parse().unwrap();
            teacher.judge(&fen.into_position(CastlingMode::Standard).unwrap())
        };
        let white = judge("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let black = judge("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR b KQkq - 0 1");
        assert!((300..=MOST).contains(&white), "{white}");
        assert_eq!(white, -black);
        assert_eq!((clamp(9000), clamp(-9000)), (MOST, -MOST));
    }

    #[test]
    fn a_stray_is_a_few_moves_away_and_always_the_same() {
        let start = Chess::default();
        for seed in 0..20 {
            let found = stray(&start, seed).unwrap();
            assert!(found.fullmoves().get() <= 3 && found != start);
            assert_eq!(stray(&start, seed).unwrap(), found);
        }
    }
}
