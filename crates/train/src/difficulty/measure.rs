//! How well predictions agree with what is true.

/// How well predictions agree.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Agreement {
    /// The correlation of ranks.
    pub spearman: f64,
    /// The mean absolute error.
    pub error: f64,
}

/// Of pairs: predicted, true.
///
/// ```
/// use sissa_train::difficulty::agreement;
///
/// let told = agreement(&[(1.0, 10.0), (2.0, 20.0), (3.0, 30.0)]);
/// assert_eq!((told.spearman, told.error), (1.0, 18.0));
/// assert_eq!(agreement(&[(5.0, 1.0), (5.0, 2.0)]).spearman, 0.0);
/// ```
pub fn agreement(pairs: &[(f32, f32)]) -> Agreement {
    let count = pairs.len().max(1) as f64;
    let errors = pairs.iter().map(|(a, b)| f64::from(a - b).abs());
    let told = ranks(pairs.iter().map(|pair| pair.0).collect());
    let truth = ranks(pairs.iter().map(|pair| pair.1).collect());
    Agreement {
        spearman: correlation(&told, &truth),
        error: errors.sum::<f64>() / count,
    }
}

/// Ranks; equals share the mean of theirs.
fn ranks(numbers: Vec<f32>) -> Vec<f64> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|a, b| numbers[*a].total_cmp(&numbers[*b]));
    let mut ranks = vec![0.0; numbers.len()];
    let mut first = 0;
    for equals in order.chunk_by(|a, b| numbers[*a] == numbers[*b]) {
        let mean = first as f64 + (equals.len() - 1) as f64 / 2.0;
        for index in equals {
            ranks[*index] = mean;
        }
        first += equals.len();
    }
    ranks
}

/// Pearson's correlation; 0 where one side does not vary.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len().max(1) as f64;
    let (mean_a, mean_b) = (mean(a), mean(b));
    let product = |a: &[f64], mean_a: f64, b: &[f64], mean_b: f64| -> f64 {
        let pairs = a.iter().zip(b);
        pairs.map(|(a, b)| (a - mean_a) * (b - mean_b)).sum()
    };
    let spread = product(a, mean_a, a, mean_a) * product(b, mean_b, b, mean_b);
    if spread > 0.0 {
        product(a, mean_a, b, mean_b) / spread.sqrt()
    } else {
        0.0
    }
}
