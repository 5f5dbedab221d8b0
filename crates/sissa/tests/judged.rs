//! Constraints about what a position is worth: made, checked and recorded alike.

use sissa::{Check, Event, Generate, Position, Session};
use sissa_judge::{Answer, Effort, Solver};

fn made(request: &Generate) -> Vec<Position> {
    let events = request.run(&Session::new()).expect("a good request");
    events
        .filter_map(|event| match event {
            Event::Found(position) => Some(position),
            _ => None,
        })
        .collect()
}

fn holds(fen: &str, constraint: &str) -> bool {
    let check = Check::new(fen).constraint(constraint);
    let events = check.run(&Session::new()).expect("a good request");
    matches!(&events[1], Event::Found(found) if found.satisfied == Some(true))
}

#[test]
fn mates_are_proven_and_exact() {
    for constraint in [
        "mate in 2 and men<=8",
        "black to move and mate in 2",
        "mate in 3 and men<=6",
    ] {
        let positions = made(&Generate::new(constraint).count(4).seed(3));
        assert_eq!(positions.len(), 4, "{constraint}");
        for position in positions {
            let moves = if constraint.contains("in 2") { 2 } else { 3 };
            let answer = Solver::new().mate_in(position.game.end(), moves, &Effort::unlimited());
            assert_eq!(answer, Answer::Yes, "{}", position.fen());
            let judged = position.judged.as_ref().expect("it was judged");
            assert_eq!(judged.mate, Some(moves));
            assert!(holds(&position.fen(), constraint));
            assert!(!holds(&position.fen(), "mate in 1"));
        }
    }
}

#[test]
fn values_hold_beside_players_and_logic() {
    let constraint = "elo 1400..1600 and move 8..20 and eval -1..1";
    for position in made(&Generate::new(constraint).count(3)) {
        assert!(position.human.is_some());
        assert!(holds(&position.fen(), "eval -1..1"), "{}", position.fen());
        assert!(holds(
            &position.fen(),
            "black eval -1..1 and not (eval>3 or mate in 1..2)"
        ));
    }
    let either = "(mate in 1 and white to move) or (eval>=5 and black Q=0)";
    for position in made(&Generate::new(either).count(3)) {
        assert!(holds(&position.fen(), either), "{}", position.fen());
    }
}

#[test]
fn tables_tell_distances() {
    let constraint = "KQvKR and dtm 20..25 and white to move";
    for position in made(&Generate::new(constraint).count(3)) {
        let judged = position.judged.as_ref().expect("it was judged");
        assert!(
            judged
                .mate_distance
                .is_some_and(|moves| (20..=25).contains(&moves))
        );
    }
    assert!(holds("8/8/8/8/8/k7/p7/K7 w - - 0 1", "tablebase draw"));
    // Of five men nothing is known: neither yes nor no, whatever the sign.
    for constraint in ["tablebase draw", "not tablebase draw"] {
        let check = Check::new("8/8/8/8/8/k7/pppp4/K7 w - - 0 1").constraint(constraint);
        let events = check.run(&Session::new()).expect("a good request");
        assert!(matches!(&events[1], Event::Failure(failure) if failure.code == "undecided"));
    }
    assert!(!holds("8/8/8/8/8/k7/p7/K7 w - - 0 1", "tablebase loss"));
}

#[test]
fn the_same_at_any_number_of_threads() {
    let request = Generate::new("fork and men<=12").count(4).seed(9);
    let alone: Vec<String> = made(&request).iter().map(Position::fen).collect();
    let generation = request.prepare(&Session::new().threads(3)).expect("good");
    let mut together = Vec::new();
    generation.run_into(Position::fen, |event| {
        if let Event::Found(fen) = event {
            together.push(fen);
        }
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!(alone, together);
}

#[test]
fn what_is_never_worth_it_ends_with_the_budget() {
    // Pawns alone hardly ever force a mate from afar, and nobody can say that they never do.
    let request = Generate {
        nodes: Some(20_000),
        ..Generate::new("white (0,0,0,0,8) and black (0,0,0,0,8) and mate in 4")
    };
    let events: Vec<_> = request.run(&Session::new()).expect("good").collect();
    let failed = events
        .iter()
        .any(|event| matches!(event, Event::Failure(failure) if failure.code == "budget"));
    assert!(failed, "{events:?}");
}
