//! Puzzles that are made: one solution, as wanted, from where they were asked for.

use std::{ops::ControlFlow, time::Duration};

use sissa::{Ceilings, Event, MakePuzzles, Session, Solve, Tagged};
use sissa_judge::{Answer, Effort, Line, Solver, Stipulation, certified};

fn made(request: &MakePuzzles) -> Vec<Tagged> {
    let events = request.run(&Session::new()).expect("a good request");
    let found = events.into_iter().filter_map(|event| match event {
        Event::Found(puzzle) => Some(puzzle),
        _ => None,
    });
    found.collect()
}

/// Black overlooks the mate of a schoolboy, and White does not see it either at first.
const GAMES: &str = "\
[White \"Anna\"]\n[Black \"Boris\"]\n[Result \"*\"]\n\n\
1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Nc3 d6 5. Qxf7# 1-0\n\n\
[White \"Clara\"]\n[Black \"Anna\"]\n[Result \"*\"]\n\n1. f3 e5 2. g4 d6 3. a3 *\n";

#[test]
fn mates_have_one_key() {
    let request = MakePuzzles::new("mate in 2 and men<=8").count(4).seed(5);
    let puzzles = made(&request);
    assert_eq!(puzzles.len(), 4);
    for puzzle in puzzles {
        let line = Line::new(&puzzle.position, &puzzle.solution).expect("legal moves");
        let mut solver = Solver::new();
        let effort = Effort::unlimited();
        assert_eq!(certified(&line, &mut solver, &effort), Answer::Yes);
        let keys = solver.keys(&puzzle.position, Stipulation::mate(2), &effort);
        assert_eq!(keys, Some(vec![puzzle.solution[0]]));
        assert!(puzzle.record.certified && puzzle.task().ends_with("mates in 2"));
        assert!(
            puzzle
                .pgn()
                .contains(&format!("[FEN \"{}\"]", puzzle.record.fen))
        );
    }
}

#[test]
fn endings_are_certified_by_tables() {
    for puzzle in made(&MakePuzzles::new("KPvK and white to move").count(2)) {
        assert!(puzzle.record.certified, "{}", puzzle.record.fen);
        assert!(puzzle.solution.len() >= 3);
    }
}

#[test]
fn mistakes_of_games_are_found_and_named() {
    let all = made(&MakePuzzles::default().input(GAMES));
    let fens: Vec<&str> = all
        .iter()
        .map(|puzzle| puzzle.record.fen.as_str())
        .collect();
    // White's quick mates after 3... Nf6 (missed) and 4... d6, and Black's after 2. g4 (missed).
    assert_eq!(fens.len(), 3, "{fens:?}");
    let tasks: Vec<String> = all.iter().map(Tagged::task).collect();
    assert_eq!(
        tasks,
        ["White mates in 1", "White mates in 1", "Black mates in 1"]
    );
    assert_eq!(all[0].record.moves.len(), 6);
    // A chapter tells whose game it is.
    let chapter = all[2].pgn();
    assert!(
        chapter.contains("[White \"Clara\"]\n[Black \"Anna\"]"),
        "{chapter}"
    );
    let of = |player: &str| {
        let request = MakePuzzles {
            player: Some(player.to_owned()),
            ..MakePuzzles::default().input(GAMES)
        };
        made(&request).len()
    };
    // Anna missed a mate with White and one with Black; Boris allowed it twice; Clara allowed it once.
    assert_eq!(
        (of("anna"), of("Boris"), of("clara"), of("Dora")),
        (2, 2, 1, 0)
    );
}

#[test]
fn the_same_at_any_number_of_threads() {
    let request = MakePuzzles {
        nodes: Some(5_000),
        ..MakePuzzles::default().count(2).seed(3).rating("600..2200")
    };
    let run = |threads| {
        let mut lines = Vec::new();
        let form = |puzzle: &Tagged| (puzzle.record.fen.clone(), puzzle.record.solution.clone());
        let session = Session::new().threads(threads);
        let told = request.run_into(&session, None, form, |event| {
            if let Event::Found(found) = event {
                lines.push(found);
            }
            ControlFlow::Continue(())
        });
        told.expect("a good request");
        lines
    };
    let alone = run(1);
    assert_eq!(alone.len(), 2);
    assert_eq!(alone, run(3));
}

#[test]
fn bad_requests_name_their_field() {
    let problem = |request: MakePuzzles| request.run(&Session::new()).unwrap_err();
    assert_eq!(
        problem(MakePuzzles::default().theme("frok")).field,
        Some("theme")
    );
    assert_eq!(
        problem(MakePuzzles::default().rating("easy")).field,
        Some("rating")
    );
    assert_eq!(
        problem(MakePuzzles::new("white Q=")).field,
        Some("constraint")
    );
}

#[test]
fn what_cannot_be_a_puzzle_is_refused_at_once() {
    for request in [
        MakePuzzles::new("white N=0 P=0 and black N=0 P=0").theme("smothered mate"),
        // Nobody can win anything.
        MakePuzzles::new("KNvK"),
        MakePuzzles::new("stalemate"),
    ] {
        let events = request.run(&Session::new()).expect("a good request");
        let Some(Event::Summary(summary)) = events.last() else {
            panic!("a summary");
        };
        assert_eq!((summary.produced, summary.exit), (0, 1), "{request:?}");
    }
}

#[test]
fn mates_that_are_rare_in_games_are_built_and_records_name_the_theme() {
    let request = MakePuzzles::default().theme("smothered mate").count(2);
    let events = request.run(&Session::new()).expect("a good request");
    let Some(Event::Run(run)) = events.first() else {
        panic!("a run");
    };
    assert_eq!(run.style.as_deref(), Some("direct"));
    assert_eq!(run.constraint.as_deref(), Some("motif smotheredMate"));
    assert!(matches!(events.last(), Some(Event::Summary(summary)) if summary.produced == 2));
}

#[test]
fn what_is_wrong_with_a_folder_or_a_constraint_is_found_before_anything_is_told() {
    let served = Session::new().ceilings(Ceilings {
        positions: 10,
        nodes: 1_000_000,
        position_time: Duration::from_secs(10),
        total_time: Duration::from_secs(10),
    });
    let folder = MakePuzzles {
        games: Some("/etc".into()),
        ..MakePuzzles::default()
    };
    let code = |request: &MakePuzzles, session| {
        let problem = request.prepare(session).expect_err("a problem");
        problem.code
    };
    assert_eq!(code(&folder, &served), "files");
    let session = Session::new();
    assert_eq!(code(&folder, &session), "files");
    let rated = MakePuzzles::new("elo>=2000").input(GAMES);
    assert_eq!(code(&rated, &session), "unsupported");
}

/// What the conventions make of a diagram: its FEN and what is said of it.
fn completed(text: &str, asked: &str) -> (String, Vec<String>) {
    let events = Solve::new(text, asked).run(&Session::new());
    let solved = events
        .expect("a good request")
        .into_iter()
        .find_map(|event| match event {
            Event::Found(solved) => Some(solved),
            _ => None,
        });
    let solved = solved.expect("an answer");
    (solved.record().fen, solved.remarks)
}

#[test]
fn en_passant_is_allowed_where_the_step_must_have_been_the_last_move() {
    let step = "en passant is allowed: the last move must have been g7-g5";
    let (fen, said) = completed("7R/7p/5P1k/4PKpP/8/8/8/8", "#2");
    assert_eq!(fen, "7R/7p/5P1k/4PKpP/8/8/8/8 w - g6 0 1");
    assert_eq!(said, [step]);
    // A pawn that has moved may have been the last to.
    let (fen, said) = completed("7R/7p/p4P1k/4PKpP/8/8/8/8", "#1");
    assert_eq!(fen, "7R/7p/p4P1k/4PKpP/8/8/8/8 w - - 0 1");
    assert!(said.is_empty());
}

#[test]
fn castling_is_allowed_unless_it_is_proven_lost() {
    // The pawn never moved, so king or rook made the last move.
    let (fen, said) = completed("r3k3/p7/8/8/8/8/8/4K2R", "#1");
    assert_eq!(fen, "r3k3/p7/8/8/8/8/8/4K2R w K - 0 1");
    assert!(said[0].starts_with("Black has lost O-O-O: "));
    let (fen, said) = completed("r3k3/8/p7/8/8/8/8/4K2R", "#1");
    assert_eq!(fen, "r3k3/8/p7/8/8/8/8/4K2R w Kq - 0 1");
    assert!(said.is_empty());
    // A whole FEN is taken at its word, and of an impossible diagram nothing is concluded.
    let (fen, _) = completed("r3k3/p7/8/8/8/8/8/4K2R w q - 0 1", "#1");
    assert_eq!(fen, "r3k3/p7/8/8/8/8/8/4K2R w q - 0 1");
    let (fen, said) = completed("r3k3/p7/8/8/8/8/5P1P/R3K1B1", "#1");
    assert_eq!(fen, "r3k3/p7/8/8/8/8/5P1P/R3K1B1 w Qq - 0 1");
    assert!(said[0].starts_with("no game leads here: "));
}
