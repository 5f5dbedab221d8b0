//! Small networks that look at a board and a wish, and say how likely the wish comes true.
//!
//! An [`Architecture`] is data, a line of text; a [`Network`] is an architecture with its numbers,
//! which one file format carries ([`mod@file`]). Everything is computed on the processor by matrix
//! products ([`gemm`]), many positions at a time. Training is another crate: it uses the same
//! forward pass, so that what was trained is what plays.
//!
//! | to | use |
//! |---|---|
//! | ask how likely a wish comes true | [`Question`], [`Network::probabilities`] |
//! | take a network that comes with the program | `shipped`, with the feature `neural` |
//! | read and write weight files | [`mod@file`]; [`tensors`] for the models of people |
//! | say which of two positions is better | [`deepchess::Comparator`] |
//! | know how people play | [`human::Policy`]; what comes true later, [`human::Outlook`] |
//! | look inside | [`steps`], [`first_layer`], [`gemm`] |
//!
//! Features, all on by default: `neural`, `human` and `deepchess` bring the weights of `sissa-models`, 1.9, 2.2 and 2.0 MB.
//!
//! ```
//! use shakmaty::{Chess, Color};
//! use sissa_nn::{Architecture, Network, Question, Tuple, Workspace};
//!
//! let architecture = Architecture::named("thesis-1").expect("it is in the list");
//! let mut coin = 0.0_f32;
//! let network = Network::random(architecture, &mut || { coin = (coin + 0.37) % 1.0; coin });
//! let question = Question::new(&Chess::default(), Color::White, Tuple([0, 2, 2, 2, 8]));
//! let share = network.probabilities(&[question], &mut Workspace::default())[0];
//! assert!((0.0..=1.0).contains(&share));
//! ```

mod architecture;
pub mod deepchess;
mod encoding;
pub mod file;
pub mod first_layer;
pub mod gemm;
pub mod human;
mod network;
#[cfg(feature = "neural")]
mod shipped;
pub mod steps;
pub mod tensors;
mod tuple;

pub use architecture::{Architecture, ArchitectureError, Layer, NAMED};
pub use encoding::{Encoding, PLANES, Placement, Question};
pub use network::{Network, Workspace, sigmoid};
#[cfg(feature = "neural")]
pub use shipped::{SHIPPED, shipped, shipped_bytes};
pub use tuple::{THESIS, Tuple};
