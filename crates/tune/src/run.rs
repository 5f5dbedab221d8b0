//! A run's folder: its configuration, what it read, and its log as JSON Lines.

use std::{
    fs::{self, File},
    io::Write as _,
    path::{Path, PathBuf},
    sync::Mutex,
    time::Instant,
};

use anyhow::Context as _;
use serde::Serialize;

/// Where a run leaves what it did.
#[derive(Debug)]
pub struct Run {
    folder: PathBuf,
    log: Mutex<File>,
    begin: Instant,
}

impl Run {
    /// Makes the folder and puts the configuration into it.
    pub fn begin(folder: &Path, config: &impl Serialize) -> anyhow::Result<Run> {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot make `{}`", folder.display()))?;
        let text = serde_json::to_string_pretty(config)?;
        fs::write(folder.join("config.json"), text)?;
        let log = File::options()
            .create(true)
            .append(true)
            .open(folder.join("log.jsonl"))?;
        Ok(Run {
            folder: folder.to_owned(),
            log: Mutex::new(log),
            begin: Instant::now(),
        })
    }

    /// A file of the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Writes a line to the log and to standard error.
    #[expect(
        clippy::print_stderr,
        reason = "progress of a program, not of a library"
    )]
    pub fn log(&self, mut line: serde_json::Value) -> anyhow::Result<()> {
        line["seconds"] = ((self.begin.elapsed().as_secs_f64() * 10.0).round() / 10.0).into();
        eprintln!("{line}");
        let mut log = self.log.lock().expect("no writer panics");
        writeln!(log, "{line}")?;
        Ok(())
    }
}
