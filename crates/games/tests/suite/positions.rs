//! Nearest positions, held against a program that compares all of them.

use std::{fs, path::Path};

use sissa_games::{NearestPositions, SimilarError, SimilarPositions};
use sissa_record::fen;

use crate::games::{found, import_text, many};

/// From one that all games have to one that none has.
const POSITIONS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
    "r1bqk2r/ppp2ppp/2n2n2/3pp3/1bP5/2N1P3/PP1PBPPP/R1BQK1NR w KQkq - 0 6",
    "4k3/1p3p2/8/3P4/3p4/8/1P3P2/R3K2r w Q - 0 30",
    "8/5k2/8/8/3K4/8/4P3/8 w - - 0 60",
];

fn nearest(request: &SimilarPositions, threads: usize) -> NearestPositions {
    let comparison = request.open().unwrap();
    comparison.run(threads, &|_| true).unwrap().unwrap()
}

/// Distances, positions without counters, games.
fn told(nearest: &NearestPositions) -> Vec<(u32, String, u64)> {
    let found = nearest.positions.iter();
    found
        .map(|found| {
            let fen = fen(&found.position);
            let fields: Vec<&str> = fen.split(' ').take(4).collect();
            (found.distance, fields.join(" "), found.games)
        })
        .collect()
}

#[test]
fn all_positions_compared_give_the_same_ten() {
    let Some(mut python) = sissa_peers::python_chess() else {
        return;
    };
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("games");
    import_text(many(60, 37, 60, true), &folder);
    let games = found(&folder, "anything", false);
    let moves: Vec<String> = games
        .iter()
        .map(|found| found.whole.uci_moves().join(" "))
        .collect();
    fs::write(place.path().join("games.txt"), moves.join("\n") + "\n").unwrap();
    fs::write(
        place.path().join("positions.txt"),
        POSITIONS.join("\n") + "\n",
    )
    .unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/positions.py");
    let output = python
        .current_dir(place.path())
        .arg(script)
        .args(["games.txt", "positions.txt"])
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let answers = String::from_utf8(output.stdout).unwrap();
    assert_eq!(answers.lines().count(), POSITIONS.len());
    for (position, answer) in POSITIONS.iter().zip(answers.lines()) {
        let theirs: Vec<(u32, String, u64)> = serde_json::from_str(answer).unwrap();
        for threads in [1, 3] {
            let ours = nearest(&SimilarPositions::new(*position, &folder), threads);
            assert_eq!(told(&ours), theirs, "{position}");
        }
    }
}

#[test]
fn a_constraint_is_asked_of_the_position() {
    let folder = tempfile::tempdir().unwrap();
    import_text(many(60, 37, 60, true), folder.path());
    let request = SimilarPositions {
        constraint: Some("black to move and white P<=7".parse().unwrap()),
        count: 4,
        ..SimilarPositions::new(POSITIONS[0], folder.path())
    };
    let found = nearest(&request, 2);
    assert_eq!(found.positions.len(), 4);
    for near in &found.positions {
        assert!(shakmaty::Position::turn(&near.position).is_black());
        assert!(near.shared.iter().any(|fact| fact.starts_with("White ")));
        assert!(near.missing.iter().any(|fact| fact == "White to move"));
    }
    let all = nearest(&SimilarPositions::new(POSITIONS[0], folder.path()), 1);
    assert_eq!((all.positions[0].distance, all.positions[0].games), (0, 60));
    let wrong = SimilarPositions::new("nonsense", folder.path()).open();
    assert!(matches!(wrong, Err(SimilarError::Fen(_))));
}
