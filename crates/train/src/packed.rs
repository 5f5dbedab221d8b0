//! A placement and who is to move, in 25 bytes: the key under which positions are the same.
//!
//! ```
//! use shakmaty::{Board, Color};
//! use sissa_nn::Placement;
//! use sissa_train::Packed;
//!
//! let placement = Placement::of(&Board::default(), Color::White);
//! let packed = Packed::new(&placement, true);
//! assert_eq!(packed.placement(), placement);
//! ```

use sissa_nn::{Placement, Question, Tuple};

/// Occupied squares, a nibble for each man in their order, and whether the side seen from is to
/// move. The thesis' network does not see who is to move; positions are told apart by it all the
/// same, because what comes later depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Packed(pub [u8; Packed::SIZE]);

impl Packed {
    /// Bytes.
    pub const SIZE: usize = 25;

    /// Packs a placement of at most 32 men; what is more is left out.
    pub fn new(placement: &Placement, to_move: bool) -> Packed {
        let mut bytes = [0; Packed::SIZE];
        let mut occupied = placement.0.iter().fold(0, |all, men| all | men);
        let mut rest = occupied;
        for place in 0..32 {
            if rest == 0 {
                break;
            }
            let bit = rest & rest.wrapping_neg();
            rest ^= bit;
            let plane = placement.0.iter().position(|men| men & bit != 0);
            let plane = u8::try_from(plane.unwrap_or(0)).expect("twelve planes");
            bytes[8 + place / 2] |= plane << (4 * (place % 2));
        }
        occupied ^= rest;
        bytes[..8].copy_from_slice(&occupied.to_le_bytes());
        bytes[24] = u8::from(to_move);
        Packed(bytes)
    }

    /// The placement.
    pub fn placement(&self) -> Placement {
        let mut rest = u64::from_le_bytes(self.0[..8].try_into().expect("eight bytes"));
        let mut planes = [0; 12];
        for place in 0..32 {
            if rest == 0 {
                break;
            }
            let bit = rest & rest.wrapping_neg();
            rest ^= bit;
            let nibble = self.0[8 + place / 2] >> (4 * (place % 2)) & 15;
            planes[usize::from(nibble).min(11)] |= bit;
        }
        Placement(planes)
    }

    /// Whether a wish comes true from here.
    pub fn question(&self, tuple: Tuple) -> Question {
        Question {
            placement: self.placement(),
            to_move: self.0[24] == 1,
            tuple,
        }
    }

    /// A number that spreads positions evenly.
    pub fn hash(&self) -> u64 {
        let word =
            |at: usize| u64::from_le_bytes(self.0[at..at + 8].try_into().expect("eight bytes"));
        let mut hash = u64::from(self.0[24]);
        for at in [0, 8, 16] {
            hash = (hash ^ word(at)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^= hash >> 29;
        }
        hash
    }
}
