//! The records of `review`: a move, a game, and a player over many games.
//!
//! ```
//! use sissa_record::Record;
//!
//! let line = r#"{"type":"review-move","game":1,"ply":1,"san":"e4","uci":"e2e4","color":"white","eval_before":"0.20","eval_after":"0.18","best":"e2e4","line":["e2e4","e7e5"],"answer":["e7e5"],"loss":0.2,"expected_loss":0.1,"white_expected":52.1,"white_chances":51.7,"judgement":"best","found_by":0.61,"played_by":0.61,"phase":"opening","why":[]}"#;
//! assert_eq!(Record::from_line(line)?.to_line(), line);
//! # Ok::<_, serde_json::Error>(())
//! ```

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Turn;

/// What is said of a move.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    /// An only move that gives material or that a first look takes for a mistake.
    Brilliant,
    /// Every other move loses much.
    Only,
    /// The best, or as good as it.
    Best,
    /// Not the best, but hardly worse.
    Good,
    /// A known opening move.
    Book,
    /// Loses a little.
    Inaccuracy,
    /// Loses much.
    Mistake,
    /// Loses very much.
    Blunder,
    /// A won position is no longer won, but not lost either.
    MissedWin,
}

impl Judgement {
    /// All of them.
    pub const ALL: [Judgement; 9] = [
        Judgement::Brilliant,
        Judgement::Only,
        Judgement::Best,
        Judgement::Good,
        Judgement::Book,
        Judgement::Inaccuracy,
        Judgement::Mistake,
        Judgement::Blunder,
        Judgement::MissedWin,
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Judgement::Brilliant => "brilliant",
            Judgement::Only => "only move",
            Judgement::Best => "best",
            Judgement::Good => "good",
            Judgement::Book => "book",
            Judgement::Inaccuracy => "inaccuracy",
            Judgement::Mistake => "mistake",
            Judgement::Blunder => "blunder",
            Judgement::MissedWin => "missed win",
        }
    }
}

/// How much a move loses.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// A little.
    Inaccuracy,
    /// Much.
    Mistake,
    /// Very much.
    Blunder,
}

/// A move of a game, reviewed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewMoveRecord {
    /// The number of the game in the input, from 1.
    pub game: u64,
    /// The number of the half-move, from 1.
    pub ply: usize,
    /// The move as people write it.
    pub san: String,
    /// The move in UCI notation.
    pub uci: String,
    /// Who played it.
    pub color: Turn,
    /// What the position before it is worth, as PGN's `[%eval]` has it.
    pub eval_before: String,
    /// What the position after it is worth.
    pub eval_after: String,
    /// The best move, in UCI notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// The best line, in UCI notation.
    pub line: Vec<String>,
    /// What should follow the move that was played, in UCI notation.
    pub answer: Vec<String>,
    /// Points of a hundred lost by Lichess' curve.
    pub loss: f64,
    /// Points of a hundred that these players lose by it on average.
    pub expected_loss: f64,
    /// White's points of a hundred to expect after it, for these players.
    pub white_expected: f64,
    /// White's chances in points of a hundred after it, by Lichess' curve.
    pub white_chances: f64,
    /// What is said of it.
    pub judgement: Judgement,
    /// How much it loses, where that is worth a word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<Severity>,
    /// The share of players of this rating who find the best move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found_by: Option<f64>,
    /// The share of players of this rating who play this move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played_by: Option<f64>,
    /// Seconds on the player's clock after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<f64>,
    /// Seconds it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// `opening`, `middlegame` or `endgame`.
    pub phase: String,
    /// Why, each proven on a line of this record.
    pub why: Vec<ReasonRecord>,
    /// The next best lines, where several were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<OtherLine>,
}

/// Another good line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OtherLine {
    /// What it leads to.
    pub eval: String,
    /// In UCI notation.
    pub line: Vec<String>,
}

/// On which line a reason is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReasonLine {
    /// The move played and `answer`: what it allows.
    Answer,
    /// `line`: what was missed, or what the best move is for.
    Best,
}

/// A sentence and its proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReasonRecord {
    /// What holds: a constraint, a motif, `wins N` or `mate in N`.
    pub predicate: String,
    /// The line it holds on.
    pub on: ReasonLine,
    /// Half-moves of that line after which it holds; of a motif, how many are looked at. `answer` counts from the move after the one that was played.
    pub plies: usize,
    /// The sentence.
    pub text: String,
    /// Squares it speaks of.
    pub squares: Vec<String>,
    /// Moves it speaks of, from square to square: `e2e4`.
    pub arrows: Vec<String>,
}

/// A game, reviewed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewGameRecord {
    /// The number of the game in the input, from 1.
    pub game: u64,
    /// White's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<String>,
    /// Black's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<String>,
    /// How it ended: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// Half-moves.
    pub plies: usize,
    /// The opening.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningRecord>,
    /// The phases that the game had, in order.
    pub phases: Vec<PhaseRecord>,
    /// Half-moves that mattered most, in order.
    pub critical: Vec<usize>,
    /// White and Black.
    pub sides: Vec<ReviewSideRecord>,
    /// Positions that the engine looked at.
    pub nodes: u64,
}

/// The opening of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OpeningRecord {
    /// Its code in the Encyclopaedia of Chess Openings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eco: Option<String>,
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Half-moves after which the position still had a name; none where the name is only the file's word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<usize>,
}

/// A phase of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PhaseRecord {
    /// `opening`, `middlegame` or `endgame`.
    pub phase: String,
    /// Its first half-move.
    pub from: usize,
    /// Its last.
    pub to: usize,
    /// Accuracy of White and Black in it by Lichess' formula; none where a side did not move.
    pub accuracy: [Option<f64>; 2],
    /// Points of a hundred that White and Black lost in it in all, for these players.
    pub expected_loss: [f64; 2],
}

/// One player's part in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewSideRecord {
    /// Which side.
    pub color: Turn,
    /// The rating by which moves were judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<u16>,
    /// Moves played.
    pub moves: usize,
    /// Accuracy by Lichess' formula, 0 to 100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accuracy_lichess: Option<f64>,
    /// Accuracy by our expected points: 100 less what a move loses on average, times ten.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<f64>,
    /// Points of a hundred that a move loses on average, for these players.
    pub expected_loss: f64,
    /// Hundredths of a pawn that a move loses on average, beyond ten pawns counted as ten.
    pub centipawn_loss: f64,
    /// How often each judgement was passed.
    pub judgements: Vec<JudgementCount>,
    /// Half-moves played in time trouble, and how many of them were mistakes or worse; none without clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_trouble: Option<TimeTrouble>,
    /// How likely people of this rating would have played just so: the mean share of the moves played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub likeness: Option<f64>,
    /// The rating that the moves speak for, with its interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<RatingEstimate>,
}

/// How often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JudgementCount {
    /// Which judgement.
    pub judgement: Judgement,
    /// How often.
    pub count: usize,
}

/// Moves in time trouble.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TimeTrouble {
    /// Moves.
    pub moves: usize,
    /// Mistakes and worse among them.
    pub mistakes: usize,
}

/// A rating and its interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RatingEstimate {
    /// The estimate.
    pub rating: i32,
    /// From here …
    pub low: i32,
    /// … to here in 90 of 100 cases.
    pub high: i32,
}

/// Mistakes that come again, over many games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewReportRecord {
    /// Whose; everybody's where nobody was named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Games reviewed.
    pub games: u64,
    /// Won, drawn, lost, as far as that is known.
    pub results: [u64; 3],
    /// Moves reviewed.
    pub moves: u64,
    /// Mean accuracy by Lichess' formula.
    pub accuracy_lichess: f64,
    /// Points of a hundred that a move loses on average.
    pub expected_loss: f64,
    /// How often each judgement was passed.
    pub judgements: Vec<JudgementCount>,
    /// By what happened, the costliest first.
    pub motifs: Vec<RecurringRecord>,
    /// By phase.
    pub phases: Vec<RecurringRecord>,
    /// By the time left; empty without clocks.
    pub clocks: Vec<RecurringRecord>,
    /// By opening, the costliest first.
    pub openings: Vec<RecurringRecord>,
}

/// What comes again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RecurringRecord {
    /// What it is: a motif, a phase, an opening.
    pub name: String,
    /// Moves played there; of motifs, as many as there are mistakes.
    pub moves: u64,
    /// Mistakes and worse.
    pub mistakes: u64,
    /// Games in which it happened.
    pub games: u64,
    /// Points of a hundred lost by them in all.
    pub expected_loss: f64,
    /// Where: `game 3, 24... Rd8`, a few of them.
    pub examples: Vec<String>,
}
