//! One file per command.

pub mod analyse;
pub mod bench;
pub mod check;
pub mod completions;
pub mod dataset;
mod deepchess;
pub mod experiment;
pub mod explain;
pub mod games;
pub mod generate;
pub mod human;
pub mod man;
pub mod matches;
pub mod net;
mod outcome;
pub mod play;
pub mod presets;
pub mod prove;
pub mod puzzles;
pub mod retro;
pub mod review;
pub mod rules;
pub mod schema;
pub mod serve;
pub mod show;
pub mod solve;
mod stream;
pub mod uci;

use std::path::Path;

use clap::ValueEnum;

use sissa::Session;
pub use stream::{Stream, line, lines_of};

use crate::problem::Report;
use sissa::quoted;

/// The format that a file's extension stands for; `None` where there is no file, or a device.
fn format_by_extension<F: ValueEnum>(
    output: Option<&Path>,
    extensions: &[(&str, F)],
) -> Result<Option<F>, Report> {
    let Some(path) = output.filter(|path| path.as_os_str() != "-") else {
        return Ok(None);
    };
    if path.metadata().is_ok_and(|found| !found.is_file()) {
        return Ok(None);
    }
    let extension = path.extension().map(|found| found.to_string_lossy());
    let known = extension.as_deref().and_then(|extension| {
        extensions
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(extension))
    });
    match known {
        Some((_, format)) => Ok(Some(format.clone())),
        None => {
            let known: Vec<&str> = extensions.iter().map(|(known, _)| *known).collect();
            let name = quoted(&path.to_string_lossy());
            Err(
                Report::new(format!("the name {name} does not tell the format")).hint(format!(
                    "add -f FORMAT, or end the name in .{}",
                    known.join(", .")
                )),
            )
        }
    }
}

/// Refuses to pour bytes over a person.
fn must_not_be_a_terminal(terminal: bool, format: &str) -> Result<(), Report> {
    if terminal {
        return Err(Report::new(format!("{format} is no text for a terminal"))
            .hint(format!("give a file, as in `-o out.{format}`, or a pipe")));
    }
    Ok(())
}

/// Largest file that is read into memory whole: networks, tables, lists of wishes.
const LARGEST: u64 = 1 << 30;

/// A session on this machine: so many threads, and its files.
pub fn session(threads: Option<usize>) -> Session {
    let session = Session::new().files(|name| sissa_game::read_file(name.as_ref(), LARGEST));
    match threads {
        Some(threads) => session.threads(threads),
        None => session,
    }
}

/// The same with Syzygy tables, where a folder is given.
pub fn with_syzygy(session: Session, folder: Option<&str>) -> Result<Session, crate::Problem> {
    match folder.filter(|folder| !folder.is_empty()) {
        Some(folder) => Ok(session.syzygy(folder)?),
        None => Ok(session),
    }
}
