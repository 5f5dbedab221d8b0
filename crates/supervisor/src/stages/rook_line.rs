//! A rook on one line, in both directions, then one man among its own on the whole board.

use rand::{Rng, RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use sissa_learn::{
    Budget, Counter, Halt, Position,
    curve::Curve,
    net::Boards,
    rook_line::{self, Convolution, Crowd, Direction, RookLine},
};

use crate::{KinglessJudge, Variant, VariantBoard};

/// The man on the line, and those in its way.
const ROOK: u8 = 4;
const KNIGHT: u8 = 2;

/// A row of the second stage.
#[derive(Clone, Debug)]
pub struct LineReport {
    pub name: String,
    pub trained_on: u64,
    pub questions: u64,
    pub wrong: usize,
    /// Where several networks started, the median of their errors; `wrong` is of the one that did
    /// best on what it was taught.
    pub median: Option<usize>,
    pub of: usize,
}

/// What a part of the second stage found: its rows and curves.
pub type StageResult = (Vec<LineReport>, Vec<Curve>);

/// Runs the rook on one line in both directions, then networks for whole boards.
pub fn line_stage(
    seed: u64,
    lines: u64,
    mut watch: impl FnMut(u64) -> bool,
) -> Result<StageResult, Halt> {
    let (mut reports, mut curves) = rook_lines(seed, lines, &mut watch)?;
    let (more_reports, more_curves) = whole_boards(seed, lines, &mut watch)?;
    reports.extend(more_reports);
    curves.extend(more_curves);
    Ok((reports, curves))
}

/// The seed's rook, taught with one blocker, with many and with any number, to the right and to
/// the left.
pub fn rook_lines(
    seed: u64,
    lines: u64,
    mut watch: impl FnMut(u64) -> bool,
) -> Result<StageResult, Halt> {
    let mut reports = Vec::new();
    let mut curves = Vec::new();
    let right = all_lines(Direction::Right)?;
    let left = all_lines(Direction::Left)?;
    let single =
        |(line, _): &&(RookLine, usize)| line.blocked.iter().filter(|one| **one).count() == 1;
    let single: Vec<(RookLine, usize)> = right.iter().filter(single).copied().collect();
    let mut rightward = None;
    for (name, crowd) in [
        ("right, one blocker", Crowd::One),
        ("right, even chances", Crowd::Even),
        ("right, balanced", Crowd::Balanced),
    ] {
        let taught = TrainedNetworks::new(
            name,
            (Direction::Right, crowd),
            lines,
            seed,
            &right,
            &mut watch,
        )?;
        for (test, set) in [("one blocker", &single), ("all lines", &right)] {
            reports.push(taught.report(format!("{name}, tested on {test}"), lines, set));
        }
        curves.push(taught.curve.clone());
        rightward = Some(taught);
    }
    let way = (Direction::Left, Crowd::Balanced);
    let seed = seed.wrapping_add(1);
    let leftward = TrainedNetworks::new("left, balanced", way, lines, seed, &left, &mut watch)?;
    let name = "left, balanced, tested on all lines".to_owned();
    reports.push(leftward.report(name, lines, &left));
    curves.push(leftward.curve.clone());
    if let Some(rightward) = rightward {
        let (to_right, to_left) = (&rightward.networks[0], &leftward.networks[0]);
        let both = right
            .iter()
            .zip(&left)
            .filter(|((line, right), (_, left))| {
                to_right.distance(line) != *right || to_left.distance(line) != *left
            });
        reports.push(LineReport {
            name: "both directions, tested on all lines".to_owned(),
            trained_on: 2 * lines,
            questions: leftward.questions + rightward.questions,
            wrong: both.count(),
            median: None,
            of: right.len(),
        });
    }
    Ok((reports, curves))
}

/// Networks trained on lines of one kind.
struct TrainedNetworks {
    networks: Vec<Convolution>,
    questions: u64,
    curve: Curve,
}

impl TrainedNetworks {
    /// Trains; the curve is of the errors on all lines, `truth`.
    fn new(
        name: &str,
        (direction, crowd): (Direction, Crowd),
        lines: u64,
        seed: u64,
        truth: &[(RookLine, usize)],
        mut watch: impl FnMut(u64) -> bool,
    ) -> Result<TrainedNetworks, Halt> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut judge = KinglessJudge;
        let mut counter = Counter::new(&mut judge, Budget::questions(u64::MAX));
        let mut points = Vec::new();
        let mut stopped = false;
        let networks = rook_line::train(
            &mut counter,
            (ROOK, KNIGHT),
            (direction, crowd),
            lines,
            &mut rng,
            |seen, network| {
                points.push((seen, network.errors(truth) as f64 / truth.len() as f64));
                stopped |= !watch(seen);
            },
        )?;
        if stopped {
            return Err(Halt::Stopped);
        }
        let questions = counter.asked();
        // The curve counts questions: on average so many a line.
        for (at, _) in &mut points {
            *at = *at * questions / lines;
        }
        let name = name.to_owned();
        Ok(TrainedNetworks {
            networks,
            questions,
            curve: Curve { name, points },
        })
    }

    fn report(&self, name: String, lines: u64, set: &[(RookLine, usize)]) -> LineReport {
        LineReport {
            name,
            trained_on: lines,
            questions: self.questions,
            wrong: self.networks[0].errors(set),
            median: Some(median(&self.networks, set)),
            of: set.len(),
        }
    }
}

/// One man among its own on the whole board: where may it go? A rook, then any kind.
pub fn whole_boards(
    seed: u64,
    lines: u64,
    mut watch: impl FnMut(u64) -> bool,
) -> Result<StageResult, Halt> {
    let mut reports = Vec::new();
    let mut curves = Vec::new();
    for (name, kinds) in [
        ("whole board, rook", vec![3]),
        ("whole board, any kind", vec![0, 1, 2, 3, 4, 5]),
    ] {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_add(1));
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
            }
            if seen.is_multiple_of(512) && !watch(seen) {
                return Err(Halt::Stopped);
            }
        }
        curves.push(Curve {
            name: name.to_owned(),
            points,
        });
        let (wrong, of) = board_errors(&network, &kinds, seed);
        reports.push(LineReport {
            name: name.to_owned(),
            trained_on: boards,
            questions,
            wrong,
            median: None,
            of,
        });
    }
    Ok((reports, curves))
}

/// Every line with the distance the rook may go.
fn all_lines(direction: Direction) -> Result<Vec<(RookLine, usize)>, Halt> {
    let mut judge = KinglessJudge;
    let mut counter = Counter::new(&mut judge, Budget::questions(u64::MAX));
    let lines = RookLine::all().into_iter().map(|line| {
        let far = line.ask(&mut counter, (ROOK, KNIGHT), direction)?;
        Ok((line, far))
    });
    lines.collect()
}

/// The errors of the network in the middle.
fn median(networks: &[Convolution], set: &[(RookLine, usize)]) -> usize {
    let mut errors: Vec<usize> = networks.iter().map(|one| one.errors(set)).collect();
    errors.sort_unstable();
    errors[errors.len() / 2]
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
    for play in judged.as_ref().map(VariantBoard::moves).unwrap_or_default() {
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
