//! The loops over the hidden layer.
//!
//! Each is written twice: plainly, and with the widest instructions that the machine running it has.
//! Integers add up the same in any order, so both give the same number, which tests hold.
#![allow(unsafe_code)]

use super::ONE;

type Half<const H: usize> = [i16; H];

/// Whether the machine has the wide instructions; without the standard library, whether it was built for such a one.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn is_wide() -> bool {
    #[cfg(feature = "std")]
    return std::arch::is_x86_feature_detected!("avx2");
    #[cfg(not(feature = "std"))]
    return cfg!(target_feature = "avx2");
}

/// `after` is `before` with some rows added and some subtracted.
pub(super) fn update<const H: usize>(
    before: &Half<H>,
    after: &mut Half<H>,
    added: &[&Half<H>],
    removed: &[&Half<H>],
) {
    #[cfg(target_arch = "x86_64")]
    if is_wide() {
        // SAFETY: the feature was found.
        unsafe { update_avx2(before, after, added, removed) };
        return;
    }
    update_plainly(before, after, added, removed);
}

#[inline(always)]
fn update_plainly<const H: usize>(
    before: &Half<H>,
    after: &mut Half<H>,
    added: &[&Half<H>],
    removed: &[&Half<H>],
) {
    match (added, removed) {
        ([a], [r]) => {
            for i in 0..H {
                after[i] = before[i].wrapping_add(a[i]).wrapping_sub(r[i]);
            }
        }
        ([a], [r, s]) => {
            for i in 0..H {
                let sum = before[i].wrapping_add(a[i]).wrapping_sub(r[i]);
                after[i] = sum.wrapping_sub(s[i]);
            }
        }
        _ if H.is_multiple_of(128) => update_many::<H, 128>(before, after, added, removed),
        _ => update_many::<H, 16>(before, after, added, removed),
    }
}

/// Where many rows change: row by row would read and write the half once for each, so `LANES` values are summed at a
/// time.
#[inline(always)]
fn update_many<const H: usize, const LANES: usize>(
    before: &Half<H>,
    after: &mut Half<H>,
    added: &[&Half<H>],
    removed: &[&Half<H>],
) {
    for from in (0..H).step_by(LANES) {
        let part = |half: &Half<H>| -> [i16; LANES] { core::array::from_fn(|i| half[from + i]) };
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

/// The same loop, which the compiler may turn into wide instructions.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn update_avx2<const H: usize>(
    before: &Half<H>,
    after: &mut Half<H>,
    added: &[&Half<H>],
    removed: &[&Half<H>],
) {
    update_plainly(before, after, added, removed);
}

/// The sum of squared clipped activations times weights.
pub(super) fn output<const H: usize>(half: &Half<H>, weights: &Half<H>) -> i64 {
    #[cfg(target_arch = "x86_64")]
    if is_wide() {
        // SAFETY: the feature was found.
        return unsafe { output_avx2(half, weights) };
    }
    output_plainly(half, weights)
}

fn output_plainly<const H: usize>(half: &Half<H>, weights: &Half<H>) -> i64 {
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
fn output_avx2<const H: usize>(half: &Half<H>, weights: &Half<H>) -> i64 {
    use core::arch::x86_64::{
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

    fn random<const H: usize>(rng: &mut Xoshiro256PlusPlus, most: i16) -> Half<H> {
        std::array::from_fn(|_| rng.random_range(-most..=most))
    }

    #[test]
    fn wide_loops_equal_the_plain_ones() {
        check::<256>();
        check::<48>();
    }

    fn check<const H: usize>() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        // Under Miri each takes a second.
        for round in 0..if cfg!(miri) { 9 } else { 2000 } {
            let before: Half<H> = random(&mut rng, 1000);
            let rows: [Half<H>; 4] = std::array::from_fn(|_| random(&mut rng, 300));
            let added = [&rows[0], &rows[1]];
            let removed = [&rows[2], &rows[3]];
            let (mut wide, mut plain) = ([0; H], [0; H]);
            let (a, r) = (round % 3, round / 3 % 3);
            update(&before, &mut wide, &added[..a], &removed[..r]);
            update_plainly(&before, &mut plain, &added[..a], &removed[..r]);
            assert_eq!(wide, plain);
            let weights: Half<H> = random(&mut rng, 128);
            assert_eq!(output(&wide, &weights), output_plainly(&plain, &weights));
            let full = [i16::MAX; H];
            let most = [128; H];
            assert_eq!(output(&full, &most), output_plainly(&full, &most));
        }
    }
}
