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

use std::{
    collections::BTreeSet,
    fs, iter,
    ops::ControlFlow,
    path::Path,
    sync::{Arc, atomic::AtomicU64, atomic::Ordering},
};

use sissa_parallel::in_order_within;

use crate::{Filter, Folder, GamesError, Source, Tally, input::Stretch};
use encode::{Encoder, Group};
use part::PartFile;
pub(crate) use part::{METADATA_KEY, PartInfo, layout};

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

impl Progress<'_> {
    /// How many games this run has read.
    pub fn read(&self) -> u64 {
        self.tally.read - self.earlier
    }
}

/// What came of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportSummary {
    /// Counts over all sources, earlier runs included.
    pub tally: Tally,
    /// Games that were there from earlier runs.
    pub earlier: u64,
    /// Sources that ended with damage, and what it was.
    pub damaged: Vec<(String, String)>,
    /// Whether everything was read; else `progress` asked to stop.
    pub complete: bool,
}

impl ImportSummary {
    /// What became of the games, a line a reason: the first is how many were read, the last how
    /// many were kept.
    pub fn lines(&self, filter: &Filter) -> Vec<(String, u64)> {
        let (tally, removed) = (&self.tally, &self.tally.removed);
        let mut lines = vec![("games read".to_owned(), tally.read)];
        if tally.variants > 0 {
            lines.push(("other variants".to_owned(), tally.variants));
        }
        lines.push(("broken".to_owned(), tally.broken));
        if let Some(elo) = filter.min_elo {
            lines.push((format!("a rating below {elo}, or none"), removed.rating));
        }
        if !filter.drop_base.is_empty() || filter.min_base.is_some() {
            let words = "time control not wanted".to_owned();
            lines.push((words, removed.time_control));
        }
        if let Some(plies) = filter.min_plies {
            lines.push((format!("fewer than {plies} half-moves"), removed.short));
        }
        if filter.decisive {
            lines.push(("drawn or unfinished".to_owned(), removed.undecided));
        }
        lines.push(("games kept".to_owned(), tally.kept));
        lines
    }
}

/// Imports the sources into a folder, taking up what an earlier run has left. `progress` is called
/// now and then and ends the run by saying false; whole files stay. An input without any game is an
/// error and leaves nothing behind.
pub fn import(
    sources: Vec<Source>,
    folder: &Path,
    options: &ImportOptions,
    progress: &dyn Fn(&Progress<'_>) -> bool,
) -> Result<ImportSummary, GamesError> {
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
    let is_new = !folder.exists();
    fs::create_dir_all(folder).map_err(GamesError::io(shown))?;
    let mut run = Run {
        folder,
        options,
        progress,
        earlier: Folder::open_or_empty(folder)?,
        total: sources.iter().map(Source::size).sum(),
        bytes: Arc::new(AtomicU64::new(0)),
        read_earlier: 0,
        imported: ImportSummary {
            complete: true,
            ..ImportSummary::default()
        },
    };
    for source in sources {
        let outcome = run.source(source);
        if is_new && outcome.is_err() {
            // Only an empty folder can be removed this way.
            let _ = fs::remove_dir(folder);
        }
        outcome?;
        if !run.imported.complete {
            break;
        }
    }
    Ok(run.imported)
}

/// An import under way.
struct Run<'a> {
    folder: &'a Path,
    options: &'a ImportOptions,
    progress: &'a dyn Fn(&Progress<'_>) -> bool,
    earlier: Folder,
    total: Option<u64>,
    bytes: Arc<AtomicU64>,
    read_earlier: u64,
    imported: ImportSummary,
}

impl Run<'_> {
    /// Imports what earlier runs have left of a source.
    fn source(&mut self, source: Source) -> Result<(), GamesError> {
        let (name, size) = (source.name().to_owned(), source.size());
        let done = part::done(&self.earlier, &name, size, &self.options.filter)?;
        if let Some(done) = &done {
            self.count_earlier(&name, done);
            if done.last {
                self.bytes.fetch_add(size.unwrap_or(0), Ordering::Relaxed);
                return Ok(());
            }
        }
        let mut text = source.open(Arc::clone(&self.bytes))?;
        if let Some(done) = &done {
            text.skip_to(done.end, done.crc)?;
        }
        let encoder = Encoder::new(&name, &self.options.filter)?;
        let mut parts = Parts {
            folder: self.folder,
            options: self.options,
            name: &name,
            size,
            encoder: &encoder,
            number: done.as_ref().map_or(0, |done| done.next),
            start: done.as_ref().map_or(0, |done| done.end),
            games: done.as_ref().map_or(0, |done| done.tally.read),
            has_games: done.is_some(),
            open: None,
        };
        let mut outcome = Ok(());
        // Stretches are large: only as many as keep all threads busy are in memory.
        let threads = self.options.threads.max(1);
        let spare = text.spare();
        let stretches = iter::from_fn(|| text.next(self.options.stretch));
        let encode = |_, stretch: Stretch| {
            let group = encoder.encode(&stretch);
            spare.take_back(stretch);
            group
        };
        in_order_within(
            threads as u64 + 1,
            stretches,
            threads,
            encode,
            |_, group| {
                let appended = group.and_then(|group| parts.append(group, &mut self.imported));
                let appended = appended.map(|()| self.tell(&name));
                self.imported.complete = *appended.as_ref().unwrap_or(&true);
                let go_on = matches!(appended, Ok(true));
                outcome = appended.map(drop);
                if go_on {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            },
        );
        outcome
    }

    fn count_earlier(&mut self, name: &str, done: &part::Done) {
        self.imported.tally.add(&done.tally);
        self.imported.earlier += done.tally.kept;
        self.read_earlier += done.tally.read;
        if let Some(fault) = &done.fault {
            let damaged = (name.to_owned(), fault.clone());
            self.imported.damaged.push(damaged);
        }
    }

    fn tell(&self, name: &str) -> bool {
        (self.progress)(&Progress {
            source: name,
            bytes: self.bytes.load(Ordering::Relaxed),
            total: self.total,
            tally: &self.imported.tally,
            earlier: self.read_earlier,
        })
    }
}

/// The part files of one source, one of them open.
struct Parts<'a> {
    folder: &'a Path,
    options: &'a ImportOptions,
    name: &'a str,
    size: Option<u64>,
    encoder: &'a Encoder,
    number: u32,
    start: u64,
    /// Games read so far.
    games: u64,
    /// Whether one was met so far.
    has_games: bool,
    open: Option<PartFile>,
}

impl Parts<'_> {
    fn append(&mut self, group: Group, imported: &mut ImportSummary) -> Result<(), GamesError> {
        let mut file = match self.open.take() {
            Some(file) => file,
            None => PartFile::create(
                self.folder,
                self.name,
                self.number,
                self.start,
                self.encoder,
            )?,
        };
        self.has_games |= group.has_games;
        let (end, crc, last) = (group.end, group.crc, group.last);
        let (fault, mut tally) = (group.fault.clone(), group.tally.clone());
        file.append(group, self.encoder, self.games)?;
        let whole = last || file.groups() >= self.options.groups;
        if whole && !self.has_games {
            return Err(GamesError::NoGames {
                source_name: self.name.to_owned(),
                fault,
            });
        }
        self.games += tally.read;
        tally.examples = file.latest_examples().to_vec();
        imported.tally.add(&tally);
        if let Some(fault) = &fault {
            let damaged = (self.name.to_owned(), fault.clone());
            imported.damaged.push(damaged);
        }
        if !whole {
            self.open = Some(file);
            return Ok(());
        }
        self.start = end;
        self.number += 1;
        let reaches = part::Reaches {
            end,
            crc,
            last,
            fault,
            size: self.size,
        };
        file.finish(reaches, &self.options.filter)
    }
}
