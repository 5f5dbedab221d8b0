//! A run from its first step to its last: log, validations, checkpoints, and the way back in.

use serde::Serialize;
use serde_json::json;

use crate::{Loss, RunError, RunFolder};

/// What is learnt, and how far that is.
pub trait Training {
    /// What is said of samples that are held out. A member `loss` is drawn, and `constant_loss` beside it.
    type Figures: Serialize;
    /// What can go wrong.
    type Error: From<RunError>;

    /// Steps done.
    fn steps(&self) -> u64;
    /// The rate at a step.
    fn rate(&self, step: u64) -> f32;
    /// One step: its loss, and how many samples it saw.
    fn advance(&mut self) -> Result<(Loss, usize), Self::Error>;
    /// Measures what was learnt, and writes it into the folder.
    fn validate(&mut self, folder: &RunFolder) -> Result<Self::Figures, Self::Error>;
    /// Writes what is needed to go on.
    fn save(&mut self, folder: &RunFolder) -> Result<(), Self::Error>;
}

/// When what happens, in steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timetable {
    /// Of the whole run.
    pub steps: u64,
    /// Between two lines of the log.
    pub log_every: u64,
    /// Between two validations.
    pub validate_every: u64,
    /// Between two checkpoints.
    pub checkpoint_every: u64,
}

/// How far a run is.
#[derive(Clone, Debug)]
pub struct Progress<F> {
    /// Steps done, and of the whole run.
    pub step: u64,
    pub steps: u64,
    /// Mean loss since the last line of the log.
    pub loss: f64,
    /// Samples a second since the last line.
    pub samples_per_second: f64,
    /// Seconds that the rest takes at this speed.
    pub left: f64,
    /// Figures of a validation that was just made.
    pub validation: Option<F>,
}

/// Trains to the end of the run, or until `progress`, called at each line of the log, says false. Answers whether
/// the run is at its end.
pub fn train<L: Training>(
    training: &mut L,
    timetable: &Timetable,
    folder: &RunFolder,
    progress: &mut dyn FnMut(&Progress<L::Figures>) -> bool,
) -> Result<bool, L::Error> {
    let steps = timetable.steps;
    let (mut lost, mut samples, mut begin, mut since) =
        (Loss::default(), 0, training.steps(), folder.now());
    while training.steps() < steps {
        let (loss, seen) = training.advance()?;
        lost += loss;
        samples += seen;
        let step = training.steps();
        let at = |every: u64| step.is_multiple_of(every) || step == steps;
        let (validate, save) = (at(timetable.validate_every), at(timetable.checkpoint_every));
        if !(at(timetable.log_every) || validate || save) {
            continue;
        }
        let seconds = (folder.now() - since).max(1e-9);
        let mut told = Progress {
            step,
            steps,
            loss: lost.mean(),
            samples_per_second: samples as f64 / seconds,
            left: (steps - step) as f64 * seconds / (step - begin) as f64,
            validation: None,
        };
        folder.log(json!({
            "type": "step",
            "step": step,
            "loss": told.loss,
            "rate": training.rate(step),
            "samples_per_second": told.samples_per_second,
        }))?;
        if validate {
            let figures = training.validate(folder)?;
            let mut line = json!({"type": "validation", "step": step});
            if let Ok(serde_json::Value::Object(figures)) = serde_json::to_value(&figures) {
                line.as_object_mut().expect("made here").extend(figures);
            }
            folder.log(line)?;
            folder.draw()?;
            told.validation = Some(figures);
        }
        let go_on = progress(&told);
        if save || !go_on {
            training.save(folder)?;
        }
        if !go_on {
            return Ok(false);
        }
        (lost, samples, begin, since) = (Loss::default(), 0, step, folder.now());
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Learns nothing, and notes what happens to it.
    #[derive(Default)]
    struct Dummy {
        steps: u64,
        validated: Vec<u64>,
        saved: Vec<u64>,
    }

    impl Training for Dummy {
        type Figures = serde_json::Value;
        type Error = RunError;

        fn steps(&self) -> u64 {
            self.steps
        }

        fn rate(&self, _step: u64) -> f32 {
            0.5
        }

        fn advance(&mut self) -> Result<(Loss, usize), RunError> {
            self.steps += 1;
            let loss = Loss {
                sum: 3.0,
                weight: 2.0,
            };
            Ok((loss, 2))
        }

        fn validate(&mut self, _folder: &RunFolder) -> Result<serde_json::Value, RunError> {
            self.validated.push(self.steps);
            Ok(json!({"loss": 1.0, "games": 9}))
        }

        fn save(&mut self, _folder: &RunFolder) -> Result<(), RunError> {
            self.saved.push(self.steps);
            Ok(())
        }
    }

    #[test]
    fn everything_happens_in_its_time_and_at_the_end() {
        let room = tempfile::tempdir().unwrap();
        let folder = RunFolder::open(room.path(), || 0.0).unwrap();
        let timetable = Timetable {
            steps: 25,
            log_every: 10,
            validate_every: 15,
            checkpoint_every: 10,
        };
        let mut dummy = Dummy::default();
        let ended = train(&mut dummy, &timetable, &folder, &mut |told| told.step < 15).unwrap();
        assert!(!ended);
        assert_eq!((dummy.steps, dummy.saved.as_slice()), (15, &[10, 15][..]));
        assert!(train(&mut dummy, &timetable, &folder, &mut |_| true).unwrap());
        assert_eq!(
            (dummy.validated, dummy.saved),
            (vec![15, 25], vec![10, 15, 20, 25])
        );
        let text = std::fs::read_to_string(room.path().join("log.jsonl")).unwrap();
        let steps: Vec<(String, u64)> = text
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .map(|line: serde_json::Value| {
                let kind = line["type"].as_str().unwrap().to_owned();
                assert!(line["loss"] == 1.5 || line["games"] == 9, "{line}");
                (kind, line["step"].as_u64().unwrap())
            })
            .collect();
        let expected = [
            ("step", 10),
            ("step", 15),
            ("validation", 15),
            ("step", 20),
            ("step", 25),
            ("validation", 25),
        ];
        let expected: Vec<_> = expected
            .map(|(kind, step)| (kind.to_owned(), step))
            .to_vec();
        assert_eq!(steps, expected);
    }
}
