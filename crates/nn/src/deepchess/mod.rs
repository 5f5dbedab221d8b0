//! DeepChess: which of two positions is the better one for White.
//!
//! David, Netanyahu and Wolf (2016) had no evaluation at all. An *encoder*, first trained to give a position back, makes some
//! numbers of a position; a *comparator* looks at the numbers of two and says which of them White rather won. [`Shape`] is what such a
//! network is like, [`Comparator`] one with its weights. [`Symmetry`] makes the answer the same whichever position is named first, and
//! whichever colour is called White; the published network has neither.
//!
//! ```
//! use shakmaty::{CastlingMode, Chess, fen::Fen};
//! use sissa_nn::deepchess::{Comparator, View};
//!
//! let comparator = Comparator::shipped();
//! let fen: Fen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".parse()?;
//! let queen_up: Chess = fen.into_position(CastlingMode::Standard)?;
//! let features = comparator.features(&[View::of(&queen_up), View::of(&Chess::default())]);
//! assert!(comparator.compare(&features, &[(0, 1)])[0] > 0.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod drawing;
mod inputs;
mod layer;
mod network;
mod shape;

pub use drawing::Drawing;
pub use inputs::{Inputs, Switch, View, rating_difference};
pub use layer::{Dense, add_row, rectify};
pub use network::{Comparator, Features, Look};
pub use shape::{Shape, ShapeError, Symmetry};
