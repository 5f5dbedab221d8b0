//! The thesis' experiments again, and ours on the whole grid.
//!
//! An [`Experiment`] has tuples, a number of positions and ways of making them; [`Experiment::row`] makes
//! one tuple in one way, [`Experiment::page`] sets the figures beside the thesis' as Markdown and
//! [`table`] writes them as CSV. A game that does not come to its end counts as the position where it
//! stopped; nothing is tried twice.

pub mod realism;
mod report;
mod thesis;

use std::ops::ControlFlow;

use sissa_constraint::Constraint;
use sissa_nn::Tuple;
use sissa_parallel::in_order;

use crate::{Failure, Neural, Options, Statistics, Task, Unique, Walk};
pub use report::{csv, summary, table};

/// The thesis' limit of a game, in half-moves.
pub const LIMIT: u32 = 101;

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
    pub fn word(self) -> &'static str {
        match self {
            Way::Thesis => "thesis",
            Way::ThesisNear => "thesis-near",
            Way::Improved => "improved",
            Way::Direct => "direct",
        }
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
            Experiment::First => thesis::FIRST.iter().map(|row| row.tuple).collect(),
            Experiment::Second => thesis::SECOND.iter().map(|row| row.tuple).collect(),
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
}

/// Makes the positions of one tuple; `None` once `stop` says so. `now` tells the time in seconds.
///
/// ```
/// use sissa_generate::experiment::{Way, Work, row};
///
/// let work = Work { way: Way::Direct, neural: None, count: 20, seed: 0, threads: 1 };
/// let row = row(&work, sissa_nn::Tuple([0, 2, 2, 2, 8]), &|| 0.0, &|| false)?;
/// assert_eq!(row.map(|row| row.satisfied), Some(100.0));
/// # Ok::<(), String>(())
/// ```
pub fn row(
    work: &Work,
    tuple: Tuple,
    now: &dyn Fn() -> f64,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Row>, String> {
    let text = format!("white {tuple}");
    let constraint: Constraint = text.parse().map_err(|error| format!("{text}: {error}"))?;
    let options = match &work.neural {
        None => Options::default(),
        neural => Options {
            max_plies: LIMIT,
            neural: neural.clone(),
            ..Options::default()
        },
    };
    let task = Task::new(&constraint, options).map_err(|error| error.to_string())?;
    let mut statistics = Statistics::new(&constraint, Unique::Exact);
    let (mut evaluations, mut failed) = (0, 0);
    let started = now();
    let make = |index| match task.walk(work.seed, index, &|| stop()) {
        Some(walk) => walk,
        None => {
            let found = task.generate(work.seed, index, &|| stop());
            found.map(|found| Walk {
                position: found.position,
                moves: found.moves,
                satisfied: true,
                evaluations: 0,
            })
        }
    };
    in_order(0..work.count, work.threads, make, |_, walk| {
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
    if stop() {
        return Ok(None);
    }
    let made = statistics.produced() + failed;
    let percent = |part: u64| 100.0 * part as f64 / made.max(1) as f64;
    let pdr = statistics.piece_difference_ratios();
    Ok(Some(Row {
        tuple,
        way: work.way,
        made,
        satisfied: percent(statistics.satisfied()),
        unique: percent(statistics.unique()),
        mean: statistics.mean_plies(),
        median: statistics.median_plies(),
        pdr: [pdr[0], pdr[1], pdr[2], pdr[3]],
        seconds: now() - started,
        evaluations,
    }))
}
