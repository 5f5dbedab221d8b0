//! How far figures would wander with other games: whole games are drawn anew, since positions of one game end alike.

use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use sissa_judge::outcome::Outcome;

use super::measure::{FLOOR, Measures};

/// Drawings.
const DRAWINGS: usize = 100;
const SEED: u64 = 7;

/// What lies between the lowest and the highest fortieth of all drawings.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Intervals {
    /// Of the log-loss.
    pub log_loss: [f64; 2],
    /// Of the calibration error.
    pub ece: [f64; 2],
}

impl Intervals {
    /// Of what was said and what came, by game; games of one number stand together.
    pub fn of(told: &[(Outcome, usize)], games: &[u64]) -> Intervals {
        let places: Vec<std::ops::Range<usize>> = {
            let mut at = 0;
            let sizes = games.chunk_by(|a, b| a == b).map(<[u64]>::len);
            sizes
                .map(|size| {
                    at += size;
                    at - size..at
                })
                .collect()
        };
        if places.is_empty() {
            return Intervals::default();
        }
        let losses: Vec<f64> = told
            .iter()
            .map(|(outcome, result)| -outcome.shares()[*result].max(FLOOR).ln())
            .collect();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(SEED);
        let (mut log_losses, mut eces) = (Vec::new(), Vec::new());
        let mut weights = vec![0.0; told.len()];
        for _ in 0..DRAWINGS {
            weights.fill(0.0);
            for _ in 0..places.len() {
                let drawn = places[random.random_range(0..places.len())].clone();
                for weight in &mut weights[drawn] {
                    *weight += 1.0;
                }
            }
            let count: f64 = weights.iter().sum();
            let sum: f64 = weights.iter().zip(&losses).map(|(a, b)| a * b).sum();
            log_losses.push(sum / count.max(1.0));
            eces.push(Measures::weighted_ece(told, &weights));
        }
        Intervals {
            log_loss: middle(log_losses),
            ece: middle(eces),
        }
    }
}

fn middle(mut values: Vec<f64>) -> [f64; 2] {
    values.sort_by(f64::total_cmp);
    let at = |share: f64| values[((values.len() - 1) as f64 * share).round() as usize];
    [at(0.025), at(0.975)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_games_say_less_than_many() {
        let even = Outcome {
            white: 0.6,
            draw: 0.0,
            black: 0.4,
        };
        // Ten positions a game, all with its end.
        let told = |games: u64| -> (Vec<(Outcome, usize)>, Vec<u64>) {
            let positions =
                (0..10 * games).map(|at| ((even, if at / 10 % 2 == 0 { 0 } else { 2 }), at / 10));
            positions.unzip()
        };
        let width = |games: u64| {
            let (told, games) = told(games);
            let Intervals { log_loss, .. } = Intervals::of(&told, &games);
            assert!(log_loss[0] <= log_loss[1]);
            log_loss[1] - log_loss[0]
        };
        assert!(
            width(10) > 2.0 * width(1000),
            "{} {}",
            width(10),
            width(1000)
        );
    }
}
