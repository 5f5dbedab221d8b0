//! Retrograde analysis: a table from its mates backward.
//!
//! Positions are decided in the order of their plies to mate. Those from which a move leads to a
//! lost position are won; they are found by taking moves back. Those from which a won position can
//! be reached *may* be lost, and are if all their moves say so; this is asked by playing them.
//! Nothing is counted, so symmetric boards, which have fewer moves than their images, need no care.
//! Captures and promotions are looked up in their tables: a win by one is entered beforehand and
//! takes its turn, a loss by one is a candidate at its turn.
//!
//! Threads share a table of atomic bytes. Within a step all write the same byte, and ask only for
//! bytes below it: the result does not depend on who comes first.

use std::{
    mem,
    ops::ControlFlow,
    sync::atomic::{AtomicU8, Ordering::Relaxed},
};

use shakmaty::{ByColor, Color, Role, attacks};

use crate::{
    exits::Exits,
    layout::{Layout, Node, passed},
    table::Table,
    value::{DRAWN, ILLEGAL, LAST, MATED, UNKNOWN, is_win},
};

/// Making was broken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the making of a table was cancelled")]
pub struct Cancelled;

/// Numbers a thread works on at once.
const CHUNK: usize = 1 << 14;

/// Positions to look at, for each byte and side to move.
type Queue = Vec<ByColor<Vec<u32>>>;

struct Analysis<'a> {
    layout: &'a Layout,
    exits: &'a Exits,
    values: ByColor<Vec<AtomicU8>>,
    threads: usize,
    cancel: &'a (dyn Fn() -> bool + Sync),
}

/// Makes the table of a layout; `half` is told when its first half is done.
pub(crate) fn make(
    layout: Layout,
    exits: &Exits,
    threads: usize,
    cancel: &(dyn Fn() -> bool + Sync),
    half: impl FnOnce(),
) -> Result<Table, Cancelled> {
    let blank = || (0..layout.len()).map(|_| AtomicU8::new(ILLEGAL)).collect();
    let analysis = Analysis {
        layout: &layout,
        exits,
        values: ByColor::new_with(|_| blank()),
        threads,
        cancel,
    };
    for turn in Color::ALL {
        analysis.for_all(layout.len(), |index, _: &mut Vec<()>| {
            analysis.enter(index, turn)
        })?;
    }
    let mut queue: Queue = (0..=UNKNOWN).map(|_| ByColor::default()).collect();
    let mut idle = ByColor::<Vec<u32>>::default();
    for turn in Color::ALL {
        let found = analysis.for_all(layout.len(), |index, found| {
            analysis.begin(index, turn, found)
        })?;
        for (value, index) in found {
            if value == DRAWN {
                idle.get_mut(turn).push(index);
            } else {
                queue[usize::from(value)].get_mut(turn).push(index);
            }
        }
    }
    half();
    for value in MATED..=LAST {
        for turn in Color::ALL {
            let items = mem::take(queue[usize::from(value)].get_mut(turn));
            let before = analysis.for_all(items.len(), |item, before| {
                analysis.step(items[item as usize], turn, value, before);
            })?;
            queue[usize::from(value) + 1].get_mut(!turn).extend(before);
        }
    }
    let finish = |turn: Color, values: Vec<AtomicU8>| {
        let known = |value: AtomicU8| value.into_inner();
        let mut values: Vec<u8> = values.into_iter().map(known).collect();
        for value in values.iter_mut().filter(|value| **value == UNKNOWN) {
            *value = DRAWN;
        }
        for index in idle.get(turn) {
            values[*index as usize] = ILLEGAL;
        }
        values
    };
    let ByColor { white, black } = analysis.values;
    let values = ByColor {
        white: finish(Color::White, white),
        black: finish(Color::Black, black),
    };
    Ok(Table { layout, values })
}

impl Analysis<'_> {
    /// Works on numbers on all threads and gathers what is found, in their order.
    fn for_all<T: Send>(
        &self,
        count: usize,
        work: impl Fn(u32, &mut Vec<T>) + Sync,
    ) -> Result<Vec<T>, Cancelled> {
        let mut all = Vec::new();
        let mut result = Ok(());
        let chunks = count.div_ceil(CHUNK);
        let one = |chunk: u64| {
            let start = chunk as usize * CHUNK;
            let mut found = Vec::new();
            for number in start..count.min(start + CHUNK) {
                work(number as u32, &mut found);
            }
            found
        };
        sissa_parallel::in_order(
            0..chunks as u64,
            self.threads.min(chunks),
            one,
            |_, found| {
                all.extend(found);
                if (self.cancel)() {
                    result = Err(Cancelled);
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            },
        );
        result.map(|()| all)
    }

    fn value(&self, index: u32, turn: Color) -> &AtomicU8 {
        &self.values.get(turn)[index as usize]
    }

    /// Enters a number that stands for a position.
    fn enter(&self, index: u32, turn: Color) {
        let node = self.layout.node(index, turn);
        if node.is_some_and(|node| self.is_position(index, &node, turn)) {
            self.value(index, turn).store(UNKNOWN, Relaxed);
        }
    }

    /// Whether shakmaty would take it for a position, and this number stands for it.
    fn is_position(&self, index: u32, node: &Node, turn: Color) -> bool {
        let layout = self.layout;
        if layout.index(node) != Some(index) || layout.checkers(node, !turn).next().is_some() {
            return false;
        }
        let mut checkers = layout.checkers(node, turn);
        let (Some(first), Some(second)) = (checkers.next(), checkers.next()) else {
            return true;
        };
        // Of two checkers one was uncovered by the other: a slider, not in line with it.
        let king = node.squares[usize::from(turn.is_black())];
        let steps = |man: usize| matches!(layout.roles[man], Role::Knight | Role::Pawn);
        let in_line = attacks::aligned(node.squares[first], king, node.squares[second]);
        !(in_line || steps(first) && steps(second))
    }

    /// Settles what captures, promotions and the lack of moves settle, and notes when it is to be
    /// looked at: as [`DRAWN`] what must be blotted out at the end.
    fn begin(&self, index: u32, turn: Color, found: &mut Vec<(u8, u32)>) {
        let entry = self.value(index, turn);
        if entry.load(Relaxed) == ILLEGAL {
            return;
        }
        let node = self.layout.node(index, turn).expect("it was entered");
        let (mut win, mut draw, mut loss, mut any) = (DRAWN, false, ILLEGAL, false);
        let _ = self.layout.exits(&node, turn, self.exits, |value| {
            any = true;
            match value {
                DRAWN => draw = true,
                value if is_win(value) => loss = loss.max(value + 1),
                value => win = win.min(value + 1),
            }
            ControlFlow::Continue(())
        });
        if node.en_passant && !self.takes_en_passant(&node, turn) {
            found.push((DRAWN, index));
        }
        if win != DRAWN {
            entry.store(win, Relaxed);
            found.push((win, index));
        } else if draw {
            entry.store(DRAWN, Relaxed);
        } else if any {
            found.push((loss, index));
        } else if !self.has_quiet_move(&node, turn) {
            if self.layout.checkers(&node, turn).next().is_some() {
                entry.store(MATED, Relaxed);
                found.push((MATED, index));
            } else {
                entry.store(DRAWN, Relaxed);
            }
        }
    }

    /// Whether the capture en passant that the position is there for is legal. If not it is the same
    /// position as the one without.
    fn takes_en_passant(&self, node: &Node, turn: Color) -> bool {
        let taken = if turn.is_white() { 3 } else { 2 };
        let mut squares = node.squares;
        let [over, _] = passed(squares[taken], turn);
        squares[5 - taken] = over;
        self.exits.value(squares, Some(taken), None, !turn) != ILLEGAL
    }

    fn has_quiet_move(&self, node: &Node, turn: Color) -> bool {
        let moves = self.layout.quiet_moves(node, turn, |after| {
            if self.value(after, !turn).load(Relaxed) == ILLEGAL {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        moves.is_break()
    }

    /// Takes moves back from a position that `value` is the byte of, and notes the positions before
    /// that are settled by it.
    fn step(&self, index: u32, turn: Color, value: u8, found: &mut Vec<u32>) {
        let entry = self.value(index, turn);
        let now = entry.load(Relaxed);
        let is_candidate = now == UNKNOWN && !is_win(value);
        if is_candidate && self.is_lost(index, turn, value - 1) {
            entry.store(value, Relaxed);
        } else if now != value {
            return;
        }
        let node = self.layout.node(index, turn).expect("it was entered");
        self.layout.moves_back(&node, turn, |before| {
            let entry = self.value(before, !turn);
            let now = entry.load(Relaxed);
            let settled = if is_win(value) {
                now == UNKNOWN && self.is_lost(before, !turn, value)
            } else {
                now > value + 1
            };
            // Another thread may have been quicker; the position is noted once.
            if settled && entry.swap(value + 1, Relaxed) != value + 1 {
                found.push(before);
            }
        });
    }

    /// Whether all moves lead to positions that the opponent wins, the bytes not above `limit`.
    fn is_lost(&self, index: u32, turn: Color, limit: u8) -> bool {
        let wins = |value: u8| {
            if value <= limit && is_win(value) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        let node = self.layout.node(index, turn).expect("it was entered");
        let quiet = self.layout.quiet_moves(&node, turn, |after| {
            match self.value(after, !turn).load(Relaxed) {
                ILLEGAL => ControlFlow::Continue(()),
                value => wins(value),
            }
        });
        quiet.is_continue()
            && self
                .layout
                .exits(&node, turn, self.exits, wins)
                .is_continue()
    }
}
