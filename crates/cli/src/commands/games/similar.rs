//! `sissa games similar`.

use std::time::Instant;

use sissa::{Comparison, Event, Likeness, Similar};
use sissa_games::{Nearest, NearestPositions, SimilarGame};
use sissa_record::fen;
use sissa_render::text::line;

use super::{failed, threads};
use crate::{
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
    let request = request(args)?;
    let comparison = request.prepare(&crate::commands::session(args.threads))?;
    if matches!(comparison, Comparison::Positions(_)) {
        must_suit_positions(args, format)?;
    }
    let output = Output::open(path)?;
    let interrupt = Interrupt::finishing(&output)?;
    let session = crate::commands::session(args.threads).cancelled_by(interrupt.cancel());
    let started = Instant::now();
    let bar = Progress::named(console, comparison.folder().rows(), "games");
    let outcome = comparison.run(&session, |games| bar.to(games));
    bar.clear();
    let Some(found) = outcome? else {
        return Ok(Exit::Interrupted);
    };
    let took = started.elapsed().as_secs_f64();
    if let (true, Comparison::Games(comparison), Likeness::Games(nearest)) =
        (args.plain, &comparison, &found)
    {
        let stopped = || interrupt.requested();
        let Some(words) = plainly(comparison, nearest, threads(args.threads), took, &stopped)?
        else {
            return Ok(Exit::Interrupted);
        };
        // Asked for by name, so also where nobody watches.
        console.say(&format!("{words}\n"));
    }
    let paint = console.paint_data(output.is_terminal());
    let told: Event<Likeness> = request.told();
    let (text, summary) = match &found {
        Likeness::Games(nearest) => (
            match format {
                TableFormat::Text => game_lines(nearest, paint),
                TableFormat::Pgn => nearest.games.iter().map(SimilarGame::pgn).collect(),
                TableFormat::Csv => nearest.table().csv(),
                TableFormat::Jsonl => told.lines() + &Event::Found(found.clone()).lines(),
            },
            format!(
                "{} of {}, {} replayed, {took:.1} s",
                counted(nearest.games.len() as u64, "game"),
                grouped(nearest.effort.games),
                grouped(nearest.effort.replayed),
            ),
        ),
        Likeness::Positions(nearest) => (
            match format {
                TableFormat::Text | TableFormat::Pgn => position_lines(nearest, paint),
                TableFormat::Csv => nearest.table().csv(),
                TableFormat::Jsonl => told.lines() + &Event::Found(found.clone()).lines(),
            },
            format!(
                "{} of {}, {took:.1} s",
                counted(nearest.positions.len() as u64, "position"),
                grouped(nearest.looked_at),
            ),
        ),
    };
    output.write(text.as_bytes())?;
    output.finish()?;
    console.summary(&summary);
    Ok(if found.is_empty() {
        Exit::No
    } else {
        Exit::Yes
    })
}

fn request(args: &SimilarArgs) -> Result<Similar, Problem> {
    let named = args.game.rsplit_once('#');
    let is_named = named.is_some_and(|(_, number)| number.parse::<u64>().is_ok());
    Ok(Similar {
        game: if is_named {
            args.game.clone()
        } else {
            input::text_of(&args.game)?
        },
        constraint: input::words(&args.constraint)?,
        count: args.count,
        games: args.games.clone(),
        distance: args.measure.distance.map(Into::into),
        plies: args.measure.plies,
    })
}

/// What is asked of positions can be answered for them.
fn must_suit_positions(args: &SimilarArgs, format: TableFormat) -> Result<(), Report> {
    if args.plain {
        return Err(
            Report::new("--plain is about games, and this is a position")
                .hint("leave it out: all positions are compared"),
        );
    }
    if format == TableFormat::Pgn {
        return Err(Report::new("positions are not written as PGN")
            .hint("-f text, jsonl or csv; `sissa games find -f pgn` writes games"));
    }
    Ok(())
}

/// The same the plain way: that the answer is the same, and how many times as long it takes. None where somebody ended it.
fn plainly(
    comparison: &sissa_games::Comparison,
    nearest: &Nearest,
    threads: usize,
    took: f64,
    stopped: &dyn Fn() -> bool,
) -> Result<Option<String>, Report> {
    let started = Instant::now();
    let plain = comparison.run_plainly(threads, &|_| !stopped());
    let Some(plain) = plain.map_err(failed)? else {
        return Ok(None);
    };
    if plain.table().rows != nearest.table().rows {
        return Err(Report::new(
            "the plain way finds other games: this is a fault of Sissa",
        ));
    }
    let longer = started.elapsed().as_secs_f64();
    Ok(Some(format!(
        "the same games without bounds, {} replayed, {longer:.1} s, {:.1} times as long",
        grouped(plain.effort.replayed),
        longer / took.max(1e-3),
    )))
}

fn game_lines(nearest: &Nearest, paint: Paint) -> String {
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

fn position_lines(nearest: &NearestPositions, paint: Paint) -> String {
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
