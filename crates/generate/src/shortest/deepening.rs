//! Iterative deepening over all games, cut where the admissible distance exceeds what is left.
//!
//! A game found at some length is shortest because every shorter length was searched out; where the budget ends before,
//! the length reached is a proven lower bound. The order of moves is random, so that each index may show another
//! shortest game.

use rand::seq::SliceRandom;
use rustc_hash::FxHashMap;
use shakmaty::{EnPassantMode, Position, zobrist::Zobrist64};
use sissa_constraint::Distance;

use crate::{Failure, Random, line::Line, task::Task};

/// Positions remembered at the most; enough for depths that finish, small enough to stay flat.
const MAX_REMEMBERED: usize = 4_000_000;

pub(super) struct Deepening<'a> {
    task: &'a Task,
    distance: Distance,
    rng: &'a mut Random,
    stop: &'a dyn Fn() -> bool,
    pub(super) nodes: u64,
    limit: u64,
    /// Every game has at least so many half-moves: shorter ones were searched out.
    pub(super) at_least: u32,
    /// Positions from which so many half-moves were searched without success.
    barren: FxHashMap<u64, u32>,
}

impl<'a> Deepening<'a> {
    /// A search of so many nodes at the most; games of fewer than `at_least` half-moves are known not to exist.
    pub(super) fn new(
        task: &'a Task,
        limit: u64,
        at_least: u32,
        rng: &'a mut Random,
        stop: &'a dyn Fn() -> bool,
    ) -> Deepening<'a> {
        Deepening {
            task,
            distance: Distance::new(task.constraint()),
            rng,
            stop,
            nodes: 0,
            limit,
            at_least,
            barren: FxHashMap::default(),
        }
    }

    /// A shortest game.
    pub(super) fn run(&mut self) -> Result<Line, Failure> {
        let longest = self.task.options.max_plies;
        let mut line = Line::new(self.task.start.clone());
        let first = self.distance.plies(&line.state.situation());
        for depth in first.unwrap_or(u32::MAX).max(self.at_least)..=longest {
            self.at_least = depth;
            if self.deepen(&mut line, depth)? {
                return Ok(line);
            }
        }
        Err(Failure::Exhausted { plies: longest })
    }

    /// Looks for a game of exactly `left` more half-moves; leaves it in `line` if there is one.
    fn deepen(&mut self, line: &mut Line, left: u32) -> Result<bool, Failure> {
        self.nodes += 1;
        if self.nodes >= self.limit {
            return Err(Failure::Budget { nodes: self.nodes });
        }
        if self.nodes.is_multiple_of(1024) && (self.stop)() {
            return Err(Failure::Stopped { nodes: self.nodes });
        }
        if left == 0 {
            return Ok(self.task.holds(&line.state));
        }
        match self.distance.plies(&line.state.situation()) {
            Some(needed) if needed <= left => {}
            _ => return Ok(false),
        }
        let key = key(line);
        if self.barren.get(&key) == Some(&left) {
            return Ok(false);
        }
        let mut moves = line.state.position.legal_moves();
        moves.shuffle(self.rng);
        for m in moves {
            let before = (line.moves.len(), line.state.clone());
            line.play(m);
            if self.deepen(line, left - 1)? {
                return Ok(true);
            }
            line.rewind(before.0, before.1);
        }
        if self.barren.len() < MAX_REMEMBERED {
            self.barren.insert(key, left);
        }
        Ok(false)
    }
}

/// Everything the future depends on: the position, the castling done, the half-move clock.
fn key(line: &Line) -> u64 {
    let position = line
        .state
        .position
        .zobrist_hash::<Zobrist64>(EnPassantMode::Legal)
        .0;
    let castled = line.state.castled.iter().fold(0u64, |code, side| {
        code * 3 + side.map_or(0, |side| 1 + side as u64)
    });
    position
        ^ castled.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ u64::from(line.state.position.halfmoves()).wrapping_mul(0xff51_afd7_ed55_8ccd)
}
