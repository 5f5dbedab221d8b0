//! Layers: matrix products, and sums of rows where nearly everything is zero.

use super::Switch;
use crate::gemm::{Matrix, multiply};

/// A layer's place among the parameters: a row of weights for each input, then a bias for each output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dense {
    pub inputs: usize,
    pub outputs: usize,
    /// The first of its parameters.
    pub begin: usize,
}

impl Dense {
    /// How many parameters it has.
    pub fn count(&self) -> usize {
        (self.inputs + 1) * self.outputs
    }

    /// Its weights.
    pub fn weights<'a>(&self, parameters: &'a [f32]) -> &'a [f32] {
        &parameters[self.begin..][..self.inputs * self.outputs]
    }

    /// Its biases.
    pub fn bias<'a>(&self, parameters: &'a [f32]) -> &'a [f32] {
        &parameters[self.begin + self.inputs * self.outputs..][..self.outputs]
    }

    /// Many rows of inputs to rows of outputs, before activation.
    pub fn forward(&self, parameters: &[f32], input: &[f32]) -> Vec<f32> {
        let rows = input.len() / self.inputs;
        let mut output = self.bias(parameters).repeat(rows);
        let weights = Matrix::new(self.weights(parameters), self.inputs, self.outputs);
        let input = Matrix::new(input, rows, self.inputs);
        multiply(input, weights, true, &mut output);
        output
    }

    /// The same for one row of which only a few inputs are not zero; added to what is there.
    pub fn add_sparse(
        &self,
        parameters: &[f32],
        input: impl Iterator<Item = Switch>,
        output: &mut [f32],
    ) {
        let weights = self.weights(parameters);
        for (number, value) in input {
            add_row(
                output,
                &weights[number * self.outputs..][..self.outputs],
                value,
            );
        }
    }
}

/// Adds a row times a number: nearly all that a first layer does, forwards and backwards.
pub fn add_row(sums: &mut [f32], row: &[f32], times: f32) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx512f") {
        // SAFETY: the feature was found.
        #[allow(unsafe_code)]
        unsafe {
            add_row_widely(sums, row, times);
        }
        return;
    }
    add_row_plainly(sums, row, times);
}

#[inline(always)]
fn add_row_plainly(sums: &mut [f32], row: &[f32], times: f32) {
    for (sum, number) in sums.iter_mut().zip(row) {
        *sum += times * number;
    }
}

/// The same loop with the widest instructions.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn add_row_widely(sums: &mut [f32], row: &[f32], times: f32) {
    add_row_plainly(sums, row, times);
}

/// What is below zero becomes zero.
pub fn rectify(numbers: &mut [f32]) {
    for number in numbers {
        *number = number.max(0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_and_plain_rows_are_equal() {
        let row: Vec<f32> = (0..77).map(|i| (i as f32).cos()).collect();
        let (mut one, mut other) = (row.clone(), row.clone());
        add_row(&mut one, &row, -1.5);
        add_row_plainly(&mut other, &row, -1.5);
        assert_eq!(one, other);
        assert_eq!(one[0], -0.5);
    }

    #[test]
    fn few_inputs_and_all_inputs_agree() {
        let layer = Dense {
            inputs: 5,
            outputs: 3,
            begin: 2,
        };
        let parameters: Vec<f32> = (0..2 + layer.count()).map(|i| (i as f32).sin()).collect();
        let dense = layer.forward(&parameters, &[0.0, 2.0, 0.0, -1.0, 0.0]);
        let mut sparse = layer.bias(&parameters).to_vec();
        let few = [(1, 2.0), (3, -1.0)];
        layer.add_sparse(&parameters, few.into_iter(), &mut sparse);
        for (one, other) in dense.iter().zip(&sparse) {
            assert!((one - other).abs() < 1e-5);
        }
    }
}
