//! The loop: search on many threads, look twice, drop, hand on in order.

use std::{
    cell::Cell,
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::atomic::{AtomicBool, Ordering},
    time::Instant,
};

use rustc_hash::FxHashSet;
use sissa_constraint::Compiled;
use sissa_generate::{Failure, Found, Statistics, Task, Unique};
use sissa_parallel::in_order;
use sissa_record::{Game, Record, analysis_link, fen};
use sissa_render::Diagram;

use crate::{
    args::{Format, GenerateArgs},
    drawing::Figure,
    interrupt::Interrupt,
    output::Output,
    printer::{Printer, counted, grouped},
    problem::{Exit, Problem, Report},
    progress::Progress,
    replay,
};

/// Everything a worker needs to know.
pub struct Batch<'a> {
    pub task: &'a Task,
    pub compiled: Compiled,
    /// What every game begins with.
    pub opening: Game,
    pub printer: Printer,
    pub args: &'a GenerateArgs,
    pub kind: Unique,
    pub excluded: FxHashSet<u64>,
    /// Boards are collected for a drawing.
    pub drawn: bool,
    pub started: Instant,
    pub interrupt: &'a Interrupt,
}

/// What came of a run.
pub struct Made {
    pub written: u64,
    /// Games of the style human that the style direct finished.
    pub repaired: u64,
    /// Positions dropped because they were there already.
    pub dropped: u64,
    pub statistics: Statistics,
    pub figures: Vec<Figure>,
    pub ending: Ending,
    /// The first reason for a missing position.
    pub first_failure: Option<String>,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// Every index was tried.
    Complete,
    Interrupted,
    /// `--total-timeout`.
    OutOfTime,
    /// Only repetitions for too long.
    NothingNew,
    /// There is no game within the length.
    Exhausted(String),
}

/// What a worker made of an index.
enum Attempt {
    Found(Box<Product>),
    Failed(Failure, Cause),
    /// The second look failed: a fault of the program.
    Wrong(String),
}

struct Product {
    game: Game,
    /// The text to write.
    record: String,
    /// The style direct finished it.
    repaired: bool,
    key: u64,
}

/// Why a search was stopped from outside.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cause {
    Nothing,
    Interrupted,
    Timeout,
    TotalTimeout,
}

impl Made {
    /// The exit code.
    pub fn exit(&self, requested: u64) -> Exit {
        match &self.ending {
            Ending::Interrupted => Exit::Interrupted,
            Ending::Exhausted(_) if self.written == 0 => Exit::No,
            _ if self.written < requested => Exit::Undecided,
            _ => Exit::Yes,
        }
    }
}

impl Batch<'_> {
    /// Makes the positions and hands them on.
    pub fn make(
        &self,
        threads: usize,
        statistics: Statistics,
        output: &Output,
        progress: &Progress,
    ) -> Result<Made, Problem> {
        let args = self.args;
        let dropping = args.unique.is_some() || !self.excluded.is_empty();
        let end = match dropping {
            true => u64::MAX,
            false => args.skip.saturating_add(args.count),
        };
        // So many in a row without anything new, and there is hardly more to come.
        let patience = args.count.saturating_mul(20).saturating_add(1_000);
        let over = AtomicBool::new(false);
        let mut made = Made {
            written: 0,
            repaired: 0,
            dropped: 0,
            statistics,
            figures: Vec::new(),
            ending: Ending::Complete,
            first_failure: None,
        };
        let mut seen: FxHashSet<u64> = FxHashSet::default();
        let mut failed = 0;
        let mut misses = 0;
        let mut fault: Option<Problem> = None;

        let mut take = |index: u64, attempt: Attempt| -> Result<ControlFlow<()>, Problem> {
            match attempt {
                Attempt::Wrong(message) => {
                    let message = format!("internal fault at index {index}: {message}");
                    return Err(Report::new(message)
                        .hint("please report this with the command you ran")
                        .into());
                }
                Attempt::Found(product) => {
                    let known = self.excluded.contains(&product.key)
                        || (args.unique.is_some() && !seen.insert(product.key));
                    if known {
                        made.dropped += 1;
                        misses += 1;
                        if misses >= patience {
                            let tries = counted(misses, "index").replace("indexs", "indices");
                            let message = format!("{tries} in a row brought nothing new");
                            self.fail(output, index, "nothing-new", message, &mut made)?;
                            made.ending = Ending::NothingNew;
                            return Ok(ControlFlow::Break(()));
                        }
                    } else {
                        misses = 0;
                        let (position, moves) = (product.game.end(), product.game.moves());
                        made.statistics.add(position, moves, true);
                        made.written += 1;
                        made.repaired += u64::from(product.repaired);
                        self.hand_on(*product, output, progress, &mut made)?;
                    }
                }
                Attempt::Failed(failure, cause) => match (&failure, cause) {
                    (Failure::Exhausted { .. }, _) => {
                        let message = failure.to_string();
                        self.fail(output, index, "exhausted", message.clone(), &mut made)?;
                        made.ending = Ending::Exhausted(message);
                        return Ok(ControlFlow::Break(()));
                    }
                    (Failure::Stopped { .. }, Cause::Interrupted) => {
                        made.ending = Ending::Interrupted;
                        return Ok(ControlFlow::Break(()));
                    }
                    (Failure::Stopped { .. }, Cause::TotalTimeout) => {
                        let message = "the time for the whole run ended".to_owned();
                        self.fail(output, index, "total-timeout", message, &mut made)?;
                        made.ending = Ending::OutOfTime;
                        return Ok(ControlFlow::Break(()));
                    }
                    (Failure::Stopped { nodes }, Cause::Timeout | Cause::Nothing) => {
                        let nodes = grouped(*nodes);
                        let message =
                            format!("the time for one position ended after {nodes} nodes");
                        self.fail(output, index, "timeout", message, &mut made)?;
                        failed += 1;
                    }
                    (Failure::Budget { .. }, _) => {
                        self.fail(output, index, "budget", failure.to_string(), &mut made)?;
                        failed += 1;
                    }
                },
            }
            if made.written + failed >= args.count {
                Ok(ControlFlow::Break(()))
            } else if self.interrupt.requested() {
                made.ending = Ending::Interrupted;
                Ok(ControlFlow::Break(()))
            } else {
                Ok(ControlFlow::Continue(()))
            }
        };
        in_order(
            args.skip..end,
            threads,
            |index| self.attempt(index, dropping, &over),
            |index, attempt| {
                let flow = take(index, attempt).unwrap_or_else(|problem| {
                    fault = Some(problem);
                    ControlFlow::Break(())
                });
                if flow.is_break() {
                    // What is still being searched is not wanted any more.
                    over.store(true, Ordering::Relaxed);
                }
                flow
            },
        );
        match fault {
            Some(problem) => Err(problem),
            None => Ok(made),
        }
    }

    /// Searches one index and looks at the result a second time.
    fn attempt(&self, index: u64, dropping: bool, over: &AtomicBool) -> Attempt {
        let cause = Cell::new(Cause::Nothing);
        let begun = Instant::now();
        let limits = &self.args.limits;
        let stop = || {
            let now = if limits.timeout.is_some() || limits.total_timeout.is_some() {
                Instant::now()
            } else {
                begun
            };
            let beyond = |since: Instant, limit: Option<std::time::Duration>| {
                limit.is_some_and(|limit| now.duration_since(since) >= limit)
            };
            cause.set(
                if over.load(Ordering::Relaxed) || self.interrupt.requested() {
                    Cause::Interrupted
                } else if beyond(self.started, limits.total_timeout) {
                    Cause::TotalTimeout
                } else if beyond(begun, limits.timeout) {
                    Cause::Timeout
                } else {
                    Cause::Nothing
                },
            );
            cause.get() != Cause::Nothing
        };
        let search = || self.task.generate(self.args.seed, index, &stop);
        // A worker that falls silent would be waited for without end.
        match catch_unwind(AssertUnwindSafe(search)) {
            Err(_) => Attempt::Wrong("the search failed".to_owned()),
            Ok(Err(failure)) => Attempt::Failed(failure, cause.get()),
            Ok(Ok(found)) => match self.product(index, dropping, &found) {
                Ok(product) => Attempt::Found(Box::new(product)),
                Err(message) => Attempt::Wrong(message),
            },
        }
    }

    fn product(&self, index: u64, dropping: bool, found: &Found) -> Result<Product, String> {
        let mut game = self.opening.clone();
        for played in &found.moves {
            game.push(*played).map_err(|error| error.to_string())?;
        }
        replay::verify(&game, &found.position, &self.compiled)?;
        let shortest = self.args.shortest.then_some(found.shortest);
        Ok(Product {
            record: self
                .printer
                .record(index, &game, shortest, found.human.as_ref()),
            repaired: found.human.is_some_and(|told| told.repaired > 0),
            key: match dropping {
                true => self.kind.key(game.end()),
                false => 0,
            },
            game,
        })
    }

    fn hand_on(
        &self,
        product: Product,
        output: &Output,
        progress: &Progress,
        made: &mut Made,
    ) -> Result<(), Problem> {
        if self.drawn {
            let game = &product.game;
            made.figures.push(Figure {
                diagram: Diagram::of(game.end()),
                fen: fen(game.end()),
                movetext: (game.plies() > 0).then(|| game.movetext()),
                link: Some(analysis_link(game)),
            });
        } else if output.is_terminal() {
            progress.aside(|| output.write(product.record.as_bytes()))?;
        } else {
            output.write(product.record.as_bytes())?;
        }
        progress.advance();
        Ok(())
    }

    /// Takes note of a position that is missing.
    fn fail(
        &self,
        output: &Output,
        index: u64,
        code: &str,
        message: String,
        made: &mut Made,
    ) -> Result<(), Problem> {
        if self.printer.format == Format::Jsonl {
            let hint = match code {
                "budget" => Some("a larger --nodes searches longer".to_owned()),
                "timeout" => Some("a larger --timeout searches longer".to_owned()),
                "exhausted" => Some("allow longer games with --max-plies".to_owned()),
                _ => None,
            };
            let failure = sissa_record::Failure {
                index,
                code: code.to_owned(),
                message: message.clone(),
                hint,
            };
            let line = Record::Failure(failure).to_line() + "\n";
            output.write(line.as_bytes())?;
        }
        made.first_failure.get_or_insert(message);
        Ok(())
    }
}
