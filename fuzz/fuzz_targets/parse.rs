//! Whatever text is accepted prints back to itself, and no operation on it panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shakmaty::Chess;
use sissa_constraint::{Constraint, Distance};

fuzz_target!(|text: &str| {
    let constraint: Constraint = match text.parse() {
        Ok(constraint) => constraint,
        Err(error) => {
            let written = text.get(error.span.clone()).expect("the place is in the text");
            // A hint never gives back what was written.
            let hint = error.hint.clone().unwrap_or_default();
            assert!(hint.split('`').skip(1).step_by(2).all(|suggestion| suggestion != written));
            assert_eq!(error.excerpt().lines().count(), 2);
            return;
        }
    };
    let printed = constraint.to_string();
    assert_eq!(printed.parse(), Ok(constraint.clone()), "{printed}");
    assert!(!constraint.explain().is_empty());
    let start = Chess::default();
    let holds = constraint.holds(&start);
    let findings = constraint.assess(&(&start).into());
    assert_eq!(holds, findings.iter().all(|finding| finding.holds));
    // What holds in the starting position is neither refused nor away.
    if holds {
        assert_eq!(constraint.refutation(), None, "{printed}");
    }
    let distance = Distance::new(&constraint).plies(&(&start).into());
    assert_eq!(holds, distance == Some(0), "{printed}");
});
