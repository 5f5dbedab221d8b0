//! ProbCut: a shallower search of captures in place of a deeper one of everything.

use shakmaty::{MoveList, Position as _};

use super::{
    histories::piece_to,
    move_picker::{MoveHints, MovePicker},
    worker::{PADDING, Worker},
};
use crate::{
    board::{Node, noisy_moves},
    packed::PackedMove,
    score::TABLEBASE_WIN,
    see,
    transposition::{Bound, Entry},
};

impl Worker<'_> {
    /// A capture that beats a target far above beta at less depth will beat beta at full depth.
    pub(super) fn probcut(
        &mut self,
        node: &Node,
        target: i32,
        depth: i32,
        ply: usize,
        table_entry: Option<Entry>,
        cut_node: bool,
    ) -> Option<i32> {
        if depth < 5
            || target.abs() >= TABLEBASE_WIN - 1000
            || table_entry.is_some_and(|entry| entry.depth >= depth - 3 && entry.value < target)
        {
            return None;
        }
        let mut moves = MoveList::new();
        noisy_moves(&node.chess, &mut moves);
        let hints = MoveHints {
            table: table_entry.map_or(PackedMove::NONE, |entry| entry.best),
            killers: [PackedMove::NONE; 2],
            context: self.captures_context(ply),
        };
        let needed = target - self.stack[ply + PADDING].eval;
        let mut picker = MovePicker::new(&mut moves);
        while let Some((_, m)) = picker.next(&node.chess, self.histories, &hints) {
            if !see::at_least(&node.chess, m, needed) {
                continue;
            }
            let next = node.play(m, |key| self.shared.table.prefetch(key));
            self.stack[ply + PADDING].piece_to = piece_to(node.chess.turn(), m);
            self.stack[ply + PADDING].quiet = None;
            self.stack[ply + PADDING].quiet_index = None;
            self.evaluator.push(&node.chess, m);
            self.keys.push(next.key);
            let mut value = -self.quiescence::<false>(&next, -target, 1 - target, ply + 1);
            if value >= target {
                value = -self.negamax::<false>(
                    &next,
                    -target,
                    1 - target,
                    depth - 4,
                    ply + 1,
                    !cut_node,
                );
            }
            self.keys.pop();
            self.evaluator.pop();
            if self.stopped {
                return Some(0);
            }
            if value >= target {
                let entry = Entry {
                    best: PackedMove::of(m),
                    value,
                    eval: table_entry.map_or_else(
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
