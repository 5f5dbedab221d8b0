//! What can go wrong.

use std::io;

use crate::realism::FEWEST;

/// Why an experiment has no figures.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// The operating system says no.
    #[error("{what}: {error}")]
    Io {
        /// The file or folder.
        what: String,
        /// The reason.
        error: io::Error,
    },
    /// Games that cannot be read.
    #[error(transparent)]
    Games(#[from] sissa_games::GamesError),
    /// No game that White won and no game that Black won, or no position to take of them.
    #[error("no pair of a position of a game that White won and one of a game that Black won")]
    NoPairs,
    /// A constraint that nothing can be made for.
    #[error("`{constraint}`: {reason}")]
    Constraint {
        /// The constraint.
        constraint: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A network that a way needs and that was not given.
    #[error("the way `{0}` needs a network")]
    NoNetwork(&'static str),
    /// A table that was not written by an experiment.
    #[error("no table of an experiment: {0}")]
    Table(String),
    /// So few positions that a classifier has nothing to learn from.
    #[error("{0} positions are too few to tell from real ones; at least {FEWEST}")]
    TooFewPositions(usize),
    /// No constraint came true in enough real games.
    #[error("too few games of the bands")]
    TooFewGames,
}

impl LabError {
    /// What to try instead.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            LabError::TooFewGames => Some("online games with ratings of 1100 to 1999"),
            LabError::NoPairs => Some("finished games of ten moves and more, with their results"),
            _ => None,
        }
    }
}
