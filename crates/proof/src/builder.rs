//! Builds games: kernels, then plans for them, then the way back to where games begin.
//!
//! A [`Start`] is a position to take back from, the target itself or one shortly before it. What a start has
//! tried is remembered, so that each turn tries something else.

use rand::Rng;
use shakmaty::{CastlingMode, Chess, FromSetup, Move, Setup};
use sissa_record::Game;

use crate::{
    Budget, Exhausted, Target,
    construct::{Beam, Ended, Fields, Plan, Ways, least, retract},
    facts::{self, steady::steady},
    kernel::{Event, Extended, Outcome, Question, Search},
    retro::{EnPassant, Retro},
};

/// Kernels looked at together; at first more of them, as long as they are found easily.
const KERNELS: usize = 4;
const FIRST_KERNELS: usize = 12;
const EASILY: u64 = 20_000;
/// Plans made for each of them.
const PLANS: usize = 6;
/// Constructions begun before other kernels are asked for, the first of them with a beam.
const TRIES: usize = 3;
const BEAMS: usize = 2;
/// Positions the first beam keeps, and the last.
const NARROWEST: usize = 48;
const WIDEST: usize = 256;
/// From so many men on the beam comes first.
const MANY_MEN: usize = 20;
/// Longest game that is accepted.
const LONGEST: usize = 300;
/// Kernels with ranks looked at for one that has squares.
const RANKED: u64 = 20_000;
/// Last moves kept as places to start from.
const MOST_STARTS: usize = 32;

/// A place to start the construction from: the goal, or a position shortly before it.
pub(crate) struct Start {
    pub retro: Retro,
    /// The moves from there to the goal, last one first.
    moves: Vec<Move>,
    question: Question,
    /// Ways around its men that never moved.
    fields: Fields,
    /// Which kernels are looked for.
    kernels: Kernels,
}

/// Which kernels are looked for: the next ones where there are none, or no plans for them.
#[derive(Clone, Copy)]
enum Kernels {
    /// Without needless promotions.
    Thrifty,
    /// Without captures on the last rank past pawns that never moved.
    Ordinary,
    /// All that have squares, or all where there are too many of them to look at their squares.
    Ranked,
}

impl Kernels {
    fn next(self) -> Kernels {
        match self {
            Kernels::Thrifty => Kernels::Ordinary,
            Kernels::Ordinary | Kernels::Ranked => Kernels::Ranked,
        }
    }
}

/// Builds games until the nodes are used up or one is found.
pub(crate) struct Builder<'a, R> {
    pub target: &'a Target,
    pub budget: Budget<'a>,
    pub rng: &'a mut R,
    ways: Ways,
    pub exhausted: Exhausted,
    /// The game found.
    best: Option<Built>,
    /// The line that was taken back furthest: where it begins, and its moves, last one first.
    partial: Option<(Retro, Vec<Move>)>,
}

/// A game that was built and replayed.
pub(crate) struct Built {
    pub moves: Vec<Move>,
    /// The position it ends in.
    pub end: Setup,
}

impl<'a, R: Rng> Builder<'a, R> {
    pub fn new(target: &'a Target, budget: Budget<'a>, rng: &'a mut R) -> Builder<'a, R> {
        Builder {
            target,
            budget,
            rng,
            ways: Ways::default(),
            exhausted: Exhausted::default(),
            best: None,
            partial: None,
        }
    }

    pub fn is_over(&self) -> bool {
        self.exhausted.nodes >= self.budget.nodes || (self.budget.stop)()
    }

    /// Nodes that may still be used.
    pub fn left(&self) -> u64 {
        self.budget.nodes.saturating_sub(self.exhausted.nodes)
    }

    /// The line that was taken back furthest, as a game from where it begins.
    pub fn partial(self) -> Option<Game> {
        let (start, unmoves) = self.partial?;
        let start = Chess::from_setup(start.setup(), CastlingMode::Standard).ok()?;
        Game::from_moves(start, unmoves.into_iter().rev()).ok()
    }

    /// Tries the best plans of a start; the game, if one comes of them.
    pub fn work(&mut self, start: &mut Start, turn: usize) -> Option<Built> {
        let plans = self.plans(start, turn == 0);
        for (number, plan) in plans.into_iter().take(TRIES).enumerate() {
            if self.is_over() || self.best.is_some() {
                break;
            }
            if start.has_many_men() == (number < BEAMS) {
                let width = (NARROWEST << (turn / 4).min(5)).min(WIDEST);
                self.beam(start, &plan, width);
            } else if let Some(unmoves) = self.retract(start, &plan) {
                self.keep(start, unmoves);
            }
        }
        self.best.take()
    }

    fn keep(&mut self, start: &Start, unmoves: Vec<Move>) {
        let mut moves = start.moves.clone();
        moves.extend(unmoves);
        moves.reverse();
        if let Some(end) = self.target.reached_by(&moves) {
            self.best = Some(Built { moves, end });
        }
    }

    /// A beam along a plan.
    fn beam(&mut self, start: &Start, plan: &Plan, width: usize) {
        self.exhausted.tries += 1;
        let Budget { nodes: until, stop } = self.budget;
        let mut stop = |nodes: u64| nodes >= until || stop();
        let beam = Beam {
            width,
            slack: 0,
            longest: LONGEST.saturating_sub(start.moves.len()),
            ways: &mut self.ways,
            rng: self.rng,
        };
        let nodes = &mut self.exhausted.nodes;
        if let Some(unmoves) = beam.run(&start.retro, plan, nodes, &mut stop) {
            self.keep(start, unmoves);
        }
    }

    fn retract(&mut self, start: &Start, plan: &Plan) -> Option<Vec<Move>> {
        self.exhausted.tries += 1;
        let before = self.exhausted.nodes;
        let Budget {
            nodes: until,
            stop: asked,
        } = self.budget;
        let mut stop = |nodes: u64| before + nodes >= until || asked();
        let nodes = &mut self.exhausted.nodes;
        match retract(&start.retro, plan, self.rng, nodes, &mut stop) {
            Ended::Home(moves) => Some(moves),
            Ended::Stuck(moves) => {
                let known = self.partial.as_ref().map_or(0, |(_, line)| line.len());
                if start.moves.len() + moves.len() > known {
                    let begins = start.retro.clone();
                    let begins = moves.iter().fold(begins, |retro, m| retro.before(*m));
                    self.partial = Some((begins, [&start.moves[..], &moves].concat()));
                }
                None
            }
        }
    }

    /// Plans for some kernels of a start, the one that promises the shortest game first. What resists is better
    /// served by plans that differ than by the most promising of many.
    fn plans(&mut self, start: &mut Start, first: bool) -> Vec<Plan> {
        let many = start.has_many_men();
        let (least_kernels, most_kernels) = match (many, first) {
            (true, true) => (KERNELS, FIRST_KERNELS),
            (true, false) => (KERNELS, KERNELS),
            (false, _) => (1, 1),
        };
        let easily = self.exhausted.nodes + EASILY;
        let mut plans = Vec::new();
        for number in 0..most_kernels {
            if number >= least_kernels && self.exhausted.nodes > easily {
                break;
            }
            self.exhausted.nodes += 20;
            let Some(events) = kernel(start, self.rng, &mut self.exhausted.nodes, self.budget.stop)
            else {
                continue;
            };
            self.exhausted.kernels += 1;
            // Early promotions only where it does not work without.
            for early in [false, true] {
                let known = plans.len();
                for _ in 0..if many { PLANS } else { TRIES } {
                    self.exhausted.nodes += 20;
                    let Some(plan) =
                        Plan::new(&start.retro, &events, early, &mut start.fields, self.rng)
                    else {
                        continue;
                    };
                    let least = if many {
                        least(&start.retro, &plan, &mut self.ways)
                    } else {
                        Some(0)
                    };
                    plans.extend(least.map(|least| (least, plan)));
                }
                if plans.len() > known {
                    break;
                }
            }
        }
        if plans.is_empty() {
            start.kernels = start.kernels.next();
        }
        plans.sort_by_key(|(least, _)| *least);
        plans.into_iter().map(|(_, plan)| plan).collect()
    }
}

impl Start {
    /// A position to start from, with the moves from there to the goal; `None` if it is refuted.
    pub fn new(retro: &Retro, moves: &[Move]) -> Option<Start> {
        let known = facts::known(retro).ok()?;
        Some(Start {
            retro: retro.clone(),
            moves: moves.to_vec(),
            question: Question::new(&retro.board, &known)?,
            fields: Fields::new(steady(retro)),
            kernels: Kernels::Thrifty,
        })
    }

    /// With many men in the box the plan leaves most things open, and single lines get through; with few of
    /// them it takes a beam.
    pub fn has_many_men(&self) -> bool {
        self.retro.board.occupied().count() >= MANY_MEN
    }
}

/// The positions before irreversible last moves.
pub(crate) fn earlier(goal: &Retro) -> Vec<Start> {
    let mut starts = Vec::new();
    let mut frontier = vec![(goal.clone(), Vec::new())];
    let mut count = 0;
    for depth in 0..5 {
        let mut next = Vec::new();
        for (retro, moves) in &frontier {
            for m in retro.unmoves() {
                let before = retro.before(m);
                let setup = before.setup();
                if Chess::from_setup(setup, CastlingMode::Standard).is_err() {
                    continue;
                }
                let mut line: Vec<Move> = moves.clone();
                line.push(m);
                let forced = matches!(before.en_passant, EnPassant::Square(_));
                if before.is_check() || forced {
                    next.push((before, line));
                } else if (m.is_zeroing() || depth > 0) && count < MOST_STARTS {
                    count += 1;
                    starts.extend(Start::new(&before, &line));
                }
            }
        }
        next.truncate(200);
        frontier = next;
    }
    starts
}

/// Another kernel for a start; `None` where none was found this time.
fn kernel(
    start: &mut Start,
    rng: &mut impl Rng,
    nodes: &mut u64,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<Event>> {
    let few = start.question.is_exhaustible();
    let search = match start.kernels {
        Kernels::Thrifty => Search::new(&start.question, 60_000, rng)
            .before_the_end()
            .thrifty(),
        Kernels::Ranked if few => {
            let (found, used) = Extended::new(&start.question, RANKED, stop, rng).run();
            *nodes += 10 * used;
            return found;
        }
        Kernels::Ordinary => Search::new(&start.question, 400_000, rng).before_the_end(),
        Kernels::Ranked => Search::new(&start.question, 400_000, rng),
    };
    let (outcome, used) = if few {
        search.run(usize::MAX)
    } else {
        search.run_freely(6)
    };
    *nodes += used;
    match outcome {
        Outcome::Found(events) => Some(events),
        _ => {
            start.kernels = start.kernels.next();
            None
        }
    }
}
