//! `sissa net`, `sissa experiment` and the style neural.

use crate::common::sissa;

#[test]
fn positions_in_the_style_neural_pass_the_check() {
    let made = sissa(&[
        "generate",
        "-q",
        "white (0,2,2,2,7)",
        "--style",
        "neural",
        "-n",
        "3",
        "--seed",
        "5",
        "-f",
        "fen",
    ])
    .succeeded();
    let lines: Vec<&str> = made.text().lines().collect();
    assert_eq!(lines.len(), 3);
    for line in lines {
        sissa(&["check", line, "-c", "white (0,2,2,2,7)"]).succeeded();
    }
}

#[test]
fn flags_of_another_style_are_refused() {
    let outcome = sissa(&[
        "generate",
        "white (0,2,2,2,8)",
        "--depth",
        "1",
        "--style",
        "direct",
    ]);
    assert_eq!(outcome.exit, 2);
    assert!(
        outcome.stderr.contains("belong to the style neural"),
        "{outcome}"
    );
    let outcome = sissa(&["generate", "white Q=0", "--style", "neural"]);
    assert_eq!(outcome.exit, 2);
    assert!(
        outcome.stderr.contains("five counts of one side"),
        "{outcome}"
    );
    let outcome = sissa(&[
        "generate",
        "white (0,2,2,2,8)",
        "--style",
        "neural",
        "--network",
        "nowhere",
    ]);
    assert_eq!(outcome.exit, 2);
    assert!(
        outcome
            .stderr
            .contains("one of grid, near, thesis-1, thesis-2"),
        "{outcome}"
    );
}

#[test]
fn elo_in_a_constraint_selects_the_style_human() {
    let constraint = "elo 1400..1500 and white P=6";
    let made = sissa(&["generate", "-q", constraint, "-n", "2", "-f", "jsonl"]).succeeded();
    let lines: Vec<serde_json::Value> = made
        .text()
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines[0]["style"], "human");
    for record in &lines[1..3] {
        let fen = record["fen"].as_str().expect("a position");
        sissa(&["check", fen, "-c", "white P=6"]).succeeded();
        let rating = record["human"]["white_elo"].as_u64().expect("a rating");
        assert!((1400..=1500).contains(&rating), "{record}");
        assert!(
            record["human"]["chance"]
                .as_f64()
                .is_some_and(|chance| chance > 0.0)
        );
    }
    assert_eq!(lines[3]["repaired"], 0);
    // At any number of threads the same; without a constraint, ordinary positions.
    let one = sissa(&[
        "generate", "-q", "--elo", "1500", "-n", "2", "-f", "pgn", "-j", "1",
    ]);
    let two = sissa(&[
        "generate", "-q", "--elo", "1500", "-n", "2", "-f", "pgn", "-j", "2",
    ]);
    assert_eq!(one.succeeded().text(), two.succeeded().text());
    let outcome = sissa(&[
        "generate",
        "white Q=0",
        "--style",
        "direct",
        "--site",
        "fics",
    ]);
    assert!(
        outcome.stderr.contains("belong to the style human"),
        "{outcome}"
    );
    let outcome = sissa(&["generate", "--elo", "strong"]);
    assert_eq!(outcome.exit, 2);
    assert!(outcome.stderr.contains("no range of ratings"), "{outcome}");
}

#[test]
fn the_move_model_is_measured_on_a_file_of_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("games.pgn");
    let pgn = "[Site \"https://lichess.org/x\"]\n[White \"A\"]\n[Black \"B\"]\n[WhiteElo \"1500\"]\n\
               [BlackElo \"1520\"]\n[TimeControl \"600+0\"]\n[Result \"1-0\"]\n\n\
               1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 1-0\n";
    std::fs::write(&games, pgn).expect("a file");
    let path = games.to_str().expect("a path");
    let measured = sissa(&["net", "test", "human", path, "--format", "json"]).succeeded();
    let figures: serde_json::Value = serde_json::from_str(measured.text()).expect("JSON");
    assert_eq!(figures["online_1100_1899"]["positions"], 10);
    assert_eq!(figures["by_phase"]["opening"]["positions"], 10);
    assert!(
        figures["engine"]["positions"]
            .as_u64()
            .is_some_and(|count| count > 0)
    );
    let table = sissa(&["net", "test", "human", path, "--engine-positions", "0"]).succeeded();
    assert!(table.text().contains("online 1100–1899"), "{table}");
    let refused = sissa(&["net", "test", "human", "nowhere.pgn"]);
    assert_eq!(refused.exit, 2);
    let refused = sissa(&["experiment", "realism"]);
    assert_eq!(refused.exit, 2);
    assert!(refused.stderr.contains("--games"), "{refused}");
}

#[test]
fn networks_say_what_they_are() {
    let about = sissa(&["net", "info", "thesis-1", "--format", "json"]).succeeded();
    let about: serde_json::Value = serde_json::from_str(about.text()).expect("JSON");
    assert_eq!(about["parameters"], 36_641);
    assert_eq!(
        about["architecture"],
        "bitmap: conv 64, conv 32, pool 2, dense 64, dense 1"
    );
    let all = sissa(&["net", "info"]).succeeded();
    for name in ["grid", "near", "thesis-1", "thesis-2"] {
        assert!(all.text().contains(name));
        let about = sissa(&["net", "info", name, "--format", "json"]).succeeded();
        let about: serde_json::Value = serde_json::from_str(about.text()).expect("JSON");
        assert_eq!(about["notes"]["name"], name);
    }
    // A file that is no network is refused.
    let outcome = sissa(&[
        "net",
        "info",
        concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"),
    ]);
    assert_eq!(outcome.exit, 2);
    assert!(outcome.stderr.contains("not a weight file"), "{outcome}");
}

#[test]
fn experiments_leave_a_page_and_a_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_string_lossy().into_owned();
    let made = sissa(&[
        "experiment",
        "thesis-1",
        "--way",
        "improved",
        "--way",
        "thesis-near",
        "-n",
        "2",
        "-o",
        &path,
    ]);
    assert_eq!(made.exit, 0, "{made}");
    let page = std::fs::read_to_string(folder.path().join("thesis-1.md")).expect("the page");
    assert!(
        page.contains("| tuple | thesis | thesis-near | improved |"),
        "{page}"
    );
    assert!(page.contains("| (0,2,2,2,7) | 66.0 |"), "{page}");
    let table = std::fs::read_to_string(folder.path().join("thesis-1.csv")).expect("the table");
    assert_eq!(table.lines().count(), 15, "{table}");
}
