//! The search for kernels: by the number of captures, fewest first, with failures remembered.

use rand::{Rng, RngExt, seq::SliceRandom};
use rustc_hash::FxHashMap;
use shakmaty::{ByColor, Color};

use super::{
    EXHAUSTIVE, Event, Left, Question, Wants,
    columns::{Column, Columns},
    needed_captures::NeededCaptures,
};

/// What a search for a kernel came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// These captures, in order, explain the columns. All others are of pieces by pieces.
    Found(Vec<Event>),
    /// No captures explain them.
    Impossible,
    /// The nodes were used up.
    Budget,
}

/// Nodes between two questions whether to stop: a clock costs more than a node.
const ASK_EVERY: u64 = 4096;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct State {
    pub columns: Columns,
    pub left: Left,
}

/// A search for kernels of one question.
pub(crate) struct Search<'a, R> {
    pub(super) question: &'a Question,
    pub(super) rng: &'a mut R,
    /// States from which so many captures are not enough.
    failed: FxHashMap<State, u8>,
    /// States from which so many are.
    solved: FxHashMap<State, u8>,
    pub nodes: u64,
    limit: u64,
    pub(super) events: Vec<Event>,
    over: bool,
    thrifty: bool,
    before_the_end: bool,
    wants: Wants,
    /// What each side's pawns need by themselves: asked where there are many captures.
    pub(super) needed_captures: Option<NeededCaptures>,
    stop: Option<&'a dyn Fn() -> bool>,
}

impl<'a, R: Rng> Search<'a, R> {
    pub fn new(question: &'a Question, limit: u64, rng: &'a mut R) -> Search<'a, R> {
        Search {
            question,
            rng,
            failed: FxHashMap::default(),
            solved: FxHashMap::default(),
            nodes: 0,
            limit,
            events: Vec::new(),
            over: false,
            thrifty: false,
            before_the_end: false,
            wants: Wants::new(),
            needed_captures: (question.total() > EXHAUSTIVE).then(NeededCaptures::default),
            stop: None,
        }
    }

    /// Ends, as if the nodes were used up, when asked to.
    pub fn until(mut self, stop: &'a dyn Fn() -> bool) -> Search<'a, R> {
        self.stop = Some(stop);
        self
    }

    /// Leaves out captures on the last rank past pawns that never moved. Proves nothing.
    pub fn before_the_end(mut self) -> Search<'a, R> {
        self.before_the_end = true;
        self
    }

    /// Accepts only kernels without promotions that the men on the board do not need: as many
    /// pawns as possible are captured as pawns. Such games are shorter; there may be none.
    pub fn thrifty(mut self) -> Search<'a, R> {
        self.thrifty = true;
        self
    }

    /// The fewest captures that explain the columns; exhaustive up to `deepest`.
    pub fn run(mut self, deepest: usize) -> (Outcome, u64) {
        let state = State {
            columns: [Column::INITIAL; 8],
            left: self.question.left(),
        };
        let deepest_possible = self.question.total();
        for depth in 0..=deepest.min(deepest_possible) {
            if self.explore(&state, depth) {
                return (Outcome::Found(self.events), self.nodes);
            }
            if self.over {
                return (Outcome::Budget, self.nodes);
            }
        }
        let outcome = if deepest >= deepest_possible {
            Outcome::Impossible
        } else {
            Outcome::Budget
        };
        (outcome, self.nodes)
    }

    /// Whether at most so many captures may lead from these columns to the goal; yes, too, where nodes do not suffice to
    /// tell.
    pub(super) fn may_end(&mut self, columns: &Columns, left: Left, depth: usize) -> bool {
        let state = State {
            columns: *columns,
            left,
        };
        if self.over
            || self
                .solved
                .get(&state)
                .is_some_and(|least| usize::from(*least) <= depth)
        {
            return true;
        }
        self.events.clear();
        let found = self.explore(&state, depth);
        if found {
            self.solved.insert(state, depth as u8);
        }
        found || self.over
    }

    /// For many captures: pawns that nothing needs are taken by pieces before anything else, and
    /// only what remains is searched. Finds a kernel quickly where there are many; proves nothing.
    pub fn run_freely(mut self, deepest: usize) -> (Outcome, u64) {
        let nodes = self.limit;
        let mut tries = 0;
        while self.nodes < nodes {
            tries += 1;
            self.events.clear();
            self.failed.clear();
            self.over = false;
            self.limit = (self.nodes + 3_000).min(nodes);
            let state = self.clear_away(tries);
            let least = match &mut self.needed_captures {
                Some(needed) => needed.bound(self.question, &state.columns, state.left),
                None => Some(0),
            };
            // One more than they need lets pawns pass each other.
            for depth in least
                .into_iter()
                .flat_map(|least| least..=deepest.max(least + 1))
            {
                if self.explore(&state, depth) {
                    return (Outcome::Found(self.events), self.nodes);
                }
                if self.over {
                    break;
                }
            }
            self.nodes += 1;
        }
        (Outcome::Budget, self.nodes)
    }

    /// The state after pieces have taken pawns that are neither on the board nor needed.
    fn clear_away(&mut self, tries: u32) -> State {
        let question = self.question;
        let mut state = State {
            columns: [Column::INITIAL; 8],
            left: question.left(),
        };
        if tries.is_multiple_of(2) {
            state = self.climb(state);
        }
        for color in Color::ALL {
            let steady = match color {
                Color::White => &question.low_steady,
                Color::Black => &question.high_steady,
            };
            // Some victims are left standing, so that pawns have something to take.
            let keep = match tries {
                1 => 0,
                _ => self.rng.random_range(0..=3.min(tries as usize)),
            };
            let mut files: Vec<usize> = (0..8).filter(|file| !steady[*file]).collect();
            files.shuffle(self.rng);
            // Files where the goal has no pawn of the colour are cleared first.
            let surplus = |file: &usize| question.goal[*file].count(color);
            files.sort_by_key(|file| surplus(file).min(1));
            let goal: usize = question.goal.iter().map(|column| column.count(color)).sum();
            let promoted = 8 - goal - usize::from(*state.left.victims.get(color));
            // Captures that pawns need are left to them.
            let needed = match &mut self.needed_captures {
                Some(known) => known.of(question, !color, &state.columns, state.left),
                None => 0,
            };
            let free = state.left.captures.get(!color).saturating_sub(needed);
            let spare = usize::from(*state.left.victims.get(color)).saturating_sub(keep);
            let mut spare = spare.min(usize::from(free));
            // Promotions need pawns too: which files keep theirs for it is left to chance.
            let mut candidates: Vec<usize> = files;
            if promoted > 0 && self.rng.random_range(0..2) == 0 {
                let length = candidates.len();
                candidates.rotate_left(self.rng.random_range(0..=length));
            }
            for file in candidates {
                if spare == 0 {
                    break;
                }
                let column = state.columns[file];
                let Some(index) = (0..column.len()).find(|index| column.get(*index) == color)
                else {
                    continue;
                };
                spare -= 1;
                state.columns[file] = column.remove(index);
                *state.left.victims.get_mut(color) -= 1;
                *state.left.captures.get_mut(!color) -= 1;
                self.events.push(Event::PieceTakesPawn {
                    by: !color,
                    at: (file, index),
                });
            }
        }
        state
    }

    fn explore(&mut self, state: &State, depth: usize) -> bool {
        self.nodes += 1;
        let asked = self.nodes.is_multiple_of(ASK_EVERY) && self.stop.is_some_and(|stop| stop());
        if self.nodes >= self.limit || asked {
            self.over = true;
            return false;
        }
        let spare = usize::from(state.left.victims.white + state.left.victims.black);
        if self.thrifty && spare > depth {
            return false;
        }
        let Some(bound) = self
            .question
            .bound(&state.columns, state.left, depth, &mut self.wants)
        else {
            return false;
        };
        if let Some(known) = &mut self.needed_captures {
            let needed = known.bound(self.question, &state.columns, state.left);
            if needed.is_none_or(|needed| needed > depth) {
                return false;
            }
        }
        let bound = if self.thrifty {
            bound.max(spare)
        } else {
            bound
        };
        if bound == 0 && self.men_fit(&state.columns) {
            return true;
        }
        if depth == 0 {
            return false;
        }
        if self
            .failed
            .get(state)
            .is_some_and(|failed| usize::from(*failed) >= depth)
        {
            return false;
        }
        let mut steps = self.steps(state);
        steps.shuffle(self.rng);
        for (event, next) in steps {
            self.events.push(event);
            if self.explore(&next, depth - 1) {
                return true;
            }
            self.events.pop();
            if self.over {
                return false;
            }
        }
        self.failed.insert(*state, depth as u8);
        false
    }

    /// The pieces on the board can come from these promotions and the starting position.
    fn men_fit(&self, columns: &Columns) -> bool {
        let mut files = ByColor::<Vec<usize>>::default();
        for (file, column) in columns.iter().enumerate() {
            let Some((white, black)) = self.question.promotions(file, *column) else {
                return false;
            };
            files.white.extend(std::iter::repeat_n(file, white));
            files.black.extend(std::iter::repeat_n(file, black));
        }
        Color::ALL.into_iter().all(|color| {
            let side = self.question.sides.get(color);
            side.fits(files.get(color), &[])
        })
    }

    fn steps(&self, state: &State) -> Vec<(Event, State)> {
        let mut steps = Vec::with_capacity(160);
        for by in Color::ALL {
            if *state.left.captures.get(by) == 0 {
                continue;
            }
            let mut spent = *state;
            *spent.left.captures.get_mut(by) -= 1;
            let pawns = *state.left.victims.get(!by) > 0;
            // Pieces are left to take while pawns are not the only victims that remain.
            for file in 0..8 {
                let column = state.columns[file];
                for index in 0..column.len() {
                    if self.is_steady(column, file, index) {
                        continue;
                    }
                    // Of equal neighbours one stands for all.
                    let first = index == 0 || column.get(index - 1) != column.get(index);
                    let behind = index == 1 && self.is_steady(column, file, 0);
                    if !first && !behind {
                        continue;
                    }
                    if column.get(index) != by {
                        if pawns {
                            let mut next = spent;
                            next.columns[file] = column.remove(index);
                            *next.left.victims.get_mut(!by) -= 1;
                            let at = (file, index);
                            steps.push((Event::PieceTakesPawn { by, at }, next));
                        }
                        continue;
                    }
                    for beside in [file.wrapping_sub(1), file + 1] {
                        if beside < 8 {
                            self.pawn_steps(&spent, (file, index), beside, pawns, &mut steps);
                        }
                    }
                }
            }
        }
        steps
    }

    fn pawn_steps(
        &self,
        spent: &State,
        from: (usize, usize),
        beside: usize,
        pawns: bool,
        steps: &mut Vec<(Event, State)>,
    ) {
        let by = spent.columns[from.0].get(from.1);
        let mut left = *spent;
        left.columns[from.0] = left.columns[from.0].remove(from.1);
        let column = left.columns[beside];
        let lowest = usize::from(self.question.low_steady[beside]);
        let highest = column.len() - usize::from(self.question.high_steady[beside]);
        let past = self
            .question
            .past_steady(by, from.0, beside, column.len())
            .filter(|_| !self.before_the_end);
        if let Some(index) = past {
            let mut next = left;
            next.columns[beside] = column.insert(index, by);
            let to = (beside, index);
            steps.push((Event::PawnTakesPiece { by, from, to }, next));
        }
        for index in lowest..=highest {
            // Beside an equal pawn, before and behind are the same.
            let doubled = index > lowest && column.get(index - 1) == by;
            if !doubled {
                let mut next = left;
                next.columns[beside] = column.insert(index, by);
                let to = (beside, index);
                steps.push((Event::PawnTakesPiece { by, from, to }, next));
            }
            if pawns && index < highest && column.get(index) != by {
                let mut next = left;
                next.columns[beside] = column.remove(index).insert(index, by);
                *next.left.victims.get_mut(!by) -= 1;
                let to = (beside, index);
                steps.push((Event::PawnTakesPawn { by, from, to }, next));
            }
        }
    }

    fn is_steady(&self, column: Column, file: usize, index: usize) -> bool {
        index == 0 && self.question.low_steady[file]
            || index + 1 == column.len() && self.question.high_steady[file]
    }
}
