//! What can go wrong with the files of a dataset.

use std::{
    io,
    path::{Path, PathBuf},
};

/// A file of a dataset that cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum DatasetError {
    /// The system says no.
    #[error("{what}: {error}")]
    Io {
        /// The file.
        what: String,
        /// Why.
        error: io::Error,
    },
    /// The file is not what its name says.
    #[error("`{path}` cannot be read: {reason}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

impl DatasetError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> DatasetError + '_ {
        move |error| DatasetError::Io {
            what: format!("`{}`", path.display()),
            error,
        }
    }

    pub(crate) fn damaged<E: std::fmt::Display>(path: &Path) -> impl Fn(E) -> DatasetError + '_ {
        move |error| DatasetError::Damaged {
            path: path.to_owned(),
            reason: error.to_string(),
        }
    }
}
