//! A short game to a stalemate, where all games are too many to search.
//!
//! Many games are played at once; after each half-move those are kept in which the side to be stalemated has the least
//! freedom. Games are compared among those with as many men left: taking men is not the only way to take
//! freedom, and the shortest stalemates keep many. What is found is a short game, and nothing is proven by it.

use std::collections::BTreeMap;

use rand::RngExt;
use rustc_hash::FxHashSet;
use shakmaty::{
    Bitboard, Board, Chess, Color, EnPassantMode, Move, Position, Rank, Role, Square, attacks,
    zobrist::Zobrist64,
};
use sissa_constraint::{Distance, Predicate};

use crate::{
    Random,
    line::{Line, State},
    task::Task,
};

/// Games kept after each half-move at the most.
const WIDEST: usize = 20_000;
/// Moves in a position, on average, and half-moves of a game: what a beam may cost is foreseen by them.
const MOVES: u64 = 25;
const LENGTH: u64 = 25;
/// Longest game looked for.
const LONGEST: usize = 60;
/// What a man that can move weighs beside a move.
const FREE_MAN: u32 = 8;
/// What a half-move weighs by which the rest of the constraint is away.
const AWAY: u32 = 8;

/// Who is to be stalemated, where that is what is asked for.
pub(super) fn losers(task: &Task) -> Vec<Color> {
    let stalemates = |predicate: &Predicate| matches!(predicate, Predicate::Stalemate(_));
    let mut losers = Vec::new();
    for goal in task.goals() {
        let mut literals = goal.literals.iter().filter(|literal| !literal.denied);
        if literals.any(|literal| stalemates(&literal.predicate)) {
            let turns = [Color::Black, Color::White];
            losers.extend(
                turns
                    .into_iter()
                    .filter(|turn| goal.turn.is_none_or(|one| one == *turn)),
            );
        }
    }
    losers.dedup();
    losers
}

/// A child of a layer: how near it looks, and how it is made.
struct Child {
    cost: u32,
    /// Decides between equals.
    lot: u32,
    men: usize,
    parent: usize,
    played: Move,
}

pub(super) struct Beam<'a> {
    pub(super) task: &'a Task,
    pub(super) distance: &'a Distance,
    pub(super) loser: Color,
    pub(super) rng: &'a mut Random,
    pub(super) stop: &'a dyn Fn() -> bool,
    pub(super) nodes: u64,
}

impl Beam<'_> {
    /// A game of fewer than `below` half-moves, with about so many nodes.
    pub(super) fn run(&mut self, below: usize, nodes: u64) -> Option<Line> {
        let width =
            usize::try_from(nodes / (MOVES * LENGTH)).map_or(WIDEST, |width| width.min(WIDEST));
        let until = self.nodes + nodes;
        let mut layer = vec![self.task.start.clone()];
        let mut made: Vec<Vec<(usize, Move)>> = Vec::new();
        for ply in 1..below
            .min(LONGEST)
            .min(self.task.options.max_plies as usize + 1)
        {
            let left = below - 1 - ply;
            let mut seen = FxHashSet::default();
            let mut children = Vec::new();
            for (parent, state) in layer.iter().enumerate() {
                if self.nodes >= until || (self.stop)() {
                    return None;
                }
                for played in state.position.legal_moves() {
                    self.nodes += 1;
                    let mut next = state.clone();
                    next.play(played);
                    if self.task.holds(&next) {
                        return Some(self.game(&made, parent, played));
                    }
                    if seen.insert(hash(&next.position)) {
                        children.extend(self.child(&next, parent, played, left));
                    }
                }
            }
            let kept = best(children, width);
            let next = kept.iter().map(|child| {
                let mut state = layer[child.parent].clone();
                state.play(child.played);
                state
            });
            layer = next.collect();
            made.push(
                kept.iter()
                    .map(|child| (child.parent, child.played))
                    .collect(),
            );
        }
        None
    }

    fn child(&mut self, state: &State, parent: usize, played: Move, left: usize) -> Option<Child> {
        let away = self.distance.plies(&state.situation())?;
        if away as usize > left {
            return None;
        }
        let board = state.position.board();
        let men = board.by_color(self.loser).count();
        Some(Child {
            cost: freedom(board, self.loser) + AWAY * away,
            lot: self.rng.random(),
            men,
            parent,
            played,
        })
    }

    fn game(&self, made: &[Vec<(usize, Move)>], mut parent: usize, last: Move) -> Line {
        let mut moves = vec![last];
        for layer in made.iter().rev() {
            let (before, played) = layer[parent];
            moves.push(played);
            parent = before;
        }
        let mut line = Line::new(self.task.start.clone());
        for played in moves.into_iter().rev() {
            line.play(played);
        }
        line
    }
}

/// The children of lowest cost, shared out evenly over the numbers of men.
fn best(children: Vec<Child>, width: usize) -> Vec<Child> {
    let mut groups: BTreeMap<usize, Vec<Child>> = BTreeMap::new();
    for child in children {
        groups.entry(child.men).or_default().push(child);
    }
    let mut groups: Vec<Vec<Child>> = groups.into_values().collect();
    // What small groups do not use is left for the others.
    groups.sort_by_key(Vec::len);
    let count = groups.len();
    let mut kept = Vec::new();
    for (index, mut group) in groups.into_iter().enumerate() {
        let share = (width.saturating_sub(kept.len())) / (count - index);
        group.sort_unstable_by_key(|child| (child.cost, child.lot));
        group.truncate(share);
        kept.extend(group);
    }
    kept
}

/// What a side can still do, roughly: its moves, whether or not it is in check or pinned, and the men that have some.
fn freedom(board: &Board, color: Color) -> u32 {
    let own = board.by_color(color);
    let count = |squares: Bitboard| squares.0.count_ones();
    let (mut moves, mut free) = (0, 0);
    for from in own {
        let to = match board.role_at(from) {
            Some(Role::Pawn) => pawn_moves(board, color, from),
            Some(Role::King) => {
                let occupied = board.occupied().without(from);
                let safe = |to: &Square| board.attacks_to(*to, !color, occupied).is_empty();
                (attacks::king_attacks(from) & !own)
                    .into_iter()
                    .filter(safe)
                    .collect()
            }
            _ => board.attacks_from(from) & !own,
        };
        moves += count(to);
        free += u32::from(to.any());
    }
    moves + FREE_MAN * free
}

fn pawn_moves(board: &Board, color: Color, from: Square) -> Bitboard {
    let mut to = attacks::pawn_attacks(color, from) & board.by_color(!color);
    let up = color.fold_wb(8, -8);
    let empty = |square: &Square| !board.occupied().contains(*square);
    if let Some(step) = from.offset(up).filter(empty) {
        to.add(step);
        let home = color.relative_rank(Rank::Second) == from.rank();
        to |= Bitboard::from_iter(step.offset(up).filter(empty).filter(|_| home));
    }
    to
}

fn hash(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}
