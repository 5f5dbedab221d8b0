//! The seed's rook on one line: a convolution that says how far it may go.
//!
//! The network is the seed's: two rows of eight squares (1 where nothing stands, 1 where the rook
//! stands), one convolution over a window of eight squares with padding of seven, the maximum over
//! all places, and the cross-entropy over the distances 0 to 7. The padding is 0, which reads as
//! "something stands there": the edge of the board is a blocker for free.

use rand::{Rng, RngExt as _};

use crate::{Counter, Halt, Move, Position};

const SQUARES: usize = 8;
const PLACES: usize = 15;

/// A line with a rook: where it stands and where others stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    pub rook: usize,
    pub blocked: [bool; SQUARES],
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

impl Line {
    /// A random line.
    pub fn random(crowd: Crowd, rng: &mut impl Rng) -> Line {
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
        Line { rook, blocked }
    }

    /// Every line there is.
    pub fn all() -> Vec<Line> {
        let lines = (0..SQUARES).flat_map(|rook| (0..256u32).map(move |bits| (rook, bits)));
        let lines = lines.filter(|(rook, bits)| bits & (1 << rook) == 0);
        lines
            .map(|(rook, bits)| Line {
                rook,
                blocked: std::array::from_fn(|square| bits & (1 << square) != 0),
            })
            .collect()
    }

    /// The line seen from the other end.
    pub fn mirrored(self) -> Line {
        Line {
            rook: SQUARES - 1 - self.rook,
            blocked: std::array::from_fn(|square| self.blocked[SQUARES - 1 - square]),
        }
    }

    /// How far to the right, asked move by move: the rook is `man`, its blockers are of kind
    /// `blocker`, both of side 0, on the fourth rank.
    pub fn ask(&self, counter: &mut Counter<'_>, man: u8, blocker: u8) -> Result<usize, Halt> {
        let mut position = Position::empty();
        for square in (0..SQUARES).filter(|square| self.blocked[*square]) {
            position.board[24 + square] = blocker;
        }
        position.board[24 + self.rook] = man;
        let mut far = 0;
        while self.rook + far + 1 < SQUARES {
            let play = Move::new(24 + self.rook as u8, 24 + (self.rook + far + 1) as u8);
            if !counter.ask(&position, &[play])? {
                break;
            }
            far += 1;
        }
        Ok(far)
    }

    /// What the network sees at an index of the padded rows.
    fn input(&self, row: usize, index: isize) -> f32 {
        match usize::try_from(index) {
            Ok(index) if index < SQUARES => match row {
                0 => f32::from(u8::from(!self.blocked[index])),
                _ => f32::from(u8::from(index == self.rook)),
            },
            _ => 0.0,
        }
    }
}

/// One channel a distance: weights over two rows of eight, and a bias.
#[derive(Clone, Debug)]
pub struct Convolution {
    weights: Vec<[f32; 2 * SQUARES + 1]>,
}

impl Convolution {
    /// Random weights.
    pub fn new(rng: &mut impl Rng) -> Convolution {
        let channel = |_| std::array::from_fn(|_| (rng.random::<f32>() - 0.5) * 0.4);
        Convolution {
            weights: (0..SQUARES).map(channel).collect(),
        }
    }

    /// The best place of each channel and its value.
    fn places(&self, line: &Line) -> Vec<(usize, f32)> {
        let value = |weights: &[f32], place: usize| {
            let mut sum = weights[2 * SQUARES];
            for row in 0..2 {
                for offset in 0..SQUARES {
                    let index = (place + offset) as isize - 7;
                    sum += weights[row * SQUARES + offset] * line.input(row, index);
                }
            }
            sum
        };
        self.weights
            .iter()
            .map(|weights| {
                let all = (0..PLACES).map(|place| (place, value(weights, place)));
                all.fold(
                    (0, f32::MIN),
                    |best, one| if one.1 > best.1 { one } else { best },
                )
            })
            .collect()
    }

    /// The distance it believes in.
    pub fn distance(&self, line: &Line) -> usize {
        let places = self.places(line);
        (1..SQUARES).fold(0, |best, one| {
            if places[one].1 > places[best].1 {
                one
            } else {
                best
            }
        })
    }

    /// One step of gradient descent on one line.
    pub fn learn(&mut self, line: &Line, distance: usize, rate: f32) {
        let places = self.places(line);
        let most = places
            .iter()
            .map(|(_, value)| *value)
            .fold(f32::MIN, f32::max);
        let powers: Vec<f32> = places
            .iter()
            .map(|(_, value)| (value - most).exp())
            .collect();
        let sum: f32 = powers.iter().sum();
        for (channel, weights) in self.weights.iter_mut().enumerate() {
            let wanted = f32::from(u8::from(channel == distance));
            let error = rate * (powers[channel] / sum - wanted);
            let place = places[channel].0;
            for row in 0..2 {
                for offset in 0..SQUARES {
                    let index = (place + offset) as isize - 7;
                    weights[row * SQUARES + offset] -= error * line.input(row, index);
                }
            }
            weights[2 * SQUARES] -= error;
        }
    }

    /// Lines of these about which it is wrong; `truth` are the distances.
    pub fn errors(&self, lines: &[(Line, usize)]) -> usize {
        lines
            .iter()
            .filter(|(line, far)| self.distance(line) != *far)
            .count()
    }
}

/// Trains on random lines; `watch` sees the network now and then with the lines seen.
pub fn train(
    counter: &mut Counter<'_>,
    (man, blocker): (u8, u8),
    crowd: Crowd,
    lines: u64,
    rng: &mut impl Rng,
    mut watch: impl FnMut(u64, &Convolution),
) -> Result<Convolution, Halt> {
    let mut network = Convolution::new(rng);
    for seen in 1..=lines {
        let line = Line::random(crowd, rng);
        let far = line.ask(counter, man, blocker)?;
        let rate = 0.1 * (1.0 - 0.9 * seen as f32 / lines as f32);
        network.learn(&line, far, rate);
        if seen.is_multiple_of((lines / 50).max(1)) {
            watch(seen, &network);
        }
    }
    Ok(network)
}
