//! `sissa games similar`.

use std::time::Instant;

use sissa_games::{Distance, Nearest, Similar, SimilarError, SimilarGame};
use sissa_record::{Record, Run, SCHEMA, read_one};
use sissa_render::text::line;

use super::{failed, impossible, positions, threads, wish};
use crate::{
    TOOL,
    args::{SimilarArgs, TableFormat},
    commands::format_by_extension,
    console::{Console, Paint},
    input,
    interrupt::Interrupt,
    output::Output,
    printer::{counted, grouped},
    problem::{Exit, Problem, Report},
    progress::Progress,
};

pub fn run(args: &SimilarArgs, console: &Console) -> Result<Exit, Problem> {
    let path = args.output.output.as_deref();
    let by_name = format_by_extension(path, TableFormat::EXTENSIONS);
    let format = match args.format {
        Some(format) => format,
        None => by_name?.unwrap_or(TableFormat::Text),
    };
    let asked = game_text(args)?;
    let position = read_one(&asked).ok().filter(|input| input.game.is_none());
    if let Some(input) = position {
        return positions::run(args, input.position.fen(), format, console);
    }
    let (request, constraint) = request(args, asked)?;
    let comparison = request.open().map_err(refused)?;
    let output = Output::open(path)?;
    let interrupt = Interrupt::finishing(&output)?;
    let started = Instant::now();
    let bar = Progress::named(console, comparison.folder().rows(), "games");
    let outcome = comparison.run(threads(args.threads), &|games| {
        bar.to(games);
        !interrupt.requested()
    });
    bar.clear();
    let Some(nearest) = outcome.map_err(failed)? else {
        return Ok(Exit::Interrupted);
    };
    let took = started.elapsed().as_secs_f64();
    if args.plain {
        let started = Instant::now();
        let outcome = comparison.run_plainly(threads(args.threads), &|_| !interrupt.requested());
        let Some(plain) = outcome.map_err(failed)? else {
            return Ok(Exit::Interrupted);
        };
        if plain.table().rows != nearest.table().rows {
            return Err(
                Report::new("the plain way finds other games: this is a fault of Sissa").into(),
            );
        }
        let longer = started.elapsed().as_secs_f64();
        console.summary(&format!(
            "the same games without bounds, {} replayed, {longer:.1} s, {:.1} times as long",
            grouped(plain.effort.replayed),
            longer / took.max(1e-3),
        ));
    }
    let text = match format {
        TableFormat::Text => text(&nearest, console.paint_data(output.is_terminal())),
        TableFormat::Pgn => nearest.games.iter().map(SimilarGame::pgn).collect(),
        TableFormat::Csv => nearest.table().csv(),
        TableFormat::Jsonl => records(&nearest, run_record(args, constraint)),
    };
    output.write(text.as_bytes())?;
    output.finish()?;
    console.summary(&format!(
        "{} of {}, {} replayed, {:.1} s",
        counted(nearest.games.len() as u64, "game"),
        grouped(nearest.effort.games),
        grouped(nearest.effort.replayed),
        took,
    ));
    Ok(if nearest.games.is_empty() {
        Exit::No
    } else {
        Exit::Yes
    })
}

/// The game's name, or what is in the file or the argument.
fn game_text(args: &SimilarArgs) -> Result<String, Problem> {
    let named = args.game.rsplit_once('#');
    let is_named = named.is_some_and(|(_, number)| number.parse::<u64>().is_ok());
    Ok(if is_named {
        args.game.clone()
    } else {
        input::text_of(&args.game)?
    })
}

/// The request, and the constraint as it was written.
fn request(args: &SimilarArgs, game: String) -> Result<(Similar, Option<String>), Problem> {
    let mut request = Similar::new(game)
        .games(&args.games)
        .count(usize::try_from(args.count).unwrap_or(usize::MAX))
        .distance(args.measure.distance.map_or(Distance::Moves, Into::into))
        .plies(args.measure.plies.unwrap_or_default());
    let asked = wish(&args.constraint)?;
    if let Some(asked) = &asked {
        request = request.constraint(asked.constraint.clone());
    }
    Ok((request, asked.map(|asked| asked.text)))
}

pub(super) fn refused(error: SimilarError) -> Report {
    match error {
        SimilarError::Impossible(refutation) => impossible(&refutation),
        error => failed(error),
    }
}

fn text(nearest: &Nearest, paint: Paint) -> String {
    let mut text = String::new();
    for found in &nearest.games {
        let distance = format!("{:>4}  {:>9.2}", found.rank, found.distance);
        text += &format!(
            "{}  {}\n",
            paint.bold(&distance),
            line(&found.header.heading())
        );
    }
    text
}

pub(super) fn run_record(args: &SimilarArgs, constraint: Option<String>) -> Run {
    Run {
        schema: SCHEMA,
        tool: TOOL.to_owned(),
        command: "games similar".to_owned(),
        constraint,
        style: None,
        seed: None,
        count: Some(args.count),
        skip: None,
    }
}

fn records(nearest: &Nearest, run: Run) -> String {
    let mut text = Record::Run(run).to_line() + "\n";
    for found in &nearest.games {
        text += &(Record::Similar(found.record()).to_line() + "\n");
    }
    text
}
