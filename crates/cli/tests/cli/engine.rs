use std::fs;

use crate::common::{fed, run_in, sissa};

#[test]
fn perft_counts() {
    assert_eq!(sissa(&["perft", "4"]).succeeded().text(), "197281\n");
    assert_eq!(sissa(&["perft", "0"]).succeeded().text(), "1\n");
    let divided =
        sissa(&["perft", "2", "--divide", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"]).succeeded();
    assert!(divided.text().contains("\ne1g1 3\n"), "{}", divided.text());
    let bad = sissa(&["perft", "2", "8/8/8/8/8/8/8/8 w - - 0 1"]);
    assert_eq!(bad.exit, 2);
    assert!(
        bad.stderr.contains("not a possible position"),
        "{}",
        bad.stderr
    );
}

#[test]
fn bench_has_a_signature() {
    let count = || {
        let outcome = sissa(&["bench", "--depth", "5"]).succeeded();
        outcome
            .text()
            .split(' ')
            .next()
            .unwrap()
            .parse::<u64>()
            .unwrap()
    };
    let nodes = count();
    assert!(nodes > 5_000);
    assert_eq!(nodes, count());
}

#[test]
fn uci_answers_on_standard_output() {
    let outcome = fed(&["uci"], b"uci\nposition startpos\ngo nodes 500\n").succeeded();
    assert!(outcome.text().contains("uciok\n"));
    assert!(
        outcome
            .text()
            .lines()
            .last()
            .unwrap()
            .starts_with("bestmove ")
    );
    assert_eq!(fed(&["uci"], b"\xff\xfe\0quit\nquit\n").exit, 0);
}

#[test]
fn a_game_is_played_and_saved() {
    let directory = tempfile::tempdir().unwrap();
    let input = b"help\ne5\ne4\nhint\nthreats\neval\nflip\nfen\nundo\nd4\nsave mine.pgn\nresign\n";
    let outcome = run_in(
        directory.path(),
        &["play", "--level", "1", "--ascii", "--save", "game.pgn"],
        input,
    )
    .succeeded();
    for expected in [
        "takeback",
        "look at the man on",
        "the answer is",
        "you resigned",
    ] {
        let expected = if expected == "takeback" {
            "undo      take back"
        } else {
            expected
        };
        assert!(
            outcome.text().contains(expected),
            "{expected}\n{}",
            outcome.text()
        );
    }
    let game = fs::read_to_string(directory.path().join("game.pgn")).unwrap();
    assert!(
        game.contains("[White \"you\"]") && game.contains("1. d4 "),
        "{game}"
    );
    assert!(game.contains("0-1"));
    assert!(directory.path().join("mine.pgn").exists());
}

#[test]
fn a_game_at_full_strength_is_saved_without_a_rating() {
    let directory = tempfile::tempdir().unwrap();
    let arguments = ["play", "--time", "10ms", "--save", "game.pgn"];
    run_in(directory.path(), &arguments, b"e4\nresign\n").succeeded();
    let game = fs::read_to_string(directory.path().join("game.pgn")).unwrap();
    assert!(game.contains("[Black \"Sissa\"]"), "{game}");
}

#[test]
fn a_mate_is_saved_with_its_result() {
    let directory = tempfile::tempdir().unwrap();
    let mate_in_one = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let arguments = ["play", "--from", mate_in_one, "--save", "game.pgn"];
    let outcome = run_in(directory.path(), &arguments, b"Ra8\n").succeeded();
    assert!(outcome.text().contains("checkmate: White wins"));
    let game = fs::read_to_string(directory.path().join("game.pgn")).unwrap();
    assert!(game.contains("[Result \"1-0\"]"), "{game}");
}

#[test]
fn a_match_counts_games_and_writes_them() {
    let directory = tempfile::tempdir().unwrap();
    let arguments = [
        "match",
        "handcrafted",
        "untuned",
        "-n",
        "4",
        "--nodes",
        "300",
        "-j",
        "2",
        "-o",
        "games.pgn",
    ];
    let outcome = run_in(directory.path(), &arguments, b"").succeeded();
    assert!(
        outcome.text().contains("games      4\n"),
        "{}",
        outcome.text()
    );
    assert!(
        outcome
            .text()
            .contains("handcrafted: 0 crashes, 0 illegal moves, 0 time forfeits")
    );
    let games = fs::read_to_string(directory.path().join("games.pgn")).unwrap();
    assert_eq!(games.matches("[Event \"sissa match\"]").count(), 4);
    let again = run_in(directory.path(), &["check", "games.pgn"], b"");
    assert_eq!(again.exit, 0, "{}", again.stderr);
}

#[test]
fn a_player_that_fails_loses_and_is_counted() {
    let directory = tempfile::tempdir().unwrap();
    let script = "#!/bin/sh\nwhile read line; do case \"$line\" in\n\
        uci) echo uciok;; isready) echo readyok;; go*) echo bestmove e2e5;; quit) exit;; esac; done\n";
    let path = directory.path().join("cheat.sh");
    fs::write(&path, script).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        let cheat = path.to_str().unwrap();
        let arguments = ["match", "handcrafted", cheat, "-n", "2", "--nodes", "100"];
        let outcome = run_in(directory.path(), &arguments, b"").succeeded();
        let text = outcome.text();
        assert!(text.contains("+2 =0 -0"), "{text}");
        // One pair won proves next to nothing, and has no upper end.
        assert!(
            text.contains("Elo        at least -663.6 (95 % interval)\n"),
            "{text}"
        );
        assert!(
            text.contains("cheat.sh: 0 crashes, 2 illegal moves"),
            "{text}"
        );
    }
    let missing = sissa(&["match", "handcrafted", "/no/such/engine"]);
    assert_eq!(missing.exit, 2);
    assert!(
        missing.stderr.contains("cannot start `/no/such/engine`"),
        "{}",
        missing.stderr
    );
    let bad = sissa(&["match", "handcrafted", "untuned", "--sprt", "x"]);
    assert_eq!(bad.exit, 2);
}

/// python-chess drives two bounded games against Stockfish; it refuses illegal moves itself.
const DRIVER: &str = r#"
import sys, chess, chess.engine
sissa, stockfish = sys.argv[1:]
ours = chess.engine.SimpleEngine.popen_uci([sissa, "uci"])
ours.configure({"Hash": 1})
theirs = chess.engine.SimpleEngine.popen_uci(stockfish) if stockfish else ours
limit = chess.engine.Limit(nodes=800)
for colour in (chess.WHITE, chess.BLACK):
    board = chess.Board()
    while not board.is_game_over(claim_draw=True) and board.ply() < 100:
        player = ours if board.turn == colour else theirs
        board.push(player.play(board, limit, game=colour).move)
    print("game", board.ply() > 20)
clocked = chess.engine.Limit(white_clock=5, black_clock=5, white_inc=0.1, black_inc=0.1)
print("clock", ours.play(chess.Board(), clocked).move in chess.Board().legal_moves)
found = ours.play(chess.Board("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), chess.engine.Limit(mate=1))
print("mate", found.move.uci())
with ours.analysis(chess.Board(), multipv=3) as analysis:
    for info in analysis:
        if info.get("multipv") == 3 and info.get("depth", 0) >= 3:
            break
print("analysis", len(analysis.multipv))
ours.quit()
if stockfish:
    theirs.quit()
"#;

#[test]
fn python_chess_plays_with_it() {
    let Some(mut python) = sissa_peers::python_chess() else {
        return;
    };
    let stockfish = ["/usr/games/stockfish", "/usr/bin/stockfish"]
        .into_iter()
        .find(|path| std::path::Path::new(path).exists())
        .unwrap_or_default();
    if stockfish.is_empty() {
        eprintln!("skipped: no stockfish; the engine plays itself instead");
    }
    let output = python
        .args(["-c", DRIVER, env!("CARGO_BIN_EXE_sissa"), stockfish])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let fault = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        said, "game True\ngame True\nclock True\nmate a1a8\nanalysis 3\n",
        "{fault}"
    );
}

#[test]
fn the_best_moves_of_a_position() {
    let fools_mate = ["analyse", "1. f3 e5 2. g4", "--nodes", "20000"];
    let told = sissa(&fools_mate);
    assert_eq!(told.exit, 0);
    let first = told.text().lines().next().unwrap();
    assert_eq!(first.trim(), "#-1  2... Qh4#");
    let over = sissa(&["analyse", "1. f3 e5 2. g4 Qh4#"]);
    assert_eq!(
        (over.exit, over.text()),
        (0, "checkmate: there is no legal move\n")
    );
    let many = sissa(&["analyse", "--lines", "11"]);
    assert_eq!(many.exit, 2);
}
