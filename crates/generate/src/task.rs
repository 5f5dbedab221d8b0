//! A constraint made ready to generate, and what one attempt can give.

use shakmaty::{ByColor, CastlingSide, Chess, Move};
use sissa_constraint::{Constraint, Refutation};
use thiserror::Error;

/// How to generate.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where every game starts.
    pub start: Chess,
    /// On which wing each side had castled before the start.
    pub castled: ByColor<Option<CastlingSide>>,
    /// Longest game, in half-moves from the start.
    pub max_plies: u32,
    /// Positions looked at before an attempt is given up.
    pub nodes: u64,
    /// Look for a shortest game instead of a varied one.
    pub shortest: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            start: Chess::default(),
            castled: ByColor {
                white: None,
                black: None,
            },
            max_plies: 600,
            nodes: 20_000_000,
            shortest: false,
        }
    }
}

/// A position that satisfies the constraint, with its game.
#[derive(Debug, Clone)]
pub struct Found {
    /// The position.
    pub position: Chess,
    /// The moves from the start to it.
    pub moves: Vec<Move>,
    /// Positions looked at.
    pub nodes: u64,
    /// No game from the start satisfies the constraint in fewer half-moves: every shorter one was
    /// searched or excluded by an admissible bound.
    pub shortest: bool,
}

/// Why an attempt gave nothing.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Failure {
    /// All nodes were used.
    #[error("no position found within {nodes} nodes")]
    Budget {
        /// The nodes used.
        nodes: u64,
    },
    /// The caller asked to stop.
    #[error("stopped after {nodes} nodes")]
    Stopped {
        /// The nodes used until then.
        nodes: u64,
    },
    /// Every game within the allowed length was searched or excluded: there is none.
    #[error("no game of at most {plies} half-moves satisfies the constraint")]
    Exhausted {
        /// The length searched.
        plies: u32,
    },
}

/// Why a constraint cannot be generated from.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TaskError {
    /// Nothing can satisfy it.
    #[error("no position can satisfy this constraint")]
    Impossible(Refutation),
    /// It speaks of things this style cannot honour yet, in the language.
    #[error("the direct style cannot honour {}", .0.join(", "))]
    Unsupported(Vec<String>),
}

/// A constraint made ready to generate from.
#[derive(Debug)]
pub struct Task {
    constraint: Constraint,
    options: Options,
}

impl Task {
    /// Makes a constraint ready, or says why nothing can come of it.
    pub fn new(constraint: &Constraint, options: Options) -> Result<Task, TaskError> {
        let needs = constraint.needs();
        if !needs.beyond.is_empty() {
            return Err(TaskError::Unsupported(needs.beyond));
        }
        if let Some(refutation) = constraint.refutation_from(Some(&options.start)) {
            return Err(TaskError::Impossible(refutation));
        }
        Ok(Task {
            constraint: constraint.clone(),
            options,
        })
    }

    /// The position of this seed and index. `stop` is asked now and then; once it says so, the
    /// attempt ends.
    pub fn generate(
        &self,
        seed: u64,
        index: u64,
        stop: &dyn Fn() -> bool,
    ) -> Result<Found, Failure> {
        let _ = (seed, index, &self.constraint);
        if stop() {
            Err(Failure::Stopped { nodes: 0 })
        } else {
            Ok(Found {
                position: self.options.start.clone(),
                moves: Vec::new(),
                nodes: 0,
                shortest: false,
            })
        }
    }
}
