//! How people play, learnt from their games.
//!
//! Games are kept in memory as their moves, two bytes each, and replayed for every batch: that is cheaper
//! than reading features from a disk. A [`Lesson`] says what one network learns from them; [`HumanRun`] is
//! the run around it, the same for all.

mod corpus;
mod policy;
mod run;
mod satisfaction;
mod sighted;

pub use corpus::{Corpus, GameOf, Group, Groups};
pub use policy::{PolicyLesson, Sample, slopes};
pub use run::{HumanConfig, HumanRun, Lesson};
pub use satisfaction::OutlookLesson;
pub use sighted::SightedLesson;
