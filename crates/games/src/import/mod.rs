//! PGN in, Parquet out: streaming, on all cores, resumable.
//!
//! A source is cut into stretches of whole games; workers turn a stretch into the encoded columns of
//! a row group; the row groups are appended in order to part files, a fixed number to each. A part
//! file appears under its name only when it is whole and carries, in its metadata, how far into the
//! source it reaches and the checksum up to there. So the folder itself is the state: a run that was
//! killed is taken up behind the last part, no row lost and none doubled, and the files are the same
//! bytes as those of a run that was not, at any number of threads.

mod encode;
mod part;
mod pipeline;

use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    sync::{Arc, atomic::AtomicU64, atomic::Ordering},
};

use crate::{Filter, Folder, GamesError, Source, Tally};
use encode::{Encoder, Group};
use part::PartFile;
pub(crate) use part::{METADATA_KEY, PartInfo};

/// How to import.
#[derive(Clone, Debug)]
pub struct ImportOptions {
    /// Which games to keep.
    pub filter: Filter,
    /// Workers.
    pub threads: usize,
    /// Bytes of text in a row group, about.
    pub stretch: usize,
    /// Row groups in a file.
    pub groups: u32,
}

impl Default for ImportOptions {
    fn default() -> ImportOptions {
        ImportOptions {
            filter: Filter::default(),
            threads: 1,
            stretch: 16 << 20,
            groups: 16,
        }
    }
}

/// How far an import is.
#[derive(Clone, Debug)]
pub struct Progress<'a> {
    /// The source being read.
    pub source: &'a str,
    /// Bytes taken from the disk, all sources together.
    pub bytes: u64,
    /// Bytes on the disk, where all sources have a size.
    pub total: Option<u64>,
    /// Games so far, those of earlier runs included.
    pub tally: &'a Tally,
    /// How many of these games earlier runs have read.
    pub earlier: u64,
}

/// What came of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Counts over all sources, earlier runs included.
    pub tally: Tally,
    /// Games that were there from earlier runs.
    pub earlier: u64,
    /// Sources that ended with damage, and what it was.
    pub damaged: Vec<(String, String)>,
    /// Whether everything was read; else `progress` asked to stop.
    pub complete: bool,
}

/// Imports the sources into a folder, taking up what an earlier run has left. `progress` is called
/// now and then and ends the run by saying false; whole files stay.
pub fn import(
    sources: Vec<Source>,
    folder: &Path,
    options: &ImportOptions,
    progress: &dyn Fn(&Progress<'_>) -> bool,
) -> Result<Imported, GamesError> {
    let mut names = BTreeSet::new();
    for source in &sources {
        if !names.insert(source.name().to_owned()) {
            return Err(GamesError::Changed {
                source_name: source.name().to_owned(),
                reason: "is the name of two inputs; rows could not be told apart".to_owned(),
            });
        }
    }
    let shown = folder.display().to_string();
    fs::create_dir_all(folder).map_err(GamesError::io(shown))?;
    let earlier = Folder::open_or_empty(folder)?;
    let total = sources.iter().map(Source::size).sum();
    let bytes = Arc::new(AtomicU64::new(0));
    let mut imported = Imported {
        complete: true,
        ..Imported::default()
    };
    let mut read_earlier = 0;
    for source in sources {
        let name = source.name().to_owned();
        let size = source.size();
        let done = part::done(&earlier, &name, size, &options.filter)?;
        let mut games = 0;
        if let Some(done) = &done {
            imported.tally.add(&done.tally);
            imported.earlier += done.tally.kept;
            read_earlier += done.tally.read;
            games = done.tally.read;
            if let Some(fault) = &done.fault {
                imported.damaged.push((name.clone(), fault.clone()));
            }
            if done.last {
                bytes.fetch_add(size.unwrap_or(0), Ordering::Relaxed);
                continue;
            }
        }
        let mut text = source.open(Arc::clone(&bytes))?;
        if let Some(done) = &done {
            text.skip_to(done.end, done.crc)?;
        }
        let mut number = done.as_ref().map_or(0, |done| done.next);
        let mut start = done.as_ref().map_or(0, |done| done.end);
        let encoder = Encoder::new(&name, &options.filter)?;
        let mut open: Option<PartFile> = None;
        let mut failure = None;
        let mut stopped = false;
        pipeline::run(
            text,
            &encoder,
            options,
            |group: Result<Group, GamesError>| {
                let step = group.and_then(|group| {
                    let mut file = match open.take() {
                        Some(file) => file,
                        None => PartFile::create(folder, &name, number, start, &encoder)?,
                    };
                    let (end, crc, last) = (group.end, group.crc, group.last);
                    let (fault, mut tally) = (group.fault.clone(), group.tally.clone());
                    file.append(group, &encoder, games)?;
                    games += tally.read;
                    tally.examples = file.latest_examples().to_vec();
                    imported.tally.add(&tally);
                    if let Some(fault) = &fault {
                        imported.damaged.push((name.clone(), fault.clone()));
                    }
                    if last || file.groups() >= options.groups {
                        start = end;
                        number += 1;
                        let reaches = part::Reaches {
                            end,
                            crc,
                            last,
                            fault,
                            size,
                        };
                        file.finish(reaches, &options.filter)?;
                    } else {
                        open = Some(file);
                    }
                    Ok(())
                });
                if let Err(error) = step {
                    failure = Some(error);
                    return false;
                }
                let told = Progress {
                    source: &name,
                    bytes: bytes.load(Ordering::Relaxed),
                    total,
                    tally: &imported.tally,
                    earlier: read_earlier,
                };
                stopped = !progress(&told);
                !stopped
            },
        );
        if let Some(error) = failure {
            return Err(error);
        }
        if stopped {
            imported.complete = false;
            break;
        }
    }
    Ok(imported)
}
