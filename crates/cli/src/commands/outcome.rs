//! `sissa net test predict`: how well ends of games are foretold, on any file of games.

use sissa_lab::{Observer, outcome::Test};

use crate::{
    args::{ExplainFormat, PredictTestArgs},
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

pub fn test(args: &PredictTestArgs, console: &Console) -> Result<Exit, Problem> {
    let output = Output::open(args.output.output.as_deref())?;
    let test = Test {
        every: args.every,
        nodes: args.nodes,
        kept_apart: args.kept_apart,
        threads: args.threads.unwrap_or_else(sissa::processors),
    };
    let bar = Bar(Progress::named(console, 0, "games"));
    let figures = test.run(&args.games, &bar);
    bar.0.clear();
    let figures = figures.map_err(|error| Report::new(error.to_string()))?;
    if figures.rows.is_empty() {
        let name = quoted(&args.games.to_string_lossy());
        return Err(Report::new(format!("{name}: no finished game of two rated people")).into());
    }
    let text = match args.format {
        ExplainFormat::Text => figures.to_string(),
        ExplainFormat::Json => format!("{}\n", figures.json()),
    };
    output.write(text.as_bytes())?;
    output.finish()?;
    Ok(Exit::Yes)
}
