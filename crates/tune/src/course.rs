//! When a game of the engine against itself is over: by the rules, or because both sides agree.

use shakmaty::{Color, Position as _};
use sissa_engine::{Score, Situation};

/// Values that end a game before the rules do.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    /// A value that decides a game when it is seen so many times in a row.
    pub decided: (i32, u32),
    /// A value that makes a draw when it is seen so many times in a row, after so many half-moves.
    pub level: (i32, u32, usize),
    /// Longest game in half-moves.
    pub longest: usize,
}

impl Ending {
    /// Games to learn from go on until little is left to learn.
    pub const SELF_PLAY: Ending = Ending {
        decided: (1600, 5),
        level: (8, 10, 70),
        longest: 300,
    };
}

/// A game so far.
#[derive(Debug)]
pub struct Course {
    ending: Ending,
    plies: usize,
    decided: u32,
    level: u32,
}

/// The most that a value counts, a mate included.
pub const MOST: i32 = 3000;

/// A score as a number.
pub fn number(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value.clamp(-MOST, MOST),
        Score::Mate(moves) => MOST * moves.signum(),
    }
}

impl Course {
    pub fn new(ending: Ending) -> Course {
        Course {
            ending,
            plies: 0,
            decided: 0,
            level: 0,
        }
    }

    /// Whether nothing has been judged yet.
    pub fn begins(&self) -> bool {
        self.plies == 0
    }

    /// The result if the game is over: 1 for White, −1 for Black.
    pub fn over(&self, situation: &Situation) -> Option<i32> {
        let position = situation.position();
        if position.legal_moves().is_empty() {
            let lost = position.is_checkmate();
            return Some(if lost {
                position.turn().fold_wb(-1, 1)
            } else {
                0
            });
        }
        (situation.is_draw_by_rule() || self.plies >= self.ending.longest).then_some(0)
    }

    /// Takes note of what the side to move thinks; the result if that ends the game.
    pub fn judged(&mut self, score: Score, turn: Color) -> Option<i32> {
        let value = number(score);
        let ending = self.ending;
        let longer = |run: u32, on: bool| if on { run + 1 } else { 0 };
        self.decided = longer(self.decided, value.abs() >= ending.decided.0);
        if self.decided >= ending.decided.1 {
            return Some(turn.fold_wb(value, -value).signum());
        }
        self.level = longer(self.level, value.abs() <= ending.level.0);
        let level = self.level >= ending.level.1 && self.plies >= ending.level.2;
        self.plies += 1;
        level.then_some(0)
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, fen::Fen};

    use super::*;

    #[test]
    fn the_rules_end_a_game() {
        let over = |fen: &str| {
            let position: Chess = fen
                .parse::<Fen>()
                .expect("a FEN")
                .into_position(CastlingMode::Standard)
                .expect("a position");
            Course::new(Ending::SELF_PLAY).over(&Situation::new(position))
        };
        assert_eq!(over("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), Some(1));
        assert_eq!(over("7k/7P/6K1/8/8/8/8/8 w - - 0 1"), None);
        assert_eq!(over("7k/8/6Q1/8/8/8/8/6K1 b - - 0 1"), Some(0));
    }

    #[test]
    fn agreement_ends_a_game() {
        let mut course = Course::new(Ending::SELF_PLAY);
        for _ in 0..4 {
            assert_eq!(course.judged(Score::Mate(-3), Color::White), None);
        }
        assert_eq!(course.judged(Score::Mate(3), Color::Black), Some(-1));
        let mut course = Course::new(Ending::SELF_PLAY);
        let plies = (0..).find(|_| course.judged(Score::Centipawns(0), Color::White).is_some());
        assert_eq!(plies, Some(70));
    }
}
