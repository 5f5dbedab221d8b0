//! `sissa games`: PGN to Parquet, and answers from it.

mod find;
mod import;
mod info;
mod landscape;
mod report;
mod similar;

use std::{io, thread};

use sissa_games::{FILTERS, FindError, GamesError, QueryError};

use crate::{
    args::{GamesArgs, GamesCommand},
    console::Console,
    problem::{Exit, Problem, Report, quoted},
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
    }
}

fn threads(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(|| thread::available_parallelism().map_or(1, std::num::NonZero::get))
}

fn failed(error: GamesError) -> Report {
    match error {
        GamesError::Io { what, error } => {
            let missing = error.kind() == io::ErrorKind::NotFound;
            let report = Report::io(what, &error);
            if missing {
                report.hint("`sissa games import FILE -o DIR` makes such a folder")
            } else {
                report
            }
        }
        GamesError::NoFilter(name) => {
            let names: Vec<&str> = FILTERS.iter().map(|filter| filter.name).collect();
            Report::new(format!("there is no filter {}", quoted(&name)))
                .hint(format!("there are {}", names.join(", ")))
        }
        error @ GamesError::Empty(_) => {
            Report::new(error.to_string()).hint("`sissa games import FILE -o DIR` fills a folder")
        }
        error @ GamesError::NoGames { .. } => Report::new(error.to_string())
            .hint("PGN is expected: plain, or packed with zstd, bzip2 or gzip"),
        error @ GamesError::Changed { .. } => Report::new(error.to_string())
            .hint("import it into another folder, or remove its files from this one"),
        error => Report::new(error.to_string()),
    }
}

fn refused(error: FindError) -> Report {
    match error {
        FindError::Impossible(refutation) => Report::impossible(&refutation),
        FindError::Query(error) => unknown(&error),
        error @ FindError::Exclude(_) => Report::new(error.to_string()),
        FindError::Games(error) => failed(error),
    }
}

fn unknown(error: &QueryError) -> Report {
    let hint = match error {
        QueryError::Unknown(_) => "leave that out; it takes an engine to tell",
        QueryError::Nested(_) => "put it beside the rest of the constraint, joined by `and`",
    };
    Report::new(error.to_string()).hint(hint)
}
