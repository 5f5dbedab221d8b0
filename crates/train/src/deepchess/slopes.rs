//! Slopes of the comparator and the encoder: matrix products backwards, and rows of the first layer.

use sissa_nn::{
    deepchess::{Comparator, Dense, Look, View, add_row, rectify},
    gemm::{Matrix, multiply},
};

/// Adds the slopes of a layer's numbers, given what it saw and the slopes of its outputs; answers those of its inputs.
pub(super) fn backward(
    layer: &Dense,
    parameters: &[f32],
    input: &[f32],
    slopes: &[f32],
    gradient: &mut [f32],
) -> Vec<f32> {
    let rows = slopes.len() / layer.outputs;
    let given = Matrix::new(slopes, rows, layer.outputs);
    let (weights, bias) =
        gradient[layer.begin..][..layer.count()].split_at_mut(layer.inputs * layer.outputs);
    let seen = Matrix::new(input, rows, layer.inputs);
    multiply(seen.transposed(), given, true, weights);
    add_columns(slopes, bias);
    let mut back = vec![0.0; rows * layer.inputs];
    let weights = Matrix::new(layer.weights(parameters), layer.inputs, layer.outputs);
    multiply(given, weights.transposed(), false, &mut back);
    back
}

/// Adds up each column.
pub(super) fn add_columns(rows: &[f32], sums: &mut [f32]) {
    for row in rows.chunks(sums.len()) {
        for (sum, number) in sums.iter_mut().zip(row) {
            *sum += number;
        }
    }
}

/// No slope where nothing came through.
pub(super) fn pass(slopes: &mut [f32], activations: &[f32]) {
    for (slope, activation) in slopes.iter_mut().zip(activations) {
        if *activation <= 0.0 {
            *slope = 0.0;
        }
    }
}

/// Adds the gradient of pairs of positions (the first's number, the second's, how likely the first is better); answers the sum of
/// the losses (cross-entropy) and how many pairs were told rightly.
pub fn descend(
    network: &Comparator,
    views: &[View],
    pairs: &[(usize, usize, f32)],
    frozen: bool,
    gradient: &mut [f32],
) -> (f64, usize) {
    let parameters = network.parameters();
    let [encoder, comparator] = network.layers();
    let inputs = network.shape().inputs;
    let seen = network.seen(views);
    // Forward, keeping what each layer gave.
    let encoded = network.encode(&seen);
    let last = encoded.last().expect("an encoder has a layer");
    let features = network.parts(last);
    let numbers: Vec<(usize, usize)> = pairs.iter().map(|pair| (pair.0, pair.1)).collect();
    let (looks, rows) = network.joined(&features, &numbers);
    let mut compared = vec![rows];
    for (index, layer) in comparator.iter().enumerate().skip(1) {
        rectify(&mut compared[index - 1]);
        compared.push(layer.forward(parameters, &compared[index - 1]));
    }
    // The loss.
    let outputs = compared.pop().expect("the last layer's");
    let each = looks.len() / pairs.len();
    let mut slopes = vec![0.0; outputs.len()];
    let (mut loss, mut right) = (0.0, 0);
    for (index, (_, _, target)) in pairs.iter().enumerate() {
        let own = index * each..(index + 1) * each;
        let odds: f32 = own
            .clone()
            .map(|look| looks[look].2 * (outputs[2 * look] - outputs[2 * look + 1]))
            .sum();
        let likely = 1.0 / (1.0 + (-odds).exp());
        let (sure, doubt) = (softplus(-odds), softplus(odds));
        loss += f64::from(target * sure + (1.0 - target) * doubt);
        right += usize::from((odds > 0.0) == (*target > 0.5));
        for look in own {
            slopes[2 * look] = looks[look].2 * (likely - target);
            slopes[2 * look + 1] = -slopes[2 * look];
        }
    }
    // Backward.
    for (index, layer) in comparator.iter().enumerate().skip(1).rev() {
        slopes = backward(layer, parameters, &compared[index - 1], &slopes, gradient);
        pass(&mut slopes, &compared[index - 1]);
    }
    let mut slopes = part(&comparator[0], parameters, last, &looks, &slopes, gradient);
    if frozen {
        return (loss, right);
    }
    pass(&mut slopes, last);
    for (index, layer) in encoder.iter().enumerate().skip(1).rev() {
        slopes = backward(layer, parameters, &encoded[index - 1], &slopes, gradient);
        pass(&mut slopes, &encoded[index - 1]);
    }
    let layer = encoder[0];
    let (weights, bias) =
        gradient[layer.begin..][..layer.count()].split_at_mut(layer.inputs * layer.outputs);
    add_columns(&slopes, bias);
    for (row, view) in slopes.chunks(layer.outputs).zip(&seen) {
        for (number, value) in inputs.switches(view) {
            let sums = &mut weights[number * layer.outputs..][..layer.outputs];
            add_row(sums, row, value);
        }
    }
    (loss, right)
}

/// The same as [`backward`] for the comparator's first layer, which is a sum of two parts: slopes of all looks at a position are added up before
/// anything is multiplied.
fn part(
    layer: &Dense,
    parameters: &[f32],
    encoded: &[f32],
    looks: &[Look],
    slopes: &[f32],
    gradient: &mut [f32],
) -> Vec<f32> {
    let (width, outputs) = (layer.inputs / 2, layer.outputs);
    let rows = encoded.len() / width;
    let (weights, bias) =
        gradient[layer.begin..][..layer.count()].split_at_mut(layer.inputs * outputs);
    add_columns(slopes, bias);
    let mut sums = [vec![0.0; rows * outputs], vec![0.0; rows * outputs]];
    for ((one, other, _), row) in looks.iter().zip(slopes.chunks(outputs)) {
        for (at, sums) in [one, other].into_iter().zip(&mut sums) {
            for (sum, slope) in sums[at * outputs..][..outputs].iter_mut().zip(row) {
                *sum += slope;
            }
        }
    }
    let seen = Matrix::new(encoded, rows, width);
    let mut back = vec![0.0; encoded.len()];
    let halves = layer.weights(parameters).chunks(width * outputs);
    let halves = halves.zip(weights.chunks_mut(width * outputs));
    for (sums, (weights, gradient)) in sums.iter().zip(halves) {
        let sums = Matrix::new(sums, rows, outputs);
        multiply(seen.transposed(), sums, true, gradient);
        let weights = Matrix::new(weights, width, outputs);
        multiply(sums, weights.transposed(), true, &mut back);
    }
    back
}

/// ln(1 + eˣ).
fn softplus(x: f32) -> f32 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Position as _};

    use super::*;

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let mut position = Chess::default();
        let mut views = vec![View::of(&position)];
        for index in [3, 7, 11] {
            let played = position.legal_moves()[index];
            position.play_unchecked(played);
            views.push(View::of(&position));
        }
        let pairs = [(0, 1, 1.0), (2, 3, 0.3), (1, 3, 0.0)];
        for shape in [
            "bits: 12 6 | 8 5 | none",
            "en-passant: 9 5 | 7 | colours",
            "king: 9 5 | 7 4 | colours",
            "worth: 8 | | order",
        ] {
            let shape: sissa_nn::deepchess::Shape = shape.parse().unwrap();
            let count = shape.parameters();
            let numbers = (0..count).map(|i| ((i * 7919) as f32).sin() * 0.4);
            let mut network = Comparator::new(shape, numbers.collect());
            let mut gradient = vec![0.0; count];
            descend(&network, &views, &pairs, false, &mut gradient);
            // A step over the corner of a rectifier is no slope: a few of them are.
            let (mut seen, mut apart, mut asked) = (0, 0, 0);
            for at in (0..count).step_by(7) {
                let kept = network.parameters()[at];
                let mut loss = |number: f32| {
                    network.parameters_mut()[at] = number;
                    descend(&network, &views, &pairs, false, &mut vec![0.0; count]).0
                };
                let slope = (loss(kept + 1e-3) - loss(kept - 1e-3)) / 2e-3;
                loss(kept);
                let found = f64::from(gradient[at]);
                asked += 1;
                apart += usize::from((slope - found).abs() > 0.02 + 0.03 * found.abs());
                seen += usize::from(found.abs() > 1e-3);
            }
            assert!(50 * apart <= asked, "{apart} of {asked}");
            assert!(seen > 5, "{seen}");
        }
    }
}
