//! The command line of Sissa: arguments in, records out.
//!
//! Thin on purpose: chess, the constraint language, search, formats and drawings are other crates.
//! Here is what only a command line knows: flags, files, terminals, signals and exit codes.
//!
//! | module | does |
//! |---|---|
//! | `args` | the one definition of flags behind help, man pages and completions |
//! | `commands` | one file per command |
//! | `input` | arguments, files and standard input as positions and games |
//! | `output` | whole records to standard output or, at once, to a file |
//! | `printer` | a position in each format |
//! | `problem` | what went wrong, for people, with its exit code |
//!
//! Standard output carries data only. Progress, warnings and summaries go to standard error.
//!
//! ```
//! use std::process::ExitCode;
//!
//! let possible = |constraint: &str| {
//!     sissa_cli::run(["sissa", "explain", constraint].map(Into::into)) == ExitCode::SUCCESS
//! };
//! assert!(possible("white Q=0 and black Q=1"));
//! assert!(!possible("white Q=3 P=8"));
//! ```

mod args;
mod commands;
mod console;
mod drawing;
mod input;
mod interrupt;
mod output;
mod printer;
mod problem;
mod progress;
mod stats;
mod table;

use std::{ffi::OsString, panic, process::ExitCode};

use clap::{CommandFactory as _, FromArgMatches as _};

use args::{Cli, Command};
use console::Console;
use problem::{Exit, Problem};

pub(crate) use sissa::TOOL;

/// Runs the program with these arguments, the first being its own name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = args::with_unique_values(arguments.into_iter().collect());
    let parsed = Cli::command()
        .try_get_matches_from(&arguments)
        .and_then(|matches| Cli::from_arg_matches(&matches))
        .and_then(with_something_to_do);
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => return console::usage(&error, args::color_asked_for(&arguments)).into(),
    };
    let console = Console::new(&cli.common);
    panic::set_hook(Box::new(|fault| console::fault(&fault.to_string())));
    let outcome = panic::catch_unwind(panic::AssertUnwindSafe(|| dispatch(&cli, &console)));
    let exit = match outcome {
        Ok(Ok(exit)) => exit,
        Ok(Err(Problem::BrokenPipe)) => Exit::Yes,
        Ok(Err(Problem::Report(report))) => {
            console.report(&report);
            report.exit
        }
        // The hook has spoken.
        Err(_) => Exit::Error,
    };
    exit.into()
}

/// `--licenses` is all that may stand without a command.
fn with_something_to_do(cli: Cli) -> Result<Cli, clap::Error> {
    if cli.command.is_some() || cli.licenses {
        return Ok(cli);
    }
    let missing = clap::error::ErrorKind::MissingSubcommand;
    Err(Cli::command().error(missing, "a command is missing"))
}

fn licences() -> Result<Exit, Problem> {
    let output = output::Output::open(None)?;
    output.write(sissa_server::notices())?;
    output.finish()?;
    Ok(Exit::Yes)
}

fn dispatch(cli: &Cli, console: &Console) -> Result<Exit, Problem> {
    let Some(command) = cli.command.as_ref().filter(|_| !cli.licenses) else {
        return licences();
    };
    match command {
        Command::Generate(args) => commands::generate::run(args, console),
        Command::Check(args) => commands::check::run(args, console),
        Command::Prove(args) => commands::prove::run(args, console),
        Command::Retro(args) => commands::retro::run(args, console),
        Command::Solve(args) => commands::solve::run(args, console),
        Command::Puzzles(args) => commands::puzzles::run(args, console),
        Command::Show(args) => commands::show::run(args, console),
        Command::Explain(args) => commands::explain::run(args, console),
        Command::Presets(args) => commands::presets::run(args, console),
        Command::Dataset(args) => commands::dataset::run(args, console),
        Command::Games(args) => commands::games::run(args, console),
        Command::Review(args) => commands::review::run(args, console),
        Command::Rules(args) => commands::rules::run(args, console),
        Command::Net(args) => commands::net::run(args, console),
        Command::Experiment(args) => commands::experiment::run(args, console),
        Command::Uci(args) => commands::uci::run(args),
        Command::Play(args) => commands::play::run(args, console),
        Command::Analyse(args) => commands::analyse::run(args, console),
        Command::Match(args) => commands::matches::run(args, console),
        Command::Bench(args) => commands::bench::run(args),
        Command::Perft(args) => commands::bench::run_perft(args),
        Command::Schema(args) => commands::schema::run(args),
        Command::Serve(args) => commands::serve::run(args, console),
        Command::Completions(args) => commands::completions::run(args),
        Command::Man(args) => commands::man::run(args),
    }
}
