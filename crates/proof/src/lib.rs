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
//! use rand::SeedableRng;
//! use shakmaty::fen::Fen;
//! use sissa_proof::{Budget, Verdict, prove};
//!
//! let fen: Fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
//! let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(0);
//! let verdict = prove(fen.as_setup(), Budget::nodes(5_000_000), &mut rng);
//! assert!(matches!(verdict, Verdict::Legal { .. }));
//! # Ok::<_, shakmaty::fen::ParseFenError>(())
//! ```

mod construct;
mod exact;
mod facts;
mod kernel;
mod matching;
mod prove;
mod refute;
mod retro;
mod shorten;
mod verdict;
mod verify;

use rand::SeedableRng;

/// The random stream of a position: neighbouring seeds and indices share nothing.
///
/// ```
/// use rand::Rng;
/// let mut streams = [sissa_proof::stream(0, 0), sissa_proof::stream(0, 1)];
/// assert_ne!(streams[0].next_u64(), streams[1].next_u64());
/// ```
pub fn stream(seed: u64, index: u64) -> rand_xoshiro::Xoshiro256PlusPlus {
    let mixed = seed ^ index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(mixed)
}

pub use exact::{Games, Goal, games, shortest};
pub use prove::prove;
pub use refute::refute;
pub use retro::{EnPassant, Retro};
pub use verdict::{Budget, Exhausted, Verdict};
pub use verify::{Flaw, verify};
