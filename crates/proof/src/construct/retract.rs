//! Takes a goal back to the starting position along a plan, one helpful un-move after the other.

use rand::{Rng, RngExt};
use rustc_hash::FxHashSet;
use shakmaty::{Board, Color, Move, Piece, Rank, attacks};

use super::{
    plan::{Aim, Plan},
    route::MOVE,
    state::{Choice, State, touched},
    survey::Survey,
};
use crate::retro::{Retro, attacked};

/// Longest game that is accepted.
const LONGEST: usize = 420;
/// Un-moves without progress after which a try is given up.
const PATIENCE: usize = 44;
/// Un-moves between two states that can be returned to.
const SAVE_EVERY: usize = 6;
/// How often a try goes back some way before it is given up.
const REWINDS: usize = 8;
/// Longest series without capture or pawn move.
const QUIET: usize = 140;

/// How a try ended.
pub(crate) enum Ended {
    /// The moves, backward, to the starting position.
    Home(Vec<Move>),
    /// Stuck; the un-moves so far.
    Stuck(Vec<Move>),
}

pub(crate) struct Run<'a, R> {
    pub rng: &'a mut R,
    pub state: State<'a>,
    pub moves: Vec<Move>,
    pub quiet: usize,
    pub nodes: u64,
}

/// Takes `retro` back along the plan. `nodes` counts the un-moves looked at.
pub(crate) fn retract(
    retro: &Retro,
    plan: &Plan,
    rng: &mut impl Rng,
    nodes: &mut u64,
    stop: &mut dyn FnMut(u64) -> bool,
) -> Ended {
    let mut run = Run {
        rng,
        state: State::new(retro, plan),
        moves: Vec::new(),
        quiet: 0,
        nodes: 0,
    };
    let ended = run.play(stop);
    *nodes += run.nodes;
    if ended {
        Ended::Home(run.moves)
    } else {
        Ended::Stuck(run.moves)
    }
}

impl<R: Rng> Run<'_, R> {
    fn play(&mut self, stop: &mut dyn FnMut(u64) -> bool) -> bool {
        let mut seen: FxHashSet<(Board, Color)> = FxHashSet::default();
        seen.insert((self.state.board.clone(), self.state.turn));
        let mut best = i32::MAX;
        let mut stale = 0;
        let mut saved: Vec<(State, usize)> = Vec::new();
        let mut rewinds = 0;
        while !self.state.is_home() {
            let survey = self.state.survey(true);
            if survey.total < best {
                best = survey.total;
                stale = 0;
            } else {
                stale += 1;
            }
            if self.moves.len() >= saved.len() * SAVE_EVERY {
                saved.push((self.state.clone(), self.moves.len()));
            }
            if stop(self.nodes) {
                return false;
            }
            let choice = if stale > PATIENCE
                || self.moves.len() >= LONGEST
                || self.quiet >= QUIET
                || self.state.is_odd()
            {
                None
            } else {
                self.choose(&survey, &seen, stale)
            };
            let Some(choice) = choice else {
                // Stuck: some way back, and on from there with other dice.
                rewinds += 1;
                if rewinds > REWINDS {
                    return false;
                }
                let wasted = stale / SAVE_EVERY;
                let back = wasted + self.rng.random_range(1..=1 + 2 * rewinds);
                saved.truncate(saved.len().saturating_sub(back).max(1));
                let Some((state, length)) = saved.last() else {
                    return false;
                };
                self.state = state.clone();
                self.moves.truncate(*length);
                self.quiet = self
                    .moves
                    .iter()
                    .rev()
                    .take_while(|m| !m.is_zeroing())
                    .count();
                best = i32::MAX;
                stale = 0;
                continue;
            };
            self.quiet = if choice.m.is_zeroing() {
                0
            } else {
                self.quiet + 1
            };
            self.moves.push(choice.m);
            self.state.take_back(choice);
            seen.insert((self.state.board.clone(), self.state.turn));
        }
        true
    }

    fn choose(
        &mut self,
        survey: &Survey,
        seen: &FxHashSet<(Board, Color)>,
        stale: usize,
    ) -> Option<Choice> {
        let us = !self.state.turn;
        let noise = 3 + stale as i32 / 4;
        let mut choices: Vec<(i32, Choice)> = Vec::with_capacity(96);
        let occupied = self.state.board.occupied();
        for index in 0..self.state.men.len() {
            let man = self.state.men[index];
            if man.color != us || self.state.frozen.contains(man.square) {
                continue;
            }
            if let Aim::Pawn(pawn) = man.aim {
                self.pawn_choices(survey, usize::from(pawn), man, noise, &mut choices);
                continue;
            }
            let here = self.state.standing(survey, index, man.square);
            let piece = Piece {
                color: us,
                role: man.role,
            };
            let given = self.best_loss(survey, man.square);
            for from in attacks::attacks(man.square, piece, occupied) & !occupied {
                let mut gain = here - self.state.standing(survey, index, from);
                let m = Move::Normal {
                    role: man.role,
                    from,
                    capture: None,
                    to: man.square,
                    promotion: None,
                };
                if (touched(us, m) & self.state.forfeited).any() {
                    gain += 3 * i32::from(MOVE);
                }
                let score = gain + self.rng.random_range(0..=noise);
                choices.push((score, Choice { m, loss: None }));
                if let Some((worth, loss)) = given {
                    let m = Move::Normal {
                        role: man.role,
                        from,
                        capture: Some(self.state.loss(loss).role),
                        to: man.square,
                        promotion: None,
                    };
                    let score = gain + worth + self.rng.random_range(0..=noise);
                    let loss = Some(loss as u8);
                    choices.push((score, Choice { m, loss }));
                }
            }
            if let Aim::Promotion(file) = man.aim
                && man.square.rank() == us.relative_rank(Rank::Eighth)
                && man.square.file() == file
            {
                for choice in self.state.demotions(&man, &survey.ready) {
                    let score = 12 + self.rng.random_range(0..=noise);
                    choices.push((score, choice));
                }
            }
        }
        self.castling_choices(survey, &mut choices);
        choices.sort_by_key(|(score, _)| -score);
        self.nodes += choices.len() as u64;
        let mut repeated = None;
        let mut rejected = 0;
        let mut last_resort = None;
        for (_, choice) in &choices {
            let after = self.state.board_before(*choice);
            if attacked(&after, Color::White, after.occupied())
                || attacked(&after, Color::Black, after.occupied())
            {
                continue;
            }
            if seen.contains(&(after, us)) {
                repeated.get_or_insert(*choice);
                continue;
            }
            // What cannot be taken back again must not cut anybody off.
            if self.is_free(choice) {
                if rejected >= 5 {
                    continue;
                }
                let mut next = self.state.clone();
                next.take_back(*choice);
                let mover = usize::from(self.state.at[usize::from(choice.m.to())]);
                let others = |left: &[i32]| {
                    let count = survey.left.len();
                    left[..count].iter().sum::<i32>() - left[mover]
                };
                if others(&next.survey(false).left) > others(&survey.left) + 7 {
                    rejected += 1;
                    last_resort.get_or_insert(*choice);
                    continue;
                }
            }
            return Some(*choice);
        }
        last_resort.or(repeated)
    }

    /// Whether an un-move cannot be made undone and nothing demands it now.
    fn is_free(&self, choice: &Choice) -> bool {
        let state = &self.state;
        if choice.m.is_promotion() {
            return false;
        }
        if let Some(loss) = choice.loss {
            return state.loss(usize::from(loss)).pawn.is_none();
        }
        let man = state.at[usize::from(choice.m.to())];
        match state.men.get(usize::from(man)).map(|man| man.aim) {
            Some(Aim::Pawn(pawn)) => !state.is_needed(usize::from(pawn)),
            _ => false,
        }
    }
}
