//! Move ordering: which moves to try first.
//!
//! The transposition table's move comes first, then captures that win or keep material, killers,
//! quiet moves by their history, and losing captures last. Most nodes are done after a move or two, so
//! moves get their scores only when their turn comes.

use arrayvec::ArrayVec;
use shakmaty::{Chess, Move, MoveList, Position as _, Role};

use super::histories::{Histories, HistoryContext};
use crate::{packed::PackedMove, see};

/// Whether a move changes material.
pub(super) fn is_noisy(m: Move) -> bool {
    m.is_capture() || m.promotion() == Some(Role::Queen)
}

/// The score of the table's move.
const FIRST: i32 = 100_000_000;
/// Captures that lose nothing have at least about this.
const GOOD: i32 = 10_000_000;
/// Moves from here up lose nothing by the see.
pub(super) const GOOD_NOISY: i32 = 9_000_000;
const KILLER: i32 = 5_000_000;
const BAD: i32 = -10_000_000;
/// Scores nearer to zero than this are histories.
pub(super) const PLAIN: i32 = 1_000_000;

/// What the order depends upon.
pub(super) struct MoveHints {
    pub table: PackedMove,
    pub killers: [PackedMove; 2],
    pub context: HistoryContext,
}

#[derive(Clone, Copy)]
enum Stage {
    Table,
    FindNoisy,
    Noisy,
    /// The first or the second.
    Killer(usize),
    Rest,
}

/// Moves of a node, best first.
pub(super) struct MovePicker<'a> {
    /// Moves given out, captures to come, then all others.
    moves: &'a mut MoveList,
    /// Of each move.
    scores: ArrayVec<i32, 256>,
    next: usize,
    /// End of the captures to come.
    noisy: usize,
    /// Captures up to here have a score; those that lost their see lie behind `noisy`.
    scored: usize,
    stage: Stage,
}

impl MovePicker<'_> {
    /// All is done in place: lists of moves are large.
    #[inline(always)]
    pub fn new(moves: &mut MoveList) -> MovePicker<'_> {
        MovePicker {
            moves,
            scores: ArrayVec::new(),
            next: 0,
            noisy: 0,
            scored: 0,
            stage: Stage::Table,
        }
    }

    /// The next move and its score; a negative score of a capture means that it loses material.
    pub fn next(
        &mut self,
        chess: &Chess,
        histories: &Histories,
        hints: &MoveHints,
    ) -> Option<(i32, Move)> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::FindNoisy;
                    if hints.table == PackedMove::NONE {
                        continue;
                    }
                    let is_table = |m: &Move| PackedMove::of(*m) == hints.table;
                    if let Some(index) = self.moves.iter().position(is_table) {
                        self.moves.swap(0, index);
                        self.next = 1;
                        return Some((FIRST, self.moves[0]));
                    }
                }
                Stage::FindNoisy => {
                    self.noisy = self.next;
                    self.scores.extend(self.moves.iter().map(|_| 0));
                    for index in self.next..self.moves.len() {
                        let m = self.moves[index];
                        if is_noisy(m) {
                            let won = m.capture().map_or(0, see::value)
                                + m.promotion().map_or(0, |role| see::value(role) - 100);
                            self.moves.swap(index, self.noisy);
                            self.scores[self.noisy] =
                                GOOD + 16 * won + histories.capture(chess.turn(), m);
                            self.noisy += 1;
                        }
                    }
                    self.scored = self.noisy;
                    self.stage = Stage::Noisy;
                }
                Stage::Noisy if self.next == self.noisy => self.stage = Stage::Killer(0),
                Stage::Killer(number) if number < hints.killers.len() => {
                    self.stage = Stage::Killer(number + 1);
                    let killer = hints.killers[number];
                    if killer == PackedMove::NONE {
                        continue;
                    }
                    let is_killer = |m: &Move| PackedMove::of(*m) == killer;
                    if let Some(index) = self.moves[self.scored..].iter().position(is_killer) {
                        // To the front of the quiet moves, then before the captures that lose.
                        self.swap(self.scored, self.scored + index);
                        self.swap(self.next, self.scored);
                        self.next += 1;
                        self.scored += 1;
                        return Some((KILLER, self.moves[self.next - 1]));
                    }
                }
                Stage::Killer(_) => {
                    let quiets = self.moves[self.scored..].iter();
                    for (m, score) in quiets.zip(&mut self.scores[self.scored..]) {
                        *score = quiet_score(chess, *m, histories, hints);
                    }
                    self.stage = Stage::Rest;
                }
                Stage::Noisy => {
                    let (score, m) = self.take_best(self.noisy)?;
                    if see::at_least(chess, m, 0) {
                        return Some((score, m));
                    }
                    self.next -= 1;
                    self.noisy -= 1;
                    self.scores[self.next] = score - GOOD + BAD;
                    self.swap(self.next, self.noisy);
                }
                Stage::Rest => return self.take_best(self.moves.len()),
            }
        }
    }

    /// Of the moves to come only captures are wanted. Asked for when quiet moves are given out.
    pub fn skip_quiets(&mut self) {
        let mut end = self.next;
        for index in self.next..self.moves.len() {
            if is_noisy(self.moves[index]) {
                self.swap(index, end);
                end += 1;
            }
        }
        self.moves.truncate(end);
    }

    /// Gives out the best of the moves up to `end`.
    fn take_best(&mut self, end: usize) -> Option<(i32, Move)> {
        let rest = &self.scores[self.next..end];
        let mut best = 0;
        let mut most = *rest.first()?;
        for (index, score) in rest.iter().enumerate().skip(1) {
            if *score > most {
                (best, most) = (index, *score);
            }
        }
        self.swap(self.next, self.next + best);
        self.next += 1;
        Some((most, self.moves[self.next - 1]))
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.moves.swap(a, b);
        self.scores.swap(a, b);
    }
}

fn quiet_score(chess: &Chess, m: Move, histories: &Histories, hints: &MoveHints) -> i32 {
    match m.promotion() {
        Some(_) => BAD,
        None => histories.quiet(chess.turn(), m, &hints.context),
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use shakmaty::Bitboard;

    use super::*;
    use crate::search::histories::NO_PIECE_TO;

    #[test]
    fn every_move_is_given_once_and_in_its_place() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let histories = Histories::new();
        let mut killed = 0;
        for _ in 0..200 {
            let mut position = Chess::default();
            for _ in 0..100 {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                // The hints are moves of the position or not, and may be the same one.
                let mut any = || {
                    if rng.random_bool(0.7) {
                        PackedMove::of(legal[rng.random_range(0..legal.len())])
                    } else {
                        PackedMove::NONE
                    }
                };
                let hints = MoveHints {
                    table: any(),
                    killers: [any(), any()],
                    context: HistoryContext {
                        earlier: [NO_PIECE_TO; 3],
                        weights: [0; 3],
                        pawns: 0,
                        attacked: Bitboard::EMPTY,
                    },
                };
                let mut moves = legal.clone();
                let mut picker = MovePicker::new(&mut moves);
                let mut given = Vec::new();
                while let Some((order, m)) = picker.next(&position, &histories, &hints) {
                    let place = match PackedMove::of(m) {
                        packed if packed == hints.table => 0,
                        _ if is_noisy(m) && see::at_least(&position, m, 0) => 1,
                        packed if !is_noisy(m) && hints.killers.contains(&packed) => 2,
                        _ if !is_noisy(m) && m.promotion().is_none() => 3,
                        _ => 4,
                    };
                    killed += usize::from(place == 2);
                    assert_eq!(place >= 3, order.abs() < PLAIN || order < 0, "{m:?}");
                    given.push((place, format!("{m:?}")));
                }
                assert!(given.is_sorted_by_key(|(place, _)| *place), "{given:?}");
                let mut given: Vec<String> = given.into_iter().map(|(_, m)| m).collect();
                let mut all: Vec<String> = legal.iter().map(|m| format!("{m:?}")).collect();
                given.sort();
                all.sort();
                assert_eq!(given, all);
                position.play_unchecked(legal[rng.random_range(0..legal.len())]);
            }
        }
        assert!(killed > 1000, "{killed}");
    }
}
