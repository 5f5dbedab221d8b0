//! Proof games: a game that reaches a position, or the reason why none can.
//!
//! [`answer`] answers for anything that FEN can say, a bare board included: legal with a game, illegal with reasons, or honestly
//! undecided when the budget ends first. The idea: **do not search for a game, construct it backward**.
//!
//! ```
//! use sissa_proof::{Budget, Length, Target, answer, stream};
//! use sissa_record::{Ruling, read_one};
//!
//! let entry = read_one("4k3/8/8/8/8/8/8/R3K2R w")?;
//! let target = Target::of(&entry);
//! let found = answer(&target, Length::Any, Budget::nodes(5_000_000), &mut stream(0, 0));
//! assert_eq!(found.ruling, Ruling::Legal);
//! // What the text left open, castling rights and en passant, is that of the game.
//! let fen = target.fen(&entry.position, found.games.first());
//! assert!(fen.starts_with("4k3/8/8/8/8/8/8/R3K2R w "));
//! # Ok::<_, sissa_record::ReadError>(())
//! ```
//!
//! | what | where |
//! |---|---|
//! | what is asked about, and what it leaves open | [`Target`], [`Given`] |
//! | games of any, of an exact, of the shortest length | [`answer`], [`prove`], [`games`], [`shortest`] |
//! | games to positions of few men, quickly | [`Endings`] |
//! | last moves, castling, en passant, promotions, captures | [`history()`] |
//! | why no game is possible | [`refute()`], [`Target::refute`]; `facts`, `kernel` |
//! | moves taken back, exactly those that were legal | [`Retro`] |
//! | which captures let the pawns come where they are | `kernel` |
//! | taking the position back to the starting position | `construct`, driven by `builder` |
//! | making the game shorter | `shorten` |
//! | searches of an exact length | `exact` |
//! | the independent replay | [`verify()`] |
//!
//! Nothing is called legal before [`verify()`] has replayed the game, and nothing illegal but for a reason that holds in all games;
//! `docs/legality.md` gives each reason with the argument for it. The crate reads neither clock nor environment:
//! a [`Budget`] counts nodes and asks whether to stop, a [`Stream`] is all its randomness, and both together repeat.

mod answer;
mod builder;
mod construct;
mod endings;
mod exact;
mod facts;
mod history;
mod kernel;
mod loosen;
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
pub use endings::Endings;
pub use exact::{Games, games, shortest};
pub use history::{
    Army, EnPassantClaim, Finding, History, LastMove, PawnOrigin, Promoted, Right, Side, history,
};
pub use prove::prove;
pub use refute::refute;
pub use remark::Remark;
pub use retro::{EnPassant, Retro, retraction, retraction_with};
pub use sissa_record::Possibility;
pub use stream::{Stream, stream};
pub use target::{Given, Target};
pub use verdict::{Budget, Exhausted, Verdict};
pub use verify::{Flaw, verify};

#[doc(hidden)]
pub use target::Target as Goal;
