//! What the points of paired games prove: Elo with its interval, and the sequential test.

/// Pairs of games by points: 0, ½, 1, 1½, 2 for the first player.
///
/// ```
/// use sissa_engine::arena::Tally;
///
/// let mut tally = Tally::default();
/// for _ in 0..40 {
///     tally.pair(2, 1); // half points: a win and a draw
///     tally.pair(0, 2);
/// }
/// let elo = tally.elo();
/// assert!((elo.value - 88.7).abs() < 0.1); // five eighths of the points
/// assert!(elo.low > 0.0 && elo.low < elo.value && elo.value < elo.high);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Pairs with 0 to 4 half points.
    pub pairs: [u64; 5],
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

/// A difference in strength and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl Tally {
    /// Counts a pair of games by the first player's half points.
    pub fn pair(&mut self, first: u8, second: u8) {
        self.pairs[usize::from((first + second).min(4))] += 1;
        for points in [first, second] {
            match points {
                0 => self.losses += 1,
                1 => self.draws += 1,
                _ => self.wins += 1,
            }
        }
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The first player's share of the points, from 0 to 1.
    pub fn score(&self) -> f64 {
        self.mean_and_variance().0
    }

    /// Mean points of a game and the variance of a pair's mean.
    fn mean_and_variance(&self) -> (f64, f64) {
        let count = self.pairs.iter().sum::<u64>() as f64;
        if count == 0.0 {
            return (0.5, 0.0);
        }
        let points = |index: usize| index as f64 / 4.0;
        let shares = self.pairs.map(|pairs| pairs as f64 / count);
        let mean: f64 = shares
            .iter()
            .enumerate()
            .map(|(i, share)| points(i) * share)
            .sum();
        let variance = shares
            .iter()
            .enumerate()
            .map(|(i, share)| (points(i) - mean).powi(2) * share)
            .sum();
        (mean, variance)
    }

    /// The difference in Elo.
    pub fn elo(&self) -> Elo {
        let count = self.pairs.iter().sum::<u64>() as f64;
        let (mean, variance) = self.mean_and_variance();
        let margin = match count {
            0.0 => 0.5,
            count => 1.959_964 * (variance / count).sqrt(),
        };
        Elo {
            value: elo_of(mean),
            low: elo_of(mean - margin),
            high: elo_of(mean + margin),
        }
    }
}

fn elo_of(score: f64) -> f64 {
    let score = score.clamp(1e-3, 1.0 - 1e-3);
    400.0 * (score / (1.0 - score)).log10()
}

fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A sequential probability ratio test between two hypotheses about the difference in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
    pub alpha: f64,
    pub beta: f64,
}

/// How far the test has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SprtState {
    Undecided(f64),
    /// The difference is rather `elo0`.
    Rejected(f64),
    /// The difference is rather `elo1`.
    Accepted(f64),
}

impl Sprt {
    /// The log-likelihood ratio by its normal approximation, and the verdict.
    pub fn judge(&self, tally: &Tally) -> SprtState {
        let count = tally.pairs.iter().sum::<u64>() as f64;
        let (mean, variance) = tally.mean_and_variance();
        if count == 0.0 || variance == 0.0 {
            return SprtState::Undecided(0.0);
        }
        let (s0, s1) = (score_of(self.elo0), score_of(self.elo1));
        let ratio = count * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        match ratio {
            ratio if ratio <= lower => SprtState::Rejected(ratio),
            ratio if ratio >= upper => SprtState::Accepted(ratio),
            ratio => SprtState::Undecided(ratio),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_scores_are_zero_and_symmetric() {
        let tally = Tally {
            pairs: [3, 5, 20, 5, 3],
            wins: 20,
            draws: 32,
            losses: 20,
        };
        let elo = tally.elo();
        assert!(elo.value.abs() < 1e-9 && (elo.low + elo.high).abs() < 1e-9);
        assert!(elo.low < -10.0);
    }

    #[test]
    fn the_test_decides_when_it_is_clear() {
        let test = Sprt {
            elo0: 0.0,
            elo1: 10.0,
            alpha: 0.05,
            beta: 0.05,
        };
        let better = Tally {
            pairs: [5, 20, 80, 90, 40],
            ..Tally::default()
        };
        assert!(matches!(test.judge(&better), SprtState::Accepted(_)));
        let worse = Tally {
            pairs: [40, 90, 80, 20, 5],
            ..Tally::default()
        };
        assert!(matches!(test.judge(&worse), SprtState::Rejected(_)));
        assert_eq!(test.judge(&Tally::default()), SprtState::Undecided(0.0));
    }
}
