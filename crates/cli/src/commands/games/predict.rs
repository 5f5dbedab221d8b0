//! `sissa games predict`.

use std::{ops::ControlFlow, path::Path};

use sissa::{Event, OutcomeModel, Predict, PredictedGame};
use sissa_games::{ImportOptions, Source, import};
use sissa_judge::outcome::Formula;
use sissa_render::text::line;
use tempfile::TempDir;

use super::{failed, threads};
use crate::{
    args::{ListFormat, ModelName, PredictArgs, SideClock},
    commands::format_by_extension,
    console::Console,
    interrupt::Interrupt,
    output::Output,
    problem::{Exit, Problem, Report},
    progress::Progress,
};

pub fn run(args: &PredictArgs, console: &Console) -> Result<Exit, Problem> {
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
    let Some(games) = args.games.as_deref().filter(|_| !args.formula) else {
        output.write(Formula::shipped().to_string().as_bytes())?;
        output.finish()?;
        return Ok(Exit::Yes);
    };
    let interrupt = Interrupt::finishing(&output)?;
    let room = imported(games, threads(args.threads))?;
    let folder = room.as_ref().map_or(games, TempDir::path);
    let session = crate::commands::session(args.threads).cancelled_by(interrupt.cancel());
    let bar = Progress::named(console, 0, "games");
    let mut fault = None;
    let outcome = request(args, folder).run_into(&session, |event| {
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

/// A folder with the games of a file; none where they are imported already.
pub(super) fn imported(games: &Path, threads: usize) -> Result<Option<TempDir>, Report> {
    if games.is_dir() || games.extension().is_some_and(|end| end == "parquet") {
        return Ok(None);
    }
    let room =
        TempDir::new().map_err(|error| Report::io("a folder for temporary files", &error))?;
    let options = ImportOptions {
        threads,
        ..ImportOptions::default()
    };
    let source = Source::from_path(games).map_err(failed)?;
    import(vec![source], room.path(), &options, &|_| true).map_err(failed)?;
    Ok(Some(room))
}

/// A line for the game and one for each position.
fn text(game: &PredictedGame) -> String {
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
    for position in &game.positions {
        let [white, draw, black] = position.outcome.shares().map(|share| 100.0 * share);
        text += &format!(
            "{:>4}  {:<6} {:>7}  White {white:>5.1} %  draw {draw:>5.1} %  Black {black:>5.1} %",
            position.ply,
            position.played.as_deref().unwrap_or(""),
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
