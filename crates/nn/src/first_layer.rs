//! The first layer, which reads a question's few numbers that are not zero.
//!
//! A board has at most 32 men on 64 × 12 places, and the planes of a tuple are each filled with one
//! number. So the first layer is no matrix product: it starts from what the tuple alone gives, which is
//! worked out once for boards that share it, and adds a row of weights for every man. Its slopes are
//! found the same way.

use crate::{
    Encoding, Question, Tuple,
    encoding::{FIRST_WISH, PLANES},
    steps::{Kind, Step},
};

fn add(to: &mut [f32], what: &[f32], times: f32) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += times * what;
    }
}

/// Calls with the row of weights, the square written and the number, for every man of a board that
/// has squares.
fn men(
    step: &Step,
    encoding: Encoding,
    question: &Question,
    mut call: impl FnMut(usize, usize, f32),
) {
    match step.kind {
        Kind::Conv { border } => {
            let out = step.output.side;
            encoding.men(&question.placement, |square, plane, value| {
                let (y, x) = (square / 8 + border, square % 8 + border);
                for dy in 0..3.min(y + 1) {
                    for dx in 0..3.min(x + 1) {
                        if y - dy < out && x - dx < out {
                            let row = (dy * 3 + dx) * PLANES + plane;
                            call(row, (y - dy) * out + x - dx, value);
                        }
                    }
                }
            });
        }
        _ => encoding.men(&question.placement, |square, plane, value| {
            call(square * PLANES + plane, 0, value);
        }),
    }
}

/// How many neighbourhoods a row of weights has, and which of them read the board at a square written.
fn neighbours(step: &Step) -> usize {
    match step.kind {
        Kind::Conv { .. } => 9,
        _ => 64,
    }
}

fn reads(step: &Step, neighbour: usize, square: usize) -> bool {
    let Kind::Conv { border } = step.kind else {
        return true;
    };
    let inside = |at: usize| at.checked_sub(border).is_some_and(|at| at < 8);
    let out = step.output.side;
    inside(square / out + neighbour / 3) && inside(square % out + neighbour % 3)
}

/// What a tuple alone gives: biases, and its planes.
fn base(step: &Step, parameters: &[f32], tuple: Tuple, sheet: &mut Vec<f32>) {
    let channels = step.output.channels;
    let weights = &parameters[step.weights.clone()];
    sheet.clear();
    for square in 0..step.output.side * step.output.side {
        sheet.extend_from_slice(&parameters[step.bias.clone()]);
        let numbers = &mut sheet[square * channels..];
        for neighbour in (0..neighbours(step)).filter(|at| reads(step, *at, square)) {
            for (kind, count) in tuple.0.into_iter().enumerate().filter(|(_, n)| *n > 0) {
                let row = (neighbour * PLANES + FIRST_WISH + kind) * channels;
                add(numbers, &weights[row..row + channels], f32::from(count));
            }
        }
    }
}

/// Runs the first step on questions.
pub fn forward(
    step: &Step,
    encoding: Encoding,
    parameters: &[f32],
    questions: &[Question],
    output: &mut Vec<f32>,
) {
    let channels = step.output.channels;
    let weights = &parameters[step.weights.clone()];
    output.clear();
    output.reserve(questions.len() * step.output.len());
    let mut sheet = Vec::new();
    let mut known = None;
    for question in questions {
        let begin = output.len();
        if encoding == Encoding::Pairs {
            output.extend_from_slice(&parameters[step.bias.clone()]);
            let numbers = &mut output[begin..];
            Encoding::pairs(question, |at| {
                let row = &weights[at * channels..(at + 1) * channels];
                for (number, weight) in numbers.iter_mut().zip(row) {
                    *number += weight;
                }
            });
        } else {
            if known != Some(question.tuple) {
                base(step, parameters, question.tuple, &mut sheet);
                known = Some(question.tuple);
            }
            output.extend_from_slice(&sheet);
            let numbers = &mut output[begin..];
            men(step, encoding, question, |row, square, value| {
                let row = &weights[row * channels..(row + 1) * channels];
                let numbers = &mut numbers[square * channels..(square + 1) * channels];
                add(numbers, row, value);
            });
        }
    }
    if step.relu {
        for number in output.iter_mut() {
            *number = number.max(0.0);
        }
    }
}

/// Adds to `gradient` how the loss changes with the first step's parameters, from how it changes with
/// what the step wrote before its ReLU.
pub fn backward(
    step: &Step,
    encoding: Encoding,
    questions: &[Question],
    slopes: &[f32],
    gradient: &mut [f32],
) {
    let channels = step.output.channels;
    let squares = step.output.side * step.output.side;
    let mut sum = vec![0.0; channels];
    for (question, slopes) in questions.iter().zip(slopes.chunks_exact(step.output.len())) {
        for slopes in slopes.chunks_exact(channels) {
            add(&mut gradient[step.bias.clone()], slopes, 1.0);
        }
        let weights = &mut gradient[step.weights.clone()];
        if encoding == Encoding::Pairs {
            Encoding::pairs(question, |at| {
                add(
                    &mut weights[at * channels..(at + 1) * channels],
                    slopes,
                    1.0,
                );
            });
            continue;
        }
        men(step, encoding, question, |row, square, value| {
            let slopes = &slopes[square * channels..(square + 1) * channels];
            add(
                &mut weights[row * channels..(row + 1) * channels],
                slopes,
                value,
            );
        });
        // Without a border every neighbour is on the board, and all sums are the same.
        let alike = !matches!(step.kind, Kind::Conv { border } if border > 0);
        for neighbour in 0..neighbours(step) {
            if neighbour == 0 || !alike {
                sum.fill(0.0);
                for square in (0..squares).filter(|square| reads(step, neighbour, *square)) {
                    add(
                        &mut sum,
                        &slopes[square * channels..(square + 1) * channels],
                        1.0,
                    );
                }
            }
            for (kind, count) in question.tuple.0.into_iter().enumerate() {
                if count > 0 {
                    let row = (neighbour * PLANES + FIRST_WISH + kind) * channels;
                    add(&mut weights[row..row + channels], &sum, f32::from(count));
                }
            }
        }
    }
}
