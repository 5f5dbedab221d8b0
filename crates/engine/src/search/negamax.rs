//! The search itself: negamax with alpha and beta, principal variation search and the usual shortcuts.
//!
//! One long function, as is the custom: each block begins with its name in the Chess Programming Wiki's words.
//! Sources of the ideas: the Chess Programming Wiki and the open engines that made them common. How far
//! each goes is said in `parameters.rs`; `docs/engine-history.md` lists what matches said of them. A shortcut proves
//! nothing: apart from mates within its depth a value is an opinion.

use shakmaty::{MoveList, Position as _};

use super::{
    histories::{NO_PIECE_TO, piece_to, quiet_index},
    move_picker::{GOOD_NOISY, MoveHints, MovePicker, PLAIN, is_noisy},
    static_eval::is_decided,
    worker::{MAX_PLY, PADDING, Worker},
};
use crate::{
    board::{Node, has_pieces},
    packed::PackedMove,
    score::{INFINITE, MATE, MATE_BOUND, TABLEBASE_WIN},
    see,
    transposition::{Bound, Entry},
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
        cut_node: bool,
    ) -> i32 {
        let chess = &node.chess;
        let parameters = self.shared.parameters;
        let in_check = node.checked;
        // Check extension.
        if in_check
            && ply > 0
            && ply < 2 * self.depth as usize
            && depth <= parameters.check_extension_depth
        {
            depth += 1;
        }
        // Quiescence search at the horizon.
        if depth <= 0 {
            return self.quiescence::<PV>(node, alpha, beta, ply);
        }
        self.tick();
        if self.stopped {
            return 0;
        }
        self.pv[ply].clear();
        self.seldepth = self.seldepth.max(ply);
        let root = ply == 0;
        let excluded = self.stack[ply + PADDING].excluded;
        let singular = excluded != PackedMove::NONE;
        if !root {
            if self.is_draw(node) {
                return 1 - (self.nodes & 2) as i32;
            }
            if ply >= MAX_PLY - 1 {
                return self.evaluate(node);
            }
            // Mate-distance pruning.
            alpha = alpha.max(ply as i32 - MATE);
            beta = beta.min(MATE - ply as i32 - 1);
            if alpha >= beta {
                return alpha;
            }
        }

        // Transposition table.
        let table_entry = if singular {
            None
        } else {
            self.shared.table.probe(node.key, ply)
        };
        if let Some(entry) = table_entry
            && !PV
            && entry.depth >= depth
            && chess.halfmoves() < 90
            && entry.bound.settles(entry.value, alpha, beta)
        {
            if entry.value >= beta {
                self.update_after_table_cutoff(node, entry.best, depth, ply);
            }
            return entry.value;
        }

        // Tablebases.
        if !root
            && !singular
            && let Some(value) = self.probe_tablebases(node, ply)
        {
            let bound = match value.signum() {
                1 => Bound::Lower,
                -1 => Bound::Upper,
                _ => Bound::Exact,
            };
            if bound.settles(value, alpha, beta) {
                let entry = Entry {
                    best: PackedMove::NONE,
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

        let table_move = table_entry.map_or(PackedMove::NONE, |entry| entry.best);
        let expected = table_move.move_on(chess.board());
        let table_noisy = expected.is_some_and(is_noisy);
        if let Some(m) = expected {
            self.shared.table.prefetch(node.likely_key(m));
        }
        let was_pv = PV || table_entry.is_some_and(|entry| entry.pv);

        // Static evaluation, with its correction histories.
        let raw_eval = if in_check {
            -INFINITE
        } else if singular {
            self.stack[ply + PADDING].eval
        } else if let Some(entry) = table_entry {
            entry.eval
        } else {
            self.evaluate(node)
        };
        let static_eval = if in_check || singular {
            raw_eval
        } else {
            self.corrected(node, raw_eval, ply)
        };
        self.stack[ply + PADDING].eval = static_eval;
        // In check there was no evaluation to compare with: the one before it is.
        let before = match self.stack[ply + PADDING - 2].eval {
            value if value > -INFINITE => value,
            _ => self.stack[(ply + PADDING).saturating_sub(4)].eval,
        };
        let improving = !in_check && ply >= 2 && static_eval > before;

        // History by the difference of static evaluations: a quiet move that gained was a good one.
        if !in_check
            && !singular
            && !root
            && let Some(quiet_index) = self.stack[ply + PADDING - 1].quiet_index
        {
            let change = self.stack[ply + PADDING - 1].eval + static_eval;
            let bonus = (-change * parameters.eval_difference / 16).clamp(-1500, 1500);
            self.histories.update_quiet_index(quiet_index, bonus);
        }

        // A searched value is a better estimate than the static one.
        let mut eval = static_eval;
        if let Some(entry) = table_entry
            && !in_check
            && !is_decided(entry.value)
            && entry.bound.contradicts(entry.value, eval)
        {
            eval = entry.value;
        }
        self.stack[ply + PADDING + 1].killers = [PackedMove::NONE; 2];
        self.stack[ply + PADDING + 2].cutoff_count = 0;
        self.stack[ply + PADDING].double_extensions =
            self.stack[ply + PADDING - 1].double_extensions;

        if !PV && !in_check && !singular {
            // Reverse futility pruning: so far ahead that a quiet position will stay ahead.
            let no_entry = cut_node && table_entry.is_none();
            let margin = parameters.reverse_futility * depth
                - when(improving, parameters.reverse_futility_improving)
                - when(no_entry, parameters.reverse_futility_no_entry);
            if depth <= parameters.reverse_futility_max_depth
                && eval - margin >= beta
                && eval < TABLEBASE_WIN - 1000
            {
                return eval + (beta - eval) * parameters.reverse_futility_share / 1024;
            }

            // Razoring: so far behind that only captures could help.
            if depth <= 3 && eval + parameters.razoring + parameters.razoring_depth * depth <= alpha
            {
                let value = self.quiescence::<false>(node, alpha, alpha + 1, ply);
                if self.stopped {
                    return 0;
                }
                if value <= alpha {
                    return value;
                }
            }

            // Null-move pruning: if passing is good enough, moving is.
            if depth >= 3
                && eval >= beta
                && static_eval + parameters.null_move_depth * depth
                    >= beta + parameters.null_move_margin
                && self.stack[ply + PADDING - 1].piece_to != NO_PIECE_TO
                && has_pieces(chess)
                && beta > -MATE_BOUND
                && let Some(null) = node.null_move()
            {
                let by_eval = (1024 * (eval - beta).min(1000)
                    / parameters.null_move_reduction_eval)
                    .min(3 * 1024);
                let reduction = parameters.null_move_reduction
                    + parameters.null_move_reduction_depth * depth
                    + by_eval;
                let reduced = depth - reduction / 1024;
                self.stack[ply + PADDING].piece_to = NO_PIECE_TO;
                self.stack[ply + PADDING].quiet = None;
                self.stack[ply + PADDING].quiet_index = None;
                self.evaluator.push_null();
                self.keys.push(null.key);
                let value =
                    -self.negamax::<false>(&null, -beta, 1 - beta, reduced, ply + 1, !cut_node);
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
                    // Verification search against zugzwang: deep down passing may be the only good move.
                    let last = core::mem::replace(
                        &mut self.stack[ply + PADDING - 1].piece_to,
                        NO_PIECE_TO,
                    );
                    let verified =
                        self.negamax::<false>(node, beta - 1, beta, reduced.max(1), ply, false);
                    self.stack[ply + PADDING - 1].piece_to = last;
                    if self.stopped {
                        return 0;
                    }
                    if verified >= beta {
                        return value;
                    }
                }
            }

            // ProbCut.
            let target = beta + parameters.probcut - when(improving, parameters.probcut_improving);
            if let Some(value) = self.probcut(node, target, depth, ply, table_entry, cut_node) {
                return value;
            }
        }

        // Internal iterative reduction: without a move to begin with a shallower search finds one for the next iteration.
        if depth >= 4 && table_move == PackedMove::NONE && (PV || cut_node) {
            depth -= 1;
        }

        let mut moves = chess.legal_moves();
        if moves.is_empty() {
            // Mate or stalemate.
            return if in_check { ply as i32 - MATE } else { 0 };
        }
        let turn = chess.turn();
        let context = self.context(node, ply);
        let hints = MoveHints {
            table: table_move,
            killers: self.stack[ply + PADDING].killers,
            context,
        };
        let mut picker = MovePicker::new(&mut moves);
        let correction = when(
            !in_check,
            (static_eval - raw_eval).abs() * parameters.reduction_correction,
        );

        let mut best = -INFINITE;
        let mut best_move = None;
        let mut move_count = 0;
        let mut alpha_raised = false;
        let mut quiets = MoveList::new();
        let mut captures = MoveList::new();
        while let Some((order, m)) = picker.next(chess, self.histories, &hints) {
            let packed = PackedMove::of(m);
            if packed == excluded {
                continue;
            }
            if root && !self.root[self.first..].iter().any(|moved| moved.m == m) {
                continue;
            }
            move_count += 1;
            let noisy = is_noisy(m);
            let history = if noisy {
                self.histories.capture(turn, m)
            } else if order.abs() < PLAIN {
                // Without a special place in the order its score is the history.
                order
            } else {
                self.histories.quiet(turn, m, &context)
            };
            let mut reduction = self.shared.reductions.of(depth, move_count);

            if !root && best > -MATE_BOUND && (has_pieces(chess) || noisy) {
                let reduced_depth = (depth - reduction / 1024).max(0);
                // In the principal variation every quiet move is looked at: the first few are no measure of
                // what the other side can do, and the value would flatter the side that moved last.
                if !noisy && !PV {
                    // Late-move pruning.
                    let share = if improving {
                        100
                    } else {
                        parameters.late_move_pruning_not_improving
                    };
                    let enough = (parameters.late_move_pruning_base
                        + parameters.late_move_pruning_depth * depth * depth)
                        * share
                        / 10_000;
                    if !in_check && move_count as i32 > enough {
                        picker.skip_quiets();
                        continue;
                    }

                    // Futility pruning.
                    let futility = eval
                        + parameters.futility
                        + parameters.futility_depth * reduced_depth
                        + history * parameters.futility_history / 8192;
                    if !in_check && reduced_depth <= 7 && futility <= alpha {
                        if !is_decided(best) {
                            best = best.max(futility);
                        }
                        continue;
                    }

                    // History pruning.
                    if depth <= 4 && history < -parameters.history_pruning * depth {
                        continue;
                    }
                }

                // Futility pruning of captures.
                if noisy && !PV && !in_check && reduced_depth <= 6 && m.promotion().is_none() {
                    let futility = eval
                        + parameters.futility_noisy
                        + parameters.futility_noisy_depth * reduced_depth
                        + m.capture().map_or(0, see::value);
                    if futility <= alpha {
                        continue;
                    }
                }

                // Pruning by static exchange evaluation.
                let threshold = if noisy {
                    -parameters.see_noisy * depth - history * parameters.see_noisy_history / 8192
                } else {
                    -parameters.see_quiet * reduced_depth * reduced_depth
                };
                if depth <= 9 && order < GOOD_NOISY && !see::at_least(chess, m, threshold) {
                    continue;
                }
            }

            // Singular extension: a move that alone keeps the value is looked at more deeply.
            let mut extension = 0;
            if !root
                && !singular
                && depth >= parameters.singular_depth
                && packed == table_move
                && ply < 2 * self.depth as usize
                && let Some(entry) = table_entry
                && entry.depth >= depth - 3
                && entry.bound != Bound::Upper
                && !is_decided(entry.value)
            {
                let target = entry.value - parameters.singular_margin * depth / 16;
                self.stack[ply + PADDING].excluded = packed;
                let value =
                    self.negamax::<false>(node, target - 1, target, (depth - 1) / 2, ply, cut_node);
                self.stack[ply + PADDING].excluded = PackedMove::NONE;
                if self.stopped {
                    return 0;
                }
                if value < target {
                    extension = 1;
                    if !PV
                        && value < target - parameters.double_extension_margin
                        && self.stack[ply + PADDING].double_extensions < 6
                    {
                        extension = 2;
                        self.stack[ply + PADDING].double_extensions += 1;
                    }
                } else if target >= beta {
                    // Multi-cut: another move beats beta, too.
                    return target;
                } else if entry.value >= beta {
                    // Negative extension.
                    extension = -2;
                } else if cut_node {
                    extension = -1;
                }
            }

            // Make the move.
            let before = self.nodes;
            let next = node.play(m, |key| self.shared.table.prefetch(key));
            let gives_check = next.checked;
            self.stack[ply + PADDING].piece_to = piece_to(turn, m);
            self.stack[ply + PADDING].quiet = (!noisy).then_some(m);
            self.stack[ply + PADDING].quiet_index =
                (!noisy && !in_check).then(|| quiet_index(turn, m, context.attacked));
            self.evaluator.push(chess, m);
            self.keys.push(next.key);

            let mut new_depth = depth - 1 + extension;
            let mut value = alpha;
            // Late-move reductions.
            if depth >= 2 && move_count > 1 + usize::from(root) + usize::from(PV) {
                if noisy {
                    reduction = reduction * parameters.reduction_noisy / 1024;
                    reduction -= when(order > 0, parameters.reduction_good_noisy);
                    reduction -= history * parameters.reduction_capture_history / 8192;
                } else {
                    let is_killer = hints.killers.contains(&packed);
                    reduction += when(!improving, parameters.reduction_not_improving);
                    reduction += when(table_noisy, parameters.reduction_noisy_table_move);
                    reduction += when(cut_node, parameters.reduction_cut_node_quiet);
                    reduction -= when(is_killer, parameters.reduction_killer);
                    reduction -= history * parameters.reduction_history / 8192;
                }
                // Where one answer after the other refutes, this one will hardly do better.
                let refuted = self.stack[ply + PADDING + 1].cutoff_count > 2;
                reduction += when(refuted, parameters.reduction_cutoff_count);
                reduction += when(cut_node, parameters.reduction_cut_node);
                reduction -= when(was_pv, parameters.reduction_was_pv);
                reduction += when(alpha_raised, parameters.reduction_alpha_raised);
                reduction -= correction;
                reduction -= when(PV, parameters.reduction_pv);
                reduction -= when(gives_check, parameters.reduction_check);
                reduction -= when(in_check, parameters.reduction_evasion);
                let reduced = (new_depth - (reduction >> 10)).clamp(1.min(new_depth), new_depth);
                value = -self.negamax::<false>(&next, -alpha - 1, -alpha, reduced, ply + 1, true);
                if value > alpha && reduced < new_depth {
                    // Re-search: how surprising the value was says how closely to look.
                    new_depth += i32::from(
                        value
                            > best
                                + parameters.research_deeper
                                + parameters.research_deeper_depth * new_depth / 16,
                    ) - i32::from(value < best + parameters.research_shallower);
                    if reduced < new_depth {
                        value = -self.negamax::<false>(
                            &next,
                            -alpha - 1,
                            -alpha,
                            new_depth,
                            ply + 1,
                            !cut_node,
                        );
                    }
                    if !noisy && !self.stopped && (value >= beta || value <= alpha) {
                        let bonus = parameters.bonus(depth) * parameters.research_bonus / 1024;
                        let bonus = if value >= beta { bonus } else { -bonus };
                        self.histories
                            .update_continuation(turn, m, context.earlier, bonus);
                    }
                }
            } else if !PV || move_count > 1 {
                // Zero-window search at full depth.
                value = -self.negamax::<false>(
                    &next,
                    -alpha - 1,
                    -alpha,
                    new_depth,
                    ply + 1,
                    !cut_node,
                );
            }
            // Principal variation search.
            if PV && (move_count == 1 || value > alpha) {
                value = -self.negamax::<true>(&next, -beta, -alpha, new_depth, ply + 1, false);
            }

            self.keys.pop();
            self.evaluator.pop();
            if self.stopped {
                return 0;
            }
            if root {
                self.note_root(m, value, alpha, beta, move_count, self.nodes - before);
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    alpha_raised = true;
                    best_move = Some(m);
                    if PV {
                        self.extend_pv(ply, m);
                    }
                    if value >= beta {
                        self.stack[ply + PADDING].cutoff_count += 1;
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
        if move_count == 0 {
            // Only the excluded move was there.
            return alpha;
        }

        // Fail high: killers and histories learn.
        if let Some(m) = best_move
            && best >= beta
        {
            let (bonus, malus) = (parameters.bonus(depth), parameters.malus(depth));
            if is_noisy(m) {
                self.histories.update_capture(turn, m, bonus);
            } else {
                let killers = &mut self.stack[ply + PADDING].killers;
                if killers[0] != PackedMove::of(m) {
                    *killers = [PackedMove::of(m), killers[0]];
                }
                self.histories.update_quiet(turn, m, &context, bonus);
                for other in &quiets {
                    self.histories.update_quiet(turn, *other, &context, -malus);
                }
            }
            for other in &captures {
                self.histories.update_capture(turn, *other, -malus);
            }
        }

        // Fail low: no answer was good enough, so the quiet move before was a good one.
        if !alpha_raised
            && best < beta
            && !root
            && !singular
            && let Some(m) = self.stack[ply + PADDING - 1].quiet
        {
            let earlier = self.earlier(ply - 1);
            let bonus = parameters.bonus(depth) * parameters.fail_low_bonus / 1024;
            self.histories.update_continuation(!turn, m, earlier, bonus);
        }

        let bound = if best >= beta {
            Bound::Lower
        } else if alpha_raised && PV {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let partial = singular || (root && self.first > 0);
        if !partial {
            // Correction histories.
            let quiet_best = best_move.is_none_or(|m| !is_noisy(m));
            if !in_check && quiet_best && !is_decided(best) && bound.contradicts(best, static_eval)
            {
                let correction_keys = self.correction_keys(node, ply);
                let error = best - static_eval;
                let bonus = error * depth * parameters.correction_rate / 64;
                self.histories
                    .update_correction(turn, &correction_keys, bonus);
            }

            // Transposition table.
            let entry = Entry {
                best: best_move.map_or(PackedMove::NONE, PackedMove::of),
                value: best,
                eval: if in_check { 0 } else { raw_eval },
                depth,
                bound,
                pv: was_pv,
            };
            self.shared.table.store(node.key, ply, entry);
        }
        best
    }

    /// Learns from a cutoff that the table knew of.
    fn update_after_table_cutoff(&mut self, node: &Node, best: PackedMove, depth: i32, ply: usize) {
        let parameters = self.shared.parameters;
        let bonus = parameters.bonus(depth);
        let turn = node.chess.turn();
        if let Some(m) = best.quiet_move(node.chess.board()) {
            let context = self.context(node, ply);
            let bonus = bonus * parameters.table_cutoff_bonus / 1024;
            self.histories.update_quiet(turn, m, &context, bonus);
        }
        if let Some(m) = self.stack[ply + PADDING - 1].quiet {
            let malus = bonus * parameters.table_cutoff_malus / 1024;
            self.histories
                .update_continuation(!turn, m, self.earlier(ply - 1), -malus);
        }
    }
}
