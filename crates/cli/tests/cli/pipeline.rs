//! Any output is valid input; the same question has the same answer.

use crate::common::{fed, sissa};

/// Wants a game: castling cannot be read off a position.
const CASTLED: &str = "white castled kingside and Q=0";
const NO_QUEEN: &str = "white (0,2,2,2,8)";

#[track_caller]
fn generated(constraint: &str, more: &[&str]) -> crate::common::Outcome {
    let mut arguments = vec!["generate", constraint];
    arguments.extend(more);
    sissa(&arguments).succeeded()
}

#[track_caller]
fn check_round_trip(constraint: &str, format: &str) {
    let made = generated(constraint, &["-n", "12", "-f", format]);
    let checked = fed(
        &["check", "-", "-c", constraint, "-f", "jsonl"],
        &made.stdout,
    )
    .succeeded();
    let summary = checked.records().pop().unwrap();
    assert_eq!(
        (&summary["requested"], &summary["satisfied"]),
        (&12.into(), &12.into())
    );
    let shown = fed(&["show", "-"], &made.stdout).succeeded();
    assert_eq!(shown.text().matches("a b c d e f g h").count(), 12);
}

#[test]
fn fen_can_be_checked() {
    check_round_trip(NO_QUEEN, "fen");
}

#[test]
fn epd_can_be_checked() {
    check_round_trip(NO_QUEEN, "epd");
}

#[test]
fn pgn_can_be_checked() {
    check_round_trip(CASTLED, "pgn");
}

#[test]
fn jsonl_can_be_checked() {
    check_round_trip(CASTLED, "jsonl");
}

#[test]
fn verdicts_can_be_checked_again() {
    let made = generated(NO_QUEEN, &["-n", "3"]);
    let verdicts = fed(&["check", "-", "-f", "jsonl"], &made.stdout).succeeded();
    let again = fed(&["check", "-", "-c", NO_QUEEN], &verdicts.stdout).succeeded();
    assert_eq!(again.text().lines().count(), 3);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for constraint in [NO_QUEEN, CASTLED] {
        for format in ["fen", "epd", "pgn", "jsonl", "text", "svg", "html"] {
            let more = |threads| generated(constraint, &["-n", "30", "-f", format, "-j", threads]);
            let one = more("1").stdout;
            assert!(
                one == more("2").stdout && one == more("5").stdout,
                "{format}"
            );
        }
    }
}

#[test]
fn a_record_can_be_made_again_alone() {
    let all = generated(NO_QUEEN, &["-n", "8", "-s", "7", "-f", "jsonl"]);
    for index in 0..8 {
        let skip = index.to_string();
        let one = generated(NO_QUEEN, &["-s", "7", "--skip", &skip, "-f", "jsonl"]);
        assert_eq!(
            all.text().lines().nth(index + 1),
            one.text().lines().nth(1),
            "{index}"
        );
    }
}

#[test]
fn seeds_differ() {
    let seed = |seed| generated(NO_QUEEN, &["-n", "3", "-s", seed]).stdout;
    assert_ne!(seed("1"), seed("2"));
}
