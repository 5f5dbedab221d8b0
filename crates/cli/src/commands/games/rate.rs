//! `sissa games rate`.

use std::ops::ControlFlow;

use sissa::{Event, Rate, RatedGame};
use sissa_render::text::line;
use tempfile::TempDir;

use super::{predict::imported, threads};
use crate::{
    args::{ListFormat, RateArgs},
    commands::format_by_extension,
    console::Console,
    interrupt::Interrupt,
    output::Output,
    problem::{Exit, Problem},
    progress::Progress,
};

pub fn run(args: &RateArgs, console: &Console) -> Result<Exit, Problem> {
    let path = args.output.output.as_deref();
    let by_name = format_by_extension(
        path,
        &[
            ("txt", ListFormat::Text),
            ("jsonl", ListFormat::Jsonl),
            ("ndjson", ListFormat::Jsonl),
        ],
    );
    let format = match args.format {
        Some(format) => format,
        None => by_name?.unwrap_or(ListFormat::Text),
    };
    let output = Output::open(path)?;
    let interrupt = Interrupt::finishing(&output)?;
    let room = imported(&args.games, threads(args.threads))?;
    let folder = room.as_ref().map_or(args.games.as_path(), TempDir::path);
    let session = crate::commands::session(args.threads).cancelled_by(interrupt.cancel());
    let bar = Progress::named(console, 0, "games");
    let mut fault = None;
    let request = Rate {
        site: args.site,
        ..Rate::new(folder)
    };
    let outcome = request.run_into(&session, |event| {
        let text = match (&event, format) {
            (Event::Progress(progress), _) => {
                bar.to(progress.made);
                return ControlFlow::Continue(());
            }
            (event, ListFormat::Jsonl) => event.lines(),
            (Event::Found(game), ListFormat::Text) => text(game),
            _ => String::new(),
        };
        match output.write(text.as_bytes()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                fault = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    bar.clear();
    let summary = outcome?;
    if let Some(error) = fault {
        return Err(error);
    }
    output.finish()?;
    Ok(summary.map_or(Exit::Yes, |summary| Exit::of(summary.exit)))
}

/// A line for the game and one for each side.
fn text(game: &RatedGame) -> String {
    let info = &game.game;
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    let heading = format!(
        "{} – {}  {}  {}#{}",
        name(&info.white),
        name(&info.black),
        info.result.as_deref().unwrap_or("*"),
        info.source,
        info.number
    );
    let mut text = format!("{}\n", line(&heading));
    for (side, number) in [("White", 0), ("Black", 1)] {
        let (estimate, evidence) = (game.estimates[number], game.evidence[number]);
        let mean = evidence.lost / f64::from(evidence.moves.max(1));
        text += &format!(
            "  {side} about {:.0} ({:.0} to {:.0}, {}): {} moves, {mean:.1} % lost a move, {} blunders\n",
            estimate.rating,
            estimate.low,
            estimate.high,
            game.scale(),
            evidence.moves,
            evidence.blunders
        );
    }
    text
}
