//! Makes positions that satisfy a constraint, each with the legal game that reaches it.
//!
//! A [`Task`] is a constraint made ready once; every index of it is an independent random stream, so
//! record 17 of seed 7 is the same whoever makes it, in whatever order, on however many threads.
//!
//! ```
//! use sissa_constraint::Constraint;
//! use sissa_generate::{Options, Task};
//!
//! let constraint: Constraint = "white (0,2,2,2,8)".parse()?;
//! let task = Task::new(&constraint, Options::default())?;
//! let found = task.generate(0, 0, &|| false)?;
//! assert!(constraint.holds(&found.position));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to | use |
//! |---|---|
//! | make position number so and so | [`Task::generate`], which gives a [`Found`] or a [`Failure`] |
//! | say how: start, length, budget, style | [`Options`], [`Style`] |
//! | let people of a rating play | [`Style::Human`]; who they are, [`Company`]; where a game comes from, [`Provenance`] |
//! | let a network lead | [`Style::Neural`]; how it searches, [`Search`] |
//! | draw from all legal positions | [`Style::Uniform`] |
//! | show a theme of proof games | [`themed`] |
//! | tell positions apart and measure a batch | [`Unique`], [`Statistics`] |
//!
//! Threads, files and total limits are the caller's: the crate `sissa` has them.

mod backward;
mod direct;
mod human;
mod line;
mod neural;
mod shortest;
mod source;
mod stats;
mod task;
mod theme;
mod uniform;

pub use human::{Company, CompanyError, Human, LONGEST, Moment, Provenance, pace};
pub use neural::{Neural, Rule, Search, Walk};
pub use source::Source;
pub use stats::{Statistics, Unique, Variety};
pub use task::{Failure, Found, Offer, Options, Style, Task, TaskError, Worthy};
pub use theme::{Themed, themed};

/// The random stream behind one position: portable, and the same in every version of a dependency.
pub(crate) type Random = rand_xoshiro::Xoshiro256PlusPlus;
