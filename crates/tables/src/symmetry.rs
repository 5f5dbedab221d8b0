//! Boards that are the same but for a reflection.
//!
//! Without pawns a board may be turned and reflected in eight ways, with pawns only from left to
//! right. Of the positions that become each other one is kept: the one whose white king stands on
//! a1-d1-d4 (pawns: on the files a to d) and, if it stands on the long diagonal, whose black king
//! does not stand above that. This leaves 462 pairs of kings that do not touch (pawns: 1,806).

use std::sync::LazyLock;

use shakmaty::{Square, attacks::king_attacks};

/// Where squares go. Bit 0 of a symmetry reflects files, bit 1 ranks, bit 2 then the long diagonal.
pub(crate) static SYMMETRIES: [[Square; 64]; 8] = {
    let mut symmetries = [[Square::A1; 64]; 8];
    let mut number = 0;
    while number < 8 * 64 {
        symmetries[number / 64][number % 64] = apply(number / 64, Square::ALL[number % 64]);
        number += 1;
    }
    symmetries
};

const fn apply(symmetry: usize, mut square: Square) -> Square {
    if symmetry & 1 != 0 {
        square = square.flip_horizontal();
    }
    if symmetry & 2 != 0 {
        square = square.flip_vertical();
    }
    if symmetry & 4 != 0 {
        square = square.flip_diagonal();
    }
    square
}

/// How a pair of kings is brought to the one that is kept.
#[derive(Clone, Copy)]
pub(crate) struct Pair {
    /// The number of the pair that is kept.
    pub number: u16,
    pub symmetry: u8,
    /// Both kings stand on the long diagonal: the other men decide which of two boards is kept.
    pub diagonal: bool,
}

/// The pairs of kings that do not touch.
pub(crate) struct Kings {
    /// White's and Black's king of each pair that is kept.
    pub kept: Vec<[Square; 2]>,
    pairs: Vec<Option<Pair>>,
}

impl Kings {
    pub fn with_pawns() -> &'static Kings {
        static KINGS: LazyLock<Kings> = LazyLock::new(|| Kings::new(true));
        &KINGS
    }

    pub fn without_pawns() -> &'static Kings {
        static KINGS: LazyLock<Kings> = LazyLock::new(|| Kings::new(false));
        &KINGS
    }

    /// `None` if the kings touch.
    #[inline]
    pub fn pair(&self, white: Square, black: Square) -> Option<Pair> {
        self.pairs[white as usize * 64 + black as usize]
    }

    fn new(pawns: bool) -> Kings {
        let mut kept = Vec::new();
        let all = || {
            Square::ALL
                .into_iter()
                .flat_map(|w| Square::ALL.map(|b| [w, b]))
        };
        let apart =
            |[white, black]: [Square; 2]| white != black && !king_attacks(white).contains(black);
        for kings in all().filter(|kings| apart(*kings)) {
            if symmetry(kings, pawns) == 0 {
                kept.push(kings);
            }
        }
        let pair = |kings: [Square; 2]| {
            let symmetry = symmetry(kings, pawns);
            let image = kings.map(|square| apply(symmetry, square));
            let number = kept.binary_search_by_key(&image.map(u32::from), |k| k.map(u32::from));
            Pair {
                number: number.expect("the image is kept, since it needs no symmetry") as u16,
                symmetry: symmetry as u8,
                diagonal: !pawns && image.iter().all(|square| square.flip_diagonal() == *square),
            }
        };
        let pairs = all()
            .map(|kings| apart(kings).then(|| pair(kings)))
            .collect();
        Kings { kept, pairs }
    }
}

/// The symmetry that brings kings to where they are kept.
fn symmetry(kings: [Square; 2], pawns: bool) -> usize {
    let [white, _] = kings;
    let mut symmetry = usize::from(u32::from(white.file()) >= 4);
    if pawns {
        return symmetry;
    }
    if u32::from(white.rank()) >= 4 {
        symmetry |= 2;
    }
    let height = |square: Square| {
        let square = apply(symmetry, square);
        i64::from(u32::from(square.rank())) - i64::from(u32::from(square.file()))
    };
    let [white, black] = kings.map(height);
    if white > 0 || white == 0 && black > 0 {
        symmetry |= 4;
    }
    symmetry
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_as_many_as_known() {
        assert_eq!(Kings::without_pawns().kept.len(), 462);
        assert_eq!(Kings::with_pawns().kept.len(), 1806);
    }

    #[test]
    fn every_pair_goes_to_the_one_that_is_kept_for_it() {
        for kings in [Kings::without_pawns(), Kings::with_pawns()] {
            for (white, black) in Square::ALL.into_iter().zip(Square::ALL.into_iter().rev()) {
                if let Some(pair) = kings.pair(white, black) {
                    let map = &SYMMETRIES[usize::from(pair.symmetry)];
                    let image = [white, black].map(|square| map[square as usize]);
                    assert_eq!(kings.kept[usize::from(pair.number)], image);
                }
            }
        }
    }
}
