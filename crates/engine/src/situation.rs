//! A position and the game behind it, so that repetitions are seen and the end of a game is known.

use alloc::{string::String, vec, vec::Vec};
use core::fmt;

use shakmaty::{Chess, Color, EnPassantMode, Move, Position as _, uci::UciMove};

/// A position and how it came about.
///
/// ```
/// use sissa_engine::Situation;
/// use shakmaty::{Chess, Position};
///
/// let mut situation = Situation::new(Chess::default());
/// situation.play_uci("e2e4")?;
/// assert_eq!(situation.position().legal_moves().len(), 20);
/// assert_eq!(situation.plies(), 1);
/// assert!(situation.play_uci("e2e4").is_err());
/// # Ok::<_, sissa_engine::UciMoveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Situation {
    position: Chess,
    /// Of the positions since the last capture or pawn move.
    keys: Vec<u64>,
    /// The last moves, two at most.
    recent: Vec<Move>,
    plies: usize,
}

/// A move that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a legal move there")]
pub struct UciMoveError(pub String);

impl Situation {
    /// A position without a past.
    pub fn new(position: Chess) -> Situation {
        let keys = vec![key(&position)];
        Situation {
            position,
            keys,
            recent: Vec::new(),
            plies: 0,
        }
    }

    /// Makes a legal move.
    pub fn play(&mut self, m: Move) {
        if m.is_zeroing() {
            self.keys.clear();
        }
        self.position.play_unchecked(m);
        self.keys.push(key(&self.position));
        if self.recent.len() == 2 {
            self.recent.remove(0);
        }
        self.recent.push(m);
        self.plies += 1;
    }

    /// Makes a move written as UCI does, such as `e2e4` or `e7e8q`.
    pub fn play_uci(&mut self, text: &str) -> Result<Move, UciMoveError> {
        let m = text
            .parse::<UciMove>()
            .ok()
            .and_then(|m| m.to_move(&self.position).ok())
            .ok_or_else(|| UciMoveError(crate::visible::visible_line(text, 40)))?;
        self.play(m);
        Ok(m)
    }

    /// The position now.
    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// The last half-moves, two at most, the latest last.
    pub fn recent(&self) -> &[Move] {
        &self.recent
    }

    /// Half-moves played since the beginning.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// How often the position now has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        let last = self.keys.last();
        self.keys.iter().filter(|key| Some(*key) == last).count()
    }

    /// Whether and how the rules end the game here; a draw is taken as soon as it may be claimed.
    ///
    /// ```
    /// use sissa_engine::{Ending, Situation};
    /// use shakmaty::{Chess, Color};
    ///
    /// let mut game = Situation::new(Chess::default());
    /// for m in ["f2f3", "e7e5", "g2g4", "d8h4"] {
    ///     assert_eq!(game.ending(), None);
    ///     game.play_uci(m)?;
    /// }
    /// assert_eq!(game.ending(), Some(Ending::Checkmate { winner: Color::Black }));
    /// # Ok::<_, sissa_engine::UciMoveError>(())
    /// ```
    pub fn ending(&self) -> Option<Ending> {
        let position = &self.position;
        if position.legal_moves().is_empty() {
            return Some(if position.is_check() {
                let winner = !position.turn();
                Ending::Checkmate { winner }
            } else {
                Ending::Stalemate
            });
        }
        if self.occurrences() >= 3 {
            return Some(Ending::Repetition);
        }
        if position.halfmoves() >= 100 {
            return Some(Ending::FiftyMoves);
        }
        position
            .is_insufficient_material()
            .then_some(Ending::InsufficientMaterial)
    }

    /// Whether the rules call it a draw although there are moves: three times the same position, fifty
    /// moves, or nobody can mate.
    pub fn is_draw_by_rule(&self) -> bool {
        matches!(
            self.ending(),
            Some(Ending::Repetition | Ending::FiftyMoves | Ending::InsufficientMaterial)
        )
    }

    /// Hashes (Zobrist, en passant where legal) of the positions since the last capture or pawn move, this one included.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }
}

fn key(position: &Chess) -> u64 {
    position
        .zobrist_hash::<crate::zobrist::Zobrist>(EnPassantMode::Legal)
        .0
}

/// How the rules end a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Checkmate {
        winner: Color,
    },
    Stalemate,
    /// The same position for the third time.
    Repetition,
    FiftyMoves,
    InsufficientMaterial,
}

impl Ending {
    /// Who won; nobody in a draw.
    pub fn winner(self) -> Option<Color> {
        match self {
            Ending::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }
}

impl fmt::Display for Ending {
    /// As it is told to a player.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Checkmate { winner } => {
                winner.fold_wb("checkmate: White wins", "checkmate: Black wins")
            }
            Ending::Stalemate => "stalemate: a draw",
            Ending::Repetition => "the same position for the third time: a draw",
            Ending::FiftyMoves => "fifty moves without a capture or a pawn's move: a draw",
            Ending::InsufficientMaterial => "nobody can mate: a draw",
        })
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;

    fn ending_of(fen: &str, moves: &[&str]) -> Option<Ending> {
        let position = fen.parse::<Fen>().unwrap();
        let mut situation = Situation::new(position.into_position(CastlingMode::Standard).unwrap());
        for m in moves {
            situation.play_uci(m).unwrap();
        }
        assert_eq!(situation.plies(), moves.len());
        situation.ending()
    }

    #[test]
    fn games_end_as_the_rules_say() {
        let knights = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(ending_of(start, &knights), None);
        let twice = [knights, knights].concat();
        assert_eq!(ending_of(start, &twice), Some(Ending::Repetition));
        let bare = "8/8/4k3/8/8/3nK3/8/8 w - - 3 1";
        assert_eq!(ending_of(bare, &[]), Some(Ending::InsufficientMaterial));
        let long = "8/8/4k3/8/8/3QK3/8/8 w - - 99 80";
        assert_eq!(ending_of(long, &["d3d4"]), Some(Ending::FiftyMoves));
        // Mate on the hundredth half-move comes first.
        let mate = "7k/8/6K1/8/8/8/8/1Q6 w - - 99 80";
        let winner = Color::White;
        assert_eq!(
            ending_of(mate, &["b1b8"]),
            Some(Ending::Checkmate { winner })
        );
        let stalemate = "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1";
        assert_eq!(ending_of(stalemate, &["f1f7"]), Some(Ending::Stalemate));
    }
}
