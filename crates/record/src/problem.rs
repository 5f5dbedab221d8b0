//! Records of problems and puzzles: the answer of `solve`, and those of `puzzles tag` and `puzzles solve`.
//!
//! ```
//! use sissa_record::Record;
//!
//! let line = r#"{"type":"puzzle","index":0,"id":"x","fen":"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1","solution":["a1a8"],"themes":["mate"],"rating":500,"rating_error":90,"certified":true}"#;
//! assert_eq!(Record::from_line(line)?.to_line(), line);
//! # Ok::<_, serde_json::Error>(())
//! ```

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The solution of a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SolutionRecord {
    /// The number of the position in the input, from 0.
    pub index: u64,
    /// The name it came with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The position, with what the input left open filled in.
    pub fen: String,
    /// What was asked for: `#2`, `h#2.5`, `s#3`, `=4`.
    pub stipulation: String,
    /// The answer.
    pub verdict: SolutionVerdict,
    /// Whether this is everything; else the budget ended, or there were more lines than are told.
    pub complete: bool,
    /// Whether the problem is cooked: more than one key. In help play several lines may be meant, so nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cooked: Option<bool>,
    /// How many variations after the keys have more than one answer.
    pub duals: u64,
    /// First moves that reach the goal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<AttackRecord>,
    /// First moves that nearly do, where they were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tries: Vec<TryRecord>,
    /// What would happen if the other side began.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set_play: Vec<DefenceRecord>,
    /// Help play: all lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<HelpLine>,
    /// Help play: all lines that begin half a move later.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set_lines: Vec<HelpLine>,
    /// Positions looked at.
    pub nodes: u64,
    /// Where it was read: `stdin:3`, `file.pgn game 2`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
}

/// The answer of `solve`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SolutionVerdict {
    /// There is a solution.
    Solved,
    /// There is none: proven.
    None,
    /// The budget ended before all first moves were decided.
    Undecided,
}

/// A move of the attacker that works, and what follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AttackRecord {
    /// In UCI notation.
    #[serde(rename = "move")]
    pub uci: String,
    /// In standard algebraic notation.
    pub san: String,
    /// Moves to the goal with best defence, this one included.
    pub moves: u32,
    /// What would work if the defender could pass.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub threats: Vec<AttackRecord>,
    /// The defender's moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub defences: Vec<DefenceRecord>,
}

/// A move of the defender, and what works against it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DefenceRecord {
    /// In UCI notation.
    #[serde(rename = "move")]
    pub uci: String,
    /// In standard algebraic notation.
    pub san: String,
    /// Whether it leaves a threat to be carried out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lets_threat: bool,
    /// The attacker's answers; several are duals. None where the move itself reaches the goal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<AttackRecord>,
}

/// A first move that nearly works.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TryRecord {
    /// In UCI notation.
    #[serde(rename = "move")]
    pub uci: String,
    /// In standard algebraic notation.
    pub san: String,
    /// The defences that refute it, in standard algebraic notation.
    pub refutations: Vec<String>,
    /// What would work if the defender could pass.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub threats: Vec<AttackRecord>,
    /// The defences that do not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub defences: Vec<DefenceRecord>,
}

/// A line of help play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HelpLine {
    /// In UCI notation.
    pub moves: Vec<String>,
    /// As problemists number it: `1.Kd5 Qa4 2.Ke6 Qe8#`.
    pub text: String,
}

/// A puzzle: a position, the moves that solve it, and what it is like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PuzzleRecord {
    /// The number of the puzzle in the input, from 0.
    pub index: u64,
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The position in which the solver moves.
    pub fen: String,
    /// The solver's moves and the answers in turn, in UCI notation.
    pub solution: Vec<String>,
    /// What happens in it, by Lichess' tags.
    pub themes: Vec<String>,
    /// The rating it would have at Lichess, predicted.
    pub rating: u16,
    /// How far off such predictions are on average.
    pub rating_error: u16,
    /// Whether the solution is proven to be the only one: a mate by exhaustive search, or an ending by tables.
    pub certified: bool,
    /// The opponent's move that led to the position, in UCI notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub led_by: Option<String>,
    /// The game from the starting position to the puzzle's, in UCI notation, where it is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// The rating it came with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given_rating: Option<i32>,
    /// The themes it came with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given_themes: Option<Vec<String>>,
    /// Where it was read: `puzzles.csv:3`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
}

/// A puzzle that the engine tried to solve.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AttemptRecord {
    /// The number of the puzzle in the input, from 0.
    pub index: u64,
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The position in which the solver moves.
    pub fen: String,
    /// The solution it came with, in UCI notation; empty where there was none.
    pub solution: Vec<String>,
    /// The engine's moves with the answers of the solution, up to the first that differs.
    pub found: Vec<String>,
    /// Whether the first move is right; `null` without a solution to compare with.
    pub first: Option<bool>,
    /// Whether all are; any mate in one is right.
    pub whole: Option<bool>,
    /// Positions for each move.
    pub nodes: u64,
    /// The rating it came with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given_rating: Option<i32>,
    /// Where it was read: `puzzles.csv:3`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
}
