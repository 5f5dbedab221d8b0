//! How well the network of master games foretells how games end: on every tenth position of finished games, draws included.

use std::{fmt, path::Path, sync::Arc};

use serde_json::{Value, json};
use shakmaty::Position as _;
use sissa::GameResult;
use sissa_engine::{
    Evaluation, EvaluationError,
    eval::{self, Network},
};

use super::{Drawn, for_white, of_plies};
use crate::{LabError, Observer, games};

/// What is measured.
#[derive(Clone, Debug)]
pub struct MasterTest {
    /// One position of a game in so many.
    pub every: usize,
    /// Only games that a training with this share kept apart.
    pub held_out: Option<u64>,
    /// Instead of the network that comes with the program.
    pub network: Option<Arc<Network>>,
}

impl Default for MasterTest {
    fn default() -> MasterTest {
        MasterTest {
            every: 10,
            held_out: None,
            network: None,
        }
    }
}

/// Centipawns of the network that make the odds e to 1: it was trained so.
const SCALE: f64 = 240.0;
const BINS: usize = 10;

/// Somebody's predictions.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub name: &'static str,
    /// Centipawns that make the odds e to 1: the network's own, for others the best for half of the games.
    pub scale: f64,
    /// Squared error of the expected points.
    pub brier: f64,
    /// Cross-entropy of the expected points.
    pub log_loss: f64,
    /// How far expected and scored points are apart, in ten bins.
    pub calibration: f64,
    /// How often a position of a game that White won is valued above one of a game that Black won.
    pub pair_accuracy: f64,
}

/// The figures.
#[derive(Clone, Debug, PartialEq)]
pub struct MasterFigures {
    pub games: usize,
    pub positions: usize,
    /// The network first.
    pub rows: Vec<Row>,
}

/// A value for White, the points that White scored, and whether it is of the half that fits scales.
type Said = (f64, f64, bool);

impl MasterTest {
    /// Measures on the games of a file or folder.
    pub fn run(&self, path: &Path, observer: &dyn Observer) -> Result<MasterFigures, LabError> {
        let mut drawn: Vec<(Drawn, f64)> = Vec::new();
        let mut games = 0;
        games::courses(path, &mut |course| {
            let points = match course.result {
                Some(GameResult::White) => 1.0,
                Some(GameResult::Draw) => 0.5,
                Some(GameResult::Black) => 0.0,
                None => return,
            };
            if self
                .held_out
                .is_some_and(|share| !course.hash().is_multiple_of(share))
            {
                return;
            }
            games += 1;
            let every = self.every.max(1);
            let first = (course.hash() >> 16) as usize % every;
            let plies: Vec<usize> = (first..course.moves().len()).step_by(every).collect();
            drawn.extend(
                of_plies(&course, &plies)
                    .into_iter()
                    .map(|one| (one, points)),
            );
            observer.advance();
        })?;
        if drawn.is_empty() {
            return Err(LabError::NoPairs);
        }
        let evaluation = |name: &str| -> Result<Vec<Said>, EvaluationError> {
            let evaluation = match (name, &self.network) {
                ("games", Some(network)) => Evaluation::Games(Arc::clone(network)),
                _ => Evaluation::named(name)?,
            };
            let mut evaluator = evaluation.evaluator();
            Ok(said(&drawn, |one| {
                evaluator.reset(&one.position);
                for_white(evaluator.evaluate(&one.position), one.position.turn())
            }))
        };
        let mut rows = Vec::new();
        if let Ok(said) = evaluation("games") {
            rows.push(row("games", &said, Some(SCALE)));
        }
        let material = said(&drawn, |one| eval::material(one.position.board()) as f32);
        rows.push(row("material", &material, None));
        for name in ["tables", "handcrafted", "nnue"] {
            if let Ok(said) = evaluation(name) {
                rows.push(row(name, &said, None));
            }
        }
        let constant = said(&drawn, |_| 0.0);
        rows.push(row("constant", &constant, Some(1.0)));
        Ok(MasterFigures {
            games,
            positions: drawn.len(),
            rows,
        })
    }
}

fn said(drawn: &[(Drawn, f64)], mut value: impl FnMut(&Drawn) -> f32) -> Vec<Said> {
    let each = drawn.iter();
    each.map(|(one, points)| (f64::from(value(one)), *points, (one.game >> 30) & 1 == 0))
        .collect()
}

fn expected(value: f64, scale: f64) -> f64 {
    (1.0 / (1.0 + (-value / scale).exp())).clamp(0.001, 0.999)
}

fn log_loss(said: &[Said], scale: f64, fitting: bool) -> f64 {
    let own = said.iter().filter(|one| one.2 == fitting);
    let losses = own.map(|(value, points, _)| {
        let expected = expected(*value, scale);
        -points * expected.ln() - (1.0 - points) * (1.0 - expected).ln()
    });
    let (sum, count) = losses.fold((0.0, 0.0), |(sum, count), loss| (sum + loss, count + 1.0));
    sum / f64::max(count, 1.0)
}

/// The figures on the half that fits nothing.
fn row(name: &'static str, said: &[Said], scale: Option<f64>) -> Row {
    let scale = scale.unwrap_or_else(|| {
        let scales = (0..40).map(|step| 40.0 * 1.1_f64.powi(step));
        let best = scales.min_by(|a, b| {
            let loss = |scale: &f64| log_loss(said, *scale, true);
            loss(a).total_cmp(&loss(b))
        });
        best.unwrap_or(SCALE)
    });
    let measured: Vec<&Said> = said.iter().filter(|one| !one.2).collect();
    let count = measured.len().max(1) as f64;
    let mut bins = [[0.0; 2]; BINS];
    let mut brier = 0.0;
    for (value, points, _) in &measured {
        let expected = expected(*value, scale);
        brier += (expected - points).powi(2) / count;
        let bin = &mut bins[((expected * BINS as f64) as usize).min(BINS - 1)];
        bin[0] += expected / count;
        bin[1] += points / count;
    }
    Row {
        name,
        scale,
        brier,
        log_loss: log_loss(said, scale, false),
        calibration: bins.iter().map(|[said, came]| (said - came).abs()).sum(),
        pair_accuracy: auc(&measured),
    }
}

/// The share of pairs of a won and a lost game in their right order, by ranks.
fn auc(said: &[&Said]) -> f64 {
    let mut decided: Vec<(f64, bool)> = said
        .iter()
        .filter(|(_, points, _)| *points != 0.5)
        .map(|(value, points, _)| (*value, *points == 1.0))
        .collect();
    decided.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut below, mut sum, mut won) = (0.0, 0.0, 0.0);
    for group in decided.chunk_by(|a, b| a.0 == b.0) {
        let here = group.iter().filter(|(_, won)| !won).count() as f64;
        let winners = group.len() as f64 - here;
        sum += winners * (below + here / 2.0);
        won += winners;
        below += here;
    }
    sum / f64::max(won * below, 1.0)
}

impl MasterFigures {
    /// As JSON.
    pub fn json(&self) -> Value {
        let rounded = |number: f64| (number * 1e5).round() / 1e5;
        let row = |row: &Row| {
            let figures = json!({
                "scale": rounded(row.scale),
                "brier": rounded(row.brier),
                "log_loss": rounded(row.log_loss),
                "calibration_error": rounded(row.calibration),
                "pair_accuracy": rounded(100.0 * row.pair_accuracy),
            });
            (row.name.to_owned(), figures)
        };
        let rows: serde_json::Map<String, Value> = self.rows.iter().map(row).collect();
        json!({
            "network": "games",
            "games": self.games,
            "positions": self.positions,
            "pair_accuracy": self.rows.first().map(|row| rounded(100.0 * row.pair_accuracy)),
            "scorers": rows,
        })
    }
}

impl fmt::Display for MasterFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} positions of {} games; half of the games fit scales, the other half is measured\n\n\
             {:<14}{:>8}{:>10}{:>10}{:>14}{:>10}",
            self.positions, self.games, "", "scale", "Brier", "log-loss", "calibration", "pairs %"
        )?;
        for row in &self.rows {
            writeln!(
                f,
                "{:<14}{:>8.0}{:>10.4}{:>10.4}{:>14.4}{:>10.2}",
                row.name,
                row.scale,
                row.brier,
                row.log_loss,
                row.calibration,
                100.0 * row.pair_accuracy
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_by_ranks() {
        let said = [
            (3.0, 1.0, false),
            (1.0, 0.0, false),
            (3.0, 0.0, false),
            (9.0, 0.5, false),
        ];
        let said: Vec<&Said> = said.iter().collect();
        assert_eq!(auc(&said), 0.75);
    }

    #[test]
    fn a_scale_is_fitted_on_one_half_and_measured_on_the_other() {
        // Odds of three to one at 200 centipawns.
        let half = |fitting: bool| {
            (0..400).map(move |at| (200.0, f64::from(u8::from(at % 4 != 0)), fitting))
        };
        let said: Vec<Said> = half(true).chain(half(false)).collect();
        let row = row("x", &said, None);
        assert!((row.scale - 200.0 / 3.0_f64.ln()).abs() < 12.0, "{row:?}");
        assert!(row.calibration < 0.02 && (row.brier - 0.1875).abs() < 0.001);
    }
}
