//! Sissa as a library: chess positions to order, each with the legal game that reaches it.
//!
//! A request is plain data with builder methods and `serde`: what a command line, an HTTP body or a Python
//! call says becomes the same struct, with the same defaults and the same checks. Running it gives events.
//!
//! ```
//! use sissa::{Event, Generate, Session};
//!
//! let request = Generate::new("white Q=0 and black Q=1").count(1000);
//! let positions = request.run(&Session::new())?;
//! let fens: Vec<String> = positions
//!     .filter_map(|event| match event {
//!         Event::Found(position) => Some(position.fen()),
//!         _ => None,
//!     })
//!     .collect();
//! assert_eq!(fens.len(), 1000);
//! # Ok::<_, sissa::Problem>(())
//! ```
//!
//! | request | finds |
//! |---|---|
//! | [`Generate`] | [`Position`]s that satisfy a constraint, with their games |
//! | [`Check`] | a [`Judgement`] of each position: is it one, does it satisfy the constraint? |
//! | [`Prove`] | a [`Verdict`] on each position: a game, or the reason why there is none |
//! | [`Retro`] | the [`Past`] of each position: last moves, castling, en passant, promotions, captures |
//! | [`Solve`] | the keys, threats and variations of a problem |
//! | [`MakePuzzles`] | puzzles to order, or from games |
//! | [`TagPuzzles`] | the themes and the difficulty of puzzles |
//! | [`SolvePuzzles`] | how many puzzles the engine solves |
//! | [`Explain`] | an [`Explanation`] of a constraint |
//! | [`Import`] | Parquet from PGN files (feature `games`, as the next five) |
//! | [`Find`] | positions of real games that satisfy a constraint |
//! | [`Report`] | how often, when, with which results games satisfy constraints |
//! | [`Similar`] | games that are like a game, positions that are like a position |
//! | [`Predict`] | how likely each end of a game is, at all its positions |
//! | [`Dataset`] | files of positions for several constraints, distinct (feature `datasets`, as the next) |
//! | [`CheckDataset`] | whether a dataset is whole |
//! | [`Label`] | what positions from elsewhere are worth, as rows |
//! | [`Rate`] | how strong the players of a game are, by their moves |
//! | [`Play`] | an opponent's move (feature `engine`, as the next five) |
//! | [`Analyse`] | the best moves of a position, deeper and deeper |
//! | [`Threats`] | the men in danger |
//! | [`Advise`] | which man to move, where to and why; what is threatened, what others would play |
//! | [`Review`] | what happened in games: judgements, reasons, accuracy, what comes again |
//! | [`Match`] | the score of two engines, with its interval |
//!
//! | around them | |
//! |---|---|
//! | [`Session`] | threads, clock, files and the switch that ends work: nothing is taken from the process |
//! | [`Event`] | the run, what was found, what failed, how far it is, the summary |
//! | [`Problem`] | why a request cannot be carried out, naming the field |
//!
//! Everything a front end prints as JSON Lines is [`Event::lines`]; the command line and the server have no
//! records of their own.

mod check;
#[cfg(any(feature = "engine", feature = "games"))]
mod clocks;
#[cfg(feature = "datasets")]
mod dataset;
#[cfg(feature = "engine")]
mod engine;
mod event;
mod explain;
#[cfg(feature = "games")]
mod games;
mod generate;
mod input;
mod judging;
mod lengths;
mod limits;
mod pool;
mod problem;
mod prove;
mod puzzles;
mod retro;
#[cfg(feature = "engine")]
mod review;
mod session;
mod solve;
mod wish;

pub use check::{Check, Judgement, Ruling};
#[cfg(feature = "datasets")]
pub use dataset::{
    CheckDataset, Dataset, DatasetFault, Format as DatasetFormat, Inspection, Label, LabelName,
    Making, Manifest, Origin, Part, Plan, PlanRun, Quota, Row, Standing,
};
#[cfg(feature = "engine")]
pub use engine::{
    Analyse, AnalysisRecord, Danger, LineRecord, Match, Pair, Pairing, Play, PlayAnswer,
    SuiteSolution, SuiteTask, ThreatRecord, Threats,
};
pub use event::{Event, Progress, Records};
pub use explain::{Explain, Explanation, Needs, reasons};
#[cfg(feature = "games")]
pub use games::{
    BandFigure, Comparison, Course, Figure, Figures, Find, GameResult, Hit, Import, Interval,
    Likeness, MenFigure, OutcomeModel, Predict, PredictedGame, PredictedPosition, Rate, RatedGame,
    Report, Results, Search, Similar, Survey, kept_apart,
};
pub use generate::{
    Exclusion, Generate, Generation, HumanOptions, Judgements, MomentName, NeuralOptions, Position,
    SearchName, SiteName, Style, UniqueName, network,
};
pub use input::{Entries, entries};
pub use limits::Limits;
pub use problem::{Place, Problem, quoted};

pub use prove::{Prove, Verdict};
pub use puzzles::{
    Attempt, MakePuzzles, PuzzleEntries, SolvePuzzles, TagPuzzles, Tagged, puzzle_entries,
};
pub use retro::{Past, Retro};
#[cfg(feature = "engine")]
pub use review::{
    AdviceRecord, Advise, GivenJudgement, OtherMove, Review, ReviewReport, Reviewed, ReviewedGame,
    ReviewedMove, SideName, ThreatAdvice, Thresholds, ThresholdsError,
};
pub use session::{Cancel, Ceilings, Session, TOOL, processors};
pub use sissa_generate::Unique;
pub use sissa_record::{Failure, Run, Summary};
pub use solve::{Knight, Solve, Solved};
pub use wish::{Wish, named};

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

/// A name or a list of names, as JSON has them.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

fn one_or_many<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    Ok(match Option::<OneOrMany>::deserialize(deserializer)? {
        None => Vec::new(),
        Some(OneOrMany::One(name)) => vec![name],
        Some(OneOrMany::Many(names)) => names,
    })
}

/// The example of the page everybody reads first.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
