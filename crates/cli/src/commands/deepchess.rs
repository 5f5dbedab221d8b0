//! `sissa net test deepchess` and `sissa net test games`: networks that learnt from how games ended.

use std::{path::Path, sync::Arc};

use sissa_engine::eval::{Network, nnue};
use sissa_lab::{
    LabError, Observer,
    deepchess::{MasterTest, Test},
};
use sissa_nn::{
    deepchess::{Comparator, Drawing},
    tensors,
};

use crate::{
    args::{DeepchessTestArgs, ExplainFormat, MasterTestArgs},
    console::Console,
    output::Output,
    problem::{Exit, Problem, Report, quoted},
    progress::Progress,
};

/// A bar without an end.
struct Bar(Progress);

impl Observer for Bar {
    fn now(&self) -> f64 {
        0.0
    }

    fn advance(&self) {
        self.0.advance();
    }
}

pub fn test(args: &DeepchessTestArgs, console: &Console) -> Result<Exit, Problem> {
    let own;
    let comparator = match &args.network {
        None => Comparator::shipped(),
        Some(path) => {
            own = comparator(path)?;
            &own
        }
    };
    let output = Output::open(args.output.output.as_deref())?;
    let test = Test {
        pairs: args.pairs as usize,
        seed: args.seed,
        drawing: if args.single {
            Drawing::Single
        } else {
            Drawing::Published
        },
        nodes: args.nodes,
        held_out: args.held_out,
    };
    let bar = Bar(Progress::named(console, 0, "steps"));
    let figures = test.run(comparator, &args.games, &bar);
    bar.0.clear();
    let figures = figures.map_err(|error| report(&args.games, &error))?;
    let text = match args.format {
        ExplainFormat::Text => figures.to_string(),
        ExplainFormat::Json => format!("{}\n", figures.json()),
    };
    output.write(text.as_bytes())?;
    output.finish()?;
    Ok(Exit::Yes)
}

pub fn test_master(args: &MasterTestArgs, console: &Console) -> Result<Exit, Problem> {
    let output = Output::open(args.output.output.as_deref())?;
    let test = MasterTest {
        every: args.every as usize,
        held_out: args.held_out,
        network: args.network.as_deref().map(network).transpose()?,
    };
    let bar = Bar(Progress::named(console, 0, "games"));
    let figures = test.run(&args.games, &bar);
    bar.0.clear();
    let figures = figures.map_err(|error| report(&args.games, &error))?;
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

fn report(path: &Path, error: &LabError) -> Report {
    let report = match error {
        LabError::NoPairs => Report::new(format!("{}: {error}", shown(path))),
        error => Report::new(error.to_string()),
    };
    match error.hint() {
        Some(hint) => report.hint(hint),
        None => report,
    }
}

/// A network in the format of the engine's.
fn network(path: &Path) -> Result<Arc<Network>, Report> {
    let bytes = sissa_game::read_file(path, super::LARGEST)
        .map_err(|error| Report::io(shown(path), &error))?;
    let read = nnue::read(&bytes).map(Arc::new);
    read.map_err(|error| Report::new(format!("{}: {error}", shown(path))))
}

fn comparator(path: &Path) -> Result<Comparator, Report> {
    let bytes = sissa_game::read_file(path, super::LARGEST)
        .map_err(|error| Report::io(shown(path), &error))?;
    let read = tensors::read(&bytes).and_then(|tensors| Comparator::from_tensors(&tensors));
    read.map_err(|error| Report::new(format!("{}: {error}", shown(path))))
}
