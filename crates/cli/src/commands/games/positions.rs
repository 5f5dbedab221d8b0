//! `sissa games similar FEN`: positions that are like a position.

use std::time::Instant;

use sissa_games::{NearestPositions, SimilarPositions};
use sissa_record::{Record, fen};
use sissa_render::text::line;

use super::{
    failed,
    similar::{refused, run_record},
    threads, wish,
};
use crate::{
    args::{SimilarArgs, TableFormat},
    console::{Console, Paint},
    interrupt::Interrupt,
    output::Output,
    printer::{counted, grouped},
    problem::{Exit, Problem, Report},
    progress::Progress,
};

/// The answer for a position, given as FEN.
pub fn run(
    args: &SimilarArgs,
    position: String,
    format: TableFormat,
    console: &Console,
) -> Result<Exit, Problem> {
    if args.measure.distance.is_some() || args.measure.plies.is_some() {
        return Err(
            Report::new("--distance and --plies are about games, and this is a position")
                .hint("leave them out; positions are compared by the facts they share")
                .into(),
        );
    }
    if format == TableFormat::Pgn {
        return Err(Report::new("positions are not written as PGN")
            .hint("-f text, jsonl or csv; `sissa games find -f pgn` writes games")
            .into());
    }
    let asked = wish(&args.constraint)?;
    let mut request = SimilarPositions::new(position)
        .games(&args.games)
        .count(usize::try_from(args.count).unwrap_or(usize::MAX));
    if let Some(asked) = &asked {
        request = request.constraint(asked.constraint.clone());
    }
    let comparison = request.open().map_err(refused)?;
    let output = Output::open(args.output.output.as_deref())?;
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
    let text = match format {
        TableFormat::Csv => nearest.table().csv(),
        TableFormat::Jsonl => {
            let run = Record::Run(run_record(args, asked.map(|asked| asked.text)));
            let found = nearest.positions.iter();
            let found = found.map(|it| Record::SimilarPosition(Box::new(it.record())));
            let records = std::iter::once(run).chain(found);
            records.map(|record| record.to_line() + "\n").collect()
        }
        TableFormat::Text | TableFormat::Pgn => {
            text(&nearest, console.paint_data(output.is_terminal()))
        }
    };
    output.write(text.as_bytes())?;
    output.finish()?;
    console.summary(&format!(
        "{} of {}, {:.1} s",
        counted(nearest.positions.len() as u64, "position"),
        grouped(nearest.looked_at),
        started.elapsed().as_secs_f64(),
    ));
    Ok(if nearest.positions.is_empty() {
        Exit::No
    } else {
        Exit::Yes
    })
}

fn text(nearest: &NearestPositions, paint: Paint) -> String {
    let mut text = String::new();
    for found in &nearest.positions {
        let head = format!(
            "{:>3}  {:>3.0} % alike  {}",
            found.rank,
            100.0 * found.likeness,
            fen(&found.position)
        );
        text += &paint.bold(&head);
        let games = if found.games > 1 {
            format!(" (first of {} games)", grouped(found.games))
        } else {
            String::new()
        };
        let heading = line(&found.header.heading());
        text += &format!("\n     {heading}, half-move {}{games}\n", found.ply);
        for (name, facts) in [
            ("both", &found.shared),
            ("only asked", &found.missing),
            ("only here", &found.added),
        ] {
            if !facts.is_empty() {
                text += &format!("     {name}: {}\n", facts.join("; "));
            }
        }
    }
    text
}
