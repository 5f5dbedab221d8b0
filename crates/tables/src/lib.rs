//! Endgame tables of three and four men: what perfect play gives, and how long it takes.
#![doc = "placeholder"]

mod exits;
mod layout;
mod make;
mod moves;
mod signature;
mod symmetry;
mod table;
mod tables;
mod value;

pub use make::Cancelled;
pub use signature::{Signature, SignatureError};
pub use tables::{Making, Progress, Tables};
pub use value::Outcome;
