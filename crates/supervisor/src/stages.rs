//! The stages before the exact learner, each with its measured errors, and the exact learner's curve.

mod net;
mod rook_line;
mod synapses;

use rand::{Rng, RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use sissa_learn::{Engine, Position, curve::Curve, program::Program};

pub use self::{
    net::{NetReport, net_stage},
    rook_line::{LineReport, StageResult, line_stage, rook_lines, whole_boards},
    synapses::{MEN, ManReport, SynapsesReport, synapses_stage},
};
use crate::{Variant, VariantBoard};

/// Positions of random games.
fn played(variant: Variant, count: usize, rng: &mut impl Rng) -> Vec<Position> {
    let mut found = Vec::with_capacity(count);
    while found.len() < count {
        let mut judged = variant
            .board(&variant.game().start)
            .expect("the start is a position");
        for _ in 0..200 {
            let moves = judged.moves();
            if moves.is_empty() || found.len() == count {
                break;
            }
            found.push(judged.position());
            judged.play(moves[rng.random_range(0..moves.len())]);
        }
    }
    found
}

/// Wrong positions in a thousand, for each snapshot of an exact learner: its learning curve.
pub fn exact_curve(variant: Variant, snapshots: &[(u64, Program)], name: &str) -> Curve {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(20);
    let set = played(variant, 1000, &mut rng);
    let points = snapshots.iter().map(|(asked, program)| {
        let engine = Engine::new(program);
        let mut wrong = 0u64;
        for position in &set {
            let truth = variant
                .board(position)
                .as_ref()
                .map(VariantBoard::moves)
                .unwrap_or_default();
            let mut learnt = engine.moves(position);
            learnt.sort_unstable();
            wrong += learnt
                .iter()
                .filter(|play| truth.binary_search(play).is_err())
                .count() as u64;
            wrong += truth
                .iter()
                .filter(|play| learnt.binary_search(play).is_err())
                .count() as u64;
        }
        (*asked, wrong as f64 / set.len() as f64)
    });
    Curve {
        name: name.to_owned(),
        points: points.collect(),
    }
}
