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
//! assert!(constraint.compile().holds(&(&found.position).into()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod backward;
mod direct;
mod human;
mod line;
mod neural;
mod shortest;
mod stats;
mod task;
mod uniform;

pub use human::{Company, CompanyError, Human, LONGEST, Moment, Provenance, pace};
pub use neural::{Neural, Rule, Search, Walk};
pub use stats::{Statistics, Unique, Variety};
pub use task::{Failure, Found, Options, Style, Task, TaskError};

/// The random stream behind one position: portable, and the same in every version of a dependency.
pub(crate) type Random = rand_xoshiro::Xoshiro256PlusPlus;
