//! One thread of a search: deeper and deeper, until told to stop.

use alloc::{boxed::Box, vec, vec::Vec};
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use shakmaty::{Move, Position as _};

use super::{
    Control, Info, Limits,
    histories::{Histories, NO_PIECE_TO, PieceTo, QuietIndex},
    parameters::{Parameters, Reductions},
};
use crate::{
    board::Node,
    eval::Evaluator,
    packed::PackedMove,
    score::{INFINITE, MATE_BOUND, Score},
    situation::Situation,
    tablebases::Tablebases,
    transposition::{Bound, TranspositionTable},
};

/// Deepest line.
pub(super) const MAX_PLY: usize = 128;
/// Frames before the root, so that earlier moves can be asked for.
pub(super) const PADDING: usize = 4;

/// What the threads of one search share.
pub(super) struct Shared<'a> {
    pub table: &'a TranspositionTable,
    pub tablebases: Option<&'a Tablebases>,
    pub control: &'a dyn Control,
    pub limits: &'a Limits,
    pub parameters: &'a Parameters,
    pub reductions: &'a Reductions,
    pub stop: AtomicBool,
    pub nodes: AtomicU64,
    pub tablebase_hits: AtomicU64,
    pub threads: usize,
}

/// What a ply of the present line knows.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub eval: i32,
    pub piece_to: PieceTo,
    pub killers: [PackedMove; 2],
    pub excluded: PackedMove,
    pub double_extensions: u8,
    /// How many of the moves tried at this ply since the ply before last were refuted by a cutoff.
    pub cutoff_count: u32,
    /// The move behind `piece_to`, if it was quiet.
    pub quiet: Option<Move>,
    /// Where its own history is kept, if there was an evaluation before it.
    pub quiet_index: Option<QuietIndex>,
}

/// A move at the root and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub m: Move,
    pub value: i32,
    pub earlier: i32,
    pub seldepth: usize,
    pub bound: Bound,
    pub pv: Vec<Move>,
    pub nodes: u64,
    /// What a tablebase says: better ones first.
    pub rank: i32,
}

/// Equal moves keep their order. By insertion: the list is short and nearly in order.
fn sort_best_first(moves: &mut [RootMove]) {
    for end in 1..moves.len() {
        let key = |moved: &RootMove| (moved.rank, moved.value);
        let own = key(&moves[end]);
        let to = moves[..end].iter().position(|moved| key(moved) < own);
        if let Some(to) = to {
            moves[to..=end].rotate_right(1);
        }
    }
}

pub(super) struct Worker<'a> {
    pub shared: &'a Shared<'a>,
    pub evaluator: Box<dyn Evaluator>,
    pub histories: &'a mut Histories,
    pub keys: Vec<u64>,
    pub root_keys: usize,
    pub stack: Vec<Frame>,
    pub pv: Vec<Vec<Move>>,
    pub nodes: u64,
    reported: u64,
    pub seldepth: usize,
    pub root: Vec<RootMove>,
    /// Root moves before this have been found to be better lines.
    pub first: usize,
    pub depth: i32,
    pub stopped: bool,
    main: bool,
}

impl<'a> Worker<'a> {
    pub fn new(
        shared: &'a Shared<'a>,
        evaluator: Box<dyn Evaluator>,
        histories: &'a mut Histories,
        situation: &Situation,
        root: Vec<RootMove>,
        main: bool,
    ) -> Worker<'a> {
        let frame = Frame {
            eval: 0,
            piece_to: NO_PIECE_TO,
            killers: [PackedMove::NONE; 2],
            excluded: PackedMove::NONE,
            double_extensions: 0,
            cutoff_count: 0,
            quiet: None,
            quiet_index: None,
        };
        Worker {
            shared,
            evaluator,
            histories,
            keys: situation.keys().to_vec(),
            root_keys: situation.keys().len(),
            stack: vec![frame; MAX_PLY + PADDING + 4],
            pv: vec![Vec::new(); MAX_PLY + 2],
            nodes: 0,
            reported: 0,
            seldepth: 0,
            root,
            first: 0,
            depth: 0,
            stopped: false,
            main,
        }
    }

    /// Counts a position and looks at the limits now and then.
    #[inline]
    pub fn tick(&mut self) {
        // On the way out nothing is looked at any more.
        if self.stopped {
            return;
        }
        self.nodes += 1;
        if self.nodes & 1023 == 0 {
            self.look();
        } else if let Some(limit) = self.shared.limits.nodes
            && self.shared.threads == 1
            && self.nodes >= limit
        {
            self.stopped = true;
        }
    }

    fn look(&mut self) {
        let total = self
            .shared
            .nodes
            .fetch_add(self.nodes - self.reported, Relaxed);
        let total = total + self.nodes - self.reported;
        self.reported = self.nodes;
        if self.shared.stop.load(Relaxed) {
            self.stopped = true;
            return;
        }
        if !self.main {
            return;
        }
        let control = self.shared.control;
        let out_of_time = || {
            self.shared.limits.time.is_some_and(|time| {
                !control.pondering() && self.depth > 1 && control.elapsed() >= time.hard
            })
        };
        if control.stop()
            || self.shared.limits.nodes.is_some_and(|limit| total >= limit)
            || out_of_time()
        {
            self.stopped = true;
            self.shared.stop.store(true, Relaxed);
        }
    }

    /// The line at this ply is now `m` and the line behind it.
    pub fn extend_pv(&mut self, ply: usize, m: Move) {
        let (head, tail) = self.pv.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(m);
        head[ply].extend_from_slice(&tail[0]);
    }

    /// All nodes of all threads, as far as they have been told.
    fn total(&self) -> u64 {
        self.shared.nodes.load(Relaxed) + self.nodes - self.reported
    }

    /// Remembers what came of a move at the root.
    pub fn note_root(
        &mut self,
        m: Move,
        value: i32,
        alpha: i32,
        beta: i32,
        tried: usize,
        nodes: u64,
    ) {
        let seldepth = self.seldepth;
        let pv = core::mem::take(&mut self.pv[1]);
        if let Some(moved) = self.root.iter_mut().find(|moved| moved.m == m) {
            moved.nodes += nodes;
            if tried == 1 || value > alpha {
                moved.value = value;
                moved.seldepth = seldepth;
                moved.bound = match value {
                    value if value >= beta => Bound::Lower,
                    value if value <= alpha => Bound::Upper,
                    _ => Bound::Exact,
                };
                moved.pv.clear();
                moved.pv.push(m);
                moved.pv.extend_from_slice(&pv);
            } else {
                moved.value = -INFINITE;
            }
        }
        self.pv[1] = pv;
    }

    /// Deepens until a limit; tells of every finished iteration.
    pub fn run(&mut self, node: &Node, report: &mut dyn FnMut(&Info)) {
        let deepest = match self.shared.limits.depth {
            Some(depth) => (depth as i32).clamp(1, MAX_PLY as i32 - 8),
            None => MAX_PLY as i32 - 8,
        };
        let lines = self.shared.limits.lines.max(1).min(self.root.len());
        let mut steady = 0u32;
        let mut best = self.root[0].m;
        let mut last_value = 0;
        for depth in 1..=deepest {
            self.depth = depth;
            for moved in &mut self.root {
                moved.earlier = moved.value;
            }
            for first in 0..lines {
                self.first = first;
                self.seldepth = 0;
                self.aspiration(node, depth, report);
                sort_best_first(&mut self.root[first..]);
                sort_best_first(&mut self.root[..=first]);
                if self.stopped {
                    break;
                }
                if self.main {
                    self.tell(first + 1, report);
                }
            }
            if self.stopped {
                break;
            }
            if !self.main {
                continue;
            }
            steady = if self.root[0].m == best {
                steady + 1
            } else {
                0
            };
            best = self.root[0].m;
            let value = self.root[0].value;
            if self.finished(depth, steady, last_value - value) {
                break;
            }
            last_value = value;
        }
        if self.main {
            self.shared.stop.store(true, Relaxed);
        }
        self.shared
            .nodes
            .fetch_add(self.nodes - self.reported, Relaxed);
        self.reported = self.nodes;
    }

    /// Searches with a narrow window around the last value and widens it where the value falls out.
    fn aspiration(&mut self, node: &Node, depth: i32, report: &mut dyn FnMut(&Info)) {
        let guess = self.root[self.first].earlier;
        let mut delta = self.shared.parameters.aspiration_window + guess.abs().min(2000) / 64;
        let (mut alpha, mut beta) = if depth >= 4 && guess.abs() < MATE_BOUND {
            (guess - delta, guess + delta)
        } else {
            (-INFINITE, INFINITE)
        };
        let mut reduced = 0;
        loop {
            self.evaluator.reset(&node.chess);
            let value = self.negamax::<true>(node, alpha, beta, (depth - reduced).max(1), 0, false);
            if self.stopped {
                return;
            }
            let first = self.first;
            sort_best_first(&mut self.root[first..]);
            if value <= alpha && alpha > -INFINITE {
                beta = (alpha + beta) / 2;
                alpha = (value - delta).max(-INFINITE);
                reduced = 0;
            } else if value >= beta && beta < INFINITE {
                beta = (value + delta).min(INFINITE);
                reduced = (reduced + 1).min(3);
            } else {
                return;
            }
            if self.main && self.nodes > 3_000_000 {
                self.tell(first + 1, report);
            }
            delta += delta * self.shared.parameters.aspiration_growth / 1024 + 5;
            if delta > 1200 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Whether another iteration is not worth its time, or what was looked for is found.
    fn finished(&self, depth: i32, steady: u32, dropped: i32) -> bool {
        let limits = self.shared.limits;
        let value = self.root[0].value;
        if let Some(mate) = limits.mate
            && let Score::Mate(moves) = Score::from_value(value)
            && moves.unsigned_abs() <= mate
        {
            return true;
        }
        if limits.enough.is_some_and(|enough| self.total() >= enough) {
            return true;
        }
        if self.shared.control.pondering() {
            return false;
        }
        let Some(time) = limits.time else {
            return false;
        };
        let elapsed = self.shared.control.elapsed();
        if !time.elastic {
            return elapsed >= time.soft;
        }
        if self.root.len() == 1 && depth >= 4 {
            return true;
        }
        // A mate that has been seen again and again is played.
        if value.abs() >= MATE_BOUND && depth > 2 * (INFINITE - value.abs()) {
            return true;
        }
        let stability = [1.7, 1.25, 1.05, 0.95, 0.85][(steady as usize / 2).min(4)];
        let effort = self.root[0].nodes as f64 / self.nodes.max(1) as f64;
        let effort = (1.6 - effort).clamp(0.6, 1.4);
        let falling = (1.0 + f64::from(dropped) / 120.0).clamp(0.85, 1.6);
        elapsed.as_secs_f64() >= time.soft.as_secs_f64() * stability * effort * falling
    }

    fn tell(&self, line: usize, report: &mut dyn FnMut(&Info)) {
        let moved = &self.root[line - 1];
        let info = Info {
            depth: self.depth as u32,
            seldepth: moved.seldepth as u32,
            line,
            score: Score::from_value(moved.value),
            bound: moved.bound,
            nodes: self.total(),
            tablebase_hits: self.shared.tablebase_hits.load(Relaxed),
            fill: self.shared.table.fill(),
            elapsed: self.shared.control.elapsed(),
            pv: moved.pv.clone(),
        };
        report(&info);
    }

    /// Whether the position occurred before, or fifty moves passed, or nobody can mate.
    pub fn is_draw(&self, node: &Node) -> bool {
        let halfmoves = node.chess.halfmoves() as usize;
        if halfmoves >= 100 {
            // Mate on the hundredth half-move comes first.
            return !node.checked || !node.chess.legal_moves().is_empty();
        }
        let board = node.chess.board();
        if board.occupied().count() <= 4
            && (board.pawns() | board.rooks_and_queens()).is_empty()
            && node.chess.is_insufficient_material()
        {
            return true;
        }
        let end = self.keys.len();
        let mut seen = 0;
        // The last key is the position itself.
        for back in (4..=halfmoves.min(end - 1)).step_by(2) {
            let index = end - 1 - back;
            if self.keys[index] == node.key {
                // Within the search once is enough: the other side would only come back to it.
                if index >= self.root_keys {
                    return true;
                }
                seen += 1;
                if seen == 2 {
                    return true;
                }
            }
        }
        false
    }
}
