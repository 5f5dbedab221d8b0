//! The style uniform, held against all legal positions of a kind, counted one by one.

use std::collections::HashMap;

use shakmaty::{Board, CastlingMode, Chess, Color, FromSetup, Position, Setup, Square};
use sissa_generate::{Options, Style, Task};
use sissa_proof::refute;

/// All legal positions with White's king and rook, and Black's king on h8: those that are positions of
/// chess and that no reason refutes. (That all of them have games is what the samples show.)
fn all() -> Vec<(Board, Color)> {
    let mut all = Vec::new();
    for king in Square::ALL {
        for rook in Square::ALL {
            for turn in Color::ALL {
                let mut board = Board::empty();
                board.set_piece_at(Square::H8, Color::Black.king());
                board.set_piece_at(king, Color::White.king());
                board.set_piece_at(rook, Color::White.rook());
                if board.occupied().count() < 3 {
                    continue;
                }
                let mut setup = Setup::empty();
                setup.board = board.clone();
                setup.turn = turn;
                if Chess::from_setup(setup.clone(), CastlingMode::Standard).is_ok()
                    && refute(&setup, 1_000).is_empty()
                {
                    all.push((board, turn));
                }
            }
        }
    }
    all
}

#[test]
fn every_position_is_equally_likely_and_their_number_is_estimated() {
    let constraint = "KRvK and kh8".parse().unwrap();
    let options = Options {
        style: Style::Uniform,
        ..Options::default()
    };
    let task = Task::new(&constraint, options).unwrap();
    let all = all();
    let mut seen: HashMap<(Board, Color), usize> = HashMap::new();
    let (mut samples, mut draws) = (0, 0);
    let mut castling = 0;
    while samples < 300 {
        let found = task.generate(5, samples, &|| false).unwrap();
        draws += found.nodes;
        samples += 1;
        // Positions with a castling right are legal too; they are counted apart.
        if found.position.castles().any() {
            castling += 1;
            continue;
        }
        let key = (found.position.board().clone(), found.position.turn());
        *seen.entry(key).or_default() += 1;
    }
    // One more with a right: rook a1, king e1, White to move. (With Black to move White has not moved.)
    let count = all.len() as f64 + 1.0;
    let estimate = task.draws().unwrap() * samples as f64 / draws as f64;
    let error = count * 4.0 / (samples as f64).sqrt();
    assert!((estimate - count).abs() < error, "{estimate} for {count}");
    assert!(castling < 10, "{castling}");
    // Files of the king, and sides to move, come as often as they should: chi-squared.
    let mut observed = [(0.0, 0.0); 16];
    for key in &all {
        let king = key.0.king_of(Color::White).expect("a king");
        let class = &mut observed[2 * usize::from(king.file()) + usize::from(key.1.is_white())];
        class.0 += 1.0;
        class.1 += seen.remove(key).unwrap_or(0) as f64;
    }
    assert!(seen.is_empty(), "not among all legal positions: {seen:?}");
    let scale = (samples - castling) as f64 / all.len() as f64;
    let chi: f64 = observed
        .iter()
        .map(|(members, seen)| (seen - members * scale).powi(2) / (members * scale))
        .sum();
    let freedom = observed.len() as f64 - 1.0;
    assert!(
        chi < freedom + 5.0 * (2.0 * freedom).sqrt(),
        "{chi} for {freedom}"
    );
}

#[test]
fn a_constraint_on_the_game_is_refused() {
    let constraint = "white castled".parse().unwrap();
    let options = Options {
        style: Style::Uniform,
        ..Options::default()
    };
    assert!(Task::new(&constraint, options).is_err());
}
