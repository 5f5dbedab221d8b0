//! Positions of real games: [`Find`].

use std::{ops::ControlFlow, path::PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sissa_constraint::{Constraint, Expr, Refutation, Situation};
use sissa_games::{FindEvent, Found};
use sissa_judge::{Answer, Effort};
use sissa_record::{PositionRecord, Record, Run, Summary};

use super::{may_read, opened, refused};
use crate::{
    event::{Event, Progress, Records, run_of},
    input::collected,
    judging::{Judging, SOLVER_NODES},
    problem::{Problem, quoted},
    session::Session,
    wish::Wish,
};

/// Positions of imported games that satisfy a constraint.
///
/// ```
/// use sissa::{Event, Find, Import, Session};
/// # let folder = std::env::temp_dir().join(format!("sissa-find-doc-{}", std::process::id()));
/// # let file = folder.with_extension("pgn");
/// # std::fs::write(&file, "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n").unwrap();
/// let session = Session::new().files(|name| std::fs::read(name));
/// Import::new([&file]).output(&folder).run(&session)?;
///
/// let events = Find::new("mate by black").games(&folder).run(&session)?;
/// let Event::Found(hit) = &events[1] else { panic!("one position") };
/// assert_eq!((hit.index, hit.value.plies), (0, 4));
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # std::fs::remove_file(&file).unwrap();
/// # Ok::<_, sissa::Problem>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Find {
    /// What the positions must be like.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constraint: Option<String>,
    /// Constraints from the library, all of which must hold, too: a name or a list of names.
    #[serde(
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "crate::one_or_many"
    )]
    #[schemars(with = "Option<crate::OneOrMany>")]
    pub preset: Vec<String>,
    /// The folder of imported games.
    pub games: PathBuf,
    /// Stop after so many positions; all if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// Every satisfying position of a game, not only the first.
    pub every: bool,
    /// So many of the positions, drawn by chance from all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample: Option<u64>,
    /// The seed of chance.
    pub seed: u64,
    /// Games that are there more than once count once.
    pub distinct: bool,
    /// Positions not to be given, as FEN.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exclude: Vec<String>,
    /// Positions that the engine looks at for a value, where the constraint asks what positions are worth; 100,000 if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judge_nodes: Option<u64>,
}

impl Default for Find {
    /// No constraint yet, in the folder `games`.
    fn default() -> Find {
        Find {
            constraint: None,
            preset: Vec::new(),
            games: PathBuf::from("games"),
            count: None,
            every: false,
            sample: None,
            seed: 1,
            distinct: false,
            exclude: Vec::new(),
            judge_nodes: None,
        }
    }
}

impl Find {
    /// All games' first positions that satisfy this.
    pub fn new(constraint: impl Into<String>) -> Find {
        Find {
            constraint: Some(constraint.into()),
            ..Find::default()
        }
    }

    /// In this folder.
    #[must_use]
    pub fn games(mut self, folder: impl Into<PathBuf>) -> Find {
        self.games = folder.into();
        self
    }

    /// So many at most.
    #[must_use]
    pub fn count(mut self, count: u64) -> Find {
        self.count = Some(count);
        self
    }

    /// Every satisfying position of a game.
    #[must_use]
    pub fn every(mut self) -> Find {
        self.every = true;
        self
    }

    /// Reads the constraint and opens the folder: everything that can be wrong with the request is
    /// found here.
    pub fn prepare(&self, session: &Session) -> Result<Search, Problem> {
        let wish = Wish::read(self.constraint.as_deref(), &self.preset)?;
        let constraint = wish.ok_or_else(Wish::missing)?;
        may_read(&self.games, session)?;
        let (judging, board) = Judging::of(&constraint.constraint, self.judge_nodes, session)?;
        if let Some(part) = judging.as_ref().and_then(|_| mixed(&constraint.constraint)) {
            let message = format!(
                "{} mixes what an engine judges with what only games tell",
                quoted(&part)
            );
            return Err(Problem::new("unsupported", message)
                .field("constraint")
                .hint("put them beside each other, joined by `and`"));
        }
        let find = sissa_games::Find {
            constraint: board,
            games: self.games.clone(),
            count: self.count,
            every: self.every,
            sample: self.sample,
            seed: self.seed,
            distinct: self.distinct,
            exclude: self.exclude.clone(),
        };
        Ok(Search {
            search: opened(find.open())?,
            find,
            judging,
            constraint,
            session: session.clone(),
        })
    }

    /// All events, with the positions as records.
    pub fn run(&self, session: &Session) -> Result<Vec<Event<Hit<PositionRecord>>>, Problem> {
        let search = self.prepare(session)?;
        collected(|sink| search.run_into(|found| found.record(), sink))
    }
}

/// Something found, numbered in the order of the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit<T> {
    /// Its number, from 0.
    pub index: u64,
    /// What was made of it.
    pub value: T,
}

impl Records for Hit<PositionRecord> {
    fn records(&self) -> Vec<Record> {
        vec![Record::Position(PositionRecord {
            index: self.index,
            ..self.value.clone()
        })]
    }
}

/// A request for positions of games, made ready.
#[derive(Debug)]
pub struct Search {
    find: sissa_games::Find,
    /// The search, or why it would find nothing.
    search: Result<sissa_games::Search, Refutation>,
    /// What is asked of a position's worth.
    judging: Option<Judging>,
    /// What is asked for, as it was read.
    pub constraint: Wish,
    session: Session,
}

impl Search {
    /// How many games there are to look at.
    pub fn games(&self) -> u64 {
        self.search
            .as_ref()
            .map_or(0, |search| search.folder().rows())
    }

    /// Searches on all threads of the session and tells the sink everything in the order of the folder.
    /// `form` makes of a position what the sink wants, on the thread that found it. `None` where the
    /// sink had enough.
    pub fn run_into<T: Send>(
        &self,
        form: impl Fn(&Found<'_>) -> T + Sync,
        mut sink: impl FnMut(Event<Hit<T>>) -> ControlFlow<()>,
    ) -> Result<Option<Summary>, Problem> {
        let run = Run {
            constraint: Some(self.constraint.text.clone()),
            count: self.find.sample.or(self.find.count),
            seed: self.find.sample.map(|_| self.find.seed),
            ..run_of("games find")
        };
        if sink(Event::Run(run)).is_break() {
            return Ok(None);
        }
        let search = match &self.search {
            Ok(search) => search,
            Err(refutation) => return Ok(refused(refutation, &mut sink)),
        };
        let (session, started) = (&self.session, self.session.now());
        let (mut enough, mut made) = (false, 0);
        let mut take = |event: FindEvent<T>| {
            let event = match event {
                FindEvent::Position { index, value } => {
                    made = index + 1;
                    Event::Found(Hit { index, value })
                }
                FindEvent::Progress { games } => Event::Progress(Progress {
                    made: games,
                    failed: 0,
                    dropped: games.saturating_sub(made),
                    requested: Some(search.folder().rows()),
                    seconds: session.now().saturating_sub(started).as_secs_f64(),
                    judged: None,
                    bytes: None,
                }),
            };
            let told = sink(event);
            enough |= told.is_break();
            session.go_on(told)
        };
        let workers = session.workers();
        let summary = match &self.judging {
            None => search.run(workers, &form, &mut take)?,
            Some(judging) => {
                let stop = || session.cancel().requested();
                let effort = Effort {
                    nodes: SOLVER_NODES,
                    stop: &stop,
                };
                // What cannot be decided is not found.
                let judge = |situation: &Situation<'_>| {
                    !stop() && judging.test(situation, &effort).answer == Answer::Yes
                };
                search.run_judged(workers, &judge, &form, &mut take)?
            }
        };
        if enough {
            return Ok(None);
        }
        let exit = if session.cancel().requested() {
            130
        } else {
            u8::from(summary.positions == 0)
        };
        let summary = summary.record(&self.find, exit);
        let _ = sink(Event::Summary(summary.clone()));
        Ok(Some(summary))
    }
}

/// A part of the constraint that speaks of worth and of what only games tell at once: neither can be tested without the other.
fn mixed(constraint: &Constraint) -> Option<String> {
    let parts = match constraint.expr() {
        Expr::All(parts) => parts.as_slice(),
        single => std::slice::from_ref(single),
    };
    parts.iter().find_map(|part| {
        let part = Constraint::new(part.clone());
        let needs = part.needs();
        (!needs.judged.is_empty() && !needs.beyond.is_empty()).then(|| part.to_string())
    })
}
