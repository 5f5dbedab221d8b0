//! Hints: what is told to those who write what the language does not have.

use proptest::{collection::vec, prelude::*, sample::select};
use sissa_constraint::Constraint;

fn cases(number: u32) -> ProptestConfig {
    ProptestConfig {
        cases: number,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Words and pieces of sentences, put together at random.
const WORDS: &[&str] = &[
    "white",
    "black",
    "own",
    "total",
    "any side",
    "each side",
    "not",
    "or",
    "and",
    "(",
    ")",
    "Q=0",
    "R",
    "=",
    "2",
    "1..3",
    "5..3",
    ">=",
    "-",
    "Ke1",
    "K[g1,h1]",
    "passed P",
    "on",
    "rank 7",
    "relative",
    "empty",
    "e4",
    "light",
    "bishop pair",
    "castling",
    "kingside",
    "none",
    "can castle",
    "castled",
    "check",
    "by",
    "mate",
    "mate in",
    "stalemate",
    "to move",
    "en passant",
    "ply",
    "move",
    "halfmoves",
    "opposite bishops",
    "open file",
    "half open file",
    "legal moves",
    "points",
    "men",
    "KRPvKR",
    "(1,2,2,2,8)",
    "white.P",
    "fen",
    "8/8/8/8/8/8/8/8",
    "elo",
    "gap",
    "eval",
    "result",
    "eco",
    "opening",
    "time",
    "time blitz",
    "first",
    "only move",
    "anything",
    "preset",
    "iqp",
];

/// What a hint suggests to write: its pieces in backquotes.
fn suggestions(hint: &str) -> impl Iterator<Item = &str> {
    hint.split('`').skip(1).step_by(2)
}

/// A hint that gives back the very words it is about helps nobody.
fn check_hint(text: &str) -> Result<(), TestCaseError> {
    let Err(error) = text.parse::<Constraint>() else {
        return Ok(());
    };
    let written = &text[error.span.clone()];
    for suggestion in suggestions(error.hint.as_deref().unwrap_or_default()) {
        // The case of a letter says whose man it is; that of a word nothing.
        let word = written.len() > 1 && written.bytes().all(|b| b.is_ascii_alphabetic());
        let same = suggestion == written || (word && suggestion.eq_ignore_ascii_case(written));
        prop_assert!(!same, "{}: {} ({:?})", text, error, error.hint);
    }
    Ok(())
}

#[test]
fn no_word_of_the_language_is_suggested_for_itself() {
    let more = WORDS.iter().copied().chain(FIELD.iter().copied());
    for word in sissa_constraint::words().chain(more) {
        for text in [
            word.to_owned(),
            format!("{word} {word}"),
            format!("castled {word}"),
            format!("castling {word}"),
            format!("white {word}"),
            format!("any side {word}"),
            format!("Q=1 and {word}"),
            format!("white N on {word}"),
            format!("check by {word}"),
            format!("mate {word}"),
            format!("elo {word}"),
            format!("white.{word} = 2"),
            format!("empty {word}"),
            format!("opposite {word}"),
            format!("time {word}"),
            format!("preset {word}"),
            format!("({word}"),
            format!("{word})"),
            format!("not {word}"),
            format!("{word} 5..3"),
        ] {
            for text in [text.to_ascii_uppercase(), text] {
                if let Err(error) = check_hint(&text) {
                    panic!("{error}");
                }
            }
        }
    }
}

/// Words that players write and the language does not have.
const FIELD: &[&str] = &[
    "fork",
    "date",
    "skewer",
    "zugzwang",
    "fianchetto",
    "outpost",
    "lucena",
    "sicilian",
    "player",
    "event",
    "blunder",
    "endgame",
    "vs",
    "e4",
    "smothered",
    "backward",
    "tempo",
    "battery",
];

#[test]
fn words_of_the_field_are_told_what_to_say_instead() {
    for (text, hint) in [
        ("castled both", "each side"),
        ("Q=1 and and", "joins two predicates"),
        ("forks", "write `fork`"),
        ("date", "`date 2020..2023`"),
        ("year 2020", "`date 2020`"),
        ("white knight outpost", "preset knight-outpost"),
        ("doubled pawns vs carlsbad", "KQvKR"),
        ("hanging pawns", "preset hanging-pawns"),
        ("white hanging pawns", "`hanging P`"),
        ("sicilian and white to move", "opening Sicilian"),
        ("white P on d4 and e4", "Pd4 Pe4"),
        ("wite Q=0", "did you mean `white`?"),
        ("white qeens=0", "did you mean `queens`?"),
        ("white castelled", "did you mean `castled`?"),
        ("isolted P", "did you mean `isolated`?"),
        ("halfmove 3", "did you mean `halfmoves`?"),
        ("dark", "on dark"),
    ] {
        let error = text.parse::<Constraint>().expect_err(text);
        let found = error.hint.unwrap_or_default();
        assert!(found.contains(hint), "{text}: {} ({found})", error.message);
    }
    // Nothing is better than nonsense.
    for text in ["gate", "blorp", "lorem", "xyz", "seven of nine", "house"] {
        let error = text.parse::<Constraint>().expect_err(text);
        let found = error.hint.unwrap_or_default();
        assert!(!found.contains("did you mean"), "{text}: {found}");
    }
}

proptest! {
    #![proptest_config(cases(3_000))]

    #[test]
    fn no_hint_gives_back_what_was_written(
        words in vec(prop_oneof![3 => select(WORDS), 1 => select(FIELD), 1 => Just("and"), 1 => Just("both")], 0..12),
        noise in "\\PC{0,20}|[ -~]{0,20}|[a-z]{2,9}( [a-z]{2,9}){0,2}",
    ) {
        check_hint(&words.join(" "))?;
        check_hint(&noise)?;
        check_hint(&format!("{} {noise}", words.join(" ")))?;
    }
}
