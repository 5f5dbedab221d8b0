//! Cuts the text of a constraint into tokens with their places.

use std::ops::Range;

use crate::{ParseError, error::quoted};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// Letters and digits that begin with a letter: keywords, `Q`, `Ke1`, `KRPvKR`.
    Word(&'a str),
    /// Digits, with a fraction where one follows.
    Number(&'a str),
    /// Text in single or double quotes.
    Quoted(&'a str),
    /// What follows the word `fen`, up to the next space.
    Raw(&'a str),
    /// `(`, `)`, `[`, `]`, `,`, `.`, `..`, `+`, `-`, `*`, `/` and comparisons.
    Symbol(&'a str),
    /// Nothing more.
    End,
}

/// Longest first, so that `..` is not read as two dots.
const SYMBOLS: [&str; 17] = [
    "..", "!=", "<=", ">=", "(", ")", "[", "]", ",", ".", "=", "<", ">", "+", "-", "*", "/",
];

/// Signs that keyboards and word processors put for those of the language.
const TYPOGRAPHIC: [(char, &str); 7] = [
    ('–', "-"),
    ('—', "-"),
    ('−', "-"),
    ('…', ".."),
    ('≥', ">="),
    ('≤', "<="),
    ('≠', "!="),
];

/// The ending `'s` or `'t` of the word before it, as its letter and its length.
fn apostrophe(tail: &str) -> Option<(u8, usize)> {
    let rest = tail.strip_prefix(['\'', '’'])?;
    let letter = *rest
        .as_bytes()
        .first()
        .filter(|c| matches!(c, b's' | b't'))?;
    let ends = !rest[1..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '\'');
    ends.then_some((letter, tail.len() - rest.len() + 1))
}

/// The length of `7th` and the like at the beginning of the text; 0 where there is none.
fn ordinal(text: &str) -> usize {
    let ending = text
        .get(1..3)
        .filter(|end| matches!(*end, "st" | "nd" | "rd" | "th"));
    let ends = !text[ending.map_or(0, |_| 3)..].starts_with(|c: char| c.is_ascii_alphanumeric());
    if ending.is_some() && ends { 3 } else { 0 }
}

pub(crate) fn tokens(text: &str) -> Result<Vec<(Token<'_>, Range<usize>)>, ParseError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let length_while = |test: fn(char) -> bool| rest.find(|c| !test(c)).unwrap_or(rest.len());
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        let (token, length) = if matches!(tokens.last(), Some((Token::Word(word), _)) if word.eq_ignore_ascii_case("fen"))
        {
            // A bracket closes the group around the pattern, not a set inside it.
            let end = length_while(|c| !c.is_whitespace() && c != '(' && c != ')').max(1);
            (Token::Raw(rest.get(..end).unwrap_or(rest)), end)
        } else if c.is_ascii_alphabetic() {
            let end = length_while(|c| c.is_ascii_alphanumeric() || c == '_');
            let (word, tail) = rest.split_at(end);
            match apostrophe(tail) {
                // `White's king` is White's.
                Some((b's', length)) => (Token::Word(word), end + length),
                Some((_, length)) => (Token::Word(&rest[..end + length]), end + length),
                None => (Token::Word(word), end),
            }
        } else if c.is_ascii_digit() && ordinal(rest) > 0 {
            let end = ordinal(rest);
            (Token::Word(&rest[..end]), end)
        } else if c.is_ascii_digit() {
            let whole = length_while(|c| c.is_ascii_digit());
            let fraction = rest[whole..].strip_prefix('.').map_or(0, |digits| {
                digits
                    .find(|c: char| !c.is_ascii_digit())
                    .unwrap_or(digits.len())
            });
            let end = if fraction > 0 {
                whole + 1 + fraction
            } else {
                whole
            };
            (Token::Number(&rest[..end]), end)
        } else if c == '"' || c == '\'' {
            let Some(end) = rest[1..].find(c) else {
                return Err(ParseError::new(
                    text,
                    at..at + 1,
                    "this quotation mark is never closed",
                ));
            };
            (Token::Quoted(&rest[1..=end]), end + 2)
        } else if let Some((_, symbol)) = TYPOGRAPHIC.iter().find(|(sign, _)| *sign == c) {
            (Token::Symbol(symbol), c.len_utf8())
        } else if let Some(symbol) = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
            (Token::Symbol(&rest[..symbol.len()]), symbol.len())
        } else {
            let end = at + c.len_utf8();
            let error = ParseError::new(
                text,
                at..end,
                format!("unexpected character {}", quoted(&text[at..end])),
            );
            return Err(match c {
                '&' => error.with_hint("write `and`, or just a space"),
                '|' => error.with_hint("write `or`"),
                '!' | '~' => error.with_hint("write `not`"),
                _ => error,
            });
        };
        tokens.push((token, at..at + length));
        at += length;
    }
    Ok(tokens)
}
