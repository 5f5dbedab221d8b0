//! A run that teaches a lesson.
//!
//! The rate rises for a while, stays, and falls in a line to a twentieth at the end: a run that turns out
//! too long or too short goes on with another number of steps. A batch is computed in pieces whose gradients
//! are added in order, each with its own random stream: the same numbers at any number of threads.

use std::{
    fs,
    path::{Path, PathBuf},
};

use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sissa_nn::tensors::Tensors;

use super::Groups;
use crate::{Adam, TrainError, run::append, seal};

const MAGIC: [u8; 8] = *b"SISSACHK";
/// Pieces of a batch.
const PIECES: usize = 2;
/// Steps in which the rate rises.
const WARM_UP: u64 = 300;

/// What one network learns.
pub trait Lesson: Sync {
    /// The network.
    type Network: Sync;
    /// One that knows nothing.
    fn random(&self, rng: &mut Xoshiro256PlusPlus) -> Self::Network;
    /// Its parameters.
    fn parameters(network: &mut Self::Network) -> &mut [f32];
    /// Adds the gradients of about so many random samples; answers the sum of losses and how many.
    fn accumulate(
        &self,
        network: &Self::Network,
        count: usize,
        rng: &mut Xoshiro256PlusPlus,
        gradient: &mut [f32],
    ) -> (f64, usize);
    /// Figures on games that are held out.
    fn validate(&self, network: &Self::Network) -> Value;
    /// For a weight file.
    fn tensors(network: &Self::Network, notes: &[(&str, &str)]) -> Tensors;
}

/// A run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HumanConfig {
    /// `moves` or `outlook`.
    pub lesson: String,
    /// The folder of imported games.
    pub games: PathBuf,
    /// One game in so many is held out.
    #[serde(default = "validation_share")]
    pub validation_share: u64,
    #[serde(default)]
    pub groups: Groups,
    #[serde(default)]
    pub seed: u64,
    /// Samples of a step.
    #[serde(default = "batch")]
    pub batch: usize,
    /// Steps of the whole run, and those at its end in which the rate falls.
    pub steps: u64,
    pub falling: u64,
    #[serde(default = "learning_rate")]
    pub learning_rate: f32,
    #[serde(default = "log_every")]
    pub log_every: u64,
    #[serde(default = "validate_every")]
    pub validate_every: u64,
    #[serde(default = "validation_positions")]
    pub validation_positions: usize,
}

fn validation_share() -> u64 {
    20
}
fn batch() -> usize {
    2048
}
fn learning_rate() -> f32 {
    1e-3
}
fn log_every() -> u64 {
    100
}
fn validate_every() -> u64 {
    1000
}
fn validation_positions() -> usize {
    10_000
}

impl HumanConfig {
    /// Reads a configuration.
    pub fn parse(text: &str) -> Result<HumanConfig, TrainError> {
        toml::from_str(text).map_err(|error| TrainError::Config(error.to_string()))
    }

    fn rate(&self, step: u64) -> f32 {
        let begin = (step as f32 / WARM_UP as f32).min(1.0);
        let left = self.steps.saturating_sub(step) as f32 / self.falling.max(1) as f32;
        self.learning_rate * begin * left.clamp(0.05, 1.0)
    }
}

/// How far a run is.
#[derive(Clone, Debug)]
pub struct Told {
    /// Steps done.
    pub step: u64,
    /// Mean loss since the last line.
    pub loss: f64,
    /// Samples a second since the last line.
    pub speed: f64,
    /// Figures of a validation that was just made.
    pub validation: Option<Value>,
}

/// A run, open.
#[derive(Debug)]
pub struct Descent<L: Lesson> {
    lesson: L,
    config: HumanConfig,
    folder: PathBuf,
    network: L::Network,
    adam: Adam,
    step: u64,
    threads: usize,
    /// Room for the gradients of the pieces.
    gradients: Vec<Vec<f32>>,
}

impl<L: Lesson> Descent<L> {
    /// Begins a run in a folder, or takes up the one that is there.
    pub fn open(
        lesson: L,
        config: HumanConfig,
        folder: &Path,
        threads: usize,
    ) -> Result<Descent<L>, TrainError> {
        fs::create_dir_all(folder).map_err(TrainError::io(folder))?;
        let path = folder.join("config.toml");
        let text =
            toml::to_string(&config).map_err(|error| TrainError::Config(error.to_string()))?;
        fs::write(&path, text).map_err(TrainError::io(&path))?;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(config.seed);
        let mut network = lesson.random(&mut rng);
        let count = L::parameters(&mut network).len();
        let mut adam = Adam::new(count);
        let mut step = 0;
        let path = folder.join("checkpoint");
        if path.exists() {
            let bytes = fs::read(&path).map_err(TrainError::io(&path))?;
            let body = seal::open(&bytes, &MAGIC).map_err(|why| TrainError::damaged(&path, why))?;
            if body.len() != 16 + 12 * count {
                return Err(TrainError::damaged(&path, "of another network"));
            }
            step = u64::from_le_bytes(body[8..16].try_into().expect("eight bytes"));
            let mut numbers = body[16..]
                .chunks_exact(4)
                .map(|bytes| f32::from_le_bytes(bytes.try_into().expect("four bytes")));
            for part in [
                L::parameters(&mut network),
                &mut adam.mean,
                &mut adam.square,
            ] {
                for (slot, number) in part.iter_mut().zip(&mut numbers) {
                    *slot = number;
                }
            }
        }
        Ok(Descent {
            lesson,
            config,
            folder: folder.to_owned(),
            network,
            adam,
            step,
            threads: threads.max(1),
            gradients: Vec::new(),
        })
    }

    /// Steps done.
    pub fn step(&self) -> u64 {
        self.step
    }

    /// One step: its mean loss, and how many samples it saw.
    pub fn advance(&mut self) -> Result<(f64, usize), TrainError> {
        let count = L::parameters(&mut self.network).len();
        let mut gradients = std::mem::take(&mut self.gradients);
        gradients.resize(PIECES, Vec::new());
        for gradient in &mut gradients {
            gradient.clear();
            gradient.resize(count, 0.0);
        }
        let (network, lesson, config) = (&self.network, &self.lesson, &self.config);
        let share = config.batch.div_ceil(PIECES);
        let stream = |piece: usize| {
            let place = (self.step * PIECES as u64 + piece as u64 + 1).rotate_left(20);
            Xoshiro256PlusPlus::seed_from_u64(config.seed ^ place)
        };
        let work = |piece: usize, gradient: &mut Vec<f32>| {
            lesson.accumulate(network, share, &mut stream(piece), gradient)
        };
        let results: Vec<(f64, usize)> = if self.threads == 1 {
            let each = gradients.iter_mut().enumerate();
            each.map(|(piece, gradient)| work(piece, gradient))
                .collect()
        } else {
            std::thread::scope(|scope| {
                let handles: Vec<_> = gradients
                    .iter_mut()
                    .enumerate()
                    .map(|(piece, gradient)| scope.spawn(move || work(piece, gradient)))
                    .collect();
                handles
                    .into_iter()
                    .map(|handle| {
                        handle
                            .join()
                            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                    })
                    .collect()
            })
        };
        let loss: f64 = results.iter().map(|(loss, _)| loss).sum();
        let samples: usize = results.iter().map(|(_, samples)| samples).sum();
        self.step += 1;
        if !loss.is_finite() || samples == 0 {
            return Err(TrainError::Diverged(self.step));
        }
        let (total, others) = gradients.split_first_mut().expect("pieces");
        for other in others {
            for (sum, slope) in total.iter_mut().zip(other) {
                *sum += *slope;
            }
        }
        for slope in total.iter_mut() {
            *slope /= samples as f32;
        }
        let rate = self.config.rate(self.step);
        let parameters = L::parameters(&mut self.network);
        self.adam.step(parameters, total, rate, self.step);
        self.gradients = gradients;
        Ok((loss / samples as f64, samples))
    }

    /// Trains to the end, or until `progress`, called at each line of the log, says false.
    pub fn train(
        &mut self,
        now: &dyn Fn() -> f64,
        progress: &mut dyn FnMut(&Told) -> bool,
    ) -> Result<bool, TrainError> {
        let (mut losses, mut samples, mut steps, mut since) = (0.0, 0, 0, now());
        while self.step < self.config.steps {
            let (loss, seen) = self.advance()?;
            losses += loss;
            samples += seen;
            steps += 1;
            let last = self.step == self.config.steps;
            if !(self.step.is_multiple_of(self.config.log_every) || last) {
                continue;
            }
            let mut told = Told {
                step: self.step,
                loss: losses / f64::from(steps),
                speed: samples as f64 / (now() - since).max(1e-9),
                validation: None,
            };
            (losses, samples, steps) = (0.0, 0, 0);
            let mut line = json!({
                "step": told.step,
                "loss": told.loss,
                "rate": self.config.rate(told.step),
                "samples_per_second": told.speed,
            });
            if self.step.is_multiple_of(self.config.validate_every) || last {
                let figures = self.lesson.validate(&self.network);
                line["validation"] = figures.clone();
                told.validation = Some(figures);
                self.save()?;
            }
            self.log(&line)?;
            since = now();
            if !progress(&told) {
                self.save()?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn log(&self, line: &Value) -> Result<(), TrainError> {
        append(&self.folder.join("log.jsonl"), line)
    }

    /// Writes checkpoint and weight file.
    pub fn save(&mut self) -> Result<(), TrainError> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.step.to_le_bytes());
        let parameters = L::parameters(&mut self.network);
        for part in [parameters, &mut self.adam.mean, &mut self.adam.square] {
            bytes.extend(part.iter().flat_map(|number| number.to_le_bytes()));
        }
        seal::close(&mut bytes);
        let step = self.step.to_string();
        let (batch, seed) = (self.config.batch.to_string(), self.config.seed.to_string());
        let notes = [
            ("lesson", self.config.lesson.as_str()),
            ("steps", step.as_str()),
            ("batch", batch.as_str()),
            ("seed", seed.as_str()),
        ];
        let weights = L::tensors(&self.network, &notes).write();
        for (name, bytes) in [("checkpoint", bytes), ("network.tensors", weights)] {
            let (path, beside) = (
                self.folder.join(name),
                self.folder.join(format!("{name}.new")),
            );
            fs::write(&beside, bytes).map_err(TrainError::io(&beside))?;
            fs::rename(&beside, &path).map_err(TrainError::io(&path))?;
        }
        Ok(())
    }
}
