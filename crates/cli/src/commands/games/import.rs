//! `sissa games import`.

use std::{fmt::Write as _, io, time::Instant};

use sissa_games::{FILTERS, Filter, ImportOptions, Imported, Source, import};

use super::{failed, threads};
use crate::{
    args::ImportArgs,
    console::{Console, Paint},
    interrupt::Interrupt,
    output::Output,
    printer::{counted, grouped},
    problem::{Exit, Problem, Report, quoted},
    progress::Progress,
};

pub fn run(args: &ImportArgs, console: &Console) -> Result<Exit, Problem> {
    let filter = filter(args)?;
    let mut sources = Vec::new();
    for file in &args.files {
        sources.push(match file.as_os_str() == "-" {
            true => Source::from_reader(args.name.clone(), io::stdin()),
            false => Source::from_path(file).map_err(|error| {
                let mut report = failed(error);
                report.hint = None;
                report
            })?,
        });
    }
    let options = ImportOptions {
        filter: filter.clone(),
        threads: threads(args.threads),
        ..ImportOptions::default()
    };
    // Nothing goes to standard output; the handle lets Ctrl-C be told from a second one.
    let interrupt = Interrupt::finishing(&Output::open(None)?)?;
    let total = sources.iter().map(Source::size).sum::<Option<u64>>();
    let bar = Progress::bytes(console, total);
    let started = Instant::now();
    let outcome = import(sources, &args.output, &options, &|progress| {
        let read = progress.tally.read;
        let rate = (read - progress.earlier) as f64 / started.elapsed().as_secs_f64();
        let said = format!("{} games  {}/s", grouped(read), grouped(rate as u64));
        bar.set(progress.bytes, said);
        !interrupt.requested()
    });
    bar.clear();
    let imported = outcome.map_err(failed)?;
    let seconds = started.elapsed().as_secs_f64();
    console.summary(&table(&imported, &filter, seconds, console.paint()));
    if imported.complete && imported.tally.read == 0 {
        let hint = "PGN is expected: plain, or packed with zstd, bzip2 or gzip";
        console.warning("there is no game in the input", Some(hint));
    }
    if let Some(first) = imported.tally.examples.first() {
        let count = counted(imported.tally.broken, "game");
        let message = format!(
            "{count} could not be replayed; the first is game {} of {}: {}",
            grouped(first.game),
            quoted(&first.source),
            first.reason
        );
        console.warning(
            &message,
            Some("`sissa games info DIR` quotes the first ten"),
        );
    }
    for (source, fault) in &imported.damaged {
        let message = format!("{} is damaged: {fault}", quoted(source));
        console.warning(&message, Some("the games before the damage were imported"));
    }
    if !imported.complete {
        console.summary("interrupted; the same command goes on from here");
        return Ok(Exit::Interrupted);
    }
    Ok(match imported.damaged.is_empty() {
        true => Exit::Yes,
        false => Exit::Error,
    })
}

fn filter(args: &ImportArgs) -> Result<Filter, Report> {
    let mut filter = match &args.filter {
        None => Filter::default(),
        Some(name) => {
            let found = FILTERS.iter().find(|filter| filter.name == name);
            let names: Vec<&str> = FILTERS.iter().map(|filter| filter.name).collect();
            found
                .ok_or_else(|| {
                    Report::new(format!("there is no filter {}", quoted(name)))
                        .hint(format!("there are {}", names.join(", ")))
                })?
                .filter()
        }
    };
    filter.min_elo = args.min_elo.or(filter.min_elo);
    filter.min_base = args.min_base.or(filter.min_base);
    filter.min_plies = args.min_plies.or(filter.min_plies);
    filter.decisive |= args.decisive;
    filter.drop_base.extend(&args.drop_base);
    filter.drop_base.sort_unstable();
    filter.drop_base.dedup();
    Ok(filter)
}

/// What was removed, and why: one line a reason.
fn table(imported: &Imported, filter: &Filter, seconds: f64, paint: Paint) -> String {
    let tally = &imported.tally;
    let mut rows = vec![("games read".to_owned(), tally.read)];
    let mut row = |words: String, count: u64, always: bool| {
        if always || count > 0 {
            rows.push((words, count));
        }
    };
    row("other variants".to_owned(), tally.variants, false);
    row("broken".to_owned(), tally.broken, true);
    let removed = tally.removed;
    if let Some(elo) = filter.min_elo {
        row(
            format!("a rating below {elo}, or none"),
            removed.rating,
            true,
        );
    }
    if !filter.drop_base.is_empty() || filter.min_base.is_some() {
        row(
            "time control not wanted".to_owned(),
            removed.time_control,
            true,
        );
    }
    if let Some(plies) = filter.min_plies {
        row(
            format!("fewer than {plies} half-moves"),
            removed.short,
            true,
        );
    }
    if filter.decisive {
        row("drawn or unfinished".to_owned(), removed.undecided, true);
    }
    row("games kept".to_owned(), tally.kept, true);
    let mut text = String::new();
    let width = rows
        .iter()
        .map(|(words, _)| words.chars().count())
        .max()
        .unwrap_or(0);
    let last = rows.len() - 1;
    for (index, (words, count)) in rows.iter().enumerate() {
        let number = format!("{:>12}", grouped(*count));
        let line = format!("{words:<width$}  {number}");
        let whole = index == 0 || index == last;
        let _ = writeln!(text, "{}", if whole { paint.bold(&line) } else { line });
    }
    for example in &tally.examples {
        let game = format!("{} game {}", example.source, grouped(example.game));
        let _ = writeln!(
            text,
            "  {} {}",
            paint.dim(&format!("{game}:")),
            example.reason
        );
    }
    let new = tally.kept - imported.earlier;
    let _ = write!(text, "{} in {seconds:.1} s", counted(new, "game"));
    if imported.earlier > 0 {
        let _ = write!(text, ", {} were there before", grouped(imported.earlier));
    }
    text
}
