//! Words that people write and the grammar has no need of: dropped, or replaced by the ones it knows.
//!
//! `White hasn't castled` becomes `White not castled`, `the black king is on g8` becomes `black king on
//! g8`. Only words that add nothing to the meaning are dropped; each token keeps its place in the text, so
//! that errors point at what was written.

use std::ops::Range as Span;

use crate::lexer::Token;

type Place<'a> = (Token<'a>, Span<usize>);

/// Words without a meaning of their own here.
const FILLERS: &[&str] = &[
    "the",
    "has",
    "have",
    "having",
    "is",
    "are",
    "there",
    "with",
    "where",
    "while",
    "but",
    "players",
    "player",
    "game",
    "games",
    "position",
    "positions",
    "that",
    "which",
    "featured",
    "featuring",
    "still",
    "already",
];

/// What people write for a word of the language.
const SYNONYMS: &[(&str, &str)] = &[
    ("rating", "elo"),
    ("ratings", "elo"),
    ("rated", "elo"),
    ("without", "not"),
    ("protected", "defended"),
    ("centre", "center"),
    ("versus", "vs"),
    ("against", "vs"),
    ("endgames", "endgame"),
    ("ending", "endgame"),
    ("endings", "endgame"),
];

/// What people write for a denial, and what it denies.
const DENIALS: &[(&str, Option<&str>)] = &[
    ("hasn't", None),
    ("haven't", None),
    ("isn't", None),
    ("aren't", None),
    ("can't", Some("can")),
    ("cannot", Some("can")),
];

const NUMBERS: [&str; 11] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
];
const DIGITS: [&str; 11] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

pub(super) fn plain<'a>(tokens: Vec<Place<'a>>) -> Vec<Place<'a>> {
    let mut plain: Vec<Place<'a>> = Vec::with_capacity(tokens.len());
    for (i, (token, span)) in tokens.iter().enumerate() {
        let Token::Word(word) = *token else {
            plain.push((*token, span.clone()));
            continue;
        };
        let lower = word.to_ascii_lowercase().replace('’', "'");
        let is = |known: &str| known == lower;
        let next_is = |words: &[&str]| {
            let next = tokens.get(i + 1).map(|(next, _)| *next);
            matches!(next, Some(Token::Word(next)) if words.iter().any(|word| next.eq_ignore_ascii_case(word)))
        };
        // `game eval` is the score that the game carries.
        let of_game = is("game") && next_is(&["eval", "mate"]);
        let filler = FILLERS.iter().any(|filler| is(filler)) && !of_game;
        if filler || is_article(&lower, i, &tokens) {
            continue;
        }
        if let Some((_, denied)) = DENIALS.iter().find(|(written, _)| is(written)) {
            plain.push((Token::Word("not"), span.clone()));
            plain.extend(denied.map(|denied| (Token::Word(denied), span.clone())));
            continue;
        }
        // `one side` is any, not a number of them.
        if is("one") && next_is(&["side"]) {
            plain.push((Token::Word("any"), span.clone()));
            continue;
        }
        let known = SYNONYMS.iter().find(|(written, _)| is(written));
        let number = NUMBERS.iter().position(|name| is(name));
        let token = match (known, number) {
            (Some((_, known)), _) => Token::Word(known),
            (None, Some(number)) => Token::Number(DIGITS[number]),
            (None, None) => *token,
        };
        plain.push((token, span.clone()));
    }
    plain
}

/// `a` or `an` before a word; `a` after `file`, in a range or before a hyphen is the file.
fn is_article(word: &str, at: usize, tokens: &[Place<'_>]) -> bool {
    let names_file = at
        .checked_sub(1)
        .is_some_and(|before| match tokens[before].0 {
            Token::Word(word) => ["file", "files"]
                .iter()
                .any(|f| word.eq_ignore_ascii_case(f)),
            token => matches!(token, Token::Symbol("..")),
        });
    let before_word = match tokens.get(at + 1) {
        Some((Token::Word(next), _)) => !next.eq_ignore_ascii_case("file"),
        _ => false,
    };
    matches!(word, "a" | "an") && before_word && !names_file
}
