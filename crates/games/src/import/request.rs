//! The request for an import.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{ImportOptions, ImportSummary, Progress, import};
use crate::{Filter, GamesError, Source};

/// A request to turn PGN files into Parquet.
///
/// ```
/// use sissa_games::{Filter, Import};
///
/// let import = Import::new(["2013-01.pgn.zst"]).preset("thesis");
/// let json = r#"{"files": ["2013-01.pgn.zst"], "preset": "thesis"}"#;
/// assert_eq!(serde_json::from_str::<Import>(json)?, import);
/// assert_eq!(import.whole_filter()?.min_elo, Some(1000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Import {
    /// The files, plain or packed.
    pub files: Vec<PathBuf>,
    /// The folder for the Parquet files.
    pub output: PathBuf,
    /// The name of a filter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// Which games to keep; sharpens the filter that has a name.
    pub filter: Filter,
}

impl Default for Import {
    /// No files yet, all games, into the folder `games`.
    fn default() -> Import {
        Import {
            files: Vec::new(),
            output: PathBuf::from("games"),
            preset: None,
            filter: Filter::default(),
        }
    }
}

impl Import {
    /// All games of these files.
    pub fn new(files: impl IntoIterator<Item = impl Into<PathBuf>>) -> Import {
        Import {
            files: files.into_iter().map(Into::into).collect(),
            ..Import::default()
        }
    }

    /// Into this folder.
    #[must_use]
    pub fn output(mut self, folder: impl Into<PathBuf>) -> Import {
        self.output = folder.into();
        self
    }

    /// Only those that a filter with a name keeps.
    #[must_use]
    pub fn preset(mut self, name: impl Into<String>) -> Import {
        self.preset = Some(name.into());
        self
    }

    /// Only those that this filter keeps, too.
    #[must_use]
    pub fn filter(mut self, filter: Filter) -> Import {
        self.filter = filter;
        self
    }

    /// The filter that has a name, sharpened by the other.
    pub fn whole_filter(&self) -> Result<Filter, GamesError> {
        let named = self.preset.as_ref().map(|name| {
            let found = Filter::named(name);
            found.ok_or_else(|| GamesError::NoFilter(name.clone()))
        });
        Ok(named
            .transpose()?
            .unwrap_or_default()
            .sharpened(&self.filter))
    }

    /// Imports the files; see [`import`](import()).
    pub fn run(
        &self,
        threads: usize,
        progress: &dyn Fn(&Progress<'_>) -> bool,
    ) -> Result<ImportSummary, GamesError> {
        let files = self.files.iter().map(|file| Source::from_path(file));
        self.run_on(files.collect::<Result<_, _>>()?, threads, progress)
    }

    /// Imports these sources instead of the files: for streams.
    pub fn run_on(
        &self,
        sources: Vec<Source>,
        threads: usize,
        progress: &dyn Fn(&Progress<'_>) -> bool,
    ) -> Result<ImportSummary, GamesError> {
        let options = ImportOptions {
            filter: self.whole_filter()?,
            threads,
            ..ImportOptions::default()
        };
        import(sources, &self.output, &options, progress)
    }
}
