//! What the engine thinks of a position, in words of its own so that nobody mistakes whose view it is.

use std::{cmp::Ordering, fmt};

use shakmaty::{Chess, Color, Move, Position as _, Role};
use sissa_engine::{Score, see};

/// What a position is worth, always from White's view, as in PGN.
///
/// ```
/// use sissa_judge::Worth;
/// use shakmaty::Color;
///
/// assert_eq!(Worth::Centipawns(-35).to_string(), "-0.35");
/// assert_eq!(Worth::BlackMates(3).to_string(), "#-3");
/// assert!(Worth::WhiteMates(2) > Worth::WhiteMates(5));
/// assert!(Worth::WhiteMates(5) > Worth::Centipawns(900));
/// assert_eq!(Worth::Centipawns(-35).pawns_for(Color::Black), 0.35);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Worth {
    /// Hundredths of a pawn that White is better.
    Centipawns(i32),
    /// White mates in so many moves; 0: has mated.
    WhiteMates(u32),
    /// Black mates in so many moves; 0: has mated.
    BlackMates(u32),
}

impl Worth {
    /// Reads a score of the engine for the side to move.
    pub fn of(score: Score, turn: Color) -> Worth {
        let mates = |color: Color, moves: u32| match color {
            Color::White => Worth::WhiteMates(moves),
            Color::Black => Worth::BlackMates(moves),
        };
        match score {
            Score::Centipawns(value) => Worth::Centipawns(turn.fold_wb(value, -value)),
            Score::Mate(moves) if moves > 0 => mates(turn, moves.unsigned_abs()),
            Score::Mate(moves) => mates(!turn, moves.unsigned_abs()),
        }
    }

    /// Pawns that a side is better; a mate counts 100 pawns less its moves.
    pub fn pawns_for(self, color: Color) -> f64 {
        let white = match self {
            Worth::Centipawns(value) => f64::from(value) / 100.0,
            Worth::WhiteMates(moves) => 100.0 - f64::from(moves.min(50)),
            Worth::BlackMates(moves) => f64::from(moves.min(50)) - 100.0,
        };
        color.fold_wb(white, -white)
    }

    /// What a side may expect, from -1 to 1, by Lichess' curve for games of people: 2/(1+exp(-0.00368208 cp)) - 1.
    ///
    /// ```
    /// use sissa_judge::Worth;
    /// use shakmaty::Color;
    ///
    /// assert!((Worth::Centipawns(200).chances_for(Color::White) - 0.352).abs() < 0.001);
    /// assert_eq!(Worth::WhiteMates(3).chances_for(Color::Black), -1.0);
    /// ```
    pub fn chances_for(self, color: Color) -> f64 {
        let white = match self {
            Worth::Centipawns(value) => {
                2.0 / (1.0 + (-0.003_682_08 * f64::from(value)).exp()) - 1.0
            }
            Worth::WhiteMates(_) => 1.0,
            Worth::BlackMates(_) => -1.0,
        };
        color.fold_wb(white, -white)
    }

    /// A number that grows with White's luck.
    fn rank(self) -> i64 {
        const MATE: i64 = 1 << 40;
        match self {
            Worth::Centipawns(value) => i64::from(value),
            Worth::WhiteMates(moves) => MATE - i64::from(moves),
            Worth::BlackMates(moves) => i64::from(moves) - MATE,
        }
    }
}

impl Ord for Worth {
    /// By White's luck.
    fn cmp(&self, other: &Worth) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Worth {
    fn partial_cmp(&self, other: &Worth) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Worth {
    /// As in PGN's `[%eval]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Worth::Centipawns(value) => write!(f, "{:.2}", f64::from(*value) / 100.0),
            Worth::WhiteMates(moves) => write!(f, "#{moves}"),
            Worth::BlackMates(moves) => write!(f, "#-{moves}"),
        }
    }
}

/// A text that is no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no value as in `[%eval 0.17]` or `[%eval #-3]`")]
pub struct WorthError;

impl std::str::FromStr for Worth {
    type Err = WorthError;

    /// As in PGN's `[%eval]`; behind it may stand the depth: `0.25,20`.
    ///
    /// ```
    /// use sissa_judge::Worth;
    ///
    /// assert_eq!("-0.35".parse(), Ok(Worth::Centipawns(-35)));
    /// assert_eq!("#-3".parse(), Ok(Worth::BlackMates(3)));
    /// assert_eq!("0.25,20".parse(), Ok(Worth::Centipawns(25)));
    /// assert!("good".parse::<Worth>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Worth, WorthError> {
        let text = text.split(',').next().unwrap_or(text).trim();
        if let Some(mate) = text.strip_prefix('#') {
            let moves: i32 = mate.parse().map_err(|_| WorthError)?;
            return Ok(if mate.starts_with('-') {
                Worth::BlackMates(moves.unsigned_abs())
            } else {
                Worth::WhiteMates(moves.unsigned_abs())
            });
        }
        let pawns: f64 = text.parse().map_err(|_| WorthError)?;
        let sane = pawns.is_finite() && pawns.abs() < 1000.0;
        sane.then(|| Worth::Centipawns((100.0 * pawns).round() as i32))
            .ok_or(WorthError)
    }
}

/// One of the best moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// What it leads to.
    pub worth: Worth,
    /// The move and what should follow it.
    pub line: Vec<Move>,
}

/// What the engine thinks of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// What it is worth.
    pub worth: Worth,
    /// Whose move it is.
    pub turn: Color,
    /// Positions the search looked at.
    pub nodes: u64,
    /// The best moves, best first, as many as were asked for or as there are.
    pub candidates: Vec<Candidate>,
    /// How many legal moves there are.
    pub legal_moves: usize,
}

impl Value {
    /// The best move; none where the game is over.
    pub fn best(&self) -> Option<Move> {
        self.line().first().copied()
    }

    /// The best line.
    pub fn line(&self) -> &[Move] {
        self.candidates
            .first()
            .map_or(&[], |candidate| &candidate.line)
    }

    /// Pawns between the best move and the second, for the side to move. Infinite where only one move
    /// is legal; none where the game is over or no second move was asked for.
    pub fn gap(&self) -> Option<f64> {
        let pawns = |index: usize| {
            let candidate: &Candidate = self.candidates.get(index)?;
            Some(candidate.worth.pawns_for(self.turn))
        };
        if self.legal_moves == 1 {
            return Some(f64::INFINITY);
        }
        Some(pawns(0)? - pawns(1)?)
    }

    /// How many of the moves asked for are within so many pawns of the best: a lower bound if all are.
    pub fn good_moves(&self, within: f64) -> usize {
        let pawns = |candidate: &Candidate| candidate.worth.pawns_for(self.turn);
        let Some(best) = self.candidates.first().map(pawns) else {
            return 0;
        };
        let good = |candidate: &&Candidate| best - pawns(candidate) <= within;
        self.candidates.iter().filter(good).count()
    }
}

/// What kind of move a move is.
///
/// ```
/// use sissa_judge::MoveKind;
/// use shakmaty::{CastlingMode, Chess, Position, Role, fen::Fen, uci::UciMove};
///
/// let position: Chess = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".parse::<Fen>()?.into_position(CastlingMode::Standard)?;
/// let mate = "a1a8".parse::<UciMove>()?.to_move(&position)?;
/// let kind = MoveKind::of(&position, mate);
/// assert!(kind.check && !kind.quiet() && kind.role == Role::Rook);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveKind {
    /// Who moves; the king, if it castles.
    pub role: Role,
    /// What it takes.
    pub takes: Option<Role>,
    /// Whether it gives check.
    pub check: bool,
    /// What a pawn becomes.
    pub promotion: Option<Role>,
    /// Whether it castles.
    pub castling: bool,
    /// Whether the exchange on its square, taken back with the cheapest man each time, loses a
    /// pawn or more. What is left hanging elsewhere does not count.
    pub sacrifice: bool,
}

impl MoveKind {
    /// The kind of a legal move.
    pub fn of(chess: &Chess, m: Move) -> MoveKind {
        let mut next = chess.clone();
        next.play_unchecked(m);
        MoveKind {
            role: m.role(),
            takes: m.capture(),
            check: next.is_check(),
            promotion: m.promotion(),
            castling: m.is_castle(),
            sacrifice: !next.is_checkmate() && !see::at_least(chess, m, -99),
        }
    }

    /// Neither takes nor checks nor promotes.
    pub fn quiet(&self) -> bool {
        self.takes.is_none() && !self.check && self.promotion.is_none()
    }
}
