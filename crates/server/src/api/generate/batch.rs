//! A job in turns: what has been made, what comes next, when it is over.

use std::{
    cell::Cell,
    time::{Duration, Instant},
};

use rustc_hash::FxHashSet;
use sissa_constraint::{Compiled, Constraint};
use sissa_generate::{Failure, Found, Statistics, Task, Unique, replay};
use sissa_record::{Extra, Game, HumanInfo, PositionRecord, Record, Summary};

use super::GenerateRequest;
use crate::{client::Progress, jobs::Cancel};

/// How long a turn goes on taking further positions.
pub const TURN: Duration = Duration::from_millis(10);

/// Lines of a turn are handed on when they are this long.
const FULL: usize = 64 * 1024;

/// Times that a job may take.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    pub position: Duration,
    pub job: Duration,
}

/// Why a search was stopped from outside.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cause {
    Nothing,
    Cancelled,
    PositionTime,
    JobTime,
}

/// How a job ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    Complete,
    Cancelled,
    /// Time ended, or only repetitions came for too long.
    Short,
    /// There is no game within the length.
    Exhausted,
}

/// What a job makes, and from what.
pub struct Order {
    pub task: Task,
    /// What every game begins with.
    pub opening: Game,
    pub kind: Unique,
    /// Keys of the positions already had.
    pub excluded: FxHashSet<u64>,
}

/// A job between two turns.
pub struct Batch {
    order: Order,
    compiled: Compiled,
    statistics: Statistics,
    request: GenerateRequest,
    budget: Budget,
    cancel: Cancel,
    started: Option<Instant>,
    next: u64,
    made: u64,
    failed: u64,
    /// Positions dropped because they were there already.
    dropped: u64,
    /// Repetitions in a row.
    misses: u64,
    seen: FxHashSet<u64>,
    lines: Vec<u8>,
    ending: Option<Ending>,
}

impl Batch {
    pub fn new(
        order: Order,
        constraint: &Constraint,
        request: GenerateRequest,
        budget: Budget,
        cancel: Cancel,
    ) -> Batch {
        Batch {
            compiled: constraint.compile(),
            statistics: Statistics::new(constraint, order.kind),
            order,
            budget,
            cancel,
            started: None,
            next: request.skip,
            made: 0,
            failed: 0,
            dropped: 0,
            misses: 0,
            seen: FxHashSet::default(),
            lines: Vec::new(),
            ending: None,
            request,
        }
    }

    pub fn is_over(&self) -> bool {
        self.ending.is_some()
    }

    /// What has been written since it was last asked for.
    pub fn take_lines(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.lines)
    }

    fn seconds(&self) -> f64 {
        self.started
            .map_or(0.0, |started| started.elapsed().as_secs_f64())
    }

    pub fn progress(&self) -> Progress {
        let mut progress = Progress::new(self.request.count, self.seconds());
        (progress.made, progress.failed) = (self.made, self.failed);
        progress
    }

    /// Makes positions until the time is up, at least one.
    pub fn turn(&mut self, length: Duration) {
        let begun = Instant::now();
        self.started.get_or_insert(begun);
        while self.ending.is_none() {
            self.step();
            if begun.elapsed() >= length || self.lines.len() >= FULL {
                return;
            }
        }
    }

    /// One index.
    fn step(&mut self) {
        let index = self.next;
        self.next = self.next.saturating_add(1);
        let (found, cause) = self.search(index);
        match found {
            Ok(found) => self.take(index, &found),
            Err(failure) => self.miss(index, &failure, cause),
        }
        if self.made + self.failed >= self.request.count || self.next == u64::MAX {
            self.ending.get_or_insert(Ending::Complete);
        }
    }

    fn search(&self, index: u64) -> (Result<Found, Failure>, Cause) {
        let begun = Instant::now();
        let cause = Cell::new(Cause::Nothing);
        let stop = || {
            cause.set(if self.cancel.requested() {
                Cause::Cancelled
            } else if self
                .started
                .is_some_and(|started| started.elapsed() >= self.budget.job)
            {
                Cause::JobTime
            } else if begun.elapsed() >= self.budget.position {
                Cause::PositionTime
            } else {
                Cause::Nothing
            });
            cause.get() != Cause::Nothing
        };
        // A quick search never asks: a job that nobody waits for must end all the same.
        if stop() {
            return (Err(Failure::Stopped { nodes: 0 }), cause.get());
        }
        let found = self.order.task.generate(self.request.seed, index, &stop);
        (found, cause.get())
    }

    fn take(&mut self, index: u64, found: &Found) {
        let mut game = self.order.opening.clone();
        for played in &found.moves {
            if let Err(error) = game.push(*played) {
                return self.fault(index, &error.to_string());
            }
        }
        if let Err(message) = replay::verify(&game, &found.position, &self.compiled) {
            return self.fault(index, &message);
        }
        if self.is_known(&game) {
            self.dropped += 1;
            self.misses += 1;
            let patience = self.request.count.saturating_mul(20).saturating_add(1_000);
            if self.misses >= patience {
                let message = format!("{} indices in a row brought nothing new", self.misses);
                self.fail(index, "nothing-new", message, None);
                self.ending = Some(Ending::Short);
            }
            return;
        }
        self.misses = 0;
        self.made += 1;
        self.statistics.add(game.end(), game.moves(), true);
        let extra = Extra {
            shortest: self.request.shortest.then_some(found.shortest),
            human: found.human.map(|told| {
                Box::new(HumanInfo {
                    white_elo: told.ratings[0],
                    black_elo: told.ratings[1],
                    effective_sample_size: told.effective,
                    chance: told.chance,
                })
            }),
            repaired: found
                .human
                .map(|told| told.repaired)
                .filter(|plies| *plies > 0),
            ..Extra::default()
        };
        let id = format!("{}-{index}", self.request.seed);
        self.write(&Record::Position(PositionRecord::from_game(
            index, id, &game, extra,
        )));
    }

    fn is_known(&mut self, game: &Game) -> bool {
        let order = &self.order;
        if self.request.unique.is_none() && order.excluded.is_empty() {
            return false;
        }
        let key = order.kind.key(game.end());
        order.excluded.contains(&key) || (self.request.unique.is_some() && !self.seen.insert(key))
    }

    fn miss(&mut self, index: u64, failure: &Failure, cause: Cause) {
        match (failure, cause) {
            (Failure::Exhausted { .. }, _) => {
                let hint = "allow longer games with --max-plies";
                self.fail(index, "exhausted", failure.to_string(), Some(hint));
                self.ending = Some(Ending::Exhausted);
            }
            (Failure::Stopped { .. }, Cause::Cancelled) => self.ending = Some(Ending::Cancelled),
            (Failure::Stopped { .. }, Cause::JobTime) => {
                let message = "the time for the whole run ended".to_owned();
                self.fail(index, "total-timeout", message, None);
                self.ending = Some(Ending::Short);
            }
            (Failure::Stopped { nodes }, Cause::PositionTime | Cause::Nothing) => {
                let message = format!("the time for one position ended after {nodes} nodes");
                self.fail(
                    index,
                    "timeout",
                    message,
                    Some("the command line searches longer"),
                );
                self.failed += 1;
            }
            (Failure::Budget { .. }, _) => {
                let hint = "a larger --nodes searches longer";
                self.fail(index, "budget", failure.to_string(), Some(hint));
                self.failed += 1;
            }
        }
    }

    /// The second look failed: a fault of the program, which ends the job.
    fn fault(&mut self, index: u64, message: &str) {
        let message = format!("internal fault at index {index}: {message}");
        self.fail(
            index,
            "fault",
            message,
            Some("please report this with the request you sent"),
        );
        self.ending = Some(Ending::Short);
    }

    fn fail(&mut self, index: u64, code: &str, message: String, hint: Option<&str>) {
        self.write(&Record::Failure(sissa_record::Failure {
            index,
            code: code.to_owned(),
            message,
            hint: hint.map(str::to_owned),
        }));
    }

    fn write(&mut self, record: &Record) {
        self.lines.extend_from_slice(record.to_line().as_bytes());
        self.lines.push(b'\n');
    }

    /// The last line.
    pub fn summary(mut self) -> Vec<u8> {
        let exit = match self.ending {
            Some(Ending::Cancelled) => 130,
            Some(Ending::Exhausted) if self.made == 0 => 1,
            _ if self.made < self.request.count => 3,
            _ => 0,
        };
        let statistics = &self.statistics;
        let seconds = self.seconds();
        let summary = Summary {
            requested: self.request.count,
            produced: self.made,
            unique: statistics.unique(),
            satisfied: statistics.satisfied(),
            mean_plies: statistics.mean_plies(),
            median_plies: statistics.median_plies(),
            repaired: None,
            exit,
            stats: self
                .request
                .stats
                .then(|| statistics.measures(self.request.count, self.dropped, seconds)),
        };
        self.write(&Record::Summary(summary));
        self.take_lines()
    }
}
