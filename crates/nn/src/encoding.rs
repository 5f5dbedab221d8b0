//! A board and a wish as numbers.
//!
//! Two encodings are those that the thesis compares (its 2.5.2 and 4.5.1): seventeen planes of 64
//! squares, six for the men of the side the tuple speaks of, six for the other side's, five for the
//! tuple, each filled with one of its counts. In the *bitmap* a man is 1, the other side's −1; in the
//! *algebraic* encoding a man is its value (pawn 1, knight and bishop 3, rook 5, queen 9, king 10), the
//! other side's with a minus. The seventeen numbers of a square stand together.
//!
//! The third, *pairs*, is ours and has no squares left: a number for each man on each square, one for
//! whose move it is, and for each kind of men one number for each pair of how many there are and how
//! many there shall be. What is missing is there to read and need not be learnt.
//!
//! All are mostly zeros, and the first layer of a network reads only what is not.
//!
//! ```
//! use shakmaty::Chess;
//! use shakmaty::Color::White;
//! use sissa_nn::{Encoding, Question, Tuple};
//!
//! let question = Question::new(&Chess::default(), White, Tuple([1, 2, 0, 2, 7]));
//! for encoding in Encoding::ALL {
//!     let mut numbers = vec![0.0; encoding.inputs()];
//!     encoding.encode(&question, &mut numbers);
//!     assert_eq!(encoding.decode(&numbers), Some(question));
//! }
//! ```

use std::fmt;

use shakmaty::{Board, Chess, Color, Piece, Position as _, Role};

use crate::Tuple;

/// Numbers of a square in the encodings by planes.
pub const PLANES: usize = 17;
/// The first of the planes that carry the tuple.
pub const FIRST_WISH: usize = 12;

/// Where the men stand, seen from the side that a tuple speaks of: pawns, knights, bishops, rooks,
/// queens and king of that side, then of the other. Seen from Black, ranks are mirrored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement(pub [u64; 12]);

impl Placement {
    /// The men of a board, seen from a side.
    pub fn of(board: &Board, side: Color) -> Placement {
        let mut planes = [0; 12];
        for (half, color) in [side, !side].into_iter().enumerate() {
            for role in Role::ALL {
                let men = board.by_piece(Piece { color, role });
                planes[half * 6 + role as usize - 1] = match side {
                    Color::White => men.0,
                    Color::Black => men.0.swap_bytes(),
                };
            }
        }
        Placement(planes)
    }

    /// Queens, rooks, bishops, knights and pawns of the side seen from.
    pub fn counts(&self) -> [u8; 5] {
        [4, 3, 2, 1, 0].map(|plane| u8::try_from(self.0[plane].count_ones()).expect("64 squares"))
    }
}

/// Whether a wish comes true from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    /// Where the men stand.
    pub placement: Placement,
    /// Whether the side that the tuple speaks of is to move. The thesis' encodings leave this out.
    pub to_move: bool,
    /// The men that side shall have.
    pub tuple: Tuple,
}

impl Question {
    /// Whether this side comes to have these men.
    pub fn new(position: &Chess, side: Color, tuple: Tuple) -> Question {
        Question {
            placement: Placement::of(position.board(), side),
            to_move: position.turn() == side,
            tuple,
        }
    }
}

/// How a question becomes numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// Planes of 1 and −1.
    #[default]
    Bitmap,
    /// Planes of the values of men.
    Algebraic,
    /// Men on squares, and pairs of counts.
    Pairs,
}

/// Pawn, knight, bishop, rook, queen, king.
const VALUES: [f32; 6] = [1.0, 3.0, 3.0, 5.0, 9.0, 10.0];

/// How many counts are told apart of what there is and of what is wished for: queens, rooks, bishops,
/// knights, pawns. More count as the most.
const HAVE: [usize; 5] = [3, 4, 4, 4, 9];
const WANT: [usize; 5] = [2, 3, 3, 3, 9];
/// Behind twelve men on 64 squares and whose move it is.
const FIRST_PAIR: usize = 12 * 64 + 1;

impl Encoding {
    /// All.
    pub const ALL: [Encoding; 3] = [Encoding::Bitmap, Encoding::Algebraic, Encoding::Pairs];

    /// How many numbers.
    pub fn inputs(self) -> usize {
        match self {
            Encoding::Bitmap | Encoding::Algebraic => PLANES * 64,
            Encoding::Pairs => {
                let pairs = |kind: usize| HAVE[kind] * WANT[kind];
                FIRST_PAIR + (0..5).map(pairs).sum::<usize>()
            }
        }
    }

    /// Whether the numbers lie on a board.
    pub fn has_squares(self) -> bool {
        self != Encoding::Pairs
    }

    /// Calls with square, plane and number of every man.
    pub fn men(self, placement: &Placement, mut call: impl FnMut(usize, usize, f32)) {
        for (plane, men) in placement.0.into_iter().enumerate() {
            let value = self.value(plane);
            let mut rest = men;
            while rest != 0 {
                call(rest.trailing_zeros() as usize, plane, value);
                rest &= rest - 1;
            }
        }
    }

    fn value(self, plane: usize) -> f32 {
        match self {
            Encoding::Pairs | Encoding::Bitmap if plane < 6 => 1.0,
            Encoding::Pairs => 1.0,
            Encoding::Bitmap => -1.0,
            Encoding::Algebraic if plane < 6 => VALUES[plane],
            Encoding::Algebraic => -VALUES[plane - 6],
        }
    }

    /// Calls with every number of the encoding *pairs* that is 1.
    pub(crate) fn pairs(question: &Question, mut call: impl FnMut(usize)) {
        Encoding::Pairs.men(&question.placement, |square, plane, _| {
            call(plane * 64 + square);
        });
        if question.to_move {
            call(FIRST_PAIR - 1);
        }
        let mut first = FIRST_PAIR;
        let have = question.placement.counts();
        for kind in 0..5 {
            let have = usize::from(have[kind]).min(HAVE[kind] - 1);
            let want = usize::from(question.tuple.0[kind]).min(WANT[kind] - 1);
            call(first + have * WANT[kind] + want);
            first += HAVE[kind] * WANT[kind];
        }
    }

    /// Writes all numbers.
    ///
    /// # Panics
    /// Where there is not room for exactly [`inputs`](Encoding::inputs) numbers.
    pub fn encode(self, question: &Question, numbers: &mut [f32]) {
        assert_eq!(numbers.len(), self.inputs(), "one board at a time");
        numbers.fill(0.0);
        if self == Encoding::Pairs {
            Encoding::pairs(question, |at| numbers[at] = 1.0);
            return;
        }
        for square in numbers.chunks_exact_mut(PLANES) {
            for (number, count) in square[FIRST_WISH..].iter_mut().zip(question.tuple.0) {
                *number = f32::from(count);
            }
        }
        self.men(&question.placement, |square, plane, value| {
            numbers[square * PLANES + plane] = value;
        });
    }

    /// The question behind numbers; `None` where [`encode`](Encoding::encode) did not write them. Whose
    /// move it is, the thesis' encodings have forgotten: it is the side's.
    pub fn decode(self, numbers: &[f32]) -> Option<Question> {
        if numbers.len() != self.inputs() {
            return None;
        }
        let mut planes = [0_u64; 12];
        let mut counts = [0; 5];
        let mut to_move = true;
        for (plane, men) in planes.iter_mut().enumerate() {
            for square in 0..64 {
                let at = match self {
                    Encoding::Pairs => plane * 64 + square,
                    Encoding::Bitmap | Encoding::Algebraic => square * PLANES + plane,
                };
                *men |= u64::from(numbers[at] != 0.0) << square;
            }
        }
        if self == Encoding::Pairs {
            to_move = numbers[FIRST_PAIR - 1] != 0.0;
            let mut first = FIRST_PAIR;
            for kind in 0..5 {
                let pairs = &numbers[first..first + HAVE[kind] * WANT[kind]];
                let pair = pairs.iter().position(|number| *number != 0.0)?;
                counts[kind] = u8::try_from(pair % WANT[kind]).ok()?;
                first += pairs.len();
            }
        } else {
            for (count, number) in counts.iter_mut().zip(&numbers[FIRST_WISH..PLANES]) {
                *count = (0..=64).find(|count| f32::from(*count) == *number)?;
            }
        }
        let question = Question {
            placement: Placement(planes),
            to_move,
            tuple: Tuple(counts),
        };
        let mut again = vec![0.0; numbers.len()];
        self.encode(&question, &mut again);
        (again == numbers).then_some(question)
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Encoding::Bitmap => "bitmap",
            Encoding::Algebraic => "algebraic",
            Encoding::Pairs => "pairs",
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::SeedableRng as _;

    use super::*;

    proptest! {
        #[test]
        fn decoding_undoes_encoding(seed: u64, plies in 0_usize..120, index in 0..Tuple::GRID) {
            let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut position = Chess::default();
            for _ in 0..plies {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[rng.random_range(0..moves.len())]);
            }
            let tuple = Tuple::from_index(index).unwrap();
            for side in Color::ALL {
                let mut question = Question::new(&position, side, tuple);
                for encoding in Encoding::ALL {
                    if encoding.has_squares() {
                        question.to_move = true;
                    }
                    let mut numbers = vec![7.0; encoding.inputs()];
                    encoding.encode(&question, &mut numbers);
                    prop_assert_eq!(encoding.decode(&numbers), Some(question));
                    question = Question::new(&position, side, tuple);
                }
            }
        }
    }

    #[test]
    fn black_sees_what_white_sees_in_the_mirror() {
        let mut position = Chess::default();
        position.play_unchecked(position.legal_moves()[3]);
        let mut mirrored = position.board().clone();
        mirrored.flip_vertical();
        mirrored.swap_colors();
        assert_eq!(
            Placement::of(position.board(), Color::Black),
            Placement::of(&mirrored, Color::White),
        );
    }

    #[test]
    fn other_numbers_are_no_board() {
        for encoding in Encoding::ALL {
            let question = Question::new(&Chess::default(), Color::White, Tuple([0, 1, 2, 1, 5]));
            let mut numbers = vec![0.0; encoding.inputs()];
            encoding.encode(&question, &mut numbers);
            numbers[5] = 0.5;
            assert_eq!(encoding.decode(&numbers), None);
            assert_eq!(encoding.decode(&numbers[1..]), None);
        }
    }
}
