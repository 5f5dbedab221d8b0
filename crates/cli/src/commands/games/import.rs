//! `sissa games import`.

use std::{fmt::Write as _, io, ops::ControlFlow, path::Path, time::Instant};

use sissa::{Event, Failure, Import, Session, Summary};
use sissa_games::{Filter, ImportSummary, Source};
use sissa_render::text::line;

use crate::{
    args::ImportArgs,
    console::{Console, Paint},
    interrupt::Interrupt,
    output::Output,
    printer::{counted, grouped},
    problem::{Exit, Problem, quoted},
    progress::Progress,
};

pub fn run(args: &ImportArgs, console: &Console) -> Result<Exit, Problem> {
    let request = request(args);
    let filter = request.whole_filter()?;
    let sources = sources(args, &request)?;
    // Nothing goes to standard output; the handle lets Ctrl-C be told from a second one.
    let interrupt = Interrupt::finishing(&Output::open(None)?)?;
    let session = crate::commands::session(args.threads).cancelled_by(interrupt.cancel());
    let total = sources.iter().map(Source::size).sum::<Option<u64>>();
    let bar = Progress::bytes(console, total);
    let started = Instant::now();
    let brought = bring(&request, &session, sources, |progress| {
        let rate = progress.made as f64 / progress.seconds.max(1e-9);
        let read = grouped(progress.made);
        let said = format!("{read} games  {}/s", grouped(rate as u64));
        bar.set(progress.bytes.unwrap_or(0), said);
    });
    bar.clear();
    let Some(brought) = brought? else {
        return Ok(Exit::Yes);
    };
    let seconds = started.elapsed().as_secs_f64();
    let table = table(&brought.imported, &filter, seconds, console.paint());
    console.summary(&table);
    brought.warn(console, Some("`sissa games info DIR` quotes the first ten"));
    let exit = Exit::of(brought.summary.exit);
    if exit == Exit::Interrupted {
        console.summary("interrupted; the same command goes on from here");
    }
    Ok(exit)
}

/// What came of an import.
pub(super) struct Brought {
    pub imported: ImportSummary,
    pub summary: Summary,
    failures: Vec<Failure>,
}

/// Imports, and tells how far that is.
pub(super) fn bring(
    request: &Import,
    session: &Session,
    sources: Vec<Source>,
    mut progress: impl FnMut(sissa::Progress) + Send,
) -> Result<Option<Brought>, Problem> {
    let mut failures = Vec::new();
    let mut found = None;
    let summary = request.run_into(session, sources, |event| {
        match event {
            Event::Progress(standing) => progress(standing),
            Event::Failure(failure) => failures.push(failure),
            Event::Found(imported) => found = Some(imported),
            Event::Run(_) | Event::Summary(_) => {}
        }
        ControlFlow::Continue(())
    })?;
    Ok(summary.zip(found).map(|(summary, imported)| Brought {
        imported,
        summary,
        failures,
    }))
}

impl Brought {
    /// Says which games could not be read.
    pub fn warn(&self, console: &Console, hint: Option<&str>) {
        let tally = &self.imported.tally;
        if let Some(first) = tally.examples.first() {
            let message = format!(
                "{} could not be replayed; the first is game {} of {}: {}",
                counted(tally.broken, "game"),
                grouped(first.game),
                quoted(&first.source),
                line(&first.reason)
            );
            console.warning(&message, hint);
        }
        for failure in &self.failures {
            console.warning(&failure.message, failure.hint.as_deref());
        }
    }
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
fn sources(args: &ImportArgs, request: &Import) -> Result<Vec<Source>, Problem> {
    let mut sources = Vec::with_capacity(args.files.len());
    for file in &request.files {
        sources.push(source(file, &args.name)?);
    }
    Ok(sources)
}

/// A file, or standard input where `-` stands, under a name.
pub(super) fn source(file: &Path, name: &str) -> Result<Source, Problem> {
    if file.as_os_str() == "-" {
        return Ok(Source::from_reader(name, io::stdin()));
    }
    let mut sources = Import::new([file]).sources()?;
    Ok(sources.remove(0))
}

/// What was removed, and why: one line a reason.
fn table(imported: &ImportSummary, filter: &Filter, seconds: f64, paint: Paint) -> String {
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
