//! Steps down a gradient that threads find together.
//!
//! A batch is computed in pieces, each with a gradient of its own; these are added in order. So the numbers are
//! the same at any number of threads, as long as the pieces are.

use std::thread;

use crate::{Adam, RunError};

/// What was lost on samples, and how much these count.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// Of all together.
    pub sum: f64,
    /// What all together count.
    pub weight: f64,
}

impl Loss {
    /// For one sample of weight 1.
    pub fn mean(self) -> f64 {
        self.sum / self.weight.max(1e-9)
    }
}

impl std::ops::AddAssign for Loss {
    fn add_assign(&mut self, other: Loss) {
        self.sum += other.sum;
        self.weight += other.weight;
    }
}

/// The rate after `step` of `steps`, which falls along half a cosine.
pub fn cosine(step: u64, steps: u64, first: f32, last: f32) -> f32 {
    let done = step.min(steps) as f32 / steps as f32;
    let fall = 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
    last + (first - last) * fall
}

/// Where a descent is: its moments, its steps, and room for gradients.
#[derive(Clone, Debug)]
pub struct Descent {
    /// The moments of the parameters.
    pub adam: Adam,
    /// Steps done.
    pub steps: u64,
    threads: usize,
    gradients: Vec<Vec<f32>>,
    /// Pieces of the batch that was looked at last.
    pieces: usize,
}

impl Descent {
    /// The beginning, for so many parameters.
    pub fn new(parameters: usize, threads: usize) -> Descent {
        Descent {
            adam: Adam::new(parameters),
            steps: 0,
            threads: threads.max(1),
            gradients: Vec::new(),
            pieces: 0,
        }
    }

    /// Adds the gradients of all pieces of a batch. `worker` is called once on each thread; what it makes is
    /// called with the number of a piece and an empty gradient to add to.
    pub fn accumulate<W>(&mut self, pieces: usize, worker: impl Fn() -> W + Sync) -> Loss
    where
        W: FnMut(usize, &mut [f32]) -> Loss,
    {
        let count = self.adam.mean.len();
        if self.gradients.len() < pieces {
            self.gradients.resize(pieces, Vec::new());
        }
        self.pieces = pieces;
        let share = pieces.div_ceil(self.threads).max(1);
        let work = |first: usize, gradients: &mut [Vec<f32>]| -> Vec<Loss> {
            let mut work = worker();
            let each = gradients.iter_mut().enumerate();
            each.map(|(index, gradient)| {
                gradient.clear();
                gradient.resize(count, 0.0);
                work(first + index, gradient)
            })
            .collect()
        };
        let gradients = &mut self.gradients[..pieces];
        let losses: Vec<Loss> = if share >= pieces {
            work(0, gradients)
        } else {
            thread::scope(|scope| {
                let work = &work;
                let handles: Vec<_> = gradients
                    .chunks_mut(share)
                    .enumerate()
                    .map(|(chunk, gradients)| scope.spawn(move || work(chunk * share, gradients)))
                    .collect();
                let join = |handle: thread::ScopedJoinHandle<'_, Vec<Loss>>| {
                    let joined = handle.join();
                    joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                };
                handles.into_iter().flat_map(join).collect()
            })
        };
        let mut total = Loss::default();
        for loss in losses {
            total += loss;
        }
        total
    }

    /// One step down the gradients that were added last, divided by the weight of their loss.
    pub fn step(&mut self, parameters: &mut [f32], loss: Loss, rate: f32) -> Result<(), RunError> {
        self.steps += 1;
        if !loss.sum.is_finite() || loss.weight <= 0.0 {
            return Err(RunError::Diverged(self.steps));
        }
        let gradients: Vec<&[f32]> = self.gradients[..self.pieces]
            .iter()
            .map(Vec::as_slice)
            .collect();
        self.adam
            .step_by_sum(parameters, &gradients, loss.weight as f32, rate, self.steps);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_change_nothing() {
        let run = |threads: usize| {
            let mut numbers = vec![0.1_f32; 50];
            let mut descent = Descent::new(50, threads);
            for _ in 0..20 {
                let at = numbers.clone();
                let loss = descent.accumulate(7, || {
                    |piece, gradient: &mut [f32]| {
                        for (index, slope) in gradient.iter_mut().enumerate() {
                            *slope += at[index] - (piece * index % 5) as f32 * 0.3;
                        }
                        Loss {
                            sum: piece as f64,
                            weight: 1.0,
                        }
                    }
                });
                assert_eq!((loss.sum, loss.weight), (21.0, 7.0));
                descent.step(&mut numbers, loss, 0.01).unwrap();
            }
            numbers
        };
        assert_eq!(run(1), run(3));
        assert_eq!(run(1), run(16));
    }

    #[test]
    fn a_loss_that_is_no_number_ends_the_run() {
        let mut descent = Descent::new(1, 1);
        let lost = Loss {
            sum: f64::NAN,
            weight: 1.0,
        };
        let error = descent.step(&mut [0.0], lost, 0.1).unwrap_err();
        assert!(error.to_string().contains("after 1 steps"), "{error}");
    }

    #[test]
    fn a_cosine_begins_and_ends_where_it_should() {
        assert_eq!(cosine(0, 10, 1.0, 0.2), 1.0);
        assert!((cosine(10, 10, 1.0, 0.2) - 0.2).abs() < 1e-6);
        assert!((cosine(5, 10, 1.0, 0.2) - 0.6).abs() < 1e-6);
    }
}
