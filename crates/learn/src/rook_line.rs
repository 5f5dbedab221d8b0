//! The seed's rook on one line: a convolution that says how far it may go.
//!
//! The network is the seed's: two rows of eight squares (1 where nothing stands, 1 where the rook
//! stands), one convolution over a window of eight squares with padding of seven, the maximum over
//! all places, and the cross-entropy over the distances 0 to 7. The padding is 0, which reads as
//! "something stands there": the edge of the board is a blocker for free.

use rand::{Rng, RngExt as _};

use crate::{Counter, Halt, Move, Position};

const SQUARES: usize = 8;
const PADDING: usize = 7;
const PADDED: usize = SQUARES + 2 * PADDING;
const PLACES: usize = PADDED - SQUARES + 1;
/// Lines of one step of training.
const BATCH: usize = 32;

/// A line with a rook: where it stands and where others stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RookLine {
    pub rook: usize,
    pub blocked: [bool; SQUARES],
}

/// Where the rook is allowed to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The seed's rook.
    Right,
    Left,
}

/// How many men stand in the way when lines are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crowd {
    /// Exactly one: the seed's "newbie error".
    One,
    /// Each square with even chances, as in the seed.
    Even,
    /// From none to seven, each number as often as the others.
    Balanced,
}

impl RookLine {
    /// A random line.
    pub fn random(crowd: Crowd, rng: &mut impl Rng) -> RookLine {
        let rook = rng.random_range(0..SQUARES);
        let mut blocked = [false; SQUARES];
        match crowd {
            Crowd::Even => blocked
                .iter_mut()
                .for_each(|one| *one = rng.random_range(0..2) == 0),
            Crowd::One => blocked[(rook + rng.random_range(1..SQUARES)) % SQUARES] = true,
            Crowd::Balanced => {
                for _ in 0..rng.random_range(0..SQUARES) {
                    blocked[rng.random_range(0..SQUARES)] = true;
                }
            }
        }
        blocked[rook] = false;
        RookLine { rook, blocked }
    }

    /// Every line there is.
    pub fn all() -> Vec<RookLine> {
        let lines = (0..SQUARES).flat_map(|rook| (0..256u32).map(move |bits| (rook, bits)));
        let lines = lines.filter(|(rook, bits)| bits & (1 << rook) == 0);
        lines
            .map(|(rook, bits)| RookLine {
                rook,
                blocked: std::array::from_fn(|square| bits & (1 << square) != 0),
            })
            .collect()
    }

    /// How far it may go, asked move by move: the rook is the first of the men, its blockers are
    /// the second, both of side 0, on the fourth rank.
    pub fn ask(
        &self,
        counter: &mut Counter<'_>,
        (man, blocker): (u8, u8),
        direction: Direction,
    ) -> Result<usize, Halt> {
        let mut position = Position::empty();
        for square in (0..SQUARES).filter(|square| self.blocked[*square]) {
            position.board[24 + square] = blocker;
        }
        position.board[24 + self.rook] = man;
        let room = match direction {
            Direction::Right => SQUARES - 1 - self.rook,
            Direction::Left => self.rook,
        };
        let mut far = 0;
        while far < room {
            let to = match direction {
                Direction::Right => self.rook + far + 1,
                Direction::Left => self.rook - far - 1,
            };
            let play = Move::new(24 + self.rook as u8, 24 + to as u8);
            if !counter.ask(&position, &[play])? {
                break;
            }
            far += 1;
        }
        Ok(far)
    }

    /// What the network sees: both rows with their padding.
    fn padded(&self) -> [[f32; PADDED]; 2] {
        let mut rows = [[0.0; PADDED]; 2];
        for square in 0..SQUARES {
            rows[0][PADDING + square] = f32::from(u8::from(!self.blocked[square]));
        }
        rows[1][PADDING + self.rook] = 1.0;
        rows
    }
}

/// Weights over two rows of eight, and a bias.
type Filter = [f32; 2 * SQUARES + 1];

/// One filter a distance, with its gradient and Adam's two moments.
#[derive(Clone, Debug)]
pub struct Convolution {
    weights: Vec<Filter>,
    gradient: Vec<Filter>,
    moments: Vec<[(f32, f32); 2 * SQUARES + 1]>,
    steps: i32,
}

impl Convolution {
    /// Random weights.
    pub fn new(rng: &mut impl Rng) -> Convolution {
        let filter = |_| std::array::from_fn(|_| (rng.random::<f32>() - 0.5) * 0.4);
        Convolution {
            weights: (0..SQUARES).map(filter).collect(),
            gradient: vec![[0.0; 2 * SQUARES + 1]; SQUARES],
            moments: vec![[(0.0, 0.0); 2 * SQUARES + 1]; SQUARES],
            steps: 0,
        }
    }

    /// The best place of each filter and its value.
    fn places(&self, rows: &[[f32; PADDED]; 2]) -> Vec<(usize, f32)> {
        let value = |weights: &Filter, place: usize| {
            let mut sum = weights[2 * SQUARES];
            for row in 0..2 {
                for offset in 0..SQUARES {
                    sum += weights[row * SQUARES + offset] * rows[row][place + offset];
                }
            }
            sum
        };
        let best = |weights| {
            let all = (0..PLACES).map(|place| (place, value(weights, place)));
            all.fold(
                (0, f32::MIN),
                |best, one| if one.1 > best.1 { one } else { best },
            )
        };
        self.weights.iter().map(best).collect()
    }

    /// The distance it believes in.
    pub fn distance(&self, line: &RookLine) -> usize {
        let places = self.places(&line.padded());
        (1..SQUARES).fold(0, |best, one| {
            if places[one].1 > places[best].1 {
                one
            } else {
                best
            }
        })
    }

    /// Adds the gradient of the cross-entropy for one line, and returns the cross-entropy.
    pub fn learn(&mut self, line: &RookLine, distance: usize) -> f32 {
        let rows = line.padded();
        let places = self.places(&rows);
        let most = places
            .iter()
            .map(|(_, value)| *value)
            .fold(f32::MIN, f32::max);
        let powers: Vec<f32> = places
            .iter()
            .map(|(_, value)| (value - most).exp())
            .collect();
        let sum: f32 = powers.iter().sum();
        for (filter, gradient) in self.gradient.iter_mut().enumerate() {
            let wanted = f32::from(u8::from(filter == distance));
            let error = powers[filter] / sum - wanted;
            let place = places[filter].0;
            for row in 0..2 {
                for offset in 0..SQUARES {
                    gradient[row * SQUARES + offset] += error * rows[row][place + offset];
                }
            }
            gradient[2 * SQUARES] += error;
        }
        sum.ln() + most - places[distance].1
    }

    /// Moves the weights against the gathered gradient, the mean of `batch` lines.
    pub fn step(&mut self, rate: f32, batch: usize) {
        self.steps += 1;
        let unbiased = |decay: f32| 1.0 - decay.powi(self.steps);
        let (slow, fast) = (unbiased(0.999), unbiased(0.9));
        let filters = self.weights.iter_mut().zip(&mut self.gradient);
        for ((weights, gradient), moments) in filters.zip(&mut self.moments) {
            for index in 0..weights.len() {
                let gradient = std::mem::take(&mut gradient[index]) / batch as f32;
                let (first, second) = &mut moments[index];
                *first += 0.1 * (gradient - *first);
                *second += 0.001 * (gradient * gradient - *second);
                weights[index] -= rate * (*first / fast) / ((*second / slow).sqrt() + 1e-8);
            }
        }
    }

    /// Lines of these about which it is wrong; `truth` are the distances.
    pub fn errors(&self, lines: &[(RookLine, usize)]) -> usize {
        lines
            .iter()
            .filter(|(line, far)| self.distance(line) != *far)
            .count()
    }
}

/// Networks that are trained beside each other on the same lines.
const STARTS: usize = 8;

/// Trains on random lines; the men are those of [`RookLine::ask`], and `watch` sees the network now and
/// then with the lines seen.
///
/// Where a filter looks for the rook is settled by chance early on, and may leave no room in its
/// window for the squares that matter. So several networks start, which costs no more questions;
/// they come back with the one first that does best on the lines it is taught.
pub fn train(
    counter: &mut Counter<'_>,
    men: (u8, u8),
    (direction, crowd): (Direction, Crowd),
    lines: u64,
    rng: &mut impl Rng,
    mut watch: impl FnMut(u64, &Convolution),
) -> Result<Vec<Convolution>, Halt> {
    let mut networks: Vec<(f32, Convolution)> =
        (0..STARTS).map(|_| (0.0, Convolution::new(rng))).collect();
    for seen in 1..=lines {
        let line = RookLine::random(crowd, rng);
        let far = line.ask(counter, men, direction)?;
        for (loss, network) in &mut networks {
            *loss += (network.learn(&line, far) - *loss) / 2000.0;
            if seen.is_multiple_of(BATCH as u64) {
                network.step(0.02 * (1.0 - 0.95 * seen as f32 / lines as f32), BATCH);
            }
        }
        if seen.is_multiple_of((lines / 50).max(1)) {
            networks.sort_by(|one, other| one.0.total_cmp(&other.0));
            watch(seen, &networks[0].1);
        }
    }
    networks.sort_by(|one, other| one.0.total_cmp(&other.0));
    Ok(networks.into_iter().map(|(_, network)| network).collect())
}
