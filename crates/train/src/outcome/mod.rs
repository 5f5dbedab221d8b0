//! Learns how games end: [`samples`] are positions of finished games with the engine's values, [`fit()`] makes the
//! formula of `sissa_judge::outcome` from them, [`learn`] the network beside it. Games whose number [`sissa::Course::kept_apart`] names are only measured.

mod fit;
mod network;
pub mod samples;

pub use fit::fit;
pub use network::{Schedule, learn};
