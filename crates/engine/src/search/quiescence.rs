//! The search behind the search: captures only, until the position is quiet.

use shakmaty::{MoveList, Position as _};

use super::{
    histories::step,
    ordering::{Hints, Picker, is_noisy},
    standing::is_decided,
    worker::{BEFORE, MAX_PLY, Worker},
};
use crate::{
    board::{Node, noisy_moves},
    exchange,
    packed::Packed,
    score::{MATE, MATE_BOUND},
    table::{Bound, Entry},
};

impl Worker<'_> {
    /// Captures only, until the position is quiet.
    pub(super) fn quiesce<const PV: bool>(
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
        let known = self.shared.table.probe(node.key, ply);
        if let Some(entry) = known
            && !PV
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.value >= beta,
                Bound::Upper => entry.value <= alpha,
            }
        {
            return entry.value;
        }
        let raw = match (in_check, known) {
            (true, _) => 0,
            (false, Some(entry)) => entry.eval,
            (false, None) => self.evaluate(node),
        };
        let mut best = ply as i32 - MATE;
        if !in_check {
            best = self.corrected(node, raw, ply);
            if let Some(entry) = known
                && !is_decided(entry.value)
                && match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => entry.value > best,
                    Bound::Upper => entry.value < best,
                }
            {
                best = entry.value;
            }
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let hope = best + self.shared.parameters.delta;
        let mut moves = MoveList::new();
        match in_check {
            true => moves = chess.legal_moves(),
            false => noisy_moves(chess, &mut moves),
        }
        if moves.is_empty() {
            // In check this is mate; otherwise a stalemate is left to the search proper.
            return best;
        }
        let turn = chess.turn();
        let hints = Hints {
            table: known.map_or(Packed::NONE, |entry| entry.best),
            killers: [Packed::NONE; 2],
            context: self.captures_context(ply),
        };
        let mut picker = Picker::new(&mut moves);
        let mut best_move = None;
        let mut tried = 0;
        while let Some((order, m)) = picker.next(chess, self.histories, &hints) {
            if best > -MATE_BOUND {
                if in_check {
                    // One quiet way out is enough.
                    if tried > 1 && !is_noisy(m) {
                        break;
                    }
                } else {
                    if order < 0 {
                        break;
                    }
                    let won =
                        m.capture().map_or(0, exchange::value) + m.promotion().map_or(0, |_| 850);
                    if hope + won <= alpha && !is_decided(alpha) {
                        best = best.max(hope + won);
                        continue;
                    }
                }
            }
            tried += 1;
            let next = node.play(m, |key| self.shared.table.prefetch(key));
            self.frames[ply + BEFORE].step = step(turn, m);
            self.evaluator.push(chess, m);
            self.keys.push(next.key);
            let value = -self.quiesce::<PV>(&next, -beta, -alpha, ply + 1);
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
            best: best_move.map_or(Packed::NONE, Packed::of),
            value: best,
            eval: raw,
            depth: 0,
            bound: if best >= beta {
                Bound::Lower
            } else {
                Bound::Upper
            },
            pv: known.is_some_and(|entry| entry.pv),
        };
        self.shared.table.store(node.key, ply, entry);
        best
    }
}
