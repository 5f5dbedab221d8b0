//! `sissa puzzles`: puzzles made, what happens in them, how difficult they are, how many the engine solves.

mod make;

use sissa::{Attempt, Event, SolvePuzzles, Summary, TagPuzzles, Tagged};
use sissa_game::words::{counted, grouped};

use super::{Stream, format_by_extension, lines_of};
use crate::{
    args::{
        PuzzlesArgs, PuzzlesCommand, SolvePuzzlesArgs, SolvePuzzlesFormat, TagPuzzlesArgs,
        TagPuzzlesFormat,
    },
    console::{Console, Paint},
    input,
    problem::{Exit, Problem, place},
};

pub fn run(args: &PuzzlesArgs, console: &Console) -> Result<Exit, Problem> {
    match &args.command {
        PuzzlesCommand::Make(args) => make::run(args, console),
        PuzzlesCommand::Tag(args) => tag(args, console),
        PuzzlesCommand::Solve(args) => solve(args, console),
    }
}

fn tag(args: &TagPuzzlesArgs, console: &Console) -> Result<Exit, Problem> {
    let extensions = [
        ("txt", TagPuzzlesFormat::Text),
        ("csv", TagPuzzlesFormat::Csv),
        ("jsonl", TagPuzzlesFormat::Jsonl),
        ("ndjson", TagPuzzlesFormat::Jsonl),
    ];
    let path = args.output.output.as_deref();
    let format = match args.format {
        Some(format) => format,
        None => format_by_extension(path, &extensions)?.unwrap_or(TagPuzzlesFormat::Text),
    };
    let csv = format == TagPuzzlesFormat::Csv;
    let request = TagPuzzles {
        nodes: args.nodes,
        led: csv,
        ..TagPuzzles::default()
    };
    let puzzles = input::puzzles(&args.input)?;
    let jsonl = format == TagPuzzlesFormat::Jsonl;
    let mut stream = Stream::open(path, &args.input, jsonl, console)?;
    let session = stream.session(args.threads);
    let paint = stream.paint();
    let form = |tagged: &Tagged| match format {
        TagPuzzlesFormat::Text => tagged_text(tagged, paint),
        TagPuzzlesFormat::Csv => tagged.csv().unwrap_or_default(),
        TagPuzzlesFormat::Jsonl => lines_of(tagged),
    };
    let (mut header, mut proven) = (csv, 0);
    let counting = |tagged: &Tagged| (tagged.record.certified, form(tagged));
    let summary = request.run_into(&session, puzzles, counting, |event| {
        if std::mem::take(&mut header) && stream.take(Event::Found(Tagged::csv_header())).is_break()
        {
            return std::ops::ControlFlow::Break(());
        }
        stream.take(event.map(|(certified, text)| {
            proven += u64::from(certified);
            text
        }))
    })?;
    stream.finish(summary, |summary, errors| {
        let tagged = counted(summary.produced, "puzzle");
        let proven = grouped(proven);
        format!("{tagged} tagged, {proven} certified{}", unreadable(errors))
    })
}

pub(super) fn unreadable(errors: u64) -> String {
    match errors {
        0 => String::new(),
        errors => format!(", {} unreadable", grouped(errors)),
    }
}

/// The name of a puzzle, else its place.
fn name(id: Option<&str>, origin: &str) -> String {
    id.map_or_else(|| place(origin, "  "), |id| format!("{id}  "))
}

pub(super) fn tagged_text(tagged: &Tagged, paint: Paint) -> String {
    let record = &tagged.record;
    let given = record
        .given_rating
        .map_or_else(String::new, |rating| format!(" (given {rating})"));
    let certified = if record.certified {
        paint.good(", certified")
    } else {
        String::new()
    };
    format!(
        "{}{}  rating {} ± {}{given}{certified}\n  {}\n  {}\n",
        name(record.id.as_deref(), &tagged.puzzle.origin),
        record.fen,
        record.rating,
        record.rating_error,
        paint.bold(&tagged.movetext()),
        record.themes.join(" "),
    )
}

fn solve(args: &SolvePuzzlesArgs, console: &Console) -> Result<Exit, Problem> {
    let extensions = [
        ("txt", SolvePuzzlesFormat::Text),
        ("jsonl", SolvePuzzlesFormat::Jsonl),
        ("ndjson", SolvePuzzlesFormat::Jsonl),
    ];
    let path = args.output.output.as_deref();
    let format = match args.format {
        Some(format) => format,
        None => format_by_extension(path, &extensions)?.unwrap_or(SolvePuzzlesFormat::Text),
    };
    let request = SolvePuzzles {
        nodes: Some(args.nodes),
        ..SolvePuzzles::default()
    };
    let puzzles = input::puzzles(&args.input)?;
    let jsonl = format == SolvePuzzlesFormat::Jsonl;
    let mut stream = Stream::open(path, &args.input, jsonl, console)?;
    let session = stream.session(args.threads);
    let paint = stream.paint();
    let form = |attempt: &Attempt| match format {
        SolvePuzzlesFormat::Text => attempt_text(attempt, paint),
        SolvePuzzlesFormat::Jsonl => lines_of(attempt),
    };
    let mut known = 0;
    let counting = |attempt: &Attempt| (attempt.record.first.is_some(), form(attempt));
    let summary = request.run_into(&session, puzzles, counting, |event| {
        stream.take(event.map(|(compared, text)| {
            known += u64::from(compared);
            text
        }))
    })?;
    stream.finish(summary, |summary, errors| shares(summary, known, errors))
}

fn shares(summary: &Summary, known: u64, errors: u64) -> String {
    let puzzles = counted(summary.produced, "puzzle");
    let share = |right: Option<u64>| {
        let right = right.unwrap_or_default();
        format!(
            "{:.2} % ({})",
            100.0 * right as f64 / known.max(1) as f64,
            grouped(right)
        )
    };
    let told = if known == 0 {
        String::new()
    } else {
        format!(
            ": first move right {}, whole solution {}",
            share(summary.first),
            share(summary.whole)
        )
    };
    format!("{puzzles}{told}{}", unreadable(errors))
}

fn attempt_text(attempt: &Attempt, paint: Paint) -> String {
    let record = &attempt.record;
    let name = name(record.id.as_deref(), &attempt.puzzle.origin);
    let found = attempt.movetext();
    match (record.first, record.whole) {
        (None, _) => format!("{}{name}{found}\n", paint.bold("found  ")),
        (_, Some(true)) => format!("{}{name}{found}\n", paint.good("right  ")),
        (Some(true), _) => format!(
            "{}{name}{found}; the solution is {}\n",
            paint.warn("first  "),
            attempt.solution()
        ),
        _ => format!(
            "{}{name}{found}; the solution is {}\n",
            paint.bad("wrong  "),
            attempt.solution()
        ),
    }
}
