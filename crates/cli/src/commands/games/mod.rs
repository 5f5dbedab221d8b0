//! `sissa games`: PGN to Parquet, and answers from it.

mod find;
mod import;
mod info;
mod landscape;
mod predict;
mod report;
mod similar;

use sissa::Wish;
use sissa_constraint::Refutation;

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
