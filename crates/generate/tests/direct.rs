//! What the direct style promises, on constraints of every kind.

use std::{
    collections::{HashMap, HashSet},
    ops::ControlFlow,
};

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use shakmaty::{
    ByColor, CastlingMode, Chess, EnPassantMode, Move, Position, fen::Fen, zobrist::Zobrist64,
};
use sissa_constraint::{Constraint, Situation};
use sissa_generate::{Failure, Found, Options, Statistics, Style, Task, TaskError, Unique};
use sissa_parallel::in_order;

/// One constraint or more for every group of the language.
const CONSTRAINTS: &[&str] = &[
    "anything",
    "white (0,2,2,2,8)",
    "white (1,2,2,2,8)",
    "white (0,0,0,0,0)",
    "black (0,1,1,0,3)",
    "any side (1,2,2,0,7)",
    "each side (Q=0 R=2 minors=1..2)",
    "white Q=9 P=0",
    "white N=10 P=0",
    "white Q=3 P=4",
    "white B=9",
    "white light B=2 P=7",
    "white promoted>=2",
    "KvK",
    "KNNvK",
    "KRPvKR",
    "white.P - black.P = 2",
    "white.points - black.points = 0 and total Q=0",
    "total men=12",
    "Ke1 Rh1 white castling kingside and black in check and total Q=0",
    "K[g1,h1] k[c8,b8] and empty e4",
    "any side R on relative rank 7",
    "fen *k*/ppp*/*/*/*/*/PPP*/*K*",
    "castling KQkq and each side N=0",
    "white castling none and black castling both",
    "white can castle queenside",
    "each side castled and total Q=0",
    "white castled queenside and black castled kingside",
    "check by N",
    "double check",
    "checkmate and total men<=20",
    "black checkmated and black K on rank 8 and white checking R on rank 8",
    "stalemate KQvK",
    "en passant and each side P=5",
    "white to move and ply 20..40 and not check",
    "move 15 and black to move",
    "halfmoves>=12",
    "white passed P>=2 and black isolated P>=2",
    "white doubled P>=2 and black connected P>=3",
    "opposite bishops",
    "mover hanging Q",
    "opponent pinned R",
    "white attacked pieces>=3",
    "open files>=3",
    "legal moves=1",
    "(white Q=0 or black Q=0) and not (white R=2 and black R=2)",
];

fn task(text: &str, options: Options) -> Task {
    let constraint: Constraint = text
        .parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    Task::new(&constraint, options).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// Replays the game move by move, keeping nothing of what the generator knew.
fn verify(text: &str, start: &Chess, found: &Found) {
    let mut position = start.clone();
    let mut castled = ByColor {
        white: None,
        black: None,
    };
    let mut occurrences: HashMap<u64, u32> = HashMap::new();
    for m in &found.moves {
        assert!(
            !position.is_checkmate() && !position.is_stalemate(),
            "{text}: the game was over"
        );
        assert!(
            position.halfmoves() < 150,
            "{text}: seventy-five quiet moves"
        );
        if let Some(side) = m.castling_side() {
            *castled.get_mut(position.turn()) = Some(side);
        }
        position = position
            .play(*m)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        let key = position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0;
        let times = occurrences.entry(key).or_default();
        *times += 1;
        assert!(*times < 5, "{text}: a position occurred five times");
    }
    assert_eq!(position, found.position, "{text}");
    let constraint: Constraint = text.parse().expect("parsed before");
    let situation = Situation {
        position: &position,
        castled,
    };
    assert!(
        constraint.compile().holds(&situation),
        "{text}: {}",
        Fen::from_position(&position, EnPassantMode::Legal)
    );
}

#[test]
fn every_constraint_is_satisfied_by_a_game_that_replays() {
    for text in CONSTRAINTS {
        let task = task(text, Options::default());
        for index in 0..4 {
            let found = task
                .generate(1, index, &|| false)
                .unwrap_or_else(|failure| panic!("{text}: {failure}"));
            verify(text, &Chess::default(), &found);
        }
    }
}

#[test]
fn a_record_depends_on_seed_and_index_alone() {
    for text in ["white (0,2,2,2,8)", "each side castled and total Q=0"] {
        let (first, second) = (
            task(text, Options::default()),
            task(text, Options::default()),
        );
        let backwards: Vec<Vec<Move>> = (0..20)
            .rev()
            .map(|index| second.generate(7, index, &|| false).expect("found").moves)
            .collect();
        for threads in [1, 2, 5] {
            let mut games = Vec::new();
            in_order(
                0..20,
                threads,
                |index| first.generate(7, index, &|| false).expect("found").moves,
                |index, moves| {
                    assert_eq!(index, games.len() as u64);
                    games.push(moves);
                    ControlFlow::Continue(())
                },
            );
            assert!(games.iter().eq(backwards.iter().rev()));
        }
        let other = first.generate(8, 0, &|| false).expect("found").moves;
        assert_ne!(
            &other,
            backwards.last().expect("twenty games"),
            "another seed gives another game"
        );
    }
}

#[test]
fn positions_vary_even_where_the_starting_position_satisfies() {
    for text in ["white (1,2,2,2,8)", "white (1,2,2,2,7)", "anything"] {
        let task = task(text, Options::default());
        let mut statistics = Statistics::new(task.constraint(), Unique::Exact);
        for index in 0..1_000 {
            let found = task.generate(0, index, &|| false).expect("found");
            statistics.add(&found.position, &found.moves, true);
        }
        assert!(
            statistics.unique() >= 999,
            "{text}: {} distinct of 1000",
            statistics.unique()
        );
        let variety = statistics.variety().expect("positions were added");
        assert!(
            variety.openings > 0.9,
            "{text}: openings are shared: {variety:?}"
        );
    }
}

/// Fewest half-moves to the constraint by plain breadth-first search, if at most `limit`.
fn breadth_first(constraint: &Constraint, limit: usize) -> Option<usize> {
    let compiled = constraint.compile();
    let mut seen = HashSet::new();
    let mut frontier = vec![Chess::default()];
    for depth in 0..=limit {
        if frontier
            .iter()
            .any(|position| compiled.holds(&position.into()))
        {
            return Some(depth);
        }
        let mut next = Vec::new();
        for position in &frontier {
            for m in position.legal_moves() {
                let mut child = position.clone();
                child.play_unchecked(m);
                if seen.insert(child.clone()) {
                    next.push(child);
                }
            }
        }
        frontier = next;
    }
    None
}

#[test]
fn shortest_games_are_as_short_as_exhaustive_search_finds_them() {
    for (text, known) in [
        ("white (1,2,2,2,8)", 0),
        ("white (1,2,2,2,7)", 4),
        ("white P=7 and black P=7", 4),
        ("check", 3),
        ("checkmate", 4),
        ("Nf3 nf6 and white to move", 2),
        ("white castling none", 3),
    ] {
        let constraint: Constraint = text.parse().expect("a constraint");
        assert_eq!(breadth_first(&constraint, 4), Some(known), "{text}");
        let task = task(
            text,
            Options {
                style: Style::Shortest,
                ..Options::default()
            },
        );
        let found = task.generate(0, 0, &|| false).expect("found");
        verify(text, &Chess::default(), &found);
        assert_eq!((found.moves.len(), found.shortest), (known, true), "{text}");
    }
}

#[test]
fn a_game_that_could_not_be_proven_shortest_says_so() {
    let options = Options {
        style: Style::Shortest,
        nodes: 200_000,
        ..Options::default()
    };
    let found = task("stalemate", options)
        .generate(0, 0, &|| false)
        .expect("found");
    assert!(!found.shortest);
    verify("stalemate", &Chess::default(), &found);
}

#[test]
fn budgets_end_an_attempt() {
    let few = Options {
        nodes: 20,
        ..Options::default()
    };
    let failure = task("white (0,0,0,0,0)", few)
        .generate(0, 0, &|| false)
        .expect_err("too few nodes");
    assert!(matches!(failure, Failure::Budget { .. }));
    let failure = task("each side (Q=9 P=0)", Options::default())
        .generate(0, 0, &|| true)
        .expect_err("told to stop");
    assert!(matches!(failure, Failure::Stopped { .. }));
    let short = Options {
        max_plies: 3,
        nodes: 100_000,
        ..Options::default()
    };
    let failure = task("white (1,2,2,2,7)", short.clone())
        .generate(0, 0, &|| false)
        .expect_err("no such game");
    assert!(matches!(failure, Failure::Budget { .. }));
    let exhaustive = Options {
        style: Style::Shortest,
        ..short
    };
    let failure = task("white (1,2,2,2,7)", exhaustive)
        .generate(0, 0, &|| false)
        .expect_err("no such game");
    assert_eq!(failure, Failure::Exhausted { plies: 3 });
}

#[test]
fn games_respect_the_longest_length() {
    let options = Options {
        max_plies: 30,
        ..Options::default()
    };
    let task = task("white (1,2,1,2,7)", options);
    for index in 0..50 {
        assert!(
            task.generate(0, index, &|| false)
                .expect("found")
                .moves
                .len()
                <= 30
        );
    }
}

#[test]
fn impossible_and_unsupported_constraints_are_told_apart() {
    let refused = |text: &str| {
        Task::new(&text.parse().expect("a constraint"), Options::default()).expect_err("refused")
    };
    assert!(matches!(refused("white P=9"), TaskError::Impossible(_)));
    assert_eq!(
        refused("elo 1400..1600 and check"),
        TaskError::Unsupported(vec!["elo=1400..1600".to_owned()])
    );
}

#[test]
fn games_can_start_anywhere() {
    let fen: Fen = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 6 8"
        .parse()
        .expect("a FEN");
    let start: Chess = fen
        .into_position(CastlingMode::Standard)
        .expect("a position");
    let options = Options {
        start: start.clone(),
        ..Options::default()
    };
    for text in [
        "white castled queenside and black castled kingside",
        "total Q=0",
        "white (1,2,1,2,7) and ply>=30",
    ] {
        let task = task(text, options.clone());
        for index in 0..10 {
            verify(
                text,
                &start,
                &task.generate(3, index, &|| false).expect("found"),
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever material a random game arrives at, the generator arrives there too.
    #[test]
    fn material_that_was_reached_is_reached(seed in any::<u64>(), plies in 10..250usize) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position = Chess::default();
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[rng.random_range(0..moves.len())]);
        }
        let tuple = |color| {
            let men = position.board().material_side(color);
            format!("({},{},{},{},{})", men.queen, men.rook, men.bishop, men.knight, men.pawn)
        };
        let text = format!("white {} black {}", tuple(shakmaty::Color::White), tuple(shakmaty::Color::Black));
        let found = task(&text, Options::default()).generate(seed, 0, &|| false);
        let found = found.map_err(|failure| TestCaseError::fail(format!("{text}: {failure}")))?;
        verify(&text, &Chess::default(), &found);
    }
}
