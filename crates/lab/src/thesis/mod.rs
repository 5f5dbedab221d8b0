//! The thesis' experiments again, and ours on the whole grid.
//!
//! An [`Experiment`] has tuples, a number of positions and ways of making them; a [`Work`] is one of these ways
//! made ready. [`Experiment::run`] makes every tuple in every way, [`Experiment::page`] sets the figures beside
//! the thesis' as Markdown and [`table`] writes them as CSV. A game that does not come to its end counts as the
//! position where it stopped; nothing is tried twice.

mod published;
mod report;

use std::ops::ControlFlow;

use sissa_constraint::Constraint;
use sissa_generate::{Failure, Neural, Options, Search, Statistics, Style, Task, Unique, Walk};
use sissa_nn::{Tuple, file::Saved};
use sissa_parallel::in_order;

use crate::{LabError, Observer};
pub use report::{csv, read_table, summary, table};

/// A way of making positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The thesis' search with a network of its experiment, which has learnt from games of people.
    Thesis,
    /// The thesis' search with the network `near`, which has learnt from games that both sides played for
    /// the tuples.
    ThesisNear,
    /// The improved search with the network for the grid.
    Improved,
    /// The direct style.
    Direct,
}

impl Way {
    /// All, in the order of the tables.
    pub const ALL: [Way; 4] = [Way::Thesis, Way::ThesisNear, Way::Improved, Way::Direct];

    /// The word for it.
    ///
    /// ```
    /// use sissa_lab::thesis::Way;
    /// assert_eq!("thesis-near".parse(), Ok(Way::ThesisNear));
    /// ```
    pub fn word(self) -> &'static str {
        match self {
            Way::Thesis => "thesis",
            Way::ThesisNear => "thesis-near",
            Way::Improved => "improved",
            Way::Direct => "direct",
        }
    }
}

impl std::str::FromStr for Way {
    type Err = String;

    fn from_str(word: &str) -> Result<Way, String> {
        let found = Way::ALL.into_iter().find(|way| way.word() == word);
        found.ok_or_else(|| format!("no way `{word}`"))
    }
}

/// Which tuples are made, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Experiment {
    /// Seven tuples, one half-move ahead: tables 6.1 and 6.2.
    First,
    /// Seventeen tuples, two half-moves ahead: tables 6.3 and 6.4.
    Second,
    /// All 486 tuples.
    Grid,
}

/// The figures of one tuple made in one way.
#[derive(Clone, Debug)]
pub struct Row {
    /// The tuple, of White.
    pub tuple: Tuple,
    /// How.
    pub way: Way,
    /// Positions.
    pub made: u64,
    /// Percent that satisfy, and that are different.
    pub satisfied: f64,
    pub unique: f64,
    /// Half-moves of those that satisfy.
    pub mean: Option<f64>,
    pub median: Option<f64>,
    /// 1- to 4-PDR, percent.
    pub pdr: [f64; 4],
    /// Seconds.
    pub seconds: f64,
    /// Positions that a network looked at.
    pub evaluations: u64,
}

/// How a row is made.
#[derive(Clone, Debug)]
pub struct Work {
    /// The way.
    pub way: Way,
    /// The network and the search of the ways with a network.
    pub neural: Option<Neural>,
    /// Positions.
    pub count: u64,
    /// The seed of all randomness.
    pub seed: u64,
    /// Threads; figures do not depend on them, times do.
    pub threads: usize,
}

impl Work {
    /// A way of an experiment with its network: as many positions as the thesis made, seed 0, one thread.
    pub fn new(experiment: Experiment, way: Way, network: Option<&Saved>) -> Work {
        let (search, depth) = match way {
            Way::Improved => (Search::Improved, None),
            _ => (Search::Thesis, Some(experiment.depth())),
        };
        Work {
            way,
            neural: network.map(|saved| Neural::new(saved, Some(search), depth, None)),
            count: experiment.count(),
            seed: 0,
            threads: 1,
        }
    }
}

impl Experiment {
    /// Its name, which is also that of the network of the thesis' search.
    pub fn name(self) -> &'static str {
        match self {
            Experiment::First => "thesis-1",
            Experiment::Second => "thesis-2",
            Experiment::Grid => "all-486",
        }
    }

    /// Its tuples.
    pub fn tuples(self) -> Vec<Tuple> {
        match self {
            Experiment::First => published::FIRST.iter().map(|row| row.tuple).collect(),
            Experiment::Second => published::SECOND.iter().map(|row| row.tuple).collect(),
            Experiment::Grid => Tuple::all().collect(),
        }
    }

    /// Positions of a tuple in the ways with a network.
    pub fn count(self) -> u64 {
        match self {
            Experiment::First => 300,
            Experiment::Second => 125,
            Experiment::Grid => 20,
        }
    }

    /// How far the thesis' search looks ahead.
    pub fn depth(self) -> u32 {
        match self {
            Experiment::First => 1,
            Experiment::Second | Experiment::Grid => 2,
        }
    }

    /// The ways that are compared.
    pub fn ways(self) -> &'static [Way] {
        match self {
            Experiment::First | Experiment::Second => &Way::ALL,
            Experiment::Grid => &[Way::Improved],
        }
    }

    /// The network that comes with the program for a way, by its name. The direct style needs none; for the
    /// whole grid the thesis has none.
    pub fn network(self, way: Way) -> Option<&'static str> {
        match (way, self) {
            (Way::Direct, _) | (Way::Thesis, Experiment::Grid) => None,
            (Way::Thesis, _) => Some(self.name()),
            (Way::ThesisNear, _) => Some("near"),
            (Way::Improved, _) => Some("grid"),
        }
    }

    /// Makes every tuple in every way; `None` once the observer has stopped it.
    pub fn run(
        self,
        works: &[Work],
        observer: &dyn Observer,
    ) -> Result<Option<Vec<Row>>, LabError> {
        let mut rows = Vec::new();
        for work in works {
            for tuple in self.tuples() {
                let Some(row) = work.row(tuple, observer)? else {
                    return Ok(None);
                };
                observer.row(&csv(&row));
                observer.advance();
                rows.push(row);
            }
        }
        Ok(Some(rows))
    }
}

impl Work {
    /// Makes the positions of one tuple; `None` once the observer has stopped it.
    pub fn row(&self, tuple: Tuple, observer: &dyn Observer) -> Result<Option<Row>, LabError> {
        if self.neural.is_none() && self.way != Way::Direct {
            return Err(LabError::NoNetwork(self.way.word()));
        }
        let (task, constraint) = self.task(tuple)?;
        let mut statistics = Statistics::new(&constraint, Unique::Exact);
        let (mut evaluations, mut failed) = (0, 0);
        let stop = || observer.stopped();
        let started = observer.now();
        let make = |index| match task.walk(self.seed, index, &stop) {
            Some(walk) => walk,
            None => task.generate(self.seed, index, &stop).map(|found| Walk {
                position: found.position,
                moves: found.moves,
                satisfied: true,
                evaluations: 0,
            }),
        };
        in_order(0..self.count, self.threads, make, |_, walk| {
            match walk {
                Ok(walk) => {
                    statistics.add(&walk.position, &walk.moves, walk.satisfied);
                    evaluations += walk.evaluations;
                }
                Err(Failure::Stopped { .. }) => return ControlFlow::Break(()),
                Err(_) => failed += 1,
            }
            ControlFlow::Continue(())
        });
        if observer.stopped() {
            return Ok(None);
        }
        let made = statistics.produced() + failed;
        let percent = |part: u64| 100.0 * part as f64 / made.max(1) as f64;
        let pdr = statistics.piece_difference_ratios();
        Ok(Some(Row {
            tuple,
            way: self.way,
            made,
            satisfied: percent(statistics.satisfied()),
            unique: percent(statistics.unique()),
            mean: statistics.mean_plies(),
            median: statistics.median_plies(),
            pdr: [pdr[0], pdr[1], pdr[2], pdr[3]],
            seconds: observer.now() - started,
            evaluations,
        }))
    }

    fn task(&self, tuple: Tuple) -> Result<(Task, Constraint), LabError> {
        let text = format!("white {tuple}");
        let fault = |reason: String| LabError::Constraint {
            constraint: text.clone(),
            reason,
        };
        let constraint: Constraint = text.parse().map_err(|error| fault(format!("{error}")))?;
        let options = match &self.neural {
            None => Options::default(),
            Some(neural) => Options {
                max_plies: Neural::PLIES,
                style: Style::Neural(neural.clone()),
                ..Options::default()
            },
        };
        let task = Task::new(&constraint, options).map_err(|error| fault(error.to_string()))?;
        Ok((task, constraint))
    }
}
