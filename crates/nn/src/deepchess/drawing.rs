//! Which positions of a game are taken.

use shakmaty::Move;

/// A rule for taking positions of a decisive game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Drawing {
    /// As published: ten of each game, none of the first five moves, none in which a man was taken next.
    #[default]
    Published,
    /// As a student paper that tried to repeat it drew them: one, from move eleven on, whatever was played.
    Single,
}

/// Half-moves of the first five moves.
const FIRST_FIVE: usize = 10;
/// Half-moves that the single position has behind it at least.
const AFTER_TEN: usize = 20;

impl Drawing {
    /// How many positions of a game.
    pub fn count(self) -> usize {
        match self {
            Drawing::Published => 10,
            Drawing::Single => 1,
        }
    }

    /// The numbers of half-moves played before the positions that may be taken.
    ///
    /// ```
    /// use sissa_nn::deepchess::Drawing;
    ///
    /// assert_eq!(Drawing::Single.plies(&[]).count(), 0);
    /// ```
    pub fn plies(self, moves: &[Move]) -> impl Iterator<Item = usize> {
        let quiet = move |ply: &usize| self == Drawing::Single || !moves[*ply].is_capture();
        let first = match self {
            Drawing::Published => FIRST_FIVE,
            Drawing::Single => AFTER_TEN,
        };
        (first..moves.len()).filter(quiet)
    }

    /// Those that are taken of a game, in their order: the same for the same `seed`.
    pub fn draw(self, moves: &[Move], count: usize, seed: u64) -> Vec<usize> {
        let mut plies: Vec<usize> = self.plies(moves).collect();
        plies.sort_by_key(|ply| scramble(seed ^ (*ply as u64).rotate_left(32)));
        plies.truncate(count);
        plies.sort_unstable();
        plies
    }
}

/// Spreads numbers evenly (the finaliser of SplitMix64).
fn scramble(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Position as _};

    use super::*;

    /// A game of some length in which every fourth half-move or so takes something.
    fn game() -> Vec<Move> {
        let mut position = Chess::default();
        (0..60)
            .map_while(|ply| {
                let legal = position.legal_moves();
                let taking = legal.iter().find(|m| m.is_capture() && ply % 4 == 3);
                let played = *taking.or_else(|| legal.iter().rev().nth(ply % 3))?;
                position.play_unchecked(played);
                Some(played)
            })
            .collect()
    }

    #[test]
    fn openings_and_captures_are_left_out() {
        let moves = game();
        let drawn = Drawing::Published.draw(&moves, 10, 7);
        assert_eq!(drawn.len(), 10);
        assert!(
            drawn
                .iter()
                .all(|ply| *ply >= 10 && !moves[*ply].is_capture())
        );
        assert_eq!(drawn, Drawing::Published.draw(&moves, 10, 7));
        assert_ne!(drawn, Drawing::Published.draw(&moves, 10, 8));
        assert!(Drawing::Single.draw(&moves, 1, 7)[0] >= 20);
    }
}
