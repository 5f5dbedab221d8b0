//! The record of `retro`: what a position tells about its past.
//!
//! ```
//! use sissa_record::Record;
//!
//! let line = r#"{"type":"retro","index":0,"fen":"8/8/8/8/8/8/8/KRk5 w","moved_last":null,"sides":[],"castling":[],"exclusive":[],"white":{"captures":15,"captures_by_pawns":0},"black":{"captures":14,"captures_by_pawns":0},"nodes":0}"#;
//! assert_eq!(Record::from_line(line)?.to_line(), line);
//! # Ok::<_, serde_json::Error>(())
//! ```

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use sissa_game::Reason;

use crate::Turn;

/// What a position tells about its past.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RetroRecord {
    /// The number of the position in the input, from 0.
    pub index: u64,
    /// The position as far as it was given.
    pub fen: String,
    /// Who made the last move, where that is certain.
    pub moved_last: Option<Turn>,
    /// What follows if a side is to move, for each side that may be.
    pub sides: Vec<RetroSide>,
    /// For each rook that may castle by the men on the board: whether it can still have the right.
    pub castling: Vec<RightRecord>,
    /// Rights that can be held one by one, but not together.
    pub exclusive: Vec<ExclusiveRecord>,
    /// Promotions and captures of White.
    pub white: ArmyRecord,
    /// Promotions and captures of Black.
    pub black: ArmyRecord,
    /// Positions looked at.
    pub nodes: u64,
    /// Where it was read: `stdin:3`, `file.pgn game 2`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
}

/// Whether something in the past of a position can have been.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Possibility {
    /// It must have been so: everything else is impossible.
    Proven,
    /// A game shows it.
    Possible,
    /// No game can, for the reasons given.
    Impossible,
    /// The budget ended first.
    Undecided,
}

/// The past of a position with a side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RetroSide {
    /// Who is to move; the other side moved last.
    pub turn: Turn,
    /// Whether this side can be to move.
    pub possibility: Possibility,
    /// Why not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<Reason>,
    /// Whether this is the starting position, before which there need not be a move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub start: bool,
    /// All moves that can have been the last one, and those that only seem so.
    pub last_moves: Vec<LastMoveRecord>,
    /// Captures en passant that some last move would allow.
    pub en_passant: Vec<EnPassantRecord>,
}

/// A move that may have been the last one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LastMoveRecord {
    /// As retro-analysts write it: `Ra1xNb1`, `e7-e8=Q`, `e5xd6 e.p.`, `O-O`.
    pub text: String,
    /// In UCI notation; what was captured is not part of it.
    #[serde(rename = "move")]
    pub uci: String,
    /// What it captured: `queen`, `pawn`, …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captured: Option<String>,
    /// Whether it can have been the last move.
    pub possibility: Possibility,
    /// Why not: reasons that concern the position before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<Reason>,
    /// Half-moves of the game that ends with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<usize>,
    /// That game in UCI notation, where games were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// Whether a rook may still castle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RightRecord {
    /// As in FEN: `K`, `Q`, `k` or `q`.
    pub right: char,
    /// Whether it can be held.
    pub possibility: Possibility,
    /// Why not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<Reason>,
    /// A game after which it is held, in UCI notation, where games were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// Two rights to castle of which only one can be held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExclusiveRecord {
    /// The two as in FEN: `Kq`.
    pub rights: String,
    /// Why.
    pub reasons: Vec<Reason>,
}

/// A capture en passant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EnPassantRecord {
    /// Where the capturing pawn would go.
    pub square: String,
    /// `proven` if the double step must have been the last move: only then it is allowed by convention.
    pub possibility: Possibility,
}

/// Promotions and captures of a side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ArmyRecord {
    /// Captures it has made: men that the other side has lost.
    pub captures: usize,
    /// Captures that its pawns on the board have made at least.
    pub captures_by_pawns: usize,
    /// Pawns whose past is known in part.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pawns: Vec<PawnOriginRecord>,
    /// Men of which some must have promoted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub promoted: Vec<PromotedRecord>,
}

/// Where a pawn has come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PawnOriginRecord {
    /// Where it stands.
    pub square: String,
    /// Where it can have begun.
    pub from: Vec<String>,
    /// Captures it has made at least.
    pub captures: usize,
}

/// Men of which some must have been pawns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PromotedRecord {
    /// What they are: `queen`, `bishop`, …
    pub role: String,
    /// Where they stand.
    pub squares: Vec<String>,
    /// How many of them have promoted at least.
    pub at_least: usize,
}
