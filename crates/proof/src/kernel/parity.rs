//! Whose move it is, told by counting: captures included.
//!
//! Where all pieces that can have moved change the colour of their square with every move, as knights do, the squares where
//! they stand and where they were taken tell whether a side made an even or an odd number of moves with them. Of a pawn that
//! did not begin with a double step the ranks tell it. Both sides together tell whose move it is.

use shakmaty::{Bitboard, Color};

use super::ranks::{PawnId, Ranks, Variable, pawn_color, pawn_home};
use crate::facts::Count;

/// What is known of a pawn at the end.
#[derive(Clone, Copy, Default)]
pub(super) struct Life {
    /// Its rank before its first capture.
    pub first: Option<Variable>,
    /// Its rank when it was taken.
    pub taken: Option<Variable>,
    /// Its rank on the board.
    pub stays: Option<i8>,
}

/// Whether the number of moves contradicts whose move it is. No pawn promoted or was taken en passant; `taken` are the
/// pieces that pawns took, each with the colour that lost it and the squares where that can have been.
pub(super) fn contradicts(
    count: &Count,
    ranks: &Ranks,
    lives: &[Life; 16],
    taken: impl Iterator<Item = (Color, Bitboard)>,
) -> bool {
    let mut odd = count.odd;
    let mut pieces = count.pieces;
    for (color, squares) in taken {
        let light = (squares & Bitboard::LIGHT_SQUARES).any();
        if light && (squares & Bitboard::DARK_SQUARES).any() {
            return false;
        }
        *odd.get_mut(color) ^= light;
        *pieces.get_mut(color) += 1;
    }
    // Others were taken by pieces, who knows where.
    if pieces.white != 8 || pieces.black != 8 {
        return false;
    }
    for (pawn, life) in lives.iter().enumerate() {
        let Some(moves) = moves(pawn, life, ranks) else {
            return false;
        };
        *odd.get_mut(pawn_color(pawn)) ^= moves % 2 != 0;
    }
    (odd.white == odd.black) != count.turn.is_white()
}

/// The moves a pawn has made, if they are certain.
fn moves(pawn: PawnId, life: &Life, ranks: &Ranks) -> Option<i8> {
    let home = i8::from(pawn_home(pawn).rank());
    let advanced = |rank: i8| (rank - home).abs();
    let last = match (life.stays, life.taken) {
        (Some(rank), None) => rank,
        (None, Some(variable)) => {
            let (low, high) = ranks.bounds[variable];
            (low == high).then_some(low)?
        }
        _ => return None,
    };
    // It went straight so far at the most: two ranks may be one move.
    let straight = match life.first {
        Some(variable) => {
            let (low, high) = ranks.bounds[variable];
            advanced(low).max(advanced(high))
        }
        None => advanced(last),
    };
    (straight < 2).then(|| advanced(last))
}
