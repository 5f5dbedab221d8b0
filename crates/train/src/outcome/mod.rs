//! Learns how games end: [`samples`] are positions of finished games with the engine's values, [`fit()`] makes the
//! formula of `sissa_judge::outcome` from them. Games whose number [`sissa::Course::kept_apart`] names are only measured.

mod fit;
pub mod samples;

pub use fit::fit;
