//! `sissa generate --plan` and `sissa dataset`.

use std::{
    fmt::Write as _,
    fs,
    ops::ControlFlow,
    path::{Path, PathBuf},
    time::Instant,
};

use sissa::{
    CheckDataset, Dataset, DatasetFormat, Event, Inspection, Making, Plan, Quota, Standing, Style,
};
use sissa_game::words::{counted, grouped};
use sissa_render::text::line;

use crate::{
    args::{
        CheckDatasetArgs, DatasetArgs, DatasetCommand, DescribeDatasetArgs, GenerateArgs,
        GenerateFormat, InspectionFormat,
    },
    console::{Console, Paint},
    input,
    interrupt::Interrupt,
    output::Output,
    problem::{Exit, Problem, Report, quoted},
    progress::Progress,
};

/// Constraints that are listed where nobody asks for all.
const LISTED: usize = 20;

/// `sissa generate --plan` and `--quota`.
pub fn make(args: &GenerateArgs, style: Option<Style>, console: &Console) -> Result<Exit, Problem> {
    let folder = args.output.output.as_deref();
    let folder = folder
        .filter(|path| path.as_os_str() != "-")
        .ok_or_else(|| Report::new("a dataset needs a folder").hint("add `-o DIR`"))?;
    let plan = plan(args, style)?;
    // Nothing goes to standard output; the handle lets Ctrl-C be told from a second one.
    let interrupt = Interrupt::finishing(&Output::open(None)?)?;
    let session = super::session(args.limits.threads).cancelled_by(interrupt.cancel());
    let request = Dataset {
        append: args.dataset.append,
        ..Dataset::new(plan, folder)
    };
    let making = request.prepare(&session)?;
    let bar = Progress::new(console, making.total(), None);
    let begun = Instant::now();
    let mut failures = Vec::new();
    let (mut parts, mut rows) = (0, 0);
    let summary = making.run_into(|event| {
        match event {
            Event::Progress(progress) => {
                let note = match progress.dropped {
                    0 => String::new(),
                    dropped => format!("{} were there already", grouped(dropped)),
                };
                bar.set(progress.made, note);
            }
            Event::Found(part) => {
                parts += 1;
                rows += part.rows;
            }
            Event::Failure(failure) => failures.push(failure),
            Event::Run(_) | Event::Summary(_) => {}
        }
        ControlFlow::Continue(())
    });
    bar.clear();
    let Some(summary) = summary? else {
        return Ok(Exit::Yes);
    };
    for failure in &failures {
        console.warning(&failure.message, failure.hint.as_deref());
    }
    let seconds = begun.elapsed().as_secs_f64();
    let exit = Exit::of(summary.exit);
    let text = told(
        &making,
        folder,
        exit,
        parts,
        rows,
        summary.produced,
        seconds,
    );
    if rows == 0 && exit == Exit::Yes {
        // A script would take silence for work done.
        console.warning(&text, Some("`--append` with another seed adds to it"));
    } else {
        console.summary(&text);
    }
    Ok(exit)
}

/// What came of it, in one line.
fn told(
    making: &Making,
    folder: &Path,
    exit: Exit,
    parts: u64,
    rows: u64,
    all: u64,
    seconds: f64,
) -> String {
    let shown = quoted(&folder.to_string_lossy());
    let constraints = counted(making.constraints() as u64, "constraint");
    if exit == Exit::Interrupted {
        return format!("interrupted; {shown} is taken up where it is by the same command");
    }
    if rows == 0 {
        return format!(
            "{shown} was there already: {} over {constraints}",
            counted(all, "position")
        );
    }
    let rate = grouped((rows as f64 / seconds.max(1e-9)) as u64);
    let mut text = format!(
        "{} over {constraints} in {seconds:.1} s ({rate}/s), {} in {shown}",
        counted(rows, "position"),
        counted(parts, "file"),
    );
    if rows < all {
        let _ = write!(text, "; {} were there before", grouped(all - rows));
    }
    text
}

/// The plan of the file, or of the flags.
fn plan(args: &GenerateArgs, style: Option<Style>) -> Result<Plan, Problem> {
    let flags = &args.dataset;
    let mut plan = match &flags.plan {
        Some(file) => {
            if style.is_some() || args.from.is_some() || args.max_plies.is_some() || args.shortest {
                let message = "a plan says itself how positions are made";
                return Err(Report::new(message)
                    .hint("write `style`, `from`, `max_plies` and `shortest` into the plan")
                    .into());
            }
            read(file)?
        }
        None => Plan {
            style,
            unique: args.unique,
            positions: flags
                .quota
                .iter()
                .map(|text| quota(text, args))
                .collect::<Result<_, Report>>()?,
            ..Plan::default()
        },
    };
    if let Some(seed) = args.seed {
        plan.seed = seed;
    }
    if args.unique.is_some() {
        plan.unique = args.unique;
    }
    if !flags.label.is_empty() {
        plan.labels.clone_from(&flags.label);
    }
    plan.label_nodes = flags.label_nodes.or(plan.label_nodes);
    plan.format = match args.format {
        None => plan.format,
        Some(GenerateFormat::Parquet) => DatasetFormat::Parquet,
        Some(GenerateFormat::Csv) => DatasetFormat::Csv,
        Some(GenerateFormat::Jsonl) => DatasetFormat::Jsonl,
        Some(_) => {
            let report = Report::new("a dataset is parquet, csv or jsonl");
            return Err(report.hint("leave -f out for parquet").into());
        }
    };
    Ok(plan)
}

fn read(file: &Path) -> Result<Plan, Problem> {
    let shown = quoted(&file.to_string_lossy());
    let text = fs::read_to_string(file).map_err(|error| Report::io(&shown, &error))?;
    let plan = Plan::from_toml(&text).map_err(|problem| sissa::Problem {
        message: format!("{shown}: {}", problem.message),
        ..problem
    });
    let mut plan = plan?;
    // Files are named as the plan sees them.
    let folder = file.parent().map_or_else(PathBuf::new, Path::to_path_buf);
    for quota in &mut plan.positions {
        quota.file = quota.file.take().map(|name| folder.join(name));
    }
    Ok(plan)
}

/// `1000: white Q=0`, `1000 white Q=0` or `white Q=0`.
fn quota(text: &str, args: &GenerateArgs) -> Result<Quota, Report> {
    let number = |text: &str| text.trim().replace(['_', ','], "").parse::<u64>().ok();
    let split = text
        .split_once(':')
        .or_else(|| text.trim_start().split_once(' '))
        .and_then(|(count, rest)| Some((number(count)?, rest)));
    let (count, constraint) = split.unwrap_or((args.count, text));
    if constraint.trim().is_empty() {
        let message = format!("--quota {}: there is no constraint", quoted(text));
        return Err(Report::new(message).hint("as in `--quota \"1000: white Q=0\"`"));
    }
    Ok(Quota {
        constraint: vec![constraint.trim().to_owned()],
        preset: args.preset.clone(),
        count: Some(count),
        from: args.from.as_deref().map(input::text_of).transpose()?,
        max_plies: args.max_plies,
        shortest: args.shortest,
        nodes: args.limits.nodes,
        judge_nodes: args.judge_nodes,
        ..Quota::default()
    })
}

/// `sissa dataset`.
pub fn run(args: &DatasetArgs, console: &Console) -> Result<Exit, Problem> {
    match &args.command {
        DatasetCommand::Check(args) => check(args, console),
        DatasetCommand::Describe(args) => describe(args, console),
    }
}

fn check(args: &CheckDatasetArgs, console: &Console) -> Result<Exit, Problem> {
    let output = Output::open(None)?;
    let interrupt = Interrupt::finishing(&output)?;
    let session = super::session(args.threads).cancelled_by(interrupt.cancel());
    let request = CheckDataset::new(&args.folder).again(args.again);
    let rows = request.describe(&session)?.rows;
    let bar = Progress::named(console, rows, "rows");
    let found = request.run_into(&session, &mut |event| {
        if let Event::Progress(progress) = event {
            bar.to(progress.made);
        }
        ControlFlow::Continue(())
    });
    bar.clear();
    let Some(found) = found? else {
        return Ok(Exit::Interrupted);
    };
    let paint = console.paint_data(output.is_terminal());
    let text = match args.format {
        InspectionFormat::Json => json(&found)?,
        InspectionFormat::Text => verdict(&found, paint),
    };
    output.write(text.as_bytes())?;
    output.finish()?;
    Ok(if found.faults > 0 {
        Exit::No
    } else {
        Exit::Yes
    })
}

fn describe(args: &DescribeDatasetArgs, console: &Console) -> Result<Exit, Problem> {
    let output = Output::open(None)?;
    let found = CheckDataset::new(&args.folder).describe(&super::session(None))?;
    let paint = console.paint_data(output.is_terminal());
    let text = match args.format {
        InspectionFormat::Json => json(&found)?,
        InspectionFormat::Text => description(&found, console.verbose(), paint),
    };
    output.write(text.as_bytes())?;
    output.finish()?;
    Ok(Exit::Yes)
}

fn json(found: &Inspection) -> Result<String, Report> {
    let text = serde_json::to_string(found);
    text.map(|text| text + "\n")
        .map_err(|error| Report::new(error.to_string()))
}

fn verdict(found: &Inspection, paint: Paint) -> String {
    let mut text = String::new();
    for fault in &found.examples {
        let row = fault
            .row
            .map_or_else(String::new, |row| format!(" row {row}"));
        let place = paint.bold(&format!("{}{row}:", line(&fault.file)));
        let _ = writeln!(text, "{place} {}", line(&fault.message));
    }
    if found.faults > found.examples.len() as u64 {
        let more = grouped(found.faults - found.examples.len() as u64);
        let _ = writeln!(text, "and {more} more");
    }
    let word = if found.faults == 0 {
        paint.good("whole")
    } else {
        paint.bad(&counted(found.faults, "fault"))
    };
    let _ = write!(
        text,
        "{word}: {} of {} in {} replayed, held against their constraints and distinct",
        grouped(found.checked),
        counted(found.rows, "position"),
        counted(found.parts, "file"),
    );
    if found.repeated > 0 {
        let _ = write!(
            text,
            "; {} made again and the same",
            grouped(found.repeated)
        );
    }
    text.push('\n');
    text
}

fn description(found: &Inspection, all: bool, paint: Paint) -> String {
    let mut text = String::new();
    let asked: u64 = found.standings.iter().map(|one| one.asked).sum();
    let state = match (found.complete, found.rows < asked) {
        (true, false) => "complete".to_owned(),
        (true, true) => format!(
            "complete but for {} that could not be had",
            grouped(asked - found.rows)
        ),
        (false, _) => format!("unfinished: {} asked for", grouped(asked)),
    };
    let mega = found.bytes as f64 / 1e6;
    let _ = writeln!(
        text,
        "{}: {} over {}, {state}",
        paint.bold(&line(&found.folder.to_string_lossy())),
        counted(found.rows, "position"),
        counted(found.standings.len() as u64, "constraint"),
    );
    let listed = |numbers: &[u64]| {
        let words: Vec<String> = numbers.iter().take(10).map(u64::to_string).collect();
        words.join(", ") + if numbers.len() > 10 { ", …" } else { "" }
    };
    let files = counted(found.parts, "file");
    let _ = writeln!(
        text,
        "files   {files} of {}, {mega:.1} MB",
        found.format.extension()
    );
    let _ = writeln!(text, "seeds   {}", listed(&found.seeds));
    if !found.labels.is_empty() {
        let _ = writeln!(text, "labels  {}", found.labels.join(", "));
    }
    let _ = writeln!(text, "made by {}", found.tools.join(", "));
    let shown = if all { usize::MAX } else { LISTED };
    for standing in found.standings.iter().take(shown) {
        let _ = writeln!(text, "{}", of_constraint(standing));
    }
    if found.standings.len() > shown {
        let more = found.standings.len() - shown;
        let _ = writeln!(text, "and {more} constraints more (-v lists all)");
    }
    text
}

fn of_constraint(standing: &Standing) -> String {
    let mut text = format!(
        "{:>12}  {}  {} seed {}",
        grouped(standing.made),
        line(&standing.constraint),
        standing.style,
        standing.seed
    );
    if standing.made < standing.asked {
        let _ = write!(text, ", {} asked for", grouped(standing.asked));
    }
    if standing.dropped > 0 {
        let _ = write!(text, ", {} dropped as known", grouped(standing.dropped));
    }
    if standing.failed > 0 {
        let _ = write!(text, ", {} failed", grouped(standing.failed));
    }
    text
}
