//! A run for networks that look at wishes.
//!
//! The folder of a run holds `config.toml`, `log.jsonl`, `curve.svg`, `checkpoint` and, after each
//! validation, `network.sissanet`. A batch is computed in pieces of fixed size: the same numbers at any number of
//! threads. A checkpoint holds the place in the stream of samples too, so a run that was ended goes on as if it
//! had not been.

use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use sissa_nn::{Network, file};
use sissa_trainer::{
    Checkpoint, Descent, Loss, Progress, RunFolder, Timetable, Training, cosine, train,
};

use crate::{
    Config, Measures, Sample, Samples, TrainError,
    backward::{Room, accumulate},
    measure,
};

/// Samples of a piece of a batch.
const PIECE: usize = 32;

/// A run.
#[derive(Debug)]
pub struct Run {
    folder: RunFolder,
    training: WishTraining,
}

#[derive(Debug)]
struct WishTraining {
    config: Config,
    network: Network,
    descent: Descent,
    samples: Samples,
}

impl Run {
    /// Begins a run in a folder, or takes up the one that is there.
    pub fn open(config: Config, folder: RunFolder, threads: usize) -> Result<Run, TrainError> {
        folder.configure_once(&config)?;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(config.seed);
        let mut network = Network::random(config.network()?, &mut || rng.random_range(0.0..1.0));
        let mut descent = Descent::new(network.parameters().len(), threads);
        let path = folder.file("checkpoint");
        let mut place = [0; 3];
        if let Some(checkpoint) = Checkpoint::read(&path)? {
            let numbers = checkpoint
                .restore(&mut descent, network.parameters_mut())
                .map_err(|why| TrainError::damaged(&path, why))?;
            place = numbers
                .try_into()
                .map_err(|_| TrainError::damaged(&path, "of another kind of run"))?;
        }
        let samples = Samples::open(&config, place)?;
        Ok(Run {
            folder,
            training: WishTraining {
                config,
                network,
                descent,
                samples,
            },
        })
    }

    /// Steps done.
    pub fn step(&self) -> u64 {
        self.training.descent.steps
    }

    /// The network as it is now.
    pub fn network(&self) -> &Network {
        &self.training.network
    }

    /// Trains to the end of the run, or until `progress`, called at each line of the log, says false.
    /// Answers whether the run is at its end.
    pub fn train(
        &mut self,
        progress: &mut dyn FnMut(&Progress<Measures>) -> bool,
    ) -> Result<bool, TrainError> {
        let config = &self.training.config;
        let timetable = Timetable {
            steps: config.steps,
            log_every: config.log_every,
            validate_every: config.validate_every,
            checkpoint_every: config.checkpoint_every,
        };
        train(&mut self.training, &timetable, &self.folder, progress)
    }
}

impl Training for WishTraining {
    type Figures = Measures;
    type Error = TrainError;

    fn steps(&self) -> u64 {
        self.descent.steps
    }

    fn rate(&self, step: u64) -> f32 {
        let config = &self.config;
        cosine(
            step,
            config.steps,
            config.learning_rate,
            config.final_learning_rate,
        )
    }

    fn advance(&mut self) -> Result<(Loss, usize), TrainError> {
        let batch = self.samples.batch(self.descent.steps, self.config.batch)?;
        let pieces: Vec<&[Sample]> = batch.chunks(PIECE).collect();
        let network = &self.network;
        let found = self.descent.accumulate(pieces.len(), || {
            let (pieces, mut room) = (&pieces, Room::default());
            move |piece, gradient: &mut [f32]| Loss {
                sum: accumulate(network, pieces[piece], gradient, &mut room),
                weight: 0.0,
            }
        });
        let weight = batch.iter().map(|sample| f64::from(sample.weight)).sum();
        let loss = Loss { weight, ..found };
        let rate = self.rate(self.descent.steps + 1);
        self.descent
            .step(self.network.parameters_mut(), loss, rate)?;
        Ok((loss, batch.len()))
    }

    fn validate(&mut self, folder: &RunFolder) -> Result<Measures, TrainError> {
        let config = &self.config;
        let tuples = config.tuples.list();
        let positions = config.validation_positions;
        let measures = measure(&self.network, &config.data, &tuples, positions, None)?;
        let mut notes = vec![
            ("name", folder.name()),
            ("steps", self.descent.steps.to_string()),
            ("batch", config.batch.to_string()),
            ("seed", config.seed.to_string()),
            ("validation-loss", format!("{:.5}", measures.loss)),
            (
                "validation-loss-of-constant-rates",
                format!("{:.5}", measures.constant_loss),
            ),
        ];
        if let Some(discount) = self.samples.discount() {
            notes.push(("discount", discount.to_string()));
        }
        let notes: Vec<(&str, &str)> = notes.iter().map(|(k, v)| (*k, v.as_str())).collect();
        folder.replace("network.sissanet", &file::write(&self.network, &notes))?;
        Ok(measures)
    }

    fn save(&mut self, folder: &RunFolder) -> Result<(), TrainError> {
        let place = self.samples.place();
        let checkpoint = Checkpoint::of(&self.descent, self.network.parameters(), &place);
        Ok(folder.replace("checkpoint", &checkpoint.write())?)
    }
}
