//! What trainings have in common, whatever is learnt.
//!
//! | to | use |
//! |---|---|
//! | keep a run's configuration, log and files | [`RunFolder`] |
//! | add the gradients of a batch on threads and step down them | [`Descent`] |
//! | train to the end with log, validations and checkpoints, or take it up again | [`Training`], [`train`] |
//! | let the rate fall | [`cosine`] |
//! | know when a file is whole | [`checksum`] |
//!
//! A [`Training`] says what is learnt: `sissa-train` has two kinds, `sissa-tune` one. Same seed, same numbers, at any
//! number of threads and however often a run is taken up, where the training cuts its batches into pieces of
//! fixed size.
//!
//! ```
//! use sissa_trainer::{Descent, Loss};
//!
//! // One number is to become 3.
//! let (mut numbers, mut descent) = ([0.0_f32], Descent::new(1, 1));
//! for _ in 0..2000 {
//!     let at = numbers[0];
//!     let loss = descent.accumulate(1, || move |_piece, gradient: &mut [f32]| {
//!         gradient[0] += 2.0 * (at - 3.0);
//!         Loss { sum: f64::from((at - 3.0).powi(2)), weight: 1.0 }
//!     });
//!     descent.step(&mut numbers, loss, 0.01)?;
//! }
//! assert!((numbers[0] - 3.0).abs() < 1e-3);
//! # Ok::<(), sissa_trainer::RunError>(())
//! ```

mod adam;
mod checkpoint;
pub mod checksum;
mod curve;
mod descent;
mod error;
mod folder;
mod training;

pub use adam::Adam;
pub use checkpoint::Checkpoint;
pub use curve::curve;
pub use descent::{Descent, Loss, cosine};
pub use error::RunError;
pub use folder::{RunFolder, write_whole};
pub use training::{Progress, Timetable, Training, train};
