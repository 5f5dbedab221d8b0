//! What can be wrong with an input.

use std::io;

use shakmaty::Color;

use crate::{Excerpt, MoveError, NotationError, Reason};

/// An entry that could not be read: where, what, and the text.
///
/// Reading goes on after it, except after [`ReadErrorKind::Io`].
#[derive(Debug, thiserror::Error)]
#[error("{}: {kind}", self.place())]
pub struct ReadError {
    /// Where: `stdin:3`, `file.pgn game 2`.
    pub origin: String,
    /// The line, from 1.
    pub line: usize,
    /// What.
    pub kind: ReadErrorKind,
    /// The text, with the offending part marked.
    pub excerpt: Excerpt,
}

impl ReadError {
    /// The origin with the line, which the origin of a game does not have.
    pub fn place(&self) -> String {
        if self.line == 0 || self.origin.ends_with(&format!(":{}", self.line)) {
            self.origin.clone()
        } else {
            format!("{}, line {}", self.origin, self.line)
        }
    }

    /// What to try, when there is something to try.
    pub fn hint(&self) -> Option<&'static str> {
        match &self.kind {
            ReadErrorKind::Unrecognised | ReadErrorKind::Empty => {
                Some("give FEN, EPD, PGN, a list of moves or JSON Lines")
            }
            ReadErrorKind::JsonArray | ReadErrorKind::Json(_) => {
                Some("JSON Lines has one object a line; `jq -c` writes it")
            }
            ReadErrorKind::Binary => Some("give FEN, EPD, PGN, a list of moves or JSON Lines"),
            ReadErrorKind::NotUtf8 => Some("write it as UTF-8"),
            ReadErrorKind::Variant(_) => Some("only standard chess is supported"),
            _ => None,
        }
    }
}

/// What is wrong with an entry.
#[derive(Debug, thiserror::Error)]
pub enum ReadErrorKind {
    /// The stream itself failed; nothing can be read after it.
    #[error("cannot read: {0}")]
    Io(io::Error),
    /// No format begins like this.
    #[error("neither FEN, EPD, a list of moves, PGN nor a JSON record")]
    Unrecognised,
    /// The line is longer than 1 MiB.
    #[error("the line is longer than 1 MiB")]
    TooLong,
    /// Nothing here is text; nothing is read after it.
    #[error("this is not text but a binary file")]
    Binary,
    /// The bytes of a line are not text.
    #[error("the line is not UTF-8 text")]
    NotUtf8,
    /// FEN or EPD with a fault.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// Not JSON, or a key with a value of the wrong type.
    #[error("not a JSON record: {0}")]
    Json(String),
    /// A JSON array instead of an object a line.
    #[error("a JSON array instead of one object a line")]
    JsonArray,
    /// A record whose `type` is not one of ours.
    #[error("the record type \"{0}\" is not known")]
    RecordType(String),
    /// A record without a position.
    #[error("the record has no \"fen\"")]
    NoFen,
    /// A move of a record that cannot be played.
    #[error("move {ply} of the record: {error}")]
    RecordMove {
        /// Its place in `moves`, from 1.
        ply: usize,
        /// What is wrong with it.
        error: MoveError,
    },
    /// A record whose moves lead elsewhere.
    #[error("the moves lead to \"{end}\", not to the \"fen\" of the record")]
    WrongEnd {
        /// Where they lead.
        end: String,
    },
    /// A PGN tag that is not `[Name "value"]`.
    #[error("a tag must look like [Name \"value\"]")]
    Tag,
    /// More PGN tags than any game has.
    #[error("the game has more than {0} tags")]
    TooManyTags(usize),
    /// More moves than any game has.
    #[error("the game has more than {0} moves")]
    TooManyMoves(usize),
    /// A game of another kind of chess.
    #[error("the game is of the variant \"{0}\"")]
    Variant(String),
    /// A game from a position that cannot be.
    #[error("the game starts from an impossible position: {}", first(.0))]
    ImpossibleStart(Vec<Reason>),
    /// A move that cannot be played.
    #[error("move {number}, {}: {error}", color.fold_wb("White", "Black"))]
    Move {
        /// The number of the move.
        number: u32,
        /// Whose move it is.
        color: Color,
        /// What is wrong with it.
        error: MoveError,
    },
    /// A puzzle in a position that cannot be.
    #[error("this is no position: {}", first(.0))]
    Impossible(Vec<Reason>),
    /// A row of a file of puzzles that lacks something.
    #[error("the row has no {0}")]
    Row(&'static str),
    /// A `{` without its `}`.
    #[error("the comment opened on line {0} is never closed")]
    UnclosedComment(usize),
    /// A `(` without its `)`.
    #[error("the variation opened on line {0} is never closed")]
    UnclosedVariation(usize),
    /// There is nothing.
    #[error("there is no position and no game")]
    Empty,
    /// There is more than the one that was expected.
    #[error("there is more than one position or game")]
    MoreThanOne,
}

fn first(reasons: &[Reason]) -> &str {
    reasons.first().map_or("", |reason| &reason.message)
}
