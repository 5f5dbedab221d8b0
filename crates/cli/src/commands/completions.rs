//! `sissa completions`: the flags, for a shell.

use clap::CommandFactory as _;

use crate::{
    args::{Cli, CompletionsArgs},
    output::Output,
    problem::{Exit, Problem},
};

pub fn run(args: &CompletionsArgs) -> Result<Exit, Problem> {
    let output = Output::open(args.output.output.as_deref())?;
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "sissa", &mut script);
    output.write(&script)?;
    output.finish()?;
    Ok(Exit::Yes)
}
