//! The network's slopes: a sparse loop.
//!
//! A position has at most thirty-two of 3,072 inputs, so only those rows are read and corrected; everything
//! else is dense and short.
#![allow(unsafe_code)]

use serde::{Deserialize, Serialize};
use shakmaty::{Color, Role};
use sissa_engine::eval::nnue::{BUCKETS, MEN, SCALE, View, bucket};

use crate::sample::{SIZE, men};

/// What the network is to predict: a blend of the search's value and the game's result.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// The share of the search's value; the rest is the result.
    pub lambda: f32,
    /// Centipawns that make the expected result 1 / (1 + 1/e), which ties values to results.
    pub scale: f32,
}

impl Target {
    /// What one unit of output means to the logistic curve.
    fn steepness(self) -> f32 {
        SCALE as f32 / self.scale
    }
}

/// How the weights of a network with `Z` zones and `H` hidden values lie: input rows, hidden bias, output weights, output
/// biases.
pub struct Layout<const Z: usize, const H: usize>;

impl<const Z: usize, const H: usize> Layout<Z, H> {
    /// Weights of the input rows.
    pub const ROWS: usize = Z * MEN * H;
    /// Of the outputs.
    pub const OUTS: usize = BUCKETS * 2 * H;
    pub const ALL: usize = Self::ROWS + H + Self::OUTS + BUCKETS;
}

pub type Packed = [u8; SIZE];

/// What the network sees of a position.
pub struct Seen {
    /// Rows of the side to move, then of the other.
    rows: [[u16; 32]; 2],
    men: usize,
    bucket: usize,
    pub target: f32,
}

/// What the network sees of a sample.
pub fn see(bytes: &Packed, target: Target, zones: usize) -> Seen {
    let turn = Color::from_white(bytes[26] == 0);
    let mut views = [View::default(); 2];
    for (square, piece) in men(bytes) {
        if let Some(piece) = piece.filter(|piece| piece.role == Role::King) {
            views[usize::from(piece.color != turn)] = View::new(square, piece.color, zones);
        }
    }
    let mut seen = Seen {
        rows: [[0; 32]; 2],
        men: 0,
        bucket: 0,
        target: 0.0,
    };
    for (square, piece) in men(bytes) {
        let Some(piece) = piece else { continue };
        seen.rows[0][seen.men] = views[0].input(piece, square, turn) as u16;
        seen.rows[1][seen.men] = views[1].input(piece, square, !turn) as u16;
        seen.men += 1;
    }
    seen.bucket = bucket(seen.men);
    let value = f32::from(i16::from_le_bytes([bytes[24], bytes[25]]));
    let search = sigmoid(value / target.scale);
    seen.target = match bytes[27] {
        result @ 0..=2 => target.lambda * search + (1.0 - target.lambda) * f32::from(result) / 2.0,
        _ => search,
    };
    seen
}

/// 1 / (1 + e⁻ˣ).
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Adds the gradients of some positions; the sum of their squared errors.
#[inline(always)]
fn learn<const Z: usize, const H: usize>(
    weights: &[f32],
    batch: &[Packed],
    target: Target,
    gradient: Option<&mut [f32]>,
) -> f64 {
    let mut loss = 0.0f64;
    let steepness = target.steepness();
    let (rows, rest) = weights.split_at(Layout::<Z, H>::ROWS);
    let (bias, rest) = rest.split_at(H);
    let (outs, out_bias) = rest.split_at(Layout::<Z, H>::OUTS);
    let mut gradient = gradient.map(|gradient| {
        let (rows, rest) = gradient.split_at_mut(Layout::<Z, H>::ROWS);
        let (bias, rest) = rest.split_at_mut(H);
        let (outs, out_bias) = rest.split_at_mut(Layout::<Z, H>::OUTS);
        (rows, bias, outs, out_bias)
    });
    for bytes in batch {
        let seen = see(bytes, target, Z);
        let mut hidden = [[0.0f32; H]; 2];
        let mut sum = out_bias[seen.bucket];
        let from = seen.bucket * 2 * H;
        for side in 0..2 {
            let half = &mut hidden[side];
            half.copy_from_slice(bias);
            for row in &seen.rows[side][..seen.men] {
                let row = &rows[usize::from(*row) * H..][..H];
                for i in 0..H {
                    half[i] += row[i];
                }
            }
            let out = &outs[from + side * H..][..H];
            let mut part = [0.0f32; 8];
            for i in 0..H {
                let clipped = half[i].clamp(0.0, 1.0);
                part[i % 8] += clipped * clipped * out[i];
            }
            sum += part.iter().sum::<f32>();
        }
        let expected = sigmoid(steepness * sum);
        let error = expected - seen.target;
        loss += f64::from(error * error);
        let Some((rows, bias, outs_gradient, out_bias)) = &mut gradient else {
            continue;
        };
        let slope = error * expected * (1.0 - expected) * steepness;
        out_bias[seen.bucket] += slope;
        for side in 0..2 {
            let half = &hidden[side];
            let out = &outs[from + side * H..][..H];
            let out_gradient = &mut outs_gradient[from + side * H..][..H];
            let mut back = [0.0f32; H];
            for i in 0..H {
                let clipped = half[i].clamp(0.0, 1.0);
                out_gradient[i] += slope * clipped * clipped;
                let inside = if half[i] > 0.0 && half[i] < 1.0 {
                    2.0
                } else {
                    0.0
                };
                back[i] = slope * out[i] * inside * clipped;
            }
            for i in 0..H {
                bias[i] += back[i];
            }
            for row in &seen.rows[side][..seen.men] {
                let row = &mut rows[usize::from(*row) * H..][..H];
                for i in 0..H {
                    row[i] += back[i];
                }
            }
        }
    }
    loss
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn learn_wide<const Z: usize, const H: usize>(
    weights: &[f32],
    batch: &[Packed],
    target: Target,
    gradient: Option<&mut [f32]>,
) -> f64 {
    learn::<Z, H>(weights, batch, target, gradient)
}

/// The loop with the widest instructions at hand.
pub fn learn_fast<const Z: usize, const H: usize>(
    weights: &[f32],
    batch: &[Packed],
    target: Target,
    gradient: Option<&mut [f32]>,
) -> f64 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        // SAFETY: the features were found.
        return unsafe { learn_wide::<Z, H>(weights, batch, target, gradient) };
    }
    learn::<Z, H>(weights, batch, target, gradient)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use shakmaty::Chess;

    use super::*;
    use crate::sample::Sample;

    #[test]
    fn gradients_equal_differences() {
        check::<4, 256>();
        check::<1, 64>();
    }

    fn check<const Z: usize, const H: usize>() {
        let all = Layout::<Z, H>::ALL;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
        let mut weights: Vec<f32> = (0..all).map(|_| rng.random_range(-0.1..0.1)).collect();
        let batch = [Sample::new(&Chess::default(), 140, Some(2)).pack()];
        let target = Target {
            lambda: 0.7,
            scale: 300.0,
        };
        let mut gradient = vec![0.0; all];
        learn_fast::<Z, H>(&weights, &batch, target, Some(&mut gradient));
        let mut seen = 0;
        for index in (0..all).filter(|index| index % 97 == 3 || *index >= Layout::<Z, H>::ROWS) {
            let (kept, step) = (weights[index], 2e-2);
            weights[index] = kept + step;
            let more = learn_fast::<Z, H>(&weights, &batch, target, None);
            weights[index] = kept - step;
            let less = learn_fast::<Z, H>(&weights, &batch, target, None);
            weights[index] = kept;
            // The loss is the square of the error, the gradient that of half of it.
            let expected = (more - less) / f64::from(4.0 * step);
            let found = f64::from(gradient[index]);
            assert!(
                (expected - found).abs() < 2e-4 + 0.05 * found.abs(),
                "{index}: {expected} {found}"
            );
            seen += usize::from(found.abs() > 1e-4);
        }
        assert!(seen > 100, "{seen}");
    }
}
