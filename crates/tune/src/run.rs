//! A run's folder, with a log that is also said aloud.

use std::{
    path::{Path, PathBuf},
    time::Instant,
};

use serde::Serialize;
use sissa_trainer::{RunError, RunFolder};

/// Where a run leaves what it did.
#[derive(Debug)]
pub struct Run(pub RunFolder);

impl Run {
    /// Makes the folder and puts the configuration into it.
    pub fn begin(folder: &Path, config: &impl Serialize) -> Result<Run, RunError> {
        let begin = Instant::now();
        let folder = RunFolder::open(folder, move || begin.elapsed().as_secs_f64())?;
        folder.configure(config)?;
        Ok(Run(folder))
    }

    /// A file of the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.file(name)
    }

    /// Writes a line to the log and to standard error.
    #[expect(
        clippy::print_stderr,
        reason = "progress of a program, not of a library"
    )]
    pub fn log(&self, line: serde_json::Value) -> anyhow::Result<()> {
        let line = self.0.log(line)?;
        eprintln!("{line}");
        Ok(())
    }
}
