//! The search from both ends.
//!
//! All positions one, two, three … plies after the starting position, and all positions one, two, three …
//! plies before the goal, are collected, always going on where there are fewer, until the two meet.
//! [`Bounds`] throw out what cannot be on the way. Nothing else is thrown out, so when one end runs dry
//! there is no game of this length.

use rustc_hash::FxHashSet;
use shakmaty::{Bitboard, Board, Chess, Color, Move, Position};

use super::{
    bound::{Bounds, Certain, Way},
    layer::{Key, Keys, Leading, Reached},
};
use crate::{Budget, Target, retro::Retro};

/// Positions kept at one end at the most.
const MOST_KEPT: usize = 6_000_000;

/// How the two ends met.
pub(crate) struct Met {
    /// Keys of the layers from the starting position, the first of them after one ply.
    pub reached: Vec<Keys>,
    /// Keys of the layers from the goal, the first of them one ply before it.
    pub leading: Vec<Keys>,
    /// Where they meet.
    pub middle: Vec<Chess>,
}

/// What came of a search.
pub(crate) enum Outcome {
    Met(Met),
    /// No game has this length.
    None,
    /// The budget ended.
    Stopped,
}

pub(crate) struct Search<'a> {
    target: &'a Target,
    initial: Board,
    plies: u32,
    forward: Bounds,
    backward: Bounds,
    budget: &'a Budget<'a>,
    pub nodes: u64,
    /// Plies between which everything is known, from both ends together.
    pub covered: u32,
}

/// Moves of White and Black in the first plies of a game.
fn moves(plies: u32) -> [u32; 2] {
    [plies.div_ceil(2), plies / 2]
}

impl<'a> Search<'a> {
    pub fn new(target: &'a Target, plies: u32, budget: &'a Budget<'a>, nodes: u64) -> Search<'a> {
        Search {
            target,
            initial: Board::new(),
            plies,
            forward: Bounds::default(),
            backward: Bounds::default(),
            budget,
            nodes,
            covered: 0,
        }
    }

    pub fn run(&mut self) -> Outcome {
        let (retro, lost) = (self.target.retro(turn(self.plies)), self.target.lost());
        let start = Chess::default();
        let certain = Certain::new(Bitboard::EMPTY);
        let Some(certain) = self.before(&retro, certain, self.plies) else {
            return Outcome::None;
        };
        let mut reached = vec![Reached {
            position: start,
            certain,
        }];
        let mut leading = vec![Leading {
            retro,
            lost,
            certain,
        }];
        let (mut after, mut before) = (0, 0);
        let (mut reached_keys, mut leading_keys) = (Vec::new(), Vec::new());
        // The goal says more than its key does, so its own last move is always taken back.
        while after + before < self.plies {
            if before == 0 || leading.len() <= reached.len() {
                before += 1;
                let Some(next) = self.take_back(leading, self.plies - before) else {
                    return Outcome::Stopped;
                };
                leading = next;
                leading_keys.push(Keys::new(leading.iter().map(Leading::key)));
            } else {
                after += 1;
                let Some(next) = self.go_on(reached, after) else {
                    return Outcome::Stopped;
                };
                reached = next;
                reached_keys.push(Keys::new(reached.iter().map(Reached::key)));
            }
            self.covered = after + before;
            if reached.is_empty() || leading.is_empty() {
                return Outcome::None;
            }
        }
        let middle: Vec<Chess> = match leading_keys.last() {
            Some(keys) => reached
                .into_iter()
                .filter(|one| {
                    let (_, tag) = one.key();
                    keys.of(one.position.board(), one.position.turn())
                        .any(|leading| leading.admits(tag))
                })
                .map(|one| one.position)
                .collect(),
            // No plies at all: the goal is the starting position.
            None => reached.into_iter().map(|one| one.position).collect(),
        };
        if middle.is_empty() {
            Outcome::None
        } else {
            Outcome::Met(Met {
                reached: reached_keys,
                leading: leading_keys,
                middle,
            })
        }
    }

    /// What is certain before a position, `None` where there is no way to it.
    fn before(&mut self, retro: &Retro, mut certain: Certain, ply: u32) -> Option<Certain> {
        let way = Way {
            from: &self.initial,
            to: &retro.board,
            rights: Bitboard::CORNERS,
            moves: moves(ply),
        };
        certain.fixed |= retro.steady();
        self.backward.settle(&way, certain)
    }

    fn stopped(&mut self, kept: usize) -> bool {
        self.nodes += 1;
        self.nodes > self.budget.nodes
            || kept > MOST_KEPT
            || self.nodes.is_multiple_of(1024) && (self.budget.stop)()
    }

    fn take_back(&mut self, layer: Vec<Leading>, ply: u32) -> Option<Vec<Leading>> {
        let mut seen: FxHashSet<Key> = FxHashSet::default();
        let mut next = Vec::new();
        for one in layer {
            for m in one.retro.unmoves() {
                let moved = match m {
                    Move::Castle { king, .. } => {
                        one.certain.fixed
                            & Bitboard::from(king.rank())
                            & (one.retro.board.kings() & one.retro.board.by_color(!one.retro.turn))
                    }
                    _ => one.certain.fixed & Bitboard::from(m.to()),
                };
                if moved.any() {
                    continue;
                }
                if self.stopped(next.len()) {
                    return None;
                }
                let retro = one.retro.before(m);
                let lost = one.lost & !touched(&one.retro, m);
                let mut child = Leading {
                    retro,
                    lost,
                    certain: one.certain,
                };
                if (child.lost & child.retro.castling).any() || !seen.insert(child.key()) {
                    continue;
                }
                if let Some(certain) = self.before(&child.retro, one.certain, ply) {
                    child.certain = certain;
                    next.push(child);
                }
            }
        }
        Some(next)
    }

    fn go_on(&mut self, layer: Vec<Reached>, ply: u32) -> Option<Vec<Reached>> {
        let mut seen: FxHashSet<Key> = FxHashSet::default();
        let mut next = Vec::new();
        let all = moves(self.plies);
        let made = moves(ply);
        let left = [all[0] - made[0], all[1] - made[1]];
        for one in layer {
            for m in one.position.legal_moves() {
                let from = m.from().map_or(Bitboard::EMPTY, Bitboard::from);
                if (one.certain.fixed & from.with(m.to())).any() {
                    continue;
                }
                if self.stopped(next.len()) {
                    return None;
                }
                let mut child = one.clone();
                child.position.play_unchecked(m);
                if !seen.insert(child.key()) {
                    continue;
                }
                let way = Way {
                    from: child.position.board(),
                    to: self.target.board(),
                    rights: child.position.castles().castling_rights(),
                    moves: left,
                };
                if let Some(certain) = self.forward.settle(&way, one.certain) {
                    child.certain = certain;
                    next.push(child);
                }
            }
        }
        Some(next)
    }
}

/// The corners whose castling right is gone after a move, whatever was before it.
fn touched(after: &Retro, m: Move) -> Bitboard {
    let mut touched = Bitboard::from(m.to());
    touched |= m.from().map_or(Bitboard::EMPTY, Bitboard::from);
    if m.role() == shakmaty::Role::King {
        touched |= Bitboard::from((!after.turn).backrank());
    }
    touched & Bitboard::CORNERS
}

/// Whose move it is after so many plies.
pub(crate) fn turn(plies: u32) -> Color {
    Color::from_white(plies.is_multiple_of(2))
}
