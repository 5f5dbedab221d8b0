//! The loops over the hidden layer.
//!
//! Each is written twice: plainly, and with the widest instructions that the machine running it has.
//! Integers add up the same in any order, so both give the same number, which tests hold.
#![allow(unsafe_code)]

use super::{HIDDEN, ONE};

type Half = [i16; HIDDEN];

/// Values that are summed at a time where many rows change.
const LANES: usize = 128;

/// `after` is `before` with some rows added and some subtracted.
pub(super) fn update(before: &Half, after: &mut Half, added: &[&Half], removed: &[&Half]) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the feature was found.
        unsafe { update_avx2(before, after, added, removed) };
        return;
    }
    update_plainly(before, after, added, removed);
}

#[inline(always)]
fn update_plainly(before: &Half, after: &mut Half, added: &[&Half], removed: &[&Half]) {
    match (added, removed) {
        ([a], [r]) => {
            for i in 0..HIDDEN {
                after[i] = before[i].wrapping_add(a[i]).wrapping_sub(r[i]);
            }
        }
        ([a], [r, s]) => {
            for i in 0..HIDDEN {
                let sum = before[i].wrapping_add(a[i]).wrapping_sub(r[i]);
                after[i] = sum.wrapping_sub(s[i]);
            }
        }
        _ => {
            // Row by row would read and write the half once for each.
            for from in (0..HIDDEN).step_by(LANES) {
                let part =
                    |half: &Half| -> [i16; LANES] { std::array::from_fn(|i| half[from + i]) };
                let mut sums = part(before);
                for row in added {
                    let row = part(row);
                    for i in 0..LANES {
                        sums[i] = sums[i].wrapping_add(row[i]);
                    }
                }
                for row in removed {
                    let row = part(row);
                    for i in 0..LANES {
                        sums[i] = sums[i].wrapping_sub(row[i]);
                    }
                }
                after[from..from + LANES].copy_from_slice(&sums);
            }
        }
    }
}

/// The same loop, which the compiler may turn into wide instructions.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn update_avx2(before: &Half, after: &mut Half, added: &[&Half], removed: &[&Half]) {
    update_plainly(before, after, added, removed);
}

/// The sum of squared clipped activations times weights.
pub(super) fn output(half: &Half, weights: &Half) -> i64 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the feature was found.
        return unsafe { output_avx2(half, weights) };
    }
    output_plainly(half, weights)
}

fn output_plainly(half: &Half, weights: &Half) -> i64 {
    let mut sum = 0i64;
    for (value, weight) in half.iter().zip(weights) {
        let value = i32::from(*value).clamp(0, ONE);
        sum += i64::from(value * value * i32::from(*weight));
    }
    sum
}

/// Sixteen values at a time. `value * weight` must fit into sixteen bits, for which the output weights
/// are kept within ±128 when a network is written.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn output_avx2(half: &Half, weights: &Half) -> i64 {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_max_epi16,
        _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16, _mm256_setzero_si256,
        _mm256_storeu_si256,
    };
    let zero = _mm256_setzero_si256();
    let one = _mm256_set1_epi16(ONE as i16);
    let mut sum = zero;
    for (values, weights) in half.chunks_exact(16).zip(weights.chunks_exact(16)) {
        // SAFETY: both chunks have sixteen values, and loads need no alignment.
        let (value, weight) = unsafe {
            (
                _mm256_loadu_si256(values.as_ptr().cast::<__m256i>()),
                _mm256_loadu_si256(weights.as_ptr().cast::<__m256i>()),
            )
        };
        let value = _mm256_min_epi16(_mm256_max_epi16(value, zero), one);
        let product = _mm256_mullo_epi16(value, weight);
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(product, value));
    }
    let mut parts = [0i32; 8];
    // SAFETY: there is room for eight numbers.
    unsafe { _mm256_storeu_si256(parts.as_mut_ptr().cast::<__m256i>(), sum) };
    parts.into_iter().map(i64::from).sum()
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    fn random(rng: &mut Xoshiro256PlusPlus, most: i16) -> Half {
        std::array::from_fn(|_| rng.random_range(-most..=most))
    }

    #[test]
    fn wide_loops_equal_the_plain_ones() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        // Under Miri each takes a second.
        for round in 0..if cfg!(miri) { 9 } else { 2000 } {
            let before = random(&mut rng, 1000);
            let rows: [Half; 4] = std::array::from_fn(|_| random(&mut rng, 300));
            let added = [&rows[0], &rows[1]];
            let removed = [&rows[2], &rows[3]];
            let (mut wide, mut plain) = ([0; HIDDEN], [0; HIDDEN]);
            let (a, r) = (round % 3, round / 3 % 3);
            update(&before, &mut wide, &added[..a], &removed[..r]);
            update_plainly(&before, &mut plain, &added[..a], &removed[..r]);
            assert_eq!(wide, plain);
            let weights = random(&mut rng, 128);
            assert_eq!(output(&wide, &weights), output_plainly(&plain, &weights));
            let full = [i16::MAX; HIDDEN];
            let most = [128; HIDDEN];
            assert_eq!(output(&full, &most), output_plainly(&full, &most));
        }
    }
}
