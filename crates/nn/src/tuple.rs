//! The thesis' constraint: five counts of one side.
//!
//! ```
//! use sissa_nn::Tuple;
//!
//! let queenless = Tuple([0, 2, 2, 2, 8]);
//! assert_eq!(Tuple::all().count(), 486);
//! assert_eq!(queenless.index().and_then(Tuple::from_index), Some(queenless));
//! assert_eq!(Tuple([3, 2, 2, 2, 5]).index(), None);
//! ```

use std::fmt;

use shakmaty::{Board, Color, Piece, Role};

/// Queens, rooks, bishops, knights and pawns of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tuple(pub [u8; 5]);

/// How many values each count takes on the grid.
const SIZES: [usize; 5] = [2, 3, 3, 3, 9];

/// The roles in the order of the counts.
const ROLES: [Role; 5] = [
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
];

/// The seventeen tuples of the thesis' second experiment, in its order; the first seven are those of
/// its first experiment.
pub const THESIS: [Tuple; 17] = [
    Tuple([1, 2, 2, 2, 7]),
    Tuple([1, 2, 2, 1, 8]),
    Tuple([1, 2, 1, 2, 8]),
    Tuple([0, 2, 2, 2, 8]),
    Tuple([1, 2, 2, 1, 7]),
    Tuple([1, 2, 1, 2, 7]),
    Tuple([0, 2, 2, 2, 7]),
    Tuple([1, 2, 1, 1, 7]),
    Tuple([1, 2, 2, 0, 7]),
    Tuple([1, 2, 0, 2, 7]),
    Tuple([1, 1, 2, 2, 8]),
    Tuple([1, 2, 2, 2, 6]),
    Tuple([1, 2, 1, 1, 8]),
    Tuple([1, 2, 2, 2, 5]),
    Tuple([1, 2, 1, 1, 6]),
    Tuple([1, 2, 2, 0, 6]),
    Tuple([1, 2, 0, 2, 6]),
];

impl Tuple {
    /// How many tuples the grid has: those without promoted men.
    pub const GRID: usize = 486;

    /// The men of one side.
    pub fn of(board: &Board, color: Color) -> Tuple {
        Tuple(ROLES.map(|role| {
            let men = board.by_piece(Piece { color, role }).count();
            u8::try_from(men).expect("a board has 64 squares")
        }))
    }

    /// Its place on the grid; `None` where a count is beyond the starting position's.
    pub fn index(self) -> Option<usize> {
        let mut index = 0;
        for (count, size) in self.0.into_iter().zip(SIZES) {
            let count = usize::from(count);
            if count >= size {
                return None;
            }
            index = index * size + count;
        }
        Some(index)
    }

    /// The tuple at a place of the grid.
    pub fn from_index(index: usize) -> Option<Tuple> {
        if index >= Tuple::GRID {
            return None;
        }
        let mut rest = index;
        let mut counts = [0; 5];
        for (count, size) in counts.iter_mut().zip(SIZES).rev() {
            *count = u8::try_from(rest % size).expect("sizes are small");
            rest /= size;
        }
        Some(Tuple(counts))
    }

    /// The whole grid.
    pub fn all() -> impl Iterator<Item = Tuple> {
        (0..Tuple::GRID).filter_map(Tuple::from_index)
    }
}

impl fmt::Display for Tuple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [q, r, b, n, p] = self.0;
        write!(f, "({q},{r},{b},{n},{p})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_of_the_grid_is_one_tuple() {
        for index in 0..Tuple::GRID {
            assert_eq!(Tuple::from_index(index).and_then(Tuple::index), Some(index));
        }
        assert_eq!(Tuple::from_index(Tuple::GRID), None);
    }

    #[test]
    fn the_starting_position_is_the_last_tuple() {
        let tuple = Tuple::of(&Board::default(), Color::Black);
        assert_eq!(tuple.index(), Some(Tuple::GRID - 1));
        assert_eq!(tuple.to_string(), "(1,2,2,2,8)");
    }
}
