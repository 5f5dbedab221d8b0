//! `sissa retro`: what a position tells about its past.

use std::fmt::Write as _;

use sissa::{Past, Retro, Summary};
use sissa_game::words::{counted, grouped};

use super::{Stream, format_by_extension, lines_of};
use crate::{
    args::{ListFormat, RetroArgs},
    console::Console,
    input,
    printer::hanging,
    problem::{Exit, Problem, place},
};

pub fn run(args: &RetroArgs, console: &Console) -> Result<Exit, Problem> {
    let extensions = [
        ("txt", ListFormat::Text),
        ("jsonl", ListFormat::Jsonl),
        ("ndjson", ListFormat::Jsonl),
    ];
    let path = args.output.output.as_deref();
    let format = match args.format {
        Some(format) => format,
        None => format_by_extension(path, &extensions)?.unwrap_or(ListFormat::Text),
    };
    let request = Retro {
        seed: args.seed,
        games: args.games,
        ..Retro::default()
    }
    .limits(args.limits.request());
    let entries = input::entries(&args.input)?;
    let mut stream = Stream::open(path, &args.input, format == ListFormat::Jsonl, console)?;
    let session = stream.session(args.limits.threads);
    let terminal = stream.is_terminal();
    let form = |past: &Past| match format {
        ListFormat::Text => text(past, terminal),
        ListFormat::Jsonl => lines_of(past),
    };
    let summary = request.run_into(&session, Box::new(entries), form, |event| {
        stream.take(event)
    })?;
    let words = |summary: &Summary, errors| {
        let mut text = counted(summary.requested, "position");
        for (count, word) in [(summary.produced, "possible"), (errors, "unreadable")] {
            if count > 0 {
                let _ = write!(text, ", {} {word}", grouped(count));
            }
        }
        text
    };
    stream.finish(summary, words)
}

fn text(past: &Past, terminal: bool) -> String {
    let mut text = format!("{}{}\n", place(&past.origin, "  "), past.fen);
    for line in past.lines() {
        let _ = writeln!(text, "  {}", hanging(&line, 4, terminal));
    }
    text
}
