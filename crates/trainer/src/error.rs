//! What can go wrong.

use std::{io, path::Path};

/// A failure of a run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The operating system says no.
    #[error("{what}: {error}")]
    Io {
        /// The file.
        what: String,
        /// The reason.
        error: io::Error,
    },
    /// A file of a run that is not what it should be.
    #[error("{file}: {reason}")]
    Damaged {
        /// The file.
        file: String,
        /// What is wrong.
        reason: String,
    },
    /// A configuration that cannot be written down.
    #[error("configuration: {0}")]
    Config(String),
    /// A run that was begun with another configuration.
    #[error("{0}: the run was begun with another configuration; choose another folder")]
    Changed(String),
    /// A loss that is no number any more.
    #[error("the loss is no longer a number after {0} steps; a smaller learning_rate may help")]
    Diverged(u64),
}

impl RunError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> RunError {
        let what = path.display().to_string();
        move |error| RunError::Io { what, error }
    }

    pub(crate) fn damaged(path: &Path, reason: impl Into<String>) -> RunError {
        RunError::Damaged {
            file: path.display().to_string(),
            reason: reason.into(),
        }
    }
}
