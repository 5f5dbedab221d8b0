//! Learns the rules of a board game from a supervisor that only says yes or no.
//!
//! | module | does |
//! |---|---|
//! | [`synapses`] | one man on an empty board, a matrix of weights (the seed's algorithms, and fewer questions by symmetry) |
//! | [`rook_line`] | a rook on one line, a small convolution |
//! | [`net`] | masks of legal moves guessed by a network |
//! | [`exact`] | the full rules by chosen questions, as a [`Program`] that prints, parses and runs |
//! | [`program`] | what a learnt program is made of; [`Engine`] runs it |
//! | [`curve`] | learning curves as CSV and SVG |
//!
//! **Invariant:** no code of this crate knows the rules of any game. It has no dependency that
//! does, and the only way to the rules is [`Supervisor::accepts`], one bit a question.
//!
//! ```
//! use sissa_learn::{Budget, Counter, Move, Position, Supervisor, synapses};
//!
//! /// A man that goes one square to the right.
//! struct Snail;
//! impl Supervisor for Snail {
//!     fn accepts(&mut self, _: &Position, line: &[Move]) -> bool {
//!         line.iter().all(|play| play.to == play.from + 1 && play.to % 8 != 0)
//!     }
//! }
//! let mut snail = Snail;
//! let mut counter = Counter::new(&mut snail, Budget::questions(4096));
//! let learnt = synapses::eliminate(&mut counter, 1)?;
//! assert_eq!(learnt.weight(0, 1), 1);
//! assert_eq!(learnt.weight(0, 2), 0);
//! # Ok::<(), sissa_learn::Halt>(())
//! ```

pub mod curve;
mod dense;
mod engine;
pub mod exact;
pub mod net;
mod parse;
mod position;
mod print;
pub mod program;
pub mod rook_line;
mod supervisor;
pub mod synapses;

pub use engine::{Candidate, Engine};
pub use parse::ParseError;
pub use position::{Game, Move, Position, REGISTERS, square};
pub use program::Program;
pub use supervisor::{Budget, Counter, Halt, Supervisor, Watch};
