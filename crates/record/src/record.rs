//! The records of `-f jsonl`: one JSON object a line, told apart by `type`.
//!
//! A run writes [`Run`] first, then one record per position, [`Summary`] last. Within [`SCHEMA`] 1
//! keys are only ever added, and readers ignore keys they do not know, so old programs read new
//! files. [`schema`] describes a line for programs in other languages.
//!
//! ```
//! use sissa_record::{Failure, Record};
//!
//! let failure = Failure {
//!     index: 1,
//!     code: "budget".to_owned(),
//!     message: "the budget of 10 nodes ended first".to_owned(),
//!     ..Failure::default()
//! };
//! let line = Record::Failure(failure).to_line();
//! assert_eq!(
//!     line,
//!     r#"{"type":"failure","index":1,"code":"budget","message":"the budget of 10 nodes ended first"}"#,
//! );
//! assert!(Record::from_line(&line).is_ok());
//! ```

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use shakmaty::{Color, Position};

use sissa_game::{Game, Reason};

use crate::{
    AgreementRecord, AttemptRecord, ClassificationRecord, ClusterRecord, OutlierRecord,
    PuzzleRecord, RetroRecord, ReviewGameRecord, ReviewMoveRecord, ReviewReportRecord,
    SimilarPositionRecord, SolutionRecord, analysis_link, fen,
};

/// The number of the schema that these types describe.
pub const SCHEMA: u32 = 1;

/// One line of JSON Lines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Record {
    /// The first line: what was asked for.
    Run(Run),
    /// A position with the game that reaches it.
    Position(PositionRecord),
    /// A position that could not be made.
    Failure(Failure),
    /// The answer of `check`.
    Check(CheckRecord),
    /// The answer of `prove`.
    Verdict(Verdict),
    /// The answer of `retro`.
    Retro(Box<RetroRecord>),
    /// A game that `games similar` found.
    Similar(SimilarRecord),
    /// A position that `games similar` found.
    #[serde(rename = "similar_position")]
    SimilarPosition(Box<SimilarPositionRecord>),
    /// A game that `games outliers` found.
    Outlier(OutlierRecord),
    /// Games that `games clusters` put together.
    Cluster(Box<ClusterRecord>),
    /// How well clusters agree with what was known.
    Agreement(AgreementRecord),
    /// The answer of `games classify`.
    Classification(ClassificationRecord),
    /// What `games predict` says of a position.
    Prediction(Box<PredictionRecord>),
    /// What `games rate` says of a game's players.
    Rating(Box<RatingRecord>),
    /// The answer of `solve`.
    Solution(Box<SolutionRecord>),
    /// The answer of `puzzles tag`.
    Puzzle(Box<PuzzleRecord>),
    /// The answer of `puzzles solve`.
    Attempt(Box<AttemptRecord>),
    /// What `review` says of a move.
    #[serde(rename = "review-move")]
    ReviewMove(Box<ReviewMoveRecord>),
    /// What `review` says of a game.
    #[serde(rename = "review-game")]
    ReviewGame(Box<ReviewGameRecord>),
    /// What `review` says of a player over many games.
    #[serde(rename = "review-report")]
    ReviewReport(Box<ReviewReportRecord>),
    /// The last line: what came of it.
    Summary(Summary),
}

impl Record {
    /// The record as one line, without the line break.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("records have string keys and finite structure")
    }

    /// Reads a line; keys that are not known are ignored.
    pub fn from_line(line: &str) -> Result<Record, serde_json::Error> {
        serde_json::from_str(line)
    }
}

/// What was asked for, so that the run can be repeated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Run {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Name and version of the program: `sissa 0.1.0`.
    pub tool: String,
    /// The subcommand: `generate`, `check`, `prove`, …
    pub command: String,
    /// The constraint as it was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constraint: Option<String>,
    /// The style of generation: `direct`, `neural`, `human`, `uniform`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub style: Option<String>,
    /// The seed of all randomness.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// How many positions were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// The index of the first position, when it is not 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skip: Option<u64>,
}

/// A position with the game that reaches it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PositionRecord {
    /// The number of the position, and of the random stream that made it.
    pub index: u64,
    /// A name unique in the run: seed and index.
    pub id: String,
    /// The position; the en-passant square is given only when a capture is legal.
    pub fen: String,
    /// Who is to move.
    pub turn: Turn,
    /// The number of moves, each player's counted.
    pub plies: usize,
    /// The moves in UCI notation, castling as the king's two steps (`e1g1`).
    pub moves: Vec<String>,
    /// The moves in standard algebraic notation with move numbers.
    pub movetext: String,
    /// What the moves prove.
    pub legality: Legality,
    /// Where to look at the game.
    pub links: Links,
    /// Where the game starts, when that is not the starting position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_fen: Option<String>,
    /// Whether no shorter game satisfies the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shortest: Option<bool>,
    /// How many search nodes it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The seed of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The constraint that the position satisfies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constraint: Option<String>,
    /// The real game it was found in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameInfo>,
    /// The players that a model of human play stood in for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub human: Option<Box<HumanInfo>>,
    /// Of a game in the style human: half-moves at its end that the style direct played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repaired: Option<u32>,
    /// What the position is worth, where the constraint asks for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judged: Option<Box<JudgedInfo>>,
}

/// What was found out about a position's worth.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JudgedInfo {
    /// The engine's value in pawns, from White's view; `null` where it sees a mate.
    pub eval: Option<f64>,
    /// The mate that the engine sees, in moves: negative where Black mates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eval_mate: Option<i32>,
    /// Positions that the engine looked at for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The engine's best move, in UCI notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// The best move and what should follow it, in UCI notation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// Moves in which the side to move mates by force: proven by exhaustive search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<u32>,
    /// Moves to mate in perfect play, from endgame tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate_distance: Option<u32>,
    /// Motifs of the best line, by Lichess' tags, where one was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub motifs: Vec<String>,
}

/// A model of people's moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MoveModel {
    /// One look at the board.
    #[default]
    Light,
    /// It looks at each move that comes to mind, too.
    Sighted,
}

/// What is known of a game in the style human.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HumanInfo {
    /// The model of moves that played: `sighted`, which sees tactics, or `light`; older records do not say.
    #[serde(default)]
    pub model: MoveModel,
    /// White's rating.
    pub white_elo: u16,
    /// Black's rating.
    pub black_elo: u16,
    /// How many different games the crowd was worth that this one was drawn from.
    pub effective_sample_size: f64,
    /// The share of all games of such players in which the constraint comes true, by the same crowd.
    pub chance: f64,
}

/// A real game in which a position was found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameInfo {
    /// The file it was imported from.
    pub source: String,
    /// Its number in that file, from 1.
    pub number: u64,
    /// The length of the whole game.
    pub plies: usize,
    /// White's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<String>,
    /// Black's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<String>,
    /// White's rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white_elo: Option<u16>,
    /// Black's rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black_elo: Option<u16>,
    /// The result as PGN writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The date as PGN writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The time control as PGN writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_control: Option<String>,
    /// The ECO code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eco: Option<String>,
    /// The opening's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// The place, or the address of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
}

/// How likely each end of a real game is, at one of its positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PredictionRecord {
    /// The game.
    pub game: GameInfo,
    /// Half-moves played.
    pub ply: usize,
    /// The move that led here, in UCI notation.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    pub played: Option<String>,
    /// How likely White wins.
    pub white: f64,
    /// How likely the game is drawn.
    pub draw: f64,
    /// How likely Black wins.
    pub black: f64,
    /// The value it was told by, as PGN's `[%eval]` has it.
    pub eval: String,
    /// Seconds that White and Black have left, where they were used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<[f64; 2]>,
    /// What more time would be worth, where it was asked for and clocks are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub more_time: Option<MoreTime>,
}

/// What more time on a clock would be worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MoreTime {
    /// How much more, in seconds.
    pub seconds: f64,
    /// What it would add to White's expected points, were it on White's clock.
    pub white: f64,
    /// What it would add to Black's expected points, were it on Black's clock.
    pub black: f64,
}

/// How strong the players of a real game are, by their moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RatingRecord {
    /// The game.
    pub game: GameInfo,
    /// Whose ratings these are: Lichess, Chess.com, FICS or FIDE.
    pub scale: String,
    /// White's.
    pub white: SideRating,
    /// Black's.
    pub black: SideRating,
}

/// One side of a [`RatingRecord`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SideRating {
    /// The estimate.
    pub rating: u16,
    /// The lower end of the interval that holds nine players of ten.
    pub low: u16,
    /// The upper end.
    pub high: u16,
    /// Moves that it comes from.
    pub moves: u32,
    /// Hundredths of the whole point lost by a move, on average.
    pub lost: f64,
    /// Moves that lost more than 15 hundredths.
    pub blunders: u32,
}

/// A real game that is like another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SimilarRecord {
    /// 1 for the nearest.
    pub rank: u64,
    /// How far it is from the game asked about.
    pub distance: f64,
    /// The game.
    pub game: GameInfo,
    /// Its moves in UCI notation.
    pub moves: Vec<String>,
    /// Where it starts, when that is not the starting position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_fen: Option<String>,
}

/// What a [`PositionRecord`] may say besides the game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extra {
    /// See [`PositionRecord::shortest`].
    pub shortest: Option<bool>,
    /// See [`PositionRecord::nodes`].
    pub nodes: Option<u64>,
    /// See [`PositionRecord::seed`].
    pub seed: Option<u64>,
    /// See [`PositionRecord::constraint`].
    pub constraint: Option<String>,
    /// See [`PositionRecord::human`].
    pub human: Option<Box<HumanInfo>>,
    /// See [`PositionRecord::repaired`].
    pub repaired: Option<u32>,
    /// See [`PositionRecord::judged`].
    pub judged: Option<Box<JudgedInfo>>,
}

impl PositionRecord {
    /// The record of a game's last position.
    ///
    /// ```
    /// use sissa_record::{Extra, Game, Legality, PositionRecord, Turn};
    ///
    /// let record = PositionRecord::from_game(0, "7-0", &Game::new(), Extra::default());
    /// assert_eq!((record.turn, record.legality), (Turn::White, Legality::ProofGame));
    /// ```
    pub fn from_game(
        index: u64,
        id: impl Into<String>,
        game: &Game,
        extra: Extra,
    ) -> PositionRecord {
        let initial = game.from_starting_position();
        PositionRecord {
            index,
            id: id.into(),
            fen: fen(game.end()),
            turn: game.end().turn().into(),
            plies: game.plies(),
            moves: game.uci_moves(),
            movetext: game.movetext(),
            legality: if initial {
                Legality::ProofGame
            } else {
                Legality::FromStart
            },
            links: Links {
                analysis: analysis_link(game),
            },
            start_fen: (!initial).then(|| fen(game.start())),
            shortest: extra.shortest,
            nodes: extra.nodes,
            seed: extra.seed,
            constraint: extra.constraint,
            game: None,
            human: extra.human,
            repaired: extra.repaired,
            judged: extra.judged,
        }
    }
}

/// Who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Turn {
    /// White is to move.
    White,
    /// Black is to move.
    Black,
}

impl From<Color> for Turn {
    fn from(color: Color) -> Turn {
        color.fold_wb(Turn::White, Turn::Black)
    }
}

/// What the moves of a [`PositionRecord`] prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Legality {
    /// The game starts from the starting position: the position is legal.
    ProofGame,
    /// The game starts elsewhere: the position is as legal as `start_fen`.
    FromStart,
}

/// Where to look at a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Links {
    /// Lichess' analysis board.
    pub analysis: String,
}

/// A position that could not be made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Failure {
    /// The number of the position.
    pub index: u64,
    /// Why, for programs: `budget`, `impossible`, …
    pub code: String,
    /// Why, for people.
    pub message: String,
    /// What to try instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The offending text and, on a second line, carets under it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excerpt: Option<String>,
    /// Why nothing can satisfy the constraint.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<Reason>,
}

/// Whether a position is basically valid and satisfies the constraint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CheckRecord {
    /// The number of the position in the input, from 0.
    pub index: u64,
    /// The position as it was given.
    pub fen: String,
    /// Whether it is a position of chess at all.
    pub valid: bool,
    /// Whether it satisfies the constraint; `null` without a constraint.
    pub satisfied: Option<bool>,
    /// Why it is not valid or not satisfying.
    #[serde(default)]
    pub reasons: Vec<Reason>,
    /// After how many moves of its game the position stands, when it came with a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<usize>,
    /// Where it was read: `stdin:3`, `file.pgn game 2`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// The name it came with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The constraint it was held against.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constraint: Option<String>,
    /// What each part of the constraint says, where that was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub findings: Option<Vec<Finding>>,
    /// The game in UCI notation, where findings were asked for and there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// Where that game starts, when that is not the starting position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_fen: Option<String>,
}

/// What one part of a constraint says of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// The part, in the language.
    pub text: String,
    /// Whether it holds.
    pub holds: bool,
    /// The number found, where the part counts.
    pub value: Option<i32>,
    /// The squares it is about.
    pub squares: Vec<String>,
}

/// Whether a position can come about, with the game or the reasons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Verdict {
    /// The number of the position in the input, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<u64>,
    /// The position as it was given.
    pub fen: String,
    /// The answer.
    pub verdict: Ruling,
    /// The length of the game, when there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<usize>,
    /// The game in UCI notation; empty when there is none.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Why the position is illegal.
    #[serde(default)]
    pub reasons: Vec<Reason>,
    /// The game in standard algebraic notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movetext: Option<String>,
    /// Whether no shorter game reaches the position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shortest: Option<bool>,
    /// How many search nodes it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Where it was read: `stdin:3`, `file.pgn game 2`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// Where to look at the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub links: Option<Links>,
}

/// The answer of `prove`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Ruling {
    /// A game reaches the position.
    Legal,
    /// No game can, for the reasons given.
    Illegal,
    /// No game of the length asked for; a game of another length may.
    None,
    /// The budget ended first.
    Undecided,
}

/// What came of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    /// How many positions were asked for.
    pub requested: u64,
    /// How many were made.
    pub produced: u64,
    /// How many of them are different.
    pub unique: u64,
    /// How many satisfy the constraint.
    pub satisfied: u64,
    /// The mean length of the games; `null` without games.
    pub mean_plies: Option<f64>,
    /// The median length of the games; `null` without games.
    #[serde(serialize_with = "whole_where_it_is")]
    pub median_plies: Option<f64>,
    /// In real games: how many games the positions are from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// In the style human: how many of the games the style direct had to finish.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repaired: Option<u64>,
    /// Of puzzles: how many first moves were right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<u64>,
    /// Of puzzles: how many whole solutions were right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whole: Option<u64>,
    /// The exit code of the program.
    pub exit: u8,
    /// Measures of the batch, where they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stats: Option<Measures>,
}

/// What a batch of positions is like.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Measures {
    /// Share of the positions asked for that satisfy the constraint.
    pub satisfaction_ratio: f64,
    /// Share of different positions, before repetitions were dropped.
    pub unique_ratio: f64,
    /// Percent of positions that miss the counts by k men, for k = 1..14.
    pub k_pdr: [f64; 14],
    /// Mean entropy of what stands on a square, in bits.
    pub occupancy_entropy: Option<f64>,
    /// Different pawn structures in a thousand positions.
    pub pawn_structures_per_1000: Option<f64>,
    /// Different first eight half-moves in a thousand games.
    pub openings_per_1000: Option<f64>,
    /// Measured, so different in each run.
    pub seconds: f64,
    /// Likewise.
    pub positions_per_second: f64,
}

/// A median is a whole number or a half; whole ones are written without a fraction.
#[expect(clippy::ref_option, reason = "serde calls it with a reference")]
fn whole_where_it_is<S: Serializer>(
    number: &Option<f64>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match number {
        Some(number) if number.fract() == 0.0 && number.abs() < 1e15 => {
            serializer.serialize_i64(*number as i64)
        }
        number => number.serialize(serializer),
    }
}

/// The JSON Schema of a line.
///
/// ```
/// let schema = sissa_record::schema();
/// assert_eq!(schema["title"], "Record");
/// ```
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(Record).to_value()
}
