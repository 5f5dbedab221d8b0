//! Values of positions.

use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use shakmaty::{EnPassantMode, Setup};

use super::*;

#[test]
fn longest_mates_are_as_known() {
    let known = [
        ("KQvK", Some(10), None),
        ("KRvK", Some(16), None),
        ("KBvK", None, None),
        ("KNvK", None, None),
        ("KPvK", Some(28), None),
        ("KBBvK", Some(19), None),
        ("KBNvK", Some(33), None),
        ("KNNvK", Some(1), None),
        ("KQvKR", Some(35), Some(19)),
        ("KRvKN", Some(40), Some(1)),
        ("KPvKP", Some(33), Some(33)),
    ];
    for (text, white, black) in known {
        let longest = |turn| {
            let plies = TABLES.longest(signature(text), turn);
            plies.map(|plies| Outcome::Win(plies).moves().unwrap())
        };
        assert_eq!(longest(Color::White), white, "{text}");
        assert_eq!(longest(Color::Black), black, "{text}");
    }
}

#[test]
fn the_longest_mates_of_three_men_are_as_many_as_published() {
    for (text, turn, outcome, published) in [
        ("KQvK", Color::White, Outcome::Win(19), 1),
        ("KRvK", Color::White, Outcome::Win(31), 121),
        ("KPvK", Color::White, Outcome::Win(55), 3),
        ("KQvK", Color::Black, Outcome::Loss(20), 8),
        ("KRvK", Color::Black, Outcome::Loss(32), 390),
        ("KPvK", Color::Black, Outcome::Loss(56), 2),
    ] {
        let positions = TABLES.positions(signature(text), turn, |found| found == outcome);
        let classes = (0..positions.parts()).map(|part| positions.classes(part).len());
        assert_eq!(classes.sum::<usize>(), published, "{text} {turn}");
    }
}

#[test]
fn every_value_of_three_men_follows_from_its_moves() {
    for text in ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"] {
        for turn in Color::ALL {
            let positions = all(text, turn);
            for part in 0..positions.parts() {
                for (chess, _) in positions.classes(part) {
                    assert_eq!(TABLES.probe(&chess), Some(best(&chess)), "{chess:?}");
                }
            }
        }
    }
}

#[test]
fn values_of_four_men_follow_from_their_moves_and_do_not_depend_on_colours() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for text in ["KBBvK", "KBNvK", "KQvKR", "KRvKN", "KPvKP"] {
        for turn in Color::ALL {
            let positions = all(text, turn);
            for _ in 0..10_000 {
                let number = random.random_range(0..positions.len());
                let chess = positions.get(number).unwrap();
                let value = TABLES.probe(&chess);
                assert_eq!(value, Some(best(&chess)), "{chess:?}");
                let mirrored: Setup = chess.to_setup(EnPassantMode::Legal).into_mirrored();
                let mirrored: Chess = mirrored.position(CastlingMode::Standard).unwrap();
                assert_eq!(TABLES.probe(&mirrored), value, "{chess:?}");
            }
        }
    }
}

#[test]
fn every_value_with_a_capture_en_passant_follows_from_its_moves() {
    let mut seen = 0;
    for turn in Color::ALL {
        let positions = all("KPvKP", turn);
        for part in (0..positions.parts()).step_by(7) {
            for (chess, _) in positions.classes(part) {
                if chess.ep_square(EnPassantMode::Always).is_some() {
                    assert_eq!(TABLES.probe(&chess), Some(best(&chess)), "{chess:?}");
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 3_000, "{seen}");
}

#[test]
fn a_capture_en_passant_counts() {
    // Without the capture both sides race.
    let with = chess("8/8/8/8/pP6/8/8/k1K5 b - b3 0 1");
    let without = chess("8/8/8/8/pP6/8/8/k1K5 b - - 0 1");
    assert_ne!(TABLES.probe(&with), TABLES.probe(&without));
    assert_eq!(TABLES.probe(&with), Some(best(&with)));
    assert_eq!(TABLES.probe(&without), Some(best(&without)));
}

#[test]
fn ends_of_games_and_dead_positions_are_known() {
    for (fen, outcome) in [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Outcome::Loss(0)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Outcome::Draw),
        ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", Outcome::Win(1)),
        ("8/8/8/4k3/8/8/8/KB6 w - - 0 1", Outcome::Draw),
        ("8/8/8/4k3/8/8/8/K7 w - - 0 1", Outcome::Draw),
        ("8/8/8/8/8/8/1Q6/k1K5 b - - 0 1", Outcome::Loss(0)),
        // The only move takes the queen.
        ("8/8/8/3K4/8/8/1Q6/k7 b - - 0 1", Outcome::Draw),
    ] {
        assert_eq!(TABLES.probe(&chess(fen)), Some(outcome), "{fen}");
    }
}

#[test]
fn what_is_in_no_table_has_no_value() {
    for fen in [
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ] {
        let chess = chess(fen);
        assert_eq!(TABLES.probe(&chess), None, "{fen}");
        assert_eq!(TABLES.best_moves(&chess), None, "{fen}");
        assert_eq!(TABLES.line(&chess), None, "{fen}");
    }
}

#[test]
fn lines_end_with_mate_when_promised() {
    for text in ["KQvK", "KPvK", "KBNvK", "KQvKR"] {
        let plies = TABLES.longest(signature(text), Color::White).unwrap();
        let wanted = |outcome| outcome == Outcome::Win(plies);
        let positions = TABLES.positions(signature(text), Color::White, wanted);
        let start = positions.get(0).unwrap();
        let line = TABLES.line(&start).unwrap();
        assert_eq!(line.len(), usize::from(plies));
        let end = line
            .into_iter()
            .fold(start, |chess, m| chess.play(m).unwrap());
        assert!(end.is_checkmate());
    }
    let drawn = chess("8/8/8/4k3/8/8/8/KB6 w - - 0 1");
    assert_eq!(TABLES.line(&drawn), Some(Vec::new()));
    assert_eq!(TABLES.best_moves(&drawn).map(|moves| moves.len()), Some(9));
}
