//! Games from PGN files to Parquet, and answers from them.
//!
//! Everything here works on pieces that can be done again: a stretch of a PGN stream becomes a row
//! group, a row group becomes matches or counts, counts add up. A piece done twice gives the same
//! bytes, so threads here, and machines elsewhere, only have to hand out pieces.
//!
//! | to | use |
//! |---|---|
//! | turn PGN into Parquet | [`import`](import()) |
//! | open a folder of imported games | [`Folder`] |
//! | ask which positions of which games satisfy a constraint | [`Query`], [`find`] |
//! | say what is in a folder | [`info`](info()) |
//! | measure constraints | [`report`] |
//!
//! ```
//! use sissa_games::{Folder, ImportOptions, Query, Source, find, import};
//! # let folder = std::env::temp_dir().join(format!("sissa-games-doc-{}", std::process::id()));
//! let pgn = b"[White \"A\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
//! let source = Source::from_reader("games.pgn", &pgn[..]);
//! let imported = import(vec![source], &folder, &ImportOptions::default(), &|_| true)?;
//! assert_eq!(imported.tally.kept, 1);
//!
//! let query = Query::new(&"mate by black".parse()?)?;
//! let mut plies = Vec::new();
//! find(&Folder::open(&folder)?, &query, 1, false, &mut |found| {
//!     plies.push(found.ply);
//!     true
//! })?;
//! assert_eq!(plies, [4]);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bounds;
mod error;
mod filter;
mod find;
mod folder;
mod import;
mod info;
mod input;
mod moves;
mod pgn;
mod query;
pub mod report;
mod schema;
mod tags;
mod tally;

pub use error::{GamesError, QueryError};
pub use filter::{FILTERS, Filter, NamedFilter};
pub use find::{Found, FoundGame, find, find_map};
pub use folder::{Folder, GameRow, Part, Wanted};
pub use import::{ImportOptions, Imported, Progress, import};
pub use info::{Info, info};
pub use input::{Source, unpack};
pub use moves::{decode_move, encode_move, split_hash};
pub use query::Query;
pub use schema::{VERSION, schema};
pub use tags::{TimeControl, time_class};
pub use tally::{Example, Removed, Tally};
