//! `sissa games`: what it prints of files that strangers wrote.

use std::fs;

use crate::common::run_in;

const HOSTILE: &str = "[Event \"\x1b]0;owned\x07\"]\n[White \"A\x1b[2J\"]\n[Black \"B\u{9b}31m\"]\n\
                       [Result \"1-0\"]\n[Opening \"Sicilian\x1b[31m\u{202e}\"]\n\n1. e4 c5 1-0\n\n\
                       [Event \"\x1b[8m\"]\n[Result \"1-0\"]\n\n1. e4 \x1b[2J 1-0\n";

#[track_caller]
fn is_plain(text: &str) {
    let bad = text.chars().find(|c| {
        c.is_control() && *c != '\n'
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    });
    assert_eq!(bad, None, "{text:?}");
}

#[test]
fn tags_cannot_drive_a_terminal() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("a.pgn"), HOSTILE).unwrap();
    let run = |arguments: &[&str]| run_in(directory.path(), arguments, b"");
    let imported = run(&["games", "import", "a.pgn", "-o", "games"]);
    assert_eq!(imported.exit, 0, "{imported}");
    is_plain(&imported.stderr);
    for arguments in [
        &["games", "info", "games"][..],
        &["games", "find", "ply 1", "-f", "text"],
        &["games", "report", "ply 1", "-o", "report"],
    ] {
        let outcome = run(arguments);
        assert_eq!(outcome.exit, 0, "{outcome}");
        is_plain(outcome.text());
        is_plain(&outcome.stderr);
    }
    // What programs read keeps every character, but none that begins a command.
    for arguments in [
        &["games", "info", "games", "-f", "json"][..],
        &["games", "find", "ply 1", "-f", "pgn"],
        &["games", "find", "ply 1", "-f", "jsonl"],
    ] {
        let outcome = run(arguments);
        assert_eq!(outcome.exit, 0, "{outcome}");
        let bad = outcome
            .text()
            .chars()
            .find(|c| c.is_ascii_control() && *c != '\n');
        assert_eq!(bad, None, "{outcome}");
    }
    assert!(run(&["games", "info", "games"]).text().contains("Sicilian"));
    for name in ["report.html", "report.md"] {
        is_plain(&fs::read_to_string(directory.path().join("report").join(name)).unwrap());
    }
}

#[test]
fn an_input_without_games_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let outcome = run_in(
        directory.path(),
        &["games", "import", "-"],
        b"\x7fELF\0\x01\x02",
    );
    insta::assert_snapshot!(outcome, @r"
    exit: 2
    --- stderr
    error: stdin: there is no game in it
    hint: PGN is expected: plain, or packed with zstd, bzip2 or gzip
    ");
    assert!(!directory.path().join("games").exists());
}

#[test]
fn a_cut_game_is_open_and_summaries_count() {
    let directory = tempfile::tempdir().unwrap();
    let games = "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n".repeat(2);
    run_in(
        directory.path(),
        &["games", "import", "-"],
        games.as_bytes(),
    );
    let find = |arguments: &[&str]| {
        let all = [&["games", "find", "ply 2..3"], arguments].concat();
        run_in(directory.path(), &all, b"")
    };
    insta::assert_snapshot!(find(&["-n", "1", "-f", "pgn"]), @r#"
    exit: 0
    --- stdout
    [Event "?"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "?"]
    [White "A"]
    [Black "?"]
    [Result "*"]
    [Constraint "ply 2..3"]
    [GoalFEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"]
    [GameResult "1-0"]

    1. e4 e5 *
    "#);
    let every = find(&["--every", "-f", "jsonl"]);
    let records = every.records();
    let indices: Vec<_> = records[1..5]
        .iter()
        .map(|record| &record["index"])
        .collect();
    assert_eq!(indices, [0, 1, 2, 3]);
    let summary = &records[5];
    assert_eq!(
        (&summary["produced"], &summary["unique"]),
        (&4.into(), &2.into())
    );
    assert_eq!(summary["median_plies"], 2.5);
}

const FOUR: &str = "[White \"A\"]\n[Black \"B\"]\n[WhiteElo \"1500\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n\n\
                    [White \"C\"]\n[Result \"0-1\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 0-1\n\n\
                    [White \"D\"]\n[Result \"1/2-1/2\"]\n\n1. d4 d5 2. c4 1/2-1/2\n\n\
                    [White \"E\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nf6 3. Bb5 1-0\n";

#[test]
fn similar_games_in_every_format() {
    let directory = tempfile::tempdir().unwrap();
    run_in(
        directory.path(),
        &["games", "import", "-", "--name", "four"],
        FOUR.as_bytes(),
    );
    let similar = |arguments: &[&str]| {
        let all = [&["games", "similar"], arguments].concat();
        run_in(directory.path(), &all, b"")
    };
    insta::assert_snapshot!(similar(&["e4 e5 Nf3 Nc6 Bb5", "-n", "2"]));
    insta::assert_snapshot!(similar(&["four#1", "result 1-0", "-f", "jsonl"]));
    insta::assert_snapshot!(similar(&["four#1", "-d", "structure", "-f", "csv"]));
    let pgn = similar(&["four#1", "-n", "1", "-f", "pgn"]);
    assert!(pgn.text().contains("[SimilarRank \"1\"]"), "{pgn}");
    assert_eq!(similar(&["four#1", "white Q=0"]).exit, 1);
    insta::assert_snapshot!(similar(&["four#7"]));
    insta::assert_snapshot!(similar(&["four#1", "--plies", "9..3"]));
}

#[test]
fn similar_positions_tell_what_they_share() {
    let directory = tempfile::tempdir().unwrap();
    run_in(
        directory.path(),
        &["games", "import", "-", "--name", "four"],
        FOUR.as_bytes(),
    );
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let similar = |arguments: &[&str]| {
        let all = [&["games", "similar", fen], arguments].concat();
        run_in(directory.path(), &all, b"")
    };
    let told = similar(&["-n", "2", "-f", "jsonl"]);
    let records = told.records();
    assert_eq!(records.len(), 3, "{told}");
    assert_eq!(records[1]["type"], "similar_position");
    assert_eq!(
        (&records[1]["distance"], &records[1]["games"]),
        (&0.into(), &3.into())
    );
    let shared = records[1]["shared"].as_array().unwrap();
    assert!(shared.contains(&"White to move".into()), "{told}");
    assert!(similar(&["-n", "1"]).text().contains("100 % alike"));
    assert!(
        similar(&["-f", "csv"])
            .text()
            .starts_with("rank,distance,likeness,fen,")
    );
    assert_eq!(similar(&["white Q=0"]).exit, 1);
    for wrong in [&["-d", "moves"][..], &["--plies", "1..4"], &["-f", "pgn"]] {
        assert_eq!(similar(wrong).exit, 2, "{wrong:?}");
    }
}

#[test]
fn games_held_against_each_other() {
    let directory = tempfile::tempdir().unwrap();
    run_in(
        directory.path(),
        &["games", "import", "-", "--name", "four"],
        FOUR.as_bytes(),
    );
    let games = |arguments: &[&str]| {
        let all = [&["games"], arguments].concat();
        run_in(directory.path(), &all, b"")
    };
    insta::assert_snapshot!(games(&["outliers", "-n", "1", "-k", "2", "-d", "moves"]));
    insta::assert_snapshot!(games(&[
        "clusters", "-k", "2", "-d", "moves", "--map", "map.svg"
    ]));
    let map = fs::read_to_string(directory.path().join("map.svg")).unwrap();
    assert!(map.starts_with("<svg "), "{map}");
    insta::assert_snapshot!(games(&[
        "clusters", "-k", "1", "-d", "moves", "-f", "jsonl"
    ]));
    insta::assert_snapshot!(games(&["classify", "-k", "1", "-d", "moves"]));
    insta::assert_snapshot!(games(&["outliers", "white Q=0"]));
}

#[test]
fn ends_of_games_are_foretold() {
    let directory = tempfile::tempdir().unwrap();
    let pgn = "[WhiteElo \"1500\"]\n[BlackElo \"1800\"]\n[TimeControl \"60+0\"]\n[Result \"0-1\"]\n\n\
               1. f3 { [%clk 0:00:50] } e5 { [%clk 0:00:40] } 2. g4 { [%clk 0:00:20] } Qh4# { [%clk 0:00:39] } 0-1\n";
    fs::write(directory.path().join("mate.pgn"), pgn).unwrap();
    let predict = |arguments: &[&str]| {
        let all = [&["games", "predict"], arguments].concat();
        run_in(directory.path(), &all, b"")
    };
    let white = |arguments: &[&str]| -> Vec<f64> {
        let told = predict(&[arguments, &["-f", "jsonl"]].concat());
        let records = told
            .text()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap());
        let predictions =
            records.filter(|record: &serde_json::Value| record["type"] == "prediction");
        predictions
            .map(|record| record["white"].as_f64().unwrap())
            .collect()
    };
    let told = white(&["mate.pgn"]);
    assert_eq!(told.len(), 5);
    assert!(told[0] < 0.5 && told[4] < 0.05, "{told:?}");
    let hurried = white(&["mate.pgn", "--clock", "white=2"]);
    assert!(hurried[1] < told[1], "{hurried:?} {told:?}");
    assert_ne!(white(&["mate.pgn", "--without-clocks"]), told);
    assert_ne!(white(&["mate.pgn", "--model", "network"]), told);
    let more = predict(&["mate.pgn", "--more-time", "30"]);
    assert!(more.text().contains("with 30 s more: White +"), "{more}");
    assert_eq!(predict(&["mate.pgn", "--more-time", "-1"]).exit, 2);
    assert_eq!(predict(&["mate.pgn"]).text().lines().count(), 6);
    assert!(predict(&["--formula"]).text().contains("side small "));
    assert_eq!(predict(&["mate.pgn", "--clock", "white=soon"]).exit, 2);
    assert_eq!(predict(&["nowhere.pgn"]).exit, 2);
    let all = [
        "net", "test", "predict", "mate.pgn", "--every", "1", "-f", "json",
    ];
    let figures = run_in(directory.path(), &all, b"");
    let figures: serde_json::Value = serde_json::from_str(figures.text()).unwrap();
    assert_eq!(figures["rows"][0]["positions"], 5);
}

#[test]
fn players_are_rated_by_their_moves() {
    let directory = tempfile::tempdir().unwrap();
    let mate = "1. f3 e5 2. g4 Qh4# 0-1\n";
    fs::write(
        directory.path().join("mate.pgn"),
        format!("[Site \"https://lichess.org/x\"]\n[Result \"0-1\"]\n\n{mate}"),
    )
    .unwrap();
    let rate = |arguments: &[&str]| {
        let all = [&["games", "rate"], arguments].concat();
        run_in(directory.path(), &all, b"")
    };
    let told = rate(&["mate.pgn", "-f", "jsonl"]);
    let record = told.text().lines().nth(1).unwrap();
    let record: serde_json::Value = serde_json::from_str(record).unwrap();
    assert_eq!(record["type"], "rating");
    assert_eq!(record["scale"], "Lichess");
    assert_eq!(record["white"]["moves"], 2);
    assert!(record["white"]["blunders"].as_u64() >= Some(1));
    let number = |side: &str, key: &str| record[side][key].as_u64().unwrap();
    assert!(
        number("white", "rating") <= number("black", "rating"),
        "{record}"
    );
    assert!(number("black", "low") < number("black", "high"));
    assert_eq!(rate(&["mate.pgn"]).text().lines().count(), 3);
    assert!(
        rate(&["mate.pgn", "--site", "fics"])
            .text()
            .contains("FICS")
    );
    assert_eq!(rate(&["mate.pgn", "--site", "board"]).exit, 2);
    assert_eq!(rate(&["nowhere.pgn"]).exit, 2);
}

#[test]
fn samples_rows_and_names() {
    let directory = tempfile::tempdir().unwrap();
    let twice = FOUR.repeat(2);
    run_in(
        directory.path(),
        &["games", "import", "-", "--name", "eight"],
        twice.as_bytes(),
    );
    let games = |arguments: &[&str]| {
        let all = [&["games"], arguments].concat();
        run_in(directory.path(), &all, b"")
    };
    let found = games(&["find", "ply 2", "--distinct", "--rows", "rows.csv"]);
    assert_eq!(found.text().lines().count(), 4, "{found}");
    insta::assert_snapshot!(fs::read_to_string(directory.path().join("rows.csv")).unwrap());
    let sampled = games(&["find", "ply 2", "--sample", "3", "--seed", "2"]);
    assert_eq!(sampled.text().lines().count(), 3, "{sampled}");
    fs::write(directory.path().join("known.fen"), found.text()).unwrap();
    assert_eq!(games(&["find", "ply 2", "--exclude", "known.fen"]).exit, 1);
    let named = games(&[
        "report",
        "--name",
        "a start=any side (own P=8)",
        "-o",
        "report",
    ]);
    assert!(named.text().starts_with("a start  8 games"), "{named}");
    insta::assert_snapshot!(games(&["report", "--name", "ply 2"]));
}

#[test]
fn every_command_of_games_has_examples() {
    for name in [
        "import", "find", "info", "report", "similar", "outliers", "clusters", "classify",
        "predict",
    ] {
        for flag in ["-h", "--help"] {
            let help = crate::common::sissa(&["games", name, flag]).succeeded();
            assert!(help.text().contains("Example"), "{name} {flag}");
            let longest = help.text().lines().map(|line| line.chars().count()).max();
            assert!(longest <= Some(100), "{name} {flag}");
        }
    }
}
