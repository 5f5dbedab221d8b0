//! What a position is worth: centipawns, or mate in so many moves, and the chances behind it.

use core::fmt;

/// The value of having mated.
pub const MATE: i32 = 32_000;
/// Every value at least this far from zero is a forced mate.
pub const MATE_BOUND: i32 = MATE - 512;
/// The value of a position that a tablebase calls won.
pub const TABLEBASE_WIN: i32 = 30_000;
/// Above every value.
pub const INFINITE: i32 = 32_500;

/// A value as people read it, from the side to move.
///
/// ```
/// use sissa_engine::Score;
///
/// assert_eq!(Score::from_value(35), Score::Centipawns(35));
/// assert_eq!(Score::from_value(31_997), Score::Mate(2));
/// assert_eq!(Score::from_value(-31_998), Score::Mate(-1));
/// assert_eq!(Score::Mate(2).to_string(), "mate 2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves to mate; negative if the side to move is mated.
    Mate(i32),
}

impl Score {
    /// Reads a value of the search.
    pub fn from_value(value: i32) -> Score {
        if value >= MATE_BOUND {
            Score::Mate((MATE - value + 1) / 2)
        } else if value <= -MATE_BOUND {
            Score::Mate(-(MATE + value) / 2)
        } else {
            Score::Centipawns(value)
        }
    }

    #[cfg(feature = "std")]
    /// Thousandths of wins, draws and losses for the side to move.
    ///
    /// Two logistic curves, fitted to 160 games of the engine against itself, 1,500 nodes a move, from openings of masters
    /// (`experiments/engine/wdl.toml`). Fitted to half of the games, the log-loss on the other half was 0.797 (0.833 with
    /// constants chosen by eye, 1.088 with none): a guide for such games, not for people's.
    pub fn wdl(self) -> [u32; 3] {
        let centipawns = match self {
            Score::Mate(moves) if moves > 0 => return [1000, 0, 0],
            Score::Mate(_) => return [0, 0, 1000],
            Score::Centipawns(centipawns) => f64::from(centipawns),
        };
        let chance = |value: f64| 1000.0 / (1.0 + (-value / 136.0).exp());
        let win = chance(centipawns - 180.0).round() as u32;
        let loss = chance(-centipawns - 180.0).round() as u32;
        [win, 1000 - win - loss, loss]
    }

    #[cfg(feature = "std")]
    /// The share of points to expect, from 0 to 1.
    pub fn expected(self) -> f64 {
        let [win, draw, _] = self.wdl();
        (f64::from(win) + 0.5 * f64::from(draw)) / 1000.0
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(value) => write!(f, "cp {value}"),
            Score::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_mirror() {
        for value in [-3000, -400, -130, -1, 0, 5, 77, 130, 900, 29_000] {
            let [win, draw, loss] = Score::Centipawns(value).wdl();
            assert_eq!(win + draw + loss, 1000, "{value}");
            let [other, _, _] = Score::Centipawns(-value).wdl();
            assert_eq!(other, loss, "{value}");
        }
        assert_eq!(Score::from_value(-MATE), Score::Mate(0));
    }
}
