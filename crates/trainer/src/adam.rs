//! Adam (Kingma and Ba, 2015).

/// The two moments of every parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    /// Mean of the gradients.
    pub mean: Vec<f32>,
    /// Mean of their squares.
    pub square: Vec<f32>,
    /// Parameters stay between minus this and this.
    pub limit: f32,
}

const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;

/// Parameters that are moved at a time, so that sums of gradients stay near the processor.
const BLOCK: usize = 1024;

impl Adam {
    /// For so many parameters, without a limit.
    pub fn new(parameters: usize) -> Adam {
        Adam {
            mean: vec![0.0; parameters],
            square: vec![0.0; parameters],
            limit: f32::INFINITY,
        }
    }

    /// Moves the parameters; `step` counts from 1.
    pub fn step(&mut self, parameters: &mut [f32], gradient: &[f32], rate: f32, step: u64) {
        self.step_by_sum(parameters, &[gradient], 1.0, rate, step);
    }

    /// Moves the parameters by a sum of gradients, added in order and divided by a weight.
    pub fn step_by_sum(
        &mut self,
        parameters: &mut [f32],
        gradients: &[&[f32]],
        weight: f32,
        rate: f32,
        step: u64,
    ) {
        let power = i32::try_from(step).unwrap_or(i32::MAX);
        let (mean_bias, square_bias) = (1.0 - MEAN.powi(power), 1.0 - SQUARE.powi(power));
        let limit = self.limit;
        let mut sum = [0.0; BLOCK];
        let blocks = parameters
            .chunks_mut(BLOCK)
            .zip(self.mean.chunks_mut(BLOCK))
            .zip(self.square.chunks_mut(BLOCK))
            .enumerate();
        for (block, ((parameters, mean), square)) in blocks {
            let sum = &mut sum[..parameters.len()];
            sum.fill(0.0);
            for gradient in gradients {
                let gradient = &gradient[block * BLOCK..][..sum.len()];
                for (sum, slope) in sum.iter_mut().zip(gradient) {
                    *sum += slope;
                }
            }
            let moments = mean.iter_mut().zip(square);
            for ((parameter, sum), (mean, square)) in parameters.iter_mut().zip(sum).zip(moments) {
                let slope = *sum / weight;
                *mean = MEAN * *mean + (1.0 - MEAN) * slope;
                *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
                let size = (*square / square_bias).sqrt() + 1e-8;
                let moved = *parameter - rate * (*mean / mean_bias) / size;
                *parameter = moved.clamp(-limit, limit);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_of_gradients_is_one_gradient() {
        let count = 2 * BLOCK + 7;
        let part = |at: usize, times: f32| times * ((at * 37 % 101) as f32 - 50.0);
        let parts: Vec<Vec<f32>> = [0.5, 0.25, -1.0]
            .iter()
            .map(|times| (0..count).map(|at| part(at, *times)).collect())
            .collect();
        let parts: Vec<&[f32]> = parts.iter().map(Vec::as_slice).collect();
        let whole: Vec<f32> = (0..count)
            .map(|at| parts.iter().map(|part| part[at]).sum::<f32>() / 8.0)
            .collect();
        let (mut one, mut other) = (vec![0.3; count], vec![0.3; count]);
        let (mut alone, mut together) = (Adam::new(count), Adam::new(count));
        for step in 1..4 {
            alone.step(&mut one, &whole, 0.1, step);
            together.step_by_sum(&mut other, &parts, 8.0, 0.1, step);
        }
        assert_eq!((one, alone), (other, together));
    }

    #[test]
    fn parameters_stay_within_the_limit() {
        let mut adam = Adam::new(2);
        adam.limit = 0.05;
        let mut numbers = [0.0, 0.0];
        adam.step(&mut numbers, &[1.0, -1.0], 0.1, 1);
        assert_eq!(numbers, [-0.05, 0.05]);
    }
}
