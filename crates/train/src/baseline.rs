//! What a network must beat: logistic regression on material alone.
//!
//! One regression for each tuple. What it sees is how many men of each kind there are, of both sides,
//! each count a switch of its own; where they stand it does not see.

use std::path::Path;

use sissa_nn::Tuple;

use crate::{
    Packed, TrainError,
    dataset::{Statistics, read_shard, shard_path},
};

/// Counts from 0 to 9 of five kinds of both sides, and one switch that is always on.
const SWITCHES: usize = 10 * 10 + 1;

/// A regression for each tuple.
#[derive(Clone, Debug)]
pub struct Material {
    weights: Vec<(Tuple, Vec<f64>)>,
}

fn switches(packed: &Packed) -> [usize; 11] {
    let planes = packed.placement().0;
    std::array::from_fn(|at| match at {
        10 => SWITCHES - 1,
        _ => 10 * at + (planes[at / 5 * 6 + at % 5].count_ones() as usize).min(9),
    })
}

fn said(weights: &[f64], switches: &[usize; 11]) -> f64 {
    let sum: f64 = switches.iter().map(|at| weights[*at]).sum();
    1.0 / (1.0 + (-sum).exp())
}

impl Material {
    /// Fits the regressions to so many training positions, five times over, by stochastic gradients whose
    /// steps shrink where they were large before.
    pub fn fit(folder: &Path, tuples: &[Tuple], positions: usize) -> Result<Material, TrainError> {
        let statistics = Statistics::read(folder)?;
        let mut known = Vec::new();
        for number in 0..statistics.partitions {
            for entry in read_shard(&shard_path(folder, false, number))? {
                if known.len() < positions {
                    let shares: Vec<f64> =
                        tuples.iter().map(|t| f64::from(entry.share(*t))).collect();
                    known.push((switches(&entry.packed), shares));
                }
            }
            if known.len() >= positions {
                break;
            }
        }
        let fit = |at: usize| {
            let mut weights = vec![0.0; SWITCHES];
            let mut squares = vec![1e-3; SWITCHES];
            for _ in 0..5 {
                for (switches, shares) in &known {
                    let slope = said(&weights, switches) - shares[at];
                    for switch in switches {
                        squares[*switch] += slope * slope;
                        weights[*switch] -= 0.2 * slope / squares[*switch].sqrt();
                    }
                }
            }
            (tuples[at], weights)
        };
        Ok(Material {
            weights: (0..tuples.len()).map(fit).collect(),
        })
    }

    /// What the regression of a tuple says.
    pub fn probability(&self, packed: &Packed, tuple: Tuple) -> Option<f64> {
        let (_, weights) = self.weights.iter().find(|(known, _)| *known == tuple)?;
        Some(said(weights, &switches(packed)))
    }
}
