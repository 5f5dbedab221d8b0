//! Proof kernels: the captures that explain a pawn structure.
//!
//! A *kernel* is a list of captures that turns the columns of the initial array into the columns of
//! the goal, up to promotions. Everything else is left out: ranks, squares of pieces, whose move it
//! is. What remains is small enough to be searched to the end, and what cannot be done even so
//! cannot be done on a board: **no kernel, no game** (the idea of Texel's proof kernels, here with
//! the captured pieces left anonymous).
//!
//! Why leaving promotions to the end loses nothing: a pawn that promotes has no enemy pawn before
//! it. Kept in its column instead, as if it waited before the last rank, it stays at the end of the
//! word; whatever enters the column later can be written behind it.

pub(crate) mod columns;
mod search;

use shakmaty::{Bitboard, Board, ByColor, Color, File, Rank, attacks};

use crate::facts::Known;

use columns::{Columns, columns};
pub(crate) use search::{Outcome, Search};

/// One capture that matters to the pawn structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// A pawn takes a piece: from a column and index to another, where it is inserted.
    PawnTakesPiece {
        by: Color,
        from: (usize, usize),
        to: (usize, usize),
    },
    /// A pawn takes a pawn, whose place in the column it gets.
    PawnTakesPawn {
        by: Color,
        from: (usize, usize),
        to: (usize, usize),
    },
    /// A piece takes a pawn.
    PieceTakesPawn { by: Color, at: (usize, usize) },
}

impl Event {
    pub fn takes_pawn(self) -> bool {
        !matches!(self, Event::PawnTakesPiece { .. })
    }

    /// The files it touches.
    pub fn files(self) -> Bitboard {
        let file = |index: usize| Bitboard::from(File::new(index as u32));
        match self {
            Event::PieceTakesPawn { at, .. } => file(at.0),
            Event::PawnTakesPiece { from, to, .. } | Event::PawnTakesPawn { from, to, .. } => {
                file(from.0) | file(to.0)
            }
        }
    }
}

/// What the captures have to explain.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub goal: Columns,
    /// Captures each side made.
    pub captures: ByColor<usize>,
    /// How many pawns of each colour can have been captured as pawns: the others are on the board
    /// or needed for promotions.
    pub pawn_victims: ByColor<usize>,
    /// Promoted bishops of each colour on (light, dark) squares.
    pub bishops: ByColor<(usize, usize)>,
    /// Files on which pawns of White, of Black, can promote.
    pub promotable: ByColor<[bool; 8]>,
    /// Columns whose lowest pawn is a white one that never moved.
    pub low_steady: [bool; 8],
    /// Columns whose highest pawn is a black one that never moved.
    pub high_steady: [bool; 8],
}

impl Question {
    /// The question a board asks, with what is known of its men.
    pub fn new(board: &Board, known: &Known) -> Option<Question> {
        let mut captures = ByColor::default();
        let mut pawn_victims = ByColor::default();
        let mut bishops = ByColor::default();
        for color in Color::ALL {
            let ours = board.by_color(color);
            let origins = known.origins.get(color);
            let missing = 16usize.checked_sub(ours.count())?;
            // Pieces taken where no pawn can have taken them do not help pawns along.
            let idle = origins
                .lost
                .iter()
                .filter(|(_, _, reach)| {
                    reach.into_iter().all(|square| {
                        let doors = attacks::pawn_attacks(color, square);
                        (doors & !known.steady).is_empty()
                    })
                })
                .count();
            let left = missing.checked_sub(idle)?;
            let pawns = (ours & board.pawns()).count();
            let spare = 8usize.checked_sub(pawns + origins.promoted)?;
            *captures.get_mut(!color) = left;
            *pawn_victims.get_mut(color) = spare.min(left);
            *bishops.get_mut(color) = origins.bishops;
        }
        let steady = |color: Color| {
            let home = Bitboard::from(color.relative_rank(Rank::Second));
            File::ALL.map(|file| (board.by_piece(color.pawn()) & home & Bitboard::from(file)).any())
        };
        Some(Question {
            goal: columns(board),
            captures,
            pawn_victims,
            bishops,
            promotable: known.promotable,
            low_steady: steady(Color::White),
            high_steady: steady(Color::Black),
        })
    }

    /// How many pawns of each colour (white, black) must promote to leave a file as it is in the
    /// goal; `None` where promotions alone do not do it.
    pub fn promotions(&self, file: usize, column: columns::Column) -> Option<(usize, usize)> {
        let (white, black) = column.promotions_to(self.goal[file])?;
        let blocked =
            white > 0 && !self.promotable.white[file] || black > 0 && !self.promotable.black[file];
        (!blocked).then_some((white, black))
    }

    /// All captures of both sides.
    pub fn total(&self) -> usize {
        self.captures.white + self.captures.black
    }
}
