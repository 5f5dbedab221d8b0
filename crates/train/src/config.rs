//! What a run is: a TOML file, copied into the folder of the run.
//!
//! ```
//! let config = sissa_train::Config::parse("architecture = \"thesis-1\"\ndata = \"data\"")?;
//! assert_eq!(config.batch, 128);
//! assert!(sissa_train::Config::parse("data = 7").is_err());
//! # Ok::<(), sissa_train::TrainError>(())
//! ```

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sissa_nn::{Architecture, THESIS, Tuple};

use crate::TrainError;

/// Which tuples a network learns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tuples {
    /// The seven of the thesis' first experiment.
    Thesis7,
    /// The seventeen of its second.
    #[default]
    Thesis,
    /// The whole grid.
    All,
}

impl Tuples {
    /// The tuples.
    pub fn list(self) -> Vec<Tuple> {
        match self {
            Tuples::Thesis7 => THESIS[..7].to_vec(),
            Tuples::Thesis => THESIS.to_vec(),
            Tuples::All => Tuple::all().collect(),
        }
    }
}

/// How much a position counts that many games went through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weighting {
    /// As much as any other: the thesis' way.
    Equal,
    /// 1 + the logarithm of the games.
    #[default]
    Log,
}

impl Weighting {
    /// The weight of a position.
    pub fn weight(self, games: u32) -> f32 {
        match self {
            Weighting::Equal => 1.0,
            Weighting::Log => 1.0 + (games.max(1) as f32).ln(),
        }
    }
}

/// A run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// A name of the list, or layers.
    pub architecture: String,
    /// The folder of the dataset.
    pub data: PathBuf,
    /// What to learn.
    #[serde(default)]
    pub tuples: Tuples,
    #[serde(default)]
    pub weighting: Weighting,
    #[serde(default)]
    pub seed: u64,
    /// Samples of a step; a sample is a position with a tuple.
    #[serde(default = "batch")]
    pub batch: usize,
    /// Tuples drawn for a position each time it is met.
    #[serde(default = "tuples_per_position")]
    pub tuples_per_position: usize,
    /// Of positions from which none of the tuples came true, one in so many is used, and counts as many
    /// times: they are most of all and easily learnt.
    #[serde(default = "thin")]
    pub thin: u32,
    /// Steps of the whole run.
    #[serde(default = "steps")]
    pub steps: u64,
    /// At the beginning; it falls along half a cosine.
    #[serde(default = "learning_rate")]
    pub learning_rate: f32,
    /// At the end.
    #[serde(default = "final_learning_rate")]
    pub final_learning_rate: f32,
    /// Steps between two lines of the log.
    #[serde(default = "log_every")]
    pub log_every: u64,
    /// Steps between two checkpoints.
    #[serde(default = "checkpoint_every")]
    pub checkpoint_every: u64,
    /// Steps between two validations.
    #[serde(default = "validate_every")]
    pub validate_every: u64,
    /// Positions of a validation.
    #[serde(default = "validation_positions")]
    pub validation_positions: usize,
}

fn batch() -> usize {
    128
}
fn tuples_per_position() -> usize {
    4
}
fn thin() -> u32 {
    1
}
fn steps() -> u64 {
    100_000
}
fn learning_rate() -> f32 {
    1e-3
}
fn final_learning_rate() -> f32 {
    2e-5
}
fn log_every() -> u64 {
    100
}
fn checkpoint_every() -> u64 {
    1000
}
fn validate_every() -> u64 {
    5000
}
fn validation_positions() -> usize {
    2000
}

impl Config {
    /// Reads the text of a file.
    pub fn parse(text: &str) -> Result<Config, TrainError> {
        let fault = |message: String| TrainError::Config(message.trim_end().to_owned());
        let config: Config = toml::from_str(text).map_err(|error| fault(error.to_string()))?;
        config.network()?;
        let whole = config.tuples_per_position > 0
            && config.batch.is_multiple_of(config.tuples_per_position);
        if config.batch == 0 || !whole {
            let message = "`batch` must be a multiple of `tuples_per_position`, both above 0";
            return Err(fault(message.to_owned()));
        }
        let intervals = [
            config.log_every,
            config.checkpoint_every,
            config.validate_every,
        ];
        if config.steps == 0 || intervals.contains(&0) {
            return Err(fault(
                "`steps` and the `…_every` must be above 0".to_owned(),
            ));
        }
        let rates = [config.learning_rate, config.final_learning_rate];
        if rates.iter().any(|rate| !(0.0..=1.0).contains(rate)) {
            return Err(fault("learning rates lie between 0 and 1".to_owned()));
        }
        Ok(config)
    }

    /// The architecture that it names.
    pub fn network(&self) -> Result<Architecture, TrainError> {
        match Architecture::named(&self.architecture) {
            Some(architecture) => Ok(architecture),
            None => self.architecture.parse().map_err(|error| {
                let names: Vec<&str> = sissa_nn::NAMED.iter().map(|(name, _)| *name).collect();
                TrainError::Config(format!(
                    "`{}`: {error}; or one of {}",
                    self.architecture,
                    names.join(", ")
                ))
            }),
        }
    }
}
