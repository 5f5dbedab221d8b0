//! The direct style: both sides work for the goal.
//!
//! A quick weighted walk brings the material about, a careful steered one the rest, and then the game
//! goes on for a while within the constraint, so that positions are not always the first that happen
//! to satisfy it. Whatever contradicts itself or runs dry starts over with other choices.

mod fate;
pub(crate) mod plan;
mod steer;
mod walk;

use rand::RngExt;
use rustc_hash::FxHashSet;
use shakmaty::{Chess, EnPassantMode, Move, Position, zobrist::Zobrist64};

use self::{plan::Plan, walk::Weigher};
use crate::{
    Failure, Found, Random,
    line::{Line, State},
    task::Task,
};

/// Longest series of half-moves without capture or pawn move that a game may contain: a player could
/// claim a draw after 100, and the game ends by itself after 150.
const MAX_QUIET: u32 = 98;

/// Steered half-moves without coming nearer after which a try is given up.
const MAX_STALE: u32 = 120;
/// One steered half-move in so many is random.
const NOISE: u32 = 12;
/// What a position seen before costs extra.
const REPETITION: u32 = 7;
/// Half-moves between two states that a walk can return to.
const SAVE_EVERY: usize = 12;

/// The work on one position: its random stream and what it has spent.
pub(crate) struct Attempt<'a> {
    task: &'a Task,
    rng: Random,
    nodes: u64,
    stop: &'a dyn Fn() -> bool,
}

/// Whether a game may take its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pace {
    /// Detours at the beginning and the end make positions differ.
    Varied,
    /// Straight to the first position that satisfies the constraint.
    Hurried,
}

/// What ended a phase.
enum Outcome {
    Done,
    /// This try leads nowhere; another may.
    Again,
    /// No more tries.
    Over(Failure),
}

impl<'a> Attempt<'a> {
    /// An attempt that has already spent so many nodes.
    pub(crate) fn new(
        task: &'a Task,
        rng: Random,
        nodes: u64,
        stop: &'a dyn Fn() -> bool,
    ) -> Attempt<'a> {
        Attempt {
            task,
            rng,
            nodes,
            stop,
        }
    }

    /// A game to the constraint; each call gives another.
    pub(crate) fn run(&mut self, pace: Pace) -> Result<Found, Failure> {
        loop {
            if let Some(failure) = self.spend(1) {
                return Err(failure);
            }
            let Some(plan) = self.task.plan(&mut self.rng) else {
                continue;
            };
            let mut line = Line::new(plan.start(&self.task.start));
            // A few half-moves of anything first, so that games do not share their openings by habit.
            if pace == Pace::Varied && plan.only_material {
                let idle = self.rng.random_range(0..6);
                self.stroll(&plan, &mut line, idle);
            }
            for phase in [Attempt::walk, Attempt::steer] {
                match phase(self, &plan, &mut line) {
                    Outcome::Done => {}
                    Outcome::Again => break,
                    Outcome::Over(failure) => return Err(failure),
                }
            }
            if !self.task.holds(&line.state) {
                continue;
            }
            if pace == Pace::Varied {
                self.wander(&plan, &mut line);
            }
            if self.task.holds(&line.state) && !repeats_five_times(&self.task.start, &line.moves) {
                return Ok(Found {
                    position: line.state.position,
                    moves: line.moves,
                    nodes: self.nodes,
                    shortest: false,
                    at_least: None,
                    human: None,
                });
            }
        }
    }

    /// Counts positions looked at; the failure to report once the budget is gone.
    fn spend(&mut self, nodes: u64) -> Option<Failure> {
        let before = self.nodes / 1024;
        self.nodes += nodes;
        if self.nodes >= self.task.options.nodes {
            return Some(Failure::Budget { nodes: self.nodes });
        }
        (self.nodes / 1024 != before && (self.stop)())
            .then_some(Failure::Stopped { nodes: self.nodes })
    }

    fn too_long(&self, plan: &Plan, line: &Line) -> bool {
        line.moves.len() >= self.task.options.max_plies as usize
            || line.state.position.halfmoves() >= MAX_QUIET
            || i64::from(plan.goal.ply.max)
                <= i64::from(self.task.start_ply) + line.moves.len() as i64
    }

    /// A few moves by weight, whatever they bring about.
    fn stroll(&mut self, plan: &Plan, line: &mut Line, plies: usize) {
        for _ in 0..plies {
            let moves = line.state.position.legal_moves();
            self.nodes += 1;
            match Weigher::new(plan, &line.state).choose(&moves, &mut self.rng) {
                Some(m) if !self.too_long(plan, line) => line.play(m),
                _ => return,
            }
        }
    }

    /// Brings castling and material about.
    fn walk(&mut self, plan: &Plan, line: &mut Line) -> Outcome {
        let begun = line.moves.len();
        let mut saved = vec![line.state.clone()];
        let mut patience = 40;
        loop {
            let weigher = Weigher::new(plan, &line.state);
            if weigher.settled() {
                return Outcome::Done;
            }
            let chosen = if self.too_long(plan, line) {
                None
            } else {
                let moves = line.state.position.legal_moves();
                weigher.choose(&moves, &mut self.rng)
            };
            if let Some(failure) = self.spend(1) {
                return Outcome::Over(failure);
            }
            if let Some(m) = chosen {
                line.play(m);
                if line.moves.len() == begun + saved.len() * SAVE_EVERY {
                    saved.push(line.state.clone());
                }
                continue;
            }
            // A dead end: back by a few saved states, further the oftener it happens.
            if patience == 0 {
                return Outcome::Again;
            }
            patience -= 1;
            let back = self.rng.random_range(0..3).min(saved.len() - 1);
            saved.truncate(saved.len() - back);
            let Some(state) = saved.last() else {
                return Outcome::Again;
            };
            line.rewind(begun + (saved.len() - 1) * SAVE_EVERY, state.clone());
        }
    }

    /// Tries every move and plays the one that looks nearest, until the constraint holds.
    fn steer(&mut self, plan: &Plan, line: &mut Line) -> Outcome {
        if plan.only_material || self.task.holds(&line.state) {
            return Outcome::Done;
        }
        let mut seen = FxHashSet::default();
        let mut best = u32::MAX;
        let mut stale = 0;
        while !self.too_long(plan, line) && stale < MAX_STALE {
            let step = match self.steered_move(plan, &line.state, &seen) {
                Ok(Some(step)) => step,
                Ok(None) => return Outcome::Again,
                Err(failure) => return Outcome::Over(failure),
            };
            line.play(step.m);
            if step.satisfies {
                return Outcome::Done;
            }
            seen.insert(hash(&line.state.position));
            match step.cost {
                Some(cost) if cost < best => {
                    best = cost;
                    stale = 0;
                }
                _ => stale += 1,
            }
        }
        Outcome::Again
    }

    /// A random move that satisfies the constraint, or else the one that looks nearest; now and then
    /// any move. `None` where the plan allows no move.
    fn steered_move(
        &mut self,
        plan: &Plan,
        state: &State,
        seen: &FxHashSet<u64>,
    ) -> Result<Option<Step>, Failure> {
        let moves = state.position.legal_moves();
        if let Some(failure) = self.spend(moves.len() as u64) {
            return Err(failure);
        }
        let weigher = Weigher::new(plan, state);
        let noisy = self.rng.random_range(0..NOISE) == 0;
        let mut satisfying = Lowest::default();
        let mut nearest = Lowest::default();
        for m in moves {
            if !weigher.allows(m) {
                continue;
            }
            let mut next = state.clone();
            next.play(m);
            if self.task.holds(&next) {
                satisfying.offer(0, m, &mut self.rng);
            } else if noisy {
                nearest.offer(0, m, &mut self.rng);
            } else if satisfying.chosen.is_none() {
                let repeated = seen.contains(&hash(&next.position));
                let cost = steer::cost(plan, &next) + if repeated { REPETITION } else { 0 };
                nearest.offer(cost, m, &mut self.rng);
            }
        }
        Ok(match (satisfying.chosen, nearest.chosen) {
            (Some((_, m)), _) => Some(Step {
                m,
                satisfies: true,
                cost: None,
            }),
            (None, Some((cost, m))) => Some(Step {
                m,
                satisfies: false,
                cost: (!noisy).then_some(cost),
            }),
            (None, None) => None,
        })
    }

    /// Plays on for a while and stops at a position that still satisfies the constraint.
    fn wander(&mut self, plan: &Plan, line: &mut Line) {
        let earliest = plan.goal.ply.min.saturating_sub(self.task.start_ply).max(0) as usize;
        let length = self
            .rng
            .random_range(8..24)
            .max(line.moves.len() + self.rng.random_range(0..6));
        let mut good = (line.moves.len(), line.state.clone());
        let unseen = FxHashSet::default();
        while (line.moves.len() < length || good.0 < earliest) && !self.too_long(plan, line) {
            let m = if plan.only_material {
                self.nodes += 1;
                let moves = line.state.position.legal_moves();
                Weigher::new(plan, &line.state).choose(&moves, &mut self.rng)
            } else {
                let step = self.steered_move(plan, &line.state, &unseen);
                step.ok().flatten().map(|step| step.m)
            };
            let Some(m) = m else { break };
            line.play(m);
            if self.task.holds(&line.state) {
                good = (line.moves.len(), line.state.clone());
            }
        }
        line.rewind(good.0, good.1);
    }
}

/// A move chosen by steering.
struct Step {
    m: Move,
    satisfies: bool,
    /// How far from the goal it looks, where that was asked.
    cost: Option<u32>,
}

/// The move of lowest cost offered so far, ties decided at random.
#[derive(Default)]
struct Lowest {
    chosen: Option<(u32, Move)>,
    ties: u32,
}

impl Lowest {
    fn offer(&mut self, cost: u32, m: Move, rng: &mut Random) {
        match self.chosen {
            Some((lowest, _)) if cost > lowest => {}
            Some((lowest, _)) if cost == lowest => {
                self.ties += 1;
                if rng.random_range(0..=self.ties) == 0 {
                    self.chosen = Some((cost, m));
                }
            }
            _ => {
                self.ties = 0;
                self.chosen = Some((cost, m));
            }
        }
    }
}

fn hash(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

/// Whether some position of the game occurred five times: the game would have ended there.
pub(crate) fn repeats_five_times(start: &State, moves: &[Move]) -> bool {
    // Five occurrences need sixteen half-moves between captures and pawn moves.
    let longest = moves
        .split(|m| m.is_zeroing())
        .map(<[Move]>::len)
        .max()
        .unwrap_or(0);
    if longest < 16 {
        return false;
    }
    let mut position = start.position.clone();
    let mut since = vec![hash(&position)];
    for m in moves {
        position.play_unchecked(*m);
        if m.is_zeroing() {
            since.clear();
        }
        let now = hash(&position);
        since.push(now);
        if since.len() > 16 && since.iter().filter(|earlier| **earlier == now).count() >= 5 {
            return true;
        }
    }
    false
}
