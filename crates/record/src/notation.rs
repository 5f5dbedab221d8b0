//! FEN and EPD lines, read with an exact report of what is wrong.
//!
//! shakmaty's parser says which field is bad; a person who mistyped a FEN wants to know which rank
//! has nine squares. So the fields are looked at here first, and shakmaty reads the approved text.
//! The result is kept *unchecked* together with the verdict on it: an impossible position is a
//! readable one.
//!
//! ```
//! use sissa_record::PositionInput;
//!
//! let input = PositionInput::parse("8/8/8/4k3/8/8/8/8")?;
//! assert_eq!(input.checked.unwrap_err()[0].message, "White has no king");
//!
//! let error = PositionInput::parse("8/8/8/4k4/8/8/8/8 w - - 0 1").unwrap_err();
//! assert_eq!(error.to_string(), r#"rank 5, "4k4", has 9 squares instead of 8"#);
//! # Ok::<_, sissa_record::NotationError>(())
//! ```

use std::{num::NonZeroU32, ops::Range};

use shakmaty::{Chess, EnPassantMode, Piece, Position, Setup, Square, fen::Fen};

use crate::{Excerpt, Reason, check, fen};

/// A position as it was given, with the verdict on it.
#[derive(Clone, Debug)]
pub struct PositionInput {
    /// The text it was read from; the FEN when it was not read from one.
    pub text: String,
    /// The position, however impossible.
    pub setup: Setup,
    /// The position if it is a position of chess, else what is wrong with it.
    pub checked: Result<Chess, Vec<Reason>>,
}

/// Why a text is not FEN or EPD.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct NotationError {
    /// What is wrong, quoting the part.
    pub message: String,
    /// The part, in bytes of the text.
    pub span: Range<usize>,
}

/// The operations of an EPD line: opcodes and their operands.
pub(crate) type Operations = Vec<(String, String)>;

impl PositionInput {
    /// The position as FEN, however impossible.
    pub fn fen(&self) -> String {
        match &self.checked {
            Ok(position) => fen(position),
            Err(_) => {
                // As it was given, without operations: Sissa's own spelling would hide what is wrong.
                let number = |field: &&str| field.bytes().all(|byte| byte.is_ascii_digit());
                let mut fields = self.text.split_whitespace();
                let head: Vec<&str> = fields.by_ref().take(4).collect();
                let counters = fields.take(2).take_while(number);
                head.into_iter()
                    .chain(counters)
                    .collect::<Vec<_>>()
                    .join(" ")
            }
        }
    }

    /// Reads FEN or EPD. Fields after the board may be missing: White to move, no castling.
    pub fn parse(text: &str) -> Result<PositionInput, NotationError> {
        Ok(parse_with_operations(text)?.0)
    }

    /// A position that needs no reading.
    pub fn from_position(position: &Chess) -> PositionInput {
        PositionInput {
            text: fen(position),
            setup: position.to_setup(EnPassantMode::Legal),
            checked: Ok(position.clone()),
        }
    }
}

/// Looks at the field that stands at a place in the text.
type FieldCheck = fn(&str, &Range<usize>) -> Result<(), NotationError>;

/// Reads FEN or EPD, and the operations of the latter.
pub(crate) fn parse_with_operations(
    text: &str,
) -> Result<(PositionInput, Operations), NotationError> {
    let fields = Fields::split(text);
    let mut rest = fields.0.iter().peekable();

    let mut head = Vec::new();
    let checks: [FieldCheck; 4] = [check_board, check_turn, check_castling, check_ep_square];
    for check in checks {
        if let Some(span) = rest.next() {
            check(text, span)?;
            head.push(&text[span.clone()]);
        }
    }
    // Counters (and the counted checks of a variant) before operations.
    let mut names = ["the halfmove clock", "the move number"].into_iter();
    while let Some(span) = rest.next_if(|span| !text[span.start..].starts_with(is_letter)) {
        let field = &text[span.clone()];
        let counted_checks = field.contains('+') && field.trim_matches(is_digit) != field;
        if !counted_checks {
            let Some(name) = names.next() else {
                return Err(wrong(text, span, |field| {
                    format!("{field} is one field too many")
                }));
            };
            if !field.chars().all(is_digit) {
                let message = |field| format!("{name} must be a number, not {field}");
                return Err(wrong(text, span, message));
            }
        }
        head.push(field);
    }
    let operations = match rest.next() {
        Some(span) => parse_operations(text, span.start)?,
        None => Vec::new(),
    };

    let mut setup = Fen::from_ascii(head.join(" ").as_bytes())
        .map_err(|error| wrong(text, &(0..text.len()), |_| error.to_string()))?
        .into_setup();
    for (opcode, operand) in &operations {
        let number = || {
            let message = format!(
                "{opcode} must be a number, not \"{}\"",
                Excerpt::quote(operand)
            );
            let span = 0..text.len();
            operand
                .parse::<u32>()
                .map_err(|_| NotationError { message, span })
        };
        match opcode.as_str() {
            "hmvc" => setup.halfmoves = number()?,
            "fmvn" => setup.fullmoves = NonZeroU32::new(number()?).unwrap_or(NonZeroU32::MIN),
            _ => {}
        }
    }
    let input = PositionInput {
        text: text.to_owned(),
        checked: check(&setup),
        setup,
    };
    Ok((input, operations))
}

/// The fields of a line, as byte ranges.
struct Fields(Vec<Range<usize>>);

impl Fields {
    /// Splits at white space; at underscores in addresses, which have no white space.
    fn split(text: &str) -> Fields {
        let separates = |c: char| {
            if text.contains(' ') {
                c.is_ascii_whitespace()
            } else {
                c.is_ascii_whitespace() || c == '_'
            }
        };
        let offset = |field: &str| field.as_ptr().addr() - text.as_ptr().addr();
        // Four fields, two counters, counted checks and the first opcode: no more is ever looked at.
        let fields = text
            .split(separates)
            .filter(|field| !field.is_empty())
            .take(8);
        Fields(
            fields
                .map(|field| offset(field)..offset(field) + field.len())
                .collect(),
        )
    }
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic()
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// An error about the part `span`, which the message quotes.
fn wrong(text: &str, span: &Range<usize>, message: impl FnOnce(String) -> String) -> NotationError {
    NotationError {
        message: message(format!("\"{}\"", Excerpt::quote(&text[span.clone()]))),
        span: span.clone(),
    }
}

fn check_board(text: &str, span: &Range<usize>) -> Result<(), NotationError> {
    let field = &text[span.clone()];
    let board = field.split('[').next().unwrap_or(field);
    let mut start = span.start;
    let mut ranks = 0;
    for (index, rank) in board.split('/').enumerate() {
        let number = 8_usize.saturating_sub(index);
        let rank_span = start..start + rank.len();
        let mut squares = 0;
        for (at, character) in rank.char_indices() {
            squares += match character {
                '1'..='8' => character as usize - '0' as usize,
                '~' if at > 0 => 0,
                _ if Piece::from_char(character).is_some() => 1,
                _ => {
                    let span = start + at..start + at + character.len_utf8();
                    return Err(wrong(text, &span, |found| {
                        format!(
                            "{found} in rank {number} is neither a piece (PNBRQK, pnbrqk) nor a number of empty squares"
                        )
                    }));
                }
            };
        }
        if squares != 8 && index < 8 {
            return Err(wrong(text, &rank_span, |rank| {
                let noun = if squares == 1 { "square" } else { "squares" };
                format!("rank {number}, {rank}, has {squares} {noun} instead of 8")
            }));
        }
        start = rank_span.end + 1;
        ranks = index + 1;
    }
    if ranks == 8 {
        return Ok(());
    }
    let noun = if ranks == 1 { "rank" } else { "ranks" };
    Err(wrong(text, span, |_| {
        format!("the board has {ranks} {noun} instead of 8")
    }))
}

fn check_turn(text: &str, span: &Range<usize>) -> Result<(), NotationError> {
    if matches!(&text[span.clone()], "w" | "b") {
        return Ok(());
    }
    let message = |field| format!("the side to move must be \"w\" or \"b\", not {field}");
    Err(wrong(text, span, message))
}

fn check_castling(text: &str, span: &Range<usize>) -> Result<(), NotationError> {
    let field = &text[span.clone()];
    let known = |c: char| matches!(c.to_ascii_lowercase(), 'k' | 'q' | 'a'..='h');
    if field != "-" && !field.chars().all(known) {
        let message = |field| format!("castling rights are \"-\" or some of \"KQkq\", not {field}");
        return Err(wrong(text, span, message));
    }
    for color in [char::is_uppercase, char::is_lowercase] {
        let mut rights: Vec<char> = field.chars().filter(|c| color(*c)).collect();
        rights.sort_unstable();
        rights.dedup();
        if rights.len() > 2 {
            let message = |field| format!("castling rights {field} give a side more than two");
            return Err(wrong(text, span, message));
        }
    }
    Ok(())
}

fn check_ep_square(text: &str, span: &Range<usize>) -> Result<(), NotationError> {
    let field = &text[span.clone()];
    if field == "-" || field.parse::<Square>().is_ok() {
        return Ok(());
    }
    let message = |field| format!("the en-passant square must be \"-\" or a square, not {field}");
    Err(wrong(text, span, message))
}

/// Reads `opcode operand …;` until the end of the line.
fn parse_operations(text: &str, start: usize) -> Result<Operations, NotationError> {
    let mut operations = Vec::new();
    let mut at = start;
    while let Some(skipped) = text[at..].find(|c: char| !c.is_ascii_whitespace() && c != ';') {
        at += skipped;
        let ends = |c: char| c.is_ascii_whitespace() || c == ';';
        let name = &text[at..][..text[at..].find(ends).unwrap_or(text.len() - at)];
        let span = at..at + name.len();
        let is_name = name.starts_with(is_letter)
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !is_name {
            let message = |name| format!("{name} is not the name of an EPD operation");
            return Err(wrong(text, &span, message));
        }
        let Some((operand, end)) = operand(text, span.end) else {
            let message = |name| format!("the operation {name} does not end with \";\"");
            return Err(wrong(text, &span, message));
        };
        operations.push((name.to_owned(), operand));
        at = end;
    }
    Ok(operations)
}

/// The operand that ends with the next semicolon outside of quotes, and where that is.
///
/// A single string loses its quotes and escapes; anything else stays as it is written.
fn operand(text: &str, start: usize) -> Option<(String, usize)> {
    let (mut quoted, mut escaped, mut end) = (false, false, None);
    for (at, character) in text[start..].char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            ';' if !quoted => {
                end = Some(start + at);
                break;
            }
            _ => {}
        }
    }
    let raw = text[start..end?].trim();
    let inner = raw.strip_prefix('"').and_then(|raw| raw.strip_suffix('"'));
    let operand = match inner.map(unescape) {
        Some(Some(string)) => string,
        _ => raw.to_owned(),
    };
    Some((operand, end? + 1))
}

/// The string within quotes; `None` when it is several strings.
fn unescape(inner: &str) -> Option<String> {
    let mut string = String::with_capacity(inner.len());
    let mut characters = inner.chars();
    while let Some(character) = characters.next() {
        match character {
            '"' => return None,
            '\\' => string.push(characters.next()?),
            _ => string.push(character),
        }
    }
    Some(string)
}
