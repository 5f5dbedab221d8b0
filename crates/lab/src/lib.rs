//! Experiments on Sissa: what the product does, measured and set beside what others do.
//!
//! | to | use |
//! |---|---|
//! | repeat the thesis' tables, with our figures beside its own | [`thesis`] |
//! | tell generated positions from those of real games | [`realism`] |
//! | measure how well the move model foretells people | [`human`] |
//! | measure which of two positions is called the better one | [`deepchess`] |
//! | measure how well generated games are played, beside real ones | [`strength`] |
//! | search by a tree that grows where people would look | [`tree`] |
//! | read real games of rated people | [`games`] |
//!
//! An experiment is a value with a number of positions and a seed; it tells an [`Observer`] how far it is and
//! asks him for the time and whether to go on. Its figures become CSV and Markdown here, and are written by
//! whoever asked. Nothing that makes positions depends on this crate.
//!
//! ```
//! use sissa_lab::{Unwatched, thesis::{Experiment, Way, Work}};
//!
//! let work = Work { count: 5, ..Work::new(Experiment::First, Way::Direct, None) };
//! let rows = Experiment::First.run(&[work], &Unwatched)?.expect("nobody stops it");
//! assert!(rows.iter().all(|row| row.satisfied == 100.0));
//! # Ok::<(), sissa_lab::LabError>(())
//! ```

pub mod deepchess;
mod error;
pub mod games;
pub mod human;
mod least_squares;
mod observer;
pub mod outcome;
pub mod realism;
pub mod strength;
mod table;
pub mod thesis;
pub mod tree;

pub use error::LabError;
pub use least_squares::least_squares;
pub use observer::{Observer, Unwatched};

/// The random stream behind an experiment.
pub(crate) type Random = rand_xoshiro::Xoshiro256PlusPlus;
