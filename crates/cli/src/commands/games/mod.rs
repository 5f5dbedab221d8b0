//! `sissa games`: PGN to Parquet, and answers from it.

mod each;
mod find;
mod import;
mod info;
mod landscape;
mod predict;
mod rate;
mod report;
mod similar;

use sissa::Wish;
use sissa_constraint::Constraint;

use crate::{
    args::{GamesArgs, GamesCommand, ListFormat, OutputArgs},
    commands::format_by_extension,
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

/// The format of a list: what was asked for, else what the name of the output says.
fn list_format(format: Option<ListFormat>, output: &OutputArgs) -> Result<ListFormat, Report> {
    let extensions = [
        ("txt", ListFormat::Text),
        ("jsonl", ListFormat::Jsonl),
        ("ndjson", ListFormat::Jsonl),
    ];
    match format {
        Some(format) => Ok(format),
        None => {
            Ok(format_by_extension(output.output.as_deref(), &extensions)?
                .unwrap_or(ListFormat::Text))
        }
    }
}

fn failed(error: impl Into<sissa::Problem>) -> Report {
    Report::from(error.into())
}

/// What games are held against, where something is said.
fn wish(words: &[String]) -> Result<Option<Wish>, Problem> {
    let presets: [&str; 0] = [];
    Ok(Wish::read(input::words(words)?.as_deref(), &presets)?)
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
