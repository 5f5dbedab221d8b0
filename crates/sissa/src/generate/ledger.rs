//! One index searched, and what has come of all of them.

use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use shakmaty::{Chess, Move};
use sissa_constraint::{Refutation, Situation};
use sissa_game::{Game, Theme, castled_in, verify, words::grouped};
use sissa_generate::{Failure as Miss, Found, Offer, Statistics, Task, Unique, themed};
use sissa_judge::{Answer, Effort};
use sissa_record::{Failure, JudgedInfo, Summary, fen};

use super::{Judgements, Position, novelty::Novelty, supply::Supply};
use crate::{
    event::Progress,
    explain::reasons,
    judging::Judging,
    limits::{Budget, Cause, Watch},
    puzzles::{Composer, Composition, Mistake, Moment},
    session::Session,
};

/// What is made, and from what. Shared by all threads.
#[derive(Debug)]
pub(super) struct Order {
    /// The task, or why there is none.
    pub task: Result<Task, Refutation>,
    /// What is asked of a position's worth.
    pub judging: Option<Judging>,
    /// How many positions were judged.
    pub judgements: Judgements,
    /// Where positions come from that are judged.
    pub supply: Supply,
    /// What has to happen in the game.
    pub themes: Vec<Theme>,
    /// What makes puzzles of positions, where they are to be puzzles; and of whose mistakes.
    pub composer: Option<(Arc<Composer>, Mistake)>,
    /// What every game begins with.
    pub opening: Game,
    pub seed: u64,
    pub count: u64,
    pub shortest: bool,
    /// Half-moves of a game that is to show a theme.
    pub longest: usize,
    pub kind: Unique,
    pub budget: Budget,
}

/// What came of an index.
pub(super) enum Attempt<T> {
    Found(Box<Product<T>>),
    Missed(Miss, Cause),
    /// Positions were found and judged, but none is worth what is asked.
    Unworthy(Trial),
    /// The second look failed: a fault of the program.
    Wrong(String),
}

/// What was found out about a position that is kept.
#[derive(Debug, Default)]
struct Findings {
    judged: Option<Box<JudgedInfo>>,
    composed: Option<Box<Composition>>,
}

/// Positions made for one index until one of them is worth what is asked: drawn again and again, what is kept has
/// the distribution of what is made, given that it is worth it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Trial {
    rounds: u64,
    judged: u64,
    spent: u64,
}

impl Trial {
    /// The first has the run's seed, later ones have seeds of their own.
    fn seed(&self, seed: u64) -> u64 {
        seed ^ self.rounds.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// Positions that an exhaustive search may look at for one trial: what takes more is not worth waiting for.
const SOLVER: u64 = 200_000;
/// Positions looked at for one index at most, where nothing else is said: of what is judged, and in games that are to show a theme.
const JUDGED: u64 = 100_000_000;
const THEMED: u64 = 3_000_000;

pub(super) struct Product<T> {
    position: Position,
    key: u64,
    form: T,
}

/// What one attempt means for the run.
pub(super) enum Step<T> {
    Found(T),
    Failed(Failure),
    Nothing,
}

impl Order {
    /// How many positions were judged, where any are.
    pub fn judged(&self) -> Option<&Judgements> {
        let judges = self.judging.is_some() || self.composer.is_some();
        judges.then_some(&self.judgements)
    }

    /// Searches one index and looks at the result a second time.
    pub fn attempt<T>(
        &self,
        session: &Session,
        started: Duration,
        index: u64,
        over: &AtomicBool,
        form: &impl Fn(&Position) -> T,
    ) -> Attempt<T> {
        let watch = Watch::new(session, &self.budget, started);
        let stop = || over.load(Ordering::Relaxed) || watch.stop();
        // A quick search never asks, and would pass the end of the time by.
        if stop() {
            return Attempt::Missed(Miss::Stopped { nodes: 0 }, watch.cause());
        }
        let Ok(task) = &self.task else {
            return Attempt::Wrong("nothing can satisfy the constraint".to_owned());
        };
        let mut trial = Trial::default();
        loop {
            let search = || self.search(task, index, &stop, &mut trial);
            // A worker that falls silent would be waited for without end.
            let (found, findings) = match catch_unwind(AssertUnwindSafe(search)) {
                Err(_) => return Attempt::Wrong("the search failed".to_owned()),
                Ok(Err(miss)) => return Attempt::Missed(miss, watch.cause()),
                Ok(Ok(Some(found))) => found,
                Ok(Ok(None)) if stop() => {
                    return Attempt::Missed(Miss::Stopped { nodes: trial.spent }, watch.cause());
                }
                Ok(Ok(None)) if trial.spent >= self.budget.nodes.unwrap_or(self.most()) => {
                    return Attempt::Unworthy(trial);
                }
                Ok(Ok(None)) => continue,
            };
            return match self.verified(task, index, &found) {
                Err(message) => Attempt::Wrong(message),
                Ok(mut position) => {
                    position.judged = findings.judged;
                    position.composed = findings.composed;
                    Attempt::Found(Box::new(Product {
                        key: self.kind.key(position.game.end()),
                        form: form(&position),
                        position,
                    }))
                }
            };
        }
    }

    /// Positions looked at for one index at most, where nothing else is said.
    fn most(&self) -> u64 {
        if self.themes.is_empty() {
            JUDGED
        } else {
            THEMED
        }
    }

    /// Makes a position; `None` where it is not worth what is asked.
    fn search(
        &self,
        task: &Task,
        index: u64,
        stop: &dyn Fn() -> bool,
        trial: &mut Trial,
    ) -> Result<Option<(Found, Findings)>, Miss> {
        if !self.themes.is_empty() {
            return Ok(self.themed(task, index, stop, trial));
        }
        let asks = self.judging.is_some() || self.composer.is_some();
        if !asks && matches!(self.supply, Supply::Play) {
            let found = task.generate(self.seed, index, stop)?;
            return Ok(Some((found, Findings::default())));
        }
        let (judged, spent, info) = (
            Cell::new(trial.judged),
            Cell::new(trial.spent),
            Cell::new(Findings::default()),
        );
        let worthy = |offer: &Offer<'_>| {
            let (findings, cost) = self.judge(offer);
            judged.set(judged.get() + 1);
            self.judgements.add();
            spent.set(spent.get() + cost);
            let worth_it = findings.is_some();
            info.set(findings.unwrap_or_default());
            worth_it
        };
        let seed = trial.seed(self.seed);
        let found = match self.supply.source(trial.rounds) {
            Some(source) => task.draw(seed, index, stop, source, Some(&worthy)),
            None => task.generate_worthy(seed, index, stop, &worthy),
        };
        trial.rounds += 1;
        trial.judged = judged.get();
        // A game takes at least its moves.
        trial.spent = spent.get() + 1;
        let found = found?;
        trial.spent += found.as_ref().map_or(0, |found| found.nodes);
        Ok(found.map(|found| (found, info.take())))
    }

    /// A game that shows the themes and ends as the constraint asks.
    fn themed(
        &self,
        task: &Task,
        index: u64,
        stop: &dyn Fn() -> bool,
        trial: &mut Trial,
    ) -> Option<(Found, Findings)> {
        let start = &self.opening;
        let spent = Cell::new(0);
        let findings = Cell::new(Findings::default());
        let good = |moves: &[Move], position: &Chess| {
            let mut game = self.opening.clone();
            let played = moves.iter().all(|m| game.push(*m).is_ok());
            let situation = Situation {
                position,
                castled: castled_in(&game),
            };
            if !played || !task.compiled().holds(&situation) {
                return false;
            }
            let offer = Offer {
                situation,
                led_by: None,
            };
            let (found, cost) = self.judge(&offer);
            spent.set(spent.get() + cost);
            let worth_it = found.is_some();
            findings.set(found.unwrap_or_default());
            worth_it
        };
        let place = (trial.seed(self.seed), index);
        let themed = themed(start, &self.themes, place, self.longest, stop, &good);
        trial.rounds += 1;
        trial.spent += spent.get() + 1;
        let found = match themed {
            Ok(found) => found,
            Err(nodes) => {
                trial.spent += nodes;
                return None;
            }
        };
        let found = Found {
            position: found.position,
            moves: found.moves,
            nodes: found.nodes,
            shortest: false,
            at_least: None,
            human: None,
        };
        Some((found, findings.take()))
    }

    /// What is found out about a position that is worth what is asked, and what finding out cost.
    fn judge(&self, offer: &Offer<'_>) -> (Option<Findings>, u64) {
        let mut findings = Findings::default();
        let mut spent = 0;
        if let Some((composer, mistake)) = &self.composer {
            let moment = Moment {
                position: offer.situation.position,
                led_by: offer.led_by,
                played: None,
                mistake: *mistake,
            };
            let (composed, cost) = composer.compose(&moment, &Effort::unlimited());
            spent += cost;
            if composed.is_none() {
                return (None, spent);
            }
            findings.composed = composed.map(Box::new);
        }
        if let Some(judging) = &self.judging {
            let found = judging.test(&offer.situation, &Effort::nodes(SOLVER));
            spent += found.spent;
            if found.answer != Answer::Yes {
                return (None, spent);
            }
            findings.judged = found.info.map(Box::new);
        }
        (Some(findings), spent)
    }

    /// Replays the whole game and holds its end against the constraint; the error says what is wrong.
    fn verified(&self, task: &Task, index: u64, found: &Found) -> Result<Position, String> {
        let joined;
        let moves = if self.opening.plies() == 0 {
            &found.moves
        } else {
            joined = [self.opening.moves(), &found.moves].concat();
            &joined
        };
        let start = self.opening.start().clone();
        let game = verify(start, moves).map_err(|flaw| flaw.to_string())?;
        if *game.end() != found.position {
            let (there, here) = (fen(&found.position), fen(game.end()));
            return Err(format!("the moves lead to {here}, not to {there}"));
        }
        let situation = Situation {
            position: game.end(),
            castled: castled_in(&game),
        };
        if !task.compiled().holds(&situation) {
            let fen = fen(game.end());
            return Err(format!("{fen} does not satisfy the constraint"));
        }
        if let Some(theme) = self.themes.iter().find(|theme| !theme.is_shown_by(&game)) {
            return Err(format!("the game does not show the theme {}", theme.name()));
        }
        let mut position = Position::new(index, self.seed, game, found.human.as_ref());
        position.shortest = self.shortest.then_some(found.shortest);
        Ok(position)
    }
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// Everything was tried.
    Complete,
    Cancelled,
    OutOfTime,
    /// Only repetitions are to be expected.
    NothingNew,
    /// There is no game within the length.
    Exhausted,
    /// Nothing can satisfy the constraint.
    Impossible,
    /// The second look failed.
    Fault,
}

/// What has come of a run so far.
#[derive(Debug)]
pub(super) struct Ledger {
    requested: u64,
    made: u64,
    failed: u64,
    dropped: u64,
    repaired: u64,
    human: bool,
    /// Games are to show a theme.
    themed: bool,
    measured: bool,
    statistics: Statistics,
    novelty: Option<Novelty>,
    judgements: Option<Judgements>,
    ending: Option<Ending>,
    over: bool,
}

impl Ledger {
    pub fn new(order: &Order, novelty: Option<Novelty>, measured: bool, human: bool) -> Ledger {
        let statistics = match &order.task {
            Ok(task) if measured => Statistics::new(task.constraint(), order.kind),
            _ => Statistics::counting(order.kind),
        };
        Ledger {
            requested: order.count,
            made: 0,
            failed: 0,
            dropped: 0,
            repaired: 0,
            human,
            themed: !order.themes.is_empty(),
            measured,
            statistics,
            novelty,
            judgements: order.judged().cloned(),
            ending: None,
            over: false,
        }
    }

    /// Whether indices beyond those asked for may be needed.
    pub fn drops(&self) -> bool {
        self.novelty.is_some()
    }

    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    pub fn is_over(&self) -> bool {
        self.over
    }

    pub fn progress(&self, seconds: f64) -> Progress {
        Progress {
            made: self.made,
            failed: self.failed,
            dropped: self.dropped,
            requested: Some(self.requested),
            judged: self.judgements.as_ref().map(Judgements::count),
            seconds,
            bytes: None,
        }
    }

    /// Takes note of what came of an index.
    pub fn take<T>(&mut self, index: u64, attempt: Attempt<T>) -> Step<T> {
        let step = match attempt {
            Attempt::Found(product) => self.found(index, *product),
            Attempt::Missed(miss, cause) => self.missed(index, &miss, cause),
            Attempt::Unworthy(trial) => {
                self.failed += 1;
                let (judged, spent) = (grouped(trial.judged), grouped(trial.spent));
                let message = if self.themed {
                    format!("no game that shows this and ends so was found ({spent} nodes)")
                } else {
                    format!("of {judged} positions none was worth what is asked ({spent} nodes)")
                };
                let hint = "more nodes search longer; a looser constraint is easier";
                Step::Failed(failure(index, "budget", message, Some(hint)))
            }
            Attempt::Wrong(message) => {
                self.ending = Some(Ending::Fault);
                let message = format!("internal fault at index {index}: {message}");
                let hint = "please report this with what you asked for";
                Step::Failed(failure(index, "fault", message, Some(hint)))
            }
        };
        if self.made + self.failed >= self.requested {
            self.ending.get_or_insert(Ending::Complete);
        }
        step
    }

    fn found<T>(&mut self, index: u64, product: Product<T>) -> Step<T> {
        if let Some(novelty) = &mut self.novelty
            && !novelty.wants(product.key)
        {
            self.dropped += 1;
            return match novelty.exhausted() {
                None => Step::Nothing,
                Some(message) => {
                    self.ending = Some(Ending::NothingNew);
                    let hint = "there may be no more, or few; a looser constraint has more";
                    Step::Failed(failure(index, "nothing-new", message, Some(hint)))
                }
            };
        }
        self.made += 1;
        self.repaired += u64::from(product.position.repaired > 0);
        let game = &product.position.game;
        self.statistics
            .add_with_key(product.key, game.end(), game.moves());
        Step::Found(product.form)
    }

    fn missed<T>(&mut self, index: u64, miss: &Miss, cause: Cause) -> Step<T> {
        let (code, message, hint) = match (miss, cause) {
            (Miss::Exhausted { .. }, _) => {
                self.ending = Some(Ending::Exhausted);
                let hint = "allow longer games (max-plies)";
                ("exhausted", miss.to_string(), Some(hint))
            }
            (Miss::Stopped { .. }, Cause::Cancelled) => {
                self.ending = Some(Ending::Cancelled);
                return Step::Nothing;
            }
            (Miss::Stopped { .. }, Cause::TotalTime) => {
                self.ending = Some(Ending::OutOfTime);
                let message = "the time for the whole run ended".to_owned();
                (
                    "total-timeout",
                    message,
                    Some("a larger total-timeout goes on longer"),
                )
            }
            (Miss::Stopped { nodes }, Cause::PositionTime | Cause::Nothing) => {
                self.failed += 1;
                let nodes = grouped(*nodes);
                let message = format!("the time for one position ended after {nodes} nodes");
                ("timeout", message, Some("a larger timeout searches longer"))
            }
            (Miss::Budget { .. }, _) => {
                self.failed += 1;
                ("budget", miss.to_string(), Some("more nodes search longer"))
            }
        };
        Step::Failed(failure(index, code, message, hint))
    }

    /// The failure of a request that nothing can satisfy, told once.
    pub fn refuse(&mut self, index: u64, refutation: &Refutation) -> Option<Failure> {
        if self.ending.is_some() {
            return None;
        }
        self.ending = Some(Ending::Impossible);
        let messages: Vec<&str> = refutation
            .reasons
            .iter()
            .map(|reason| reason.message.as_str())
            .collect();
        let hint = "relax one of the conditions named; explain shows how the constraint is read";
        let mut failure = failure(index, "impossible", messages.join("; "), Some(hint));
        failure.reasons = reasons(refutation);
        Some(failure)
    }

    /// The last word, once.
    pub fn summary(&mut self, seconds: f64) -> Option<Summary> {
        if self.over {
            return None;
        }
        self.over = true;
        let exit = match self.ending {
            Some(Ending::Fault) => 2,
            Some(Ending::Cancelled) => 130,
            Some(Ending::Impossible) => 1,
            Some(Ending::Exhausted) if self.made == 0 => 1,
            _ if self.made < self.requested => 3,
            _ => 0,
        };
        let statistics = &self.statistics;
        Some(Summary {
            requested: self.requested,
            produced: self.made,
            unique: statistics.unique(),
            satisfied: statistics.satisfied(),
            mean_plies: statistics.mean_plies(),
            median_plies: statistics.median_plies(),
            repaired: self.human.then_some(self.repaired),
            exit,
            stats: self
                .measured
                .then(|| statistics.measures(self.requested, self.dropped, seconds)),
            ..Summary::default()
        })
    }
}

fn failure(index: u64, code: &str, message: String, hint: Option<&str>) -> Failure {
    Failure {
        index,
        code: code.to_owned(),
        message,
        hint: hint.map(str::to_owned),
        ..Failure::default()
    }
}
