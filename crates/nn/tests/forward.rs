//! The forward pass against one written from the definition: loops over squares and channels, no
//! matrices, no neighbourhoods in rows.

use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use shakmaty::{Chess, Color, Position as _};
use sissa_nn::{
    Architecture, NAMED, Network, Question, Tuple, Workspace, sigmoid,
    steps::{Kind, Step},
};

/// A board of numbers, addressed by row, column and channel.
struct Sheet {
    side: usize,
    channels: usize,
    numbers: Vec<f32>,
}

impl Sheet {
    fn at(&self, y: isize, x: isize, channel: usize) -> f32 {
        let inside = |k: isize| usize::try_from(k).ok().filter(|k| *k < self.side);
        match (inside(y), inside(x)) {
            (Some(y), Some(x)) => self.numbers[(y * self.side + x) * self.channels + channel],
            _ => 0.0,
        }
    }
}

fn by_definition(step: &Step, parameters: &[f32], sheets: &[Sheet]) -> Sheet {
    let input = sheets.last().expect("the input is the first");
    let (side, channels) = (step.output.side, step.output.channels);
    let weights = &parameters[step.weights.clone()];
    let bias = &parameters[step.bias.clone()];
    let mut numbers = Vec::new();
    for y in 0..side {
        for x in 0..side {
            for out in 0..channels {
                let mut sum = 0.0;
                match step.kind {
                    Kind::Conv { border } => {
                        sum += bias[out];
                        for k in 0..9 {
                            let (dy, dx) = (k / 3, k % 3);
                            for channel in 0..input.channels {
                                let row = (y + dy) as isize - border as isize;
                                let column = (x + dx) as isize - border as isize;
                                let weight =
                                    weights[(k * input.channels + channel) * channels + out];
                                sum += weight * input.at(row, column, channel);
                            }
                        }
                    }
                    Kind::Dense => {
                        sum += bias[out];
                        for (k, number) in input.numbers.iter().enumerate() {
                            sum += number * weights[k * channels + out];
                        }
                    }
                    Kind::Pool { size } => {
                        sum = (0..size * size)
                            .map(|k| {
                                (
                                    (y * size + k / size) as isize,
                                    (x * size + k % size) as isize,
                                )
                            })
                            .map(|(y, x)| input.at(y, x, out))
                            .fold(f32::MIN, f32::max);
                    }
                    Kind::Join { with } => {
                        let (y, x) = (y as isize, x as isize);
                        sum = input.at(y, x, out) + sheets[with].at(y, x, out);
                    }
                }
                numbers.push(if step.relu { sum.max(0.0) } else { sum });
            }
        }
    }
    Sheet {
        side,
        channels,
        numbers,
    }
}

fn boards(rng: &mut Xoshiro256PlusPlus, count: usize) -> Vec<Question> {
    let board = |_| {
        let mut position = Chess::default();
        for _ in 0..rng.random_range(0..60) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[rng.random_range(0..moves.len())]);
        }
        let tuple = Tuple::from_index(rng.random_range(0..Tuple::GRID)).expect("within the grid");
        Question::new(&position, Color::White, tuple)
    };
    (0..count).map(board).collect()
}

#[test]
fn networks_compute_what_their_layers_say() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for (name, _) in NAMED {
        let architecture = Architecture::named(name).unwrap();
        let mut network = Network::random(architecture, &mut || rng.random_range(0.0..1.0));
        // Residual blocks begin at zero, which would hide mistakes.
        for number in network.parameters_mut() {
            *number += rng.random_range(-0.02..0.02);
        }
        let boards = boards(&mut rng, 3);
        let mut workspace = Workspace::default();
        let shares = network.probabilities(&boards, &mut workspace);
        for (question, share) in boards.iter().zip(shares) {
            let encoding = network.architecture().encoding;
            let mut numbers = vec![0.0; encoding.inputs()];
            encoding.encode(question, &mut numbers);
            let first = network.plan().steps[0].input;
            let mut sheets = vec![Sheet {
                side: first.side,
                channels: first.channels,
                numbers,
            }];
            for step in &network.plan().steps {
                sheets.push(by_definition(step, network.parameters(), &sheets));
            }
            let expected = sigmoid(sheets.last().unwrap().numbers[0]);
            assert!(
                (share - expected).abs() < 1e-4,
                "{name}: {share} {expected}"
            );
        }
    }
}

#[test]
fn a_board_scores_the_same_alone_and_in_company() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    let architecture = Architecture::named("thesis-2").unwrap();
    let network = Network::random(architecture, &mut || rng.random_range(0.0..1.0));
    let boards = boards(&mut rng, 70);
    let mut workspace = Workspace::default();
    let together = network.probabilities(&boards, &mut workspace).to_vec();
    for (board, expected) in boards.iter().zip(together) {
        let alone = network.probabilities(&[*board], &mut workspace)[0];
        assert!((alone - expected).abs() < 1e-5, "{alone} {expected}");
    }
}
