//! Endgame tables of three and four men: what perfect play gives, and how long it takes.
#![doc = "placeholder"]

mod cache;
mod exits;
mod layout;
mod make;
mod moves;
mod positions;
mod signature;
mod symmetry;
mod table;
mod tables;
mod value;

pub use cache::ReadError;
pub use make::Cancelled;
pub use positions::Positions;
pub use signature::{Signature, SignatureError};
pub use tables::{Making, Progress, Tables};
pub use value::Outcome;
