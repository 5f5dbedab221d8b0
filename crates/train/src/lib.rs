//! Datasets from games, and the training of networks on them.
//!
//! | to | use |
//! |---|---|
//! | make the thesis' dataset from imported games | [`dataset::build`] |
//! | play games to every tuple of the grid | [`cooperative::build`] |
//! | describe a run | [`Config`] |
//! | train, or take up a run that was ended | [`Run`] |
//! | run a network's steps backwards | [`mod@backward`] |
//! | learn how people play | [`human::HumanRun`] |
//! | learn which of two positions is better | [`deepchess::DeepRun`] |
//! | learn how difficult puzzles are | [`difficulty::learn`] |
//! | measure a network on a dataset | [`measure()`] |
//!
//! The folder of a run, its log, batches on threads and Adam are those of `sissa-trainer`. Slopes are a hundred
//! lines of matrix products here, because a framework would cost this project
//! more build time than everything else in it together. Gradients are held against differences of
//! the loss.
//!
//! ```
//! use sissa_train::{Config, Tuples};
//!
//! // A run is a file of a few lines; what it leaves out has a default.
//! let config = Config::parse("architecture = \"thesis-1\"\ndata = \"data\"\ntuples = \"thesis7\"")?;
//! assert_eq!(config.tuples, Tuples::Thesis7);
//! assert_eq!(config.tuples.list().len(), 7);
//! assert!(config.network().is_ok());
//! # Ok::<(), sissa_train::TrainError>(())
//! ```

pub mod backward;
mod baseline;
mod config;
pub mod cooperative;
pub mod dataset;
pub mod deepchess;
pub mod difficulty;
mod error;
pub mod human;
mod measure;
pub mod outcome;
mod packed;
mod run;
mod samples;

pub use baseline::Material;
pub use config::{Config, Tuples, Weighting};
pub use error::TrainError;
pub use measure::{Measures, TupleMeasures, measure};
pub use packed::Packed;
pub use run::Run;
pub use samples::{Sample, Samples};
