//! Other programs import what is written here, without a warning.

#![allow(clippy::unwrap_used)]

mod common;

use std::{
    fs,
    path::PathBuf,
    process::{Command, Output},
};

use proptest::{
    strategy::{Strategy, ValueTree},
    test_runner::TestRunner,
};
use sissa_record::{Game, epd, fen, pgn};

/// Games by random play, the same in every run.
fn games(count: usize) -> Vec<Game> {
    let mut runner = TestRunner::deterministic();
    let strategy = common::games();
    let mut next = || strategy.new_tree(&mut runner).unwrap().current();
    (0..count).map(|_| next()).collect()
}

fn write(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    path
}

fn tags(game: &Game) -> Vec<(&'static str, String)> {
    vec![
        ("Event", r#"A "quoted" \ event"#.to_owned()),
        ("White", "Sissa ibn Dāhir".to_owned()),
        ("Date", "2026.01.31".to_owned()),
        ("Annotator", "sissa 0.1.0".to_owned()),
        ("PlyCount", game.plies().to_string()),
        (
            "Constraint",
            "white (0,2,2,2,8) and ".repeat(12) + "not check",
        ),
        ("GoalFEN", fen(game.end())),
    ]
}

fn write_games(name: &str, games: &[Game]) -> PathBuf {
    let game_text = |game: &Game| {
        let tags = tags(game);
        let tags: Vec<_> = tags
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        pgn(game, &tags)
    };
    write(name, &games.iter().map(game_text).collect::<String>())
}

fn python(mut python: Command, script: &str, path: &PathBuf) -> String {
    text(python.args(["-c", script]).arg(path).output().unwrap())
}

fn text(
    Output {
        stdout,
        stderr,
        status,
    }: Output,
) -> String {
    let stderr = String::from_utf8(stderr).unwrap();
    assert!(status.success(), "{stderr}");
    assert_eq!(stderr, "");
    String::from_utf8(stdout).unwrap()
}

#[test]
fn python_chess_reads_the_games() {
    let Some(interpreter) = sissa_peers::python_chess() else {
        return;
    };
    let games = games(200);
    let script = r#"
import sys, chess.pgn, logging
with open(sys.argv[1], encoding="utf-8") as file:
    while game := chess.pgn.read_game(file):
        assert not game.errors, game.errors
        # python-chess leaves the escapes of tags in place.
        assert game.headers["Event"] == r'A \"quoted\" \\ event', game.headers["Event"]
        end = game.end().board()
        assert end.fen() == game.headers["GoalFEN"], end.fen()
        assert end.is_valid() or end.status() == 0
        print(" ".join(move.uci() for move in game.mainline_moves()))
"#;
    let found = python(interpreter, script, &write_games("python.pgn", &games));
    let expected: Vec<String> = games
        .iter()
        .map(|game| game.uci_moves().join(" "))
        .collect();
    assert_eq!(found.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn python_chess_reads_the_positions() {
    let Some(interpreter) = sissa_peers::python_chess() else {
        return;
    };
    let games = games(200);
    let script = r#"
import sys, chess
for line in open(sys.argv[1], encoding="utf-8"):
    board, operations = chess.Board.from_epd(line)
    assert board.status() == 0
    assert operations["id"] == 'a "b" \\ c', operations
    print(board.fen())
"#;
    let line = |game: &Game| epd(game.end(), &[("id", r#"a "b" \ c"#)]) + "\n";
    let found = python(
        interpreter,
        script,
        &write("python.epd", &games.iter().map(line).collect::<String>()),
    );
    let expected: Vec<String> = games.iter().map(|game| fen(game.end())).collect();
    assert_eq!(found.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn pgn_extract_reads_the_games() {
    let Some(mut command) = sissa_peers::pgn_extract() else {
        return;
    };
    let games = games(400);
    let path = write_games("extract.pgn", &games);
    // Silent but for warnings and errors.
    let output = command
        .args(["-s", "-Wuci", "--notags", "-w100000"])
        .arg(&path);
    // It writes promotions as `a7a8Q`; squares and results are not changed by lower case.
    let found = text(output.output().unwrap()).to_lowercase();
    let found: Vec<Vec<&str>> = found
        .lines()
        .filter(|line| !line.is_empty())
        .map(|line| {
            line.split(' ')
                .filter(|word| word.starts_with(char::is_alphabetic))
                .collect()
        })
        .collect();
    let expected: Vec<Vec<String>> = games.iter().map(Game::uci_moves).collect();
    assert_eq!(found, expected);
}
