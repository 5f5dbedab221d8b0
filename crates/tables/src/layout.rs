//! Positions of a signature as numbers.
//!
//! `number = (pair of kings × places of the third man + its square) × places of the fourth + its
//! square`. A pawn has 48 places. Of boards that symmetry makes the same, and of two like men
//! exchanged, only the smallest number is used.
//!
//! Two pawns cannot share a square, so in `KPvKP` these numbers are free: they stand for the
//! positions in which the pawn that just moved may be taken en passant. The square tells its file
//! and on which side of it the pawn stands that may take.

use std::ops::Range;

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Color, Rank, Role, Square};

use crate::{
    signature::Signature,
    symmetry::{Kings, SYMMETRIES},
};

/// The men of a table: the white king, the black king and up to two others. White is the stronger
/// side and owns the third man.
pub(crate) struct Layout {
    /// Two to four.
    pub men: usize,
    pub colors: [Color; 4],
    pub roles: [Role; 4],
    pub pawns: bool,
    /// One pawn each: en passant is possible.
    pub rivals: bool,
    /// The third and the fourth man are alike.
    twins: bool,
    kings: &'static Kings,
    strides: [u32; 2],
    /// What the squares below the places of the men would add.
    offset: u32,
    /// How many numbers each pair of kings has.
    pub block: u32,
}

/// The squares of the men; of men that do not exist, a1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub squares: [Square; 4],
    /// The side to move has a pawn beside the other's, which just came two squares.
    pub en_passant: bool,
}

impl Layout {
    /// Of a normalized signature.
    pub fn new(signature: Signature) -> Layout {
        let mut colors = [Color::White, Color::Black, Color::White, Color::White];
        let mut roles = [Role::King; 4];
        let side = |color| signature.men(color).map(move |role| (color, role));
        let mut men = 2;
        for (color, role) in side(Color::White).chain(side(Color::Black)) {
            (colors[men], roles[men]) = (color, role);
            men += 1;
        }
        let is_pawn = |man: usize| roles[man] == Role::Pawn;
        let places = |man: usize| match roles[man] {
            _ if man >= men => 1,
            Role::Pawn => 48,
            _ => 64,
        };
        let first = |man: usize| if is_pawn(man) { 8 } else { 0 };
        let stride = |man: usize, stride: u32| if man < men { stride } else { 0 };
        let strides = [stride(2, places(3)), stride(3, 1)];
        let pawns = is_pawn(2) || is_pawn(3);
        Layout {
            men,
            colors,
            roles,
            pawns,
            rivals: is_pawn(2) && is_pawn(3) && colors[2] != colors[3],
            twins: men == 4 && (colors[2], roles[2]) == (colors[3], roles[3]),
            kings: if pawns {
                Kings::with_pawns()
            } else {
                Kings::without_pawns()
            },
            strides,
            offset: first(2) * strides[0] + first(3) * strides[1],
            block: places(2) * places(3),
        }
    }

    /// How many numbers there are, for either side to move.
    pub fn len(&self) -> usize {
        self.kings.kept.len() * self.block as usize
    }

    /// The numbers of positions with these kings; `None` if they touch.
    #[inline]
    pub fn frame(&self, white: Square, black: Square) -> Option<Frame<'_>> {
        let pair = self.kings.pair(white, black)?;
        Some(Frame {
            layout: self,
            base: u32::from(pair.number) * self.block,
            map: &SYMMETRIES[usize::from(pair.symmetry)],
            diagonal: pair.diagonal,
        })
    }

    /// The number of a position; `None` if the kings touch.
    #[inline]
    pub fn index(&self, node: &Node) -> Option<u32> {
        let [white, black, third, fourth] = node.squares;
        let frame = self.frame(white, black)?;
        Some(if node.en_passant {
            frame.en_passant(third, fourth)
        } else {
            frame.index(third, fourth)
        })
    }

    /// Whose number this is with that side to move; `None` if men would share a square, or if
    /// nothing can have moved over the square of a capture en passant.
    #[inline]
    pub fn node(&self, index: u32, turn: Color) -> Option<Node> {
        let (rest, fourth) = self.split(index, 3);
        let (pair, third) = self.split(rest, 2);
        let [white, black] = self.kings.kept[pair as usize];
        let squares = [white, black, Square::new(third), Square::new(fourth)];
        if self.men == 4 && third == fourth {
            return self.en_passant_node(squares, turn);
        }
        let node = Node {
            squares,
            en_passant: false,
        };
        (self.occupied(&node).count() == self.men).then_some(node)
    }

    /// Splits a number into what comes before a man and that man's square. Divisors that are known
    /// when this is compiled are much cheaper.
    #[inline]
    fn split(&self, number: u32, man: usize) -> (u32, u32) {
        match self.roles[man] {
            _ if man >= self.men => (number, 0),
            Role::Pawn => (number / 48, number % 48 + 8),
            _ => (number / 64, number % 64),
        }
    }

    fn en_passant_node(&self, squares: [Square; 4], turn: Color) -> Option<Node> {
        let [white, black, code, _] = squares;
        if !self.rivals || code.rank() > Rank::Third {
            return None;
        }
        let pushed = Square::from_coords(code.file(), turn.relative_rank(Rank::Fifth));
        let beside = if code.rank() == Rank::Second { -1 } else { 1 };
        let taker = Square::from_coords(code.file().offset(beside)?, pushed.rank());
        let [over, from] = passed(pushed, turn);
        let free = |king: Square| ![pushed, taker, over, from].contains(&king);
        let [third, fourth] = if turn.is_white() {
            [taker, pushed]
        } else {
            [pushed, taker]
        };
        (free(white) && free(black)).then_some(Node {
            squares: [white, black, third, fourth],
            en_passant: true,
        })
    }

    /// The squares with men on them.
    #[inline]
    pub fn occupied(&self, node: &Node) -> Bitboard {
        node.squares[..self.men]
            .iter()
            .fold(Bitboard::EMPTY, |squares, square| squares.with(*square))
    }

    /// Whether one pawn can take the other en passant with `turn` to move, if that one just came
    /// two squares. Only asked where there is a pawn on each side.
    #[inline]
    pub fn beside(&self, third: Square, fourth: Square, turn: Color) -> bool {
        let rank = turn.relative_rank(Rank::Fifth);
        third.rank() == rank && fourth.rank() == rank && third.file().distance(fourth.file()) == 1
    }

    /// How many pairs of kings there are.
    pub fn pairs(&self) -> usize {
        self.kings.kept.len()
    }

    /// The numbers of a pair of kings.
    pub fn block_of(&self, pair: usize) -> Range<usize> {
        let block = self.block as usize;
        pair * block..(pair + 1) * block
    }

    /// How many boards on the real board each number of a pair of kings stands for; `None` if that
    /// depends on the other men.
    pub fn weight_of_pair(&self, pair: usize) -> Option<u64> {
        let [white, black] = self.kings.kept[pair];
        match self.frame(white, black) {
            _ if self.pawns => Some(2),
            Some(frame) if frame.diagonal => None,
            _ => Some(8),
        }
    }

    /// The same for a position without pawns whose kings stand on the long diagonal.
    pub fn weight(&self, node: &Node) -> u64 {
        let others = &node.squares[2..self.men];
        let mut image: ArrayVec<Square, 2> = others.iter().map(|s| s.flip_diagonal()).collect();
        let is_same = image[..] == *others;
        image.reverse();
        if is_same || self.twins && image[..] == *others {
            4
        } else {
            8
        }
    }
}

/// The squares over which and from which a pawn came that now stands on `pushed`, with the other
/// side to move.
pub(crate) fn passed(pushed: Square, turn: Color) -> [Square; 2] {
    [Rank::Sixth, Rank::Seventh]
        .map(|rank| Square::from_coords(pushed.file(), turn.relative_rank(rank)))
}

/// The numbers of positions with the same kings.
pub(crate) struct Frame<'a> {
    layout: &'a Layout,
    base: u32,
    map: &'static [Square; 64],
    diagonal: bool,
}

impl Frame<'_> {
    #[inline]
    pub fn index(&self, third: Square, fourth: Square) -> u32 {
        let (third, fourth) = (self.map[third as usize], self.map[fourth as usize]);
        let mut place = self.place(third, fourth);
        if self.diagonal {
            place = place.min(self.place(third.flip_diagonal(), fourth.flip_diagonal()));
        }
        self.base + place - self.layout.offset
    }

    /// Of the position in which the pawn of the side that is not to move may be taken en passant.
    /// Which one that is the rank tells.
    pub fn en_passant(&self, third: Square, fourth: Square) -> u32 {
        let (third, fourth) = (self.map[third as usize], self.map[fourth as usize]);
        let (pushed, taker) = if third.rank() == Rank::Fourth {
            (third, fourth)
        } else {
            (fourth, third)
        };
        let rank = if taker.file() < pushed.file() {
            Rank::Second
        } else {
            Rank::Third
        };
        let code = Square::from_coords(pushed.file(), rank);
        self.base + self.place(code, code) - self.layout.offset
    }

    #[inline]
    fn place(&self, third: Square, fourth: Square) -> u32 {
        let (mut third, mut fourth) = (third as u32, fourth as u32);
        if self.layout.twins && third > fourth {
            (third, fourth) = (fourth, third);
        }
        third * self.layout.strides[0] + fourth * self.layout.strides[1]
    }
}
