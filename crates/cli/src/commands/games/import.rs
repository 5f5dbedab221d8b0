//! `sissa games import`.

use std::{fmt::Write as _, io, path::PathBuf, time::Instant};

use sissa_games::{Filter, Import, Imported, Source};
use sissa_render::text::line;

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
    let request = request(args);
    let filter = request.whole_filter().map_err(failed)?;
    let sources = sources(args)?;
    // Nothing goes to standard output; the handle lets Ctrl-C be told from a second one.
    let interrupt = Interrupt::finishing(&Output::open(None)?)?;
    let total = sources.iter().map(Source::size).sum::<Option<u64>>();
    let bar = Progress::bytes(console, total);
    let started = Instant::now();
    let outcome = request.run_on(sources, threads(args.threads), &|progress| {
        let rate = progress.read() as f64 / started.elapsed().as_secs_f64();
        let read = grouped(progress.tally.read);
        let said = format!("{read} games  {}/s", grouped(rate as u64));
        bar.set(progress.bytes, said);
        !interrupt.requested()
    });
    bar.clear();
    let imported = outcome.map_err(failed)?;
    let seconds = started.elapsed().as_secs_f64();
    console.summary(&table(&imported, &filter, seconds, console.paint()));
    if let Some(first) = imported.tally.examples.first() {
        let count = counted(imported.tally.broken, "game");
        let message = format!(
            "{count} could not be replayed; the first is game {} of {}: {}",
            grouped(first.game),
            quoted(&first.source),
            line(&first.reason)
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
    Ok(if imported.damaged.is_empty() {
        Exit::Yes
    } else {
        Exit::Error
    })
}

fn request(args: &ImportArgs) -> Import {
    let mut request = Import::new(&args.files).output(&args.output);
    request.preset.clone_from(&args.filter);
    request.filter(Filter {
        min_elo: args.min_elo,
        drop_base: args.drop_base.clone(),
        min_base: args.min_base,
        min_plies: args.min_plies,
        decisive: args.decisive,
    })
}

/// The files, and standard input where `-` stands.
fn sources(args: &ImportArgs) -> Result<Vec<Source>, Report> {
    let source = |file: &PathBuf| {
        if file.as_os_str() == "-" {
            return Ok(Source::from_reader(args.name.clone(), io::stdin()));
        }
        Source::from_path(file).map_err(|error| {
            let mut report = failed(error);
            report.hint = None;
            report
        })
    };
    args.files.iter().map(source).collect()
}

/// What was removed, and why: one line a reason.
fn table(imported: &Imported, filter: &Filter, seconds: f64, paint: Paint) -> String {
    let lines = imported.lines(filter);
    let mut text = String::new();
    let widths = lines.iter().map(|(words, _)| words.chars().count());
    let width = widths.max().unwrap_or(0);
    let last = lines.len() - 1;
    for (index, (words, count)) in lines.iter().enumerate() {
        let number = format!("{:>12}", grouped(*count));
        let line = format!("{words:<width$}  {number}");
        let whole = index == 0 || index == last;
        let _ = writeln!(text, "{}", if whole { paint.bold(&line) } else { line });
    }
    for example in &imported.tally.examples {
        let game = format!("{} game {}:", line(&example.source), grouped(example.game));
        let _ = writeln!(text, "  {} {}", paint.dim(&game), line(&example.reason));
    }
    let new = imported.tally.kept - imported.earlier;
    let _ = write!(text, "{} in {seconds:.1} s", counted(new, "game"));
    if imported.earlier > 0 {
        let _ = write!(text, ", {} were there before", grouped(imported.earlier));
    }
    text
}
