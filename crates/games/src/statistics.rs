//! Intervals, quantiles and the agreement of partitions.

use std::collections::BTreeMap;

/// Within so many standard errors lie 95 % of a normal distribution.
const Z: f64 = 1.959_964;

/// A share of a whole and the interval it can be trusted to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The share itself.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Wilson's score interval at 95 %, which stays inside of 0 and 1 and holds for small counts too.
///
/// ```
/// let share = sissa_games::report::wilson(8, 10).expect("there are trials");
/// assert!((share.low - 0.4902).abs() < 0.0001 && (share.high - 0.9433).abs() < 0.0001);
/// assert!(sissa_games::report::wilson(0, 0).is_none());
/// ```
pub fn wilson(successes: u64, trials: u64) -> Option<Share> {
    if trials == 0 {
        return None;
    }
    let n = trials as f64;
    let value = successes as f64 / n;
    let center = (value + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let spread = Z / (1.0 + Z * Z / n) * (value * (1.0 - value) / n + Z * Z / (4.0 * n * n)).sqrt();
    Some(Share {
        value,
        low: (center - spread).max(0.0),
        high: (center + spread).min(1.0),
    })
}

/// Counts a value in a histogram.
pub(crate) fn bump_at(histogram: &mut Vec<u64>, at: usize, count: u64) {
    if histogram.len() <= at {
        histogram.resize(at + 1, 0);
    }
    histogram[at] += count;
}

/// The mean of a histogram.
pub(crate) fn mean(histogram: &[u64]) -> Option<f64> {
    let count: u64 = histogram.iter().sum();
    let sum: u64 = histogram.iter().zip(0u64..).map(|(n, at)| n * at).sum();
    (count > 0).then(|| sum as f64 / count as f64)
}

/// The value below which a share of a histogram lies; 0.5 is the median, halfway between two values
/// where it falls between them.
///
/// ```
/// use sissa_games::report::quantile;
/// assert_eq!(quantile(&[0, 1, 0, 1], 0.5), Some(2.0));
/// assert_eq!(quantile(&[0, 0, 3], 0.5), Some(2.0));
/// assert_eq!(quantile(&[], 0.5), None);
/// ```
pub fn quantile(histogram: &[u64], share: f64) -> Option<f64> {
    let total: u64 = histogram.iter().sum();
    if total == 0 {
        return None;
    }
    let rank = share * (total - 1) as f64;
    let at = |rank: u64| {
        let mut seen = 0;
        let found = histogram.iter().position(|count| {
            seen += count;
            seen > rank
        });
        found.unwrap_or(histogram.len() - 1) as f64
    };
    Some((at(rank.floor() as u64) + at(rank.ceil() as u64)) / 2.0)
}

/// How well two partitions of the same things agree: 1 if they are the same, about 0 by chance
/// (Hubert and Arabie's adjusted Rand index).
///
/// ```
/// use sissa_games::report::adjusted_rand_index;
/// assert_eq!(adjusted_rand_index(&[0, 0, 1, 1], &[5, 5, 7, 7]), Some(1.0));
/// assert!(adjusted_rand_index(&[0, 0, 1, 1], &[0, 1, 0, 1]).is_some_and(|index| index < 0.0));
/// ```
pub fn adjusted_rand_index(one: &[u64], other: &[u64]) -> Option<f64> {
    fn pairs(n: u64) -> f64 {
        (n * n.saturating_sub(1)) as f64 / 2.0
    }
    let mut both: BTreeMap<(u64, u64), u64> = BTreeMap::new();
    let mut rows: BTreeMap<u64, u64> = BTreeMap::new();
    let mut columns: BTreeMap<u64, u64> = BTreeMap::new();
    for (a, b) in one.iter().zip(other) {
        *both.entry((*a, *b)).or_default() += 1;
        *rows.entry(*a).or_default() += 1;
        *columns.entry(*b).or_default() += 1;
    }
    let sum = |counts: &mut dyn Iterator<Item = u64>| counts.map(pairs).sum::<f64>();
    let together = sum(&mut both.values().copied());
    let (in_one, in_other) = (
        sum(&mut rows.values().copied()),
        sum(&mut columns.values().copied()),
    );
    let all = pairs(one.len() as u64);
    let expected = in_one * in_other / all;
    let most = (in_one + in_other) / 2.0;
    (all > 0.0 && (most - expected).abs() > 1e-12)
        .then(|| (together - expected) / (most - expected))
}

/// The slope of a line, and the interval it can be trusted to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Slope {
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Least squares through observations of *y*, given as histograms at some *x*, with the interval at 95 %.
pub(crate) fn slope(groups: &[(f64, &[u64])]) -> Option<Slope> {
    let observed = || {
        groups.iter().flat_map(|(x, histogram)| {
            let counts = histogram.iter().enumerate();
            counts.map(move |(y, count)| (*x, y as f64, *count as f64))
        })
    };
    let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        observed().map(|(x, y, count)| count * of(x, y)).sum()
    };
    let count = sum(&|_, _| 1.0);
    let (mean_x, mean_y) = (sum(&|x, _| x) / count, sum(&|_, y| y) / count);
    let xx = sum(&|x, _| (x - mean_x).powi(2));
    if count < 3.0 || xx <= 0.0 {
        return None;
    }
    let value = sum(&|x, y| (x - mean_x) * (y - mean_y)) / xx;
    let left = sum(&|x, y| (y - mean_y - value * (x - mean_x)).powi(2));
    let spread = Z * (left / (count - 2.0) / xx).sqrt();
    Some(Slope {
        value,
        low: value - spread,
        high: value + spread,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slope_is_told_with_what_it_can_be_trusted_to() {
        // Observations (0, 1), (0, 3), (10, 6), (10, 8): 0.5 a unit, with a standard error of sqrt(2 / 100).
        let found = slope(&[(0.0, &[0, 1, 0, 1]), (10.0, &[0, 0, 0, 0, 0, 0, 1, 0, 1])]).unwrap();
        let spread = Z * 0.02_f64.sqrt();
        for (is, should) in [
            (found.value, 0.5),
            (found.low, 0.5 - spread),
            (found.high, 0.5 + spread),
        ] {
            assert!((is - should).abs() < 1e-12, "{found:?}");
        }
        assert_eq!(slope(&[(5.0, &[10, 20])]), None);
    }
}
