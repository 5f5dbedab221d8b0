//! An engine: it judges positions, finds moves, plays at a level, and speaks UCI.
//!
//! The library is silent: it prints nothing and reads no clock. News comes through callbacks, time and
//! the wish to stop through a [`Control`]. UCI is one front end among others.
//!
//! ```
//! use sissa_engine::{Engine, Level, Limits, Opponent, Options, Situation, Strength, Unwatched};
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
//! // An opponent of about 1500; the last number is its seed.
//! let strength = Strength::Level(Level::from_elo(1500));
//! let mut opponent = Opponent::new(Options { hash: 1, ..Options::default() }, strength, 7);
//! assert!(opponent.answer(&start, &Unwatched).is_some());
//! ```
//!
//! | module | does |
//! |---|---|
//! | [`eval`] | what a position is worth: handcrafted terms, or a network |
//! | [`Situation`] | a position with the game behind it: moves, repetitions, the end |
//! | [`Engine`] | which move is best: [`search`](Engine::search), [`analyse`](Engine::analyse) within [`Limits`] |
//! | [`BoardJudge`] | the same without numbers: which of two positions is better |
//! | [`Opponent`], [`Level`], [`Companion`] | play of a chosen strength, hints, opinions |
//! | [`threat`], [`see`] | what is attacked, defended and hanging; what an exchange brings |
//! | [`Lookout`] | what a glance sees of a move: captures played out, mates in one |
//! | [`uci`] | the protocol that chess programs speak |
//! | [`arena`] | matches between engines, and what they prove |
//! | [`Book`], [`Tablebases`] | openings and endings that are known |
//! | [`bench`](fn@bench), [`perft`](fn@perft) | fixed jobs: the signature of the search, counts of moves |
//! | [`Parameters`] | the search's numbers, for a tuner |
//!
//! Without the feature `std` (on unless left out) there is what a program of 64 KiB needs: the search on one thread with the
//! small network, and [`uci::run_alone`]. Tables are smaller then: all memory together is below 5 MiB.
//!
//! The search itself is `search/negamax.rs`, whose blocks carry the names of the Chess Programming Wiki.

#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

#[cfg(feature = "std")]
pub mod arena;
mod bench;
mod board;
#[cfg(feature = "std")]
mod boards;
#[cfg(feature = "std")]
mod book;
pub mod eval;
#[cfg(feature = "std")]
mod level;
#[cfg(feature = "std")]
mod lookout;
#[cfg(feature = "std")]
mod opponent;
mod packed;
mod perft;
mod score;
mod search;
pub mod see;
mod situation;
#[cfg(feature = "std")]
mod tablebases;
#[cfg(not(feature = "std"))]
#[path = "tablebases/none.rs"]
mod tablebases;
#[cfg(feature = "std")]
pub mod threat;
mod transposition;
pub mod uci;
mod visible;
mod zobrist;

pub use bench::{BENCH_POSITIONS, bench};
#[cfg(feature = "std")]
pub use boards::{BoardJudge, Comparisons};
#[cfg(feature = "std")]
pub use book::{Book, BookError};
pub use eval::Evaluation;
#[cfg(feature = "std")]
pub use eval::EvaluationError;
#[cfg(feature = "std")]
pub use level::{Companion, GameClock, Level, LevelMove, Searcher, draw};
#[cfg(feature = "std")]
pub use lookout::{Glance, Lookout, hung, mate_in_one, possible_checks};
#[cfg(feature = "std")]
pub use opponent::{Hint, Opponent, Strength};
pub use perft::perft;
pub use score::Score;
pub use search::{
    Analysis, Control, Engine, Info, Limits, Options, Parameter, Parameters, TimeBudget, Unwatched,
};
pub use situation::{Ending, Situation, UciMoveError};
pub use tablebases::Tablebases;
#[cfg(feature = "std")]
pub use tablebases::TablebasesError;
pub use transposition::Bound;
