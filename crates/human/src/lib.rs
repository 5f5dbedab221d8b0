//! How people play who look before they move.
//!
//! The light move model of `sissa-nn` takes one look at the board; [`Sighted`] adds what a glance sees of each move it
//! thinks of: captures played out, mates in one, repetitions ([`Scene`]), weighted by the player's rating. [`Temper`]
//! makes its games lose as much as people's do.
//!
//! ```
//! use shakmaty::{CastlingMode, Chess, fen::Fen};
//! use sissa_human::{Eyes, Sighted, View};
//! use sissa_nn::human::{Past, Player};
//!
//! // Black has just moved the queen where a pawn takes it.
//! let fen: Fen = "rnb1kbnr/pppp1ppp/8/4p3/4P1q1/5P2/PPPP2PP/RNBQKBNR w KQkq - 1 4".parse()?;
//! let position: Chess = fen.into_position(CastlingMode::Standard)?;
//! let view = View { position: &position, past: &Past::default(), seen: &[], player: &Player::rated(1900) };
//! let mut eyes = Eyes::default();
//! let choices = Sighted::shipped().moves(&eyes.scene(view));
//! let takes: f32 = choices.moves.iter().filter(|(m, _)| m.is_capture()).map(|(_, share)| share).sum();
//! assert!(takes > 0.7, "{takes}");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod choice;
mod clock;
mod model;
mod partner;
mod rating;
mod scene;
mod temper;

pub use clock::{Clocks, ClocksError, NAMES as CLOCK_NAMES, terms as clock_terms};
pub use model::{Sighted, parts, slopes};
pub use partner::{Levels, LevelsError, Partner, Row};
pub use rating::{Estimate, Evidence, Formula, FormulaError, Rater};
pub use scene::{CONTEXT, Entry, Eyes, Looked, Scene, TRAITS, View, chance};
pub use temper::{Temper, TemperError, Tempers};
