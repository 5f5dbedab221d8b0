//! `sissa prove`: a game that reaches the position, or the reason why none can.
//!
//! Every position is an independent random stream, so verdicts under `--nodes` do not depend on the
//! number of threads; the main thread writes them in the order of the input.

mod answer;

use std::{
    fmt::Write as _,
    ops::ControlFlow,
    thread,
    time::{Duration, Instant},
};

use sissa_parallel::in_order;
use sissa_proof::{Budget, prove, stream};
use sissa_record::{Entry, Game, Record, Ruling, Run, SCHEMA, Summary, pgn};

use self::answer::Answer;
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
    plies: Vec<usize>,
    text: String,
}

impl Prover<'_> {
    fn judge(&self, index: u64, entry: &Entry) -> Judged {
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
        let seed = self.args.seed;
        let budget = Budget { nodes, stop: &stop };
        let answer = match self.args.plies {
            Some(plies) => Answer::of_length(entry, plies, self.args.all, &budget),
            None if self.args.shortest => Answer::shortest(entry, &budget, seed, index),
            None => prove(&entry.position.setup, budget, &mut stream(seed, index)).into(),
        };
        let text = match self.format {
            ProveFormat::Text => self.text(entry, &answer),
            ProveFormat::Pgn => answer
                .games
                .iter()
                .map(|game| tagged(index, entry, game))
                .collect(),
            ProveFormat::Jsonl => answer.records(index, entry),
        };
        Judged {
            ruling: answer.ruling,
            plies: answer.games.iter().map(Game::plies).collect(),
            text,
        }
    }

    fn text(&self, entry: &Entry, answer: &Answer) -> String {
        let shown = entry.position.fen();
        let origin = input::at(entry, "  ");
        let word = match answer.ruling {
            Ruling::Legal => self.paint.good("legal    "),
            Ruling::Illegal => self.paint.bad("illegal  "),
            Ruling::None => self.paint.bad("none     "),
            Ruling::Undecided => self.paint.warn("undecided"),
        };
        let mut text = format!("{word}  {origin}{shown}");
        if let Some(game) = answer.games.first() {
            let _ = write!(text, "  in {}", plies(game.plies()));
        }
        if answer.shortest == Some(true) {
            text.push_str(", no game is shorter");
        }
        text.push('\n');
        let moves = answer
            .games
            .iter()
            .map(|game| hanging(&game.movetext(), 11, self.terminal));
        let reasons = answer
            .reasons
            .iter()
            .map(|one| reason_line(&one.message, &one.code));
        for line in moves.chain(reasons).chain(answer.remarks.iter().cloned()) {
            let _ = writeln!(text, "           {line}");
        }
        text
    }
}

/// A game as PGN, with the position it leads to.
fn tagged(index: u64, entry: &Entry, game: &Game) -> String {
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

#[derive(Default)]
struct Tally {
    errors: u64,
    legal: u64,
    illegal: u64,
    none: u64,
    undecided: u64,
    plies: Vec<usize>,
}

impl Tally {
    fn count(&mut self, judged: &Judged) {
        match judged.ruling {
            Ruling::Legal => self.legal += 1,
            Ruling::Illegal => self.illegal += 1,
            Ruling::None => self.none += 1,
            Ruling::Undecided => self.undecided += 1,
        }
        self.plies.extend(&judged.plies);
    }

    fn exit(&self) -> Exit {
        match self {
            Tally { errors: 1.., .. } => Exit::Error,
            Tally { illegal: 1.., .. } | Tally { none: 1.., .. } => Exit::No,
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
            repaired: None,
            exit: exit.code(),
            stats: None,
        }
    }

    fn words(&self) -> String {
        let all = self.legal + self.illegal + self.none + self.undecided + self.errors;
        let mut text = counted(all, "position");
        for (count, word) in [
            (self.legal, "legal"),
            (self.illegal, "illegal"),
            (self.none, "without a game of this length"),
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
