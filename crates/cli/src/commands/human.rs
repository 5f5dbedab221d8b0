//! `sissa net test human`: how well the move model foretells the moves of any file of games.

use std::path::Path;

use sissa_lab::{
    Observer,
    games::{self, RealGame},
    human::Test,
};
use sissa_nn::{human::Policy, tensors};

use crate::{
    args::{ExplainFormat, HumanTestArgs},
    console::Console,
    output::Output,
    problem::{Exit, Problem, Report, quoted},
    progress::Progress,
};

/// A bar that moves with each game.
struct Bar(Progress);

impl Observer for Bar {
    fn now(&self) -> f64 {
        0.0
    }

    fn advance(&self) {
        self.0.advance();
    }
}

pub fn test(args: &HumanTestArgs, console: &Console) -> Result<Exit, Problem> {
    let own;
    let policy = match &args.network {
        None => Policy::shipped(),
        Some(path) => {
            own = policy(path)?;
            &own
        }
    };
    let games = read(args)?;
    let output = Output::open(args.output.output.as_deref())?;
    let test = Test {
        positions: args.positions,
        engine_positions: args.engine_positions,
    };
    let bar = Bar(Progress::named(console, games.len() as u64, "games"));
    let figures = test.run(policy, &games, &bar);
    bar.0.clear();
    let text = match args.format {
        ExplainFormat::Text => figures.to_string(),
        ExplainFormat::Json => format!("{}\n", figures.json()),
    };
    output.write(text.as_bytes())?;
    output.finish()?;
    Ok(Exit::Yes)
}

fn shown(path: &Path) -> String {
    quoted(&path.to_string_lossy())
}

fn policy(path: &Path) -> Result<Policy, Report> {
    let bytes = sissa_game::read_file(path, super::LARGEST)
        .map_err(|error| Report::io(shown(path), &error))?;
    let policy = tensors::read(&bytes).and_then(|tensors| Policy::from_tensors(&tensors));
    policy.map_err(|error| Report::new(format!("{}: {error}", shown(path))))
}

fn read(args: &HumanTestArgs) -> Result<Vec<RealGame>, Report> {
    let games = games::read(&args.games);
    let mut games = games.map_err(|error| Report::new(error.to_string()))?;
    if let Some(share) = args.held_out {
        games.retain(|game| game.held_out(share));
    }
    if games.is_empty() {
        let message = format!("{}: no game of two rated people", shown(&args.games));
        return Err(Report::new(message));
    }
    Ok(games)
}
