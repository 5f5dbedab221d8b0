//! A FEN pattern prints back to itself, and matches a board exactly when the constraint holds.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shakmaty::{Board, Chess};
use sissa_constraint::{Constraint, Pattern, Predicate};

fuzz_target!(|text: &str| {
    let Ok(pattern) = text.parse::<Pattern>() else {
        return;
    };
    assert_eq!(pattern.to_string().parse(), Ok(pattern.clone()));
    assert!(pattern.ranks().iter().all(|layouts| !layouts.is_empty()));
    let matches = pattern.matches(&Board::default());
    let constraint = Constraint::new(Predicate::Pattern(pattern).into());
    assert_eq!(matches, constraint.holds(&Chess::default()));
    assert!(!matches || constraint.refutation().is_none());
});
