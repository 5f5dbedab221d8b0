//! Positions to order: [`Generate`].

mod construct;
mod enumerated;
mod ledger;
mod novelty;
mod position;
mod style;
mod supply;
mod worth;

use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64},
    },
    time::Duration,
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::Chess;
use sissa_constraint::Refutation;
#[cfg(feature = "datasets")]
use sissa_constraint::Situation;
use sissa_game::{Game, Theme, castled_in};
use sissa_generate::{LONGEST, Neural, Options, Task, TaskError, Unique};
use sissa_parallel::in_order;
use sissa_record::{Entry, Failure, Run, Summary, read_one};

pub(crate) use construct::is_built;
pub use novelty::Exclusion;
pub use position::Position;
pub use style::{HumanOptions, MomentName, NeuralOptions, SearchName, SiteName, Style, network};

use crate::{
    event::{Event, Progress, run_of},
    judging::Judging,
    limits::{Budget, Limits, within},
    problem::Problem,
    puzzles::{Composer, Mistake},
    session::Session,
    wish::Wish,
};
use ledger::{Ledger, Order, Step};
use novelty::Novelty;
use supply::{Sought, Supply};

/// Longest game that is to show a theme, in half-moves, where nothing else is said.
const THEMED_PLIES: usize = 160;
/// What every position is: themes alone ask nothing of the position.
const ANYTHING: &str = "men<=32";
/// Longest game that may be asked for, in half-moves.
const MOST_PLIES: u64 = 5_000;

/// Positions to make.
///
/// ```
/// use sissa::{Event, Generate, Session};
///
/// let request = Generate::new("white (0,2,2,2,8)").count(3).seed(7);
/// let mut fens = Vec::new();
/// for event in request.run(&Session::new())? {
///     if let Event::Found(position) = event {
///         fens.push(position.fen());
///     }
/// }
/// assert_eq!(fens.len(), 3);
/// # Ok::<_, sissa::Problem>(())
/// ```
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Generate {
    /// What the positions must be like.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constraint: Option<String>,
    /// Constraints from the library, all of which must hold, too: a name or a list of names.
    #[serde(
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "crate::one_or_many"
    )]
    #[schemars(with = "Option<crate::OneOrMany>")]
    pub preset: Vec<String>,
    /// How many positions; 1 if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// The seed of all randomness.
    pub seed: u64,
    /// The index to begin with.
    pub skip: u64,
    /// How to generate; if not given, `human` where the constraint speaks of players, else `direct`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style: Option<Style>,
    /// Where every game begins: moves, PGN or FEN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Positions already had, as FEN: they are dropped, and later indices made instead.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exclude: Vec<String>,
    /// Longest game, in half-moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<u32>,
    /// Look for a shortest game.
    pub shortest: bool,
    /// Drop repeated positions and go on to later indices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique: Option<UniqueName>,
    /// Measure the batch; the summary tells.
    pub stats: bool,
    /// Most nodes for one position; unlike time, this repeats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Positions that the engine looks at for a value, where the constraint asks what positions are worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judge_nodes: Option<u64>,
    /// Longest time for one position, in seconds.
    #[serde(alias = "seconds", skip_serializing_if = "Option::is_none")]
    pub timeout: Option<f64>,
    /// Longest time for the whole request, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_timeout: Option<f64>,
    /// Also tell how far it is, where records are streamed.
    pub progress: bool,
    /// Positions already had, as positions.
    #[serde(skip)]
    pub known: Exclusion,
}

/// When two positions are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum UniqueName {
    /// Same men on the same squares, same turn, same rights.
    Exact,
    /// Also seen from the other side.
    Mirror,
}

impl From<UniqueName> for Unique {
    fn from(name: UniqueName) -> Unique {
        match name {
            UniqueName::Exact => Unique::Exact,
            UniqueName::Mirror => Unique::Mirror,
        }
    }
}

/// Counts positions that are judged. Clones are the same count.
#[derive(Clone, Debug, Default)]
pub struct Judgements(Arc<AtomicU64>);

impl Judgements {
    /// So many until now.
    pub fn count(&self) -> u64 {
        self.0.load(std::sync::atomic::Ordering::Relaxed)
    }

    fn add(&self) {
        self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    }
}

impl Generate {
    /// One position that satisfies this.
    pub fn new(constraint: impl Into<String>) -> Generate {
        Generate {
            constraint: Some(constraint.into()),
            ..Generate::default()
        }
    }

    /// So many positions.
    #[must_use]
    pub fn count(mut self, count: u64) -> Generate {
        self.count = Some(count);
        self
    }

    /// Other positions: the seed of all randomness.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Generate {
        self.seed = seed;
        self
    }

    /// In this style.
    #[must_use]
    pub fn style(mut self, style: Style) -> Generate {
        self.style = Some(style);
        self
    }

    /// Without repetitions.
    #[must_use]
    pub fn unique(mut self, unique: UniqueName) -> Generate {
        self.unique = Some(unique);
        self
    }

    /// Within these limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Generate {
        (self.nodes, self.timeout, self.total_timeout) =
            (limits.nodes, limits.timeout, limits.total_timeout);
        self
    }

    fn budget(&self, session: &Session) -> Result<Budget, Problem> {
        let limits = Limits {
            nodes: self.nodes,
            timeout: self.timeout,
            total_timeout: self.total_timeout,
        };
        limits.budget(session)
    }

    /// When two positions of this request are the same.
    pub fn sameness(&self) -> Unique {
        self.unique.map_or(Unique::Exact, Unique::from)
    }

    /// Makes the request ready: everything that can be wrong with it is found here.
    pub fn prepare(&self, session: &Session) -> Result<Generation, Problem> {
        let (themes, presets): (Vec<&String>, Vec<&String>) = self
            .preset
            .iter()
            .partition(|name| Theme::named(name).is_some());
        let mut wish = Wish::read(self.constraint.as_deref(), &presets)?;
        if wish.is_none() && !themes.is_empty() {
            wish = Wish::read(Some(ANYTHING), &presets)?;
        }
        let wish = style::with_ratings(wish, self.style.as_ref())?.ok_or_else(Wish::missing)?;
        self.prepare_wish(wish, None, session)
    }

    /// The same for a constraint that was read; positions are to be puzzles where there is a composer.
    pub(crate) fn prepare_wish(
        &self,
        wish: Wish,
        composer: Option<Arc<Composer>>,
        session: &Session,
    ) -> Result<Generation, Problem> {
        let budget = self.fits(session)?;
        let (judging, board) = Judging::of(&wish.constraint, self.judge_nodes, session)?;
        if judging.is_some() && self.shortest {
            let message = "a shortest game cannot be asked of what a position is worth";
            return Err(Problem::new("style", message).field("shortest"));
        }
        let choice = style::Choice::new(self.style.as_ref(), &board, session)?;
        let themes: Vec<Theme> = self
            .preset
            .iter()
            .filter_map(|name| Theme::named(name))
            .collect();
        if let Some(theme) = themes.first()
            && (choice.style != Style::Direct || self.shortest)
        {
            let message = format!("the theme `{}` belongs to the style direct", theme.name());
            return Err(Problem::new("style", message)
                .field("style")
                .hint("leave out the style, and ask for any game, not a shortest one"));
        }
        if self.shortest && choice.style != Style::Direct {
            let message = "a shortest game belongs to the style direct";
            return Err(Problem::new("style", message).field("shortest"));
        }
        let opening = self.opening()?;
        let count = self.count.unwrap_or(1);
        let novelty = Novelty::new(self.exclusion()?, self.unique.is_some(), count);
        let run = Run {
            constraint: Some(wish.text.clone()),
            style: Some(choice.style.name().to_owned()),
            seed: Some(self.seed),
            count: Some(count),
            skip: (self.skip > 0).then_some(self.skip),
            ..run_of("generate")
        };
        let options = self.options(&choice, &opening, &budget, session);
        let worth = match &composer {
            Some(composer) => composer.as_of_a_puzzle(&wish.constraint),
            None => wish.constraint.clone(),
        };
        let hopeless = if judging.is_some() || composer.is_some() {
            supply::refuted(&worth, opening.end(), session)?
        } else {
            None
        };
        let human = matches!(choice.style, Style::Human(_));
        // The longest game of a style is a habit; one that was asked for can be too short for anything.
        let too_short = self
            .max_plies
            .and_then(|most| choice.board.refutation_within(Some(opening.end()), most));
        let task = match Task::new(&choice.board, options) {
            Ok(task) => too_short.or(hopeless).map_or(Ok(task), Err),
            Err(TaskError::Impossible(refutation)) => Err(refutation),
            Err(TaskError::Unsupported(predicates)) => {
                return Err(Problem::unsupported("generate", &predicates));
            }
            Err(error @ TaskError::Style { .. }) => {
                return Err(Problem::new("style", error.to_string())
                    .field("style")
                    .hint("the style direct takes every constraint"));
            }
        };
        // Of games that people play, puzzles are what somebody overlooked.
        let mistake = if human {
            Mistake::Anybodys
        } else {
            Mistake::Nobodys
        };
        let sought = Sought {
            judged: judging.is_some(),
            themes: composer.as_deref().map(Composer::tags),
        };
        let supply = match &task {
            Ok(task) => Supply::new(&wish.constraint, task, &choice.style, &sought, session),
            Err(_) => Supply::Play,
        };
        let judging = match &supply {
            Supply::Listed(_) => judging.map(Judging::looking_up),
            _ => judging,
        };
        let order = Order {
            task,
            judging,
            judgements: Judgements::default(),
            supply,
            themes,
            composer: composer.map(|composer| (composer, mistake)),
            opening,
            seed: self.seed,
            count,
            shortest: self.shortest,
            longest: self.max_plies.map_or(THEMED_PLIES, |most| most as usize),
            kind: self.sameness(),
            budget,
        };
        Ok(Generation {
            ledger: Ledger::new(&order, novelty, self.stats, human),
            constraint: wish,
            style: choice.style,
            order,
            session: session.clone(),
            run: Some(run),
            next: self.skip,
            started: None,
        })
    }

    /// The events, as an iterator on this thread; [`Generation::run_into`] works on all threads.
    pub fn run(&self, session: &Session) -> Result<Generation, Problem> {
        self.prepare(session)
    }

    fn fits(&self, session: &Session) -> Result<Budget, Problem> {
        let most = session.ceiling().map(|ceilings| ceilings.positions);
        within("count", self.count, most)?;
        let plies = self.max_plies.map(u64::from);
        within("max_plies", plies, session.ceiling().map(|_| MOST_PLIES))?;
        self.budget(session)
    }

    /// What every game begins with. Tags of `from` are of another game.
    fn opening(&self) -> Result<Game, Problem> {
        let Some(from) = &self.from else {
            return Ok(Game::new());
        };
        let of_from = |problem: Problem| Problem {
            message: format!("from: {}", problem.message),
            ..problem.field("from")
        };
        let entry = read_one(from).map_err(|error| of_from(error.into()))?;
        match entry.game {
            Some(game) => Game::from_moves(game.start().clone(), game.moves().iter().copied())
                .map_err(|error| of_from(Problem::new("input", error.to_string()))),
            None => Ok(Game::starting_from(position("from", &entry)?.clone())),
        }
    }

    fn exclusion(&self) -> Result<Exclusion, Problem> {
        let kind = self.sameness();
        let mut known = self.known.clone();
        if known.is_empty() {
            known = Exclusion::new(kind);
        } else if known.kind() != kind {
            let message =
                "the positions already had are compared in another way than `unique` says";
            return Err(Problem::new("unique", message).field("unique"));
        }
        for text in &self.exclude {
            let entry = read_one(text).map_err(|error| Problem::from(error).field("exclude"))?;
            known.add(position("exclude", &entry)?);
        }
        Ok(known)
    }

    fn options(
        &self,
        choice: &style::Choice,
        opening: &Game,
        budget: &Budget,
        session: &Session,
    ) -> Options {
        let defaults = Options::default();
        let longest = match choice.style {
            Style::Neural(_) => Neural::PLIES,
            Style::Human(_) => LONGEST,
            Style::Direct | Style::Uniform => defaults.max_plies,
        };
        let most = session
            .ceiling()
            .map_or(u64::MAX, |ceilings| ceilings.nodes);
        Options {
            start: opening.end().clone(),
            castled: castled_in(opening),
            max_plies: self.max_plies.unwrap_or(longest),
            nodes: budget.nodes.unwrap_or(defaults.nodes).min(most),
            style: if self.shortest {
                sissa_generate::Style::Shortest
            } else {
                choice.made.clone()
            },
        }
    }
}

fn position<'a>(field: &'static str, entry: &'a Entry) -> Result<&'a Chess, Problem> {
    entry.position.checked.as_ref().map_err(|reasons| {
        let message = format!("{field}: this is not a possible position");
        Problem::new("invalid", message)
            .field(field)
            .reasons(reasons)
    })
}

/// A request under way: an iterator over its events.
#[derive(Debug)]
pub struct Generation {
    order: Order,
    ledger: Ledger,
    /// What is asked for, as it was read.
    pub constraint: Wish,
    /// How positions are made: what was asked for, or what goes without saying.
    pub style: Style,
    session: Session,
    /// Not told yet.
    run: Option<Run>,
    next: u64,
    started: Option<Duration>,
}

impl Generation {
    /// How far it is.
    pub fn progress(&self) -> Progress {
        self.ledger.progress(self.seconds())
    }

    /// How many positions were judged so far, where the constraint asks what they are worth. Clones count on together: a front
    /// end may look at one while the work goes on.
    pub fn judgements(&self) -> Option<Judgements> {
        self.order.judged().cloned()
    }

    /// Why nothing can satisfy the constraint, where that is so.
    pub fn refutation(&self) -> Option<&Refutation> {
        self.order.task.as_ref().err()
    }

    /// Whether a position satisfies what is asked of the board.
    #[cfg(feature = "datasets")]
    pub(crate) fn holds(&self, situation: &Situation) -> bool {
        let task = self.order.task.as_ref();
        task.is_ok_and(|task| task.compiled().holds(situation))
    }

    /// Whether positions are judged before they are kept.
    #[cfg(feature = "datasets")]
    pub(crate) fn judges(&self) -> bool {
        self.order.judging.is_some()
    }

    fn seconds(&self) -> f64 {
        let started = self.started.unwrap_or_else(|| self.session.now());
        self.session.now().saturating_sub(started).as_secs_f64()
    }

    fn start(&mut self) -> Duration {
        let session = &self.session;
        *self.started.get_or_insert_with(|| session.now())
    }

    /// Tries one index at most: an event, or none where that brought nothing to tell. Over once
    /// [`Generation::is_over`].
    pub fn step(&mut self) -> Option<Event<Position>> {
        let started = self.start();
        if let Some(run) = self.run.take() {
            return Some(Event::Run(run));
        }
        if let Some(failure) = self.refused() {
            return Some(Event::Failure(failure));
        }
        if self.ledger.ending().is_some() || self.next == u64::MAX {
            let seconds = self.seconds();
            return self.ledger.summary(seconds).map(Event::Summary);
        }
        let index = self.next;
        self.next += 1;
        let never = AtomicBool::new(false);
        let attempt = self
            .order
            .attempt(&self.session, started, index, &never, &|position| {
                position.clone()
            });
        match self.ledger.take(index, attempt) {
            Step::Found(position) => Some(Event::Found(position)),
            Step::Failed(failure) => Some(Event::Failure(failure)),
            Step::Nothing => None,
        }
    }

    /// Whether everything has been told.
    pub fn is_over(&self) -> bool {
        self.ledger.is_over()
    }

    /// The failure of a request that nothing can satisfy.
    fn refused(&mut self) -> Option<Failure> {
        let refutation = self.order.task.as_ref().err()?;
        self.ledger.refuse(self.next, refutation)
    }

    /// Works on all threads of the session and tells the sink everything in order. `form` makes of a
    /// position what the sink wants, on the thread that made it. The sink may end the work.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use sissa::{Event, Generate, Session};
    ///
    /// let generation = Generate::new("KQvK").count(20).prepare(&Session::new())?;
    /// let mut fens = Vec::new();
    /// let summary = generation.run_into(|position| position.fen(), |event| {
    ///     if let Event::Found(fen) = event {
    ///         fens.push(fen);
    ///     }
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!((fens.len(), summary.map(|summary| summary.exit)), (20, Some(0)));
    /// # Ok::<_, sissa::Problem>(())
    /// ```
    pub fn run_into<T: Send>(
        mut self,
        form: impl Fn(&Position) -> T + Sync,
        mut sink: impl FnMut(Event<T>) -> ControlFlow<()>,
    ) -> Option<Summary> {
        let started = self.start();
        if let Some(run) = self.run.take() {
            sink(Event::Run(run)).is_continue().then_some(())?;
        }
        if let Some(failure) = self.refused() {
            sink(Event::Failure(failure)).is_continue().then_some(())?;
        } else {
            self.work(started, &form, &mut sink)?;
        }
        let seconds = self.seconds();
        // How many were dropped is known only now.
        if self.ledger.drops() {
            let _ = sink(Event::Progress(self.ledger.progress(seconds)));
        }
        let summary = self.ledger.summary(seconds)?;
        let _ = sink(Event::Summary(summary.clone()));
        Some(summary)
    }

    /// Indices on all threads; `None` where the sink had enough.
    fn work<T: Send>(
        &mut self,
        started: Duration,
        form: &(impl Fn(&Position) -> T + Sync),
        sink: &mut impl FnMut(Event<T>) -> ControlFlow<()>,
    ) -> Option<()> {
        let Generation {
            order,
            ledger,
            session,
            next,
            ..
        } = self;
        let end = if ledger.drops() {
            u64::MAX
        } else {
            next.saturating_add(order.count)
        };
        let over = AtomicBool::new(false);
        let mut told = started;
        let mut enough = false;
        in_order(
            *next..end,
            session.workers(),
            |index| order.attempt(session, started, index, &over, form),
            |index, attempt| {
                let event = match ledger.take(index, attempt) {
                    Step::Found(found) => Some(Event::Found(found)),
                    Step::Failed(failure) => Some(Event::Failure(failure)),
                    Step::Nothing => {
                        let now = session.now();
                        (now.saturating_sub(told) >= BEAT).then(|| {
                            told = now;
                            let seconds = now.saturating_sub(started).as_secs_f64();
                            Event::Progress(ledger.progress(seconds))
                        })
                    }
                };
                if let Some(event) = event {
                    enough = sink(event).is_break();
                }
                if enough || ledger.ending().is_some() {
                    // What is still being searched is not wanted any more.
                    over.store(true, std::sync::atomic::Ordering::Relaxed);
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            },
        );
        (!enough).then_some(())
    }
}

/// How often a run that finds nothing new tells how far it is.
const BEAT: Duration = Duration::from_millis(100);

impl Iterator for Generation {
    type Item = Event<Position>;

    fn next(&mut self) -> Option<Event<Position>> {
        while !self.is_over() {
            if let Some(event) = self.step() {
                return Some(event);
            }
        }
        None
    }
}
