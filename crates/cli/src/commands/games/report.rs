//! `sissa games report`.

use std::{fs, path::Path, sync::Mutex, time::Instant};

use sissa_constraint::Constraint;
use sissa_games::{
    Folder, Query,
    report::{
        Page, RowFormat, THESIS_TUPLES, classify, html, markdown, measure, tables, wilson,
        write_rows,
    },
};

use super::{failed, refused, threads};
use crate::{
    args::ReportArgs,
    console::Console,
    interrupt::Interrupt,
    output::Output,
    printer::{counted, grouped},
    problem::{Exit, Problem, Report, quoted},
    progress::Progress,
};

pub fn run(args: &ReportArgs, console: &Console) -> Result<Exit, Problem> {
    let queries = queries(args)?;
    let compare = compare(args, queries.len())?;
    let rows = args.rows.as_deref().map(row_format).transpose()?;
    let folder = Folder::open(&args.games).map_err(failed)?;
    let cannot = |path: &Path, error: &std::io::Error| {
        Report::io(
            format!("cannot write {}", quoted(&path.to_string_lossy())),
            error,
        )
    };
    fs::create_dir_all(&args.output).map_err(|error| cannot(&args.output, &error))?;
    let output = Output::open(None)?;
    let interrupt = Interrupt::finishing(&output)?;
    let started = Instant::now();
    let bar = Mutex::new(Progress::named(console, folder.rows(), "games"));
    let measures = measure(&folder, &queries, threads(args.threads), &|games| {
        if let Ok(bar) = bar.lock() {
            bar.to(games);
        }
        !interrupt.requested()
    });
    if let Ok(bar) = bar.lock() {
        bar.clear();
    }
    let Some(measures) = measures.map_err(failed)? else {
        return Ok(Exit::Interrupted);
    };
    let classes = classify(&measures);
    let mut sources: Vec<&str> = folder.parts().iter().map(|part| part.source()).collect();
    sources.dedup();
    let origin = format!(
        "{} from {}",
        counted(measures.games, "game"),
        sources.join(", ")
    );
    let title = match args.preset {
        Some(_) => "The thesis’ seventeen constraints",
        None => "Constraints measured over games",
    };
    let page = Page {
        title,
        origin: &origin,
        compare: &compare,
    };
    let write = |name: &str, text: String| {
        let path = args.output.join(name);
        fs::write(&path, text).map_err(|error| cannot(&path, &error))
    };
    write("report.html", html(&page, &measures, &classes))?;
    write("report.md", markdown(&page, &measures, &classes))?;
    for table in tables(&measures, &classes) {
        write(&format!("{}.csv", table.name), table.csv())?;
    }
    if let (Some(path), Some(format)) = (&args.rows, rows) {
        write_rows(&folder, &queries, path, format).map_err(failed)?;
    }
    for found in &measures.constraints {
        let [won, _, lost] = found.outcomes;
        let undecided = || "none decided".to_owned();
        let wins = wilson(won, won + lost).map_or_else(undecided, |share| {
            let (value, low, high) = (100.0 * share.value, 100.0 * share.low, 100.0 * share.high);
            let wins = format!("White {value:.1} % ({low:.1}–{high:.1})");
            let printed = THESIS_TUPLES
                .iter()
                .find(|tuple| tuple.constraint() == found.name);
            match printed {
                Some(tuple) => format!("{wins}, thesis {:.1} %", 100.0 * tuple.wins),
                None => wins,
            }
        });
        let line = format!(
            "{}  {} games  {wins}\n",
            found.name,
            grouped(found.satisfied)
        );
        output.write(line.as_bytes())?;
    }
    output.finish()?;
    let path = args.output.join("report.html");
    console.summary(&format!(
        "{} in {:.1} s: {}",
        counted(measures.games, "game"),
        started.elapsed().as_secs_f64(),
        path.display()
    ));
    Ok(Exit::Yes)
}

fn queries(args: &ReportArgs) -> Result<Vec<(String, Query)>, Report> {
    let mut texts = match args.preset.as_deref() {
        None => Vec::new(),
        Some("thesis") => THESIS_TUPLES
            .iter()
            .map(|tuple| tuple.constraint())
            .collect(),
        Some(name) => {
            return Err(
                Report::new(format!("there is no set of constraints {}", quoted(name)))
                    .hint("there is `thesis`; other constraints are arguments"),
            );
        }
    };
    texts.extend(args.constraints.iter().cloned());
    if texts.is_empty() {
        return Err(Report::new("no constraint given")
            .hint("give constraints as arguments, or `--preset thesis`"));
    }
    texts
        .into_iter()
        .map(|text| {
            let constraint: Constraint = text.parse().map_err(Report::from)?;
            if let Some(refutation) = constraint.refutation() {
                return Err(Report::impossible(&refutation));
            }
            let query = Query::new(&constraint).map_err(|error| refused(&error))?;
            Ok((constraint.to_string(), query))
        })
        .collect()
}

/// The constraints to set side by side: those asked for, the thesis' three, or the first three.
fn compare(args: &ReportArgs, count: usize) -> Result<Vec<usize>, Report> {
    for number in &args.compare {
        if !(1..=count).contains(number) {
            return Err(
                Report::new(format!("--compare: there is no constraint {number}"))
                    .hint(format!("they are numbered from 1 to {count}")),
            );
        }
    }
    Ok(match (args.compare.is_empty(), args.preset.is_some()) {
        (false, _) => args.compare.iter().map(|number| number - 1).collect(),
        (true, true) => vec![14, 16, 15],
        (true, false) => (0..count.min(3)).collect(),
    })
}

fn row_format(path: &Path) -> Result<RowFormat, Report> {
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
