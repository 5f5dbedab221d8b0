//! Provably shortest games for shallow goals.
//!
//! Iterative deepening over all games, cut where the admissible distance exceeds what is left. A
//! game found at some length is shortest because every shorter length was searched out. The order of
//! moves is random, so that each index may show another shortest game.

use rand::seq::SliceRandom;
use rustc_hash::FxHashMap;
use shakmaty::{EnPassantMode, Position, zobrist::Zobrist64};
use sissa_constraint::Distance;

use crate::{
    Failure, Found, Random,
    direct::{Attempt, Pace},
    line::Line,
    task::Task,
};

struct Search<'a> {
    task: &'a Task,
    distance: Distance,
    rng: Random,
    stop: &'a dyn Fn() -> bool,
    nodes: u64,
    limit: u64,
    /// Positions from which so many half-moves were searched without success.
    barren: FxHashMap<u64, u32>,
}

/// Positions remembered at the most; enough for depths that finish, small enough to stay flat.
const MAX_REMEMBERED: usize = 4_000_000;

/// Games made by the direct style to choose a short one from, where none could be proven shortest.
const TRIES: u32 = 100;

/// A shortest game, proven where half of the nodes suffice; otherwise the shortest of many.
pub(crate) fn search(task: &Task, rng: Random, stop: &dyn Fn() -> bool) -> Result<Found, Failure> {
    let mut search = Search {
        task,
        distance: Distance::new(task.constraint()),
        rng,
        stop,
        nodes: 0,
        limit: task.options.nodes / 2,
        barren: FxHashMap::default(),
    };
    match search.prove() {
        Err(Failure::Budget { nodes }) => short_of_many(task, search.rng, nodes, stop),
        outcome => outcome,
    }
}

fn short_of_many(
    task: &Task,
    rng: Random,
    nodes: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Found, Failure> {
    let mut attempt = Attempt::new(task, rng, nodes, stop);
    let mut best: Option<Found> = None;
    for _ in 0..TRIES {
        match (attempt.run(Pace::Hurried), &best) {
            (Ok(found), Some(shorter)) if found.moves.len() >= shorter.moves.len() => {}
            (Ok(found), _) => best = Some(found),
            (Err(_), Some(_)) => break,
            (Err(failure), None) => return Err(failure),
        }
    }
    best.ok_or(Failure::Budget { nodes })
}

impl Search<'_> {
    fn prove(&mut self) -> Result<Found, Failure> {
        let longest = self.task.options.max_plies;
        let mut line = Line::new(self.task.start.clone());
        let first = self
            .distance
            .plies(&line.state.situation())
            .unwrap_or(u32::MAX);
        for depth in first..=longest {
            if self.deepen(&mut line, depth)? {
                return Ok(Found {
                    position: line.state.position,
                    moves: line.moves,
                    nodes: self.nodes,
                    shortest: true,
                    human: None,
                });
            }
        }
        Err(Failure::Exhausted { plies: longest })
    }
}

impl Search<'_> {
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
        let key = self.key(line);
        if self
            .barren
            .get(&key)
            .is_some_and(|searched| *searched == left)
        {
            return Ok(false);
        }
        let mut moves = line.state.position.legal_moves();
        moves.shuffle(&mut self.rng);
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

    /// Everything the future depends on: the position, the castling done, the half-move clock.
    fn key(&self, line: &Line) -> u64 {
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
}
