//! Proof games: a game that reaches a position, or the reason why none can.
//!
//! [`prove`] answers for any position: [`Verdict::Legal`] with a game, [`Verdict::Illegal`] with
//! reasons, or honestly [`Verdict::Undecided`] when the budget ends first. The idea: **do not search
//! for a game, construct it backward**. Three things have to be right, and each lives in its place:
//!
//! | what | where |
//! |---|---|
//! | moves taken back, exactly those that were legal | [`Retro`] |
//! | which captures let the pawns come where they are | `kernel` |
//! | taking the position back to the initial array | `construct` |
//! | why no game is possible | `facts`, [`refute()`] |
//! | games of an exact length | [`games`], [`shortest`] |
//! | the independent replay | [`verify()`] |
//!
//! ```
//! use shakmaty::fen::Fen;
//! use sissa_proof::{Budget, Verdict, prove, stream};
//!
//! let fen: Fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
//! let verdict = prove(fen.as_setup(), Budget::nodes(5_000_000), &mut stream(0, 0));
//! assert!(matches!(verdict, Verdict::Legal { .. }));
//! # Ok::<_, shakmaty::fen::ParseFenError>(())
//! ```

mod answer;
mod builder;
mod construct;
mod exact;
mod facts;
mod kernel;
mod matching;
mod prove;
mod refute;
mod remark;
mod retro;
mod shorten;
mod stream;
mod target;
mod verdict;
mod verify;

pub use answer::{Answer, Length, answer};
pub use exact::{Games, games, shortest};
pub use prove::prove;
pub use refute::refute;
pub use remark::Remark;
pub use retro::{EnPassant, Retro};
pub use stream::{Stream, stream};
pub use target::{Given, Target};
pub use verdict::{Budget, Exhausted, Verdict};
pub use verify::{Flaw, verify};

#[doc(hidden)]
pub use target::Target as Goal;
