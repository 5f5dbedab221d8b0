//! What can be said about a position.

use std::fmt;

use sissa_record::{Game, Reason};

/// How much work a verdict may cost.
pub struct Budget<'a> {
    /// Un-moves and kernel states looked at. Budgets in nodes repeat: same seed, same verdict.
    pub nodes: u64,
    /// Asked now and then; the work ends once it says so.
    pub stop: &'a dyn Fn() -> bool,
}

impl Budget<'_> {
    /// So many nodes, and nobody who interrupts.
    ///
    /// ```
    /// assert_eq!(sissa_proof::Budget::nodes(1_000).nodes, 1_000);
    /// ```
    pub fn nodes(nodes: u64) -> Budget<'static> {
        Budget {
            nodes,
            stop: &|| false,
        }
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}

/// What was tried before an undecided verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exhausted {
    /// Un-moves and kernel states looked at.
    pub nodes: u64,
    /// Pawn kernels found.
    pub kernels: u64,
    /// Constructions begun.
    pub tries: u64,
    /// Last moves tried, the goal itself counted as one.
    pub starts: usize,
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} constructions for {} pawn kernels, {} nodes",
            self.tries, self.kernels, self.nodes
        )
    }
}

/// Whether a position can come about.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// This game, replayed by [`verify`](crate::verify()), reaches the position.
    Legal {
        /// The game, from the initial array.
        game: Game,
    },
    /// No game can.
    Illegal {
        /// Why, each reason enough by itself.
        reasons: Vec<Reason>,
    },
    /// The budget ended first.
    Undecided {
        /// The longest line found that ends in the position; it starts elsewhere.
        partial: Option<Game>,
        /// What was tried.
        exhausted: Exhausted,
    },
}
