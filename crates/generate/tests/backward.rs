//! The backward direction: whole placements and patterns, reached by games.

use shakmaty::{Board, Chess, Color, EnPassantMode, Position};
use sissa_generate::{Found, Options, Task};
use sissa_proof::verify;

/// The position of a seed, after its game has been replayed by the independent checker.
fn generated(constraint: &str, seed: u64) -> Found {
    let parsed = constraint.parse().expect("a constraint");
    let task = Task::new(&parsed, Options::default()).expect("a task");
    let found = task.generate(seed, 0, &|| false);
    let found = found.unwrap_or_else(|failure| panic!("{constraint}: {failure}"));
    let setup = found.position.to_setup(EnPassantMode::Legal);
    assert_eq!(verify(&setup, &found.moves), Ok(()), "{constraint}");
    found
}

#[test]
fn whole_placements_are_reached_exactly() {
    for placement in [
        "8/8/8/8/8/8/8/KRk5",
        "r3k2r/8/8/3P4/4p3/8/8/R3K2R",
        "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R",
        "2k5/1NN5/8/8/3n4/8/5q2/K1B4Q",
    ] {
        let board: Board = placement.parse().unwrap();
        for seed in 0..2 {
            let found = generated(&format!("fen {placement}"), seed);
            assert_eq!(*found.position.board(), board, "{placement}");
        }
    }
}

#[test]
fn turn_and_castling_rights_are_part_of_the_goal() {
    let placement = "r3k2r/8/8/3P4/4p3/8/8/R3K2R";
    let found = generated(&format!("fen {placement} and castling KQkq"), 1);
    assert_eq!(found.position.castles().castling_rights().count(), 4);
    for (word, color) in [("white", Color::White), ("black", Color::Black)] {
        let found = generated(&format!("fen {placement} and {word} to move"), 2);
        assert_eq!(found.position.turn(), color);
    }
}

#[test]
fn open_squares_of_a_pattern_are_filled_as_it_allows() {
    let pattern = "4k3/8/8/????????/8/8/8/[QR]3K3";
    let men = |found: &Found| {
        let board = found.position.board();
        let corner = board.role_at(shakmaty::Square::A1);
        assert!(matches!(
            corner,
            Some(shakmaty::Role::Queen | shakmaty::Role::Rook)
        ));
        board.clone()
    };
    let boards: Vec<Board> = (0..4)
        .map(|seed| men(&generated(&format!("fen {pattern}"), seed)))
        .collect();
    // The seed decides, and nothing else does.
    assert!(boards.iter().any(|board| *board != boards[0]));
    assert_eq!(men(&generated(&format!("fen {pattern}"), 0)), boards[0]);
}

#[test]
fn a_placement_that_no_game_reaches_gives_an_error_not_a_position() {
    // White's bishop on g1 has no way there: f2 and h2 hold pawns that never moved.
    let constraint = "fen 8/8/2k5/8/8/3K4/5P1P/6B1".parse().unwrap();
    let options = Options {
        nodes: 20_000,
        start: Chess::default(),
        ..Options::default()
    };
    match Task::new(&constraint, options) {
        Ok(task) => assert!(task.generate(0, 0, &|| false).is_err()),
        Err(error) => panic!("refused before it was tried: {error}"),
    }
}
