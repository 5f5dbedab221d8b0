//! An architecture worked out into steps with sizes, and the forward pass.
//!
//! A step reads the numbers of an earlier one and writes its own; numbers of a square stand together
//! (square by square, channel by channel), so a convolution is: copy each 3 × 3 neighbourhood into a
//! row, multiply the rows with the weights, and the product is already laid out for the next step.
//! Training runs the same steps backwards and needs everything they wrote, so nothing is overwritten.

use std::ops::Range;

use crate::{
    Architecture, ArchitectureError, Encoding, Layer, PLANES, Question, first_layer,
    gemm::{Matrix, multiply},
};

/// A square board of channels; behind a dense layer the board has one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Squares along an edge.
    pub side: usize,
    /// Numbers of a square.
    pub channels: usize,
}

impl Shape {
    /// All its numbers.
    pub fn len(self) -> usize {
        self.side * self.side * self.channels
    }

    /// Whether it has none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A 3 × 3 convolution with a border of so many zeros.
    Conv {
        /// Zeros around the board.
        border: usize,
    },
    /// The greatest of each block.
    Pool {
        /// The side of a block.
        size: usize,
    },
    /// All with all.
    Dense,
    /// Adds what an earlier step wrote: place k is the output of step k − 1.
    Join {
        /// The place.
        with: usize,
    },
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it does.
    pub kind: Kind,
    /// What it reads.
    pub input: Shape,
    /// What it writes.
    pub output: Shape,
    /// Its weights among the parameters, a row for each number read, a column for each written.
    pub weights: Range<usize>,
    /// What is added to each column.
    pub bias: Range<usize>,
    /// Whether negative results become 0.
    pub relu: bool,
    /// Whether its weights begin at 0, so that a residual block begins as the identity. Batch
    /// normalisation, which does the same work in the literature, would make a position's score
    /// depend on its neighbours in the batch.
    pub starts_at_zero: bool,
}

impl Step {
    /// How many numbers meet in one of its results.
    pub fn fan_in(&self) -> usize {
        match self.kind {
            Kind::Conv { .. } => 9 * self.input.channels,
            Kind::Dense => self.input.len(),
            Kind::Pool { .. } | Kind::Join { .. } => 0,
        }
    }
}

/// All steps of an architecture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// In order.
    pub steps: Vec<Step>,
    /// How many parameters they have.
    pub parameters: usize,
}

/// Works the steps out.
pub fn plan(architecture: &Architecture) -> Result<Plan, ArchitectureError> {
    let mut planner = Planner {
        plan: Plan {
            steps: Vec::new(),
            parameters: 0,
        },
        shape: if architecture.encoding.has_squares() {
            Shape {
                side: 8,
                channels: PLANES,
            }
        } else {
            Shape {
                side: 1,
                channels: architecture.encoding.inputs(),
            }
        },
    };
    for (index, layer) in architecture.layers.iter().enumerate() {
        let last = index + 1 == architecture.layers.len();
        planner
            .add(*layer, !last)
            .map_err(|reason| ArchitectureError::Place {
                number: index + 1,
                layer: layer.to_string(),
                reason,
            })?;
    }
    match architecture.layers.last() {
        Some(Layer::Dense { units: 1 }) => Ok(planner.plan),
        _ => Err(ArchitectureError::End),
    }
}

struct Planner {
    plan: Plan,
    shape: Shape,
}

impl Planner {
    fn add(&mut self, layer: Layer, relu: bool) -> Result<(), &'static str> {
        let Shape { side, channels } = self.shape;
        match layer {
            Layer::Residual | Layer::Pool { .. } if self.plan.steps.is_empty() => {
                return Err("the first layer must be a `conv` or a `dense`");
            }
            Layer::Conv { same: false, .. } | Layer::Residual if side == 1 => {
                return Err("there is no board left to convolve");
            }
            Layer::Conv { same: false, .. } if side < 3 => {
                return Err("the board has become smaller than 3 by 3");
            }
            Layer::Conv { same: true, .. } if side == 1 => {
                return Err("there is no board left to convolve");
            }
            Layer::Pool { size } if side % size != 0 || side == 1 => {
                return Err("blocks of this size do not cover the board");
            }
            Layer::Conv {
                channels: output,
                same,
            } => self.conv(output, same, relu, false),
            Layer::Pool { size } => {
                let output = Shape {
                    side: side / size,
                    channels,
                };
                self.push(Kind::Pool { size }, output, 0, 0, false, false);
            }
            Layer::Residual => {
                let with = self.plan.steps.len();
                self.conv(channels, true, true, false);
                self.conv(channels, true, false, true);
                self.push(Kind::Join { with }, self.shape, 0, 0, relu, false);
            }
            Layer::Dense { units } => {
                let output = Shape {
                    side: 1,
                    channels: units,
                };
                let weights = self.shape.len() * units;
                self.push(Kind::Dense, output, weights, units, relu, false);
            }
        }
        Ok(())
    }

    fn conv(&mut self, channels: usize, same: bool, relu: bool, starts_at_zero: bool) {
        let border = usize::from(same);
        let output = Shape {
            side: self.shape.side + 2 * border - 2,
            channels,
        };
        let weights = 9 * self.shape.channels * channels;
        let kind = Kind::Conv { border };
        self.push(kind, output, weights, channels, relu, starts_at_zero);
    }

    fn push(
        &mut self,
        kind: Kind,
        output: Shape,
        weights: usize,
        bias: usize,
        relu: bool,
        starts_at_zero: bool,
    ) {
        let begin = self.plan.parameters;
        self.plan.parameters += weights + bias;
        self.plan.steps.push(Step {
            kind,
            input: self.shape,
            output,
            weights: begin..begin + weights,
            bias: begin + weights..begin + weights + bias,
            relu,
            starts_at_zero,
        });
        self.shape = output;
    }
}

/// Copies the 3 × 3 neighbourhoods of every board of a batch into rows.
pub fn columns(step: &Step, border: usize, input: &[f32], columns: &mut Vec<f32>) {
    let (side, channels, out) = (step.input.side, step.input.channels, step.output.side);
    columns.clear();
    columns.reserve(input.len() / step.input.len().max(1) * out * out * 9 * channels);
    for board in input.chunks_exact(step.input.len()) {
        for y in 0..out {
            for x in 0..out {
                for dy in 0..3 {
                    let row = (y + dy).checked_sub(border).filter(|row| *row < side);
                    match (row, x.checked_sub(border)) {
                        // The three squares of a row stand side by side.
                        (Some(row), Some(left)) if left + 3 <= side => {
                            let begin = (row * side + left) * channels;
                            columns.extend_from_slice(&board[begin..begin + 3 * channels]);
                        }
                        (Some(row), _) => {
                            for dx in 0..3 {
                                match (x + dx).checked_sub(border).filter(|at| *at < side) {
                                    Some(at) => {
                                        let begin = (row * side + at) * channels;
                                        columns.extend_from_slice(&board[begin..begin + channels]);
                                    }
                                    None => columns.resize(columns.len() + channels, 0.0),
                                }
                            }
                        }
                        (None, _) => columns.resize(columns.len() + 3 * channels, 0.0),
                    }
                }
            }
        }
    }
}

/// What the steps wrote for a batch, and room to work.
#[derive(Clone, Debug, Default)]
pub struct Activations {
    /// Place k is the output of step k − 1; place 0, the input, stays empty: only the first step reads
    /// it, and it reads the questions themselves.
    pub places: Vec<Vec<f32>>,
    /// Neighbourhoods as rows.
    pub columns: Vec<f32>,
}

/// Runs all steps on questions.
pub fn forward(
    plan: &Plan,
    encoding: Encoding,
    parameters: &[f32],
    questions: &[Question],
    activations: &mut Activations,
) {
    let Activations {
        places,
        columns: room,
    } = activations;
    places.resize_with(plan.steps.len() + 1, Vec::new);
    for (index, step) in plan.steps.iter().enumerate() {
        if index == 0 {
            first_layer::forward(step, encoding, parameters, questions, &mut places[1]);
            continue;
        }
        let (before, after) = places.split_at_mut(index + 1);
        let (input, output) = (&before[index], &mut after[0]);
        let (weights, bias) = (
            &parameters[step.weights.clone()],
            &parameters[step.bias.clone()],
        );
        output.clear();
        match step.kind {
            Kind::Conv { border } => {
                columns(step, border, input, room);
                linear(room, weights, bias, output);
            }
            Kind::Dense => linear(input, weights, bias, output),
            Kind::Pool { size } => pool(step, size, input, output),
            Kind::Join { with } => {
                output.extend(input.iter().zip(&before[with]).map(|(a, b)| a + b));
            }
        }
        debug_assert_eq!(output.len(), questions.len() * step.output.len());
        if step.relu {
            for number in output.iter_mut() {
                *number = number.max(0.0);
            }
        }
    }
}

fn linear(rows: &[f32], weights: &[f32], bias: &[f32], output: &mut Vec<f32>) {
    let width = weights.len() / bias.len();
    let count = rows.len() / width;
    for _ in 0..count {
        output.extend_from_slice(bias);
    }
    multiply(
        Matrix::new(rows, count, width),
        Matrix::new(weights, width, bias.len()),
        true,
        output,
    );
}

fn pool(step: &Step, size: usize, input: &[f32], output: &mut Vec<f32>) {
    let (side, channels) = (step.input.side, step.input.channels);
    for board in input.chunks_exact(step.input.len()) {
        for y in 0..step.output.side {
            for x in 0..step.output.side {
                let begin = output.len();
                output.resize(begin + channels, f32::NEG_INFINITY);
                for square in
                    (0..size * size).map(|k| (y * size + k / size) * side + x * size + k % size)
                {
                    let numbers = &board[square * channels..(square + 1) * channels];
                    for (best, number) in output[begin..].iter_mut().zip(numbers) {
                        *best = best.max(*number);
                    }
                }
            }
        }
    }
}
