//! What can be said about a position.

use std::fmt;

use sissa_record::{Game, Links, Reason, Ruling, analysis_link};

/// How much work a verdict may cost.
#[derive(Clone, Copy)]
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
        /// The game, from the starting position.
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

impl Verdict {
    /// The answer in a word.
    pub fn ruling(&self) -> Ruling {
        match self {
            Verdict::Legal { .. } => Ruling::Legal,
            Verdict::Illegal { .. } => Ruling::Illegal,
            Verdict::Undecided { .. } => Ruling::Undecided,
        }
    }

    /// The game, where there is one.
    pub fn game(&self) -> Option<&Game> {
        match self {
            Verdict::Legal { game } => Some(game),
            _ => None,
        }
    }

    /// The verdict on a position, as every front end writes it.
    pub fn record(&self, index: u64, fen: String) -> sissa_record::Verdict {
        let game = self.game();
        sissa_record::Verdict {
            index: Some(index),
            fen,
            verdict: self.ruling(),
            plies: game.map(Game::plies),
            moves: game.map(Game::uci_moves).unwrap_or_default(),
            reasons: match self {
                Verdict::Illegal { reasons } => reasons.clone(),
                _ => Vec::new(),
            },
            movetext: game.map(Game::movetext),
            shortest: None,
            nodes: match self {
                Verdict::Undecided { exhausted, .. } => Some(exhausted.nodes),
                _ => None,
            },
            origin: None,
            links: game.map(|game| Links {
                analysis: analysis_link(game),
            }),
        }
    }
}
