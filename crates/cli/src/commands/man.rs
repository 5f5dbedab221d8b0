//! `sissa man`: the flags, as a manual page.

use std::io::{self, Write as _};

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
    let page = render(&command).map_err(|error| Report::io("cannot write the page", &error))?;
    output.write(&page)?;
    output.finish()?;
    Ok(Exit::Yes)
}

/// The page, with the lines of examples and tables as they are: clap_mangen would fill them.
fn render(command: &clap::Command) -> io::Result<Vec<u8>> {
    let notes = command
        .get_after_long_help()
        .or(command.get_after_help())
        .map(ToString::to_string);
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some(notes) = notes {
        writeln!(page, ".SH NOTES\n.nf")?;
        for line in notes.lines() {
            let line = line.replace('\\', "\\e").replace('-', "\\-");
            // Nothing of the text is a request to the typesetter.
            writeln!(page, "\\&{line}")?;
        }
        writeln!(page, ".fi")?;
    }
    Ok(page)
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
