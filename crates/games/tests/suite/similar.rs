//! Nearest games, held against a program that compares all of them.

use std::{fmt::Write as _, fs, path::Path};

use sissa_games::{Distance, Nearest, Plies, Similar, SimilarError};

use crate::games::{found, import_text, many};

fn nearest(similar: &Similar, threads: usize) -> Nearest {
    let comparison = similar.open().unwrap();
    comparison.run(threads, &|_| true).unwrap().unwrap()
}

fn places(nearest: &Nearest) -> Vec<(u64, f64)> {
    let games = nearest.games.iter();
    games
        .map(|found| (found.header.info.number, found.distance))
        .collect()
}

/// Which game, by which distance, over which half-moves.
const QUERIES: [(u64, Distance, &str); 9] = [
    (1, Distance::Moves, "1.."),
    (77, Distance::Moves, "1.."),
    (500, Distance::Moves, "1..20"),
    (1999, Distance::Moves, "16..41"),
    (3, Distance::Warped, "1.."),
    (1200, Distance::Warped, "4..33"),
    (8, Distance::Structure, "1.."),
    (900, Distance::Structure, "1..24"),
    (1500, Distance::Structure, "31.."),
];

#[test]
fn all_pairs_give_the_same_ten_games() {
    let Some(mut python) = sissa_peers::python_chess() else {
        return;
    };
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("games");
    import_text(many(2000, 31, 70, true), &folder);
    let moves: Vec<String> = found(&folder, "anything", false)
        .iter()
        .map(|found| found.whole.uci_moves().join(" "))
        .collect();
    assert_eq!(moves.len(), 2000);
    let mut queries = String::new();
    for (number, distance, plies) in QUERIES {
        let plies: Plies = plies.parse().unwrap();
        let last = plies
            .last
            .map_or("null".to_owned(), |last| last.to_string());
        let _ = writeln!(
            queries,
            "{{\"game\": {}, \"distance\": \"{}\", \"first\": {}, \"last\": {last}}}",
            number - 1,
            distance.name(),
            plies.first
        );
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/similar.py");
    fs::write(place.path().join("games.txt"), moves.join("\n") + "\n").unwrap();
    fs::write(place.path().join("queries.txt"), queries).unwrap();
    let output = python
        .current_dir(place.path())
        .arg(script)
        .args(["games.txt", "queries.txt"])
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().count(), QUERIES.len());
    for ((number, distance, plies), line) in QUERIES.iter().zip(text.lines()) {
        let theirs: Vec<(u64, f64)> = serde_json::from_str(line).unwrap();
        let similar = Similar {
            distance: *distance,
            plies: plies.parse().unwrap(),
            ..Similar::new(format!("test.pgn#{number}"), &folder)
        };
        let ours = nearest(&similar, 2);
        assert_eq!(ours.effort.games, 2000);
        for ((game, far), (their_game, their_far)) in places(&ours).iter().zip(&theirs) {
            assert_eq!(*game, their_game + 1, "{number} {distance:?} {plies}");
            assert!((far - their_far).abs() < 1e-6, "{far} {their_far}");
        }
        assert_eq!(ours.games.len(), theirs.len());
    }
}

#[test]
fn threads_constraints_and_names_change_nothing_but_what_they_say() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    import_text(many(300, 37, 60, true), folder);
    let all = found(folder, "anything", false);
    for distance in Distance::ALL {
        let named = Similar {
            distance,
            count: 300,
            ..Similar::new("test.pgn#5", folder)
        };
        let ours = places(&nearest(&named, 1));
        assert_eq!(ours, places(&nearest(&named, 4)));
        // Every other game, nearer ones first, and by number where they are as near.
        assert_eq!(ours.len(), 299);
        assert!(ours.is_sorted_by(|a, b| a.1 < b.1 || a.1 == b.1 && a.0 < b.0));
        // Fewer are the first of them.
        let few = Similar {
            count: 7,
            ..named.clone()
        };
        let few = places(&nearest(&few, 2));
        assert_eq!(few, ours[..7]);
        // The game as moves is not left out, and nearest to itself.
        let moves = all[4].whole.uci_moves().join(" ");
        let given = places(&nearest(
            &Similar {
                game: moves,
                ..named.clone()
            },
            2,
        ));
        assert_eq!(given[0], (5, 0.0));
        assert_eq!(given[1..], ours);
        // A constraint filters, and does not change distances.
        let wish = "white elo>=1800 and black Q=0";
        let passed: Vec<u64> = found(folder, wish, false)
            .iter()
            .map(|hit| hit.number)
            .collect();
        let expected = ours.iter().copied().filter(|near| passed.contains(&near.0));
        let expected: Vec<(u64, f64)> = expected.take(20).collect();
        assert!(expected.len() > 10);
        let asked = Similar {
            count: 20,
            constraint: Some(wish.parse().unwrap()),
            ..named
        };
        assert_eq!(places(&nearest(&asked, 2)), expected);
    }
}

#[test]
fn a_game_that_black_begins_keeps_its_places() {
    let place = tempfile::tempdir().unwrap();
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let pgn = format!(
        "[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n[Result \"*\"]\n\n1... e5 2. Nf3 *\n"
    );
    import_text(pgn, place.path());
    let similar = Similar::new("1. e4 e5 2. Nf3", place.path());
    let ours = nearest(&similar, 1);
    // All that is missing is a pawn from e2 to e4: 1 + 9 + 9 + 1 + 1.
    let expected = [(1, 0.0), (2, f64::from(1 + 9 + 9 + 1 + 1).sqrt())];
    for (ours, expected) in places(&ours).iter().zip(expected) {
        assert_eq!(ours.0, expected.0);
        assert!((ours.1 - expected.1).abs() < 1e-9, "{ours:?}");
    }
    assert_eq!(ours.games[1].record().start_fen.as_deref(), Some(fen));
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let place = tempfile::tempdir().unwrap();
    import_text(many(3, 41, 40, true), place.path());
    let open = |game: &str| Similar::new(game, place.path()).open().unwrap_err();
    assert!(matches!(open("test.pgn#4"), SimilarError::Unknown(_)));
    assert!(matches!(open("other.pgn#1"), SimilarError::Unknown(_)));
    assert!(matches!(open("e4 e4"), SimilarError::Read(_)));
    assert!(matches!(
        open("8/8/8/8/8/8/8/K1k5 w - - 0 1"),
        SimilarError::Position
    ));
    let wish = |text: &str| {
        let similar = Similar {
            constraint: Some(text.parse().unwrap()),
            ..Similar::new("test.pgn#1", place.path())
        };
        similar.open().unwrap_err()
    };
    assert!(matches!(wish("white P=9"), SimilarError::Impossible(_)));
    assert!(matches!(wish("only move"), SimilarError::Query(_)));
}
