//! A tree that is accepted as JSON can be written, as JSON and as text, and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sissa_constraint::Constraint;

fuzz_target!(|bytes: &[u8]| {
    let Ok(constraint) = serde_json::from_slice::<Constraint>(bytes) else {
        return;
    };
    let json = serde_json::to_string(&constraint).expect("trees have string keys");
    let read: Constraint = serde_json::from_str(&json).expect("what was written can be read");
    assert_eq!(read, constraint);
    assert_eq!(constraint.to_string().parse(), Ok(constraint.clone()));
    let _ = constraint.refutation();
});
