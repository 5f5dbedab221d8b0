//! The exact learner, from nothing to rules that are examined as they are printed.

#![expect(clippy::unwrap_used, reason = "what fails here is a failed test")]

use sissa_learn::{Budget, Counter, Engine, Program, exact};
use sissa_supervisor::{Judge, Variant, examine};

/// Learns a game and returns what was printed and read again, with the questions asked.
fn learn(variant: Variant, budget: u64, priors: exact::Priors) -> (Program, u64, exact::Learnt) {
    let mut judge = Judge(variant);
    let mut counter = Counter::new(&mut judge, Budget::questions(budget));
    let learnt = exact::learn(&variant.game(), &mut counter, priors, 0);
    let asked = counter.asked();
    let printed = learnt.program.to_string();
    let read: Program = printed.parse().unwrap();
    assert_eq!(read, learnt.program);
    (read, asked, learnt)
}

fn examine(variant: Variant, program: &Program, depth: u32, positions: u64) {
    let engine = Engine::new(program);
    for row in examine::perft(variant, &engine, depth) {
        assert_eq!(row.learnt, row.true_count, "{}", row.name);
    }
    let play = examine::random_play(variant, &engine, positions, 7, |_| true);
    assert_eq!(
        (play.positions, play.wrong, play.first),
        (positions, 0, None)
    );
    let search = examine::adversarial(variant, &engine, positions, 7, |_| true);
    assert_eq!(
        (search.positions, search.wrong, search.first),
        (positions, 0, None)
    );
}

#[test]
fn chess_is_learnt_exactly() {
    let (program, asked, learnt) = learn(Variant::Chess, 1_000_000, exact::Priors::default());
    assert!(learnt.halt.is_none());
    assert!(program.to_string().lines().count() <= 100);
    assert!(asked <= 1_000_000);
    examine(Variant::Chess, &program, 3, 10_000);
}

#[test]
fn antichess_is_learnt_by_the_same_learner() {
    let (program, _, _) = learn(Variant::Antichess, 1_000_000, exact::Priors::default());
    examine(Variant::Antichess, &program, 3, 5_000);
}

#[test]
fn a_small_budget_gives_part_of_the_rules() {
    let (program, asked, learnt) = learn(Variant::Chess, 60_000, exact::Priors::default());
    assert_eq!(asked, 60_000);
    assert!(learnt.halt.is_some());
    assert!(!program.rules.is_empty());
    let engine = Engine::new(&program);
    let play = examine::random_play(Variant::Chess, &engine, 100, 7, |_| true);
    assert!(
        play.wrong > 0,
        "an examination that finds nothing here finds nothing anywhere"
    );
}
