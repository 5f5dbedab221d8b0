//! `sissa experiment`: the thesis' tables again, with our figures beside its own.

use std::{fmt::Write as _, fs, path::Path, thread, time::Instant};

use sissa_generate::{
    Neural, Search,
    experiment::{Experiment, Way, Work, csv, row, summary, table},
};

use super::{net::network, realism};
use crate::{
    TOOL,
    args::{ExperimentArgs, ExperimentName, WayName},
    console::Console,
    interrupt::Interrupt,
    output::Output,
    problem::{Exit, Problem, Report, quoted},
    progress::Progress,
};

pub fn run(args: &ExperimentArgs, console: &Console) -> Result<Exit, Problem> {
    let experiment = match args.name {
        ExperimentName::Thesis1 => Experiment::First,
        ExperimentName::Thesis2 => Experiment::Second,
        ExperimentName::All486 => Experiment::Grid,
        ExperimentName::Realism => return realism::run(args, console),
    };
    let mut ways: Vec<Way> = args
        .way
        .iter()
        .map(|way| match way {
            WayName::Thesis => Way::Thesis,
            WayName::ThesisNear => Way::ThesisNear,
            WayName::Improved => Way::Improved,
            WayName::Direct => Way::Direct,
        })
        .collect();
    if ways.is_empty() {
        ways = experiment.ways().to_vec();
    }
    if experiment == Experiment::Grid && ways.contains(&Way::Thesis) {
        return Err(Report::new("the thesis has no network for all 486 tuples").into());
    }
    let name = experiment.name();
    let threads = args
        .threads
        .unwrap_or_else(|| thread::available_parallelism().map_or(1, std::num::NonZero::get));
    let mut works = Vec::new();
    for way in ways {
        let neural = match way {
            Way::Direct => None,
            _ => {
                let (path, built_in) = match way {
                    Way::Thesis => (&args.thesis_network, name),
                    Way::ThesisNear => (&args.near_network, "near"),
                    _ => (&args.grid_network, "grid"),
                };
                let file = path
                    .as_deref()
                    .map_or(built_in.into(), Path::to_string_lossy);
                let (search, depth) = match way {
                    Way::Improved => (Search::Improved, None),
                    _ => (Search::Thesis, Some(experiment.depth())),
                };
                Some(Neural::new(&network(&file)?, Some(search), depth, None))
            }
        };
        works.push(Work {
            way,
            neural,
            count: match way {
                Way::Direct => args.direct_count,
                _ => args.count.unwrap_or(experiment.count()),
            },
            seed: args.seed,
            threads,
        });
    }
    fs::create_dir_all(&args.output)
        .map_err(|error| Report::io(quoted(&args.output.to_string_lossy()), &error))?;
    let sheet = Output::open(Some(&args.output.join(format!("{name}.csv"))))?;
    let text = Output::open(Some(&args.output.join(format!("{name}.md"))))?;
    let interrupt = Interrupt::finishing(&text)?;
    let tuples = experiment.tuples();
    let progress = Progress::named(console, (works.len() * tuples.len()) as u64, "rows");
    let begun = Instant::now();
    let mut rows = Vec::new();
    for work in &works {
        for tuple in &tuples {
            let now = || begun.elapsed().as_secs_f64();
            let made = row(work, *tuple, &now, &|| interrupt.requested());
            let Some(made) = made.map_err(Report::new)? else {
                progress.clear();
                return Ok(Exit::Interrupted);
            };
            if console.verbose() {
                console.say(&format!("{}\n", csv(&made)));
            }
            rows.push(made);
            progress.advance();
        }
    }
    progress.clear();
    sheet.write(table(&rows).as_bytes())?;
    let page = experiment.page(&command(args, name, threads), TOOL, &rows);
    text.write(page.as_bytes())?;
    sheet.finish()?;
    text.finish()?;
    console.say(&summary(&rows));
    Ok(Exit::Yes)
}

/// The command as it can be given again.
fn command(args: &ExperimentArgs, name: &str, threads: usize) -> String {
    let mut command = format!("sissa experiment {name} --seed {} -j {threads}", args.seed);
    for way in &args.way {
        let word = match way {
            WayName::Thesis => "thesis",
            WayName::ThesisNear => "thesis-near",
            WayName::Improved => "improved",
            WayName::Direct => "direct",
        };
        let _ = write!(command, " --way {word}");
    }
    if let Some(count) = args.count {
        let _ = write!(command, " -n {count}");
    }
    command
}
