//! A small network of two layers, trained by Adam: sparse ones in, chosen outputs only.
//!
//! Written by hand because these networks are tiny and their inputs are a few ones among zeros: a
//! general library would multiply the zeros too, and would weigh on the everyday build.

use rand::{Rng, RngExt as _};

/// Inputs → rectified hidden layer → one logit per output.
#[derive(Clone, Debug)]
pub struct Dense {
    inputs: usize,
    hidden: usize,
    /// Hidden weights by input, hidden biases, output weights by output, output biases.
    parameters: [Layer; 4],
    steps: i32,
}

/// Parameters with their gradient and Adam's two moments.
#[derive(Clone, Debug)]
struct Layer {
    values: Vec<f32>,
    gradient: Vec<f32>,
    moments: Vec<(f32, f32)>,
    /// Rows with a gradient, and the length of a row.
    touched: Vec<usize>,
    marked: Vec<bool>,
    width: usize,
}

impl Layer {
    fn new(rows: usize, width: usize, spread: f32, rng: &mut impl Rng) -> Layer {
        let count = rows * width;
        Layer {
            values: (0..count)
                .map(|_| (rng.random::<f32>() * 2.0 - 1.0) * spread)
                .collect(),
            gradient: vec![0.0; count],
            moments: vec![(0.0, 0.0); count],
            touched: Vec::new(),
            marked: vec![false; rows],
            width,
        }
    }

    fn row(&self, row: usize) -> &[f32] {
        &self.values[row * self.width..][..self.width]
    }

    fn gradient_row(&mut self, row: usize) -> &mut [f32] {
        if !self.marked[row] {
            self.marked[row] = true;
            self.touched.push(row);
        }
        &mut self.gradient[row * self.width..][..self.width]
    }

    fn step(&mut self, rate: f32, scale: f32) {
        for row in self.touched.drain(..) {
            self.marked[row] = false;
            for index in row * self.width..(row + 1) * self.width {
                let gradient = std::mem::take(&mut self.gradient[index]) * scale;
                let (first, second) = &mut self.moments[index];
                *first += 0.1 * (gradient - *first);
                *second += 0.001 * (gradient * gradient - *second);
                self.values[index] -= rate * *first / (second.sqrt() + 1e-6);
            }
        }
    }
}

impl Dense {
    /// A network with random weights.
    pub fn new(inputs: usize, hidden: usize, outputs: usize, rng: &mut impl Rng) -> Dense {
        Dense {
            inputs,
            hidden,
            parameters: [
                Layer::new(inputs, hidden, 0.15, rng),
                Layer::new(1, hidden, 0.0, rng),
                Layer::new(outputs, hidden, (3.0 / hidden as f32).sqrt(), rng),
                Layer::new(outputs, 1, 0.0, rng),
            ],
            steps: 0,
        }
    }

    /// The hidden layer for the inputs that are one.
    pub fn hidden(&self, ones: &[usize]) -> Vec<f32> {
        let mut hidden = self.parameters[1].values.clone();
        for one in ones.iter().filter(|one| **one < self.inputs) {
            for (sum, weight) in hidden.iter_mut().zip(self.parameters[0].row(*one)) {
                *sum += weight;
            }
        }
        hidden.iter_mut().for_each(|sum| *sum = sum.max(0.0));
        hidden
    }

    /// The logit of one output.
    pub fn logit(&self, hidden: &[f32], output: usize) -> f32 {
        let weights = self.parameters[2].row(output);
        let sum: f32 = hidden
            .iter()
            .zip(weights)
            .map(|(one, other)| one * other)
            .sum();
        sum + self.parameters[3].values[output]
    }

    /// Adds the gradient of the cross-entropy of some outputs, each an independent yes or no.
    pub fn learn(&mut self, ones: &[usize], answers: &[(usize, bool)]) {
        let hidden = self.hidden(ones);
        let mut back = vec![0.0f32; self.hidden];
        for (output, answer) in answers {
            let logit = self.logit(&hidden, *output);
            let error = 1.0 / (1.0 + (-logit).exp()) - f32::from(u8::from(*answer));
            for (sum, weight) in back.iter_mut().zip(self.parameters[2].row(*output)) {
                *sum += error * weight;
            }
            let row = self.parameters[2].gradient_row(*output);
            for (gradient, value) in row.iter_mut().zip(&hidden) {
                *gradient += error * value;
            }
            self.parameters[3].gradient_row(*output)[0] += error;
        }
        for (sum, value) in back.iter_mut().zip(&hidden) {
            if *value <= 0.0 {
                *sum = 0.0;
            }
        }
        for row in ones.iter().filter(|one| **one < self.inputs) {
            let row = self.parameters[0].gradient_row(*row);
            row.iter_mut()
                .zip(&back)
                .for_each(|(gradient, sum)| *gradient += sum);
        }
        let row = self.parameters[1].gradient_row(0);
        row.iter_mut()
            .zip(&back)
            .for_each(|(gradient, sum)| *gradient += sum);
    }

    /// Moves the parameters against the gathered gradient, the mean of `batch` samples.
    pub fn step(&mut self, rate: f32, batch: usize) {
        self.steps += 1;
        // Adam's moments start at zero: a short warm-up instead of its correction.
        let rate = rate * (self.steps as f32 / 50.0).min(1.0);
        for layer in &mut self.parameters {
            layer.step(rate, 1.0 / batch as f32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng as _;

    fn loss(network: &Dense, ones: &[usize], answers: &[(usize, bool)]) -> f32 {
        let hidden = network.hidden(ones);
        let each = answers.iter().map(|(output, answer)| {
            let logit = network.logit(&hidden, *output);
            let sign = if *answer { 1.0 } else { -1.0 };
            (1.0 + (-sign * logit).exp()).ln()
        });
        each.sum()
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(5);
        let mut network = Dense::new(6, 5, 3, &mut rng);
        let (ones, answers) = (vec![0, 2, 5], vec![(0, true), (2, false)]);
        network.learn(&ones, &answers);
        for layer in 0..4 {
            for index in 0..network.parameters[layer].values.len() {
                let mut moved = network.clone();
                moved.parameters[layer].values[index] += 1e-2;
                let above = loss(&moved, &ones, &answers);
                moved.parameters[layer].values[index] -= 2e-2;
                let slope = (above - loss(&moved, &ones, &answers)) / 2e-2;
                let gradient = network.parameters[layer].gradient[index];
                assert!(
                    (slope - gradient).abs() < 2e-3,
                    "{layer} {index}: {slope} {gradient}"
                );
            }
        }
    }
}
