//! python-chess, in a process of its own, re-checks generated records.

use std::{
    io::Write as _,
    process::{Command, Stdio},
};

/// Replays every record from the start it names and compares what it reaches; counts men by itself.
const SCRIPT: &str = r#"
import chess, json, sys
expected = json.loads(sys.argv[1])
records = 0
for line in sys.stdin:
    record = json.loads(line)
    if record["type"] != "position":
        continue
    board = chess.Board()
    for uci in record["moves"]:
        move = chess.Move.from_uci(uci)
        assert not board.is_game_over(claim_draw=False) or board.is_insufficient_material(), (uci, board.fen())
        assert move in board.legal_moves, (uci, board.fen())
        board.push(move)
    assert board.fen(en_passant="legal") == record["fen"], (board.fen(), record["fen"])
    assert board.status() == chess.STATUS_VALID, record["fen"]
    assert len(record["moves"]) == record["plies"]
    assert ("white" if board.turn else "black") == record["turn"]
    for symbol, count in expected["men"].items():
        piece = chess.Piece.from_symbol(symbol)
        assert len(board.pieces(piece.piece_type, piece.color)) == count, (symbol, record["fen"])
    for name in expected["is"]:
        assert getattr(board, name)(), (name, record["fen"])
    records += 1
print(records)
"#;

#[track_caller]
fn recheck(mut python: Command, constraint: &str, count: u32, expected: &str) {
    let made = Command::new(env!("CARGO_BIN_EXE_sissa"))
        .args([
            "generate",
            constraint,
            "-f",
            "jsonl",
            "-q",
            "-s",
            "11",
            "-n",
            &count.to_string(),
        ])
        .output()
        .expect("sissa runs");
    assert!(
        made.status.success(),
        "{constraint}: {}",
        String::from_utf8_lossy(&made.stderr)
    );
    let mut child = python
        .args(["-c", SCRIPT, expected])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("python runs");
    let mut input = child.stdin.take().expect("piped");
    let writer = std::thread::spawn(move || input.write_all(&made.stdout));
    let output = child.wait_with_output().expect("python ends");
    let _ = writer.join();
    assert!(
        output.status.success(),
        "{constraint}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(
        String::from_utf8_lossy(&output.stdout).trim(),
        count.to_string(),
        "{constraint}"
    );
}

#[test]
fn python_chess_agrees_with_generated_records() {
    for (constraint, count, expected) in [
        (
            "white (0,2,2,2,8)",
            200,
            r#"{"men": {"Q": 0, "R": 2, "B": 2, "N": 2, "P": 8}, "is": []}"#,
        ),
        (
            "white (1,1,0,2,3)",
            100,
            r#"{"men": {"Q": 1, "R": 1, "B": 0, "N": 2, "P": 3}, "is": []}"#,
        ),
        (
            "white Q=3 P=4",
            50,
            r#"{"men": {"Q": 3, "P": 4}, "is": []}"#,
        ),
        (
            "KNNvK",
            20,
            r#"{"men": {"N": 2, "P": 0, "p": 0, "q": 0, "r": 0, "b": 0, "n": 0}, "is": []}"#,
        ),
        (
            "checkmate and black to move",
            20,
            r#"{"men": {}, "is": ["is_checkmate"]}"#,
        ),
        (
            "stalemate KQvK",
            20,
            r#"{"men": {"Q": 1}, "is": ["is_stalemate"]}"#,
        ),
        (
            "en passant and each side P=6",
            20,
            r#"{"men": {"P": 6, "p": 6}, "is": ["has_legal_en_passant"]}"#,
        ),
        (
            "check and total Q=0",
            50,
            r#"{"men": {"Q": 0, "q": 0}, "is": ["is_check"]}"#,
        ),
        (
            "castling KQkq and each side N=0",
            50,
            r#"{"men": {"N": 0, "n": 0}, "is": []}"#,
        ),
    ] {
        let Some(python) = sissa_peers::python_chess() else {
            return;
        };
        recheck(python, constraint, count, expected);
    }
}
