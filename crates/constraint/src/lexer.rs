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

impl Token<'_> {
    /// The token as an error message names it.
    pub(crate) fn describe(self) -> String {
        match self {
            Token::Word(text)
            | Token::Number(text)
            | Token::Quoted(text)
            | Token::Raw(text)
            | Token::Symbol(text) => quoted(text),
            Token::End => "the end".to_owned(),
        }
    }
}

/// Longest first, so that `..` is not read as two dots.
const SYMBOLS: [&str; 17] = [
    "..", "!=", "<=", ">=", "(", ")", "[", "]", ",", ".", "=", "<", ">", "+", "-", "*", "/",
];

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
