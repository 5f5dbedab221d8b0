//! Constraints that leave one game only, so that every byte is known whatever the search does.

use insta::assert_snapshot;

use crate::common::{Outcome, fed, run_in, sissa};

/// One game fits: 1. e4 e5.
const OPEN_GAME: &str = "Pe4 pe5 ply 2";

fn open_game(format: &str) -> Outcome {
    sissa(&["generate", OPEN_GAME, "-f", format])
}

#[test]
fn text() {
    assert_snapshot!(open_game("text"));
}

#[test]
fn fen() {
    assert_snapshot!(open_game("fen"));
}

#[test]
fn fen_is_the_default_in_a_pipe() {
    assert_eq!(
        sissa(&["generate", OPEN_GAME]).stdout,
        open_game("fen").stdout
    );
}

#[test]
fn epd() {
    assert_snapshot!(open_game("epd"));
}

#[test]
fn pgn() {
    assert_snapshot!(open_game("pgn"));
}

#[test]
fn jsonl() {
    assert_snapshot!(open_game("jsonl"));
}

#[test]
fn jsonl_of_the_starting_position() {
    assert_snapshot!(sissa(&[
        "generate", "ply 0", "-f", "jsonl", "-s", "7", "--skip", "3"
    ]));
}

#[test]
fn svg() {
    let one = open_game("svg").succeeded();
    assert!(one.text().starts_with("<svg ") && !one.text().contains("chess diagrams"));
    let sheet = sissa(&["generate", "anything", "-n", "4", "-f", "svg"]).succeeded();
    assert!(sheet.text().contains("<title>4 chess diagrams</title>"));
}

#[test]
fn png() {
    let sheet = sissa(&[
        "generate", "anything", "-n", "4", "-f", "png", "--size", "50",
    ])
    .succeeded();
    assert!(sheet.stdout.starts_with(b"\x89PNG\r\n\x1a\n"));
    assert_eq!(sheet.stdout[16..20], 150u32.to_be_bytes());
}

#[test]
fn html() {
    let arguments = [
        "generate",
        OPEN_GAME,
        "-f",
        "html",
        "--solutions",
        "separate",
    ];
    let page = sissa(&arguments).succeeded();
    assert!(page.text().contains("1. e4 e5"));
    assert!(page.text().contains("Pe4 pe5 ply 2"));
    assert!(
        page.text()
            .contains("https://lichess.org/analysis/pgn/e4_e5#2")
    );
}

#[test]
fn colours_when_asked_for() {
    let outcome = sissa(&["generate", OPEN_GAME, "-f", "text", "--color", "always"]).succeeded();
    assert!(outcome.text().contains("\x1b["));
    let outcome = sissa(&["generate", OPEN_GAME, "-f", "text"]).succeeded();
    assert!(!outcome.text().contains("\x1b["));
}

#[test]
fn several_words_are_one_constraint() {
    let outcome = sissa(&["generate", "Pe4", "pe5", "-q", "ply", "2"]).succeeded();
    assert_eq!(outcome.stdout, open_game("fen").stdout);
}

#[test]
fn shortest_is_said_to_be_so() {
    let records = sissa(&["generate", "white Q=0", "--shortest", "-f", "jsonl"])
        .succeeded()
        .records();
    assert_eq!(records[1]["shortest"], true);
    assert_eq!(records[1]["plies"], 4);
}

#[test]
fn an_opening_stays_part_of_the_game() {
    let arguments = ["generate", "ply 3 Nf3", "--from", "1. e4 e5", "-f", "jsonl"];
    assert_snapshot!(sissa(&arguments));
}

#[test]
fn a_position_to_start_from_is_marked() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert_snapshot!(sissa(&[
        "generate",
        "Rf1 Kg1 ply 1",
        "--from",
        fen,
        "-f",
        "jsonl"
    ]));
    assert_snapshot!(sissa(&[
        "generate",
        "Rf1 Kg1 ply 1",
        "--from",
        fen,
        "-f",
        "text"
    ]));
}

#[test]
fn castling_before_the_start_counts() {
    let moves = "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O";
    let arguments = [
        "generate",
        "white castled kingside and ply 8",
        "--from",
        moves,
        "-f",
        "jsonl",
    ];
    let generated = sissa(&arguments).succeeded();
    assert_eq!(generated.records()[1]["plies"], 8);
    fed(
        &["check", "-", "-c", "white castled kingside"],
        &generated.stdout,
    )
    .succeeded();
}

#[test]
fn a_game_to_start_from_loses_its_tags() {
    let directory = tempfile::tempdir().unwrap();
    let pgn = "[White \"Somebody\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n";
    std::fs::write(directory.path().join("game.pgn"), pgn).unwrap();
    let arguments = ["generate", "ply 2", "--from", "game.pgn", "-f", "pgn"];
    assert_snapshot!(run_in(directory.path(), &arguments, b""));
}

#[test]
fn repetitions_are_dropped_in_index_order() {
    // Twenty first moves, and no more.
    let arguments = ["generate", "ply 1", "-n", "20", "--unique", "-f", "jsonl"];
    let outcome = sissa(&arguments).succeeded();
    let records = outcome.records();
    let positions: Vec<_> = records
        .iter()
        .filter(|record| record["type"] == "position")
        .collect();
    let mut fens: Vec<_> = positions
        .iter()
        .map(|record| record["fen"].to_string())
        .collect();
    fens.sort_unstable();
    fens.dedup();
    assert_eq!(fens.len(), 20);
    let indices: Vec<_> = positions
        .iter()
        .map(|record| record["index"].as_u64())
        .collect();
    assert!(indices.is_sorted());
    assert_eq!(records.last().unwrap()["unique"], 20);
}

#[test]
fn unique_gives_up_when_nothing_new_comes() {
    let arguments = [
        "generate", "ply 0", "-n", "2", "--unique", "exact", "-f", "jsonl",
    ];
    assert_snapshot!(sissa(&arguments));
}

#[test]
fn mirrored_positions_are_the_same() {
    // After 1. e4 e5 White is to move: its mirror image has Black to move, and is not asked for.
    let arguments = [
        "generate",
        "--unique",
        "mirror",
        "Pe4 ply 1 or Pe4 pe5 ply 2",
        "-n",
        "2",
    ];
    assert_eq!(sissa(&arguments).succeeded().text().lines().count(), 2);
}

#[test]
fn positions_already_had_are_dropped() {
    let had = sissa(&["generate", "ply 1", "-n", "19", "--unique", "-f", "pgn"]).succeeded();
    let arguments = [
        "generate",
        "ply 1",
        "--unique",
        "--exclude",
        "-",
        "-f",
        "fen",
    ];
    let left = fed(&arguments, &had.stdout).succeeded();
    let all = sissa(&["generate", "ply 1", "-n", "20", "--unique", "-f", "fen"]).succeeded();
    assert_eq!(all.text().lines().last(), left.text().lines().next());
    // A run before it may have found nothing.
    assert_eq!(fed(&arguments, b"").succeeded().text().lines().count(), 1);
}

#[test]
fn measures_of_a_batch() {
    let arguments = ["generate", OPEN_GAME, "-n", "4", "--stats", "-f", "jsonl"];
    let outcome = sissa(&arguments);
    let summary = outcome.records().pop().unwrap();
    let stats = &summary["stats"];
    assert_eq!(stats["satisfaction_ratio"], 1.0);
    assert_eq!(stats["unique_ratio"], 0.25);
    assert_eq!(summary["median_plies"], 2);
    assert_eq!(stats["k_pdr"].as_array().unwrap().len(), 14);
    let table: Vec<&str> = outcome
        .stderr
        .lines()
        .filter(|line| !line.starts_with("speed"))
        .collect();
    assert_snapshot!(table.join("\n"));
}

#[test]
fn a_limit_in_time() {
    let outcome = sissa(&[
        "generate",
        "KQvK mate",
        "-n",
        "1000000",
        "--total-timeout",
        "50ms",
        "-f",
        "jsonl",
    ]);
    assert_eq!(outcome.exit, 3);
    let records = outcome.records();
    let [.., failure, summary] = records.as_slice() else {
        panic!("{outcome}")
    };
    assert_eq!(failure["code"], "total-timeout");
    assert_eq!(summary["exit"], 3);
}

#[test]
fn records_follow_the_schema() {
    let schema: serde_json::Value =
        serde_json::from_str(sissa(&["schema"]).succeeded().text()).unwrap();
    assert_eq!(schema["title"], "Record");
}
