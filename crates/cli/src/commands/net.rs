//! `sissa net`: what networks are; the rest is the program `sissa-train`.

use std::{env, ffi::OsString, fs, path::PathBuf, process::Command};

use serde_json::json;
use sissa_nn::{
    SHIPPED,
    file::{self, Saved},
    shipped, shipped_bytes,
};

use super::{deepchess, human, outcome};
use crate::{
    args::{
        ColorChoice, DeepchessTestArgs, ExplainFormat, HumanTestArgs, MasterTestArgs, NetArgs,
        NetCommand, NetInfoArgs, PredictTestArgs,
    },
    console::{self, Console},
    output::Output,
    problem::{Exit, Problem, Report, quoted},
};

pub fn run(args: &NetArgs, console: &Console) -> Result<Exit, Problem> {
    match &args.command {
        NetCommand::Test(handed) => test(&handed.arguments, console),
        NetCommand::Info(args) => info(args),
        NetCommand::Dataset(handed) => hand_on("dataset", &handed.arguments),
        NetCommand::Train(handed) => hand_on("run", &handed.arguments),
    }
}

/// What is measured here has a name; everything else is measured by `sissa-train`.
fn test(arguments: &[OsString], console: &Console) -> Result<Exit, Problem> {
    let first = arguments.first().and_then(|word| word.to_str());
    match first {
        Some("human") => parsed(arguments, |args: HumanTestArgs| human::test(&args, console)),
        Some("predict") => parsed(arguments, |args: PredictTestArgs| {
            outcome::test(&args, console)
        }),
        Some("deepchess") => parsed(arguments, |args: DeepchessTestArgs| {
            deepchess::test(&args, console)
        }),
        Some("games") => parsed(arguments, |args: MasterTestArgs| {
            deepchess::test_master(&args, console)
        }),
        _ => hand_on("test", arguments),
    }
}

/// Reads the arguments behind the name of a test, and runs it.
fn parsed<A: clap::Parser>(
    arguments: &[OsString],
    run: impl FnOnce(A) -> Result<Exit, Problem>,
) -> Result<Exit, Problem> {
    let mut name = OsString::from("sissa net test ");
    name.push(&arguments[0]);
    match A::try_parse_from(std::iter::once(&name).chain(&arguments[1..])) {
        Ok(args) => run(args),
        Err(error) => Ok(console::usage(&error, ColorChoice::Auto)),
    }
}

/// A network by its name or its file.
pub fn network(name: &str) -> Result<Saved, Report> {
    if let Some(saved) = shipped(name) {
        return Ok(saved);
    }
    let bytes = sissa_game::read_file(name.as_ref(), super::LARGEST).map_err(|error| {
        let names = SHIPPED.join(", ");
        Report::io(quoted(name), &error).hint(format!("a weight file, or one of {names}"))
    })?;
    file::read(&bytes).map_err(|error| Report::new(format!("{}: {error}", quoted(name))))
}

fn info(args: &NetInfoArgs) -> Result<Exit, Problem> {
    let names: Vec<&str> = match &args.network {
        Some(name) => vec![name],
        None => SHIPPED.to_vec(),
    };
    let output = Output::open(args.output.output.as_deref())?;
    for (index, name) in names.into_iter().enumerate() {
        let saved = network(name)?;
        let size = match shipped_bytes(name) {
            Some(bytes) => bytes.len() as u64,
            None => fs::metadata(name).map_or(0, |data| data.len()),
        };
        let network = &saved.network;
        let text = match args.format {
            ExplainFormat::Json => {
                let notes: serde_json::Map<String, serde_json::Value> = saved
                    .notes
                    .iter()
                    .map(|(key, value)| (key.clone(), value.clone().into()))
                    .collect();
                let about = json!({
                    "network": name,
                    "architecture": network.architecture().to_string(),
                    "parameters": network.parameters().len(),
                    "multiplications": network.multiplications(),
                    "bytes": size,
                    "notes": notes,
                });
                format!("{about}\n")
            }
            ExplainFormat::Text => {
                let gap = if index > 0 { "\n" } else { "" };
                let mut text = format!(
                    "{gap}{name}\n  layers           {}\n  parameters       {}\n  \
                     multiplications  {} a board, the first layer's aside\n  bytes            {size}\n",
                    network.architecture(),
                    network.parameters().len(),
                    network.multiplications(),
                );
                for (key, value) in &saved.notes {
                    text += &format!("  {key:<15}  {value}\n");
                }
                text
            }
        };
        output.write(text.as_bytes())?;
    }
    output.finish()?;
    Ok(Exit::Yes)
}

/// Runs `sissa-train`, which lies beside this program or on the path.
fn hand_on(command: &str, arguments: &[OsString]) -> Result<Exit, Problem> {
    let name = format!("sissa-train{}", env::consts::EXE_SUFFIX);
    let beside = env::current_exe()
        .ok()
        .and_then(|own| Some(own.parent()?.join(&name)))
        .filter(|path| path.exists());
    let program = beside.unwrap_or_else(|| PathBuf::from(&name));
    let status = Command::new(program).arg(command).args(arguments).status();
    let status = status.map_err(|error| {
        Report::io("the program `sissa-train` cannot be run", &error)
            .hint("training is a program of its own: `cargo build --release -p sissa-train`")
    })?;
    Ok(match status.code() {
        Some(0) => Exit::Yes,
        Some(3) => Exit::Undecided,
        Some(130) => Exit::Interrupted,
        _ => Exit::Error,
    })
}
