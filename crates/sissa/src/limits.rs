//! Budgets: how much may be spent on one position and on the whole.

use std::{cell::Cell, time::Duration};

use crate::{problem::Problem, session::Session};

/// How much may be spent. Nodes repeat, time does not.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Limits {
    /// Most nodes for one position; unlike time, this repeats.
    pub nodes: Option<u64>,
    /// Longest time for one position, in seconds.
    pub timeout: Option<f64>,
    /// Longest time for the whole request, in seconds.
    pub total_timeout: Option<f64>,
}

/// Limits held against the ceilings of a session.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Budget {
    /// As asked for.
    pub nodes: Option<u64>,
    /// Whether the request itself asked for a limit in time.
    pub timed: bool,
    position: Option<Duration>,
    total: Option<Duration>,
}

/// Why a search was stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    Nothing,
    Cancelled,
    PositionTime,
    TotalTime,
}

impl Limits {
    pub(crate) fn budget(&self, session: &Session) -> Result<Budget, Problem> {
        let ceilings = session.ceiling();
        within("nodes", self.nodes, ceilings.map(|ceilings| ceilings.nodes))?;
        Ok(Budget {
            nodes: self.nodes,
            timed: self.timeout.is_some() || self.total_timeout.is_some(),
            position: seconds(
                "timeout",
                self.timeout,
                ceilings.map(|most| most.position_time),
            )?,
            total: seconds(
                "total_timeout",
                self.total_timeout,
                ceilings.map(|most| most.total_time),
            )?,
        })
    }
}

/// Refuses 0 and what is beyond a ceiling.
pub(crate) fn within(
    field: &'static str,
    value: Option<u64>,
    most: Option<u64>,
) -> Result<(), Problem> {
    let most = most.unwrap_or(u64::MAX);
    match value {
        Some(value) if !(1..=most).contains(&value) => {
            let message = if most == u64::MAX {
                format!("{field} is {value}: it must be at least 1")
            } else {
                format!("{field} is {value}: it may be 1 to {most}")
            };
            Err(Problem::new("limit", message)
                .field(field)
                .hint("the command line has no such limits"))
        }
        _ => Ok(()),
    }
}

/// A time that was asked for, within a ceiling; the ceiling where none was.
pub(crate) fn seconds(
    field: &'static str,
    asked: Option<f64>,
    most: Option<Duration>,
) -> Result<Option<Duration>, Problem> {
    let Some(seconds) = asked else {
        return Ok(most);
    };
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() && most.is_none_or(|most| time <= most) => Ok(Some(time)),
        _ => {
            let upper = most.map_or(String::new(), |most| {
                format!(" and up to {}", most.as_secs_f64())
            });
            let message = format!("{field} is {seconds}: it may be more than 0{upper}");
            let problem = Problem::new("limit", message).field(field);
            Err(match most {
                Some(_) => problem.hint("the command line has no such limits"),
                None => problem,
            })
        }
    }
}

/// Watches the clock and the switch for one position.
pub(crate) struct Watch<'a> {
    session: &'a Session,
    budget: &'a Budget,
    /// When the whole began.
    started: Duration,
    begun: Duration,
    cause: Cell<Cause>,
}

impl<'a> Watch<'a> {
    pub fn new(session: &'a Session, budget: &'a Budget, started: Duration) -> Watch<'a> {
        let begun = if budget.position.is_some() {
            session.now()
        } else {
            started
        };
        Watch {
            session,
            budget,
            started,
            begun,
            cause: Cell::new(Cause::Nothing),
        }
    }

    /// Whether to stop.
    pub fn stop(&self) -> bool {
        self.cause.set(self.look());
        self.cause.get() != Cause::Nothing
    }

    /// Why it was said to stop, the last time that was asked.
    pub fn cause(&self) -> Cause {
        self.cause.get()
    }

    fn look(&self) -> Cause {
        self.budget.cause(self.session, self.started, self.begun)
    }
}

impl Budget {
    /// Why to stop work on a position that was begun then, in a whole that was started then.
    pub fn cause(&self, session: &Session, started: Duration, begun: Duration) -> Cause {
        if session.cancel().requested() {
            return Cause::Cancelled;
        }
        if self.position.is_none() && self.total.is_none() {
            return Cause::Nothing;
        }
        let now = session.now();
        let beyond = |since: Duration, limit: Option<Duration>| {
            limit.is_some_and(|limit| now.saturating_sub(since) >= limit)
        };
        if beyond(started, self.total) {
            Cause::TotalTime
        } else if beyond(begun, self.position) {
            Cause::PositionTime
        } else {
            Cause::Nothing
        }
    }
}
