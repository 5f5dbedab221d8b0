//! `sissa experiment`: the thesis' tables again, and how real generated positions look. The work is done by
//! `sissa-lab`.

use std::{fmt::Write as _, fs, path::Path, thread, time::Instant};

use shakmaty::Chess;
use sissa_human::Tempers;
use sissa_lab::{
    LabError, Observer, games,
    realism::{self, Study},
    strength,
    thesis::{self, Experiment, Way, Work},
};

use super::net::network;
use crate::{
    TOOL,
    args::{ExperimentArgs, ExperimentName, MoveModelName, WayName},
    console::Console,
    interrupt::Interrupt,
    output::Output,
    problem::{Exit, Problem, Report, quoted},
    progress::Progress,
};

pub fn run(args: &ExperimentArgs, console: &Console) -> Result<Exit, Problem> {
    match args.name {
        ExperimentName::Thesis1 => compare(Experiment::First, args, console),
        ExperimentName::Thesis2 => compare(Experiment::Second, args, console),
        ExperimentName::All486 => compare(Experiment::Grid, args, console),
        ExperimentName::Realism => realism(args, console),
        ExperimentName::Strength => strength(args, console),
    }
}

/// An experiment's trouble in words; games are named by their path.
fn trouble(error: &LabError, path: Option<&Path>) -> Problem {
    let message = match path {
        Some(path) => format!("{}: {error}", quoted(&path.to_string_lossy())),
        None => error.to_string(),
    };
    let report = Report::new(message);
    match error.hint() {
        Some(hint) => report.hint(hint).into(),
        None => report.into(),
    }
}

fn threads(args: &ExperimentArgs) -> usize {
    let all = || thread::available_parallelism().map_or(1, std::num::NonZero::get);
    args.threads.unwrap_or_else(all)
}

/// A page and a table that appear together, and a person who watches.
struct Desk<'a> {
    console: &'a Console,
    table: Output,
    page: Output,
    interrupt: Interrupt,
    progress: Progress,
    begun: Instant,
}

impl<'a> Desk<'a> {
    fn open(
        args: &ExperimentArgs,
        name: &str,
        console: &'a Console,
        (steps, noun): (usize, &str),
    ) -> Result<Desk<'a>, Problem> {
        fs::create_dir_all(&args.output)
            .map_err(|error| Report::io(quoted(&args.output.to_string_lossy()), &error))?;
        let file = |ending| Output::open(Some(&args.output.join(format!("{name}.{ending}"))));
        let (table, page) = (file("csv")?, file("md")?);
        Ok(Desk {
            interrupt: Interrupt::finishing(&page)?,
            table,
            page,
            progress: Progress::named(console, steps as u64, noun),
            begun: Instant::now(),
            console,
        })
    }

    fn finish(self, table: &str, page: &str, summary: &str) -> Result<Exit, Problem> {
        self.table.write(table.as_bytes())?;
        self.page.write(page.as_bytes())?;
        self.table.finish()?;
        self.page.finish()?;
        self.console.say(summary);
        Ok(Exit::Yes)
    }
}

impl Observer for Desk<'_> {
    fn now(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }

    fn stopped(&self) -> bool {
        self.interrupt.requested()
    }

    fn row(&self, line: &str) {
        if self.console.verbose() {
            self.console.say(&format!("{line}\n"));
        }
    }

    fn advance(&self) {
        self.progress.advance();
    }
}

fn compare(
    experiment: Experiment,
    args: &ExperimentArgs,
    console: &Console,
) -> Result<Exit, Problem> {
    let works = works(experiment, args)?;
    let name = experiment.name();
    let steps = works.len() * experiment.tuples().len();
    let desk = Desk::open(args, name, console, (steps, "rows"))?;
    let rows = experiment.run(&works, &desk);
    desk.progress.clear();
    let Some(rows) = rows.map_err(|error| trouble(&error, None))? else {
        return Ok(Exit::Interrupted);
    };
    let page = experiment.page(&command(args, name), TOOL, &rows);
    desk.finish(&thesis::table(&rows), &page, &thesis::summary(&rows))
}

/// The ways that were asked for, made ready.
fn works(experiment: Experiment, args: &ExperimentArgs) -> Result<Vec<Work>, Problem> {
    let mut ways: Vec<Way> = args.way.iter().map(|way| way.way()).collect();
    if ways.is_empty() {
        ways = experiment.ways().to_vec();
    }
    if experiment == Experiment::Grid && ways.contains(&Way::Thesis) {
        return Err(Report::new("the thesis has no network for all 486 tuples").into());
    }
    let mut works = Vec::new();
    for way in ways {
        let file = match way {
            Way::Thesis => &args.thesis_network,
            Way::ThesisNear => &args.near_network,
            Way::Improved => &args.grid_network,
            Way::Direct => &None,
        };
        let file = file.as_deref().map(Path::to_string_lossy);
        let named = file.as_deref().or(experiment.network(way));
        let saved = named.map(network).transpose()?;
        let work = Work::new(experiment, way, saved.as_ref());
        works.push(Work {
            count: if way == Way::Direct {
                args.direct_count
            } else {
                args.count.unwrap_or(work.count)
            },
            seed: args.seed,
            threads: threads(args),
            ..work
        });
    }
    Ok(works)
}

/// The command as it can be given again.
fn command(args: &ExperimentArgs, name: &str) -> String {
    let threads = threads(args);
    let mut command = format!("sissa experiment {name} --seed {} -j {threads}", args.seed);
    for way in &args.way {
        let _ = write!(command, " --way {}", way.way().word());
    }
    if let Some(count) = args.count {
        let _ = write!(command, " -n {count}");
    }
    command
}

impl WayName {
    fn way(self) -> Way {
        match self {
            WayName::Thesis => Way::Thesis,
            WayName::ThesisNear => Way::ThesisNear,
            WayName::Improved => Way::Improved,
            WayName::Direct => Way::Direct,
        }
    }
}

fn realism(args: &ExperimentArgs, console: &Console) -> Result<Exit, Problem> {
    let Some(path) = &args.games else {
        return Err(Report::new("realism is measured against real games")
            .hint("add `--games FILE`, a PGN file or a folder of imported games")
            .into());
    };
    let usual = Study::default();
    let count = args
        .count
        .map(|count| usize::try_from(count).unwrap_or(usize::MAX));
    let study = Study {
        count: count.unwrap_or(usual.count),
        seed: args.seed,
        threads: threads(args),
        boards: boards(args)?,
        ..usual
    };
    let desk = Desk::open(args, "realism", console, (study.cells(), "cells"))?;
    let mut games = games::read(path).map_err(|error| trouble(&error, None))?;
    if let Some(share) = args.held_out {
        games.retain(|game| game.held_out(share));
    }
    let rows = study.run(&games, &desk);
    desk.progress.clear();
    let path = Some(path.as_path());
    let Some(rows) = rows.map_err(|error| trouble(&error, path))? else {
        return Ok(Exit::Interrupted);
    };
    let mut command = format!(
        "sissa experiment realism --games GAMES -n {} --seed {}",
        study.count, args.seed
    );
    if let Some(share) = args.held_out {
        let _ = write!(command, " --held-out {share}");
    }
    if args.boards.is_some() {
        command += " --boards BOARDS";
    }
    let page = realism::page(&rows, &command, TOOL);
    desk.finish(&realism::table(&rows), &page, &realism::summary(&rows))
}

/// The boards at the ends of the lines of a file; lines that end otherwise, such as a table's head, are passed over.
fn boards(args: &ExperimentArgs) -> Result<Vec<Chess>, Problem> {
    let Some(path) = &args.boards else {
        return Ok(Vec::new());
    };
    let name = quoted(&path.to_string_lossy());
    let text = fs::read_to_string(path).map_err(|error| Report::io(&name, &error))?;
    let boards: Vec<Chess> = text.lines().filter_map(realism::board_of).collect();
    if boards.is_empty() {
        let report = Report::new(format!("{name}: no line ends with a board"));
        return Err(report.hint("such as 8/8/8/8/p4kb1/P7/8/K1q5").into());
    }
    Ok(boards)
}

fn tempers(args: &ExperimentArgs) -> Result<Tempers, Problem> {
    let Some(path) = &args.temper else {
        return Ok(Tempers::shipped().clone());
    };
    let name = quoted(&path.to_string_lossy());
    let text = fs::read_to_string(path).map_err(|error| Report::io(&name, &error))?;
    let read = Tempers::parse(&text);
    read.map_err(|error| Report::new(format!("{name}: {error}")).into())
}

fn strength(args: &ExperimentArgs, console: &Console) -> Result<Exit, Problem> {
    let Some(path) = &args.games else {
        return Err(Report::new("strength is measured against real games")
            .hint("add `--games FILE`, a PGN file or a folder of imported games")
            .into());
    };
    let usual = strength::Study::default();
    let count = args
        .count
        .map(|count| usize::try_from(count).unwrap_or(usize::MAX));
    let judge = args.judge.clone();
    let study = strength::Study {
        bands: if args.bands.is_empty() {
            usual.bands
        } else {
            args.bands.clone()
        },
        count: count.unwrap_or(usual.count),
        nodes: args.judge_nodes,
        judge: judge.map_or(usual.judge, strength::JudgeName::Uci),
        model: match args.model {
            MoveModelName::Light => strength::Model::Light,
            MoveModelName::Sighted => strength::Model::Sighted(tempers(args)?),
        },
        seed: args.seed,
        threads: threads(args),
    };
    let ledger = match &args.judged {
        Some(path) => strength::Ledger::open(path).map_err(|error| trouble(&error, None))?,
        None => strength::Ledger::default(),
    };
    let desk = Desk::open(args, "strength", console, (study.bands.len(), "bands"))?;
    let mut games = games::read(path).map_err(|error| trouble(&error, None))?;
    if let Some(share) = args.held_out {
        games.retain(|game| game.held_out(share));
    }
    let rows = study.run(&games, &ledger, &desk);
    desk.progress.clear();
    let Some(rows) = rows.map_err(|error| trouble(&error, Some(path)))? else {
        return Ok(Exit::Interrupted);
    };
    let mut command = format!(
        "sissa experiment strength --games GAMES -n {} --seed {} --judge-nodes {}",
        study.count, args.seed, args.judge_nodes
    );
    if let Some(share) = args.held_out {
        let _ = write!(command, " --held-out {share}");
    }
    if !args.bands.is_empty() {
        let bands: Vec<String> = args.bands.iter().map(u16::to_string).collect();
        let _ = write!(command, " --bands {}", bands.join(","));
    }
    if let Some(judge) = &args.judge {
        let _ = write!(command, " --judge {}", judge.display());
    }
    if args.temper.is_some() {
        command += " --temper TABLE";
    }
    if args.model == MoveModelName::Light {
        command += " --model light";
    }
    let page = strength::page(&rows, &command, TOOL);
    desk.finish(&strength::table(&rows), &page, &strength::summary(&rows))
}
