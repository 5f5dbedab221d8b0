//! Games from PGN, strictly.
//!
//! [pgn-reader](https://docs.rs/pgn-reader) is made for millions of clean games: it passes over what
//! it cannot read, and a game with a mistyped move becomes another game. Here every token of the main
//! line is either played or reported with its line, so this reader is written for itself and uses
//! pgn-reader as the oracle of its tests. Comments on the main line are kept, up to a limit; annotations and
//! variations are passed over: memory does not grow with the file.
//!
//! A game ends with its result, before the tags of the next one, or before a line that begins with
//! `1.`; empty lines mean nothing, because real files have them anywhere.

use std::ops::Range;

use shakmaty::Position;

use super::{
    error::ReadErrorKind,
    token::{is_annotation, is_result, strip, tag_value},
};
use crate::{Excerpt, Game, PositionInput, Reason};

/// More tags than any game has.
const TAGS: usize = 500;

/// More moves than any game has: by the 75-move rule the longest has 17,697.
const MOVES: usize = 20_000;

/// Longest comment that is kept, in bytes.
const REMARK: usize = 1 << 16;

/// The game being read.
#[derive(Default)]
pub struct Parser {
    tags: Vec<(String, String)>,
    /// The tag `FEN`.
    fen: Option<PositionInput>,
    /// The tags are over.
    movetext: bool,
    /// There was a move, legal or not.
    moved: bool,
    /// Set with the first move.
    game: Option<Game>,
    /// The line of the `{` of an open comment.
    comment: Option<usize>,
    /// Its text so far, on the main line.
    remark: String,
    /// The number of open variations, and the line of the first `(`.
    depth: usize,
    opened: usize,
    /// A fault was reported; the rest of the game is passed over.
    failed: bool,
    /// The line with which the game began; 0 before that.
    first_line: usize,
}

/// A line being read.
pub struct Cursor<'a> {
    pub text: &'a str,
    /// The number of bytes before the first that is not white space.
    pub indent: usize,
    /// The next byte to look at.
    pub at: usize,
    /// Its number, from 1.
    pub line: usize,
}

/// What the parser found.
pub enum Found {
    /// A game, and the line with which it began.
    Game(Box<(PositionInput, Option<Game>)>, usize),
    /// A fault, and the part of the line it is about. The game is not reported again.
    Fault(ReadErrorKind, Range<usize>),
    /// The end of a game with a fault.
    Nothing,
}

impl Parser {
    /// Reads on to the next thing worth reporting; `None` at the end of the line.
    pub fn advance(&mut self, cursor: &mut Cursor) -> Option<Found> {
        let text = cursor.text;
        while let Some(next) = text[cursor.at..].chars().next() {
            let rest = &text[cursor.at..];
            let begins_line = cursor.at <= cursor.indent;
            if let Some(opened) = self.comment {
                if begins_line && rest.starts_with("[Event \"") {
                    // Surely the next game. Otherwise one missing brace would hide the whole file.
                    return Some(self.abandon(ReadErrorKind::UnclosedComment(opened)));
                }
                match rest.find('}') {
                    Some(end) => {
                        self.remark(&rest[..end]);
                        self.end_comment();
                        cursor.at += end + 1;
                    }
                    None => {
                        self.remark(rest);
                        cursor.at = text.len();
                    }
                }
                continue;
            }
            match next {
                _ if next.is_whitespace() || next == '}' => cursor.at += next.len_utf8(),
                '%' if cursor.at == 0 => cursor.at = text.len(),
                ';' => cursor.at = text.len(),
                '{' => {
                    self.comment = Some(cursor.line);
                    cursor.at += 1;
                }
                '[' if begins_line || !self.movetext => {
                    let next_game =
                        self.movetext || (rest.starts_with("[Event ") && self.first_line > 0);
                    if next_game && let Some(found) = self.finish() {
                        return Some(found);
                    }
                    if let Err((kind, span)) = self.tag(cursor) {
                        return Some(self.fail(kind, span));
                    }
                }
                '(' => {
                    if self.depth == 0 {
                        self.opened = cursor.line;
                    }
                    self.depth += 1;
                    cursor.at += 1;
                }
                ')' => {
                    self.depth = self.depth.saturating_sub(1);
                    cursor.at += 1;
                }
                '$' => {
                    let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
                    cursor.at += 1 + digits;
                }
                _ => {
                    if let Some(found) = self.token(cursor, begins_line) {
                        return Some(found);
                    }
                }
            }
        }
        None
    }

    /// More of the open comment; a line break is a space.
    fn remark(&mut self, text: &str) {
        if self.depth == 0 && self.remark.len() + text.len() < REMARK {
            if !self.remark.is_empty() {
                self.remark.push(' ');
            }
            self.remark.push_str(text.trim());
        }
    }

    fn end_comment(&mut self) {
        self.comment = None;
        if let Some(game) = &mut self.game {
            game.add_comment(&self.remark);
        }
        self.remark.clear();
    }

    /// Ends the game, if one has begun, and makes ready for the next.
    pub fn finish(&mut self) -> Option<Found> {
        if let Some(opened) = self.comment {
            return Some(self.abandon(ReadErrorKind::UnclosedComment(opened)));
        }
        if self.depth > 0 {
            let opened = self.opened;
            return Some(self.abandon(ReadErrorKind::UnclosedVariation(opened)));
        }
        let ended = std::mem::take(self);
        if ended.failed {
            return Some(Found::Nothing);
        }
        if ended.first_line == 0 {
            return None;
        }
        let found = match ended.game.map_or_else(|| new_game(ended.fen.as_ref()), Ok) {
            Ok(mut game) => {
                for (name, value) in &ended.tags {
                    game.set_header(name, value);
                }
                (PositionInput::from_position(game.end()), Some(game))
            }
            // Of interest by itself, as nothing was played from it.
            Err(_) => (ended.fen?, None),
        };
        Some(Found::Game(Box::new(found), ended.first_line))
    }

    /// Reports a fault and passes over the rest of the game.
    pub fn fail(&mut self, kind: ReadErrorKind, span: Range<usize>) -> Found {
        if std::mem::replace(&mut self.failed, true) {
            return Found::Nothing;
        }
        Found::Fault(kind, span)
    }

    /// Reports that a line is lost, and whatever it opened or closed with it.
    pub fn lose_line(&mut self) -> Found {
        self.comment = None;
        self.depth = 0;
        self.movetext = true;
        self.moved = true;
        self.fail(ReadErrorKind::TooLong, 0..0)
    }

    /// Ends a game that cannot be finished.
    fn abandon(&mut self, kind: ReadErrorKind) -> Found {
        let found = self.fail(kind, 0..0);
        *self = Parser::default();
        found
    }

    /// Reads `[Name "value"]`.
    fn tag(&mut self, cursor: &mut Cursor) -> Result<(), (ReadErrorKind, Range<usize>)> {
        let (start, rest) = (cursor.at, &cursor.text[cursor.at..]);
        cursor.at = cursor.text.len();
        self.note_first_line(cursor.line);
        if self.failed {
            return Ok(());
        }
        let fault = || (ReadErrorKind::Tag, start..start + rest.trim_end().len());
        let (name, value) = rest[1..].split_once('"').ok_or_else(fault)?;
        let name = name.trim();
        let (value, length) = tag_value(value).ok_or_else(fault)?;
        if name.is_empty()
            || !name
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "_-+#=:".contains(c))
        {
            return Err(fault());
        }
        if self.tags.len() == TAGS {
            return Err((ReadErrorKind::TooManyTags(TAGS), start..start));
        }
        let quote = start + rest.find('"').expect("split at this quote above");
        cursor.at = quote + 1 + length;
        if name.eq_ignore_ascii_case("Variant") {
            let standard = ["standard", "chess", "normal", "from position", ""];
            if !standard.contains(&value.trim().to_ascii_lowercase().as_str()) {
                let kind = ReadErrorKind::Variant(Excerpt::quote(&value));
                return Err((kind, quote + 1..quote + 1 + value.len()));
            }
        }
        if name.eq_ignore_ascii_case("FEN") {
            let position = PositionInput::parse(&value).map_err(|error| {
                let span = quote + 1 + error.span.start..quote + 1 + error.span.end;
                (ReadErrorKind::Notation(error), span)
            })?;
            self.fen.get_or_insert(position);
        }
        self.tags.push((name.to_owned(), value));
        Ok(())
    }

    fn note_first_line(&mut self, line: usize) {
        if self.first_line == 0 {
            self.first_line = line;
        }
    }

    /// Reads a move, a move number, a result or an annotation.
    fn token(&mut self, cursor: &mut Cursor, begins_line: bool) -> Option<Found> {
        let (start, rest) = (cursor.at, &cursor.text[cursor.at..]);
        let ends = |c: char| c.is_whitespace() || "{}();$".contains(c);
        let token = &rest[..rest.find(ends).unwrap_or(rest.len())];

        let first_move = token.starts_with("1.") && !token.starts_with("1..");
        let over = self.depth == 0 && begins_line && first_move && self.moved;
        if over && let Some(found) = self.finish() {
            return Some(found);
        }
        cursor.at += token.len();
        self.movetext = true;
        if self.depth > 0 {
            return None;
        }
        if is_result(token) {
            // A result with nothing before it belongs to no game.
            return self.finish();
        }
        let (text, offset) = strip(token);
        if is_annotation(text) {
            return None;
        }
        self.moved = true;
        if self.failed {
            return None;
        }
        self.note_first_line(cursor.line);
        let span = start + offset..start + offset + text.len();
        if self.game.is_none() {
            match new_game(self.fen.as_ref()) {
                Ok(game) => self.game = Some(game),
                Err(reasons) => {
                    return Some(self.fail(ReadErrorKind::ImpossibleStart(reasons), span));
                }
            }
        }
        let game = self.game.as_mut()?;
        if game.plies() == MOVES {
            return Some(self.fail(ReadErrorKind::TooManyMoves(MOVES), span));
        }
        let number = game.end().fullmoves().get();
        let color = game.end().turn();
        let error = game.push_text(text).err()?;
        Some(self.fail(
            ReadErrorKind::Move {
                number,
                color,
                error,
            },
            span,
        ))
    }
}

/// A game from the position of the tag `FEN`.
fn new_game(fen: Option<&PositionInput>) -> Result<Game, Vec<Reason>> {
    match fen {
        Some(position) => position.checked.clone().map(Game::starting_from),
        None => Ok(Game::new()),
    }
}
