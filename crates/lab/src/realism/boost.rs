//! Gradient-boosted trees (Friedman, 2001) for two classes: a hundred trees of depth three on logarithms of
//! odds, each on a random half of the rows.

use rand::{RngExt as _, SeedableRng as _};

use super::TRAITS;
use crate::Random;

const TREES: usize = 100;
const DEPTH: usize = 3;
const RATE: f64 = 0.1;
/// Fewest rows in a leaf.
const LEAST: usize = 8;
/// Cuts that are tried in a trait.
const CUTS: usize = 12;

type Row = [f32; TRAITS];

/// A tree: nodes in the order of a heap, seven questions and eight answers.
#[derive(Clone, Debug)]
struct Tree {
    questions: [(usize, f32); (1 << DEPTH) - 1],
    answers: [f64; 1 << DEPTH],
}

impl Tree {
    fn leaf(&self, row: &Row) -> usize {
        let mut node = 0;
        while node < self.questions.len() {
            let (of, cut) = self.questions[node];
            node = 2 * node + 1 + usize::from(row[of] > cut);
        }
        node - self.questions.len()
    }
}

/// Many trees.
#[derive(Clone, Debug)]
pub struct Forest {
    trees: Vec<Tree>,
}

impl Forest {
    /// Grows a forest that tells rows that are true from those that are not.
    pub fn grow(rows: &[(Row, bool)], seed: u64) -> Forest {
        let mut rng = Random::seed_from_u64(seed);
        let mut scores = vec![0.0_f64; rows.len()];
        let mut trees = Vec::with_capacity(TREES);
        for _ in 0..TREES {
            // Slopes and curvatures of the logistic loss.
            let slopes: Vec<(f64, f64)> = rows
                .iter()
                .zip(&scores)
                .map(|((_, truth), score)| {
                    let chance = 1.0 / (1.0 + (-score).exp());
                    (
                        f64::from(u8::from(*truth)) - chance,
                        chance * (1.0 - chance),
                    )
                })
                .collect();
            let half: Vec<usize> = (0..rows.len())
                .filter(|_| rng.random_range(0..2) == 0)
                .collect();
            let tree = grow(rows, &slopes, half, &mut rng);
            for ((row, _), score) in rows.iter().zip(&mut scores) {
                *score += RATE * tree.answers[tree.leaf(row)];
            }
            trees.push(tree);
        }
        Forest { trees }
    }

    /// The logarithm of the odds that a row is true.
    pub fn score(&self, row: &Row) -> f64 {
        let answers = self.trees.iter().map(|tree| tree.answers[tree.leaf(row)]);
        RATE * answers.sum::<f64>()
    }
}

fn grow(rows: &[(Row, bool)], slopes: &[(f64, f64)], all: Vec<usize>, rng: &mut Random) -> Tree {
    let mut tree = Tree {
        questions: [(0, f32::INFINITY); (1 << DEPTH) - 1],
        answers: [0.0; 1 << DEPTH],
    };
    let mut members = vec![all];
    for node in 0..tree.questions.len() {
        let here = std::mem::take(&mut members[node]);
        let question = best_cut(rows, slopes, &here, rng);
        tree.questions[node] = question;
        let (right, left) = here
            .into_iter()
            .partition(|row| rows[*row].0[question.0] > question.1);
        members.push(left);
        members.push(right);
    }
    for (answer, leaf) in tree
        .answers
        .iter_mut()
        .zip(&members[tree.questions.len()..])
    {
        let (slope, curve) = leaf.iter().fold((0.0, 0.0), |sum, row| {
            (sum.0 + slopes[*row].0, sum.1 + slopes[*row].1)
        });
        *answer = slope / (curve + 1.0);
    }
    tree
}

/// The cut that gains most, of a few random ones in each trait; one that sends everything left where no
/// cut gains.
fn best_cut(
    rows: &[(Row, bool)],
    slopes: &[(f64, f64)],
    here: &[usize],
    rng: &mut Random,
) -> (usize, f32) {
    let mut best = (1e-6, (0, f32::INFINITY));
    if here.len() < 2 * LEAST {
        return best.1;
    }
    let worth = |(slope, curve): (f64, f64)| slope * slope / (curve + 1.0);
    let total = here.iter().fold((0.0, 0.0), |sum, row| {
        (sum.0 + slopes[*row].0, sum.1 + slopes[*row].1)
    });
    for of in 0..TRAITS {
        let mut cuts: Vec<f32> = (0..CUTS)
            .map(|_| rows[here[rng.random_range(0..here.len())]].0[of])
            .collect();
        cuts.sort_by(f32::total_cmp);
        cuts.dedup();
        for cut in cuts {
            let (mut left, mut count) = ((0.0, 0.0), 0);
            for row in here {
                if rows[*row].0[of] <= cut {
                    left.0 += slopes[*row].0;
                    left.1 += slopes[*row].1;
                    count += 1;
                }
            }
            if count < LEAST || here.len() - count < LEAST {
                continue;
            }
            let right = (total.0 - left.0, total.1 - left.1);
            let gain = worth(left) + worth(right) - worth(total);
            if gain > best.0 {
                best = (gain, (of, cut));
            }
        }
    }
    best.1
}

/// The area under the curve: how often a true one of a pair of a true and a false one scores higher, ties
/// counting a half.
///
/// ```
/// use sissa_lab::realism::auc_of;
/// assert_eq!(auc_of(&[(0.1, false), (0.4, true), (0.3, false), (0.9, true)]), 1.0);
/// assert_eq!(auc_of(&[(0.5, false), (0.5, true)]), 0.5);
/// ```
pub fn auc_of(scored: &[(f64, bool)]) -> f64 {
    let mut sorted = scored.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let positives = sorted.iter().filter(|(_, truth)| *truth).count() as f64;
    let negatives = sorted.len() as f64 - positives;
    let (mut below, mut area) = (0.0, 0.0);
    for ties in sorted.chunk_by(|a, b| a.0 == b.0) {
        let true_ones = ties.iter().filter(|(_, truth)| *truth).count() as f64;
        let false_ones = ties.len() as f64 - true_ones;
        area += true_ones * (below + 0.5 * false_ones);
        below += false_ones;
    }
    area / (positives * negatives).max(1.0)
}
