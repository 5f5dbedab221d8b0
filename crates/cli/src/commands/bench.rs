//! `sissa bench` and `sissa perft`: fixed jobs.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use clap::ValueEnum as _;
use shakmaty::{CastlingMode, Chess};
use sissa::{SuiteTask, quoted};
use sissa_engine::{Control, Engine, Evaluation, Limits, Options, TimeBudget, bench, perft};

use crate::{
    args::{BenchArgs, EvalName, PerftArgs},
    input,
    interrupt::Interrupt,
    output::Output,
    problem::{Exit, Problem, Report},
};

/// Time since a moment, until Ctrl-C.
pub struct Watch {
    begin: Instant,
    interrupt: Option<Interrupt>,
}

impl Watch {
    /// Begins now.
    pub fn new(interrupt: Option<Interrupt>) -> Watch {
        Watch {
            begin: Instant::now(),
            interrupt,
        }
    }
}

impl Control for Watch {
    fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }
    fn stop(&self) -> bool {
        self.interrupt.as_ref().is_some_and(Interrupt::requested)
    }
}

/// The evaluation of this name, or the strongest.
pub fn evaluation(name: Option<EvalName>) -> Result<Evaluation, Report> {
    match name.and_then(|name| name.to_possible_value()) {
        None => Ok(Evaluation::default()),
        Some(value) => {
            Evaluation::named(value.get_name()).map_err(|error| Report::new(error.to_string()))
        }
    }
}

pub fn run(args: &BenchArgs) -> Result<Exit, Problem> {
    let output = Output::open(args.output.output.as_deref())?;
    let interrupt = Interrupt::finishing(&output)?;
    let evaluation = evaluation(args.eval)?;
    let name = evaluation.name();
    let mut engine = Engine::new(Options {
        hash: args.hash as usize,
        threads: args.threads,
        evaluation,
    });
    if let Some(file) = &args.epd {
        return run_suite(args, file, &mut engine, output, &interrupt);
    }
    let watch = Watch::new(Some(interrupt.clone()));
    let nodes = bench(&mut engine, args.depth, &watch);
    if interrupt.requested() {
        return Ok(Exit::Interrupted);
    }
    let seconds = watch.elapsed().as_secs_f64();
    let speed = nodes as f64 / seconds.max(1e-9);
    let line = format!("{nodes} nodes {speed:.0} nodes/s {name}\n");
    output.write(line.as_bytes())?;
    output.finish()?;
    Ok(Exit::Yes)
}

/// Solves the tasks of a suite, one line each, and sums up.
fn run_suite(
    args: &BenchArgs,
    file: &str,
    engine: &mut Engine,
    output: Output,
    interrupt: &Interrupt,
) -> Result<Exit, Problem> {
    if file != "-" && !Path::new(file).is_file() {
        let message = format!("cannot read {}: there is no such file", quoted(file));
        return Err(Report::new(message).into());
    }
    let tasks = input::entries(&[file.to_owned()])?
        .map(|entry| Ok(SuiteTask::new(&entry?)?))
        .collect::<Result<Vec<_>, Problem>>()?;
    let time = match (args.time, args.nodes) {
        (None, None) => Some(Duration::from_secs(1)),
        (time, _) => time,
    };
    let limits = Limits {
        nodes: args.nodes,
        time: time.map(TimeBudget::exactly),
        ..Limits::default()
    };
    let (mut solved, mut taken, mut nodes) = (0, Duration::ZERO, 0);
    for task in &tasks {
        let watch = Watch::new(Some(interrupt.clone()));
        let outcome = task.solve(engine, &limits, &watch);
        if interrupt.requested() {
            return Ok(Exit::Interrupted);
        }
        let line = match outcome {
            Some(outcome) => {
                solved += 1;
                taken += outcome.time;
                nodes += outcome.nodes;
                let seconds = outcome.time.as_secs_f64();
                format!("solved {seconds:.3} s {} nodes", outcome.nodes)
            }
            None => {
                taken += watch.elapsed();
                "unsolved".to_owned()
            }
        };
        output.write(format!("{line} {}\n", task.name).as_bytes())?;
    }
    let seconds = taken.as_secs_f64();
    let line = format!(
        "{solved} of {} solved in {seconds:.2} s: {:.2} a second, {nodes} nodes until solved\n",
        tasks.len(),
        f64::from(solved) / seconds.max(1e-9)
    );
    output.write(line.as_bytes())?;
    output.finish()?;
    Ok(Exit::Yes)
}

pub fn run_perft(args: &PerftArgs) -> Result<Exit, Problem> {
    let position = if args.position.is_empty() {
        Chess::default()
    } else {
        let entry = input::one(&args.position.join(" "))?;
        match entry.position.checked {
            Ok(position) => position,
            Err(reasons) => {
                return Err(Report::invalid("this", &reasons).into());
            }
        }
    };
    let output = Output::open(args.output.output.as_deref())?;
    let interrupt = Interrupt::finishing(&output)?;
    let counts = perft(&position, args.depth, &|| interrupt.requested());
    let Some(counts) = counts else {
        return Ok(Exit::Interrupted);
    };
    let total = match args.depth {
        0 => 1,
        _ => counts.iter().map(|(_, leaves)| leaves).sum::<u64>(),
    };
    if args.divide {
        for (m, leaves) in &counts {
            let line = format!("{} {leaves}\n", m.to_uci(CastlingMode::Standard));
            output.write(line.as_bytes())?;
        }
    }
    output.write(format!("{total}\n").as_bytes())?;
    output.finish()?;
    Ok(Exit::Yes)
}
