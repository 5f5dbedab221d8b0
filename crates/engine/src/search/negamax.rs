//! The search itself: principal variation search with the usual shortcuts.
//!
//! Sources of the ideas: the Chess Programming Wiki and the open engines that made them common. How far
//! each goes is said in `parameters.rs`; `docs/engine.md` lists what matches said of them. A shortcut proves
//! nothing: apart from mates within its depth a value is an opinion.

use shakmaty::{MoveList, Position as _};

use super::{
    histories::{NO_STEP, slot, step},
    ordering::{Hints, PLAIN, Picker, SURE, is_noisy},
    standing::is_decided,
    worker::{BEFORE, MAX_PLY, Worker},
};
use crate::{
    board::{Node, has_pieces},
    exchange,
    packed::Packed,
    score::{INFINITE, MATE, MATE_BOUND, TABLEBASE_WIN},
    table::{Bound, Entry},
};

/// An amount that counts on a condition.
fn when(condition: bool, amount: i32) -> i32 {
    if condition { amount } else { 0 }
}

impl Worker<'_> {
    /// The value of a position within `alpha` and `beta`, searched to `depth`.
    pub(super) fn negamax<const PV: bool>(
        &mut self,
        node: &Node,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        ply: usize,
        cut: bool,
    ) -> i32 {
        let chess = &node.chess;
        let parameters = self.shared.parameters;
        let in_check = node.checked;
        if in_check && ply > 0 && ply < 2 * self.depth as usize && depth <= parameters.check_depth {
            depth += 1;
        }
        if depth <= 0 {
            return self.quiesce::<PV>(node, alpha, beta, ply);
        }
        self.tick();
        if self.stopped {
            return 0;
        }
        self.pv[ply].clear();
        self.seldepth = self.seldepth.max(ply);
        let root = ply == 0;
        let excluded = self.frames[ply + BEFORE].excluded;
        let singular = excluded != Packed::NONE;
        if !root {
            if self.is_draw(node) {
                return 1 - (self.nodes & 2) as i32;
            }
            if ply >= MAX_PLY - 1 {
                return self.evaluate(node);
            }
            alpha = alpha.max(ply as i32 - MATE);
            beta = beta.min(MATE - ply as i32 - 1);
            if alpha >= beta {
                return alpha;
            }
        }

        let known = match singular {
            true => None,
            false => self.shared.table.probe(node.key, ply),
        };
        if let Some(entry) = known
            && !PV
            && entry.depth >= depth
            && chess.halfmoves() < 90
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.value >= beta,
                Bound::Upper => entry.value <= alpha,
            }
        {
            if entry.value >= beta {
                self.learn_known(node, entry.best, depth, ply);
            }
            return entry.value;
        }
        if !root
            && !singular
            && let Some(value) = self.probe_tables(node, ply)
        {
            let bound = match value.signum() {
                1 => Bound::Lower,
                -1 => Bound::Upper,
                _ => Bound::Exact,
            };
            if bound == Bound::Exact
                || (bound == Bound::Lower && value >= beta)
                || (bound == Bound::Upper && value <= alpha)
            {
                let entry = Entry {
                    best: Packed::NONE,
                    value,
                    eval: 0,
                    depth: (depth + 6).min(MAX_PLY as i32),
                    bound,
                    pv: PV,
                };
                self.shared.table.store(node.key, ply, entry);
                return value;
            }
        }
        let table_move = known.map_or(Packed::NONE, |entry| entry.best);
        let expected = table_move.move_on(chess.board());
        let table_noisy = expected.is_some_and(is_noisy);
        if let Some(m) = expected {
            self.shared.table.prefetch(node.likely_key(m));
        }
        let was_pv = PV || known.is_some_and(|entry| entry.pv);

        let raw = match (in_check, known) {
            (true, _) => -INFINITE,
            (false, _) if singular => self.frames[ply + BEFORE].eval,
            (false, Some(entry)) => entry.eval,
            (false, None) => self.evaluate(node),
        };
        let mut eval = match in_check {
            true => -INFINITE,
            false if singular => raw,
            false => self.corrected(node, raw, ply),
        };
        self.frames[ply + BEFORE].eval = eval;
        let standing = eval;
        // In check there was no evaluation to compare with: the one before it is.
        let before = match self.frames[ply + BEFORE - 2].eval {
            value if value > -INFINITE => value,
            _ => self.frames[(ply + BEFORE).saturating_sub(4)].eval,
        };
        let improving = !in_check && ply >= 2 && eval > before;
        if !in_check
            && !singular
            && !root
            && let Some(slot) = self.frames[ply + BEFORE - 1].slot
        {
            let change = self.frames[ply + BEFORE - 1].eval + eval;
            let gain = (-change * parameters.gain / 16).clamp(-1500, 1500);
            self.histories.learn_slot(slot, gain);
        }
        if let Some(entry) = known
            && !in_check
            && !is_decided(entry.value)
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.value > eval,
                Bound::Upper => entry.value < eval,
            }
        {
            eval = entry.value;
        }
        self.frames[ply + BEFORE + 1].killers = [Packed::NONE; 2];
        self.frames[ply + BEFORE + 2].cutoffs = 0;
        self.frames[ply + BEFORE].doubled = self.frames[ply + BEFORE - 1].doubled;

        if !PV && !in_check && !singular {
            // So far ahead that a quiet position will stay ahead.
            let unknown = cut && known.is_none();
            let margin = parameters.ahead * depth
                - when(improving, parameters.ahead_improving)
                - when(unknown, parameters.ahead_unknown);
            if depth <= parameters.ahead_depth
                && eval - margin >= beta
                && eval < TABLEBASE_WIN - 1000
            {
                return eval + (beta - eval) * parameters.ahead_share / 1024;
            }
            // So far behind that only captures could help.
            if depth <= 3 && eval + parameters.behind + parameters.behind_depth * depth <= alpha {
                let value = self.quiesce::<false>(node, alpha, alpha + 1, ply);
                if self.stopped {
                    return 0;
                }
                if value <= alpha {
                    return value;
                }
            }
            // If passing is good enough, moving is.
            if depth >= 3
                && eval >= beta
                && standing + parameters.pass_depth * depth >= beta + parameters.pass_margin
                && self.frames[ply + BEFORE - 1].step != NO_STEP
                && has_pieces(chess)
                && beta > -MATE_BOUND
                && let Some(passed) = node.pass()
            {
                let ahead = (1024 * (eval - beta).min(1000) / parameters.pass_ahead).min(3 * 1024);
                let less = parameters.pass_reduction + parameters.pass_slope * depth + ahead;
                let reduced = depth - less / 1024;
                self.frames[ply + BEFORE].step = NO_STEP;
                self.frames[ply + BEFORE].quiet = None;
                self.frames[ply + BEFORE].slot = None;
                self.evaluator.push_null();
                self.keys.push(passed.key);
                let value =
                    -self.negamax::<false>(&passed, -beta, 1 - beta, reduced, ply + 1, !cut);
                self.keys.pop();
                self.evaluator.pop();
                if self.stopped {
                    return 0;
                }
                if value >= beta {
                    let value = if is_decided(value) { beta } else { value };
                    if depth < 12 {
                        return value;
                    }
                    // Deep down passing may be the only good move: make sure without it.
                    let last = std::mem::replace(&mut self.frames[ply + BEFORE - 1].step, NO_STEP);
                    let sure =
                        self.negamax::<false>(node, beta - 1, beta, reduced.max(1), ply, false);
                    self.frames[ply + BEFORE - 1].step = last;
                    if self.stopped {
                        return 0;
                    }
                    if sure >= beta {
                        return value;
                    }
                }
            }
            let target = beta + parameters.probcut - when(improving, parameters.probcut_improving);
            if let Some(value) = self.probcut(node, target, depth, ply, known, cut) {
                return value;
            }
        }
        // Without a move to begin with a shallower search finds one for the next iteration.
        if depth >= 4 && table_move == Packed::NONE && (PV || cut) {
            depth -= 1;
        }

        let mut moves = chess.legal_moves();
        if moves.is_empty() {
            return match in_check {
                true => ply as i32 - MATE,
                false => 0,
            };
        }
        let turn = chess.turn();
        let context = self.context(node, ply);
        let hints = Hints {
            table: table_move,
            killers: self.frames[ply + BEFORE].killers,
            context,
        };
        let mut picker = Picker::new(&mut moves);
        let doubt = when(
            !in_check,
            (standing - raw).abs() * parameters.reduction_doubt,
        );

        let mut best = -INFINITE;
        let mut best_move = None;
        let mut tried = 0;
        let mut raised = false;
        let mut quiets = MoveList::new();
        let mut captures = MoveList::new();
        while let Some((order, m)) = picker.next(chess, self.histories, &hints) {
            let packed = Packed::of(m);
            if packed == excluded {
                continue;
            }
            if root && !self.root[self.first..].iter().any(|moved| moved.m == m) {
                continue;
            }
            tried += 1;
            let noisy = is_noisy(m);
            let history = match noisy {
                true => self.histories.capture(turn, m),
                // Without a special place in the order its score is the history.
                false if order.abs() < PLAIN => order,
                false => self.histories.quiet(turn, m, &context),
            };
            let mut less = self.shared.reductions.of(depth, tried);

            if !root && best > -MATE_BOUND && (has_pieces(chess) || noisy) {
                let left = (depth - less / 1024).max(0);
                // In the principal variation every quiet move is looked at: the first few are no measure of
                // what the other side can do, and the value would flatter the side that moved last.
                if !noisy && !PV {
                    // Late quiet moves at shallow depth.
                    let share = if improving {
                        100
                    } else {
                        parameters.late_not_improving
                    };
                    let enough = (parameters.late_base + parameters.late_slope * depth * depth)
                        * share
                        / 10_000;
                    if !in_check && tried as i32 > enough {
                        picker.skip_quiets();
                        continue;
                    }
                    let hope = eval
                        + parameters.hope
                        + parameters.hope_depth * left
                        + history * parameters.hope_history / 8192;
                    if !in_check && left <= 7 && hope <= alpha {
                        if !is_decided(best) {
                            best = best.max(hope);
                        }
                        continue;
                    }
                    if depth <= 4 && history < -parameters.hopeless * depth {
                        continue;
                    }
                }
                if noisy && !PV && !in_check && left <= 6 && m.promotion().is_none() {
                    let hope = eval
                        + parameters.hope_noisy
                        + parameters.hope_noisy_depth * left
                        + m.capture().map_or(0, exchange::value);
                    if hope <= alpha {
                        continue;
                    }
                }
                let loss = match noisy {
                    true => {
                        -parameters.loss_noisy * depth - history * parameters.loss_history / 8192
                    }
                    false => -parameters.loss_quiet * left * left,
                };
                if depth <= 9 && order < SURE && !exchange::at_least(chess, m, loss) {
                    continue;
                }
            }

            // A move that alone keeps the value is looked at more deeply.
            let mut extension = 0;
            if !root
                && !singular
                && depth >= parameters.singular_depth
                && packed == table_move
                && ply < 2 * self.depth as usize
                && let Some(entry) = known
                && entry.depth >= depth - 3
                && entry.bound != Bound::Upper
                && !is_decided(entry.value)
            {
                let target = entry.value - parameters.singular * depth / 16;
                self.frames[ply + BEFORE].excluded = packed;
                let value =
                    self.negamax::<false>(node, target - 1, target, (depth - 1) / 2, ply, cut);
                self.frames[ply + BEFORE].excluded = Packed::NONE;
                if self.stopped {
                    return 0;
                }
                if value < target {
                    extension = 1;
                    if !PV
                        && value < target - parameters.singular_double
                        && self.frames[ply + BEFORE].doubled < 6
                    {
                        extension = 2;
                        self.frames[ply + BEFORE].doubled += 1;
                    }
                } else if target >= beta {
                    return target;
                } else if entry.value >= beta {
                    extension = -2;
                } else if cut {
                    extension = -1;
                }
            }

            let before = self.nodes;
            let next = node.play(m, |key| self.shared.table.prefetch(key));
            let gives_check = next.checked;
            self.frames[ply + BEFORE].step = step(turn, m);
            self.frames[ply + BEFORE].quiet = (!noisy).then_some(m);
            self.frames[ply + BEFORE].slot =
                (!noisy && !in_check).then(|| slot(turn, m, context.attacked));
            self.evaluator.push(chess, m);
            self.keys.push(next.key);
            let mut deeper = depth - 1 + extension;
            let mut value = alpha;
            if depth >= 2 && tried > 1 + usize::from(root) + usize::from(PV) {
                if noisy {
                    less = less * parameters.reduction_noisy / 1024;
                    less -= when(order > 0, parameters.reduction_sure);
                    less -= history * parameters.reduction_capture_history / 8192;
                } else {
                    let is_killer = hints.killers.contains(&packed);
                    less += when(!improving, parameters.reduction_not_improving);
                    less += when(table_noisy, parameters.reduction_table_noisy);
                    less += when(cut, parameters.reduction_cut_quiet);
                    less -= when(is_killer, parameters.reduction_killer);
                    less -= history * parameters.reduction_history / 8192;
                }
                // Where one answer after the other refutes, this one will hardly do better.
                let refuted = self.frames[ply + BEFORE + 1].cutoffs > 2;
                less += when(refuted, parameters.reduction_cutoffs);
                less += when(cut, parameters.reduction_cut);
                less -= when(was_pv, parameters.reduction_was_pv);
                less += when(raised, parameters.reduction_raised);
                less -= doubt;
                less -= when(PV, parameters.reduction_pv);
                less -= when(gives_check, parameters.reduction_check);
                less -= when(in_check, parameters.reduction_evasion);
                let reduced = (deeper - (less >> 10)).clamp(1.min(deeper), deeper);
                value = -self.negamax::<false>(&next, -alpha - 1, -alpha, reduced, ply + 1, true);
                if value > alpha && reduced < deeper {
                    // How surprising it was says how closely to look.
                    deeper += i32::from(
                        value
                            > best + parameters.surprise + parameters.surprise_depth * deeper / 16,
                    ) - i32::from(value < best + parameters.no_surprise);
                    if reduced < deeper {
                        value = -self.negamax::<false>(
                            &next,
                            -alpha - 1,
                            -alpha,
                            deeper,
                            ply + 1,
                            !cut,
                        );
                    }
                    if !noisy && !self.stopped && (value >= beta || value <= alpha) {
                        let bonus = parameters.learnt(depth) * parameters.learnt_surprise / 1024;
                        let bonus = if value >= beta { bonus } else { -bonus };
                        self.histories
                            .learn_continuation(turn, m, context.earlier, bonus);
                    }
                }
            } else if !PV || tried > 1 {
                value = -self.negamax::<false>(&next, -alpha - 1, -alpha, deeper, ply + 1, !cut);
            }
            if PV && (tried == 1 || value > alpha) {
                value = -self.negamax::<true>(&next, -beta, -alpha, deeper, ply + 1, false);
            }
            self.keys.pop();
            self.evaluator.pop();
            if self.stopped {
                return 0;
            }
            if root {
                self.note_root(m, value, alpha, beta, tried, self.nodes - before);
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    raised = true;
                    best_move = Some(m);
                    if PV {
                        self.extend_pv(ply, m);
                    }
                    if value >= beta {
                        self.frames[ply + BEFORE].cutoffs += 1;
                        break;
                    }
                }
            }
            if Some(m) != best_move {
                let list = if noisy { &mut captures } else { &mut quiets };
                if list.len() < 64 {
                    list.push(m);
                }
            }
        }
        if tried == 0 {
            // Only the excluded move was there.
            return alpha;
        }

        if let Some(m) = best_move
            && best >= beta
        {
            let (bonus, malus) = (parameters.learnt(depth), parameters.unlearnt(depth));
            if is_noisy(m) {
                self.histories.learn_capture(turn, m, bonus);
            } else {
                let killers = &mut self.frames[ply + BEFORE].killers;
                if killers[0] != Packed::of(m) {
                    *killers = [Packed::of(m), killers[0]];
                }
                self.histories.learn_quiet(turn, m, &context, bonus);
                for other in &quiets {
                    self.histories.learn_quiet(turn, *other, &context, -malus);
                }
            }
            for other in &captures {
                self.histories.learn_capture(turn, *other, -malus);
            }
        }
        // No answer was good enough: the quiet move before was a good one.
        if !raised
            && best < beta
            && !root
            && !singular
            && let Some(m) = self.frames[ply + BEFORE - 1].quiet
        {
            let earlier = self.earlier(ply - 1);
            let bonus = parameters.learnt(depth) * parameters.learnt_unanswered / 1024;
            self.histories.learn_continuation(!turn, m, earlier, bonus);
        }
        let bound = match (best >= beta, raised && PV) {
            (true, _) => Bound::Lower,
            (false, true) => Bound::Exact,
            (false, false) => Bound::Upper,
        };
        let partial = singular || (root && self.first > 0);
        if !partial {
            let quiet_best = best_move.is_none_or(|m| !is_noisy(m));
            if !in_check
                && quiet_best
                && !is_decided(best)
                && match bound {
                    Bound::Exact => true,
                    Bound::Lower => best > standing,
                    Bound::Upper => best < standing,
                }
            {
                let traits = self.traits(node, ply);
                let error = best - standing;
                let bonus = error * depth * parameters.correction_rate / 64;
                self.histories.learn_correction(turn, &traits, bonus);
            }
            let entry = Entry {
                best: best_move.map_or(Packed::NONE, Packed::of),
                value: best,
                eval: if in_check { 0 } else { raw },
                depth,
                bound,
                pv: was_pv,
            };
            self.shared.table.store(node.key, ply, entry);
        }
        best
    }

    /// Learns from a cutoff that the table knew of.
    fn learn_known(&mut self, node: &Node, best: Packed, depth: i32, ply: usize) {
        let parameters = self.shared.parameters;
        let learnt = parameters.learnt(depth);
        let turn = node.chess.turn();
        if let Some(m) = best.quiet_move(node.chess.board()) {
            let context = self.context(node, ply);
            let bonus = learnt * parameters.learnt_table / 1024;
            self.histories.learn_quiet(turn, m, &context, bonus);
        }
        if let Some(m) = self.frames[ply + BEFORE - 1].quiet {
            let malus = learnt * parameters.unlearnt_table / 1024;
            self.histories
                .learn_continuation(!turn, m, self.earlier(ply - 1), -malus);
        }
    }
}
