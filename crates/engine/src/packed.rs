//! Moves in sixteen bits, as the transposition table keeps them.

use shakmaty::{Move, Role, Square};

/// Origin, destination and promotion. Castling goes from king to rook, as in shakmaty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Packed(pub u16);

impl Packed {
    /// No move at all.
    pub const NONE: Packed = Packed(0);

    /// Packs a move.
    pub fn of(m: Move) -> Packed {
        let from = m.from().map_or(0, u16::from_square);
        let promotion = m.promotion().map_or(0, |role| role as u16);
        Packed(from | u16::from_square(m.to()) << 6 | promotion << 12)
    }
}

trait FromSquare {
    fn from_square(square: Square) -> Self;
}

impl FromSquare for u16 {
    fn from_square(square: Square) -> u16 {
        u16::from(u8::from(square))
    }
}

/// A man's number from 0 to 5.
pub(crate) fn role_index(role: Role) -> usize {
    role as usize - 1
}
