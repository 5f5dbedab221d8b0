//! Quiescence search: captures only, until the position is quiet.

use shakmaty::{MoveList, Position as _};

use super::{
    histories::piece_to,
    move_picker::{MoveHints, MovePicker, is_noisy},
    static_eval::is_decided,
    worker::{MAX_PLY, PADDING, Worker},
};
use crate::{
    board::{Node, noisy_moves},
    packed::PackedMove,
    score::{MATE, MATE_BOUND},
    see,
    transposition::{Bound, Entry},
};

impl Worker<'_> {
    /// Captures only, until the position is quiet.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        node: &Node,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        self.tick();
        if self.stopped {
            return 0;
        }
        self.pv[ply].clear();
        self.seldepth = self.seldepth.max(ply);
        if self.is_draw(node) {
            return 0;
        }
        let chess = &node.chess;
        let in_check = node.checked;
        if ply >= MAX_PLY - 1 {
            return if in_check { 0 } else { self.evaluate(node) };
        }
        // Transposition table.
        let table_entry = self.shared.table.probe(node.key, ply);
        if let Some(entry) = table_entry
            && !PV
            && entry.bound.settles(entry.value, alpha, beta)
        {
            return entry.value;
        }
        let raw_eval = if in_check {
            0
        } else if let Some(entry) = table_entry {
            entry.eval
        } else {
            self.evaluate(node)
        };
        // Stand pat: nobody has to capture.
        let mut best = ply as i32 - MATE;
        if !in_check {
            best = self.corrected(node, raw_eval, ply);
            if let Some(entry) = table_entry
                && !is_decided(entry.value)
                && entry.bound.contradicts(entry.value, best)
            {
                best = entry.value;
            }
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let futility = best + self.shared.parameters.delta_margin;
        let mut moves = MoveList::new();
        if in_check {
            moves = chess.legal_moves();
        } else {
            noisy_moves(chess, &mut moves);
        }
        if moves.is_empty() {
            // In check this is mate; otherwise a stalemate is left to the search proper.
            return best;
        }
        let turn = chess.turn();
        let hints = MoveHints {
            table: table_entry.map_or(PackedMove::NONE, |entry| entry.best),
            killers: [PackedMove::NONE; 2],
            context: self.captures_context(ply),
        };
        let mut picker = MovePicker::new(&mut moves);
        let mut best_move = None;
        let mut move_count = 0;
        while let Some((order, m)) = picker.next(chess, self.histories, &hints) {
            if best > -MATE_BOUND {
                if in_check {
                    // One quiet way out is enough.
                    if move_count > 1 && !is_noisy(m) {
                        break;
                    }
                } else {
                    // Captures that lose by static exchange evaluation.
                    if order < 0 {
                        break;
                    }
                    // Delta pruning.
                    let won = m.capture().map_or(0, see::value) + m.promotion().map_or(0, |_| 850);
                    if futility + won <= alpha && !is_decided(alpha) {
                        best = best.max(futility + won);
                        continue;
                    }
                }
            }
            move_count += 1;
            let next = node.play(m, |key| self.shared.table.prefetch(key));
            self.stack[ply + PADDING].piece_to = piece_to(turn, m);
            self.evaluator.push(chess, m);
            self.keys.push(next.key);
            let value = -self.quiescence::<PV>(&next, -beta, -alpha, ply + 1);
            self.keys.pop();
            self.evaluator.pop();
            if self.stopped {
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(m);
                    if PV {
                        self.extend_pv(ply, m);
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        let entry = Entry {
            best: best_move.map_or(PackedMove::NONE, PackedMove::of),
            value: best,
            eval: raw_eval,
            depth: 0,
            bound: if best >= beta {
                Bound::Lower
            } else {
                Bound::Upper
            },
            pv: table_entry.is_some_and(|entry| entry.pv),
        };
        self.shared.table.store(node.key, ply, entry);
        best
    }
}
