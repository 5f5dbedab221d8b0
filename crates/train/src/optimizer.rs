//! Adam (Kingma and Ba, 2015).

/// The two moments of every parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    /// Mean of the gradients.
    pub mean: Vec<f32>,
    /// Mean of their squares.
    pub square: Vec<f32>,
}

const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;

impl Adam {
    /// For so many parameters.
    pub fn new(parameters: usize) -> Adam {
        Adam {
            mean: vec![0.0; parameters],
            square: vec![0.0; parameters],
        }
    }

    /// Moves the parameters; `step` counts from 1.
    pub fn step(&mut self, parameters: &mut [f32], gradient: &[f32], rate: f32, step: u64) {
        let power = i32::try_from(step).unwrap_or(i32::MAX);
        let (mean_bias, square_bias) = (1.0 - MEAN.powi(power), 1.0 - SQUARE.powi(power));
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((parameter, slope), (mean, square)) in parameters.iter_mut().zip(gradient).zip(moments)
        {
            *mean = MEAN * *mean + (1.0 - MEAN) * slope;
            *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
            let size = (*square / square_bias).sqrt() + 1e-8;
            *parameter -= rate * (*mean / mean_bias) / size;
        }
    }
}
