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
//! | ask which positions of which games satisfy a constraint | [`Find`] |
//! | find games that are like a game | [`Similar`] |
//! | find positions that are like a position | [`SimilarPositions`] |
//! | compare games with each other: outliers, clusters, a map | [`Landscape`] |
//! | say what is in a folder | [`info`](info()) |
//! | measure constraints | [`report::Report`] |
//!
//! A request is plain data with one set of defaults; `sissa` has the same as JSON.
//! What it brings goes to a callback, in the same order at any number of threads.
//!
//! ```
//! use std::ops::ControlFlow;
//! use sissa_games::{Find, FindEvent, ImportOptions, Source, import};
//! # let folder = std::env::temp_dir().join(format!("sissa-games-doc-{}", std::process::id()));
//! let pgn = b"[White \"A\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
//! let source = Source::from_reader("games.pgn", &pgn[..]);
//! let imported = import(vec![source], &folder, &ImportOptions::default(), &|_| true)?;
//! assert_eq!(imported.tally.kept, 1);
//!
//! let search = Find::new("mate by black".parse()?).games(&folder).open()?;
//! let mut plies = Vec::new();
//! let summary = search.run(1, &|found| found.ply(), &mut |event| {
//!     if let FindEvent::Position { value, .. } = event {
//!         plies.push(value);
//!     }
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!((plies, summary.unique), (vec![4], 1));
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bounds;
mod chance;
mod date;
mod duplicates;
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
mod replay;
pub mod report;
mod schema;
mod similar;
mod statistics;
mod tags;
mod tally;

pub use error::{GamesError, QueryError};
pub use filter::{FILTERS, Filter, NamedFilter};
pub use find::{
    Find, FindError, FindEvent, FindSummary, Found, FoundRow, FoundRows, GameHeader, Judge, Search,
};
pub use folder::{Folder, GameRow, Part, WideColumns};
pub use import::{ImportOptions, ImportSummary, Progress, import};
pub use info::{Info, info};
pub use input::{Source, unpack};
pub use moves::{decode_move, encode_move, split_hash};
pub use query::Query;
pub use schema::{VERSION, schema};
pub use similar::{
    Agreement, Classification, Cluster, Clusters, Comparison, Distance, Effort, Expedition,
    Landscape, Nearest, NearestPositions, Outlier, Plies, PliesError, PositionComparison, Question,
    Similar, SimilarError, SimilarGame, SimilarPosition, SimilarPositions, Terrain,
};
pub use tags::{TimeControl, time_class};
pub use tally::{Example, Removals, Tally};
