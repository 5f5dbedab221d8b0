//! Takes a goal back along a plan with many lines at once.
//!
//! Layer after layer, all un-moves of the positions kept are ranked by what is left to do after them,
//! and the best are kept. What is left is counted man by man on an otherwise empty board, which costs
//! next to nothing; who stands in whose way is found out by the lines that get through.

mod candidates;
mod node;
mod ways;

use rand::{Rng, RngExt};
use rustc_hash::FxHashSet;
use shakmaty::{Board, Move};

use super::{
    plan::Plan,
    state::{Choice, State},
};
use crate::retro::Retro;
use candidates::{Candidates, key};
use node::Node;
pub(crate) use ways::Ways;

/// Layers without progress after which a beam is given up.
const PATIENCE: usize = 24;
/// Longest series without capture or pawn move.
const QUIET: u16 = 140;

/// Half-moves a plan needs at least; `None` where somebody has no way home.
pub(crate) fn least(retro: &Retro, plan: &Plan, ways: &mut Ways) -> Option<i32> {
    Node::new(State::new(retro, plan), ways).map(|node| node.least())
}

/// A search for a game along a plan.
pub(crate) struct Beam<'a, R> {
    /// Positions kept of each layer.
    pub width: usize,
    /// Half-moves the game may have.
    pub longest: usize,
    /// Lines that seem longer by so much are followed all the same.
    pub slack: i32,
    pub ways: &'a mut Ways,
    pub rng: &'a mut R,
}

impl<R: Rng> Beam<'_, R> {
    /// Takes `retro` back along the plan; the un-moves, in the order in which they are made. `nodes` counts
    /// the positions looked at.
    pub fn run(
        self,
        retro: &Retro,
        plan: &Plan,
        nodes: &mut u64,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Vec<Move>> {
        let Beam {
            width,
            longest,
            slack,
            ways,
            rng,
        } = self;
        ways.tidy();
        let first = Node::new(State::new(retro, plan), ways)?;
        let mut trail: Vec<(u32, Choice)> = Vec::new();
        let mut best = i32::MAX;
        let mut stale = 0;
        let mut layer = vec![first];
        let mut candidates = Candidates::default();
        let mut seen: FxHashSet<Board> = FxHashSet::default();
        for length in 0..longest {
            let noise = 8 + 2 * stale as i32;
            // Where nothing gets better more lines are followed.
            let width = width * (1 + stale / 3).min(6);
            candidates.clear();
            for (number, node) in layer.iter().enumerate() {
                candidates.from(number);
                node.choices(noise, ways, rng, &mut candidates);
            }
            if candidates.is_empty() || stop(*nodes) {
                return None;
            }
            seen.clear();
            let mut next: Vec<Option<Node<'_>>> = Vec::with_capacity(2 * width);
            let mut ranks = Vec::with_capacity(2 * width);
            let mut too_long = 0;
            while next.len() < 2 * width && too_long <= 4 * width {
                let Some((number, choice)) = candidates.next(3 * width) else {
                    break;
                };
                if length == 0 && is_passed(retro, choice.m) {
                    continue;
                }
                *nodes += 1;
                let before = &layer[number];
                // Counting is dear; other ways to the same position are many.
                let board = before.state.board_before(choice);
                if seen.contains(&board) {
                    continue;
                }
                let Some(mut node) = before.after(choice, &board, ways) else {
                    continue;
                };
                if length as i32 + node.least() >= longest as i32 + slack {
                    too_long += 1;
                    continue;
                }
                if node.quiet > QUIET {
                    continue;
                }
                seen.insert(board);
                node.trail = trail.len() as u32;
                trail.push((before.trail, choice));
                if node.state.is_home() {
                    return Some(read(&trail));
                }
                let noise = rng.random_range(0..=stale as i32);
                ranks.push(node.rank() + noise);
                next.push(Some(node));
            }
            let kept = order(ranks.into_iter()).take(width);
            layer = kept.filter_map(|index| next[index].take()).collect();
            let rank = layer.iter().map(Node::rank).min()?;
            if rank < best {
                best = rank;
                stale = 0;
            } else {
                stale += 1;
                if stale > PATIENCE {
                    return None;
                }
            }
        }
        None
    }
}

/// The indices of ranks, lowest first, equal ones in the order in which they come. Positions are large; this way
/// they stay where they are.
fn order(ranks: impl Iterator<Item = i32>) -> impl Iterator<Item = usize> {
    let keys = ranks.enumerate();
    let mut keys: Vec<i64> = keys.map(|(index, rank)| key(rank, index)).collect();
    keys.sort_unstable();
    keys.into_iter().map(|key| key as u32 as usize)
}

/// A double step that would allow a capture en passant, which the goal does not.
fn is_passed(retro: &Retro, m: Move) -> bool {
    let Some(from) = m.from() else { return false };
    m.role() == shakmaty::Role::Pawn
        && from.rank().distance(m.to().rank()) == 2
        && !retro.unmoves().contains(&m)
}

/// The un-moves that led to the last entry, first one first.
fn read(trail: &[(u32, Choice)]) -> Vec<Move> {
    let mut choices = Vec::new();
    let mut at = trail.len().checked_sub(1);
    while let Some((before, choice)) = at.and_then(|at| trail.get(at)) {
        choices.push(choice.m);
        at = usize::try_from(*before).ok();
    }
    choices.reverse();
    choices
}
