//! Problems that everybody knows.

use shakmaty::san::San;
use sissa_judge::{Detail, Effort, Solver, Stipulation};

use crate::common::position;

/// The keys of a problem, as they are written.
fn keys(fen: &str, asked: &str) -> Vec<String> {
    let chess = position(fen);
    let asked: Stipulation = asked.parse().unwrap();
    let mut solver = Solver::with_table(16);
    let keys = solver.keys(&chess, asked, &Effort::unlimited()).unwrap();
    keys.into_iter()
        .map(|m| San::from_move(&chess, m).to_string())
        .collect()
}

#[test]
fn direct_mates() {
    // Morphy.
    assert_eq!(keys("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "#2"), ["Ra6"]);
    // Loyd, Excelsior.
    let excelsior = "n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k w - - 0 1";
    assert_eq!(keys(excelsior, "#5"), ["b4"]);
    assert!(keys(excelsior, "#4").is_empty());
}

#[test]
fn castling_mates() {
    // The rook that castled gives mate on the file.
    let castles = "5k2/8/8/8/8/4R1R1/8/4K2R w K - 0 1";
    assert!(keys(castles, "#1").contains(&"O-O".to_owned()));
}

#[test]
fn morphy_in_full() {
    let chess = position("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    let detail = Detail::default();
    let solution = Solver::new().solve(&chess, Stipulation::mate(2), &detail, &Effort::unlimited());
    let key = &solution.keys[0];
    // A waiting move: no threat, and two kinds of defence.
    assert!(key.play.threats.is_empty());
    assert!(
        key.play
            .defences
            .iter()
            .all(|defence| defence.answers.len() == 1)
    );
    assert_eq!(solution.keys.len(), 1);
}
