//! What can go wrong.

use std::{io, path::Path};

/// A failure of a dataset or a run.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// The operating system says no.
    #[error("{what}: {error}")]
    Io {
        /// The file.
        what: String,
        /// The reason.
        error: io::Error,
    },
    /// Imported games that cannot be read.
    #[error(transparent)]
    Games(#[from] sissa_games::GamesError),
    /// A file of a dataset or a run that is not what it should be.
    #[error("{file}: {reason}")]
    Damaged {
        /// The file.
        file: String,
        /// What is wrong.
        reason: String,
    },
    /// A weight file that cannot be read.
    #[error("{file}: {error}")]
    Weights {
        /// The file.
        file: String,
        /// The reason.
        error: sissa_nn::file::FileError,
    },
    /// A configuration that cannot be read.
    #[error("configuration: {0}")]
    Config(String),
    /// A run that cannot go on.
    #[error(transparent)]
    Run(#[from] sissa_trainer::RunError),
}

impl TrainError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> TrainError {
        let what = path.display().to_string();
        move |error| TrainError::Io { what, error }
    }

    pub(crate) fn damaged(path: &Path, reason: impl Into<String>) -> TrainError {
        TrainError::Damaged {
            file: path.display().to_string(),
            reason: reason.into(),
        }
    }
}
