//! Learns which of two positions is the better one for White, from how games ended.
//!
//! [`Samples`] are positions of games, [`pretrain`] teaches the encoder to give positions back, and a [`DeepRun`] teaches the
//! whole network pairs that are drawn anew for each step: a position of a game that White won, and one of a game that Black
//! won. What the engine or the players' own engines said of positions may be learnt as well.

mod autoencoder;
mod config;
mod linear;
mod run;
mod samples;
mod slopes;
mod teacher;

pub use autoencoder::{Pretraining, Reconstruction, pretrain};
pub use config::{DeepConfig, Games, Split};
pub use linear::{Linear, fit_linear};
pub use run::DeepRun;
pub use samples::{Pair, Samples};
pub use slopes::descend;
