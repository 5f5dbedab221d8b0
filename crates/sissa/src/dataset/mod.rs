//! Datasets of positions: [`Dataset`] makes them, [`CheckDataset`] looks whether one is whole.
//!
//! The constraints of a plan, one after the other, each with its indices from the first on, are one long list. It is cut
//! into pieces, and a piece is the same wherever and however often it is made: that is what workers of a cluster do.
//! Whoever puts the dataset together goes through the pieces in order, drops what was there before, and tops up the
//! constraints that are short with later indices. So the same plan gives the same bytes on one machine or many, whoever
//! was killed on the way. What is there already is known by eight bytes a position.

mod card;
mod check;
mod folder;
mod judge;
mod label;
mod make;
mod plan;
mod row;

use std::{ops::ControlFlow, path::PathBuf};

use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
pub use sissa_dataset::{Format, Manifest, Part, PlanRun, Row, Standing};
use sissa_generate::Unique;
use sissa_record::{Run, Summary};

pub use check::{CheckDataset, DatasetFault, Inspection};
pub use judge::Label;
pub use plan::{LabelName, Plan, Quota};
pub use row::Origin;

use crate::{
    event::{Event, run_of},
    generate::{Generate, Style},
    input::collected,
    problem::{Problem, quoted},
    session::Session,
};
use label::Labeller;

/// A dataset to make, or to take up where an earlier run ended.
///
/// ```no_run
/// use sissa::{Dataset, Event, Plan, Session};
///
/// let plan = Plan::from_toml(r#"
///     total = 1_000_000
///     [[positions]]
///     constraint = ["white Q=0", "black Q=0"]
/// "#)?;
/// let session = Session::new().files(|name| std::fs::read(name));
/// for event in Dataset::new(plan, "queens").run(&session)? {
///     if let Event::Found(part) = event {
///         println!("{}: {} rows", part.file, part.rows);
///     }
/// }
/// # Ok::<_, sissa::Problem>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Dataset {
    /// What it is to hold.
    pub plan: Plan,
    /// The folder.
    pub output: PathBuf,
    /// Add to a dataset that is complete: another plan, another seed, or more of the same.
    pub append: bool,
    /// Make only this piece, for whoever puts the dataset together; they count from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<u64>,
}

impl Dataset {
    /// What a plan asks for, in this folder.
    pub fn new(plan: Plan, output: impl Into<PathBuf>) -> Dataset {
        Dataset {
            plan,
            output: output.into(),
            append: false,
            piece: None,
        }
    }

    /// Adding to what is there.
    #[must_use]
    pub fn append(mut self) -> Dataset {
        self.append = true;
        self
    }

    /// Only this piece.
    #[must_use]
    pub fn piece(mut self, piece: u64) -> Dataset {
        self.piece = Some(piece);
        self
    }

    /// Makes the request ready: everything that can be wrong with the plan is found here, before any file is touched.
    pub fn prepare(&self, session: &Session) -> Result<Making, Problem> {
        if !session.reads_files() {
            return Err(Problem::new("files", "folders are not written here").field("output"));
        }
        if self.output.as_os_str().is_empty() {
            let problem = Problem::new("output", "there is no folder for the dataset");
            return Err(problem.field("output"));
        }
        let plan = self.plan.resolved(session)?;
        let labeller = Labeller::new(&plan.labels, plan.label_nodes, session);
        let mut orders: Vec<Order> = Vec::new();
        let mut names: FxHashMap<String, usize> = FxHashMap::default();
        let mut slow = labeller.is_slow();
        for (number, entry) in plan.entries()?.into_iter().enumerate() {
            let of_entry = |problem: Problem| {
                let constraint = entry.request.constraint.as_deref().unwrap_or_default();
                Problem {
                    message: format!("{}: {}", quoted(constraint), problem.message),
                    ..problem
                }
            };
            let generation = entry.request.prepare(session).map_err(of_entry)?;
            if let Some(refutation) = generation.refutation() {
                let reasons = crate::explain::reasons(refutation);
                let message = format!(
                    "no position can satisfy {}",
                    quoted(&generation.constraint.text)
                );
                return Err(Problem::new("impossible", message)
                    .field("plan")
                    .reasons(&reasons)
                    .hint("relax one of the conditions named; explain shows how the constraint is read"));
            }
            let origin = Origin::of(&entry.request, &generation);
            if names.insert(origin.name.clone(), number).is_some() {
                let message = format!("{} is asked for twice", quoted(&origin.constraint));
                return Err(Problem::new("plan", message)
                    .field("plan")
                    .hint("ask for it once, with the sum of both counts"));
            }
            let patient = matches!(generation.style, Style::Human(_) | Style::Uniform);
            slow |= patient || entry.request.shortest || generation.judges();
            orders.push(Order {
                request: entry.request,
                origin,
                count: entry.count,
            });
        }
        let size = plan.piece(slow);
        let making = Making {
            unique: plan.unique.map_or(Unique::Exact, Unique::from),
            plan,
            orders,
            names,
            folder: self.output.clone(),
            append: self.append,
            piece: self.piece,
            size,
            labeller,
            session: session.clone(),
        };
        if let Some(piece) = self.piece
            && piece >= making.pieces()
        {
            let message = format!("piece is {piece}: there are {}", making.pieces());
            return Err(Problem::new("limit", message).field("piece"));
        }
        Ok(making)
    }

    /// All events but progress: parts are found.
    pub fn run(&self, session: &Session) -> Result<Vec<Event<Part>>, Problem> {
        let making = self.prepare(session)?;
        collected(|sink| making.run_into(sink))
    }
}

/// One constraint of a plan, made ready.
struct Order {
    request: Generate,
    origin: Origin,
    count: u64,
}

/// A stretch of indices of one constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stretch {
    order: usize,
    /// From the first index of this run.
    skip: u64,
    count: u64,
}

/// A request for a dataset, made ready.
pub struct Making {
    plan: Plan,
    orders: Vec<Order>,
    /// Orders by the names of their origins.
    names: FxHashMap<String, usize>,
    folder: PathBuf,
    append: bool,
    piece: Option<u64>,
    /// Indices of a piece.
    size: u64,
    unique: Unique,
    labeller: Labeller,
    session: Session,
}

impl std::fmt::Debug for Making {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Making")
            .field("plan", &self.plan)
            .field("folder", &self.folder)
            .finish_non_exhaustive()
    }
}

impl Making {
    /// How many pieces the plan is cut into.
    pub fn pieces(&self) -> u64 {
        self.total().div_ceil(self.size)
    }

    /// How many positions are asked for.
    pub fn total(&self) -> u64 {
        self.orders
            .iter()
            .fold(0, |sum, order| sum.saturating_add(order.count))
    }

    /// How many constraints there are.
    pub fn constraints(&self) -> usize {
        self.orders.len()
    }

    /// The stretches of a piece.
    fn stretches(&self, piece: u64) -> Vec<Stretch> {
        let (mut from, mut left) = (piece.saturating_mul(self.size), self.size);
        let mut stretches = Vec::new();
        for (number, order) in self.orders.iter().enumerate() {
            if left == 0 {
                break;
            }
            if from >= order.count {
                from -= order.count;
                continue;
            }
            let count = left.min(order.count - from);
            stretches.push(Stretch {
                order: number,
                skip: from,
                count,
            });
            (from, left) = (0, left - count);
        }
        stretches
    }

    /// Makes the dataset, or what is missing of it, on all threads of the session; parts are found as they are
    /// written. `None` where the sink had enough.
    pub fn run_into(
        &self,
        mut sink: impl FnMut(Event<Part>) -> ControlFlow<()>,
    ) -> Result<Option<Summary>, Problem> {
        let run = Run {
            seed: Some(self.plan.seed),
            count: Some(self.total()),
            ..run_of("dataset")
        };
        if sink(Event::Run(run)).is_break() {
            return Ok(None);
        }
        match self.piece {
            Some(piece) => make::piece(self, piece, &mut sink),
            None => make::whole(self, &mut sink),
        }
    }
}

impl From<sissa_dataset::DatasetError> for Problem {
    fn from(error: sissa_dataset::DatasetError) -> Problem {
        match error {
            sissa_dataset::DatasetError::Io { what, error } => Problem::io(what, &error),
            error @ sissa_dataset::DatasetError::Damaged { .. } => {
                Problem::new("dataset", error.to_string())
                    .hint("restore the file, or make the dataset anew in another folder")
            }
        }
    }
}
