//! Positions by what they are worth that are listed or built, and wishes that nothing can fulfil.

use std::collections::HashMap;

use shakmaty::Color;
use sissa::{Event, Generate, Position, Session, Style};
use sissa_record::Failure;
use sissa_tables::Tables;

fn made(request: &Generate) -> (Vec<Position>, Vec<Failure>) {
    let (mut positions, mut failures) = (Vec::new(), Vec::new());
    for event in request.run(&Session::new()).expect("a good request") {
        match event {
            Event::Found(position) => positions.push(position),
            Event::Failure(failure) => failures.push(failure),
            _ => {}
        }
    }
    (positions, failures)
}

#[test]
fn every_position_of_a_list_comes_as_often_as_it_should() {
    let constraint = "KQvK and white to move and dtm 10";
    let draws = 240;
    let request = Generate::new(constraint).count(draws).style(Style::Uniform);
    let (positions, failures) = made(&request);
    assert!(failures.is_empty(), "{failures:?}");
    let tables = Tables::new(1);
    let signature = "KQvK".parse().expect("a signature");
    let all = tables.positions(signature, Color::White, |outcome| {
        outcome.moves() == Some(10)
    });
    let mut counts: HashMap<String, u64> = HashMap::new();
    for position in &positions {
        let fen = position.fen();
        let squares = fen.split(' ').next().expect("a board");
        *counts.entry(squares.to_owned()).or_default() += 1;
        let judged = position.judged.as_ref().expect("it was judged");
        assert_eq!(judged.mate_distance, Some(10));
        assert_eq!(judged.eval_mate, Some(10));
        assert!(position.game.plies() > 20);
    }
    assert_eq!(counts.len() as u64, all.len());
    let expected = draws as f64 / all.len() as f64;
    let squared: f64 = counts
        .values()
        .map(|count| (*count as f64 - expected).powi(2) / expected)
        .sum();
    // One in a thousand lies beyond, with eight kinds.
    assert_eq!(all.len(), 8);
    assert!(squared < 24.3, "{squared} {counts:?}");
}

#[test]
fn rights_to_castle_belong_to_a_list() {
    let constraint = "KRvK and white to move and not mate in 1 and white castling kingside";
    let (positions, _) = made(&Generate::new(constraint).count(2).style(Style::Uniform));
    assert_eq!(positions.len(), 2);
    for position in positions {
        assert!(position.fen().contains(" K - "), "{}", position.fen());
    }
}

#[test]
fn rights_to_castle_are_listed_where_nobody_asks_what_they_are_worth() {
    // Of the draws that the style uniform makes elsewhere one in a million is such a position.
    let constraint = "KRvKN and white castling kingside and nh8";
    let (positions, failures) = made(&Generate::new(constraint).count(40).style(Style::Uniform));
    assert!(failures.is_empty(), "{failures:?}");
    let fens: std::collections::HashSet<String> = positions.iter().map(Position::fen).collect();
    assert!(fens.len() > 20, "{fens:?}");
    assert!(
        positions
            .iter()
            .all(|position| position.fen().contains(" K - "))
    );
}

#[test]
fn what_cannot_be_is_refused() {
    for (constraint, code) in [
        ("KNvK and mate in 2", "cannot-mate"),
        ("KvKQ and white to move and tablebase win", "cannot-mate"),
        ("KvKQRR and white to move and mate in 1..5", "cannot-mate"),
        ("KQvK and dtm 11", "not-in-tables"),
        ("KBvK and tablebase loss", "not-in-tables"),
        ("KPvK and white to move and tablebase loss", "cannot-mate"),
        (
            "KQvK and white to move and tablebase draw and not stalemate and dtm 3",
            "worth-contradicts",
        ),
        ("mate in 2 and mate in 3", "worth-contradicts"),
        ("eval 1..2 and black eval 0..1", "worth-contradicts"),
        ("dtm 44", "worth-contradicts"),
        ("smothered mate and KNvKR", "motif-needs-men"),
        (
            "white to move and white (*,0,*,*,0) and white Q=0 and back-rank mate",
            "motif-needs-men",
        ),
    ] {
        let (positions, failures) = made(&Generate::new(constraint));
        assert!(positions.is_empty());
        let [failure] = &failures[..] else {
            panic!("{constraint}: {failures:?}");
        };
        assert_eq!(failure.code, "impossible", "{constraint}");
        assert_eq!(failure.reasons[0].code, code, "{constraint}");
    }
    // Nobody could tell: that is a problem of the request, not a verdict.
    let unknown = Generate::new("men>=6 and tablebase win").run(&Session::new());
    assert_eq!(
        unknown.map(drop).map_err(|problem| problem.code),
        Err("tables")
    );
}

#[test]
fn refusals_of_three_men_are_those_of_the_tables() {
    let session = Session::new();
    let tables = Tables::new(1);
    for signature in ["KQvK", "KPvK", "KNvK"] {
        for moves in [1, 2, 9, 10, 11, 27, 28, 29] {
            for (turn, words) in [(Color::White, "white"), (Color::Black, "black")] {
                let men = signature.parse().expect("a signature");
                let all = tables.positions(men, turn, |outcome| outcome.moves() == Some(moves));
                let constraint = format!("{signature} and {words} to move and dtm {moves}");
                let mut events = Generate::new(&constraint).run(&session).expect("good");
                let refused = events.any(|event| matches!(event, Event::Failure(_)));
                assert_eq!(refused, all.is_empty(), "{constraint}");
            }
        }
    }
}

#[test]
fn named_mates_are_built() {
    for (tag, constraint) in [
        ("smotheredMate", "smothered mate and men<=14"),
        ("backRankMate", "back-rank mate and black to move"),
        ("arabianMate", "arabian mate and mate in 1"),
    ] {
        let mut request = Generate::new(constraint).count(2).seed(4);
        request.judge_nodes = Some(3000);
        let (positions, failures) = made(&request);
        assert_eq!(positions.len(), 2, "{constraint}: {failures:?}");
        for position in positions {
            let judged = position.judged.as_ref().expect("it was judged");
            assert!(
                judged.motifs.iter().any(|found| found == tag),
                "{}",
                position.fen()
            );
        }
    }
}

#[test]
fn records_tell_the_solution() {
    let (positions, _) = made(&Generate::new("mate in 2 and men<=6 and white to move").seed(2));
    let position = &positions[0];
    let epd = position.epd();
    assert!(
        epd.contains(" bm ") && epd.contains(" dm 2;") && epd.contains(" ce 32764;"),
        "{epd}"
    );
    let pgn = position.pgn("mate in 2");
    assert!(pgn.contains("{[%eval #2]"), "{pgn}");
    let game = sissa_record::read_one(&pgn)
        .expect("it is PGN")
        .game
        .expect("a game");
    assert_eq!(game.end(), position.game.end());
}
