//! The steps of a network backwards: how the loss changes with each parameter.
//!
//! The loss is the binary cross entropy of shares, from logits, so that it stays exact where the
//! network is sure of itself.

use sissa_nn::{
    Network, Question, first_layer,
    gemm::{Matrix, multiply},
    steps::{Activations, Kind, Step, columns},
};

use crate::Sample;

/// Room to compute in.
#[derive(Clone, Debug, Default)]
pub struct Room {
    activations: Activations,
    /// How the loss changes with each number at each place.
    slopes: Vec<Vec<f32>>,
    column_slopes: Vec<f32>,
}

/// Binary cross entropy of a logit against a share.
pub fn cross_entropy(logit: f32, share: f32) -> f32 {
    logit.max(0.0) - logit * share + (-logit.abs()).exp().ln_1p()
}

/// Adds to `gradient` how the weighted sum of losses changes with each parameter. Answers that sum.
pub fn accumulate(
    network: &Network,
    samples: &[Sample],
    gradient: &mut [f32],
    room: &mut Room,
) -> f64 {
    let Room {
        activations,
        slopes,
        column_slopes,
    } = room;
    let questions: Vec<Question> = samples.iter().map(|sample| sample.question).collect();
    network.forward(&questions, activations);
    slopes.resize_with(activations.places.len(), Vec::new);
    for (slopes, numbers) in slopes.iter_mut().zip(&activations.places) {
        slopes.clear();
        slopes.resize(numbers.len(), 0.0);
    }
    let logits = activations.places.last().expect("there is a last step");
    let last = slopes.last_mut().expect("as many as places");
    let mut loss = 0.0;
    for ((logit, slope), sample) in logits.iter().zip(last).zip(samples) {
        loss += f64::from(sample.weight * cross_entropy(*logit, sample.target));
        *slope = sample.weight * (sissa_nn::sigmoid(*logit) - sample.target);
    }
    let parameters = network.parameters();
    let Activations {
        places,
        columns: rows,
    } = activations;
    for (index, step) in network.plan().steps.iter().enumerate().rev() {
        let (before, after) = slopes.split_at_mut(index + 1);
        let output = &mut after[0];
        if step.relu {
            for (slope, number) in output.iter_mut().zip(&places[index + 1]) {
                if *number <= 0.0 {
                    *slope = 0.0;
                }
            }
        }
        if index == 0 {
            let encoding = network.architecture().encoding;
            first_layer::backward(step, encoding, &questions, output, gradient);
            continue;
        }
        match step.kind {
            Kind::Join { with } => {
                add(&mut before[index], output);
                add(&mut before[with], output);
            }
            Kind::Pool { size } => {
                unpool(step, size, &places[index], output, &mut before[index]);
            }
            Kind::Dense => {
                let input = &places[index];
                linear(step, input, output, gradient);
                through(step, parameters, output, &mut before[index]);
            }
            Kind::Conv { border } => {
                columns(step, border, &places[index], rows);
                linear(step, rows, output, gradient);
                column_slopes.resize(rows.len(), 0.0);
                through(step, parameters, output, column_slopes);
                scatter(step, border, column_slopes, &mut before[index]);
            }
        }
    }
    loss
}

fn add(to: &mut [f32], what: &[f32]) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += what;
    }
}

/// The slopes of weights and biases.
fn linear(step: &Step, rows: &[f32], slopes: &[f32], gradient: &mut [f32]) {
    let outputs = step.bias.len();
    let width = step.weights.len() / outputs;
    let count = rows.len() / width;
    multiply(
        Matrix::new(rows, count, width).transposed(),
        Matrix::new(slopes, count, outputs),
        true,
        &mut gradient[step.weights.clone()],
    );
    let bias = &mut gradient[step.bias.clone()];
    for slopes in slopes.chunks_exact(outputs) {
        add(bias, slopes);
    }
}

/// The slopes of what the step read.
fn through(step: &Step, parameters: &[f32], slopes: &[f32], rows: &mut [f32]) {
    let outputs = step.bias.len();
    let width = step.weights.len() / outputs;
    let weights = Matrix::new(&parameters[step.weights.clone()], width, outputs);
    let slopes = Matrix::new(slopes, slopes.len() / outputs, outputs);
    multiply(slopes, weights.transposed(), false, rows);
}

/// Neighbourhoods back to squares.
fn scatter(step: &Step, border: usize, rows: &[f32], input: &mut [f32]) {
    let (side, channels, out) = (step.input.side, step.input.channels, step.output.side);
    let boards = input.chunks_exact_mut(step.input.len());
    for (board, rows) in boards.zip(rows.chunks_exact(out * out * 9 * channels)) {
        for (square, row) in rows.chunks_exact(9 * channels).enumerate() {
            let (y, x) = (square / out, square % out);
            for (k, slopes) in row.chunks_exact(channels).enumerate() {
                let inside = |at: usize| at.checked_sub(border).filter(|at| *at < side);
                if let (Some(y), Some(x)) = (inside(y + k / 3), inside(x + k % 3)) {
                    let begin = (y * side + x) * channels;
                    add(&mut board[begin..begin + channels], slopes);
                }
            }
        }
    }
}

/// To the first square of each block that was the greatest.
fn unpool(step: &Step, size: usize, input: &[f32], slopes: &[f32], to: &mut [f32]) {
    let (side, channels, out) = (step.input.side, step.input.channels, step.output.side);
    let boards = input.chunks_exact(step.input.len());
    let slopes = slopes.chunks_exact(step.output.len());
    for ((board, to), slopes) in boards
        .zip(to.chunks_exact_mut(step.input.len()))
        .zip(slopes)
    {
        for (at, slope) in slopes.iter().enumerate() {
            let (square, channel) = (at / channels, at % channels);
            let (y, x) = (square / out * size, square % out * size);
            let place = |k: usize| ((y + k / size) * side + x + k % size) * channels + channel;
            let best = (1..size * size).fold(place(0), |best, k| {
                if board[place(k)] > board[best] {
                    place(k)
                } else {
                    best
                }
            });
            to[best] += slope;
        }
    }
}
