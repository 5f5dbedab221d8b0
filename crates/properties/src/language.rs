//! The constraint language.

use shakmaty::{Board, Chess};
use sissa_constraint::{Constraint, Distance, Pattern, Predicate};

/// Whatever text is accepted prints back to itself, and no operation on it panics.
pub fn sentence(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let constraint: Constraint = match text.parse() {
        Ok(constraint) => constraint,
        Err(error) => {
            let written = text
                .get(error.span.clone())
                .expect("the place is in the text");
            // A hint never gives back what was written.
            let hint = error.hint.clone().unwrap_or_default();
            let mut suggestions = hint.split('`').skip(1).step_by(2);
            assert!(
                suggestions.all(|suggestion| suggestion != written),
                "{text}"
            );
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
}

/// A tree that is accepted as JSON can be written, as JSON and as text, and read again.
pub fn tree(bytes: &[u8]) {
    let Ok(constraint) = serde_json::from_slice::<Constraint>(bytes) else {
        return;
    };
    let json = serde_json::to_string(&constraint).expect("trees have string keys");
    let read: Constraint = serde_json::from_str(&json).expect("what was written can be read");
    assert_eq!(read, constraint);
    assert_eq!(constraint.to_string().parse(), Ok(constraint.clone()));
    let _ = constraint.refutation();
}

/// A FEN pattern prints back to itself, and matches a board exactly when the constraint holds.
pub fn pattern(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(pattern) = text.parse::<Pattern>() else {
        return;
    };
    assert_eq!(pattern.to_string().parse(), Ok(pattern.clone()));
    assert!(pattern.ranks().iter().all(|layouts| !layouts.is_empty()));
    let matches = pattern.matches(&Board::default());
    let constraint = Constraint::new(Predicate::Pattern(pattern).into());
    assert_eq!(matches, constraint.holds(&Chess::default()));
    assert!(!matches || constraint.refutation().is_none());
}
