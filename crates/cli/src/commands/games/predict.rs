//! `sissa games predict`.

use std::path::Path;

use sissa::{OutcomeModel, Predict, PredictedGame};
use sissa_judge::outcome::Formula;

use super::each::{Each, heading};
use crate::{
    args::{ModelName, PredictArgs, SideClock},
    console::Console,
    output::Output,
    problem::{Exit, Problem},
};

pub fn run(args: &PredictArgs, console: &Console) -> Result<Exit, Problem> {
    let Some(games) = args.games.as_deref().filter(|_| !args.formula) else {
        let output = Output::open(args.output.output.as_deref())?;
        output.write(Formula::shipped().to_string().as_bytes())?;
        output.finish()?;
        return Ok(Exit::Yes);
    };
    let each = Each {
        games,
        format: args.format,
        output: &args.output,
        threads: args.threads,
    };
    each.write(
        console,
        |folder, session, sink| request(args, folder).run_into(session, sink),
        text,
    )
}

fn request(args: &PredictArgs, folder: &Path) -> Predict {
    let mut request = Predict {
        nodes: args.nodes,
        comments: args.comments,
        without_clocks: args.without_clocks,
        more_time: args.more_time,
        model: match args.model {
            ModelName::Formula => OutcomeModel::Formula,
            ModelName::Network => OutcomeModel::Network,
        },
        ..Predict::new(folder)
    };
    for clock in &args.clock {
        match clock {
            SideClock::White(seconds) => request.white_clock = Some(*seconds),
            SideClock::Black(seconds) => request.black_clock = Some(*seconds),
        }
    }
    request
}

/// A line for the game and one for each position.
fn text(game: &PredictedGame) -> String {
    let mut text = heading(&game.game) + "\n";
    for position in &game.positions {
        let [white, draw, black] = position.outcome.shares().map(|share| 100.0 * share);
        text += &format!(
            "{:>4}  {:<13} {:>7}  White {white:>5.1} %  draw {draw:>5.1} %  Black {black:>5.1} %",
            position.ply,
            position.words.as_deref().unwrap_or(""),
            position.moment.worth.to_string(),
        );
        if let Some(more) = position.more_time {
            text += &format!(
                "  with {} s more: White {:+.1} points, Black {:+.1}",
                more.seconds,
                100.0 * more.white,
                100.0 * more.black
            );
        }
        text.push('\n');
    }
    text
}
