//! Gradient boosting (Friedman, 2001) with squared errors: each small tree predicts what the ones before left over.
//!
//! Numbers are sorted into at most 64 bins first, so the best split of a node is found by adding up its samples once. There
//! is no randomness: the same puzzles give the same trees.

use sissa_judge::difficulty::{Node, Predictor};

use super::Sample;

/// How trees grow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How many trees.
    pub trees: usize,
    /// Splits from the root to a leaf.
    pub depth: usize,
    /// How much of what is left over a tree takes on.
    pub rate: f32,
    /// Samples in a leaf, at least.
    pub leaf: usize,
    /// Samples of no surprise that a leaf is averaged with.
    pub shrinkage: f32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            trees: 240,
            depth: 4,
            rate: 0.05,
            leaf: 20,
            shrinkage: 5.0,
        }
    }
}

/// Bins of a number.
const BINS: usize = 64;

/// A number of all samples in bins, and where the bins end.
struct Column {
    bins: Vec<u8>,
    ends: Vec<f32>,
}

impl Column {
    fn of(samples: &[&Sample], feature: usize) -> Column {
        let mut sorted: Vec<f32> = samples
            .iter()
            .map(|sample| sample.features[feature])
            .collect();
        sorted.sort_by(f32::total_cmp);
        let mut ends: Vec<f32> = (1..BINS)
            .map(|bin| sorted[bin * sorted.len() / BINS])
            .collect();
        ends.dedup();
        let bin =
            |sample: &&Sample| ends.partition_point(|end| *end < sample.features[feature]) as u8;
        Column {
            bins: samples.iter().map(bin).collect(),
            ends,
        }
    }
}

/// Trees for samples; without samples there is nothing to predict.
pub fn fit(samples: &[&Sample], settings: &Settings) -> Predictor {
    let Some(first) = samples.first() else {
        return Predictor::default();
    };
    let columns: Vec<Column> = (0..first.features.len())
        .map(|feature| Column::of(samples, feature))
        .collect();
    let mean = samples
        .iter()
        .map(|sample| f64::from(sample.rating))
        .sum::<f64>();
    let base = (mean / samples.len() as f64) as f32;
    let mut grower = Grower {
        columns: &columns,
        settings,
        left_over: samples.iter().map(|sample| sample.rating - base).collect(),
        tree: Vec::new(),
    };
    let trees = (0..settings.trees).map(|_| {
        let rows: Vec<u32> = (0..samples.len() as u32).collect();
        grower.tree = Vec::new();
        grower.grow(rows, settings.depth);
        std::mem::take(&mut grower.tree)
    });
    Predictor {
        base,
        trees: trees.collect(),
        bands: Vec::new(),
    }
}

struct Grower<'a> {
    columns: &'a [Column],
    settings: &'a Settings,
    left_over: Vec<f32>,
    tree: Vec<Node>,
}

impl Grower<'_> {
    /// Grows a node of some samples and what is below it; takes what its leaves predict off what is left over.
    fn grow(&mut self, rows: Vec<u32>, depth: usize) -> usize {
        let at = self.tree.len();
        self.tree.push(Node::Leaf(0.0));
        let split = (depth > 0).then(|| self.best_split(&rows)).flatten();
        let Some((feature, bin)) = split else {
            let sum: f64 = rows
                .iter()
                .map(|row| f64::from(self.left_over[*row as usize]))
                .sum();
            let mean = sum / (rows.len() as f64 + f64::from(self.settings.shrinkage));
            let value = self.settings.rate * mean as f32;
            for row in rows {
                self.left_over[row as usize] -= value;
            }
            self.tree[at] = Node::Leaf(value);
            return at;
        };
        let column = &self.columns[feature];
        let low = |row: &u32| usize::from(column.bins[*row as usize]) <= bin;
        let (low, high): (Vec<u32>, Vec<u32>) = rows.into_iter().partition(low);
        let threshold = column.ends[bin];
        let left = self.grow(low, depth - 1);
        let right = self.grow(high, depth - 1);
        self.tree[at] = Node::Split {
            feature,
            threshold,
            left,
            right,
        };
        at
    }

    /// The number and the last bin of its lower side that leave the smallest squares.
    fn best_split(&self, rows: &[u32]) -> Option<(usize, usize)> {
        let total: f64 = rows
            .iter()
            .map(|row| f64::from(self.left_over[*row as usize]))
            .sum();
        let shrinkage = f64::from(self.settings.shrinkage);
        let gain = |sum: f64, count: usize| sum * sum / (count as f64 + shrinkage);
        let mut best = (gain(total, rows.len()) + 1e-6, None);
        for (feature, column) in self.columns.iter().enumerate() {
            let (mut sums, mut counts) = ([0.0_f64; BINS], [0_usize; BINS]);
            for row in rows {
                let bin = usize::from(column.bins[*row as usize]);
                sums[bin] += f64::from(self.left_over[*row as usize]);
                counts[bin] += 1;
            }
            let (mut sum, mut count) = (0.0, 0);
            for bin in 0..column.ends.len() {
                sum += sums[bin];
                count += counts[bin];
                let rest = rows.len() - count;
                if count < self.settings.leaf || rest < self.settings.leaf {
                    continue;
                }
                let found = gain(sum, count) + gain(total - sum, rest);
                if found > best.0 {
                    best = (found, Some((feature, bin)));
                }
            }
        }
        best.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_learnt() {
        // The first number decides, the second is noise.
        let samples: Vec<Sample> = (0..400)
            .map(|index| Sample {
                features: vec![(index % 10) as f32, (index * 7919 % 13) as f32],
                rating: if index % 10 < 4 { 1000.0 } else { 2000.0 },
                moves: 1,
                mates: false,
            })
            .collect();
        let samples: Vec<&Sample> = samples.iter().collect();
        let predictor = fit(&samples, &Settings::default());
        assert!((predictor.sum(&[3.0, 5.0]) - 1000.0).abs() < 20.0);
        assert!((predictor.sum(&[4.0, 5.0]) - 2000.0).abs() < 20.0);
        assert_eq!(fit(&samples, &Settings::default()), predictor);
        assert_eq!(fit(&[], &Settings::default()), Predictor::default());
    }
}
