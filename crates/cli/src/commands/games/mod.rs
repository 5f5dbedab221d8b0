//! `sissa games`: PGN to Parquet, and answers from it.

mod find;
mod import;
mod info;
mod report;

use crate::{
    args::{GamesArgs, GamesCommand},
    console::Console,
    problem::{Exit, Problem},
};

pub fn run(args: &GamesArgs, console: &Console) -> Result<Exit, Problem> {
    match &args.command {
        GamesCommand::Import(args) => import::run(args, console),
        GamesCommand::Find(args) => find::run(args, console),
        GamesCommand::Info(args) => info::run(args),
        GamesCommand::Report(args) => report::run(args, console),
    }
}
