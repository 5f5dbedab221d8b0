//! Sequential Monte Carlo with a look ahead (Pitt and Shephard's fully adapted filter, 1999; as *twisted*
//! by Whiteley and Lee, 2014).
//!
//! A process goes from state to state: from `x` to `y` with probability `p(y|x)`, or comes to its end
//! without success with what is left to 1. Asked for is a random walk *given that it succeeds*. Some
//! positive function `v` guesses how likely success is from each state. Each particle moves by
//! `p(y|x) v(y) / Σ`, where `Σ` is the sum over all `y`, and its weight is multiplied by `Σ / v(x)`; once the
//! weights differ too much, particles are drawn anew by weight. Success counts `v = 1`, and a particle
//! that succeeded stays as it is.
//!
//! Whatever `v` is, the weighted particles that succeed tend to the walks given success as their number
//! grows, and their mean weight times `v` at the start is an unbiased estimate of the probability of
//! success. Were `v` exact, all weights would stay the same.

use rand::RngExt as _;

use crate::Random;

/// A step that may follow.
#[derive(Debug, Clone, Copy)]
pub struct Branch<S> {
    /// The step.
    pub step: S,
    /// How likely it is.
    pub probability: f64,
    /// How likely success is guessed to be after it.
    pub prospect: f64,
    /// Whether it is success itself.
    pub done: bool,
}

/// What is walked on.
pub trait Process {
    /// Where a particle is.
    type State: Clone;
    /// How it gets on.
    type Step: Copy;
    /// All steps that may follow; none where the walk ends. Answers whether there is time for more.
    fn branches(&mut self, state: &Self::State, branches: &mut Vec<Branch<Self::Step>>) -> bool;
    /// Goes on.
    fn take(&mut self, state: &mut Self::State, step: &Self::Step);
    /// A particle is left behind, for good.
    fn leave(&mut self, _state: &Self::State, _prospect: f64) {}
}

/// A walk that succeeded.
#[derive(Debug, Clone)]
pub struct Drawn<S> {
    /// Where it is.
    pub state: S,
    /// How many particles of equal weight the crowd was worth at the end.
    pub effective: f64,
    /// The estimate of how likely success is.
    pub chance: f64,
}

#[derive(Debug, Clone)]
struct Particle<S> {
    state: S,
    weight: f64,
    prospect: f64,
    done: bool,
}

/// A number from 0 to 1, without 1.
pub fn uniform(rng: &mut Random) -> f64 {
    rng.random_range(0.0..1.0)
}

/// Plays a crowd to its end and draws one walk that succeeded; `None` where none did, or time is up.
pub fn draw<P: Process>(
    process: &mut P,
    start: P::State,
    prospect: f64,
    count: usize,
    rng: &mut Random,
) -> Option<Drawn<P::State>> {
    let mut crowd = vec![
        Particle {
            state: start,
            weight: 1.0,
            prospect,
            done: false,
        };
        count.max(1)
    ];
    // The mean weight before each time that particles were drawn anew.
    let mut scale = prospect;
    let mut branches = Vec::new();
    loop {
        let mut moved = false;
        for particle in &mut crowd {
            if particle.done || particle.weight <= 0.0 {
                continue;
            }
            branches.clear();
            if !process.branches(&particle.state, &mut branches) {
                return None;
            }
            let worth = |branch: &Branch<P::Step>| branch.probability * branch.prospect;
            let sum: f64 = branches.iter().map(worth).sum();
            let mut at = uniform(rng) * sum;
            let chosen = branches.iter().find(|branch| {
                at -= worth(branch);
                at < 0.0
            });
            let Some(branch) = chosen else {
                process.leave(&particle.state, particle.prospect);
                particle.weight = 0.0;
                continue;
            };
            particle.weight *= sum / particle.prospect;
            particle.prospect = branch.prospect;
            particle.done = branch.done;
            process.take(&mut particle.state, &branch.step);
            moved = true;
        }
        let total: f64 = crowd.iter().map(|particle| particle.weight).sum();
        if total <= 0.0 {
            return None;
        }
        if !moved {
            break;
        }
        if effective(&crowd) < 0.5 * crowd.len() as f64 {
            scale *= total / crowd.len() as f64;
            crowd = drawn_anew(process, crowd, total, rng);
        }
    }
    let total: f64 = crowd.iter().map(|particle| particle.weight).sum();
    let chance = scale * total / crowd.len() as f64;
    let effective = effective(&crowd);
    let mut at = uniform(rng) * total;
    let chosen = crowd.iter().position(|particle| {
        at -= particle.weight;
        at < 0.0
    });
    let last = crowd.iter().rposition(|particle| particle.weight > 0.0)?;
    Some(Drawn {
        state: crowd.swap_remove(chosen.unwrap_or(last)).state,
        effective,
        chance,
    })
}

/// Kish's effective sample size.
fn effective<S>(crowd: &[Particle<S>]) -> f64 {
    let sum: f64 = crowd.iter().map(|particle| particle.weight).sum();
    let squares: f64 = crowd.iter().map(|particle| particle.weight.powi(2)).sum();
    if squares > 0.0 {
        sum * sum / squares
    } else {
        0.0
    }
}

/// As many particles of equal weight, each as often as its weight says, to less than one (systematic
/// resampling: one random number, equal steps).
fn drawn_anew<P: Process>(
    process: &mut P,
    crowd: Vec<Particle<P::State>>,
    total: f64,
    rng: &mut Random,
) -> Vec<Particle<P::State>> {
    let count = crowd.len();
    let step = total / count as f64;
    let mut next = uniform(rng) * step;
    let mut passed = 0.0;
    let mut anew = Vec::with_capacity(count);
    for particle in crowd {
        passed += particle.weight;
        let before = anew.len();
        while next < passed && anew.len() < count {
            anew.push(Particle {
                weight: 1.0,
                ..particle.clone()
            });
            next += step;
        }
        if anew.len() == before && particle.weight > 0.0 && !particle.done {
            process.leave(&particle.state, particle.prospect);
        }
    }
    anew
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::SeedableRng as _;

    use super::*;

    /// A walk on a small tree: at each of four levels left or right, or the end; success is to have gone
    /// right exactly as often as asked.
    struct Tree {
        right: f64,
        end: f64,
        wanted: usize,
        /// How the prospect is guessed: exactly, as a constant, or badly.
        guess: fn(f64, usize) -> f64,
    }

    const LEVELS: usize = 4;

    impl Tree {
        /// The exact probability of success after these steps.
        fn exact(&self, steps: &[bool]) -> f64 {
            let rights = steps.iter().filter(|right| **right).count();
            if steps.len() == LEVELS {
                return f64::from(u8::from(rights == self.wanted));
            }
            [false, true]
                .map(|right| {
                    let next = [steps, &[right]].concat();
                    self.probability(steps, right) * self.exact(&next)
                })
                .iter()
                .sum()
        }

        /// Depends on the step before, so that walks differ in more than their counts.
        fn probability(&self, steps: &[bool], right: bool) -> f64 {
            let bold = self.right
                + if steps.last() == Some(&true) {
                    0.2
                } else {
                    0.0
                };
            (1.0 - self.end) * if right { bold } else { 1.0 - bold }
        }

        fn value(&self, steps: &[bool]) -> f64 {
            match self.exact(steps) {
                exact if exact <= 0.0 => 0.0,
                exact => (self.guess)(exact, steps.len()),
            }
        }
    }

    impl Process for Tree {
        type State = Vec<bool>;
        type Step = bool;

        fn branches(&mut self, steps: &Vec<bool>, branches: &mut Vec<Branch<bool>>) -> bool {
            for right in [false, true] {
                let next = [steps.as_slice(), &[right]].concat();
                let done = next.len() == LEVELS && self.exact(&next) == 1.0;
                if next.len() <= LEVELS {
                    branches.push(Branch {
                        step: right,
                        probability: self.probability(steps, right),
                        prospect: if done { 1.0 } else { self.value(&next) },
                        done,
                    });
                }
            }
            true
        }

        fn take(&mut self, steps: &mut Vec<bool>, right: &bool) {
            steps.push(*right);
        }
    }

    /// The largest difference between shares of drawn walks and the exact conditional probabilities, and
    /// the mean estimate of the probability of success beside the exact one.
    fn compare(mut tree: Tree, particles: usize, draws: u32) -> (f64, f64, f64) {
        let mut rng = Random::seed_from_u64(11);
        let mut counts: BTreeMap<Vec<bool>, u32> = BTreeMap::new();
        let mut chance = 0.0;
        let begun = tree.value(&[]);
        for _ in 0..draws {
            if let Some(drawn) = draw(&mut tree, Vec::new(), begun, particles, &mut rng) {
                chance += drawn.chance / f64::from(draws);
                *counts.entry(drawn.state).or_default() += 1;
            }
        }
        let total: u32 = counts.values().sum();
        let success = tree.exact(&[]);
        let mut worst: f64 = 0.0;
        for walk in 0..1_u32 << LEVELS {
            let steps: Vec<bool> = (0..LEVELS).map(|level| walk >> level & 1 == 1).collect();
            let mut exact = tree.exact(&steps) / success;
            for level in 0..LEVELS {
                exact *= tree.probability(&steps[..level], steps[level]);
            }
            let share = f64::from(counts.get(&steps).copied().unwrap_or(0)) / f64::from(total);
            worst = worst.max((share - exact).abs());
        }
        (worst, chance, success)
    }

    #[test]
    fn walks_are_drawn_as_given_success_whatever_the_guess() {
        let guesses: [fn(f64, usize) -> f64; 3] = [
            |exact, _| exact,
            |_, _| 0.5,
            // Wrong by a factor that changes from level to level.
            |exact, level| (0.2 + 0.3 * level as f64) * exact.sqrt(),
        ];
        for guess in guesses {
            for wanted in [1, 3] {
                let tree = Tree {
                    right: 0.25,
                    end: 0.1,
                    wanted,
                    guess,
                };
                let (worst, chance, exact) = compare(tree, 64, 6_000);
                assert!(worst < 0.025, "{wanted}: {worst}");
                assert!((chance / exact - 1.0).abs() < 0.05, "{chance} {exact}");
            }
        }
    }

    #[test]
    fn an_exact_guess_keeps_all_weights_equal() {
        let mut tree = Tree {
            right: 0.3,
            end: 0.2,
            wanted: 2,
            guess: |exact, _| exact,
        };
        let begun = tree.value(&[]);
        let mut rng = Random::seed_from_u64(1);
        let drawn = draw(&mut tree, Vec::new(), begun, 10, &mut rng).unwrap();
        assert!((drawn.effective - 10.0).abs() < 1e-9);
        assert!((drawn.chance - begun).abs() < 1e-12);
    }

    #[test]
    fn nothing_is_drawn_where_nothing_succeeds() {
        let mut tree = Tree {
            right: 0.3,
            end: 0.2,
            wanted: 5,
            guess: |exact, _| exact,
        };
        let mut rng = Random::seed_from_u64(1);
        assert!(draw(&mut tree, Vec::new(), 0.5, 10, &mut rng).is_none());
    }
}
