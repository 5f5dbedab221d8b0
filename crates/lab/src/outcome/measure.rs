//! How good predictions of three outcomes are.

use serde_json::{Value, json};
use sissa_judge::outcome::Outcome;

/// Nothing is called less likely than this: a curve that is certain and wrong would be infinitely bad.
pub(super) const FLOOR: f64 = 0.001;
/// Ranges of probabilities that calibration is looked at in.
pub const BINS: usize = 10;

/// Figures of a predictor.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measures {
    /// The mean of −ln of what was said of the end that came.
    pub log_loss: f64,
    /// The same of White's expected points alone, a draw as half a win and half a loss.
    pub score_log_loss: f64,
    /// The squares of the errors, summed over the three ends.
    pub brier: f64,
    /// The same of White's win alone.
    pub brier_win: f64,
    /// How often a position of a game that White won is expected better than one of a game that Black won.
    pub auc: f64,
    /// How far shares said and shares that came are apart, in ten bins, the mean over the three ends.
    pub ece: f64,
}

impl Measures {
    /// Of what was said, and what came: 0 White won, 1 drawn, 2 Black won.
    ///
    /// ```
    /// use sissa_judge::outcome::Outcome;
    /// use sissa_lab::outcome::Measures;
    ///
    /// let even = Outcome { white: 0.5, draw: 0.0, black: 0.5 };
    /// let measures = Measures::of(&[(even, 0), (even, 2)]);
    /// assert!((measures.log_loss - 2_f64.ln()).abs() < 1e-9);
    /// assert_eq!((measures.brier, measures.auc, measures.ece), (0.5, 0.5, 0.0));
    /// ```
    pub fn of(told: &[(Outcome, usize)]) -> Measures {
        let count = told.len().max(1) as f64;
        let mean = |of: &dyn Fn(&(Outcome, usize)) -> f64| told.iter().map(of).sum::<f64>() / count;
        let came = |result: usize, kind: usize| f64::from(u8::from(result == kind));
        let square = |(outcome, result): &(Outcome, usize), kind: usize| {
            (outcome.shares()[kind] - came(*result, kind)).powi(2)
        };
        Measures {
            log_loss: mean(&|(outcome, result)| 0.0 - outcome.shares()[*result].max(FLOOR).ln()),
            score_log_loss: mean(&|(outcome, result)| {
                let score = outcome.score().clamp(FLOOR, 1.0 - FLOOR);
                let points = 1.0 - *result as f64 / 2.0;
                -points * score.ln() - (1.0 - points) * (1.0 - score).ln()
            }),
            brier: mean(&|pair| (0..3).map(|kind| square(pair, kind)).sum()),
            brier_win: mean(&|pair| square(pair, 0)),
            auc: auc(told),
            ece: Measures::weighted_ece(told, &vec![1.0; told.len()]),
        }
    }

    /// The calibration error, where positions count differently.
    pub(super) fn weighted_ece(told: &[(Outcome, usize)], weights: &[f64]) -> f64 {
        let count: f64 = weights.iter().sum();
        let gaps = reliability(told, weights).into_iter().flatten();
        let gaps = gaps.map(|bin| (bin.said - bin.came).abs());
        gaps.sum::<f64>() / (3.0 * count.max(1.0))
    }

    /// As JSON.
    pub fn json(&self) -> Value {
        json!({
            "log_loss": self.log_loss,
            "score_log_loss": self.score_log_loss,
            "brier": self.brier,
            "brier_win": self.brier_win,
            "auc": self.auc,
            "ece": self.ece,
        })
    }
}

/// What was said and what came, of positions for which about the same was said.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bin {
    /// Sum of the shares that were said.
    pub said: f64,
    /// How often it came.
    pub came: f64,
    /// How many positions.
    pub count: f64,
}

/// For White's win, the draw and Black's win: the bins of what was said.
pub(super) fn reliability(told: &[(Outcome, usize)], weights: &[f64]) -> [[Bin; BINS]; 3] {
    let mut bins = [[Bin::default(); BINS]; 3];
    for ((outcome, result), weight) in told.iter().zip(weights) {
        for (kind, share) in outcome.shares().into_iter().enumerate() {
            let bin = ((share * BINS as f64) as usize).min(BINS - 1);
            let bin = &mut bins[kind][bin];
            bin.said += weight * share;
            bin.came += weight * f64::from(u8::from(*result == kind));
            bin.count += weight;
        }
    }
    bins
}

/// The area under the curve, of decided games by White's expected points; one half where one kind is missing.
fn auc(told: &[(Outcome, usize)]) -> f64 {
    let decided = told.iter().filter(|(_, result)| *result != 1);
    let mut scores: Vec<(f64, bool)> = decided
        .map(|(outcome, result)| (outcome.score(), *result == 0))
        .collect();
    scores.sort_by(|a, b| a.0.total_cmp(&b.0));
    let won = scores.iter().filter(|(_, won)| *won).count() as f64;
    let lost = scores.len() as f64 - won;
    if won == 0.0 || lost == 0.0 {
        return 0.5;
    }
    let (mut below, mut area) = (0.0, 0.0);
    for equal in scores.chunk_by(|a, b| a.0 == b.0) {
        let wins = equal.iter().filter(|(_, won)| *won).count() as f64;
        let losses = equal.len() as f64 - wins;
        area += wins * (below + losses / 2.0);
        below += losses;
    }
    area / (won * lost)
}
