//! The style neural: a network says how likely the wish comes true, and both sides play for it.
//!
//! The thesis' way (its 4.3 and 4.4): every legal move is scored by a negamax without the minus, because
//! both sides work together, with the network at the leaves; a random move within a margin of the best is
//! played, until the wish has come true or the game is too long. [`Rule::Thesis`] is exactly that.
//!
//! [`Rule::Discounted`] is the improved variant. Its network has learnt how many half-moves it takes, as
//! a discount for each, so that the nearer of two good positions is the better one and tuples far away
//! are not all alike. The margin is a share of the best score and narrows, wishes that have come true
//! within the tree are seen, positions are not entered twice, and a transposition table keeps what the network has
//! said. In both variants the leaves of a move go through the network together.

use std::{collections::hash_map::Entry, sync::Arc};

use rand::RngExt as _;
use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::{Chess, Color, Move, Position as _};
use sissa_constraint::{Constraint, Goal};
use sissa_nn::{Network, Question, Tuple, Workspace, file::Saved};

use crate::{Failure, Found, Random, direct::plan::Plan, direct::repeats_five_times, task::Task};

/// How the style neural searches.
#[derive(Debug, Clone)]
pub struct Neural {
    /// What says how likely a wish comes true.
    pub network: Arc<Network>,
    /// Half-moves looked ahead, at least 1.
    pub depth: u32,
    /// How far from the best a move may be.
    pub margin: f32,
    /// How scores are compared.
    pub rule: Rule,
}

/// Which of the two searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Search {
    /// The thesis', to the letter.
    Thesis,
    /// Ours.
    Improved,
}

/// How scores are compared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rule {
    /// Probabilities; the margin is a difference.
    Thesis,
    /// Probabilities that lose this factor with each half-move; the margin is a share of the best.
    Discounted(f32),
}

impl Neural {
    /// The longest game where no other number is asked for, in half-moves: the thesis' limit.
    pub const PLIES: u32 = 101;

    /// The thesis' search with its margin of 0.1, or the improved one with a margin of 0.08: a half-move
    /// costs 0.05 with the network for the grid, so wider margins let games stand still, and narrower ones
    /// make them alike. If none is asked for, the improved one where the file says what a half-move
    /// costs.
    pub fn new(
        saved: &Saved,
        search: Option<Search>,
        depth: Option<u32>,
        margin: Option<f32>,
    ) -> Neural {
        let discount: Option<f32> = saved.note("discount").and_then(|text| text.parse().ok());
        let usual_search = match discount {
            Some(_) => Search::Improved,
            None => Search::Thesis,
        };
        let (rule, usual) = match search.unwrap_or(usual_search) {
            Search::Improved => (Rule::Discounted(discount.unwrap_or(1.0)), 0.08),
            Search::Thesis => (Rule::Thesis, 0.1),
        };
        Neural {
            network: Arc::new(saved.network.clone()),
            depth: depth.unwrap_or(2),
            margin: margin.unwrap_or(usual),
            rule,
        }
    }
}

/// A game that the style neural played, whatever came of it.
#[derive(Debug, Clone)]
pub struct Walk {
    /// Where it ended.
    pub position: Chess,
    /// Its moves.
    pub moves: Vec<Move>,
    /// Whether the wish came true.
    pub satisfied: bool,
    /// How many positions the network looked at.
    pub evaluations: u64,
}

/// The side and the five counts that a constraint asks of it, where it asks nothing else.
pub(crate) fn wish(goals: &[Goal]) -> Option<(Color, Tuple)> {
    let [goal] = goals else {
        return None;
    };
    Plan::without_choices(goal)?;
    let counts = |goal: &Goal, color| {
        use shakmaty::Role::{Bishop, Knight, Pawn, Queen, Rook};
        [Queen, Rook, Bishop, Knight, Pawn].map(|role| goal.windows.role(color, role))
    };
    Color::ALL.into_iter().find_map(|side| {
        let exact = counts(goal, side).map(|window| {
            let count = u8::try_from(window.min).ok()?;
            (window.min == window.max).then_some(count)
        });
        let [Some(q), Some(r), Some(b), Some(n), Some(p)] = exact else {
            return None;
        };
        // The other side must be as free as if only this had been asked for.
        let plain: Constraint = format!("{side} ({q},{r},{b},{n},{p})").parse().ok()?;
        let [plain] = plain.goals(1)?.try_into().ok()?;
        (counts(&plain, !side) == counts(goal, !side)).then_some((side, Tuple([q, r, b, n, p])))
    })
}

/// One game.
pub(crate) fn walk(
    task: &Task,
    neural: &Neural,
    (side, tuple): (Color, Tuple),
    rng: &mut Random,
    stop: &dyn Fn() -> bool,
) -> Result<Walk, Failure> {
    let mut searcher = Searcher {
        neural,
        side,
        tuple,
        table: FxHashMap::default(),
        workspace: Workspace::default(),
        leaves: Vec::new(),
        questions: Vec::new(),
        evaluations: 0,
    };
    let mut walk = Walk {
        position: task.start.position.clone(),
        moves: Vec::new(),
        satisfied: false,
        evaluations: 0,
    };
    let mut visited = FxHashSet::default();
    loop {
        walk.satisfied = Tuple::of(walk.position.board(), side) == tuple;
        walk.evaluations = searcher.evaluations;
        if walk.satisfied || walk.moves.len() >= task.options.max_plies as usize {
            return Ok(walk);
        }
        if stop() {
            let nodes = walk.evaluations;
            return Err(Failure::Stopped { nodes });
        }
        visited.insert(searcher.question(&walk.position));
        let margin = searcher.margin(walk.moves.len());
        let Some(m) = searcher.choose(&walk.position, margin, &visited, rng) else {
            return Ok(walk);
        };
        walk.position.play_unchecked(m);
        walk.moves.push(m);
    }
}

/// Games until one satisfies the constraint.
pub(crate) fn attempt(
    task: &Task,
    neural: &Neural,
    wished: (Color, Tuple),
    rng: &mut Random,
    stop: &dyn Fn() -> bool,
) -> Result<Found, Failure> {
    let mut nodes = 0;
    while nodes < task.options.nodes {
        let walk = walk(task, neural, wished, rng, stop)?;
        nodes += walk.evaluations.max(1);
        if walk.satisfied && !repeats_five_times(&task.start, &walk.moves) {
            return Ok(Found {
                position: walk.position,
                moves: walk.moves,
                nodes,
                shortest: false,
                at_least: None,
                human: None,
            });
        }
    }
    Err(Failure::Budget { nodes })
}

struct Searcher<'a> {
    neural: &'a Neural,
    side: Color,
    tuple: Tuple,
    /// What the network said.
    table: FxHashMap<Question, f32>,
    workspace: Workspace,
    leaves: Vec<Leaf>,
    questions: Vec<Question>,
    evaluations: u64,
}

/// A position at the end of a line that begins with a move.
struct Leaf {
    /// The move's place among the legal ones.
    root: usize,
    /// What the line has cost on the way.
    factor: f32,
    question: Question,
}

impl Searcher<'_> {
    fn question(&self, position: &Chess) -> Question {
        Question::new(position, self.side, self.tuple)
    }

    /// The margin after so many half-moves. In the improved search it narrows to a fifth: what makes games
    /// differ belongs to their beginning, what brings them to an end to their end.
    fn margin(&self, plies: usize) -> f32 {
        match self.neural.rule {
            Rule::Thesis => self.neural.margin,
            Rule::Discounted(_) => self.neural.margin * (1.0 - plies as f32 / 40.0).max(0.2),
        }
    }

    /// A move by chance within the margin of the best; `None` where there is none to play.
    fn choose(
        &mut self,
        position: &Chess,
        margin: f32,
        visited: &FxHashSet<Question>,
        rng: &mut Random,
    ) -> Option<Move> {
        let moves = position.legal_moves();
        let mut scores = vec![f32::NEG_INFINITY; moves.len()];
        self.leaves.clear();
        for (root, m) in moves.iter().enumerate() {
            let mut child = position.clone();
            child.play_unchecked(*m);
            let improved = self.neural.rule != Rule::Thesis;
            if improved && visited.contains(&self.question(&child)) {
                continue;
            }
            self.collect(
                &child,
                self.neural.depth.saturating_sub(1),
                root,
                1.0,
                &mut scores,
            );
        }
        self.evaluate(&mut scores);
        let best = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        // Where every line ends the game, or goes where it has been, any move is as good.
        let least = match self.neural.rule {
            _ if best == f32::NEG_INFINITY => f32::NEG_INFINITY,
            Rule::Thesis => best - margin,
            Rule::Discounted(_) => best * (1.0 - margin),
        };
        let good: Vec<Move> = moves
            .iter()
            .zip(&scores)
            .filter(|(_, score)| **score >= least)
            .map(|(m, _)| *m)
            .collect();
        (!good.is_empty()).then(|| good[rng.random_range(0..good.len())])
    }

    /// Puts the leaves below a position on the list; scores what needs no network.
    fn collect(
        &mut self,
        position: &Chess,
        depth: u32,
        root: usize,
        factor: f32,
        scores: &mut [f32],
    ) {
        let mut next = factor;
        if let Rule::Discounted(discount) = self.neural.rule {
            if Tuple::of(position.board(), self.side) == self.tuple {
                scores[root] = scores[root].max(factor);
                return;
            }
            next *= discount;
        }
        if depth > 0 {
            for m in position.legal_moves() {
                let mut child = position.clone();
                child.play_unchecked(m);
                self.collect(&child, depth - 1, root, next, scores);
            }
            return;
        }
        self.leaves.push(Leaf {
            root,
            factor,
            question: self.question(position),
        });
    }

    /// Asks the network about all leaves that it was not asked about before.
    fn evaluate(&mut self, scores: &mut [f32]) {
        self.questions.clear();
        let tabled = self.neural.rule != Rule::Thesis;
        for leaf in &self.leaves {
            if !tabled {
                self.questions.push(leaf.question);
            } else if let Entry::Vacant(place) = self.table.entry(leaf.question) {
                // Put in at once, so that it is asked about only once.
                place.insert(0.0);
                self.questions.push(leaf.question);
            }
        }
        self.evaluations += self.questions.len() as u64;
        let network = &self.neural.network;
        let said = network.probabilities(&self.questions, &mut self.workspace);
        if tabled {
            for (question, share) in self.questions.iter().zip(said) {
                self.table.insert(*question, *share);
            }
        }
        for (index, leaf) in self.leaves.iter().enumerate() {
            let share = if tabled {
                self.table.get(&leaf.question).copied().unwrap_or(0.0)
            } else {
                said[index]
            };
            scores[leaf.root] = scores[leaf.root].max(leaf.factor * share);
        }
    }
}
