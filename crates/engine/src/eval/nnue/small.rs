//! The small network in few bytes: what a program of 64 KiB can carry.
//!
//! Weights of the hidden layer are multiples of [`STEP`], so that few values occur. Inputs that cannot be (pawns on the last
//! ranks; the own king on the side that is mirrored away) are left out. A weight is foretold from its neighbours on the
//! board, and how far it is off is written bit by bit with adaptive arithmetic coding (Witten, Neal and Cleary 1987; the coder
//! with two bounds is that of lpaq): a fifth less than what `xz` makes of a byte a weight.
//!
//! | bytes | content |
//! |---|---|
//! | 48 × 2 | hidden biases, little-endian |
//! | 8 × 2 × 48 | output weights, plus 128 |
//! | 8 × 4 | output biases, little-endian |
//! | the rest | input weights, coded |

use alloc::{vec, vec::Vec};

use super::{BUCKETS, MEN, SMALL_HIDDEN as HIDDEN, SmallNetwork};

/// What input weights are multiples of, in units of [`ONE`](super::ONE).
pub const STEP: i16 = 12;
/// Most steps of a weight.
pub const MOST: i16 = 127;
/// Bytes before the coded ones.
const PLAIN: usize = 2 * HIDDEN + BUCKETS * 2 * HIDDEN + 4 * BUCKETS;

/// Whether there can be such an input: see [`View::input`](super::View::input) for its number.
pub fn is_possible(input: usize) -> bool {
    let (enemy, role, square) = (input / 384, input % 384 / 64, input % 64);
    match role {
        0 => (8..56).contains(&square),
        5 => enemy == 1 || square % 8 < 4,
        _ => true,
    }
}

/// The chance that a bit is set, in 65,536ths, by what was seen lately and what was seen for long.
#[derive(Clone, Copy)]
struct Chance(u16, u16);

impl Chance {
    fn of_one(self) -> u32 {
        (u32::from(self.0) + u32::from(self.1)) / 2
    }

    fn learn(&mut self, bit: bool) {
        for (chance, rate) in [(&mut self.0, 4), (&mut self.1, 7)] {
            if bit {
                *chance += (65_535 - *chance) >> rate;
            } else {
                *chance -= *chance >> rate;
            }
        }
    }
}

/// Writes bits, or reads them: both go the same way through the weights.
trait Coder {
    /// Codes `bit`; who reads is not told it, and returns what was written.
    fn code(&mut self, bit: bool, chance: u32) -> bool;
}

/// Where the range between two bounds is cut.
fn cut(low: u32, high: u32, chance: u32) -> u32 {
    low + ((u64::from(high - low) * u64::from(chance.clamp(64, 65_472))) >> 16) as u32
}

struct Encoder {
    low: u32,
    high: u32,
    bytes: Vec<u8>,
}

impl Coder for Encoder {
    fn code(&mut self, bit: bool, chance: u32) -> bool {
        let middle = cut(self.low, self.high, chance);
        if bit {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
        while (self.low ^ self.high) >> 24 == 0 {
            self.bytes.push((self.high >> 24) as u8);
            self.low <<= 8;
            self.high = self.high << 8 | 255;
        }
        bit
    }
}

struct Decoder<'a> {
    low: u32,
    high: u32,
    value: u32,
    rest: core::slice::Iter<'a, u8>,
}

impl Decoder<'_> {
    fn next(&mut self) -> u32 {
        // Behind the end there are zeros, as many as anybody likes.
        self.rest.next().map_or(0, |byte| u32::from(*byte))
    }
}

impl Coder for Decoder<'_> {
    fn code(&mut self, _: bool, chance: u32) -> bool {
        let middle = cut(self.low, self.high, chance);
        let bit = self.value <= middle;
        if bit {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
        while (self.low ^ self.high) >> 24 == 0 {
            self.low <<= 8;
            self.high = self.high << 8 | 255;
            self.value = self.value << 8 | self.next();
        }
        bit
    }
}

/// Kinds of neighbourhoods: by how far neighbours differ, and where there are too few of them.
const KINDS: usize = 9;
/// Bits of a weight that have chances of their own: whether it is as foretold, its sign, and how far it is off.
const BITS: usize = 18;

/// Codes all possible weights of the hidden layer, in steps.
#[allow(
    clippy::needless_range_loop,
    reason = "a hidden value is followed through all rows, not a row through its values"
)]
fn code_weights(coder: &mut impl Coder, steps: &mut [[i16; HIDDEN]]) {
    let mut chances = [[Chance(1 << 15, 1 << 15); BITS]; KINDS];
    for hidden in 0..HIDDEN {
        for input in (0..MEN).filter(|input| is_possible(*input)) {
            let square = input % 64;
            let (file, beyond_first) = (square % 8, square >= 8);
            let neighbours = [
                (file > 0, 1, 3),
                (beyond_first, 8, 3),
                (beyond_first && file > 0, 9, 1),
                (beyond_first && file < 7, 7, 1),
            ];
            let (mut sum, mut weight, mut count) = (0, 3, 0);
            let (mut least, mut most) = (MOST, -MOST);
            for (is_there, back, share) in neighbours {
                if is_there && is_possible(input - back) {
                    let value = steps[input - back][hidden];
                    sum += value * share;
                    weight += 5 * share;
                    count += 1;
                    (least, most) = (least.min(value), most.max(value));
                }
            }
            let foretold = (2 * 5 * sum + weight * sum.signum()) / (2 * weight);
            let kind = if count < 2 {
                8
            } else {
                ((most - least) / 2).min(7)
            };
            let chances = &mut chances[kind as usize];
            let mut bit = |bit: bool, number: usize| {
                let chance = &mut chances[number];
                let bit = coder.code(bit, chance.of_one());
                chance.learn(bit);
                bit
            };
            let off = steps[input][hidden] - foretold;
            let mut found = 0;
            if !bit(off == 0, 0) {
                let sign = if bit(off > 0, 1) { 1 } else { -1 };
                found = 1;
                while found < 2 * MOST && bit(off.abs() > found, 1 + (found as usize).min(BITS - 2))
                {
                    found += 1;
                }
                found *= sign;
            }
            // Only what is damaged goes beyond.
            steps[input][hidden] = (foretold + found).clamp(-MOST, MOST);
        }
    }
}

/// The network in bytes. Weights that are no multiples of [`STEP`] or too large are rounded.
pub fn pack(network: &SmallNetwork) -> Vec<u8> {
    let byte = |value: i16| (value.clamp(-128, 127) + 128) as u8;
    let round = |weight: i16| {
        let half = if weight < 0 { -STEP / 2 } else { STEP / 2 };
        ((weight + half) / STEP).clamp(-MOST, MOST)
    };
    let mut bytes: Vec<u8> = network.bias.iter().flat_map(|b| b.to_le_bytes()).collect();
    bytes.extend(network.outputs.iter().flatten().flatten().map(|w| byte(*w)));
    let biases = network.output_bias.iter();
    bytes.extend(biases.flat_map(|bias| bias.to_le_bytes()));
    let mut steps: Vec<[i16; HIDDEN]> = network.inputs.iter().map(|row| row.map(round)).collect();
    let mut encoder = Encoder {
        low: 0,
        high: u32::MAX,
        bytes,
    };
    code_weights(&mut encoder, &mut steps);
    // Any number between the bounds ends it; zeros follow by themselves.
    encoder.bytes.push((encoder.high >> 24) as u8);
    encoder.bytes
}

/// The network again; `None` if the bytes are too few.
pub fn unpack(bytes: &[u8]) -> Option<SmallNetwork> {
    let (plain, coded) = bytes.split_at_checked(PLAIN)?;
    let (bias, rest) = plain.split_at(2 * HIDDEN);
    let (outputs, output_bias) = rest.split_at(BUCKETS * 2 * HIDDEN);
    let mut network = SmallNetwork {
        inputs: vec![[0; HIDDEN]; MEN],
        bias: [0; HIDDEN],
        outputs: [[[0; HIDDEN]; 2]; BUCKETS],
        output_bias: [0; BUCKETS],
    };
    let mut decoder = Decoder {
        low: 0,
        high: u32::MAX,
        value: 0,
        rest: coded.iter(),
    };
    for _ in 0..4 {
        decoder.value = decoder.value << 8 | decoder.next();
    }
    code_weights(&mut decoder, &mut network.inputs);
    for weight in network.inputs.iter_mut().flatten() {
        *weight *= STEP;
    }
    for (to, pair) in network.bias.iter_mut().zip(bias.chunks_exact(2)) {
        *to = i16::from_le_bytes([pair[0], pair[1]]);
    }
    let to = network.outputs.iter_mut().flatten().flatten();
    for (to, byte) in to.zip(outputs) {
        *to = i16::from(*byte) - 128;
    }
    let to = network.output_bias.iter_mut();
    for (to, four) in to.zip(output_bias.chunks_exact(4)) {
        *to = i32::from_le_bytes([four[0], four[1], four[2], four[3]]);
    }
    Some(network)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_loses_only_what_cannot_be() {
        let mut network = SmallNetwork {
            inputs: vec![[0; HIDDEN]; MEN],
            bias: core::array::from_fn(|i| i as i16 * 7 - 200),
            outputs: core::array::from_fn(|b| [[b as i16 * 30 - 128; HIDDEN], [3; HIDDEN]]),
            output_bias: core::array::from_fn(|b| 1000 - 300 * b as i32),
        };
        // Smooth for some hidden values, as weights are, and as wild as can be for others.
        for (input, row) in network.inputs.iter_mut().enumerate() {
            if is_possible(input) {
                *row = core::array::from_fn(|i| match i % 3 {
                    0 => (input % 8) as i16 * STEP,
                    1 => ((input * 7 + i) % 255) as i16 * STEP - MOST * STEP,
                    _ => {
                        if input % 2 == 0 {
                            MOST * STEP
                        } else {
                            -MOST * STEP
                        }
                    }
                });
            }
        }
        let bytes = pack(&network);
        assert!(unpack(&bytes) == Some(network));
        assert!(unpack(&bytes[..PLAIN - 1]).is_none());
        // Damaged ones give another network, never a panic.
        for at in (PLAIN..bytes.len()).step_by(97) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << (at % 8);
            assert!(unpack(&damaged).is_some());
        }
        assert_eq!((0..MEN).filter(|input| is_possible(*input)).count(), 704);
    }

    #[test]
    fn the_network_that_is_built_in_is_whole() {
        let network = unpack(sissa_models::TINY).expect("it is long enough");
        assert!(pack(&network) == sissa_models::TINY);
    }
}
