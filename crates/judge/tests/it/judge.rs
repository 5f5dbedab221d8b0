//! Values repeat: in any order, on any number of threads, whatever was judged before.

use std::{sync::Arc, thread};

use shakmaty::{Chess, Color, Move, Position as _};
use sissa_constraint::Situation;
use sissa_judge::{Answer, Arbiter, Demand, Effort, Judge, MoveKind, Question, Value, Worth};
use sissa_tables::Tables;

use crate::common::{position, scattered};

const QUESTION: Question = Question {
    nodes: 3000,
    lines: 3,
};

fn judged<'a>(positions: impl Iterator<Item = &'a Chess>) -> Vec<Value> {
    let mut judge = Judge::new();
    positions
        .map(|chess| judge.value(chess, QUESTION, &Effort::unlimited()).unwrap())
        .collect()
}

#[test]
fn order_and_threads_change_nothing() {
    let mut positions: Vec<Chess> = scattered(21, 8..=20).take(24).collect();
    let mut chess = Chess::default();
    for index in 0..16 {
        let moves = chess.legal_moves();
        chess.play_unchecked(moves[index * 7 % moves.len()]);
        positions.push(chess.clone());
    }
    let once = judged(positions.iter());
    let mut backwards = judged(positions.iter().rev());
    backwards.reverse();
    assert_eq!(once, backwards);
    let (first, second) = positions.split_at(positions.len() / 2);
    let halves = thread::scope(|scope| {
        let halves = [first, second].map(|half| scope.spawn(|| judged(half.iter())));
        halves.map(|half| half.join().unwrap()).concat()
    });
    assert_eq!(once, halves);
}

#[test]
fn clocks_do_not_count_and_the_cache_costs_nothing() {
    let mut judge = Judge::new();
    let fresh = position("8/5k2/8/3P4/8/8/2K5/8 w - - 0 1");
    let late = position("8/5k2/8/3P4/8/8/2K5/8 w - - 80 90");
    let value = judge.value(&fresh, QUESTION, &Effort::unlimited());
    let spent = judge.spent();
    assert!(spent > 0);
    assert_eq!(judge.value(&late, QUESTION, &Effort::unlimited()), value);
    assert_eq!(judge.spent(), spent);
    assert_eq!(
        Judge::new().value(&late, QUESTION, &Effort::unlimited()),
        value
    );
}

#[test]
fn a_value_is_never_one_of_less_work() {
    let mut judge = Judge::new();
    let start = Chess::default();
    assert_eq!(judge.value(&start, QUESTION, &Effort::nodes(2999)), None);
    let stopped = Effort {
        stop: &|| true,
        ..Effort::unlimited()
    };
    let long = Question {
        nodes: 100_000,
        lines: 1,
    };
    assert_eq!(judge.value(&start, long, &stopped), None);
    let whole = judge.value(&start, long, &Effort::unlimited()).unwrap();
    assert!(whole.nodes >= 90_000, "{}", whole.nodes);
}

#[test]
fn values_are_white_s() {
    let mut judge = Judge::new();
    let mut worth = |fen: &str| {
        let value = judge.value(&position(fen), QUESTION, &Effort::unlimited());
        value.unwrap().worth
    };
    assert_eq!(
        worth("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"),
        Worth::WhiteMates(1)
    );
    assert_eq!(
        worth("r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1"),
        Worth::BlackMates(1)
    );
    assert_eq!(
        worth("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"),
        Worth::WhiteMates(0)
    );
    assert_eq!(
        worth("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
        Worth::Centipawns(0)
    );
    assert!(worth("q5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1") < Worth::Centipawns(-300));
}

#[test]
fn gaps_and_good_moves() {
    let mut judge = Judge::new();
    let mut value = |fen: &str| {
        judge
            .value(&position(fen), QUESTION, &Effort::unlimited())
            .unwrap()
    };
    // One move mates, the next best is far behind.
    let back_rank = value("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    assert!(back_rank.gap().unwrap() > 50.0);
    assert_eq!(back_rank.good_moves(1.0), 1);
    assert_eq!(back_rank.turn, Color::White);
    // One legal move only.
    assert_eq!(
        value("k7/8/8/8/8/8/1q6/K7 w - - 0 1").gap(),
        Some(f64::INFINITY)
    );
    // Nothing matters.
    assert_eq!(value("k7/8/8/8/8/8/8/K5B1 w - - 0 1").good_moves(0.5), 3);
}

#[test]
fn kinds_of_moves() {
    let kind = |fen: &str, uci: &str| {
        let chess = position(fen);
        let m = uci.parse::<shakmaty::uci::UciMove>().unwrap();
        MoveKind::of(&chess, m.to_move(&chess).unwrap())
    };
    let greek = kind(
        "r1bq1rk1/ppp2ppp/2n1p3/3pP3/3P4/3B1N2/PPP2PPP/R2QK2R w KQ - 0 1",
        "d3h7",
    );
    assert!(greek.sacrifice && greek.check && greek.takes.is_some());
    let castles = kind("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1");
    assert!(castles.castling && castles.quiet() && !castles.sacrifice);
    let promotes = kind("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8n");
    assert!(promotes.promotion.is_some() && !promotes.quiet());
}

/// The best line of a position that satisfies a demand, and what it is worth, judged with few positions.
fn told(chess: &Chess, constraint: &str) -> (Vec<Move>, Option<Worth>) {
    let (demand, _) = Demand::of(&constraint.parse().unwrap());
    let mut arbiter = Arbiter::new(1000, Arc::new(Tables::new(1)));
    let situation: Situation = chess.into();
    let effort = Effort::unlimited();
    let (answer, mut found) = demand.unwrap().test(&mut arbiter, &situation, &effort);
    assert_eq!(answer, Answer::Yes, "{constraint}");
    if let Some(solution) = found.solution() {
        return (solution.to_vec(), None);
    }
    let value = found.judge(&effort).unwrap();
    (value.line().to_vec(), Some(value.worth))
}

fn mates(chess: &Chess, line: &[Move]) -> bool {
    let mut end = chess.clone();
    for m in line {
        assert!(end.is_legal(*m), "{m}");
        end.play_unchecked(*m);
    }
    end.is_checkmate()
}

#[test]
fn a_proven_mate_is_told_with_moves_that_mate() {
    // The engine would rather take the knight.
    let chess = position("5bn1/n3k3/8/2R5/6Q1/3R1P1P/3K4/8 w - - 3 35");
    for constraint in [
        "mate in 4",
        "eval>=3 and mate in 4",
        "mate in 4 and not fork",
    ] {
        let (line, worth) = told(&chess, constraint);
        assert_eq!(worth, Some(Worth::WhiteMates(4)), "{constraint}");
        assert!(line.len() == 7 && mates(&chess, &line), "{line:?}");
    }
}

#[test]
fn what_solves_a_problem_is_told() {
    let chess = position("8/7r/8/8/8/3k4/6Q1/1nK3N1 w - - 4 29");
    let (line, _) = told(&chess, "helpmate in 2");
    assert!(line.len() == 4 && mates(&chess, &line), "{line:?}");
    let chess = position("8/4PQ2/1QP2P2/3P4/2k5/2p5/3p1P2/3K4 w - - 0 1");
    let (line, _) = told(&chess, "selfmate in 2");
    assert!(line.len() == 4 && mates(&chess, &line), "{line:?}");
}
