//! `sissa prove`: a game that reaches the position, or the reason why none can.
//!
//! Every position is an independent random stream, so verdicts under `--nodes` do not depend on the
//! number of threads; the main thread writes them in the order of the input.

use std::{
    fmt::Write as _,
    ops::ControlFlow,
    thread,
    time::{Duration, Instant},
};

use shakmaty::Setup;
use sissa_generate::in_order;
use sissa_proof::{Budget, Verdict, prove, stream};
use sissa_record::{Entry, Game, Record, Ruling, Run, SCHEMA, Summary, pgn};

use super::format_by_extension;
use crate::{
    TOOL,
    args::{ProveArgs, ProveFormat},
    console::{Console, Paint},
    input,
    interrupt::Interrupt,
    output::Output,
    printer::{counted, grouped, hanging, plies},
    problem::{Exit, Problem, Report, reason_line},
    progress::Progress,
};

/// Nodes for one position where neither `--nodes` nor `--timeout` is given.
const NODES: u64 = 8_000_000;

pub fn run(args: &ProveArgs, console: &Console) -> Result<Exit, Problem> {
    let extensions = [
        ("txt", ProveFormat::Text),
        ("pgn", ProveFormat::Pgn),
        ("jsonl", ProveFormat::Jsonl),
        ("ndjson", ProveFormat::Jsonl),
    ];
    let path = args.output.output.as_deref();
    let format = match args.format {
        Some(format) => format,
        None => format_by_extension(path, &extensions)?.unwrap_or(ProveFormat::Text),
    };
    let entries: Vec<Result<Entry, Report>> = input::entries(&args.input)?.collect();
    let output = Output::open(path)?;
    let interrupt = Interrupt::finishing(&output)?;
    let started = Instant::now();
    let prover = Prover {
        args,
        format,
        paint: console.paint_data(output.is_terminal()),
        terminal: output.is_terminal(),
        started,
        interrupt: &interrupt,
    };
    if format == ProveFormat::Jsonl {
        let run = Run {
            schema: SCHEMA,
            tool: TOOL.to_owned(),
            command: "prove".to_owned(),
            constraint: None,
            style: None,
            seed: Some(args.seed),
            count: None,
            skip: None,
        };
        output.write((Record::Run(run).to_line() + "\n").as_bytes())?;
    }
    let threads = args
        .limits
        .threads
        .unwrap_or_else(|| thread::available_parallelism().map_or(1, std::num::NonZero::get));
    let progress = Progress::new(console, entries.len() as u64);
    let mut tally = Tally::default();
    let mut failed = None;
    in_order(
        0..entries.len() as u64,
        threads,
        |index| match &entries[index as usize] {
            Ok(entry) if !interrupt.requested() => Some(prover.judge(index, entry)),
            _ => None,
        },
        |index, judged| {
            let Some(judged) = judged else {
                if let Err(report) = &entries[index as usize] {
                    tally.errors += 1;
                    progress.aside(|| console.report(report));
                    return ControlFlow::Continue(());
                }
                return ControlFlow::Break(());
            };
            progress.advance();
            tally.count(&judged);
            match progress.aside(|| output.write(judged.text.as_bytes())) {
                Ok(()) => ControlFlow::Continue(()),
                Err(problem) => {
                    failed = Some(problem);
                    ControlFlow::Break(())
                }
            }
        },
    );
    progress.clear();
    if let Some(problem) = failed {
        return Err(problem);
    }
    let exit = match interrupt.requested() {
        true => Exit::Interrupted,
        false => tally.exit(),
    };
    if format == ProveFormat::Jsonl {
        let line = Record::Summary(tally.summary(entries.len() as u64, exit)).to_line();
        output.write((line + "\n").as_bytes())?;
    }
    output.finish()?;
    if entries.len() > 1 {
        console.summary(&tally.words());
    }
    Ok(exit)
}

struct Prover<'a> {
    args: &'a ProveArgs,
    format: ProveFormat,
    paint: Paint,
    terminal: bool,
    started: Instant,
    interrupt: &'a Interrupt,
}

/// A verdict as it is written.
struct Judged {
    ruling: Ruling,
    plies: Option<usize>,
    text: String,
}

impl Prover<'_> {
    fn judge(&self, index: u64, entry: &Entry) -> Judged {
        let setup: &Setup = &entry.position.setup;
        let begun = Instant::now();
        let limits = &self.args.limits;
        let late = |since: Instant, limit: Option<Duration>| {
            limit.is_some_and(|limit| since.elapsed() >= limit)
        };
        let stop = || {
            self.interrupt.requested()
                || late(begun, limits.timeout)
                || late(self.started, limits.total_timeout)
        };
        let timed = limits.timeout.is_some() || limits.total_timeout.is_some();
        let nodes = match limits.nodes {
            Some(nodes) => nodes,
            None if timed => u64::MAX,
            None => NODES,
        };
        let mut rng = stream(self.args.seed, index);
        let verdict = prove(setup, Budget { nodes, stop: &stop }, &mut rng);
        let text = match self.format {
            ProveFormat::Text => self.text(entry, &verdict),
            ProveFormat::Pgn => match &verdict {
                Verdict::Legal { game } => {
                    let (round, count) = ((index + 1).to_string(), game.plies().to_string());
                    let goal = entry.position.fen();
                    let tags = [
                        ("Event", "Sissa proof game"),
                        ("Round", round.as_str()),
                        ("Annotator", TOOL),
                        ("PlyCount", count.as_str()),
                        ("GoalFEN", goal.as_str()),
                    ];
                    pgn(game, &tags)
                }
                _ => String::new(),
            },
            ProveFormat::Jsonl => {
                let mut record = verdict.record(index, entry.position.fen());
                record.origin = Some(entry.origin.clone());
                Record::Verdict(record).to_line() + "\n"
            }
        };
        Judged {
            ruling: verdict.ruling(),
            plies: verdict.game().map(Game::plies),
            text,
        }
    }

    fn text(&self, entry: &Entry, verdict: &Verdict) -> String {
        let shown = entry.position.fen();
        let origin = input::at(entry, "  ");
        match verdict {
            Verdict::Legal { game } => {
                let word = self.paint.good("legal    ");
                let length = plies(game.plies());
                let moves = hanging(&game.movetext(), 11, self.terminal);
                format!("{word}  {origin}{shown}  in {length}\n           {moves}\n")
            }
            Verdict::Illegal { reasons } => {
                let mut text = format!("{}  {origin}{shown}\n", self.paint.bad("illegal  "));
                for reason in reasons {
                    let line = reason_line(&reason.message, &reason.code);
                    let _ = writeln!(text, "           {line}");
                }
                text
            }
            Verdict::Undecided { partial, exhausted } => {
                let word = self.paint.warn("undecided");
                let mut text = format!("{word}  {origin}{shown}\n           {exhausted}\n");
                if let Some(game) = partial {
                    let _ = writeln!(
                        text,
                        "           the last {} lead here from {}",
                        plies(game.plies()),
                        sissa_record::fen(game.start())
                    );
                }
                text
            }
        }
    }
}

#[derive(Default)]
struct Tally {
    errors: u64,
    legal: u64,
    illegal: u64,
    undecided: u64,
    plies: Vec<usize>,
}

impl Tally {
    fn count(&mut self, judged: &Judged) {
        match judged.ruling {
            Ruling::Legal => self.legal += 1,
            Ruling::Illegal => self.illegal += 1,
            Ruling::Undecided => self.undecided += 1,
        }
        self.plies.extend(judged.plies);
    }

    fn exit(&self) -> Exit {
        match self {
            Tally { errors: 1.., .. } => Exit::Error,
            Tally { illegal: 1.., .. } => Exit::No,
            Tally { undecided: 1.., .. } => Exit::Undecided,
            _ => Exit::Yes,
        }
    }

    fn summary(&mut self, requested: u64, exit: Exit) -> Summary {
        self.plies.sort_unstable();
        let games = self.plies.len();
        let total: usize = self.plies.iter().sum();
        let middle = |half: usize| self.plies.get(half).copied();
        let median = games
            .checked_sub(1)
            .and_then(|last| Some((middle(last / 2)? + middle(games / 2)?) as f64 / 2.0));
        Summary {
            requested,
            produced: self.legal,
            unique: self.legal,
            satisfied: self.legal,
            mean_plies: (games > 0).then(|| total as f64 / games as f64),
            median_plies: median,
            exit: exit.code(),
            stats: None,
        }
    }

    fn words(&self) -> String {
        let all = self.legal + self.illegal + self.undecided + self.errors;
        let mut text = counted(all, "position");
        for (count, word) in [
            (self.legal, "legal"),
            (self.illegal, "illegal"),
            (self.undecided, "undecided"),
            (self.errors, "unreadable"),
        ] {
            if count > 0 {
                let _ = write!(text, ", {} {word}", grouped(count));
            }
        }
        text
    }
}
