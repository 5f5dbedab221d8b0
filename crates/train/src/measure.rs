//! How good a network is on a dataset, beside what needs no network.

use std::path::Path;

use serde::Serialize;
use sissa_nn::{Network, Question, Tuple, Workspace};

use crate::{
    Material, TrainError, cooperative,
    dataset::{Statistics, read_shard, shard_path},
};

/// Figures over validation positions, each position with each of its tuples, all counting the same.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Measures {
    /// Positions looked at, and those of them that no training game went through.
    pub positions: u64,
    pub unseen_positions: u64,
    /// Mean binary cross entropy of the network.
    pub loss: f64,
    /// The same over positions that no training game went through.
    pub unseen_loss: f64,
    /// The same of always saying the training set's rate of the tuple.
    pub constant_loss: f64,
    /// The same of a logistic regression on material alone, where one was fitted.
    pub material_loss: Option<f64>,
    /// The least any prediction can reach: the entropy of the shares themselves.
    pub entropy: f64,
    /// Mean squared error of the network and of the constant.
    pub squared_error: f64,
    pub constant_squared_error: f64,
    /// By tenths of what was said: how often, what was said on average, what was true on average.
    pub calibration: Vec<(u64, f64, f64)>,
    pub tuples: Vec<TupleMeasures>,
}

/// Figures of one tuple.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TupleMeasures {
    pub tuple: String,
    /// How often it was asked about.
    pub count: u64,
    /// The mean share, and what the network says on average.
    pub rate: f64,
    pub said: f64,
    pub loss: f64,
    pub constant_loss: f64,
}

/// Binary cross entropy of something said against a share.
fn cross_entropy(said: f64, share: f64) -> f64 {
    let said = said.clamp(1e-7, 1.0 - 1e-7);
    -(share * said.ln() + (1.0 - share) * (1.0 - said).ln())
}

/// A question with its truth, and what the baselines say.
struct Case {
    question: Question,
    share: f64,
    seen: bool,
    constant: f64,
    material: Option<f64>,
}

/// Measures a network on the first so many validation positions of a dataset.
pub fn measure(
    network: &Network,
    folder: &Path,
    tuples: &[Tuple],
    positions: usize,
    material: Option<&Material>,
) -> Result<Measures, TrainError> {
    let statistics = Statistics::read(folder)?;
    let rate = |tuple: Tuple| {
        let index = tuple.index().unwrap_or(usize::MAX);
        statistics.rates.get(index).copied().unwrap_or(0.0)
    };
    let mut measures = Measures {
        calibration: vec![(0, 0.0, 0.0); 10],
        material_loss: material.map(|_| 0.0),
        tuples: tuples
            .iter()
            .map(|tuple| TupleMeasures {
                tuple: tuple.to_string(),
                ..TupleMeasures::default()
            })
            .collect(),
        ..Measures::default()
    };
    let mut workspace = Workspace::default();
    let mut asked = 0;
    let mut unseen = 0;
    let mut take = |cases: &[Case]| {
        let questions: Vec<Question> = cases.iter().map(|case| case.question).collect();
        let said = network.probabilities(&questions, &mut workspace);
        measures.positions += 1;
        measures.unseen_positions += u64::from(cases.iter().any(|case| !case.seen));
        for (case, said) in cases.iter().zip(said) {
            asked += 1;
            unseen += u64::from(!case.seen);
            let row = tuples
                .iter()
                .position(|tuple| *tuple == case.question.tuple);
            measures.add(case, f64::from(*said), row);
        }
        measures.positions == positions as u64
    };
    'shards: for number in 0..statistics.partitions {
        let path = shard_path(folder, true, number);
        if let Some(discount) = statistics.discount {
            for entry in cooperative::read_shard(&path)? {
                if !tuples.contains(&entry.tuple()) {
                    continue;
                }
                let case = Case {
                    question: entry.packed.question(entry.tuple()),
                    share: f64::from(entry.sample(discount).target),
                    seen: false,
                    constant: rate(entry.tuple()),
                    material: None,
                };
                if take(&[case]) {
                    break 'shards;
                }
            }
            continue;
        }
        for entry in read_shard(&path)? {
            let case = |tuple: &Tuple| Case {
                question: entry.packed.question(*tuple),
                share: f64::from(entry.share(*tuple)),
                seen: entry.seen,
                constant: rate(*tuple),
                material: material.and_then(|known| known.probability(&entry.packed, *tuple)),
            };
            if take(&tuples.iter().map(case).collect::<Vec<Case>>()) {
                break 'shards;
            }
        }
    }
    measures.finish(asked, unseen);
    Ok(measures)
}

impl Measures {
    fn add(&mut self, case: &Case, said: f64, row: Option<usize>) {
        let share = case.share;
        let loss = cross_entropy(said, share);
        let constant_loss = cross_entropy(case.constant, share);
        self.loss += loss;
        self.unseen_loss += if case.seen { 0.0 } else { loss };
        self.constant_loss += constant_loss;
        if let (Some(sum), Some(material)) = (&mut self.material_loss, case.material) {
            *sum += cross_entropy(material, share);
        }
        self.entropy += cross_entropy(share, share);
        self.squared_error += (said - share).powi(2);
        self.constant_squared_error += (case.constant - share).powi(2);
        let tenth = &mut self.calibration[((said * 10.0) as usize).min(9)];
        *tenth = (tenth.0 + 1, tenth.1 + said, tenth.2 + share);
        if let Some(row) = row.map(|row| &mut self.tuples[row]) {
            row.count += 1;
            row.rate += share;
            row.said += said;
            row.loss += loss;
            row.constant_loss += constant_loss;
        }
    }

    /// Sums become means.
    fn finish(&mut self, asked: u64, unseen: u64) {
        let all = asked.max(1) as f64;
        for sum in [
            &mut self.loss,
            &mut self.constant_loss,
            &mut self.entropy,
            &mut self.squared_error,
            &mut self.constant_squared_error,
        ] {
            *sum /= all;
        }
        self.material_loss = self.material_loss.map(|sum| sum / all);
        self.unseen_loss /= unseen.max(1) as f64;
        for (count, said, share) in &mut self.calibration {
            let many = (*count).max(1) as f64;
            (*said, *share) = (*said / many, *share / many);
        }
        for row in &mut self.tuples {
            let many = row.count.max(1) as f64;
            for sum in [
                &mut row.rate,
                &mut row.said,
                &mut row.loss,
                &mut row.constant_loss,
            ] {
                *sum /= many;
            }
        }
    }

    /// The figures for people.
    pub fn table(&self) -> String {
        let mut text = format!(
            "validation positions   {} ({} in no training game)\n\
             cross entropy          {:.5} ({:.5} where unseen)\n\
             … of constant rates    {:.5}\n\
             … of material alone    {}\n\
             … least possible       {:.5}\n\
             squared error          {:.5} (constant rates {:.5})\n\n\
             said       times   mean said   mean true\n",
            self.positions,
            self.unseen_positions,
            self.loss,
            self.unseen_loss,
            self.constant_loss,
            self.material_loss
                .map_or("not fitted".to_owned(), |loss| format!("{loss:.5}")),
            self.entropy,
            self.squared_error,
            self.constant_squared_error,
        );
        for (tenth, (count, said, share)) in self.calibration.iter().enumerate() {
            let low = tenth as f64 / 10.0;
            text += &format!("{low:.1}+  {count:>10}  {said:>10.4}  {share:>10.4}\n");
        }
        text += "\ntuple         rate      said      loss      constant\n";
        // The whole grid is for programs.
        for row in self.tuples.iter().filter(|_| self.tuples.len() <= 17) {
            text += &format!(
                "{}   {:.5}   {:.5}   {:.5}   {:.5}\n",
                row.tuple, row.rate, row.said, row.loss, row.constant_loss
            );
        }
        text
    }
}
