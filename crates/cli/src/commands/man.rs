//! `sissa man`: the flags, as a manual page.

use clap::CommandFactory as _;
use clap_mangen::Man;

use crate::{
    args::{Cli, ManArgs},
    output::Output,
    problem::{Exit, Problem, Report, quoted},
};

pub fn run(args: &ManArgs) -> Result<Exit, Problem> {
    let mut program = Cli::command();
    // Subcommands learn their full names and the flags that all commands share.
    program.build();
    let command = match &args.command {
        None => program,
        Some(name) => find(&program, name)?,
    };
    let output = Output::open(args.output.output.as_deref())?;
    let mut page = Vec::new();
    Man::new(command)
        .render(&mut page)
        .map_err(|error| Report::io("cannot write the page", &error))?;
    output.write(&page)?;
    output.finish()?;
    Ok(Exit::Yes)
}

fn find(program: &clap::Command, name: &str) -> Result<clap::Command, Report> {
    let found = program.find_subcommand(name).cloned();
    let found = found.ok_or_else(|| {
        let known: Vec<&str> = program
            .get_subcommands()
            .map(clap::Command::get_name)
            .collect();
        Report::new(format!("there is no command {}", quoted(name)))
            .hint(format!("the commands are {}", known.join(", ")))
    })?;
    // Its page is called as git's are: sissa-generate.
    let title = format!("sissa-{}", found.get_name());
    Ok(found.display_name(title))
}
