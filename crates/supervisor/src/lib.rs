//! Answers yes or no to the rule learner, and examines what it has learnt.
//!
//! All rules come from shakmaty and stay on this side of [`sissa_learn::Supervisor`]: the learner's
//! crate does not depend on this one, nor on anything that knows a rule (`tests/ignorance.rs`).
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

pub mod examine;
mod judge;
mod lone;
pub mod stages;

pub use judge::{Judge, Judged, Variant, position_of};
pub use lone::Lone;
