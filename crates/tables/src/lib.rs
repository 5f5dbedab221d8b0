//! Endgame tables of three and four men: what perfect play gives, and how many plies until mate.
//!
//! Made by retrograde analysis when first asked for, in memory, a byte a position. The idea: **decide
//! positions in the order of their plies to mate, and never count**: moves taken back only nominate
//! positions, playing their moves decides (`make`).
//!
//! ```
//! use shakmaty::{CastlingMode, Chess, Color, fen::Fen};
//! use sissa_tables::{Outcome, Tables};
//!
//! let tables = Tables::new(2);
//! let fen: Fen = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1".parse()?;
//! let chess: Chess = fen.into_position(CastlingMode::Standard)?;
//! assert_eq!(tables.probe(&chess).and_then(Outcome::moves), Some(9));
//!
//! // Every number below `len` is another position: a uniform number is a uniform draw.
//! let within = |outcome: Outcome| matches!(outcome, Outcome::Win(_)) && outcome.moves() >= Some(9);
//! let positions = tables.positions("KQvK".parse()?, Color::White, within);
//! assert!(positions.get(positions.len() / 2).is_some());
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! | what | where |
//! |---|---|
//! | which men | [`Signature`] |
//! | the value of a position, best moves, the line to mate | [`Tables::probe`], [`Tables::rank_moves`], [`Tables::line`] |
//! | making beforehand, with progress and a way to cancel | [`Tables::make`], [`Making`] |
//! | all positions of a signature and an outcome, to count and to draw from | [`Tables::positions`] |
//! | positions with castling rights, which no table has | [`positions_with_castling`] |
//! | a file, so that another process need not make them | [`Tables::write`], [`Tables::read`] |
//! | positions as numbers | `layout`, `symmetry` |
//! | retrograde analysis | `make`, `moves`, `exits` |
//!
//! En passant is part of a position, castling rights are not: a position with one is in no table. The
//! fifty-move rule is not regarded. A stalemate and what neither side can win are draws.
//! `examples/verify.rs` holds every entry against shakmaty's legal moves, `docs/tables.md` tells what
//! came out.

mod cache;
mod castling;
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
pub use castling::positions_with_castling;
pub use make::Cancelled;
pub use positions::Positions;
pub use signature::{Signature, SignatureError};
pub use tables::{Making, Progress, Tables};
pub use value::Outcome;

/// The example of the page for users.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/tables.md")]
struct Page;
