//! A network that guesses the legal moves of whole positions, and where it errs.

use rand::{Rng, RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use sissa_learn::{
    Halt, Position,
    curve::Curve,
    net::{Guesser, Mistakes},
};

use super::played;
use crate::{Variant, VariantBoard};

/// A row of the third stage.
#[derive(Clone, Debug)]
pub struct NetReport {
    pub name: &'static str,
    pub mistakes: Mistakes,
}

/// Trains a network on positions of random play and looks at its mistakes: on other random play,
/// on games that are handed in, and on positions changed until it errs most.
pub fn net_stage(
    seed: u64,
    positions: u64,
    games: &[Position],
    mut watch: impl FnMut(u64) -> bool,
) -> Result<(Vec<NetReport>, Curve, u64), Halt> {
    let variant = Variant::Chess;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut network = Guesser::new(256, &mut rng);
    let held_out = played(variant, 1500, &mut Xoshiro256PlusPlus::seed_from_u64(!seed));
    let examine = |network: &Guesser, set: &[Position]| {
        let mut mistakes = Mistakes::default();
        for position in set {
            let moves = variant
                .board(position)
                .as_ref()
                .map(VariantBoard::moves)
                .unwrap_or_default();
            network.examine(position, &moves, &mut mistakes);
        }
        mistakes
    };
    let mut curve = Curve {
        name: "network".to_owned(),
        points: Vec::new(),
    };
    let mut questions = 0;
    let mut seen = 0;
    let mut buffer: Vec<Position> = Vec::new();
    while seen < positions {
        // Shuffled: neighbours of one game are too much alike for one batch.
        if buffer.is_empty() {
            buffer = played(variant, 4096, &mut rng);
            rand::seq::SliceRandom::shuffle(&mut buffer[..], &mut rng);
        }
        let Some(position) = buffer.pop() else { break };
        let moves = variant
            .board(&position)
            .as_ref()
            .map(VariantBoard::moves)
            .unwrap_or_default();
        questions += network.learn(&position, &moves, &mut rng);
        seen += 1;
        if seen.is_multiple_of(64) {
            network.step(0.002 * (1.0 - 0.95 * seen as f32 / positions as f32), 64);
        }
        if seen.is_multiple_of((positions / 12).max(1)) {
            let mistakes = examine(&network, &held_out[..500]);
            let wrong = (mistakes.missed + mistakes.invented) as f64 / mistakes.positions as f64;
            curve.points.push((questions, wrong));
        }
        if seen.is_multiple_of(512) && !watch(seen) {
            return Err(Halt::Stopped);
        }
    }
    let mut reports = vec![NetReport {
        name: "random play",
        mistakes: examine(&network, &held_out),
    }];
    if !games.is_empty() {
        reports.push(NetReport {
            name: "games",
            mistakes: examine(&network, games),
        });
    }
    let hard: Vec<Position> = held_out
        .iter()
        .take(200)
        .map(|start| hardest(variant, &network, *start, &mut rng))
        .collect();
    reports.push(NetReport {
        name: "adversarial",
        mistakes: examine(&network, &hard),
    });
    Ok((reports, curve, questions))
}

/// Plays on from a position, always to where the network errs most among some tries.
fn hardest(variant: Variant, network: &Guesser, start: Position, rng: &mut impl Rng) -> Position {
    let wrong = |position: &Position| {
        let moves = variant
            .board(position)
            .as_ref()
            .map(VariantBoard::moves)
            .unwrap_or_default();
        network.wrong_bits(position, &moves)
    };
    let mut best = (wrong(&start), start);
    for _ in 0..12 {
        let Some(judged) = variant.board(&best.1) else {
            break;
        };
        let moves = judged.moves();
        if moves.is_empty() {
            break;
        }
        for _ in 0..4 {
            let mut next = judged.clone();
            next.play(moves[rng.random_range(0..moves.len())]);
            let position = next.position();
            let errors = wrong(&position);
            if errors > best.0 {
                best = (errors, position);
            }
        }
    }
    best.1
}
