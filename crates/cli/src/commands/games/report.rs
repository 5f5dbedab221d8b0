//! `sissa games report`.

use std::{path::Path, sync::Mutex, time::Instant};

use sissa_constraint::Constraint;
use sissa_games::report::{ConstraintSet, Report as Request, ReportError, RowFormat};

use super::{failed, threads, unknown};
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
    let survey = request(args)?.open().map_err(refused)?;
    let output = Output::open(None)?;
    let interrupt = Interrupt::finishing(&output)?;
    let started = Instant::now();
    let bar = Mutex::new(Progress::named(console, survey.folder().rows(), "games"));
    let outcome = survey.run(threads(args.threads), &|games| {
        if let Ok(bar) = bar.lock() {
            bar.to(games);
        }
        !interrupt.requested()
    });
    if let Ok(bar) = bar.lock() {
        bar.clear();
    }
    let Some(reported) = outcome.map_err(failed)? else {
        return Ok(Exit::Interrupted);
    };
    let path = reported.write(&args.output).map_err(failed)?;
    if let (Some(path), Some(format)) = (&args.rows, rows) {
        survey.write_rows(path, format).map_err(failed)?;
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

fn request(args: &ReportArgs) -> Result<Request, Report> {
    let constraints = args
        .constraints
        .iter()
        .map(|text| text.parse::<Constraint>())
        .collect::<Result<Vec<_>, _>>()?;
    let mut request = Request::new(constraints)
        .games(&args.games)
        .compare(args.compare.iter().copied());
    for text in &args.named {
        let split = text.split_once('=').map(|(name, rest)| (name.trim(), rest));
        let (name, constraint) = split.filter(|(name, _)| !name.is_empty()).ok_or_else(|| {
            Report::new(format!("{} gives no name", quoted(text)))
                .hint("write NAME=CONSTRAINT, as in --name \"IQP=preset iqp\"")
        })?;
        request = request.named(name, constraint.parse()?);
    }
    request.distinct = args.distinct;
    if let Some(name) = &args.preset {
        let set: Result<ConstraintSet, _> = name.parse();
        request = request.set(set.map_err(|_| {
            Report::new(format!("there is no set of constraints {}", quoted(name)))
                .hint("there is `thesis`; other constraints are arguments")
        })?);
    }
    Ok(request)
}

fn refused(error: ReportError) -> Report {
    let message = error.to_string();
    match error {
        ReportError::NoConstraint => {
            Report::new(message).hint("give constraints as arguments, or `--preset thesis`")
        }
        ReportError::Compare { count, .. } => {
            Report::new(message).hint(format!("they are numbered from 1 to {count}"))
        }
        ReportError::Impossible { refutation, .. } => Report::impossible(&refutation),
        ReportError::Query(error) => unknown(&error),
        ReportError::Games(error) => failed(error),
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
