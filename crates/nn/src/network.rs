//! An architecture with its numbers.

use crate::{
    Architecture, Question,
    encoding::{FIRST_WISH, PLANES},
    steps::{self, Activations, Kind, Plan, Step},
};

/// How many boards go through the steps at a time: enough for the kernels, and still in the cache.
const CHUNK: usize = 32;

/// A network.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    architecture: Architecture,
    plan: Plan,
    parameters: Vec<f32>,
}

/// Room to compute in; keep it between calls.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    activations: Activations,
    probabilities: Vec<f32>,
}

impl Network {
    /// A network with these parameters; `None` where they are not as many as it needs.
    pub fn new(architecture: Architecture, parameters: Vec<f32>) -> Option<Network> {
        let plan = steps::plan(&architecture).ok()?;
        (plan.parameters == parameters.len()).then_some(Network {
            architecture,
            plan,
            parameters,
        })
    }

    /// A network to begin training with, from numbers of [0, 1): weights even between the limits of
    /// He et al. (2015), biases 0; channels of convolutions begin with one kind of men each.
    ///
    /// # Panics
    /// Where the architecture was put together by hand and its layers do not fit.
    pub fn random(architecture: Architecture, uniform: &mut dyn FnMut() -> f32) -> Network {
        let plan = steps::plan(&architecture).expect("layers that fit");
        let mut parameters = vec![0.0; plan.parameters];
        for (index, step) in plan.steps.iter().enumerate() {
            if step.starts_at_zero {
                continue;
            }
            // Of the numbers that pairs have, all but forty are zero.
            let few = index == 0 && !architecture.encoding.has_squares();
            let meeting = if few { 40 } else { step.fan_in().max(1) };
            let limit = (6.0 / meeting as f32).sqrt();
            for weight in &mut parameters[step.weights.clone()] {
                *weight = limit * (2.0 * uniform() - 1.0);
            }
            if matches!(step.kind, Kind::Conv { .. }) {
                let weights = &mut parameters[step.weights.clone()];
                sort_by_kind(step, index == 0, limit, weights);
            }
        }
        Network {
            architecture,
            plan,
            parameters,
        }
    }

    /// What it is made of.
    pub fn architecture(&self) -> &Architecture {
        &self.architecture
    }

    /// Its steps.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Its numbers.
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    /// Its numbers, to train them.
    pub fn parameters_mut(&mut self) -> &mut [f32] {
        &mut self.parameters
    }

    /// Multiplications for one board, the first layer's aside: it has next to none.
    pub fn multiplications(&self) -> usize {
        let of = |step: &Step| {
            let squares = step.output.side * step.output.side;
            squares * step.weights.len()
        };
        self.plan.steps.iter().skip(1).map(of).sum()
    }

    /// Runs all steps and keeps what each wrote.
    pub fn forward(&self, questions: &[Question], activations: &mut Activations) {
        let encoding = self.architecture.encoding;
        steps::forward(
            &self.plan,
            encoding,
            &self.parameters,
            questions,
            activations,
        );
    }

    /// How likely each wish comes true.
    pub fn probabilities<'a>(
        &self,
        questions: &[Question],
        workspace: &'a mut Workspace,
    ) -> &'a [f32] {
        workspace.probabilities.clear();
        for questions in questions.chunks(CHUNK) {
            let activations = &mut workspace.activations;
            self.forward(questions, activations);
            let logits = activations.places.last().expect("there is a last step");
            let shares = logits.iter().map(|logit| sigmoid(*logit));
            workspace.probabilities.extend(shares);
        }
        &workspace.probabilities
    }
}

/// Lets a channel of a convolution begin with one kind of men, or one count wished for: what is asked
/// is how many there are, and channels that mix all kinds have to be told apart before they can count.
/// Weights arrive even between −1 and 1 times `limit`.
fn sort_by_kind(step: &Step, first: bool, limit: f32, weights: &mut [f32]) {
    let (inputs, outputs) = (step.input.channels, step.output.channels);
    for (row, weights) in weights.chunks_exact_mut(outputs).enumerate() {
        let kind = row % inputs % PLANES;
        let own = match (first, kind) {
            // Counts go up to 8 and fill their planes; men are few, and −1 on the other side.
            (true, FIRST_WISH..) => 0.05,
            (true, 6..FIRST_WISH) => -0.5,
            (true, _) => 0.5,
            // The mean of what is read.
            (false, _) => 2.0 * PLANES as f32 / step.fan_in() as f32,
        };
        for (channel, weight) in weights.iter_mut().enumerate() {
            *weight = if channel % PLANES == kind {
                own * weight.abs() / limit
            } else {
                0.3 * *weight
            };
        }
    }
}

/// 1 / (1 + e⁻ˣ).
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
