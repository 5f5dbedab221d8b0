//! A map: near games near each other on paper.
//!
//! Exact t-distributed neighbour embedding (van der Maaten and Hinton 2008), from the first two
//! coordinates by chance numbers, with plain sums in a fixed order: the same map at any number of
//! threads. What is far on the map need not be far in truth; what lies together is near.

use std::ops::ControlFlow;

use sissa_parallel::in_order;
use sissa_render::chart::{Scatter, ScatterSeries};

use super::{Clusters, Distances, Terrain};
use crate::chance::number;

const PERPLEXITY: f64 = 30.0;
const STEPS: usize = 400;
/// So long attractions are stronger, so that heaps form.
const EARLY: usize = 100;

impl Terrain {
    /// A place on paper for every game. Every step is quadratic in the size of the sample.
    pub fn places(&self, seed: u64) -> Vec<(f64, f64)> {
        let count = self.games.len();
        if count < 3 {
            return (0..count).map(|game| (game as f64, 0.0)).collect();
        }
        let near = affinities(&self.distances, self.threads);
        let spread = |game: usize, axis: u64| {
            let chance = number(seed, 2 * game as u64 + axis) >> 11;
            (chance as f64 / (1u64 << 53) as f64 - 0.5) * 1e-2
        };
        let mut places: Vec<[f64; 2]> = (0..count)
            .map(|game| [spread(game, 0), spread(game, 1)])
            .collect();
        let mut speed = vec![[0.0; 2]; count];
        let mut gains = vec![[1.0f64; 2]; count];
        let rate = (count as f64 / 12.0).max(50.0);
        for step in 0..STEPS {
            let (pull, inertia) = if step < EARLY {
                (12.0, 0.5)
            } else {
                (1.0, 0.8)
            };
            let slopes = slopes(&near, &places, pull, self.threads);
            for game in 0..count {
                for axis in 0..2 {
                    let slope = slopes[game][axis];
                    let gain = &mut gains[game][axis];
                    // Where it goes on the same way it goes faster (Jacobs 1988).
                    let turned = (slope > 0.0) == (speed[game][axis] > 0.0);
                    *gain = if turned {
                        (*gain * 0.8).max(0.01)
                    } else {
                        *gain + 0.2
                    };
                    speed[game][axis] = inertia * speed[game][axis] - rate * *gain * slope;
                    places[game][axis] += speed[game][axis];
                }
            }
        }
        places.into_iter().map(|[x, y]| (x, y)).collect()
    }

    /// The map as a drawing, coloured by cluster, typical games numbered.
    pub fn map(&self, clusters: &Clusters, seed: u64) -> Scatter {
        let places = self.places(seed);
        let mut chart = Scatter::new(format!("Map of {} games", self.games.len()));
        for (number, found) in clusters.clusters.iter().enumerate() {
            let members = clusters.of.iter().zip(&places);
            let points = members.filter(|(own, _)| **own == number);
            let share = 100.0 * found.games as f64 / self.games.len().max(1) as f64;
            let name = format!(
                "{}  {} ({share:.0} %)",
                number + 1,
                clusters.name(number, self)
            );
            let series = ScatterSeries::new(name, points.map(|(_, place)| *place));
            chart = chart.series(series.label((number + 1).to_string(), places[found.medoid]));
        }
        chart
    }
}

/// How near games count as neighbours: each row a bell whose width gives so many neighbours, both
/// directions added, all of them together 1.
fn affinities(distances: &Distances, threads: usize) -> Vec<f32> {
    let count = distances.count;
    let mut rows: Vec<Vec<f64>> = Vec::with_capacity(count);
    let perplexity = PERPLEXITY.min((count - 1) as f64 / 3.0).max(1.0);
    in_order(
        0..count as u64,
        threads,
        |game| bell(distances.row(game as usize), game as usize, perplexity),
        |_, row| {
            rows.push(row);
            ControlFlow::Continue(())
        },
    );
    let mut both = vec![0.0; count * count];
    for a in 0..count {
        for b in 0..count {
            both[a * count + b] = ((rows[a][b] + rows[b][a]) / (2.0 * count as f64)) as f32;
        }
    }
    both
}

/// Weights of the others for one game, with an entropy of that of so many equal neighbours.
fn bell(row: &[f32], game: usize, perplexity: f64) -> Vec<f64> {
    let others = || row.iter().zip(0..).filter(|(_, other)| *other != game);
    let least = others()
        .map(|(far, _)| f64::from(*far))
        .fold(f64::INFINITY, f64::min);
    let (mut low, mut high) = (0.0, f64::INFINITY);
    let mut sharpness = 1e-3;
    let mut weights = vec![0.0; row.len()];
    for _ in 0..60 {
        let (mut sum, mut moment) = (0.0, 0.0);
        for (far, other) in others() {
            let excess = f64::from(*far).powi(2) - least.powi(2);
            let weight = (-sharpness * excess).exp();
            weights[other] = weight;
            sum += weight;
            moment += weight * excess;
        }
        let entropy = sum.ln() + sharpness * moment / sum;
        weights.iter_mut().for_each(|weight| *weight /= sum);
        let off = entropy - perplexity.ln();
        if off.abs() < 1e-4 {
            break;
        }
        if off > 0.0 {
            low = sharpness;
            sharpness = if high.is_finite() {
                (low + high) / 2.0
            } else {
                sharpness * 2.0
            };
        } else {
            high = sharpness;
            sharpness = (low + high) / 2.0;
        }
    }
    weights
}

/// Which way places must go, and how far.
fn slopes(near: &[f32], places: &[[f64; 2]], pull: f64, threads: usize) -> Vec<[f64; 2]> {
    let count = places.len();
    let mut parts = Vec::with_capacity(count);
    let part = |game: u64| {
        let game = game as usize;
        let [x, y] = places[game];
        let row = &near[game * count..(game + 1) * count];
        let (mut attract, mut repel, mut sum) = ([0.0; 2], [0.0; 2], 0.0);
        for (weight, [other_x, other_y]) in row.iter().zip(places) {
            let (dx, dy) = (x - other_x, y - other_y);
            let tail = 1.0 / (1.0 + dx * dx + dy * dy);
            let strength = f64::from(*weight) * tail;
            attract[0] += strength * dx;
            attract[1] += strength * dy;
            repel[0] += tail * tail * dx;
            repel[1] += tail * tail * dy;
            sum += tail;
        }
        // Of itself it is 1.
        (attract, repel, sum - 1.0)
    };
    // Many games at a time: one alone is too little work for a thread.
    let chunk = 64;
    in_order(
        0..count.div_ceil(chunk) as u64,
        threads,
        |number| {
            let start = number as usize * chunk;
            let games = start..(start + chunk).min(count);
            games.map(|game| part(game as u64)).collect::<Vec<_>>()
        },
        |_, some| {
            parts.extend(some);
            ControlFlow::Continue(())
        },
    );
    let all: f64 = parts.iter().map(|(_, _, sum)| sum).sum();
    let slope = |(attract, repel, _): ([f64; 2], [f64; 2], f64)| {
        [0, 1].map(|axis| 4.0 * (pull * attract[axis] - repel[axis] / all))
    };
    parts.into_iter().map(slope).collect()
}
