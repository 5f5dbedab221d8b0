//! A run: steps, log, checkpoints, validation.
//!
//! The folder of a run holds `config.toml`, `log.jsonl`, `curve.svg`, `checkpoint` and, after each
//! validation, `network.sissanet`. A batch is computed in pieces of fixed size whose gradients are added in
//! order: the same numbers at any number of threads. A checkpoint holds the parameters, both moments
//! and the place in the stream of samples, so a run that was ended goes on as if it had not been.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use sissa_nn::{Network, file};

use crate::{
    Adam, Config, Measures, Sample, Samples, TrainError,
    backward::{Room, accumulate},
    curve, measure,
};

/// Samples of a piece of a batch.
const PIECE: usize = 32;

/// How far a run is.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Steps done, and of the whole run.
    pub step: u64,
    pub steps: u64,
    /// Mean loss since the last line of the log.
    pub loss: f64,
    /// Samples per second since the last line.
    pub samples_per_second: f64,
    /// Seconds that the rest takes at this speed.
    pub left: f64,
    /// Figures of a validation that was just made.
    pub measures: Option<Measures>,
}

/// A run.
#[derive(Debug)]
pub struct Run {
    config: Config,
    folder: PathBuf,
    network: Network,
    adam: Adam,
    samples: Samples,
    step: u64,
    threads: usize,
    /// Sum of losses and weights since the last line of the log.
    recent: (f64, f64),
}

impl Run {
    /// Begins a run in a folder, or takes up the one that is there.
    pub fn open(config: Config, folder: &Path, threads: usize) -> Result<Run, TrainError> {
        fs::create_dir_all(folder).map_err(TrainError::io(folder))?;
        let path = folder.join("config.toml");
        let text =
            toml::to_string(&config).map_err(|error| TrainError::Config(error.to_string()))?;
        if path.exists() {
            let before = fs::read_to_string(&path).map_err(TrainError::io(&path))?;
            if Config::parse(&before)? != config {
                return Err(TrainError::Changed(folder.display().to_string()));
            }
        } else {
            fs::write(&path, text).map_err(TrainError::io(&path))?;
        }
        let checkpoint = folder.join("checkpoint");
        let architecture = config.network()?;
        let (network, adam, step, place) = if checkpoint.exists() {
            read_checkpoint(&checkpoint)?
        } else {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(config.seed);
            let network = Network::random(architecture, &mut || rng.random_range(0.0..1.0));
            let adam = Adam::new(network.parameters().len());
            (network, adam, 0, [0; 3])
        };
        let samples = Samples::open(&config, place)?;
        Ok(Run {
            config,
            folder: folder.to_owned(),
            network,
            adam,
            samples,
            step,
            threads: threads.max(1),
            recent: (0.0, 0.0),
        })
    }

    /// Steps done.
    pub fn step(&self) -> u64 {
        self.step
    }

    /// The network as it is now.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// One step. Answers its mean loss.
    pub fn advance(&mut self) -> Result<f64, TrainError> {
        let batch = self.samples.batch(self.step, self.config.batch)?;
        let weight: f64 = batch.iter().map(|sample| f64::from(sample.weight)).sum();
        let (mut gradient, loss) = self.gradient(&batch);
        for slope in &mut gradient {
            *slope /= weight as f32;
        }
        self.step += 1;
        if !loss.is_finite() {
            return Err(TrainError::Diverged(self.step));
        }
        let rate = self.config.rate(self.step);
        self.adam
            .step(self.network.parameters_mut(), &gradient, rate, self.step);
        self.recent.0 += loss;
        self.recent.1 += weight;
        Ok(loss / weight)
    }

    /// The gradient of a batch and its weighted loss: pieces on threads, added in order.
    fn gradient(&self, batch: &[Sample]) -> (Vec<f32>, f64) {
        let network = &self.network;
        let count = network.parameters().len();
        let pieces: Vec<&[Sample]> = batch.chunks(PIECE).collect();
        let work = |pieces: &[&[Sample]]| -> Vec<(Vec<f32>, f64)> {
            let mut room = Room::default();
            let of = |piece: &&[Sample]| {
                let mut gradient = vec![0.0; count];
                let loss = accumulate(network, piece, &mut gradient, &mut room);
                (gradient, loss)
            };
            pieces.iter().map(of).collect()
        };
        let share = pieces.len().div_ceil(self.threads).max(1);
        let parts: Vec<(Vec<f32>, f64)> = std::thread::scope(|scope| {
            let handles: Vec<_> = pieces
                .chunks(share)
                .map(|pieces| scope.spawn(move || work(pieces)))
                .collect();
            let join = |handle: std::thread::ScopedJoinHandle<'_, _>| {
                handle
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            handles.into_iter().flat_map(join).collect()
        });
        let mut total = (vec![0.0; count], 0.0);
        for (gradient, loss) in parts {
            for (sum, slope) in total.0.iter_mut().zip(gradient) {
                *sum += slope;
            }
            total.1 += loss;
        }
        total
    }

    /// Trains to the end of the run, or until `progress`, called at each line of the log, says false.
    /// `now` tells the time in seconds. Answers whether the run is at its end.
    pub fn train(
        &mut self,
        now: &dyn Fn() -> f64,
        progress: &mut dyn FnMut(&Progress) -> bool,
    ) -> Result<bool, TrainError> {
        let mut since = (now(), self.step);
        while self.step < self.config.steps {
            self.advance()?;
            let at = |every: u64| self.step.is_multiple_of(every) || self.step == self.config.steps;
            let (validate, save) = (
                at(self.config.validate_every),
                at(self.config.checkpoint_every),
            );
            if !(at(self.config.log_every) || validate || save) {
                continue;
            }
            let time = now();
            let steps = (self.step - since.1) as f64;
            let speed = steps / (time - since.0).max(1e-9);
            let mut told = Progress {
                step: self.step,
                steps: self.config.steps,
                loss: self.recent.0 / self.recent.1.max(1e-9),
                samples_per_second: speed * self.config.batch as f64,
                left: (self.config.steps - self.step) as f64 / speed.max(1e-9),
                measures: None,
            };
            self.recent = (0.0, 0.0);
            self.log(&json!({
                "type": "step",
                "step": told.step,
                "loss": told.loss,
                "rate": self.config.rate(told.step),
                "samples_per_second": told.samples_per_second,
            }))?;
            if validate {
                let measures = self.validate()?;
                let mut line = serde_json::to_value(&measures).expect("numbers are JSON");
                line["type"] = "validation".into();
                line["step"] = self.step.into();
                self.log(&line)?;
                self.draw()?;
                told.measures = Some(measures);
            }
            if save {
                self.save()?;
            }
            let go_on = progress(&told);
            since = (now(), self.step);
            if !go_on {
                self.save()?;
                return Ok(false);
            }
        }
        self.save()?;
        Ok(true)
    }

    fn validate(&self) -> Result<Measures, TrainError> {
        let tuples = self.config.tuples.list();
        let positions = self.config.validation_positions;
        let measures = measure(&self.network, &self.config.data, &tuples, positions, None)?;
        let step = self.step.to_string();
        let loss = format!("{:.5}", measures.loss);
        let constant = format!("{:.5}", measures.constant_loss);
        let seed = self.config.seed.to_string();
        let batch = self.config.batch.to_string();
        let discount = self.samples.discount().map(|factor| factor.to_string());
        let mut notes = vec![
            ("name", self.config.architecture.as_str()),
            ("steps", step.as_str()),
            ("batch", batch.as_str()),
            ("seed", seed.as_str()),
            ("validation-loss", loss.as_str()),
            ("validation-loss-of-constant-rates", constant.as_str()),
        ];
        if let Some(discount) = &discount {
            notes.push(("discount", discount));
        }
        replace(
            &self.folder.join("network.sissanet"),
            &file::write(&self.network, &notes),
        )?;
        Ok(measures)
    }

    fn log(&self, line: &Value) -> Result<(), TrainError> {
        append(&self.folder.join("log.jsonl"), line)
    }

    /// Draws the log. Lines of steps that were done twice, after a crash, count once.
    fn draw(&self) -> Result<(), TrainError> {
        let path = self.folder.join("log.jsonl");
        let text = fs::read_to_string(&path).map_err(TrainError::io(&path))?;
        let lines: Vec<Value> = text
            .lines()
            .filter_map(|l| serde_json::from_str(l).ok())
            .collect();
        let series = |kind: &str, key: &str| -> Vec<(u64, f64)> {
            let wanted = lines.iter().filter(|line| line["type"] == kind);
            let points: std::collections::BTreeMap<u64, f64> = wanted
                .filter_map(|line| Some((line["step"].as_u64()?, line[key].as_f64()?)))
                .collect();
            points.into_iter().collect()
        };
        let drawing = curve(&[
            ("training", series("step", "loss")),
            ("validation", series("validation", "loss")),
            ("constant rates", series("validation", "constant_loss")),
        ]);
        replace(&self.folder.join("curve.svg"), drawing.as_bytes())
    }

    /// Writes the checkpoint.
    pub fn save(&self) -> Result<(), TrainError> {
        let architecture = self.network.architecture();
        let step = self.step.to_string();
        let place = self.samples.place().map(|number| number.to_string());
        let mut bytes = Vec::new();
        let [epoch, shard, entry] = &place;
        let notes = [
            ("step", step.as_str()),
            ("epoch", epoch),
            ("shard", shard),
            ("entry", entry),
        ];
        for numbers in [
            self.network.parameters(),
            &self.adam.mean,
            &self.adam.square,
        ] {
            let part = Network::new(architecture.clone(), numbers.to_vec());
            let part = file::write(&part.expect("moments are as many as parameters"), &notes);
            bytes.extend((part.len() as u64).to_le_bytes());
            bytes.extend(part);
        }
        replace(&self.folder.join("checkpoint"), &bytes)
    }
}

/// One more line of a log.
pub(crate) fn append(path: &Path, line: &Value) -> Result<(), TrainError> {
    let mut file = fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .map_err(TrainError::io(path))?;
    file.write_all(format!("{line}\n").as_bytes())
        .map_err(TrainError::io(path))
}

/// Whole or not at all.
fn replace(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    let beside = path.with_extension("new");
    fs::write(&beside, bytes).map_err(TrainError::io(&beside))?;
    fs::rename(&beside, path).map_err(TrainError::io(path))
}

type Checkpoint = (Network, Adam, u64, [u64; 3]);

fn read_checkpoint(path: &Path) -> Result<Checkpoint, TrainError> {
    let bytes = fs::read(path).map_err(TrainError::io(path))?;
    let mut rest = bytes.as_slice();
    let mut parts = Vec::new();
    for _ in 0..3 {
        let part = rest.split_first_chunk::<8>().and_then(|(length, behind)| {
            let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
            behind.split_at_checked(length)
        });
        let (part, behind) = part.ok_or_else(|| TrainError::damaged(path, "truncated"))?;
        rest = behind;
        parts.push(file::read(part).map_err(|error| TrainError::Weights {
            file: path.display().to_string(),
            error,
        })?);
    }
    let number = |key: &str| {
        let found = parts[0].note(key).and_then(|value| value.parse().ok());
        found.ok_or_else(|| TrainError::damaged(path, format!("no `{key}`")))
    };
    let step = number("step")?;
    let place = [number("epoch")?, number("shard")?, number("entry")?];
    let mut numbers = parts.iter().map(|part| part.network.parameters().to_vec());
    let (_, mean, square) = (numbers.next(), numbers.next(), numbers.next());
    let adam = Adam {
        mean: mean.unwrap_or_default(),
        square: square.unwrap_or_default(),
    };
    Ok((parts.swap_remove(0).network, adam, step, place))
}
