//! What a run is like: a TOML file.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sissa_nn::deepchess::Shape;

use super::Pretraining;
use crate::TrainError;

/// Where games are split into those to learn from and those to measure with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Split {
    /// Between games: no position that is measured is of a game that was learnt from.
    #[default]
    Games,
    /// Between positions of the same games, which leaks how games ended: to know how much.
    Positions,
}

/// Games to draw from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// A folder of imported games.
    pub folder: PathBuf,
    /// How often they are drawn from, beside others.
    #[serde(default = "one")]
    pub share: f64,
    /// No more games than this.
    #[serde(default)]
    pub most: Option<u64>,
    /// One position in so many is kept.
    #[serde(default = "every")]
    pub every: u64,
    /// For this share of them also a position that random moves lead to from there, judged by our evaluation: in games that are well
    /// played men are rarely left en prise, and what a queen is worth is not learnt.
    #[serde(default)]
    pub strays: f32,
    /// Both players at least this strong.
    #[serde(default)]
    pub least_rating: u16,
    /// Seconds each player has at least, where that is known.
    #[serde(default)]
    pub least_seconds: u32,
}

/// A run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeepConfig {
    /// Such as `bits: 600 400 200 100 | 400 200 100 | none`.
    pub shape: String,
    pub games: Vec<Games>,
    /// Positions as published, or single ones from move eleven on.
    #[serde(default)]
    pub single: bool,
    #[serde(default)]
    pub split: Split,
    /// One game in so many is kept apart.
    #[serde(default = "validation_share")]
    pub validation_share: u64,
    /// How the encoder is taught to give positions back first.
    #[serde(default)]
    pub pretraining: Pretraining,
    /// The share of what engines said in a pair's target; the rest is how the games ended.
    #[serde(default)]
    pub teacher: f32,
    /// The share of pairs of any two positions, drawn games included, for which only that counts.
    #[serde(default)]
    pub free: f32,
    /// Centipawns of difference that make the odds e to 1.
    #[serde(default = "scale")]
    pub scale: f32,
    /// The encoder stays as pretraining left it.
    #[serde(default)]
    pub frozen: bool,
    /// Weights to begin with, instead of pretraining.
    #[serde(default)]
    pub from: Option<PathBuf>,
    #[serde(default)]
    pub seed: u64,
    /// Pairs of a step, each of positions of its own, and how often each position is paired.
    #[serde(default = "batch")]
    pub batch: usize,
    #[serde(default = "partners")]
    pub partners: usize,
    /// Steps of the whole run; the rate falls along half a cosine.
    pub steps: u64,
    #[serde(default = "learning_rate")]
    pub learning_rate: f32,
    #[serde(default = "log_every")]
    pub log_every: u64,
    #[serde(default = "validate_every")]
    pub validate_every: u64,
    /// Pairs of a validation.
    #[serde(default = "validation_pairs")]
    pub validation_pairs: usize,
}

fn one() -> f64 {
    1.0
}
fn every() -> u64 {
    1
}
fn validation_share() -> u64 {
    10
}
fn scale() -> f32 {
    200.0
}
fn batch() -> usize {
    256
}
fn partners() -> usize {
    2
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
fn validation_pairs() -> usize {
    20_000
}

impl DeepConfig {
    /// Reads a configuration.
    ///
    /// ```
    /// use sissa_train::deepchess::DeepConfig;
    ///
    /// let text = "shape = 'bits: 64 16 | 32 | order'\nsteps = 10\n[[games]]\nfolder = 'games'";
    /// assert_eq!(DeepConfig::parse(text)?.shape()?.features(), 16);
    /// assert!(DeepConfig::parse("shape = 'bits'\nsteps = 1\ngames = []").is_err());
    /// assert!(DeepConfig::parse(&format!("free = 2.0\n{text}")).is_err());
    /// # Ok::<(), sissa_train::TrainError>(())
    /// ```
    pub fn parse(text: &str) -> Result<DeepConfig, TrainError> {
        let wrong = |reason: &str| Err(TrainError::Config(reason.to_owned()));
        let config: DeepConfig =
            toml::from_str(text).map_err(|error| TrainError::Config(error.to_string()))?;
        config.shape()?;
        if config.games.is_empty() {
            return wrong("`games` names no folder");
        }
        if config.batch == 0 || config.partners == 0 || config.steps == 0 {
            return wrong("`batch`, `partners` and `steps` must be above 0");
        }
        let strays = config.games.iter().map(|games| games.strays);
        let mut shares = strays.chain([config.teacher, config.free]);
        if !shares.all(|share| (0.0..=1.0).contains(&share)) {
            return wrong("`teacher`, `free` and `strays` are shares from 0 to 1");
        }
        Ok(config)
    }

    /// The shape.
    pub fn shape(&self) -> Result<Shape, TrainError> {
        let shape = self.shape.parse::<Shape>();
        shape.map_err(|error| TrainError::Config(error.to_string()))
    }
}
