//! Values repeat: in any order, on any number of threads, whatever was judged before.

use std::thread;

use shakmaty::{Chess, Color, Position as _};
use sissa_judge::{Effort, Judge, MoveKind, Question, Value, Worth};

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
