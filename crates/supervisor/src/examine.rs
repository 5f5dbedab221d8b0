//! Examines learnt rules: perft, random play, and a search for positions where they err.
//!
//! Everywhere whole sets of moves are compared, which is the same as asking about every pair of
//! squares and every promotion at once.

use rand::{Rng, RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use sissa_learn::{Engine, Game, Move, Position};

use crate::{Variant, VariantBoard};

/// A perft count of both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Perft {
    pub name: &'static str,
    pub depth: u32,
    pub learnt: u64,
    pub true_count: u64,
}

/// The starting position and four standard positions with the depths that are compared.
const SUITE: [(&str, &str, u32); 5] = [
    (
        "starting position",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        5,
    ),
    (
        "position 2",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        4,
    ),
    ("position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4),
    (
        "position 4",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        4,
    ),
    (
        "position 5",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        4,
    ),
];

/// Runs the perft suite; for other games than chess, the first arrangement to this depth.
pub fn perft(variant: Variant, engine: &Engine, most: u32) -> Vec<Perft> {
    let of = |name, position: Position, depth: u32| {
        let judged = variant.board(&position);
        Perft {
            name,
            depth,
            learnt: engine.perft(&position, depth),
            true_count: judged.map_or(0, |judged| judged.perft(depth)),
        }
    };
    if variant != Variant::Chess {
        return vec![of("first arrangement", variant.game().start, most.min(4))];
    }
    SUITE
        .into_iter()
        .map(|(name, fen, depth)| {
            let position = crate::judge::from_fen(fen).expect("the suite is well formed");
            of(name, position, depth.min(most))
        })
        .collect()
}

/// What a comparison found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Positions compared.
    pub positions: u64,
    /// Those with at least one difference.
    pub wrong: u64,
    /// Moves accepted by the rules alone or by the supervisor alone.
    pub invented: u64,
    pub missed: u64,
    /// The first difference.
    pub first: Option<(Position, Vec<Move>)>,
}

impl Comparison {
    fn compare(&mut self, position: &Position, learnt: &mut [Move], truth: &[Move]) {
        learnt.sort_unstable();
        self.positions += 1;
        if *learnt == *truth {
            return;
        }
        let invented = learnt
            .iter()
            .filter(|play| truth.binary_search(play).is_err());
        let missed = truth
            .iter()
            .filter(|play| learnt.binary_search(play).is_err());
        let differing: Vec<Move> = invented.clone().chain(missed.clone()).copied().collect();
        self.wrong += 1;
        self.invented += invented.count() as u64;
        self.missed += missed.count() as u64;
        self.first.get_or_insert((*position, differing));
    }
}

/// Random games from the first arrangement; the learnt rules carry their own position along, so
/// what moves do is compared as well. `watch` is told the positions done and may stop.
pub fn random_play(
    variant: Variant,
    engine: &Engine,
    positions: u64,
    seed: u64,
    mut watch: impl FnMut(u64) -> bool,
) -> Comparison {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut found = Comparison::default();
    'games: while found.positions < positions {
        let start = variant.game().start;
        let mut judged = variant
            .board(&start)
            .expect("the first arrangement is a position");
        let mut carried = start;
        for _ in 0..300 {
            let truth = judged.moves();
            found.compare(&carried, &mut engine.moves(&carried), &truth);
            if found.positions >= positions || !watch(found.positions) {
                break 'games;
            }
            if truth.is_empty() {
                break;
            }
            let play = truth[rng.random_range(0..truth.len())];
            let Some(after) = engine.try_move(&carried, play) else {
                break;
            };
            carried = after;
            judged.play(play);
        }
    }
    found
}

/// A search for errors among arrangements, legal or not: positions are changed a little at a time,
/// and those that show the rules something new (a rule that fires, another number of attackers of
/// some man, a register in use) are kept and changed further.
pub fn adversarial(
    variant: Variant,
    engine: &Engine,
    positions: u64,
    seed: u64,
    mut watch: impl FnMut(u64) -> bool,
) -> Comparison {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let game = variant.game();
    let mut found = Comparison::default();
    let mut pool: Vec<Position> = vec![game.start];
    let mut seen = std::collections::BTreeSet::new();
    while found.positions < positions && watch(found.positions) {
        let mut position = pool[rng.random_range(0..pool.len())];
        // Now and then a few moves deeper, else another arrangement.
        if rng.random_range(0..4) == 0 {
            if let Some(deeper) = deeper(variant, &position, &mut rng) {
                position = deeper;
            }
        } else {
            for _ in 0..rng.random_range(1..4) {
                change(&mut position, &game, &mut rng);
            }
        }
        let judged = variant.board(&position);
        let truth = judged.as_ref().map(VariantBoard::moves).unwrap_or_default();
        found.compare(&position, &mut engine.moves(&position), &truth);
        if judged.is_some() && seen.insert(signature(engine, &position, truth.len())) {
            if pool.len() < 20_000 {
                pool.push(position);
            } else {
                let index = rng.random_range(0..pool.len());
                pool[index] = position;
            }
        }
    }
    found
}

/// Rules that fire, men that can be taken, and roughly how many moves there are.
fn signature(engine: &Engine, position: &Position, moves: usize) -> (u64, u32, usize) {
    let mut found = Vec::new();
    engine.steps_of(position, position.turn, None, &mut found);
    let rules = found
        .iter()
        .fold(0u64, |all, found| all | 1 << (found.rule % 64));
    let reached = position
        .men()
        .filter(|(square, man)| {
            let by = 1 - Position::side_of(*man).unwrap_or(0);
            engine.reached(position, *square, by, None)
        })
        .fold(0u32, |all, (_, man)| all | 1 << man);
    (
        rules,
        reached,
        moves.ilog2_or_zero() + found.len().abs_diff(moves).min(40) * 8,
    )
}

trait Logarithm {
    fn ilog2_or_zero(self) -> usize;
}

impl Logarithm for usize {
    fn ilog2_or_zero(self) -> usize {
        self.checked_ilog2().map_or(0, |log| log as usize + 1)
    }
}

fn deeper(variant: Variant, position: &Position, rng: &mut impl Rng) -> Option<Position> {
    let mut judged = variant.board(position)?;
    for _ in 0..rng.random_range(1..4) {
        let moves = judged.moves();
        if moves.is_empty() {
            break;
        }
        judged.play(moves[rng.random_range(0..moves.len())]);
    }
    Some(judged.position())
}

/// One small change.
fn change(position: &mut Position, game: &Game, rng: &mut impl Rng) {
    let square = rng.random_range(0..64usize);
    let other = rng.random_range(0..64usize);
    match rng.random_range(0..8) {
        0 => position.board[square] = 0,
        1 => position.board[square] = rng.random_range(0..=12),
        2..=4 => position.board.swap(square, other),
        5 => position.turn = 1 - position.turn,
        _ => {
            let register = rng.random_range(0..game.registers.len());
            if game.registers[register] > 1 {
                position.registers[register] = rng.random_range(0..game.registers[register]);
            }
        }
    }
}
