//! What a problem asks for, as problemists write it: `#2`, `s#3`, `h#2.5`, `=4`.
//!
//! ```
//! use sissa_judge::{Goal, Play, Stipulation};
//!
//! let asked: Stipulation = "h#2.5".parse()?;
//! assert_eq!(asked, Stipulation { play: Play::Help { half: true }, goal: Goal::Mate, moves: 2 });
//! assert_eq!(asked.to_string(), "h#2.5");
//! assert_eq!(asked.plies(), 5);
//! assert!("#0".parse::<Stipulation>().is_err());
//! # Ok::<_, sissa_judge::StipulationError>(())
//! ```

use std::{fmt, str::FromStr};

/// The most moves that are looked at: a longer question is undecided at best.
pub const MOST_MOVES: u32 = 50;

/// How a problem ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The side to move is in check and has no move.
    Mate,
    /// The side to move is not in check and has no move.
    Stalemate,
}

/// Who wants the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Play {
    /// The side to move reaches the goal against every defence.
    Direct,
    /// The side to move makes the other side reach it, against its will.
    SelfPlay,
    /// Both sides work for it. The side to move is the one that will be mated; with `half` a move
    /// more, it is the one that mates.
    Help {
        /// Whether the mating side begins, as in h#2.5.
        half: bool,
    },
}

/// What a problem asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stipulation {
    /// Who wants the goal.
    pub play: Play,
    /// How it ends.
    pub goal: Goal,
    /// In so many moves, at least 1 (0 only with half a move: h#0.5).
    pub moves: u32,
}

/// A text that is no stipulation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is not a stipulation such as #2, s#3, h#2.5 or =4", .0.escape_debug())]
pub struct StipulationError(pub String);

impl Stipulation {
    /// Mate in so many moves.
    pub fn mate(moves: u32) -> Stipulation {
        Stipulation {
            play: Play::Direct,
            goal: Goal::Mate,
            moves,
        }
    }

    /// Selfmate in so many moves.
    pub fn selfmate(moves: u32) -> Stipulation {
        Stipulation {
            play: Play::SelfPlay,
            ..Stipulation::mate(moves)
        }
    }

    /// Helpmate in so many moves.
    pub fn helpmate(moves: u32) -> Stipulation {
        Stipulation {
            play: Play::Help { half: false },
            ..Stipulation::mate(moves)
        }
    }

    /// Stalemate in so many moves.
    pub fn stalemate(moves: u32) -> Stipulation {
        Stipulation {
            goal: Goal::Stalemate,
            ..Stipulation::mate(moves)
        }
    }

    /// Half-moves from the diagram to the goal.
    pub fn plies(self) -> u32 {
        let both = self.moves.saturating_mul(2);
        match self.play {
            Play::Direct => both.saturating_sub(1),
            Play::SelfPlay => both,
            Play::Help { half } => both.saturating_add(half.into()),
        }
    }
}

impl fmt::Display for Stipulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.play {
            Play::Direct => "",
            Play::SelfPlay => "s",
            Play::Help { .. } => "h",
        })?;
        f.write_str(match self.goal {
            Goal::Mate => "#",
            Goal::Stalemate => "=",
        })?;
        write!(f, "{}", self.moves)?;
        if self.play == (Play::Help { half: true }) {
            f.write_str(".5")?;
        }
        Ok(())
    }
}

impl FromStr for Stipulation {
    type Err = StipulationError;

    fn from_str(text: &str) -> Result<Stipulation, StipulationError> {
        let error = || StipulationError(text.chars().take(40).collect());
        let (helped, rest) = match text.strip_prefix('h') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (selfplay, rest) = match rest.strip_prefix('s') {
            Some(rest) if !helped => (true, rest),
            _ => (false, rest),
        };
        let (goal, rest) = if let Some(rest) = rest.strip_prefix('#') {
            (Goal::Mate, rest)
        } else {
            (Goal::Stalemate, rest.strip_prefix('=').ok_or_else(error)?)
        };
        let (whole, half) = match rest.strip_suffix(".5") {
            Some(whole) if helped => (whole, true),
            _ => (rest, false),
        };
        if whole.is_empty() || !whole.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(error());
        }
        let moves = whole.parse().map_err(|_| error())?;
        if moves > MOST_MOVES || (moves == 0 && !half) {
            return Err(error());
        }
        let play = match (helped, selfplay) {
            (true, _) => Play::Help { half },
            (_, true) => Play::SelfPlay,
            _ => Play::Direct,
        };
        Ok(Stipulation { play, goal, moves })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read() {
        for text in [
            "#1", "#12", "s#3", "h#2", "h#0.5", "h#7.5", "=4", "h=3", "s=2",
        ] {
            assert_eq!(text.parse::<Stipulation>().unwrap().to_string(), text);
        }
        for text in [
            "", "#", "#0", "#2.5", "hs#2", "h#", "h#.5", "#51", "# 2", "#+2", "x", "é",
        ] {
            assert!(text.parse::<Stipulation>().is_err(), "{text}");
        }
    }
}
