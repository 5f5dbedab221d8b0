//! A constraint made ready to generate, and what one attempt can give.

use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use shakmaty::{ByColor, CastlingSide, Chess, Color, Move};
use sissa_constraint::{Compiled, Constraint, Goal, Refutation, Situation};
use thiserror::Error;

use crate::{
    Random, backward,
    direct::{Attempt, Pace, plan::Plan},
    human::{self, Human, Provenance},
    line::State,
    neural::{self, Neural, Walk},
    shortest,
    uniform::{self, Space},
};

/// How to generate.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where every game starts.
    pub start: Chess,
    /// On which wing each side had castled before the start.
    pub castled: ByColor<Option<CastlingSide>>,
    /// Longest game, in half-moves from the start.
    pub max_plies: u32,
    /// Positions looked at before an attempt is given up.
    pub nodes: u64,
    /// How games are made.
    pub style: Style,
}

/// How games are made.
#[derive(Debug, Clone, Default)]
pub enum Style {
    /// Both sides work for the goal, by detours that make positions differ.
    #[default]
    Direct,
    /// Straight to the first position that satisfies the constraint, without detours.
    Hurried,
    /// A shortest game instead of a varied one.
    Shortest,
    /// Draws from all legal positions that satisfy the constraint, each equally likely. Their games are
    /// whatever reaches them, of any length.
    Uniform,
    /// Play as a network says.
    Neural(Neural),
    /// Play as people of a rating do. What the constraint says of its players is taken out of it before.
    Human(Human),
}

impl Default for Options {
    fn default() -> Options {
        Options {
            start: Chess::default(),
            castled: ByColor {
                white: None,
                black: None,
            },
            max_plies: 600,
            nodes: 20_000_000,
            style: Style::Direct,
        }
    }
}

/// A position that satisfies the constraint, with its game.
#[derive(Debug, Clone)]
pub struct Found {
    /// The position.
    pub position: Chess,
    /// The moves from the start to it.
    pub moves: Vec<Move>,
    /// Positions looked at.
    pub nodes: u64,
    /// No game from the start satisfies the constraint in fewer half-moves: every shorter one was
    /// searched or excluded by an admissible bound.
    pub shortest: bool,
    /// Every game from the start that satisfies the constraint has at least so many half-moves, where a shortest one
    /// was asked for.
    pub at_least: Option<u32>,
    /// What is known of a game of the style human.
    pub human: Option<Provenance>,
}

/// Why an attempt gave nothing.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Failure {
    /// All nodes were used.
    #[error("no position found within {nodes} nodes")]
    Budget {
        /// The nodes used.
        nodes: u64,
    },
    /// The caller asked to stop.
    #[error("stopped after {nodes} nodes")]
    Stopped {
        /// The nodes used until then.
        nodes: u64,
    },
    /// Every game within the allowed length was searched or excluded: there is none.
    #[error("no game of at most {plies} half-moves satisfies the constraint")]
    Exhausted {
        /// The length searched.
        plies: u32,
    },
}

/// Why a constraint cannot be generated from.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TaskError {
    /// Nothing can satisfy it.
    #[error("no position can satisfy this constraint")]
    Impossible(Refutation),
    /// It speaks of things that cannot be honoured yet, in the language.
    #[error("cannot honour {}", .0.join(", "))]
    Unsupported(Vec<String>),
    /// It is not for this style.
    #[error("the style {style} takes only {takes}")]
    Style {
        /// The style's name.
        style: &'static str,
        /// What it takes, in words.
        takes: &'static str,
    },
}

/// Alternatives beyond this many are drawn at random instead of listed.
const MAX_GOALS: usize = 256;

/// A style, with what it takes from the constraint.
#[derive(Debug)]
enum Method {
    Direct(Pace),
    Shortest,
    /// What is drawn from.
    Uniform(Space),
    /// The side and the counts that are played for.
    Neural(Neural, (Color, sissa_nn::Tuple)),
    /// Where it looks.
    Human(Human, human::Ahead),
}

impl Method {
    fn new(
        constraint: &Constraint,
        goals: Option<&[Goal]>,
        options: &Options,
    ) -> Result<Method, TaskError> {
        let refused = |style, takes| Err(TaskError::Style { style, takes });
        Ok(match &options.style {
            Style::Direct => Method::Direct(Pace::Varied),
            Style::Hurried => Method::Direct(Pace::Hurried),
            Style::Shortest => Method::Shortest,
            Style::Uniform => match goals {
                Some(goals) if !constraint.needs().history && options.start == Chess::default() => {
                    Method::Uniform(Space::new(goals))
                }
                _ => {
                    let takes = "what a position alone can show, from the starting position";
                    return refused("uniform", takes);
                }
            },
            Style::Neural(neural) => match goals.and_then(neural::wish) {
                Some(wish) => Method::Neural(neural.clone(), wish),
                None => {
                    let takes = "the five counts of one side, such as `white (0,2,2,2,8)`";
                    return refused("neural", takes);
                }
            },
            Style::Human(human) => Method::Human(human.clone(), human::prospect(goals)),
        })
    }
}

/// A position that satisfies the constraint, and the move that led to it.
#[derive(Debug, Clone, Copy)]
pub struct Offer<'a> {
    /// The position.
    pub situation: Situation<'a>,
    /// The last move and the position before it; none at the start.
    pub led_by: Option<(&'a Chess, Move)>,
}

/// Whether such a position is worth having.
pub type Worthy<'a> = &'a dyn Fn(&Offer<'_>) -> bool;

/// What was found, if it is worth having.
pub(crate) fn worthwhile(task: &Task, found: Found, worthy: Option<Worthy<'_>>) -> Option<Found> {
    let Some(worthy) = worthy else {
        return Some(found);
    };
    is_worth_it(worthy, &task.start, &found.moves)
        .is_some()
        .then_some(found)
}

/// Where these moves lead, if that is worth having.
pub(crate) fn is_worth_it(worthy: Worthy<'_>, start: &State, moves: &[Move]) -> Option<State> {
    let mut end = start.clone();
    let Some((last, earlier)) = moves.split_last() else {
        let offer = Offer {
            situation: end.situation(),
            led_by: None,
        };
        return worthy(&offer).then_some(end);
    };
    for played in earlier {
        end.play(*played);
    }
    let before = end.position.clone();
    end.play(*last);
    let offer = Offer {
        situation: end.situation(),
        led_by: Some((&before, *last)),
    };
    worthy(&offer).then_some(end)
}

/// A constraint made ready to generate from.
#[derive(Debug)]
pub struct Task {
    constraint: Constraint,
    compiled: Compiled,
    /// The alternatives that are not refuted, where they can be listed.
    goals: Option<Vec<Goal>>,
    /// Most squares are settled: the position is laid out before its game is looked for.
    tight: bool,
    method: Method,
    /// The plan, where there is one alternative and nothing in it to choose.
    fixed: Option<Arc<Plan>>,
    pub(crate) start: State,
    pub(crate) start_ply: i32,
    pub(crate) options: Options,
    /// Games to positions of few men.
    pub(crate) endings: sissa_proof::Endings,
}

impl Task {
    /// Makes a constraint ready, or says why nothing can come of it.
    pub fn new(constraint: &Constraint, options: Options) -> Result<Task, TaskError> {
        let needs = constraint.needs();
        if !(needs.beyond.is_empty() && needs.judged.is_empty()) {
            return Err(TaskError::Unsupported(
                [needs.beyond, needs.judged].concat(),
            ));
        }
        if let Some(refutation) = constraint.refutation_from(Some(&options.start)) {
            return Err(TaskError::Impossible(refutation));
        }
        let start = State::new(options.start.clone(), options.castled);
        // What only holds of games from the starting position must not exclude anything elsewhere.
        let goals = if options.start == Chess::default() {
            constraint.goals(MAX_GOALS)
        } else {
            constraint.goals_anywhere(MAX_GOALS)
        };
        let fixed = match goals.as_deref() {
            Some([goal]) => Plan::without_choices(goal).map(Arc::new),
            _ => None,
        };
        let start_ply = sissa_constraint::ply(&options.start);
        let method = Method::new(constraint, goals.as_deref(), &options)?;
        let tight =
            options.start == Chess::default() && goals.as_deref().is_some_and(backward::is_tight);
        Ok(Task {
            constraint: constraint.clone(),
            compiled: constraint.compile(),
            goals,
            tight,
            method,
            fixed,
            start,
            start_ply,
            options,
            endings: sissa_proof::Endings::default(),
        })
    }

    /// The constraint.
    pub fn constraint(&self) -> &Constraint {
        &self.constraint
    }

    /// The constraint, ready to be tested.
    pub fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    /// The position of this seed and index. `stop` is asked now and then; once it says so, the
    /// attempt ends.
    pub fn generate(
        &self,
        seed: u64,
        index: u64,
        stop: &dyn Fn() -> bool,
    ) -> Result<Found, Failure> {
        let found = self.attempt(seed, index, stop, None)?;
        Ok(found.expect("whatever is made is worth it where nobody asks"))
    }

    /// The same, if it is worth having: `worthy` has the last word on a position that satisfies the constraint. In the style
    /// human every moment of the game is offered; in the others there is one position, or none.
    pub fn generate_worthy(
        &self,
        seed: u64,
        index: u64,
        stop: &dyn Fn() -> bool,
        worthy: Worthy<'_>,
    ) -> Result<Option<Found>, Failure> {
        self.attempt(seed, index, stop, Some(worthy))
    }

    fn attempt(
        &self,
        seed: u64,
        index: u64,
        stop: &dyn Fn() -> bool,
        worthy: Option<Worthy<'_>>,
    ) -> Result<Option<Found>, Failure> {
        let mut rng = stream(seed, index);
        let found = match &self.method {
            Method::Shortest => shortest::search(self, rng, stop),
            Method::Uniform(space) => uniform::attempt(self, space, &mut rng, stop),
            Method::Neural(neural, wish) => neural::attempt(self, neural, *wish, &mut rng, stop),
            Method::Human(human, ahead) => {
                return human::attempt(self, human, ahead, &mut rng, stop, worthy);
            }
            Method::Direct(pace) => {
                let mut nodes = 0;
                let found = if self.tight {
                    backward::attempt(self, &mut rng, &mut nodes, stop)
                } else {
                    None
                };
                match found {
                    Some(found) => Ok(found),
                    None => Attempt::new(self, rng, nodes, stop).run(*pace),
                }
            }
        };
        Ok(worthwhile(self, found?, worthy))
    }

    /// The one game that the style neural plays with this seed and index, also where the wish does not
    /// come true; `None` in other styles.
    pub fn walk(
        &self,
        seed: u64,
        index: u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<Result<Walk, Failure>> {
        let Method::Neural(neural, wish) = &self.method else {
            return None;
        };
        let mut rng = stream(seed, index);
        Some(neural::walk(self, neural, *wish, &mut rng, stop))
    }

    /// How many draws the style uniform makes its positions from; `None` in other styles. The share of
    /// draws that are kept, times this, estimates the number of legal positions that satisfy the
    /// constraint; each [`Found`] says in `nodes` how many draws it took.
    pub fn draws(&self) -> Option<f64> {
        match &self.method {
            Method::Uniform(space) => Some(space.size()),
            _ => None,
        }
    }

    pub(crate) fn holds(&self, state: &State) -> bool {
        self.compiled.holds(&state.situation())
    }

    /// The alternatives, where they can be listed; else none.
    pub(crate) fn goals(&self) -> &[Goal] {
        self.goals.as_deref().unwrap_or_default()
    }

    /// A plan for one alternative, both chosen at random; `None` where the choices contradict each
    /// other.
    pub(crate) fn plan(&self, rng: &mut Random) -> Option<Arc<Plan>> {
        match &self.fixed {
            Some(plan) => Some(Arc::clone(plan)),
            None => {
                let goal = self.goal(rng)?;
                Plan::new(goal, &self.start.position, rng).map(Arc::new)
            }
        }
    }

    /// One alternative at random.
    pub(crate) fn goal(&self, rng: &mut Random) -> Option<Goal> {
        match &self.goals {
            Some(goals) if goals.is_empty() => None,
            Some(goals) => Some(goals[rng.random_range(0..goals.len())].clone()),
            None => self
                .constraint
                .sample_goal(&mut |choices| rng.random_range(0..choices.max(1)))
                .filter(|goal| goal.refutation_anywhere().is_none()),
        }
    }
}

/// The random stream of one index: neighbouring seeds and indices share nothing.
pub(crate) fn stream(seed: u64, index: u64) -> Random {
    let mut bytes = [0; 32];
    // Two rounds of splitmix64 spread every bit of seed and index over the state.
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ index.rotate_left(32).wrapping_mul(0xd1b5_4a32_d192_ed03);
    for chunk in bytes.chunks_exact_mut(8) {
        state = state
            .wrapping_add(0x9e37_79b9_7f4a_7c15)
            .wrapping_add(index);
        let mut word = state;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        chunk.copy_from_slice(&(word ^ (word >> 31)).to_le_bytes());
    }
    Random::from_seed(bytes)
}
