//! PGN files to Parquet: [`Import`].

use std::{ops::ControlFlow, path::PathBuf, sync::Mutex};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sissa_games::{FILTERS, Filter, ImportOptions, ImportSummary, Source, import};
use sissa_record::{Failure, Summary};

use crate::{
    event::{Event, Progress, run_of},
    input::collected,
    problem::{Problem, quoted},
    session::Session,
};

/// PGN files to turn into Parquet. See [`Find`](crate::Find) for an example.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    #[schemars(with = "serde_json::Value")]
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
    pub fn whole_filter(&self) -> Result<Filter, Problem> {
        let unknown = |name| {
            let names: Vec<&str> = FILTERS.iter().map(|filter| filter.name).collect();
            let message = format!("there is no filter {}", quoted(name));
            Problem::new("filter", message)
                .field("preset")
                .hint(format!("there are {}", names.join(", ")))
        };
        let named = match &self.preset {
            Some(name) => Filter::named(name).ok_or_else(|| unknown(name))?,
            None => Filter::default(),
        };
        Ok(named.sharpened(&self.filter))
    }

    /// The files, opened.
    pub fn sources(&self) -> Result<Vec<Source>, Problem> {
        let open = |file: &PathBuf| {
            Source::from_path(file).map_err(|error| Problem {
                // A file that is not there is no folder to make.
                hint: None,
                ..Problem::from(error).field("files")
            })
        };
        self.files.iter().map(open).collect()
    }

    /// All events about the files.
    pub fn run(&self, session: &Session) -> Result<Vec<Event<ImportSummary>>, Problem> {
        if !session.reads_files() {
            let problem = Problem::new("files", "files are not read here");
            return Err(problem.field("files"));
        }
        let sources = self.sources()?;
        collected(|sink| self.run_into(session, sources, sink))
    }

    /// Imports these sources instead of the files, on all threads of the session: for streams. Damaged
    /// sources are failures; what became of all games is found once, at the end. What an earlier run
    /// has left is taken up.
    pub fn run_into(
        &self,
        session: &Session,
        sources: Vec<Source>,
        mut sink: impl FnMut(Event<ImportSummary>) -> ControlFlow<()>,
    ) -> Result<Option<Summary>, Problem> {
        let options = ImportOptions {
            filter: self.whole_filter()?,
            threads: session.workers(),
            ..ImportOptions::default()
        };
        if sink(Event::Run(run_of("games import"))).is_break() {
            return Ok(None);
        }
        let started = session.now();
        let telling = Mutex::new((&mut sink, false));
        let imported = import(sources, &self.output, &options, &|standing| {
            let progress = Progress {
                made: standing.read(),
                failed: standing.tally.broken,
                dropped: standing.tally.removed.total(),
                requested: None,
                seconds: session.now().saturating_sub(started).as_secs_f64(),
                judged: None,
                bytes: Some(standing.bytes),
            };
            let Ok(mut telling) = telling.lock() else {
                return false;
            };
            let told = (telling.0)(Event::Progress(progress));
            telling.1 |= told.is_break();
            session.go_on(told).is_continue()
        })?;
        let enough = telling.into_inner().map_or(true, |(_, enough)| enough);
        if enough || tell(&imported, &mut sink).is_break() {
            return Ok(None);
        }
        let summary = summary(&imported);
        let _ = sink(Event::Found(imported));
        let _ = sink(Event::Summary(summary.clone()));
        Ok(Some(summary))
    }
}

/// Tells what is damaged.
fn tell(
    imported: &ImportSummary,
    sink: &mut impl FnMut(Event<ImportSummary>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for (index, (source, fault)) in imported.damaged.iter().enumerate() {
        sink(Event::Failure(Failure {
            index: index as u64,
            code: "damaged".to_owned(),
            message: format!("{} is damaged: {fault}", quoted(source)),
            hint: Some("the games before the damage were imported".to_owned()),
            ..Failure::default()
        }))?;
    }
    ControlFlow::Continue(())
}

fn summary(imported: &ImportSummary) -> Summary {
    let tally = &imported.tally;
    Summary {
        requested: tally.read,
        produced: tally.kept,
        unique: tally.kept,
        satisfied: tally.kept,
        mean_plies: (tally.kept > 0).then(|| tally.plies as f64 / tally.kept as f64),
        games: Some(tally.kept),
        exit: if !imported.complete {
            130
        } else if imported.damaged.is_empty() {
            0
        } else {
            2
        },
        ..Summary::default()
    }
}
