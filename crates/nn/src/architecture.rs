//! What a network is made of, as data.
//!
//! A line of text: layers from the board to the one number. Convolutions are 3 × 3 with step 1;
//! `same` keeps the size of the board by a border of zeros. Every layer but the last is followed by a
//! ReLU, the last by a sigmoid.
//!
//! ```
//! use sissa_nn::Architecture;
//!
//! let text = "bitmap: conv 64, conv 32, pool 2, dense 64, dense 1";
//! let architecture: Architecture = text.parse()?;
//! assert_eq!(architecture.to_string(), text);
//! assert_eq!(Architecture::named("thesis-1"), Some(architecture));
//! # Ok::<(), sissa_nn::ArchitectureError>(())
//! ```

use std::{fmt, str::FromStr};

use thiserror::Error;

use crate::Encoding;

/// One layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// A 3 × 3 convolution.
    Conv {
        /// Channels that come out.
        channels: usize,
        /// Whether the board keeps its size.
        same: bool,
    },
    /// The greatest of each block of so many by so many squares.
    Pool {
        /// The side of a block.
        size: usize,
    },
    /// Two convolutions that keep the size and the channels, added to what came in.
    Residual,
    /// All numbers with all numbers.
    Dense {
        /// Numbers that come out.
        units: usize,
    },
}

/// An encoding and layers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Architecture {
    /// How the board becomes numbers.
    pub encoding: Encoding,
    /// From the board to the one number.
    pub layers: Vec<Layer>,
}

/// Why a text is no architecture.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ArchitectureError {
    /// The word before the colon.
    #[error("`{0}` is no encoding; there are `bitmap`, `algebraic` and `pairs`")]
    Encoding(String),
    /// A layer that cannot be read.
    #[error("`{0}` is no layer; write `conv N`, `conv N same`, `pool N`, `residual` or `dense N`")]
    Layer(String),
    /// A layer that cannot stand where it stands.
    #[error("layer {number}, `{layer}`: {reason}")]
    Place {
        /// Its number, from 1.
        number: usize,
        /// The layer.
        layer: String,
        /// What is wrong.
        reason: &'static str,
    },
    /// The end is not one number.
    #[error("the last layer must be `dense 1`")]
    End,
}

/// Architectures with a name: those of the thesis' experiments 1 and 2, the two it tried besides, and
/// ours for the whole grid. The thesis' 128 × 64 layer behind the convolutions fits only if these have no
/// border, so here they have none. It gives no sizes for ResNet and SimpleNet: these are ours, of about
/// the same cost.
pub const NAMED: [(&str, &str); 7] = [
    (
        "thesis-1",
        "bitmap: conv 64, conv 32, pool 2, dense 64, dense 1",
    ),
    (
        "thesis-2",
        "bitmap: conv 64, conv 64, conv 32, dense 64, dense 1",
    ),
    (
        "resnet",
        "bitmap: conv 32 same, residual, residual, conv 32, pool 2, dense 64, dense 1",
    ),
    ("simple", "bitmap: dense 256, dense 64, dense 1"),
    (
        "thesis-1-algebraic",
        "algebraic: conv 64, conv 32, pool 2, dense 64, dense 1",
    ),
    (
        "thesis-2-algebraic",
        "algebraic: conv 64, conv 64, conv 32, dense 64, dense 1",
    ),
    ("grid", "pairs: dense 192, dense 32, dense 1"),
];

impl Architecture {
    /// The architecture of a name in [`NAMED`].
    pub fn named(name: &str) -> Option<Architecture> {
        let (_, text) = NAMED.iter().find(|(known, _)| *known == name)?;
        Some(text.parse().expect("the list is well formed"))
    }
}

impl FromStr for Architecture {
    type Err = ArchitectureError;

    fn from_str(text: &str) -> Result<Architecture, ArchitectureError> {
        let (encoding, layers) = text.split_once(':').unwrap_or(("", text));
        let encoding = match encoding.trim() {
            "bitmap" => Encoding::Bitmap,
            "algebraic" => Encoding::Algebraic,
            "pairs" => Encoding::Pairs,
            other => return Err(ArchitectureError::Encoding(other.to_owned())),
        };
        let layers = layers.split(',').map(layer).collect::<Result<_, _>>()?;
        let architecture = Architecture { encoding, layers };
        // Sizes are worked out once here, so that no later step can fail.
        crate::steps::plan(&architecture)?;
        Ok(architecture)
    }
}

fn layer(text: &str) -> Result<Layer, ArchitectureError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    // A number this large is a slip, and would only ask for memory.
    let number = |word: &str| word.parse().ok().filter(|n| (1..=4096).contains(n));
    let layer = match words.as_slice() {
        ["conv", n] => number(n).map(|channels| Layer::Conv {
            channels,
            same: false,
        }),
        ["conv", n, "same"] => number(n).map(|channels| Layer::Conv {
            channels,
            same: true,
        }),
        ["pool", n] => number(n).map(|size| Layer::Pool { size }),
        ["dense", n] => number(n).map(|units| Layer::Dense { units }),
        ["residual"] => Some(Layer::Residual),
        _ => None,
    };
    layer.ok_or_else(|| ArchitectureError::Layer(words.join(" ")))
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Layer::Conv { channels, same } => {
                let border = if *same { " same" } else { "" };
                write!(f, "conv {channels}{border}")
            }
            Layer::Pool { size } => write!(f, "pool {size}"),
            Layer::Residual => f.write_str("residual"),
            Layer::Dense { units } => write!(f, "dense {units}"),
        }
    }
}

impl fmt::Display for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.encoding)?;
        for (index, layer) in self.layers.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{layer}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str, part: &str) {
        let error = text.parse::<Architecture>().unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }

    #[test]
    fn names_stand_for_what_they_say() {
        for (name, text) in NAMED {
            let architecture = Architecture::named(name).unwrap();
            assert_eq!(architecture.to_string(), text);
        }
        assert_eq!(Architecture::named("lc0"), None);
    }

    #[test]
    fn what_cannot_be_computed_is_refused() {
        refused("dense 1", "no encoding");
        refused("bitmap: dense 0", "`dense 0`");
        refused("bitmap: dense 99999", "`dense 99999`");
        refused("bitmap: swirl 3", "`swirl 3`");
        refused("bitmap: dense 2", "the last layer");
        refused("bitmap: dense 8, conv 4, dense 1", "layer 2");
        refused("bitmap: conv 4, conv 4, conv 4, conv 4, dense 1", "layer 4");
        refused("bitmap: pool 2, dense 1", "layer 1");
        refused("bitmap: conv 4, pool 4, dense 1", "layer 2");
        refused("bitmap: residual, dense 1", "layer 1");
        refused("pairs: conv 4, dense 1", "layer 1");
    }
}
