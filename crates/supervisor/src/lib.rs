//! Answers yes or no to the rule learner, and examines what it has learnt.
//!
//! All rules come from shakmaty and stay on this side of [`sissa_learn::Supervisor`]: the learner's
//! crate does not depend on this one, nor on anything that knows a rule (`tests/ignorance.rs`).
//!
//! | item | does |
//! |---|---|
//! | [`Judge`] | answers for chess and six of its variants ([`Variant`]) |
//! | [`KinglessJudge`] | answers for men on a board without kings: the first stages |
//! | [`examine`] | compares a learnt program with the rules: perft, moves of many positions |
//! | [`stages`] | the learners one after another, each with its measured errors |
//!
//! ```
//! use sissa_learn::{Budget, Counter, Move, square};
//! use sissa_supervisor::{Judge, Variant};
//!
//! let mut judge = Judge(Variant::Chess);
//! let mut counter = Counter::new(&mut judge, Budget::questions(10));
//! let play = Move::new(square("e2").unwrap(), square("e4").unwrap());
//! assert!(counter.ask(&Variant::Chess.game().start, &[play])?);
//! # Ok::<(), sissa_learn::Halt>(())
//! ```

mod chart;
pub mod examine;
mod judge;
mod kingless;
pub mod stages;

pub use chart::chart;
pub use judge::{Judge, Variant, VariantBoard, position_of};
pub use kingless::KinglessJudge;
