//! One man on an empty board: the seed's two algorithms, and fewer questions by symmetry.

use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use sissa_learn::{
    Budget, Counter, Halt,
    curve::Curve,
    synapses::{self, Symmetry, Synapses},
};

use crate::KinglessJudge;

/// The six men of White and the pawn of Black, as in the seed.
pub const MEN: [(&str, u8); 7] = [
    ("pawn", 1),
    ("black pawn", 7),
    ("knight", 2),
    ("bishop", 3),
    ("rook", 4),
    ("queen", 5),
    ("king", 6),
];

/// One man's row of the first stage.
#[derive(Clone, Debug)]
pub struct ManReport {
    pub name: &'static str,
    /// Pairs of squares still wrong after random trials.
    pub wrong_after_trials: usize,
    pub trials: u64,
    pub eliminate_questions: u64,
    pub symmetry_questions: u64,
    pub symmetry_wrong: usize,
    pub symmetries: Vec<Symmetry>,
}

/// The first stage.
#[derive(Clone, Debug)]
pub struct SynapsesReport {
    pub men: Vec<ManReport>,
    /// The rook's matrix after random trials, and after elimination.
    pub rook: (Synapses, Synapses),
    pub curves: Vec<Curve>,
}

/// Runs the seed's two algorithms and the one with symmetries for all men.
pub fn synapses_stage(
    seed: u64,
    trials: u64,
    mut watch: impl FnMut(u64) -> bool,
) -> Result<SynapsesReport, Halt> {
    let mut men = Vec::new();
    let mut curves = Vec::new();
    let mut rook = (Synapses::new(), Synapses::new());
    for (name, man) in MEN {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ u64::from(man) << 32);
        let mut judge = KinglessJudge;
        let mut counter = Counter::new(&mut judge, Budget::questions(u64::MAX));
        let truth = synapses::eliminate(&mut counter, man)?;
        let eliminate_questions = counter.asked();
        let mut points = Vec::new();
        let mut next = 64.0;
        let mut stopped = false;
        let found = synapses::reinforce(&mut counter, man, trials, &mut rng, |trial, synapses| {
            if trial as f64 >= next || trial == trials {
                points.push((trial, synapses.differences(&truth) as f64));
                next *= 1.25;
                stopped |= !watch(trial);
            }
        })?;
        if stopped {
            return Err(Halt::Stopped);
        }
        curves.push(Curve {
            name: name.to_owned(),
            points,
        });
        let before = counter.asked();
        let by_symmetry = synapses::by_symmetry(&mut counter, man, &mut rng)?;
        men.push(ManReport {
            name,
            wrong_after_trials: found.differences(&truth),
            trials,
            eliminate_questions,
            symmetry_questions: counter.asked() - before,
            symmetry_wrong: by_symmetry.synapses.differences(&truth),
            symmetries: by_symmetry.symmetries,
        });
        if man == 4 {
            rook = (found, truth);
        }
    }
    Ok(SynapsesReport { men, rook, curves })
}
