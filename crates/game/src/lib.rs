//! Games of chess: what was played, whether it could be played, and how to speak of it.
//!
//! | to | use |
//! |---|---|
//! | hold a game and replay it | [`Game`] |
//! | look twice at a game that a search found | [`verify`] |
//! | know who has castled | [`Castled`] |
//! | tell two positions apart by a number | [`key`] |
//! | know what happened to men in the course of a game | [`Theme`], [`Men`] |
//! | say why a position cannot be one | [`check`], [`Reason`] |
//! | say numbers and men in words | [`words`] |
//! | quote a foreign text in a message | [`Excerpt`], [`visible_line`] |
//! | read a file that somebody named | [`read_file`] |
//! | write a file that appears whole or not at all | [`WholeFile`], [`write_file`] |
//!
//! Nothing here knows a file format: that is `sissa-record`.
//!
//! ```
//! use sissa_game::{Game, verify};
//!
//! let mut game = Game::new();
//! for text in ["e4", "e5", "Nf3"] {
//!     game.push_text(text)?;
//! }
//! let again = verify(game.start().clone(), game.moves())?;
//! assert_eq!(again.movetext(), "1. e4 e5 2. Nf3");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod castled;
mod excerpt;
mod file;
mod game;
mod reason;
mod theme;
mod verify;
mod whole;
pub mod words;

pub use castled::{Castled, NOBODY, castled_in, note_castling};
pub use excerpt::{Excerpt, disturbs, visible_line};
pub use file::{read_file, read_up_to};
pub use game::{Game, IllegalMove, MoveError, parse_move};
pub use reason::{Reason, check};
pub use theme::{Man, Men, Theme};
pub use verify::{Flaw, verify};
pub use whole::{WholeFile, write_file};

use shakmaty::{Chess, EnPassantMode, Position as _, zobrist::Zobrist64};

/// A number that is the same for positions with the same men, turn, castling rights and legal
/// captures en passant.
pub fn key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}
