//! Positions and games from any of the formats, one after the other.
//!
//! The format is recognised by the first line that is not empty; after that nothing is guessed.
//! Lines of FEN, EPD and JSON may be mixed. Whatever cannot be read is an error that names the line
//! and quotes the text, and reading goes on behind it; memory stays constant, whatever the input.
//!
//! ```
//! let input = "8/8/8/8/8/8/8/K1k5 w - - 0 1\n\n# a comment\nnonsense\n";
//! let found: Vec<_> = sissa_record::read(input.as_bytes(), "stdin").collect();
//! assert_eq!(found.len(), 2);
//! assert_eq!(found[0].as_ref().unwrap().origin, "stdin:1");
//! assert_eq!(
//!     found[1].as_ref().unwrap_err().to_string(),
//!     "stdin:4: neither FEN, EPD, a list of moves, PGN nor a JSON record",
//! );
//! ```

mod error;
mod format;
mod json;
mod lines;
mod pgn;
mod puzzles;
mod token;

use std::{io::BufRead, ops::Range};

use crate::{Excerpt, Game, PositionInput, notation};
use format::Format;
use lines::{Lines, Outcome};

pub use error::{ReadError, ReadErrorKind};
pub use puzzles::{PUZZLE_COLUMNS, Puzzle, PuzzleSource, Puzzles, read_puzzles};

/// A position that was read, with its game if it came with one.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Where it was read: `stdin:3`, `file.pgn game 2`.
    pub origin: String,
    /// The line with which it begins, from 1.
    pub line: usize,
    /// The position; of a game, the last.
    pub position: PositionInput,
    /// The game that leads to the position.
    pub game: Option<Game>,
    /// Its name: the `id` of a record or of EPD.
    pub id: Option<String>,
    /// The operations of EPD, `hmvc` and `fmvn` included.
    pub operations: Vec<(String, String)>,
}

/// Reads all positions and games of a stream. `name` begins their origins.
pub fn read<R: BufRead>(input: R, name: &str) -> Entries<R> {
    Entries {
        name: name.to_owned(),
        lines: Lines::new(input),
        format: None,
        parser: pgn::Parser::default(),
        games: 0,
        line: String::new(),
        indent: 0,
        at: 0,
        any: false,
        ended: false,
    }
}

/// Reads a command-line argument: FEN, EPD, a list of moves in SAN or UCI, a JSON record, PGN.
///
/// ```
/// let entry = sissa_record::read_one("e2e4 e7e5")?;
/// assert_eq!(entry.game.expect("moves are a game").movetext(), "1. e4 e5");
/// # Ok::<_, sissa_record::ReadError>(())
/// ```
pub fn read_one(text: &str) -> Result<Entry, ReadError> {
    const NAME: &str = "argument";
    let fault = |kind| ReadError {
        origin: NAME.to_owned(),
        line: 0,
        kind,
        excerpt: Excerpt::new(text.as_bytes(), 0..0),
    };
    let several_lines = text.trim().contains('\n');
    let mut entries = read(text.as_bytes(), NAME).map(|result| match result {
        Ok(entry) => Ok(Entry {
            origin: NAME.to_owned(),
            ..entry
        }),
        Err(error) => Err(ReadError {
            origin: NAME.to_owned(),
            line: if several_lines { error.line } else { 0 },
            ..error
        }),
    });
    let first = entries
        .next()
        .unwrap_or_else(|| Err(fault(ReadErrorKind::Empty)))?;
    match entries.next() {
        None => Ok(first),
        Some(_) => Err(fault(ReadErrorKind::MoreThanOne)),
    }
}

/// The iterator of [`read`].
pub struct Entries<R> {
    name: String,
    lines: Lines<R>,
    format: Option<Format>,
    parser: pgn::Parser,
    /// The number of games read or refused.
    games: usize,
    /// The line being parsed as PGN, where its text begins, and the next byte to look at.
    line: String,
    indent: usize,
    at: usize,
    /// Whether anything could be read.
    any: bool,
    ended: bool,
}

impl<R: BufRead> Iterator for Entries<R> {
    type Item = Result<Entry, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(found) = self.resume() {
                self.any |= found.is_ok();
                return Some(found);
            }
            if self.ended {
                return None;
            }
            let advanced = self.lines.advance();
            if matches!(advanced, Ok(Outcome::Line | Outcome::TooLong)) && self.is_binary() {
                self.ended = true;
                return Some(Err(self.fault(ReadErrorKind::Binary, 0..0)));
            }
            match advanced {
                Ok(Outcome::Line) => {}
                Ok(Outcome::TooLong) => {
                    let found = match self.format {
                        Some(Format::Pgn) => self.parser.lose_line(),
                        _ => pgn::Found::Fault(ReadErrorKind::TooLong, 0..0),
                    };
                    match self.report(found) {
                        Some(fault) => return Some(fault),
                        None => continue,
                    }
                }
                Ok(Outcome::End) => {
                    self.ended = true;
                    let found = self.parser.finish();
                    return found.and_then(|found| self.report(found));
                }
                Err(error) => {
                    self.ended = true;
                    self.lines.number += 1;
                    return Some(Err(self.fault(ReadErrorKind::Io(error), 0..0)));
                }
            }
            if let Some(found) = self.take_line() {
                self.any |= found.is_ok();
                return Some(found);
            }
        }
    }
}

impl<R: BufRead> Entries<R> {
    /// Reads on in the line of PGN or moves.
    fn resume(&mut self) -> Option<Result<Entry, ReadError>> {
        while self.at < self.line.len() {
            let mut cursor = pgn::Cursor {
                text: &self.line,
                indent: self.indent,
                at: self.at,
                line: self.lines.number,
            };
            let mut found = self.parser.advance(&mut cursor);
            self.at = cursor.at;
            if found.is_none() && self.format == Some(Format::Moves) {
                found = self.parser.finish();
            }
            if let Some(result) = found.and_then(|found| self.report(found)) {
                return Some(result);
            }
        }
        None
    }

    /// Whether the line shows that nothing here is text: one error says it of the whole file. A line among others may
    /// be damaged, and one of FEN or EPD written in another encoding.
    fn is_binary(&self) -> bool {
        if self.any || self.format == Some(Format::Pgn) {
            return false;
        }
        let text = &self.lines.text;
        let control = |byte: &u8| byte.is_ascii_control() && *byte != b'\t';
        let board = text.trim_ascii().split(u8::is_ascii_whitespace).next();
        let is_fen = board.is_some_and(|board| board.contains(&b'/'));
        text.contains(&0)
            || std::str::from_utf8(text).is_err()
                && Format::detect(&String::from_utf8_lossy(text)) == Format::Lines
                && (!is_fen || text.iter().any(control))
    }

    /// Takes up the line that was just read.
    fn take_line(&mut self) -> Option<Result<Entry, ReadError>> {
        let bytes = self.lines.text.trim_ascii();
        let blank = bytes.is_empty() || bytes[0] == b'#';
        if blank && self.format != Some(Format::Pgn) {
            return None;
        }
        let text = std::str::from_utf8(&self.lines.text);
        // PGN is by its standard Latin-1, and old files are.
        let latin = || {
            self.lines
                .text
                .iter()
                .map(|&byte| char::from(byte))
                .collect()
        };
        let format = *self.format.get_or_insert_with(|| match text {
            Ok(text) => Format::detect(text),
            Err(_) => Format::detect(&String::from_utf8_lossy(&self.lines.text)),
        });
        if format != Format::Lines {
            self.line = text.map_or_else(|_| latin(), str::to_owned);
            self.indent = self.line.len() - self.line.trim_start().len();
            self.at = 0;
            if format == Format::Moves {
                // A fault at the end of the line before must not cost this one.
                self.parser = pgn::Parser::default();
            }
            return None;
        }
        match text {
            Ok(text) => {
                let indent = text.len() - text.trim_start().len();
                self.parse_line(text.trim(), indent)
            }
            Err(error) => {
                let at = error.valid_up_to();
                Some(Err(self.fault(ReadErrorKind::NotUtf8, at..at + 1)))
            }
        }
    }

    /// Reads a line of FEN, EPD or JSON that begins `indent` bytes into the line.
    fn parse_line(&self, text: &str, indent: usize) -> Option<Result<Entry, ReadError>> {
        let fault = |kind, span: Range<usize>| {
            let span = span.start + indent..span.end + indent;
            Some(Err(self.fault(kind, span)))
        };
        let entry = Entry {
            origin: self.origin(),
            line: self.lines.number,
            position: PositionInput::from_position(&shakmaty::Chess::default()),
            game: None,
            id: None,
            operations: Vec::new(),
        };
        if text.starts_with('{') {
            return match json::parse(text) {
                Ok(None) => None,
                Ok(Some(json::Parsed { position, game, id })) => Some(Ok(Entry {
                    position,
                    game,
                    id,
                    ..entry
                })),
                Err((kind, span)) => fault(kind, span),
            };
        }
        if text.starts_with('[') {
            return fault(ReadErrorKind::JsonArray, 0..1);
        }
        if !text
            .split_whitespace()
            .next()
            .is_some_and(|board| board.contains('/'))
        {
            return fault(ReadErrorKind::Unrecognised, 0..text.len());
        }
        match notation::parse_with_operations(text) {
            Ok((position, operations)) => {
                let id = operations.iter().find(|(opcode, _)| opcode == "id");
                let id = id.map(|(_, value)| value.clone());
                Some(Ok(Entry {
                    position,
                    id,
                    operations,
                    ..entry
                }))
            }
            Err(error) => {
                let span = error.span.clone();
                fault(ReadErrorKind::Notation(error), span)
            }
        }
    }

    /// Numbers what the PGN parser found; `None` when there is nothing to tell.
    fn report(&mut self, found: pgn::Found) -> Option<Result<Entry, ReadError>> {
        match found {
            pgn::Found::Nothing => None,
            pgn::Found::Fault(kind, span) => {
                self.games += 1;
                Some(Err(self.fault(kind, span)))
            }
            pgn::Found::Game(found, line) => {
                let (position, game) = *found;
                self.games += 1;
                Some(Ok(Entry {
                    origin: self.origin(),
                    line,
                    position,
                    game,
                    id: None,
                    operations: Vec::new(),
                }))
            }
        }
    }

    fn origin(&self) -> String {
        match self.format {
            Some(Format::Pgn) => format!("{} game {}", self.name, self.games),
            _ => format!("{}:{}", self.name, self.lines.number),
        }
    }

    fn fault(&self, kind: ReadErrorKind, span: Range<usize>) -> ReadError {
        let text = match (self.format, &kind) {
            // The line as it was decoded, in which the span is counted.
            (Some(Format::Pgn | Format::Moves), kind)
                if !matches!(kind, ReadErrorKind::TooLong | ReadErrorKind::Io(_)) =>
            {
                self.line.as_bytes()
            }
            _ => &self.lines.text,
        };
        ReadError {
            origin: self.origin(),
            line: self.lines.number,
            kind,
            excerpt: Excerpt::new(text, span),
        }
    }
}
