//! Network files: a header, the weights in order, a checksum.
//!
//! `SISSANN1`, then as little-endian `u32` the numbers of inputs, hidden values and buckets; then
//! `i16` input rows, hidden bias, output weights; `i32` output biases; last the 64-bit FNV-1a
//! checksum of all bytes before it. A file with the inputs of one zone only is read as a network whose
//! zones are all alike.

use alloc::vec::Vec;

use super::{BUCKETS, MEN, Network};

/// How a network file begins.
pub const MAGIC: &[u8; 8] = b"SISSANN1";
/// Output weights beyond this would overflow the wide loops.
const MOST: i16 = 128;

/// Why bytes are no network.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum NetworkError {
    #[error("not a network file of this program")]
    Magic,
    #[error("a network of {}→{}×2→1×{} is needed, not {}→{}×2→1×{}", needed[0], needed[1], needed[2], shape[0], shape[1], shape[2])]
    Shape { shape: [u32; 3], needed: [u32; 3] },
    #[error("the file has {found} bytes, not {expected}")]
    Length { found: usize, expected: usize },
    #[error("the checksum does not fit: the file is damaged")]
    Checksum,
    #[error("an output weight is {0}, beyond ±128")]
    Weight(i16),
}

/// The network as bytes.
pub fn write<const Z: usize, const H: usize>(network: &Network<Z, H>) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    for size in [Z * MEN, H, BUCKETS] {
        bytes.extend((size as u32).to_le_bytes());
    }
    let words = network
        .inputs
        .iter()
        .flatten()
        .chain(&network.bias)
        .chain(network.outputs.iter().flatten().flatten());
    for word in words {
        bytes.extend(word.to_le_bytes());
    }
    for bias in network.output_bias {
        bytes.extend(bias.to_le_bytes());
    }
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// Reads a network.
pub fn read<const Z: usize, const H: usize>(bytes: &[u8]) -> Result<Network<Z, H>, NetworkError> {
    let header = MAGIC.len() + 12;
    if bytes.len() < header || !bytes.starts_with(MAGIC) {
        return Err(NetworkError::Magic);
    }
    let mut shape = [0u32; 3];
    for (size, chunk) in shape.iter_mut().zip(bytes[8..header].chunks_exact(4)) {
        *size = u32::from_le_bytes(chunk.try_into().expect("chunks of four"));
    }
    let needed = |inputs: usize| [inputs as u32, H as u32, BUCKETS as u32];
    let (rows, copies) = if shape == needed(Z * MEN) {
        (Z * MEN, 1)
    } else if shape == needed(MEN) {
        (MEN, Z)
    } else {
        let needed = needed(Z * MEN);
        return Err(NetworkError::Shape { shape, needed });
    };
    let words = rows * H + H + BUCKETS * 2 * H;
    let expected = header + 2 * words + 4 * BUCKETS + 8;
    if bytes.len() != expected {
        let found = bytes.len();
        return Err(NetworkError::Length { found, expected });
    }
    let (content, sum) = bytes.split_at(expected - 8);
    if checksum(content).to_le_bytes() != sum {
        return Err(NetworkError::Checksum);
    }
    let mut values = content[header..header + 2 * words]
        .chunks_exact(2)
        .map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
    let mut half =
        || -> [i16; H] { core::array::from_fn(|_| values.next().expect("the length was checked")) };
    let inputs = (0..rows).map(|_| half()).collect::<Vec<_>>().repeat(copies);
    let bias = half();
    let outputs: [[[i16; H]; 2]; BUCKETS] = core::array::from_fn(|_| [half(), half()]);
    if let Some(weight) = outputs
        .iter()
        .flatten()
        .flatten()
        .find(|weight| !(-MOST..=MOST).contains(*weight))
    {
        return Err(NetworkError::Weight(*weight));
    }
    let mut output_bias = [0; BUCKETS];
    let biases = content[header + 2 * words..].chunks_exact(4);
    for (bias, chunk) in output_bias.iter_mut().zip(biases) {
        *bias = i32::from_le_bytes(chunk.try_into().expect("chunks of four"));
    }
    Ok(Network {
        inputs,
        bias,
        outputs,
        output_bias,
    })
}

pub(super) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}
