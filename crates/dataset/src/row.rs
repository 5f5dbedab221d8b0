//! A row: a position, what it was made for, how to make it again, and its labels.

use std::sync::{Arc, LazyLock};

use arrow_array::{ArrayRef, Float64Array, Int64Array, RecordBatch, StringArray};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A position of a dataset.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Row {
    /// A name that no other position has, in any dataset: what was asked (16 hexadecimal digits), seed and index.
    pub id: String,
    /// The constraint it was made for.
    pub constraint: String,
    /// How it was made: `direct`, `uniform`, `neural` or `human`.
    pub style: String,
    /// The seed; with the constraint, the style and the index it makes the position again.
    pub seed: u64,
    /// The number of its random stream.
    pub index: u64,
    /// The position.
    pub fen: String,
    /// Who is to move: `white` or `black`.
    pub turn: String,
    /// The length of its game, in half-moves.
    pub plies: u64,
    /// Its game, in UCI notation.
    pub moves: String,
    /// Where the game starts, if not with the starting position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_fen: Option<String>,
    /// White's rating, in style human.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white_elo: Option<u16>,
    /// Black's rating, in style human.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black_elo: Option<u16>,
    /// Half-moves at the end of a game in style human that the style direct played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repaired: Option<u32>,
    /// The engine's value in pawns, from White's view; nothing where it sees a mate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eval: Option<f64>,
    /// The mate that the engine sees, in moves: negative where Black mates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eval_mate: Option<i32>,
    /// The engine's best move, in UCI notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// The best move and what should follow it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// Moves in which the side to move mates by force: proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<u32>,
    /// What the side to move gets in perfect play, from endgame tables: `win`, `draw` or `loss`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tablebase: Option<String>,
    /// Moves to mate in perfect play, from endgame tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate_distance: Option<u32>,
}

/// The columns: name, type, meaning.
pub const COLUMNS: [(&str, DataType, &str); 20] = [
    (
        "id",
        DataType::Utf8,
        "a name that no other position has: what was asked, seed, index",
    ),
    (
        "constraint",
        DataType::Utf8,
        "what the position was made for",
    ),
    ("style", DataType::Utf8, "how it was made"),
    ("seed", DataType::Int64, "the seed of all randomness"),
    ("index", DataType::Int64, "the number of its random stream"),
    ("fen", DataType::Utf8, "the position"),
    ("turn", DataType::Utf8, "who is to move: `white` or `black`"),
    (
        "plies",
        DataType::Int64,
        "the length of its game, in half-moves",
    ),
    (
        "moves",
        DataType::Utf8,
        "its game, in UCI notation, separated by spaces",
    ),
    (
        "start_fen",
        DataType::Utf8,
        "where the game starts, if not with the starting position",
    ),
    (
        "white_elo",
        DataType::Int64,
        "White's rating, in style human",
    ),
    (
        "black_elo",
        DataType::Int64,
        "Black's rating, in style human",
    ),
    (
        "repaired",
        DataType::Int64,
        "half-moves at the end that the style direct played, in style human",
    ),
    (
        "eval",
        DataType::Float64,
        "the engine's value in pawns, from White's view",
    ),
    (
        "eval_mate",
        DataType::Int64,
        "the mate that the engine sees, in moves: negative where Black mates",
    ),
    (
        "best",
        DataType::Utf8,
        "the engine's best move, in UCI notation",
    ),
    (
        "line",
        DataType::Utf8,
        "the best move and what should follow it",
    ),
    (
        "mate",
        DataType::Int64,
        "moves in which the side to move mates by force: proven",
    ),
    (
        "tablebase",
        DataType::Utf8,
        "what the side to move gets in perfect play: `win`, `draw` or `loss`",
    ),
    (
        "mate_distance",
        DataType::Int64,
        "moves to mate in perfect play",
    ),
];

/// The columns as Arrow has them: everything may be missing.
///
/// ```
/// assert!(sissa_dataset::schema().field_with_name("fen").is_ok());
/// ```
pub fn schema() -> SchemaRef {
    static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| {
        let field =
            |(name, kind, _): &(&str, DataType, &str)| Field::new(*name, kind.clone(), true);
        Arc::new(Schema::new(COLUMNS.iter().map(field).collect::<Vec<_>>()))
    });
    Arc::clone(&SCHEMA)
}

/// Rows as a batch of Arrow.
pub fn batch(rows: &[Row]) -> Result<RecordBatch, ArrowError> {
    fn texts<'a>(rows: &'a [Row], of: impl Fn(&'a Row) -> Option<&'a str>) -> ArrayRef {
        Arc::new(rows.iter().map(of).collect::<StringArray>())
    }
    fn numbers(rows: &[Row], of: impl Fn(&Row) -> Option<i64>) -> ArrayRef {
        Arc::new(rows.iter().map(of).collect::<Int64Array>())
    }
    // Seeds beyond Arrow's numbers are refused before anything is made.
    let whole = |number: u64| i64::try_from(number).ok();
    let columns: Vec<ArrayRef> = vec![
        texts(rows, |row| Some(&row.id)),
        texts(rows, |row| Some(&row.constraint)),
        texts(rows, |row| Some(&row.style)),
        numbers(rows, |row| whole(row.seed)),
        numbers(rows, |row| whole(row.index)),
        texts(rows, |row| Some(&row.fen)),
        texts(rows, |row| Some(&row.turn)),
        numbers(rows, |row| whole(row.plies)),
        texts(rows, |row| Some(&row.moves)),
        texts(rows, |row| row.start_fen.as_deref()),
        numbers(rows, |row| row.white_elo.map(i64::from)),
        numbers(rows, |row| row.black_elo.map(i64::from)),
        numbers(rows, |row| row.repaired.map(i64::from)),
        Arc::new(rows.iter().map(|row| row.eval).collect::<Float64Array>()),
        numbers(rows, |row| row.eval_mate.map(i64::from)),
        texts(rows, |row| row.best.as_deref()),
        texts(rows, |row| row.line.as_deref()),
        numbers(rows, |row| row.mate.map(i64::from)),
        texts(rows, |row| row.tablebase.as_deref()),
        numbers(rows, |row| row.mate_distance.map(i64::from)),
    ];
    RecordBatch::try_new(schema(), columns)
}

impl Row {
    /// The cells as text, in the order of the columns; empty where there is nothing.
    pub(crate) fn cells(&self) -> [String; COLUMNS.len()] {
        fn shown(value: Option<impl ToString>) -> String {
            value.map_or_else(String::new, |value| value.to_string())
        }
        [
            self.id.clone(),
            self.constraint.clone(),
            self.style.clone(),
            self.seed.to_string(),
            self.index.to_string(),
            self.fen.clone(),
            self.turn.clone(),
            self.plies.to_string(),
            self.moves.clone(),
            shown(self.start_fen.as_ref()),
            shown(self.white_elo),
            shown(self.black_elo),
            shown(self.repaired),
            shown(self.eval),
            shown(self.eval_mate),
            shown(self.best.as_ref()),
            shown(self.line.as_ref()),
            shown(self.mate),
            shown(self.tablebase.as_ref()),
            shown(self.mate_distance),
        ]
    }
}
