//! How people play, learnt from their games.
//!
//! Games are kept in memory as their moves, two bytes each, and replayed for every batch: that is cheaper
//! than reading features from a disk. A [`Lesson`] says what one network learns from them; [`Descent`] is
//! the run around it, the same for both.

mod corpus;
mod descent;
mod outlook;
mod policy;

pub use corpus::{Corpus, GameOf, Group, Groups};
pub use descent::{Descent, HumanConfig, Lesson, Told};
pub use outlook::OutlookLesson;
pub use policy::{PolicyLesson, Sample, slopes};
