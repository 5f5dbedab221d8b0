//! `sissa games report`.

use std::{ops::ControlFlow, path::Path, time::Instant};

use sissa::{Event, Report as Request};
use sissa_games::report::RowFormat;

use crate::{
    args::ReportArgs,
    console::Console,
    interrupt::Interrupt,
    output::Output,
    printer::counted,
    problem::{Exit, Problem, Report, quoted},
    progress::Progress,
};

pub fn run(args: &ReportArgs, console: &Console) -> Result<Exit, Problem> {
    let rows = args.rows.as_deref().map(row_format).transpose()?;
    let output = Output::open(None)?;
    let interrupt = Interrupt::finishing(&output)?;
    let session = crate::commands::session(args.threads).cancelled_by(interrupt.cancel());
    let survey = request(args).prepare(&session)?;
    let started = Instant::now();
    let bar = Progress::named(console, survey.survey().folder().rows(), "games");
    let mut found = None;
    let outcome = survey.run_into(|event| {
        match event {
            Event::Progress(progress) => bar.to(progress.made),
            Event::Found(reported) => found = Some(reported),
            Event::Run(_) | Event::Failure(_) | Event::Summary(_) => {}
        }
        ControlFlow::Continue(())
    });
    bar.clear();
    let summary = outcome?;
    let Some(reported) = found else {
        return Ok(summary.map_or(Exit::Yes, |summary| Exit::of(summary.exit)));
    };
    let path = reported.write(&args.output).map_err(sissa::Problem::from)?;
    if let (Some(path), Some(format)) = (&args.rows, rows) {
        let written = survey.survey().write_rows(path, format);
        written.map_err(sissa::Problem::from)?;
    }
    for line in reported.lines() {
        output.write((line + "\n").as_bytes())?;
    }
    output.finish()?;
    console.summary(&format!(
        "{} in {:.1} s: {}",
        counted(reported.measures.games, "game"),
        started.elapsed().as_secs_f64(),
        path.display()
    ));
    Ok(Exit::Yes)
}

fn request(args: &ReportArgs) -> Request {
    Request {
        set: args.preset.clone(),
        constraints: args.constraints.clone(),
        named: args.named.clone(),
        distinct: args.distinct,
        games: args.games.clone(),
        compare: args.compare.clone(),
        bands: args.bands.clone(),
    }
}

pub(super) fn row_format(path: &Path) -> Result<RowFormat, Report> {
    let extension = path
        .extension()
        .map(|found| found.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("csv") => Ok(RowFormat::Csv),
        Some("parquet") => Ok(RowFormat::Parquet),
        _ => {
            let name = quoted(&path.to_string_lossy());
            Err(
                Report::new(format!("the name {name} does not tell the format"))
                    .hint("end it in .csv or .parquet"),
            )
        }
    }
}
