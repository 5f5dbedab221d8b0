//! Positions to learn from: thirty-two bytes each.
//!
//! | bytes | content |
//! |---|---|
//! | 0–7 | occupied squares, little-endian |
//! | 8–23 | the men from a1 to h8, a nibble each: role, and 8 for Black |
//! | 24–25 | the search's value in centipawns for the side to move |
//! | 26 | 0 White to move, 1 Black |
//! | 27 | the side to move's result: 0 lost, 1 drawn, 2 won, 3 unknown |
//! | 28–31 | zero |

use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, FromSetup as _, Piece, Position as _, Role, Setup,
    Square,
};

/// Bytes of a sample.
pub const SIZE: usize = 32;

/// A position with what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    pub board: Board,
    pub turn: Color,
    /// Centipawns for the side to move.
    pub value: i16,
    /// Half points for the side to move, if the game's result means anything for the position.
    pub result: Option<u8>,
}

impl Sample {
    pub fn new(position: &Chess, value: i16, result: Option<u8>) -> Sample {
        Sample {
            board: position.board().clone(),
            turn: position.turn(),
            value,
            result,
        }
    }

    /// The position, without rights to castle or to take en passant: a sample does not keep them.
    pub fn position(&self) -> Option<Chess> {
        let setup = Setup {
            board: self.board.clone(),
            turn: self.turn,
            ..Setup::empty()
        };
        Chess::from_setup(setup, CastlingMode::Standard).ok()
    }

    pub fn pack(&self) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        bytes[..8].copy_from_slice(&u64::from(self.board.occupied()).to_le_bytes());
        for (index, (_, piece)) in self.board.iter().enumerate().take(32) {
            let nibble = piece.role as u8 + if piece.color.is_black() { 8 } else { 0 };
            bytes[8 + index / 2] |= nibble << (4 * (index % 2));
        }
        bytes[24..26].copy_from_slice(&self.value.to_le_bytes());
        bytes[26] = u8::from(self.turn.is_black());
        bytes[27] = self.result.unwrap_or(3);
        bytes
    }

    /// What [`pack`](Sample::pack) packed; `None` if it was something else.
    pub fn unpack(bytes: &[u8; SIZE]) -> Option<Sample> {
        let mut board = Board::empty();
        let turn = Color::from_white(bytes[26] == 0);
        for (square, piece) in men(bytes) {
            board.set_piece_at(square, piece?);
        }
        Some(Sample {
            board,
            turn,
            value: i16::from_le_bytes([bytes[24], bytes[25]]),
            result: Some(bytes[27]).filter(|result| *result < 3),
        })
    }
}

/// The men of a packed sample, without making a board of them.
pub fn men(bytes: &[u8; SIZE]) -> impl Iterator<Item = (Square, Option<Piece>)> + '_ {
    let occupied = u64::from_le_bytes(bytes[..8].try_into().expect("eight bytes"));
    Bitboard(occupied)
        .into_iter()
        .take(32)
        .enumerate()
        .map(|(index, square)| {
            let nibble = bytes[8 + index / 2] >> (4 * (index % 2)) & 15;
            let role = match nibble & 7 {
                1 => Some(Role::Pawn),
                2 => Some(Role::Knight),
                3 => Some(Role::Bishop),
                4 => Some(Role::Rook),
                5 => Some(Role::Queen),
                6 => Some(Role::King),
                _ => None,
            };
            let color = Color::from_white(nibble < 8);
            (square, role.map(|role| Piece { color, role }))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_loses_nothing() {
        let sample = Sample::new(&Chess::default(), -321, Some(2));
        assert_eq!(Sample::unpack(&sample.pack()), Some(sample));
    }
}
