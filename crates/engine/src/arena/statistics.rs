//! What the points of paired games prove: Elo with its interval, and the sequential test.
//!
//! Both weigh hypotheses by the multinomial likelihood ratio. A pair of games brings 0, ½, 1, 1½ or 2 points,
//! each with a probability that nobody knows. For a supposed score the probabilities that explain the
//! pairs best *and* have that score are compared with those that explain them best at all: the more likely
//! the pairs become without the supposition, the more they speak against it. Nothing is
//! supposed about draws, about openings that favour a colour, or about the shape of a distribution, and the
//! method holds where all pairs are alike: after 4–0 the best explanation of a score of 60 % is that each pair is won
//! with that probability and lost otherwise.
//!
//! Sources: Owen, *Empirical Likelihood* (2001), for the ratio and its dual form; DiCiccio, Hall and Romano,
//! *Annals of Statistics* 19 (1991), for the correction by 1 + a/n at few observations; Van den Bergh's notes on
//! fishtest for the same ratio in the sequential test. The a = 1 used here is ours: it was chosen by the exact probability
//! that the interval holds the truth, which a test computes. That probability is not 95 % to the digit, as few
//! pairs have few outcomes: it is 93 % or more throughout, and 98 % and more on average up to five pairs.

use std::{fmt, str::FromStr};

/// The square of the normal distribution's 97.5 % quantile: what twice the logarithm of a likelihood ratio
/// may be.
const CRITICAL: f64 = 3.841_459;
/// Halvings of an interval of shares: thirteen digits.
const BISECTIONS: u32 = 44;

/// The result of a match: pairs of games by points, and games by result, for the first player.
///
/// ```
/// use sissa_engine::arena::MatchScore;
///
/// let mut score = MatchScore::default();
/// for _ in 0..40 {
///     score.add_pair(2, 1); // half points: a win and a draw
///     score.add_pair(0, 2);
/// }
/// let elo = score.elo();
/// assert_eq!(elo.to_string(), "+88.7, 95 % interval +68.7 to +109.2"); // five eighths of the points
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchScore {
    /// Pairs with 0 to 4 half points.
    pub pairs: [u64; 5],
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

/// A difference in strength and its 95 % interval.
///
/// A side that has all points may be better by any difference: then there is neither a value nor an upper end,
/// and the lower end is what is known.
///
/// ```
/// use sissa_engine::arena::MatchScore;
///
/// let mut score = MatchScore::default();
/// score.add_pair(2, 2);
/// score.add_pair(2, 2);
/// let elo = score.elo();
/// assert_eq!((elo.value, elo.high), (None, None));
/// // Two equal players who never draw part with 4–0 or 0–4 once in eight matches: it proves little.
/// assert_eq!(elo.to_string(), "at least -203.3 (95 % interval)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// None where all points or none were won.
    pub value: Option<f64>,
    /// None: no difference is too low.
    pub low: Option<f64>,
    /// None: no difference is too high.
    pub high: Option<f64>,
}

impl fmt::Display for Elo {
    /// The precision is that of the numbers, one digit if not given.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(1);
        match (self.value, self.low, self.high) {
            (Some(value), Some(low), Some(high)) => write!(
                f,
                "{value:+.digits$}, 95 % interval {low:+.digits$} to {high:+.digits$}"
            ),
            (_, Some(low), _) => write!(f, "at least {low:+.digits$} (95 % interval)"),
            (_, None, Some(high)) => write!(f, "at most {high:+.digits$} (95 % interval)"),
            (_, None, None) => f.write_str("unknown"),
        }
    }
}

impl MatchScore {
    /// Counts a pair of games by the first player's half points.
    pub fn add_pair(&mut self, first: u8, second: u8) {
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

    /// The first player's share of the points, from 0 to 1; one half before the first game.
    pub fn share(&self) -> f64 {
        let count = self.count();
        if count == 0.0 {
            return 0.5;
        }
        self.shares_and_counts()
            .map(|(share, count)| share * count)
            .sum::<f64>()
            / count
    }

    /// The difference in Elo and its interval.
    pub fn elo(&self) -> Elo {
        let (count, share) = (self.count(), self.share());
        if count == 0.0 {
            return Elo {
                value: None,
                low: None,
                high: None,
            };
        }
        let critical = CRITICAL * (1.0 + 1.0 / count);
        let end = |extreme: f64| {
            // The evidence grows from nothing at the share that was reached to infinity at the extreme.
            let (mut within, mut beyond) = (share, extreme);
            for _ in 0..BISECTIONS {
                let middle = f64::midpoint(within, beyond);
                if self.evidence_against(middle) <= critical {
                    within = middle;
                } else {
                    beyond = middle;
                }
            }
            elo_of(within)
        };
        Elo {
            value: (share > 0.0 && share < 1.0).then(|| elo_of(share)),
            low: (share > 0.0).then(|| end(0.0)),
            high: (share < 1.0).then(|| end(1.0)),
        }
    }

    /// Twice the logarithm of the likelihood ratio against a supposed share of the points, between 0 and 1.
    ///
    /// The best probabilities with a given mean are found by their dual: the λ that maximises Σ nᵢ ln(1 + λ(xᵢ − mean))
    /// where no term within becomes negative, not even for points that no pair brought.
    fn evidence_against(&self, supposed: f64) -> f64 {
        let slope = |lambda: f64| -> f64 {
            self.shares_and_counts()
                .map(|(share, count)| {
                    let off = share - supposed;
                    count * off / (1.0 + lambda * off)
                })
                .sum()
        };
        let (mut low, mut high) = (-1.0 / (1.0 - supposed), 1.0 / supposed);
        for _ in 0..BISECTIONS {
            let middle = f64::midpoint(low, high);
            if slope(middle) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        let lambda = f64::midpoint(low, high);
        let logarithm: f64 = self
            .shares_and_counts()
            .map(|(share, count)| count * (lambda * (share - supposed)).ln_1p())
            .sum();
        2.0 * logarithm
    }

    /// Pairs counted.
    fn count(&self) -> f64 {
        self.pairs.iter().sum::<u64>() as f64
    }

    /// The shares of the points that pairs brought, and how many did.
    fn shares_and_counts(&self) -> impl Iterator<Item = (f64, f64)> {
        self.pairs
            .iter()
            .enumerate()
            .filter(|(_, count)| **count > 0)
            .map(|(half_points, count)| (half_points as f64 / 4.0, *count as f64))
    }
}

impl fmt::Display for MatchScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MatchScore {
            wins,
            draws,
            losses,
            ..
        } = self;
        let percent = 100.0 * self.share();
        write!(f, "+{wins} ={draws} -{losses}, {percent:.1} %")
    }
}

fn elo_of(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A sequential probability ratio test between two hypotheses about the difference in Elo.
///
/// ```
/// use sissa_engine::arena::Sprt;
///
/// let test: Sprt = "0,10".parse()?;
/// assert_eq!((test.elo0, test.elo1, test.alpha), (0.0, 10.0, 0.05));
/// assert!("10,0".parse::<Sprt>().is_err());
/// # Ok::<_, sissa_engine::arena::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
    pub alpha: f64,
    pub beta: f64,
}

/// A text that is no test.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is not a test", .0.escape_debug())]
pub struct SprtError(String);

impl FromStr for Sprt {
    type Err = SprtError;

    /// Two differences in Elo, the lower first, such as `0,10`; both errors have a probability of 5 %.
    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let bounds = text
            .split_once(',')
            .and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
        match bounds {
            Some((elo0, elo1)) if elo0 < elo1 => Ok(Sprt {
                elo0,
                elo1,
                alpha: 0.05,
                beta: 0.05,
            }),
            _ => Err(SprtError(text.to_owned())),
        }
    }
}

/// How far the test has come, with the logarithm of the likelihood ratio.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SprtState {
    Undecided(f64),
    /// The difference is rather `elo0`.
    Rejected(f64),
    /// The difference is rather `elo1`.
    Accepted(f64),
}

impl Sprt {
    /// The hypotheses, the verdict and the likelihood ratio in a few words.
    pub fn describe(&self, score: &MatchScore) -> String {
        let (ratio, word) = match self.judge(score) {
            SprtState::Undecided(ratio) => (ratio, "undecided"),
            SprtState::Rejected(ratio) => (ratio, "rejected"),
            SprtState::Accepted(ratio) => (ratio, "accepted"),
        };
        format!("SPRT {}..{} {word} (LLR {ratio:.2})", self.elo0, self.elo1)
    }

    /// The likelihood ratio of the two hypotheses, and the verdict.
    pub fn judge(&self, score: &MatchScore) -> SprtState {
        if score.count() == 0.0 {
            return SprtState::Undecided(0.0);
        }
        let against = |elo: f64| score.evidence_against(share_of(elo));
        let ratio = (against(self.elo0) - against(self.elo1)) / 2.0;
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
mod tests;
