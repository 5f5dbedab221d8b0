//! Constraints measured over real games: [`Report`].

use std::{ops::ControlFlow, path::PathBuf, sync::Mutex};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sissa_constraint::Constraint;
use sissa_games::report::{ConstraintSet, Counts, Reported};
use sissa_record::{Run, Summary};

use super::may_read;
use crate::{
    event::{Event, Progress, run_of},
    input::collected,
    problem::{Problem, quoted},
    session::Session,
};

/// Constraints to measure over imported games: how often, when first, who wins, where the men stand.
///
/// ```
/// let json = r#"{"set": "thesis", "constraints": ["white Q=0"], "games": "games"}"#;
/// let report = sissa::Report::new(["white Q=0"]).set("thesis");
/// assert_eq!(serde_json::from_str::<sissa::Report>(json)?, report);
/// # Ok::<_, serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Report {
    /// The name of constraints that belong together, before the others: `thesis`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set: Option<String>,
    /// Constraints to measure.
    pub constraints: Vec<String>,
    /// More of them, with names of their own: `NAME=CONSTRAINT`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub named: Vec<String>,
    /// Games that are there more than once count once.
    pub distinct: bool,
    /// The folder of imported games.
    pub games: PathBuf,
    /// Which constraints to set side by side, by their numbers from 1; the first three if not given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub compare: Vec<usize>,
    /// Where the players' mean ratings are cut into bands; bands of 200 points if not given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bands: Vec<u16>,
}

impl Default for Report {
    /// No constraint yet, on the folder `games`.
    fn default() -> Report {
        Report {
            set: None,
            constraints: Vec::new(),
            named: Vec::new(),
            distinct: false,
            games: PathBuf::from("games"),
            compare: Vec::new(),
            bands: Vec::new(),
        }
    }
}

impl Report {
    /// A report on these constraints.
    pub fn new(constraints: impl IntoIterator<Item = impl Into<String>>) -> Report {
        Report {
            constraints: constraints.into_iter().map(Into::into).collect(),
            ..Report::default()
        }
    }

    /// With the constraints of a set before them.
    #[must_use]
    pub fn set(mut self, name: impl Into<String>) -> Report {
        self.set = Some(name.into());
        self
    }

    /// On this folder.
    #[must_use]
    pub fn games(mut self, folder: impl Into<PathBuf>) -> Report {
        self.games = folder.into();
        self
    }

    /// Reads the constraints and opens the folder: everything that can be wrong with the request is
    /// found here.
    pub fn prepare(&self, session: &Session) -> Result<Survey, Problem> {
        let constraints = self.parsed()?;
        may_read(&self.games, session)?;
        Ok(Survey {
            survey: self.request(constraints)?.open()?,
            session: session.clone(),
            constraints: self.constraints.clone(),
        })
    }

    /// The report on what was counted elsewhere, as [`Survey::count`] gives it, for the same constraints. No folder is
    /// read.
    pub fn summed(&self, counts: &[String]) -> Result<Reported, Problem> {
        let constraints = self.parsed()?;
        let counts = counts
            .iter()
            .map(|text| {
                serde_json::from_str(text).map_err(|error| {
                    Problem::new("counts", format!("counts cannot be read: {error}"))
                        .field("counts")
                })
            })
            .collect::<Result<Vec<Counts>, Problem>>()?;
        Ok(self.request(constraints)?.summed(&counts)?)
    }

    fn parsed(&self) -> Result<Vec<Constraint>, Problem> {
        let constraints = self.constraints.iter();
        constraints
            .map(|text| Ok(text.parse::<Constraint>()?))
            .collect()
    }

    fn request(
        &self,
        constraints: Vec<Constraint>,
    ) -> Result<sissa_games::report::Report, Problem> {
        let mut request = sissa_games::report::Report::new(constraints)
            .games(&self.games)
            .compare(self.compare.iter().copied());
        request.distinct = self.distinct;
        request.bands.clone_from(&self.bands);
        for text in &self.named {
            let split = text.split_once('=').map(|(name, rest)| (name.trim(), rest));
            let (name, constraint) =
                split.filter(|(name, _)| !name.is_empty()).ok_or_else(|| {
                    Problem::new("name", format!("{} gives no name", quoted(text)))
                        .field("named")
                        .hint("write NAME=CONSTRAINT, as in `IQP=preset iqp`")
                })?;
            request = request.named(name, constraint.parse()?);
        }
        if let Some(name) = &self.set {
            let set: Result<ConstraintSet, _> = name.parse();
            request = request.set(set.map_err(|_| {
                let message = format!("there is no set of constraints {}", quoted(name));
                Problem::new("set", message)
                    .field("set")
                    .hint("there is `thesis`; other constraints are arguments, as in `preset iqp`")
            })?);
        }
        Ok(request)
    }

    /// All events: the report is found once.
    pub fn run(&self, session: &Session) -> Result<Vec<Event<Reported>>, Problem> {
        let survey = self.prepare(session)?;
        collected(|sink| survey.run_into(sink))
    }
}

/// A request for a report, made ready.
#[derive(Debug)]
pub struct Survey {
    survey: sissa_games::report::Survey,
    session: Session,
    constraints: Vec<String>,
}

impl Survey {
    /// The measurement itself, for rows of its own.
    pub fn survey(&self) -> &sissa_games::report::Survey {
        &self.survey
    }

    /// What is counted, as JSON, for a report that is put together elsewhere ([`Report::summed`]); `None` where
    /// somebody ended the work.
    pub fn count(&self) -> Result<Option<String>, Problem> {
        let session = &self.session;
        let counted = self
            .survey
            .count(session.workers(), &|_| !session.cancel().requested())?;
        let text = counted.map(|counts| serde_json::to_string(&counts));
        text.transpose()
            .map_err(|error| Problem::new("fault", error.to_string()))
    }

    /// Measures on all threads of the session. `None` where the sink had enough.
    pub fn run_into(
        &self,
        mut sink: impl FnMut(Event<Reported>) -> ControlFlow<()> + Send,
    ) -> Result<Option<Summary>, Problem> {
        let run = Run {
            constraint: Some(self.constraints.join("; ")),
            ..run_of("games report")
        };
        if sink(Event::Run(run)).is_break() {
            return Ok(None);
        }
        let (session, started) = (&self.session, self.session.now());
        let rows = self.survey.folder().rows();
        let telling = Mutex::new((&mut sink, false));
        let reported = self.survey.run(session.workers(), &|games| {
            let Ok(mut telling) = telling.lock() else {
                return false;
            };
            let told = (telling.0)(Event::Progress(Progress {
                made: games,
                failed: 0,
                dropped: 0,
                requested: Some(rows),
                seconds: session.now().saturating_sub(started).as_secs_f64(),
                judged: None,
                bytes: None,
            }));
            telling.1 |= told.is_break();
            session.go_on(told).is_continue()
        })?;
        let enough = telling.into_inner().map_or(true, |(_, enough)| enough);
        if enough {
            return Ok(None);
        }
        let games = reported.as_ref().map(|reported| reported.measures.games);
        let summary = Summary {
            requested: rows,
            produced: games.unwrap_or(0),
            games,
            exit: if reported.is_some() { 0 } else { 130 },
            ..Summary::default()
        };
        if let Some(reported) = reported {
            let _ = sink(Event::Found(reported));
        }
        let _ = sink(Event::Summary(summary.clone()));
        Ok(Some(summary))
    }
}
