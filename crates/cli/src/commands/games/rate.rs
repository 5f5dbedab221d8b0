//! `sissa games rate`.

use sissa::{Rate, RatedGame};

use super::each::{Each, heading};
use crate::{
    args::RateArgs,
    console::Console,
    printer::counted,
    problem::{Exit, Problem},
};

pub fn run(args: &RateArgs, console: &Console) -> Result<Exit, Problem> {
    let each = Each {
        games: &args.games,
        format: args.format,
        output: &args.output,
        threads: args.threads,
    };
    each.write(
        console,
        |folder, session, sink| {
            let request = Rate {
                site: args.site,
                ..Rate::new(folder)
            };
            request.run_into(session, sink)
        },
        text,
    )
}

/// A line for the game and one for each side.
fn text(game: &RatedGame) -> String {
    let mut text = heading(&game.game) + "\n";
    for (side, number) in [("White", 0), ("Black", 1)] {
        let (estimate, evidence) = (game.estimates[number], game.evidence[number]);
        let mean = evidence.lost / f64::from(evidence.moves.max(1));
        text += &format!(
            "  {side} about {:.0} ({:.0} to {:.0}, {}): {}, {mean:.1} % lost a move, {}\n",
            estimate.rating,
            estimate.low,
            estimate.high,
            game.scale(),
            counted(evidence.moves.into(), "move"),
            counted(evidence.blunders.into(), "blunder"),
        );
    }
    text
}
