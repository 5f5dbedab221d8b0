use insta::assert_snapshot;

use crate::common::{fed, run_in, sissa};

const INITIAL: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "w",
    "KQkq",
    "-",
    "0",
    "1",
];

const GAMES: &str = r#"[Event "first"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 *

[Event "second"]

1. f3 e5 2. g4 Qh4# 0-1
"#;

fn check_fen(constraint: &str) -> String {
    let mut arguments = vec!["check"];
    arguments.extend(INITIAL);
    arguments.extend(["-c", constraint]);
    sissa(&arguments).to_string()
}

#[test]
fn a_fen_without_quotes() {
    let mut arguments = vec!["check"];
    arguments.extend(INITIAL);
    assert_snapshot!(sissa(&arguments));
}

#[test]
fn parts_that_do_not_hold_are_named() {
    assert_snapshot!(check_fen(
        "white Q=0 R=2 and check and (ply 3 or black P<=7)"
    ));
}

#[test]
fn history_cannot_be_told_from_a_position() {
    assert_snapshot!(check_fen("white castled kingside"));
}

#[test]
fn predicates_beyond_a_position_are_refused() {
    assert_snapshot!(check_fen("elo 1400..1600 and result 1-0"));
}

#[test]
fn impossible_positions_have_reasons() {
    assert_snapshot!(fed(
        &["check", "-"],
        b"8/8/8/8/8/8/8/8\n4k3/8/8/8/8/8/4Q3/3K4 w - - 0 1\n4k3/8/8/8/8/8/8/4K2R w Kq - 0 1\n"
    ));
}

#[test]
fn games_are_replayed() {
    assert_snapshot!(fed(
        &["check", "-c", "white castled kingside"],
        GAMES.as_bytes()
    ));
}

#[test]
fn any_position_of_a_game() {
    assert_snapshot!(fed(
        &["check", "-", "-c", "black to move and not check", "--every"],
        GAMES.as_bytes()
    ));
}

#[test]
fn any_position_of_a_game_for_programs() {
    assert_snapshot!(fed(
        &[
            "check",
            "-",
            "-c",
            "white castled kingside or mate",
            "--every",
            "-f",
            "jsonl"
        ],
        GAMES.as_bytes()
    ));
}

#[test]
fn verdicts_for_programs() {
    assert_snapshot!(fed(
        &["check", "-", "-c", "white Q=0", "-f", "jsonl"],
        b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"start\";\n\
          4k3/8/8/8/8/8/8/4K3 w - - 0 1\n8/8/8/8/8/8/8/8 w - - 0 1\n"
    ));
}

#[test]
fn moves_without_quotes() {
    assert_snapshot!(sissa(&[
        "check",
        "f3",
        "e5",
        "g4",
        "Qh4",
        "-c",
        "white mated"
    ]));
}

#[test]
fn reading_goes_on_after_an_error() {
    assert_snapshot!(fed(
        &["check", "-v"],
        b"4k3/8/8/8/8/8/8/4K3 w - - 0 1\n9/8/8/8/8/8/8/8 w - - 0 1\n4k3/8/8/8/8/8/8/4K3 x - -\n\
          4k3/8/8/8/8/8/8/4K3 b - - 0 1\n"
    ));
}

#[test]
fn an_illegal_move_is_pointed_at() {
    assert_snapshot!(fed(&["check"], b"1. e4 e5 2. Ke3 *\n"));
}

#[test]
fn every_needs_a_constraint() {
    assert_snapshot!(sissa(&["check", "e4", "--every"]));
}

#[test]
fn nothing_to_read() {
    assert_snapshot!(fed(&["check", "-"], b""));
}

#[test]
fn files_and_directories() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("games.pgn"), GAMES).unwrap();
    std::fs::create_dir(directory.path().join("folder")).unwrap();
    assert_snapshot!(run_in(
        directory.path(),
        &["check", "games.pgn", "missing.pgn", "folder"],
        b""
    ));
}

#[test]
fn a_constraint_among_the_positions_is_told_its_place() {
    let fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let outcome = sissa(&["check", fen, "mate in 1 and back-rank mate"]);
    assert_eq!(outcome.exit, 2, "{outcome}");
    assert!(outcome.stderr.contains("behind -c"), "{outcome}");
    let outcome = sissa(&["check", fen, "neither this nor that"]);
    assert!(!outcome.stderr.contains("behind -c"), "{outcome}");
}
