//! PGN in memory: where games end, and what is in them.
//!
//! pgn-reader passes over tokens it cannot read. For an archive that is to be trusted they must be
//! counted instead, so movetext is read here, from slices; SAN is shakmaty's. The tests hold it
//! against pgn-reader and pgn-extract.

mod comment;
mod movetext;
mod san;
mod scan;

pub(crate) use comment::MATE;
pub(crate) use movetext::{Fault, Game, NO_CLOCK, NO_EVAL, read_game};
pub(crate) use scan::{complete_games, skip_blank};
