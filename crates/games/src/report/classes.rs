//! Classes of constraints with similar curves, found by clustering.
//!
//! The distance of two constraints is how far, in moves, the one's distribution of the move at which
//! it is first satisfied must be shifted to become the other's (the earth mover's distance).
//! Clusters are joined by mean distance; the number of classes is the one with the best mean
//! silhouette.

use super::{Measures, adjusted_rand_index};

/// Moves that are told apart.
const MOVES: usize = 200;

/// The classes of the constraints of a report.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Classes {
    /// The class of each constraint, numbered by how early they are; none for one never satisfied.
    pub of: Vec<Option<usize>>,
    /// How many classes there are.
    pub count: usize,
    /// Mean silhouette, from −1 to 1: how clearly they are apart.
    pub silhouette: f64,
    /// The joins in their order: two groups of constraints and their distance.
    pub joins: Vec<(Vec<usize>, Vec<usize>, f64)>,
    /// Agreement with grouping by White's number of men, where that is the same in all positions.
    pub by_men: Option<f64>,
    /// Agreement with grouping by White's points.
    pub by_points: Option<f64>,
    /// Share of the variance of the mean half-move that equal numbers of men explain.
    pub explained_by_men: Option<f64>,
    /// And equal points.
    pub explained_by_points: Option<f64>,
}

/// The share of first satisfactions by move (two half-moves each).
pub(crate) fn curve(plies: &[u64]) -> Vec<f64> {
    let total: u64 = plies.iter().sum();
    let mut curve = vec![0.0; MOVES];
    for (ply, count) in plies.iter().enumerate() {
        let at = ply.div_ceil(2).min(MOVES - 1);
        curve[at] += *count as f64 / total.max(1) as f64;
    }
    curve
}

fn distance(one: &[f64], other: &[f64]) -> f64 {
    let mut ahead = 0.0;
    one.iter()
        .zip(other)
        .map(|(a, b)| {
            ahead += a - b;
            f64::abs(ahead)
        })
        .sum()
}

/// Finds the classes.
pub fn classify(measures: &Measures) -> Classes {
    let all = &measures.constraints;
    let known: Vec<usize> = (0..all.len()).filter(|&i| all[i].satisfied > 0).collect();
    let curves: Vec<Vec<f64>> = known.iter().map(|&i| curve(&all[i].plies)).collect();
    let between: Vec<Vec<f64>> = curves
        .iter()
        .map(|one| curves.iter().map(|other| distance(one, other)).collect())
        .collect();

    let mut groups: Vec<Vec<usize>> = (0..known.len()).map(|i| vec![i]).collect();
    let mut joins = Vec::new();
    let mut best = (f64::NEG_INFINITY, groups.clone());
    while groups.len() > 1 {
        if groups.len() < known.len() {
            let score = silhouette(&groups, &between);
            if score > best.0 {
                best = (score, groups.clone());
            }
        }
        let (apart, one, other) = nearest(&groups, &between);
        let joined = groups.remove(other);
        let name = |group: &[usize]| group.iter().map(|&i| known[i]).collect::<Vec<_>>();
        joins.push((name(&groups[one]), name(&joined), apart));
        groups[one].extend(joined);
    }
    let (silhouette, mut classes) = if best.0.is_finite() {
        best
    } else {
        // Too few to compare: all are one class.
        (0.0, groups)
    };
    let mean_ply = |i: usize| all[known[i]].mean_ply().unwrap_or(0.0);
    let center =
        |class: &[usize]| class.iter().map(|&i| mean_ply(i)).sum::<f64>() / class.len() as f64;
    classes.sort_by(|a, b| center(a).total_cmp(&center(b)));
    let mut of = vec![None; all.len()];
    for (number, class) in classes.iter().enumerate() {
        for &member in class {
            of[known[member]] = Some(number);
        }
    }

    // The thesis' suspicion can only be tested where the sums are the constraint's own.
    let constant = |i: usize| all[known[i]].men_range.0 == all[known[i]].men_range.1;
    let fit: Vec<usize> = (0..known.len()).filter(|&i| constant(i)).collect();
    let enough = fit.len() >= 3 && fit.len() == known.len();
    let rounded = |sum: u64, i: usize| (sum as f64 / all[known[i]].satisfied as f64).round() as u64;
    let men: Vec<u64> = fit
        .iter()
        .map(|&i| rounded(all[known[i]].men[0], i))
        .collect();
    let points: Vec<u64> = fit
        .iter()
        .map(|&i| rounded(all[known[i]].points[0], i))
        .collect();
    let found: Vec<u64> = fit
        .iter()
        .filter_map(|&i| of[known[i]])
        .map(|n| n as u64)
        .collect();
    let plies: Vec<f64> = fit.iter().map(|&i| mean_ply(i)).collect();
    let told = |value: Option<f64>| value.filter(|_| enough);
    Classes {
        count: classes.len(),
        silhouette,
        joins,
        by_men: told(adjusted_rand_index(&found, &men)),
        by_points: told(adjusted_rand_index(&found, &points)),
        explained_by_men: told(explained(&plies, &men)),
        explained_by_points: told(explained(&plies, &points)),
        of,
    }
}

/// The two groups with the least mean distance, and that distance.
fn nearest(groups: &[Vec<usize>], between: &[Vec<f64>]) -> (f64, usize, usize) {
    let mut nearest = (f64::INFINITY, 0, 1);
    for a in 0..groups.len() {
        for b in a + 1..groups.len() {
            let sum: f64 = groups[a]
                .iter()
                .flat_map(|&i| groups[b].iter().map(move |&j| (i, j)))
                .map(|(i, j)| between[i][j])
                .sum();
            let mean = sum / (groups[a].len() * groups[b].len()) as f64;
            if mean < nearest.0 {
                nearest = (mean, a, b);
            }
        }
    }
    nearest
}

fn silhouette(groups: &[Vec<usize>], between: &[Vec<f64>]) -> f64 {
    let mean = |i: usize, group: &[usize]| {
        let others: Vec<f64> = group
            .iter()
            .filter(|&&j| j != i)
            .map(|&j| between[i][j])
            .collect();
        others.iter().sum::<f64>() / others.len().max(1) as f64
    };
    let mut scores = Vec::new();
    for (number, group) in groups.iter().enumerate() {
        for &i in group {
            let inside = mean(i, group);
            let outside = groups
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != number)
                .map(|(_, other)| mean(i, other))
                .fold(f64::INFINITY, f64::min);
            // A class of one is neither good nor bad.
            scores.push(match group.len() {
                1 => 0.0,
                _ => (outside - inside) / outside.max(inside).max(1e-12),
            });
        }
    }
    scores.iter().sum::<f64>() / scores.len().max(1) as f64
}

/// Share of the variance of values that lies between the groups of equal keys.
fn explained(values: &[f64], keys: &[u64]) -> Option<f64> {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
    let whole = mean(values);
    let total: f64 = values.iter().map(|v| (v - whole).powi(2)).sum();
    let within: f64 = values
        .iter()
        .zip(keys)
        .map(|(value, key)| {
            let group: Vec<f64> = values
                .iter()
                .zip(keys)
                .filter(|(_, other)| *other == key)
                .map(|(value, _)| *value)
                .collect();
            (value - mean(&group)).powi(2)
        })
        .sum();
    (total > 0.0).then(|| 1.0 - within / total)
}
