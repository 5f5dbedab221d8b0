//! `sissa games`: PGN to Parquet, and answers from it.

mod find;
mod import;
mod info;
mod landscape;
mod positions;
mod predict;
mod rate;
mod report;
mod similar;

use sissa::Wish;
use sissa_constraint::{Constraint, Refutation};

use crate::{
    args::{GamesArgs, GamesCommand},
    console::Console,
    input,
    problem::{Exit, Problem, Report},
};

pub fn run(args: &GamesArgs, console: &Console) -> Result<Exit, Problem> {
    match &args.command {
        GamesCommand::Import(args) => import::run(args, console),
        GamesCommand::Find(args) => find::run(args, console),
        GamesCommand::Info(args) => info::run(args),
        GamesCommand::Report(args) => report::run(args, console),
        GamesCommand::Similar(args) => similar::run(args, console),
        GamesCommand::Outliers(args) => landscape::outliers(args, console),
        GamesCommand::Clusters(args) => landscape::clusters(args, console),
        GamesCommand::Classify(args) => landscape::classify(args, console),
        GamesCommand::Predict(args) => predict::run(args, console),
        GamesCommand::Rate(args) => rate::run(args, console),
    }
}

fn threads(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(sissa::processors)
}

fn failed(error: impl Into<sissa::Problem>) -> Report {
    Report::from(error.into())
}

/// What games are held against, where something is said.
fn wish(words: &[String]) -> Result<Option<Wish>, Problem> {
    let presets: [&str; 0] = [];
    Ok(Wish::read(input::words(words)?.as_deref(), &presets)?)
}

/// Nothing can satisfy the constraint.
fn impossible(refutation: &Refutation) -> Report {
    let problem = sissa::Problem::new("impossible", "no position can satisfy this constraint")
        .reasons(&sissa::reasons(refutation))
        .hint(
            "relax one of the conditions named; `sissa explain` shows how the constraint is read",
        );
    Report {
        exit: Exit::No,
        ..Report::from(problem)
    }
}

/// Says of a rating that is meant to the point that it is: few games have it, and few people mean that.
fn warn_of_exact_rating(constraint: &Constraint, console: &Console) {
    if let Some(rating) = constraint.exact_rating() {
        let message = format!("`elo {rating}` means exactly {rating}");
        let (low, high) = (rating - 50, rating + 50);
        let hint = format!("`elo>={rating}` is that and more, `elo {low}..{high}` about that");
        console.warning(&message, Some(&hint));
    }
}
