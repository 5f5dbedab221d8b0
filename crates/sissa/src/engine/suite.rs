//! Suites of positions with known best moves, as EPD has them: how many an engine solves, and how soon.
//!
//! A task is solved when the engine ends with a right move; its time is that from which on the right move was never left
//! again. `bm` names moves that are right, `am` moves that are wrong.

use std::time::Duration;

use shakmaty::{Chess, Move};
use sissa_engine::{Control, Engine, Limits, Situation};
use sissa_record::{Entry, parse_move};

use crate::problem::Problem;

/// A position to solve.
#[derive(Clone, Debug)]
pub struct SuiteTask {
    /// Its `id`, or where it was read.
    pub name: String,
    pub position: Chess,
    /// `bm`: any of these is right; if empty, all but `wrong`.
    pub right: Vec<Move>,
    /// `am`.
    pub wrong: Vec<Move>,
}

/// How a task was solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuiteSolution {
    /// Since when the right move was never left.
    pub time: Duration,
    /// Positions looked at until then.
    pub nodes: u64,
}

impl SuiteTask {
    /// A line of EPD as a task.
    ///
    /// ```
    /// use sissa::SuiteTask;
    /// use sissa_engine::{Engine, Limits, Options, Unwatched};
    ///
    /// let line = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"back rank\";";
    /// let task = SuiteTask::new(&sissa_record::read_one(line)?)?;
    /// let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
    /// assert!(task.solve(&mut engine, &Limits::nodes(2000), &Unwatched).is_some());
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(entry: &Entry) -> Result<SuiteTask, Problem> {
        let place = &entry.origin;
        let position = match &entry.position.checked {
            Ok(position) => position.clone(),
            Err(reasons) => {
                let message = format!("{place}: this is no position of chess");
                return Err(Problem::new("invalid", message).reasons(reasons));
            }
        };
        let moves = |opcode: &str| -> Result<Vec<Move>, Problem> {
            let operands = entry.operations.iter().filter(|(name, _)| name == opcode);
            operands
                .flat_map(|(_, moves)| moves.split([' ', ',']).filter(|text| !text.is_empty()))
                .map(|text| {
                    parse_move(&position, text).map_err(|error| {
                        Problem::new("move", format!("{place}: {opcode}: {error}"))
                    })
                })
                .collect()
        };
        let (right, wrong) = (moves("bm")?, moves("am")?);
        if right.is_empty() && wrong.is_empty() {
            let message = format!("{place}: neither `bm` nor `am` says what is right");
            return Err(Problem::new("suite", message)
                .hint("a task of a suite is a line of EPD such as `… w - - bm Qxf7;`"));
        }
        Ok(SuiteTask {
            name: entry.id.clone().unwrap_or_else(|| place.clone()),
            position,
            right,
            wrong,
        })
    }

    /// Whether a move solves it.
    pub fn is_right(&self, m: Move) -> bool {
        (self.right.is_empty() || self.right.contains(&m)) && !self.wrong.contains(&m)
    }

    /// Lets an engine that remembers nothing look for the solution.
    pub fn solve(
        &self,
        engine: &mut Engine,
        limits: &Limits,
        control: &dyn Control,
    ) -> Option<SuiteSolution> {
        engine.forget();
        let mut since: Option<SuiteSolution> = None;
        let mut note = |best: Option<&Move>, time: Duration, nodes: u64| {
            let right = best.is_some_and(|m| self.is_right(*m));
            since = right.then(|| since.unwrap_or(SuiteSolution { time, nodes }));
        };
        let situation = Situation::new(self.position.clone());
        let analysis = engine.search(&situation, limits, control, &mut |news| {
            if news.line == 1 {
                note(news.pv.first(), news.elapsed, news.nodes);
            }
        });
        let best = analysis.best();
        note(best.as_ref(), control.elapsed(), analysis.nodes);
        since
    }
}
