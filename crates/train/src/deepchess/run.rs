//! A run: pretraining, then pairs that are drawn anew for each step. It is taken up where it was left.

use std::collections::HashMap;

use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use sissa_nn::{
    deepchess::{Comparator, Inputs, View},
    tensors::{self, Tensors},
};
use sissa_trainer::{
    Checkpoint, Descent, Loss, Progress, RunFolder, Timetable, Training, cosine, train,
};

use super::{DeepConfig, Pair, Samples, autoencoder::random_layer, descend, fit_linear, pretrain};
use crate::TrainError;

/// Pieces of a batch, each with its own random stream.
const PIECES: usize = 2;
/// Steps of the linear baseline.
const LINEAR_STEPS: u64 = 1500;

/// A run.
#[derive(Debug)]
pub struct DeepRun {
    folder: RunFolder,
    training: DeepTraining,
}

#[derive(Debug)]
struct DeepTraining {
    config: DeepConfig,
    samples: Samples,
    network: Comparator,
    descent: Descent,
    measured: Vec<Pair>,
}

impl DeepRun {
    /// Begins a run in a folder, pretraining included, or takes up the one that is there. `told` hears lines about it.
    pub fn open(
        config: DeepConfig,
        samples: Samples,
        folder: RunFolder,
        threads: usize,
        told: &mut dyn FnMut(&str),
    ) -> Result<DeepRun, TrainError> {
        folder.configure(&config)?;
        let shape = config.shape()?;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(config.seed);
        let layers = [shape.encoder(), shape.comparator()].concat();
        let parameters = layers
            .iter()
            .flat_map(|layer| random_layer(layer, &mut rng));
        let parameters = parameters.collect();
        let mut network = Comparator::new(shape, parameters);
        let mut descent = Descent::new(network.parameters().len(), threads);
        let path = folder.file("checkpoint");
        if let Some(checkpoint) = Checkpoint::read(&path)? {
            checkpoint
                .restore(&mut descent, network.parameters_mut())
                .map_err(|why| TrainError::damaged(&path, why))?;
        } else {
            begin(&config, &samples, &mut network, &folder, told)?;
        }
        let measured = samples.measured(config.validation_pairs);
        Ok(DeepRun {
            folder,
            training: DeepTraining {
                config,
                samples,
                network,
                descent,
                measured,
            },
        })
    }

    /// Steps done.
    pub fn step(&self) -> u64 {
        self.training.descent.steps
    }

    /// Trains to the end, or until `progress`, called at each line of the log, says false.
    pub fn train(
        &mut self,
        progress: &mut dyn FnMut(&Progress<Value>) -> bool,
    ) -> Result<bool, TrainError> {
        let config = &self.training.config;
        let timetable = Timetable {
            steps: config.steps,
            log_every: config.log_every,
            validate_every: config.validate_every,
            checkpoint_every: config.validate_every,
        };
        train(&mut self.training, &timetable, &self.folder, progress)
    }
}

/// What a run begins with: other weights, or an encoder that gives positions back; and the linear baseline.
fn begin(
    config: &DeepConfig,
    samples: &Samples,
    network: &mut Comparator,
    folder: &RunFolder,
    told: &mut dyn FnMut(&str),
) -> Result<(), TrainError> {
    if let Some(path) = &config.from {
        let bytes = std::fs::read(path).map_err(TrainError::io(path))?;
        let read = tensors::read(&bytes).and_then(|tensors| Comparator::from_tensors(&tensors));
        let read = read.map_err(|error| TrainError::damaged(path, error.to_string()))?;
        if read.shape() != network.shape() {
            return Err(TrainError::damaged(path, "of another shape"));
        }
        *network = read;
    } else if config.pretraining.steps > 0 {
        let mut lines = Vec::new();
        let figures = pretrain(
            network,
            samples,
            &config.pretraining,
            config.seed,
            &mut |turn, step, error| {
                if step.is_multiple_of(500) {
                    told(&format!(
                        "layer {}, step {step}: error {error:.5}",
                        turn + 1
                    ));
                }
                lines.push(
                    json!({"type": "pretraining", "layer": turn + 1, "step": step, "loss": error}),
                );
            },
        );
        for line in lines {
            folder.log(line)?;
        }
        let mut line = json!({"type": "reconstruction"});
        if let (Some(line), Ok(Value::Object(figures))) =
            (line.as_object_mut(), serde_json::to_value(figures))
        {
            line.extend(figures);
        }
        let line = folder.log(line)?;
        told(&line.to_string());
    }
    if matches!(
        network.shape().inputs,
        Inputs::Bits | Inputs::EnPassant | Inputs::Rated
    ) {
        let linear = fit_linear(samples, config, LINEAR_STEPS);
        let measured = samples.measured(config.validation_pairs);
        let value = |number: usize| linear.value(&samples.view(number));
        let right = measured
            .iter()
            .filter(|pair| value(pair.one) > value(pair.other));
        let share = right.count() as f64 / measured.len().max(1) as f64;
        let line = folder.log(json!({"type": "linear", "pair_accuracy": share}))?;
        told(&line.to_string());
        let parts = [("linear", 0..linear.0.len())];
        let file = Tensors::split(&linear.0, &parts, &[("what", "linear baseline")]);
        folder.replace("linear.tensors", &file.write())?;
    }
    Ok(())
}

/// The positions of pairs without repetition, and pairs of their numbers among these.
fn gather(samples: &Samples, pairs: &[Pair]) -> (Vec<View>, Vec<(usize, usize, f32)>) {
    let mut places: HashMap<usize, usize> = HashMap::new();
    let mut views = Vec::new();
    let mut place = |number: usize| {
        *places.entry(number).or_insert_with(|| {
            views.push(samples.view(number));
            views.len() - 1
        })
    };
    let pairs = pairs
        .iter()
        .map(|pair| (place(pair.one), place(pair.other), pair.target))
        .collect();
    (views, pairs)
}

impl Training for DeepTraining {
    type Figures = Value;
    type Error = TrainError;

    fn steps(&self) -> u64 {
        self.descent.steps
    }

    fn rate(&self, step: u64) -> f32 {
        let rate = self.config.learning_rate;
        cosine(step, self.config.steps, rate, rate / 50.0)
    }

    fn advance(&mut self) -> Result<(Loss, usize), TrainError> {
        let (network, samples, config) = (&self.network, &self.samples, &self.config);
        let share = config.batch.div_ceil(PIECES);
        let first = self.descent.steps * PIECES as u64 + 1;
        let loss = self.descent.accumulate(PIECES, || {
            |piece, gradient: &mut [f32]| {
                let place = (first + piece as u64).rotate_left(20);
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(config.seed ^ place);
                let pairs = samples.draw(config, share, &mut rng);
                let (views, pairs) = gather(samples, &pairs);
                let (sum, _) = descend(network, &views, &pairs, config.frozen, gradient);
                Loss {
                    sum,
                    weight: pairs.len() as f64,
                }
            }
        });
        let rate = self.rate(self.descent.steps + 1);
        self.descent
            .step(self.network.parameters_mut(), loss, rate)?;
        Ok((loss, loss.weight as usize))
    }

    fn validate(&mut self, folder: &RunFolder) -> Result<Value, TrainError> {
        let steps = self.descent.steps.to_string();
        let seed = self.config.seed.to_string();
        let notes = [("steps", steps.as_str()), ("seed", seed.as_str())];
        folder.replace("network.tensors", &self.network.tensors(&notes).write())?;
        let (mut loss, mut right) = (0.0, 0);
        for pairs in self.measured.chunks(512) {
            let (views, pairs) = gather(&self.samples, pairs);
            let features = self.network.features(&views);
            let numbers: Vec<(usize, usize)> = pairs.iter().map(|pair| (pair.0, pair.1)).collect();
            for odds in self.network.compare(&features, &numbers) {
                loss += f64::from((-odds).exp().ln_1p());
                right += usize::from(odds > 0.0);
            }
        }
        let count = self.measured.len().max(1) as f64;
        Ok(json!({
            "loss": loss / count,
            "constant_loss": std::f64::consts::LN_2,
            "pair_accuracy": right as f64 / count,
        }))
    }

    fn save(&mut self, folder: &RunFolder) -> Result<(), TrainError> {
        let checkpoint = Checkpoint::of(&self.descent, self.network.parameters(), &[]);
        Ok(folder.replace("checkpoint", &checkpoint.write())?)
    }
}
