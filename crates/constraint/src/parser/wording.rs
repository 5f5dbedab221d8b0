//! Words that people write and the grammar has no need of: dropped, or replaced by the ones it knows.
//!
//! `White hasn't castled` becomes `White not castled`, `the black king is on g8` becomes `black king on
//! g8`. Only words that add nothing to the meaning are dropped; each token keeps its place in the text, so
//! that errors point at what was written.

use std::ops::Range as Span;

use super::men::kind;
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
    "left",
    "remaining",
    "it",
    "does",
    "stuck",
];

/// What people write for a word of the language.
const SYNONYMS: &[(&str, &str)] = &[
    ("rating", "elo"),
    ("ratings", "elo"),
    ("rated", "elo"),
    ("without", "no"),
    ("delivers", "gives"),
    ("giving", "gives"),
    ("just", "only"),
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
    ("doesn't", None),
    ("don't", None),
    ("can't", Some("can")),
    ("cannot", Some("can")),
];

/// Words that together mean others, once the fillers are gone.
const PHRASES: &[(&[&str], &[&str])] = &[
    (&["can", "still", "castle"], &["castling"]),
    (&["still", "can", "castle"], &["castling"]),
    (&["may", "still", "castle"], &["castling"]),
    (&["may", "castle"], &["castling"]),
    (&["can", "no", "longer", "castle"], &["no", "castling"]),
    (&["no", "longer", "can", "castle"], &["no", "castling"]),
    (&["may", "no", "longer", "castle"], &["no", "castling"]),
    (&["no", "can", "castle", "anymore"], &["no", "castling"]),
    (&["no", "can", "castle", "any", "more"], &["no", "castling"]),
    (
        &["neither", "white", "nor", "black"],
        &["no", "any", "side"],
    ),
    (
        &["neither", "black", "nor", "white"],
        &["no", "any", "side"],
    ),
    (
        &["neither", "side", "can", "castle"],
        &["no", "any", "side", "castling"],
    ),
    (&["neither", "side"], &["no", "any", "side"]),
    (&["neither", "king"], &["no", "any", "side"]),
    (&["neither"], &["no"]),
    (&["nobody"], &["no", "any", "side"]),
    (&["double", "pawn"], &["doubled", "pawn"]),
    (&["double", "pawns"], &["doubled", "pawns"]),
    (&["bare", "king"], &["lone", "king"]),
    (&["only", "king"], &["lone", "king"]),
    (&["nothing", "king"], &["lone", "king"]),
    (&["check", "from"], &["check", "by"]),
];

const NUMBERS: [&str; 11] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
];
const DIGITS: [&str; 11] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

/// Whether a name follows the word `player`: in quotes, or a word that is written like one.
fn names_somebody(next: Option<&Place<'_>>) -> bool {
    match next {
        Some((Token::Quoted(_), _)) => true,
        Some((Token::Word(word), _)) => {
            let mut letters = word.chars();
            letters.next().is_some_and(char::is_uppercase)
                && letters.next().is_some_and(char::is_lowercase)
                && letters.next().is_some_and(char::is_alphabetic)
                && !super::vocabulary::is_word(word)
        }
        _ => false,
    }
}

/// What stands between clauses.
const JOINS: &[&str] = &[
    "and", "or", "then", "with", "without", "where", "while", "but", "which", "that",
];

/// Words that say whose.
const SIDES: &[&str] = &[
    "white", "black", "mover", "opponent", "own", "other", "total", "any", "either", "each",
    "both", "neither", "nobody", "one",
];

/// Words of clauses that are of nobody.
const OF_NOBODY: &[&str] = &[
    "endgame",
    "endgames",
    "ending",
    "endings",
    "off",
    "traded",
    "exchanged",
    "move",
    "moves",
    "material",
    "elo",
    "rating",
    "rated",
    "time",
    "balanced",
    "level",
    "equal",
];

/// The side that is named last, in the words that go first, and how many words it took.
fn side_after<'a>(tokens: &[Place<'a>]) -> Option<(&'static [&'static str], usize)> {
    const LAST: &[(&[&str], &[&str])] = &[
        (&["for", "white"], &["white"]),
        (&["for", "black"], &["black"]),
        (&["for", "each", "side"], &["each", "side"]),
        (&["for", "both", "sides"], &["each", "side"]),
        (&["for", "either", "side"], &["any", "side"]),
        (&["for", "one", "side"], &["any", "side"]),
        (&["for", "any", "side"], &["any", "side"]),
    ];
    let found = LAST.iter().find(|(written, _)| {
        tokens.len() >= written.len() && (0..written.len()).all(|i| is(&tokens[i..], written[i]))
    });
    found.map(|(written, meant)| (*meant, written.len()))
}

/// `isolated pawn for white` as `(white isolated pawn)`: a side that comes last comes first.
///
/// It may be meant of the clauses before, too (`pawn on e5 and pawn on d4 for white`): where one of these
/// does not say whose, the words stay as they are, and the parser asks for the side to come first.
fn sides_first(mut tokens: Vec<Place<'_>>) -> Vec<Place<'_>> {
    let joins = |place: &Place<'_>| match place.0 {
        Token::Word(word) => JOINS.iter().any(|join| word.eq_ignore_ascii_case(join)),
        Token::Symbol(symbol) => matches!(symbol, "," | "(" | ")"),
        _ => false,
    };
    let names_side = |place: &Place<'_>| match place.0 {
        Token::Word(word) => {
            let name = word.split(['\'', '’']).next().unwrap_or_default();
            SIDES.iter().any(|side| name.eq_ignore_ascii_case(side))
        }
        _ => false,
    };
    let says_whose = |clause: &[Place<'_>]| {
        let of_nobody = |place: &Place<'_>| match place.0 {
            Token::Word(word) => OF_NOBODY
                .iter()
                .any(|known| word.eq_ignore_ascii_case(known)),
            _ => false,
        };
        clause.is_empty()
            || clause
                .iter()
                .any(|place| names_side(place) || of_nobody(place))
    };
    let mut from = 0;
    while let Some(place) = tokens.get(from) {
        let found = side_after(&tokens[from..])
            .filter(|(_, taken)| tokens.get(from + taken).is_none_or(joins));
        let Some((sides, taken)) = found else {
            from += 1;
            continue;
        };
        let mut clauses = tokens[..from].rsplit(joins);
        let clause = clauses.next().map_or(0, <[Place<'_>]>::len);
        let unclear =
            tokens[from - clause..from].iter().any(names_side) || !clauses.all(says_whose);
        if clause == 0 || unclear {
            from += 1;
            continue;
        }
        let first = from - clause;
        let start = tokens[first].1.start;
        let whole = place.1.start..tokens[from + taken - 1].1.end;
        tokens.splice(from..from + taken, [(Token::Symbol(")"), whole)]);
        let sides = sides.iter().map(|side| Token::Word(side));
        let opened = [Token::Symbol("(")].into_iter().chain(sides);
        tokens.splice(first..first, opened.map(|token| (token, start..start)));
        from += 2;
    }
    tokens
}

pub(super) fn plain<'a>(tokens: Vec<Place<'a>>) -> Vec<Place<'a>> {
    let tokens = sides_first(tokens);
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
        if is("with") && gives_check(&plain) && names_checker(&tokens[i + 1..]) {
            plain.push((Token::Word("by"), span.clone()));
            continue;
        }
        // `a rook on it` is somewhere, and it is not said where.
        let somewhere = is("it")
            && matches!(plain.last(), Some((Token::Word(last), _)) if ["on", "by", "from"].iter().any(|word| last.eq_ignore_ascii_case(word)));
        let castles = is("still") && (next_is(&["castle", "can"]));
        // `neither player` is neither side.
        if is("player") && matches!(plain.last(), Some((Token::Word("neither"), _))) {
            plain.push((Token::Word("side"), span.clone()));
            continue;
        }
        let of_game = of_game || (is("player") && names_somebody(tokens.get(i + 1)));
        let filler = FILLERS.iter().any(|filler| is(filler)) && !of_game && !castles && !somewhere;
        if filler || is_article(&lower, i, &tokens) {
            continue;
        }
        if let Some((_, denied)) = DENIALS.iter().find(|(written, _)| is(written)) {
            plain.push((Token::Word("no"), span.clone()));
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
    phrased(&plain)
}

/// The words with their phrases put as the grammar knows them.
fn phrased<'a>(tokens: &[Place<'a>]) -> Vec<Place<'a>> {
    let mut phrased = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while let Some(place) = tokens.get(at) {
        let rest = &tokens[at..];
        if is(rest, "in") && before_endgame(&rest[1..]) {
            at += 1;
            continue;
        }
        let found = PHRASES.iter().find(|(written, _)| {
            written.len() <= rest.len() && (0..written.len()).all(|i| is(&rest[i..], written[i]))
        });
        let Some((written, meant)) = found else {
            phrased.push(place.clone());
            at += 1;
            continue;
        };
        // Errors point at the whole of it.
        let span = place.1.start..tokens[at + written.len() - 1].1.end;
        phrased.extend(meant.iter().map(|word| (Token::Word(word), span.clone())));
        at += written.len();
    }
    phrased
}

/// Whether the first of the tokens is this word.
fn is(tokens: &[Place<'_>], word: &str) -> bool {
    matches!(tokens.first(), Some((Token::Word(found), _)) if found.eq_ignore_ascii_case(word))
}

/// `rook endgame`, `rook and pawn endgame`.
fn before_endgame(tokens: &[Place<'_>]) -> bool {
    let kind =
        |at: usize| matches!(tokens.get(at), Some((Token::Word(word), _)) if kind(word).is_some());
    let endgame = |at: usize| tokens.get(at..).is_some_and(|rest| is(rest, "endgame"));
    let two = tokens.get(1..).is_some_and(|rest| is(rest, "and")) && kind(2) && endgame(3);
    kind(0) && (endgame(1) || two)
}

/// Whether what was said last is a check or a mate.
fn gives_check(plain: &[Place<'_>]) -> bool {
    const WORDS: [&str; 7] = [
        "check",
        "mate",
        "mates",
        "mated",
        "checkmate",
        "checkmates",
        "checkmated",
    ];
    matches!(plain.last(), Some((Token::Word(last), _)) if WORDS.iter().any(|word| last.eq_ignore_ascii_case(word)))
}

/// Men that give a check: not such that are on or off the board.
fn names_checker(tokens: &[Place<'_>]) -> bool {
    let skipped = |words: &[&str], tokens: &[Place<'_>]| {
        usize::from(words.iter().any(|word| is(tokens, word)))
    };
    let article = skipped(&["a", "an", "the", "his", "her", "their"], tokens);
    let tokens = &tokens[article..];
    let tokens = &tokens[skipped(&["white", "black"], tokens)..];
    let number = matches!(tokens.first(), Some((Token::Number(_), _)))
        || NUMBERS.iter().any(|number| is(tokens, number));
    let tokens = &tokens[usize::from(number)..];
    let named = matches!(tokens.first(), Some((Token::Word(word), _)) if kind(word).is_some());
    let mut after = tokens.iter().skip(1).filter_map(|(token, _)| match token {
        Token::Word(word)
            if !matches!(
                word.to_ascii_lowercase().as_str(),
                "the" | "still" | "are" | "is"
            ) =>
        {
            Some(word.to_ascii_lowercase())
        }
        _ => None,
    });
    let first = after.next().unwrap_or_default();
    let board = after.next().unwrap_or_default() == "board";
    let off = matches!(
        first.as_str(),
        "off" | "gone" | "traded" | "exchanged" | "left"
    );
    named && !off && !(first == "on" && board)
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
