//! The stages before the exact learner, each with its measured errors.

use rand::{Rng, RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use sissa_learn::{
    Budget, Counter, Engine, Halt, Move, Position, Supervisor,
    curve::Curve,
    line::{self, Crowd, Line},
    net::{Boards, Guesser, Mistakes},
    program::Program,
    synapses::{self, Symmetry, Synapses},
};

use crate::{Judged, Lone, Variant};

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
        let mut lone = Lone;
        let mut counter = Counter::new(&mut lone, Budget::questions(u64::MAX));
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

/// A row of the second stage.
#[derive(Clone, Debug)]
pub struct LineReport {
    pub name: String,
    pub trained_on: u64,
    pub questions: u64,
    pub wrong: usize,
    pub of: usize,
}

/// Runs the rook on one line in both directions, then networks for whole boards.
pub fn line_stage(
    seed: u64,
    lines: u64,
    mut watch: impl FnMut(u64) -> bool,
) -> Result<(Vec<LineReport>, Vec<Curve>), Halt> {
    let (rook, blocker) = (4, 2);
    let mut lone = Lone;
    let mut truth = Vec::new();
    let mut counter = Counter::new(&mut lone, Budget::questions(u64::MAX));
    for one in Line::all() {
        truth.push((one, one.ask(&mut counter, rook, blocker)?));
    }
    let single: Vec<(Line, usize)> = truth
        .iter()
        .copied()
        .filter(|(line, _)| line.blocked.iter().filter(|blocked| **blocked).count() == 1)
        .collect();
    let mut reports = Vec::new();
    let mut curves = Vec::new();
    let crowds = [
        ("right, one blocker", Crowd::One, false),
        ("right, even chances", Crowd::Even, false),
        ("right, balanced", Crowd::Balanced, false),
        ("left, balanced", Crowd::Balanced, true),
    ];
    for (name, crowd, left) in crowds {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut lone = Mirrored(Lone, left);
        let mut counter = Counter::new(&mut lone, Budget::questions(u64::MAX));
        let mut points = Vec::new();
        let mut stopped = false;
        let per_line = 4;
        let network = line::train(
            &mut counter,
            (rook, blocker),
            crowd,
            lines,
            &mut rng,
            |seen, network| {
                points.push((seen * per_line, network.errors(&truth) as f64));
                stopped |= !watch(seen);
            },
        )?;
        if stopped {
            return Err(Halt::Stopped);
        }
        let questions = counter.asked();
        // The curve counts questions: on average so many a line.
        for (at, _) in &mut points {
            *at = *at / per_line * questions / lines;
        }
        curves.push(Curve {
            name: name.to_owned(),
            points,
        });
        let mut report = |test: &str, lines_tested: &[(Line, usize)]| {
            reports.push(LineReport {
                name: format!("{name}, tested on {test}"),
                trained_on: lines,
                questions,
                wrong: network.errors(lines_tested),
                of: lines_tested.len(),
            });
        };
        report("one blocker", &single);
        report("all lines", &truth);
    }
    for (name, kinds) in [
        ("whole board, rook", vec![3]),
        ("whole board, all six kinds", vec![0, 1, 2, 3, 4, 5]),
    ] {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed + 1);
        let mut network = Boards::new(192, &mut rng);
        let mut questions = 0;
        let boards = lines * if kinds.len() > 1 { 4 } else { 2 };
        let mut points = Vec::new();
        for seen in 1..=boards {
            let (position, from) = obstructed(&kinds, &mut rng);
            let answers = accepted(&position, from);
            questions += 64;
            network.learn(&position, from, &answers);
            if seen.is_multiple_of(32) {
                network.step(0.002 * (1.0 - 0.9 * seen as f32 / boards as f32), 32);
            }
            if seen.is_multiple_of((boards / 20).max(1)) {
                let (wrong, of) = board_errors(&network, &kinds, seed);
                points.push((questions, wrong as f64 / of as f64));
                if !watch(seen) {
                    return Err(Halt::Stopped);
                }
            }
        }
        let (wrong, of) = board_errors(&network, &kinds, seed);
        reports.push(LineReport {
            name: name.to_owned(),
            trained_on: boards,
            questions,
            wrong,
            of,
        });
    }
    Ok((reports, curves))
}

/// The supervisor seen in a mirror.
struct Mirrored(Lone, bool);

impl Supervisor for Mirrored {
    fn accepts(&mut self, position: &Position, line: &[Move]) -> bool {
        if !self.1 {
            return self.0.accepts(position, line);
        }
        let mut mirrored = *position;
        for square in 0..64 {
            mirrored.board[square ^ 7] = position.board[square];
        }
        let turned: Vec<Move> = line
            .iter()
            .map(|play| Move::new(play.from ^ 7, play.to ^ 7))
            .collect();
        self.0.accepts(&mirrored, &turned)
    }
}

/// A man of one of the kinds among own men that stand in its way.
fn obstructed(kinds: &[u8], rng: &mut impl Rng) -> (Position, u8) {
    let kind = kinds[rng.random_range(0..kinds.len())];
    let from = if kind == 0 {
        rng.random_range(8..56)
    } else {
        rng.random_range(0..64)
    };
    let mut position = Position::empty();
    for _ in 0..rng.random_range(0..24) {
        position.board[rng.random_range(0..64)] = Position::man(0, 1);
    }
    position.board[from] = Position::man(0, kind);
    (position, from as u8)
}

/// The answers to all 64 questions about one man.
fn accepted(position: &Position, from: u8) -> [bool; 64] {
    let mut answers = [false; 64];
    let judged = Variant::Antichess.board(position);
    for play in judged.as_ref().map(Judged::moves).unwrap_or_default() {
        if play.from == from {
            answers[play.to as usize] = true;
        }
    }
    answers
}

/// Boards with a wrong bit, of a set that was not trained on.
fn board_errors(network: &Boards, kinds: &[u8], seed: u64) -> (usize, usize) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(!seed);
    let of = 1000;
    let wrong = (0..of).filter(|_| {
        let (position, from) = obstructed(kinds, &mut rng);
        network.guess(&position, from) != accepted(&position, from)
    });
    (wrong.count(), of)
}

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
                .map(Judged::moves)
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
            .map(Judged::moves)
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
            if !watch(seen) {
                return Err(Halt::Stopped);
            }
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

/// Plays on from a position, always to where the network errs most among some tries.
fn hardest(variant: Variant, network: &Guesser, start: Position, rng: &mut impl Rng) -> Position {
    let wrong = |position: &Position| {
        let moves = variant
            .board(position)
            .as_ref()
            .map(Judged::moves)
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
                .map(Judged::moves)
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
