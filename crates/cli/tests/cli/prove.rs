use crate::common::{fed, sissa};

const LEGAL: &str = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
const ILLEGAL: &str = "8/8/2k5/8/8/3K4/5P1P/6B1 b - - 0 1";

#[test]
fn the_game_reaches_the_position() {
    let pgn = sissa(&["prove", LEGAL, "-f", "pgn"]).succeeded();
    let checked = fed(&["check", "-", "-f", "jsonl"], &pgn.stdout).succeeded();
    let fen = checked.records()[1]["fen"].as_str().unwrap().to_owned();
    assert!(fen.starts_with("4k3/8/8/8/8/8/8/R3K2R w KQ -"), "{fen}");
}

#[test]
fn a_reason_has_a_code_and_squares() {
    let outcome = sissa(&["prove", ILLEGAL, "-f", "jsonl"]);
    assert_eq!(outcome.exit, 1);
    let verdict = &outcome.records()[1];
    assert_eq!(verdict["verdict"], "illegal");
    assert_eq!(verdict["reasons"][0]["code"], "no-way-there");
    assert_eq!(verdict["reasons"][0]["squares"][0], "g1");
}

#[test]
fn verdicts_come_in_order_at_any_number_of_threads() {
    let input = format!("{LEGAL}\n{ILLEGAL}\n8/8/8/8/8/8/8/KRk5 b - - 0 1\n").repeat(3);
    let run = |threads| {
        fed(
            &["prove", "-", "-f", "jsonl", "-j", threads],
            input.as_bytes(),
        )
    };
    let (one, four) = (run("1"), run("4"));
    assert_eq!(one.exit, 1);
    assert_eq!(one.stdout, four.stdout);
}

#[test]
fn a_budget_that_ends_is_undecided() {
    let outcome = sissa(&["prove", LEGAL, "--nodes", "1"]);
    assert_eq!(outcome.exit, 3);
    assert!(outcome.text().starts_with("undecided"), "{outcome}");
}

#[test]
fn what_is_no_position_is_an_error_and_the_rest_goes_on() {
    let outcome = fed(&["prove", "-"], format!("hello\n{LEGAL}\n").as_bytes());
    assert_eq!(outcome.exit, 2);
    assert!(outcome.stderr.contains("hello"), "{outcome}");
}

#[test]
fn all_games_of_a_length_are_found() {
    let board = "rnbqkbnr/p1pppppQ/1p6/8/4P3/8/PPPP1PPP/RNB1KBNR";
    let outcome = sissa(&["prove", board, "--plies", "5", "--all"]).succeeded();
    assert!(
        outcome.text().contains("1. e4 h5 2. Qxh5 b6 3. Qh7"),
        "{outcome}"
    );
    assert!(
        outcome.text().contains("the only game of this length"),
        "{outcome}"
    );
    let outcome = sissa(&["prove", board, "--plies", "3", "-f", "jsonl"]);
    assert_eq!(outcome.exit, 1);
    assert_eq!(outcome.records()[1]["verdict"], "none");
}

#[test]
fn the_shortest_game_is_proven_to_be_one() {
    let fen = "rnbqkbnr/1ppppppp/8/p7/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3";
    let outcome = sissa(&["prove", fen, "--shortest", "-f", "jsonl"]).succeeded();
    assert_eq!(outcome.records()[1]["plies"], 4);
    assert_eq!(outcome.records()[1]["shortest"], true);
}
