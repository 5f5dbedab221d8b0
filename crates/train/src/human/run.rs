//! A run that teaches a lesson.
//!
//! The rate rises for a while, stays, and falls in a line to a twentieth at the end: a run that turns out
//! too long or too short goes on with another number of steps. Each piece of a batch has its own random stream.

use std::{fmt::Debug, path::PathBuf};

use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sissa_nn::tensors::Tensors;
use sissa_trainer::{Checkpoint, Descent, Loss, Progress, RunFolder, Timetable, Training, train};

use super::Groups;
use crate::TrainError;

/// Pieces of a batch.
const PIECES: usize = 2;
/// Steps in which the rate rises.
const WARM_UP: u64 = 300;

/// What one network learns.
pub trait Lesson: Sync {
    /// The network.
    type Network: Debug + Sync;
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
    /// `moves`, `sighted` or `outlook`.
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

/// A run.
#[derive(Debug)]
pub struct HumanRun<L: Lesson> {
    folder: RunFolder,
    training: LessonTraining<L>,
}

#[derive(Debug)]
struct LessonTraining<L: Lesson> {
    lesson: L,
    config: HumanConfig,
    network: L::Network,
    descent: Descent,
}

impl<L: Lesson> HumanRun<L> {
    /// Begins a run in a folder, or takes up the one that is there.
    pub fn open(
        lesson: L,
        config: HumanConfig,
        folder: RunFolder,
        threads: usize,
    ) -> Result<HumanRun<L>, TrainError> {
        folder.configure(&config)?;
        let mut network = lesson.random(&mut Xoshiro256PlusPlus::seed_from_u64(config.seed));
        let parameters = L::parameters(&mut network);
        let mut descent = Descent::new(parameters.len(), threads);
        let path = folder.file("checkpoint");
        if let Some(checkpoint) = Checkpoint::read(&path)? {
            checkpoint
                .restore(&mut descent, parameters)
                .map_err(|why| TrainError::damaged(&path, why))?;
        }
        Ok(HumanRun {
            folder,
            training: LessonTraining {
                lesson,
                config,
                network,
                descent,
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

impl<L: Lesson> Training for LessonTraining<L> {
    type Figures = Value;
    type Error = TrainError;

    fn steps(&self) -> u64 {
        self.descent.steps
    }

    fn rate(&self, step: u64) -> f32 {
        self.config.rate(step)
    }

    fn advance(&mut self) -> Result<(Loss, usize), TrainError> {
        let (network, lesson, config) = (&self.network, &self.lesson, &self.config);
        let share = config.batch.div_ceil(PIECES);
        let first = self.descent.steps * PIECES as u64 + 1;
        let loss = self.descent.accumulate(PIECES, || {
            |piece, gradient: &mut [f32]| {
                let place = (first + piece as u64).rotate_left(20);
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(config.seed ^ place);
                let (sum, samples) = lesson.accumulate(network, share, &mut rng, gradient);
                Loss {
                    sum,
                    weight: samples as f64,
                }
            }
        });
        let rate = self.rate(self.descent.steps + 1);
        let parameters = L::parameters(&mut self.network);
        self.descent.step(parameters, loss, rate)?;
        // Every step counts the same in the log, however many samples its games had.
        let mean = Loss {
            sum: loss.sum / loss.weight,
            weight: 1.0,
        };
        Ok((mean, loss.weight as usize))
    }

    fn validate(&mut self, folder: &RunFolder) -> Result<Value, TrainError> {
        let steps = self.descent.steps.to_string();
        let (batch, seed) = (self.config.batch.to_string(), self.config.seed.to_string());
        let notes = [
            ("lesson", self.config.lesson.as_str()),
            ("steps", steps.as_str()),
            ("batch", batch.as_str()),
            ("seed", seed.as_str()),
        ];
        let weights = L::tensors(&self.network, &notes).write();
        folder.replace("network.tensors", &weights)?;
        Ok(self.lesson.validate(&self.network))
    }

    fn save(&mut self, folder: &RunFolder) -> Result<(), TrainError> {
        let parameters = L::parameters(&mut self.network);
        let checkpoint = Checkpoint::of(&self.descent, parameters, &[]);
        Ok(folder.replace("checkpoint", &checkpoint.write())?)
    }
}
