//! `sissa review`: what happened in games, and what to do about it.

mod page;
mod resume;
mod text;

use std::ops::ControlFlow;

use sissa::{Event, Review, Reviewed, Summary};
use sissa_game::words::counted;

pub(super) use text::game as game_text;

use super::{Stream, format_by_extension, lines_of};
use crate::{
    args::{ReviewArgs, ReviewFormat},
    console::{Console, Paint},
    input,
    problem::{Exit, Problem},
};

pub fn run(args: &ReviewArgs, console: &Console) -> Result<Exit, Problem> {
    let path = args.output.output.as_deref();
    let format = match args.format {
        Some(format) => format,
        None => format_by_extension(path, ReviewFormat::EXTENSIONS)?.unwrap_or(ReviewFormat::Text),
    };
    let mut request = request(args);
    let done = match path.filter(|_| args.resume) {
        Some(path) => resume::done(path, format)?,
        None => resume::Done::default(),
    };
    request.skip = done.games;
    let games = input::entries(&args.games)?;
    let jsonl = format == ReviewFormat::Jsonl;
    let mut stream = Stream::open(path, &args.games, jsonl, console)?.counting("games");
    let session = stream.session(args.threads);
    let paint = stream.paint();
    let lesson = args.train.is_some();
    let form = |reviewed: &Reviewed| printed(reviewed, format, lesson, paint);
    let mut opening = (format == ReviewFormat::Html).then(page::head);
    let summary = request.run_into(&session, games, form, |event| {
        if matches!(event, Event::Found(_))
            && let Some(head) = opening.take()
            && stream.take(Event::Found(head)).is_break()
        {
            return ControlFlow::Break(());
        }
        let begins = matches!(event, Event::Run(_));
        let told = stream.take(event);
        if begins && told.is_continue() && !done.records.is_empty() {
            return stream.take(Event::Found(done.records.clone()));
        }
        told
    })?;
    if format == ReviewFormat::Html && opening.is_none() {
        stream.write(page::FOOT.as_bytes())?;
    }
    stream.finish(summary, sentence)
}

fn request(args: &ReviewArgs) -> Review {
    Review {
        elo: args.elo,
        nodes: args.nodes,
        thresholds: args.thresholds,
        lines: args.lines,
        side: args.side,
        player: args.player.clone(),
        report: args.report,
        openings: args.openings.clone(),
        train: args.train,
        train_games: args.train_from.clone(),
        ..Review::default()
    }
}

/// What was found, in a format; a lesson has only its puzzles, unless it is for programs.
fn printed(reviewed: &Reviewed, format: ReviewFormat, lesson: bool, paint: Paint) -> String {
    match (reviewed, format) {
        (reviewed, ReviewFormat::Jsonl) => lines_of(reviewed),
        (Reviewed::Puzzle(puzzle), ReviewFormat::Text) => {
            super::puzzles::tagged_text(puzzle, paint)
        }
        (Reviewed::Puzzle(puzzle), ReviewFormat::Pgn) => puzzle.pgn(),
        (Reviewed::Puzzle(puzzle), ReviewFormat::Html) => page::puzzle(puzzle),
        (Reviewed::Report(report), ReviewFormat::Text) => text::report(report, paint),
        (Reviewed::Report(report), ReviewFormat::Html) if !lesson => page::report(report),
        (Reviewed::Game(game), ReviewFormat::Text) if !lesson => text::game(game, paint),
        (Reviewed::Game(game), ReviewFormat::Pgn) if !lesson => game.pgn(),
        (Reviewed::Game(game), ReviewFormat::Html) if !lesson => page::game(game),
        _ => String::new(),
    }
}

fn sentence(summary: &Summary, errors: u64) -> String {
    let games = counted(summary.produced, "game");
    let unreadable = super::puzzles::unreadable(errors);
    format!("{games} reviewed{unreadable}")
}
