//! What a running request tells.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sissa_record::{Failure, Record, Run, SCHEMA, Summary};

use crate::session::TOOL;

/// One thing that a running request tells: first the run, then what was found or failed, at last the
/// summary. `T` is what the request finds: a [`Position`](crate::Position), a
/// [`Verdict`](crate::Verdict), a [`Judgement`](crate::Judgement), or what a front end made of it.
#[derive(Debug, Clone, PartialEq)]
pub enum Event<T> {
    /// What was asked for, with every default filled in.
    Run(Run),
    /// Something that was asked for.
    Found(T),
    /// Something that could not be had, and why.
    Failure(Failure),
    /// How far the work is. Not a record: it depends on the clock.
    Progress(Progress),
    /// What came of it all.
    Summary(Summary),
}

impl<T> Event<T> {
    /// The event with what was found made into something else.
    pub fn map<U>(self, form: impl FnOnce(T) -> U) -> Event<U> {
        match self {
            Event::Run(run) => Event::Run(run),
            Event::Found(found) => Event::Found(form(found)),
            Event::Failure(failure) => Event::Failure(failure),
            Event::Progress(progress) => Event::Progress(progress),
            Event::Summary(summary) => Event::Summary(summary),
        }
    }
}

/// What is found, as records.
pub trait Records {
    /// The records, one a line of JSON Lines.
    fn records(&self) -> Vec<Record>;
}

impl Records for Vec<Record> {
    fn records(&self) -> Vec<Record> {
        self.clone()
    }
}

impl<T: Records> Event<T> {
    /// The event as JSON Lines; nothing for progress.
    pub fn lines(&self) -> String {
        let line = |record: Record| record.to_line() + "\n";
        match self {
            Event::Run(run) => line(Record::Run(run.clone())),
            Event::Found(found) => found.records().into_iter().map(line).collect(),
            Event::Failure(failure) => line(Record::Failure(failure.clone())),
            Event::Progress(_) => String::new(),
            Event::Summary(summary) => line(Record::Summary(summary.clone())),
        }
    }
}

/// How far a request is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Progress {
    /// Found so far.
    pub made: u64,
    /// Could not be had.
    pub failed: u64,
    /// Found, but already there.
    pub dropped: u64,
    /// Asked for; `null` while nobody knows how much there is to read.
    pub requested: Option<u64>,
    /// Positions that were judged so far, where the constraint asks what they are worth; those found are kept of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judged: Option<u64>,
    /// Seconds since the beginning.
    pub seconds: f64,
    /// Bytes read, where nobody knows how many games a file holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
}

/// The first event of a request, but for what was asked.
pub(crate) fn run_of(command: &str) -> Run {
    Run {
        schema: SCHEMA,
        tool: TOOL.to_owned(),
        command: command.to_owned(),
        constraint: None,
        style: None,
        seed: None,
        count: None,
        skip: None,
    }
}
