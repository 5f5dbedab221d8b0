//! An engine: it judges positions, finds moves, plays at a level, and speaks UCI.
//!
//! The library is silent: it prints nothing and reads no clock. News comes through callbacks, time and
//! the wish to stop through a [`Control`]. UCI is one front end among others.
//!
//! ```
//! use sissa_engine::{Engine, Level, Limits, Options, Situation, Unwatched};
//! use shakmaty::Chess;
//!
//! let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
//! let start = Situation::new(Chess::default());
//!
//! // Analysis: the two best moves with their lines.
//! let limits = Limits { lines: 2, ..Limits::nodes(20_000) };
//! let analysis = engine.search(&start, &limits, &Unwatched, &mut |_news| ());
//! assert_eq!(analysis.lines.len(), 2);
//!
//! // A move as a player of some rating might choose it; the number is the source of chance.
//! let m = Level::from_elo(1500).choose(&mut engine, &start, &Unwatched, 7);
//! assert!(m.is_some());
//! ```
//!
//! | module | does |
//! |---|---|
//! | [`eval`] | what a position is worth: handcrafted terms, or a network |
//! | [`search`](Engine::search) | which move is best |
//! | [`Level`] | play of a chosen strength |
//! | [`threat`] | what is attacked, defended and hanging |
//! | [`uci`] | the protocol that chess programs speak |
//! | [`arena`] | matches between engines, and what they prove |
//! | [`Book`], [`Tables`] | openings and endings that are known |

pub mod arena;
mod bench;
mod board;
mod book;
pub mod eval;
mod exchange;
mod level;
mod packed;
mod perft;
mod score;
mod search;
mod table;
mod tablebase;
pub mod threat;
pub mod uci;

pub use bench::{BENCH_POSITIONS, bench};
pub use book::{Book, BookError};
pub use eval::Evaluation;
pub use level::Level;
pub use perft::perft;
pub use score::Score;
pub use search::{
    Analysis, Bounded, Budget, Control, Engine, Info, Limits, Options, Parameter, Parameters,
    Situation, Unwatched,
};
pub use tablebase::{Tables, TablesError};
