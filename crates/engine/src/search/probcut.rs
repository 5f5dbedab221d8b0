//! ProbCut: a shallower search of captures in place of a deeper one of everything.

use shakmaty::{MoveList, Position as _};

use super::{
    histories::step,
    ordering::{Hints, Picker},
    worker::{BEFORE, Worker},
};
use crate::{
    board::{Node, noisy_moves},
    exchange,
    packed::Packed,
    score::TABLEBASE_WIN,
    table::{Bound, Entry},
};

impl Worker<'_> {
    /// A capture that beats a target far above beta at less depth will beat beta at full depth.
    pub(super) fn probcut(
        &mut self,
        node: &Node,
        target: i32,
        depth: i32,
        ply: usize,
        known: Option<Entry>,
        cut: bool,
    ) -> Option<i32> {
        if depth < 5
            || target.abs() >= TABLEBASE_WIN - 1000
            || known.is_some_and(|entry| entry.depth >= depth - 3 && entry.value < target)
        {
            return None;
        }
        let mut moves = MoveList::new();
        noisy_moves(&node.chess, &mut moves);
        let hints = Hints {
            table: known.map_or(Packed::NONE, |entry| entry.best),
            killers: [Packed::NONE; 2],
            context: self.captures_context(ply),
        };
        let needed = target - self.frames[ply + BEFORE].eval;
        let mut picker = Picker::new(&mut moves);
        while let Some((_, m)) = picker.next(&node.chess, self.histories, &hints) {
            if !exchange::at_least(&node.chess, m, needed) {
                continue;
            }
            let next = node.play(m, |key| self.shared.table.prefetch(key));
            self.frames[ply + BEFORE].step = step(node.chess.turn(), m);
            self.frames[ply + BEFORE].quiet = None;
            self.frames[ply + BEFORE].slot = None;
            self.evaluator.push(&node.chess, m);
            self.keys.push(next.key);
            let mut value = -self.quiesce::<false>(&next, -target, 1 - target, ply + 1);
            if value >= target {
                value =
                    -self.negamax::<false>(&next, -target, 1 - target, depth - 4, ply + 1, !cut);
            }
            self.keys.pop();
            self.evaluator.pop();
            if self.stopped {
                return Some(0);
            }
            if value >= target {
                let entry = Entry {
                    best: Packed::of(m),
                    value,
                    eval: known.map_or_else(
                        || self.evaluator.evaluate(&node.chess).clamp(-25_000, 25_000),
                        |entry| entry.eval,
                    ),
                    depth: depth - 3,
                    bound: Bound::Lower,
                    pv: false,
                };
                self.shared.table.store(node.key, ply, entry);
                return Some(value);
            }
        }
        None
    }
}
