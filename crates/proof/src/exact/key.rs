//! Keys of positions: 128 bits, so that two different positions never share one in practice.

use shakmaty::{Bitboard, Board, Color, Role};

/// Mixes words into a key.
#[derive(Clone, Copy)]
pub(crate) struct Mixer {
    one: u64,
    two: u64,
}

impl Default for Mixer {
    fn default() -> Mixer {
        Mixer {
            one: 0x243f_6a88_85a3_08d3,
            two: 0x1319_8a2e_0370_7344,
        }
    }
}

impl Mixer {
    pub fn add(&mut self, word: u64) {
        let wide = u128::from(self.one ^ word) * u128::from(0x9e37_79b9_7f4a_7c15_u64);
        self.one = (wide as u64) ^ (wide >> 64) as u64 ^ self.two.rotate_left(23);
        let wide = u128::from(self.two.wrapping_add(word) ^ 0xc2b2_ae3d_27d4_eb4f)
            * u128::from(0xd6e8_feb8_6659_fd93_u64);
        self.two = (wide as u64) ^ (wide >> 64) as u64 ^ word.rotate_left(31);
    }

    pub fn finish(self) -> u128 {
        let mut last = self;
        last.add(0x4528_21e6_38d0_1377);
        last.add(0xbe54_66cf_34e9_0c6c);
        u128::from(last.one) << 64 | u128::from(last.two)
    }
}

/// The key of a board and the side to move.
pub(crate) fn board_key(board: &Board, turn: Color) -> u128 {
    let mut mixer = Mixer::default();
    for role in Role::ALL {
        mixer.add(u64::from(board.by_role(role)));
    }
    mixer.add(u64::from(board.by_color(Color::White)));
    mixer.add(u64::from(turn.is_white()));
    mixer.finish()
}

/// The four castling corners of a set of squares, as four bits.
pub(crate) fn corners(rooks: Bitboard) -> u32 {
    let bits = u64::from(rooks);
    (bits & 1 | bits >> 6 & 2 | bits >> 54 & 4 | bits >> 60 & 8) as u32
}

/// The squares of four bits of [`corners`].
pub(crate) fn rooks(corners: u32) -> Bitboard {
    let bits = u64::from(corners);
    Bitboard(bits & 1 | (bits & 2) << 6 | (bits & 4) << 54 | (bits & 8) << 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_come_back() {
        for bits in 0..16 {
            assert_eq!(corners(rooks(bits)), bits);
        }
        assert_eq!(rooks(15), Bitboard::CORNERS);
    }
}
