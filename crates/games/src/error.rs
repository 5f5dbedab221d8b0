//! What can go wrong with files and questions.

use std::{io, path::PathBuf};

/// A failure to read or write games.
#[derive(Debug, thiserror::Error)]
pub enum GamesError {
    /// The operating system says no.
    #[error("{what}: {error}")]
    Io {
        /// What was being done.
        what: String,
        /// The reason.
        error: io::Error,
    },
    /// Parquet cannot be read or written.
    #[error("{path}: {error}", path = path.display())]
    Parquet {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: parquet::errors::ParquetError,
    },
    /// A file that Sissa did not write, or that was changed since.
    #[error("{path}: {reason}", path = path.display())]
    NotOurs {
        /// The file.
        path: PathBuf,
        /// What is missing or wrong.
        reason: String,
    },
    /// The input is not the one an earlier run began with.
    #[error("{source_name}: {reason}")]
    Changed {
        /// The name of the input.
        source_name: String,
        /// How it differs.
        reason: String,
    },
    /// An input that holds no game.
    #[error("{source_name}: there is no game in it{fault}", fault = damage(.fault))]
    NoGames {
        /// The name of the input.
        source_name: String,
        /// What is wrong with the file, where it is damaged.
        fault: Option<String>,
    },
    /// There is nothing to read.
    #[error("{path}: no imported games here", path = .0.display())]
    Empty(PathBuf),
}

fn damage(fault: &Option<String>) -> String {
    let told = fault
        .as_ref()
        .map(|fault| format!("; it is damaged: {fault}"));
    told.unwrap_or_default()
}

impl GamesError {
    pub(crate) fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> GamesError {
        let what = what.into();
        move |error| GamesError::Io { what, error }
    }

    pub(crate) fn parquet(
        path: &std::path::Path,
    ) -> impl FnOnce(parquet::errors::ParquetError) -> GamesError {
        let path = path.to_owned();
        move |error| GamesError::Parquet { path, error }
    }
}

/// A constraint that games cannot answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QueryError {
    /// An engine would have to judge positions.
    #[error("imported games do not tell `{0}`")]
    Unknown(String),
    /// `first` and `lasting` speak of the rest of the whole constraint.
    #[error(
        "`{0}` speaks of the whole constraint and cannot stand inside of `or`, `not` or `earlier`, nor before `then`"
    )]
    Nested(String),
}
