//! Proof kernels: the captures that explain a pawn structure.
//!
//! A *kernel* is a list of captures that turns the columns of the starting position into the columns of
//! the goal, up to promotions. Everything else is left out: ranks, squares of pieces, whose move it
//! is. What remains is small enough to be searched to the end, and what cannot be done even so
//! cannot be done on a board: **no kernel, no game** (the idea of Texel's proof kernels, here with
//! the captured pieces left anonymous).
//!
//! Why leaving promotions to the end loses nothing: a pawn that promotes has no enemy pawn before
//! it. Kept in its column instead, as if it waited before the last rank, it stays at the end of the
//! word; whatever enters the column later can be written behind it.

mod climb;
pub(crate) mod columns;
mod extended;
mod fit;
mod needed_captures;
mod parity;
mod ranks;
mod search;

use shakmaty::{Bitboard, Board, ByColor, Color, File, Rank};

use crate::facts::{Count, Known};

use columns::{Column, Columns, columns};
pub(crate) use extended::Extended;
use fit::Side;
pub(crate) use ranks::{PawnId, Ranks, Variable, pawn_color, pawn_home};
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

/// Captures up to which kernels are searched to the end whatever the position.
const EXHAUSTIVE: usize = 7;

/// What the captures have to explain.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Question {
    pub goal: Columns,
    /// The squares of all pawns.
    pub pawns: Bitboard,
    /// Captures each side made.
    pub captures: ByColor<usize>,
    /// How many pawns of each colour can have been captured as pawns: the others are on the board
    /// or needed for promotions.
    pub pawn_victims: ByColor<usize>,
    /// Where the pieces can have come from.
    sides: ByColor<Side>,
    /// Files on which pawns of White, of Black, can promote.
    pub promotable: ByColor<[bool; 8]>,
    /// Columns whose lowest pawn is a white one that never moved.
    pub low_steady: [bool; 8],
    /// Columns whose highest pawn is a black one that never moved.
    pub high_steady: [bool; 8],
    /// Moves of the pieces, where their squares tell whether they are even.
    count: Option<Count>,
}

/// What a column wants before promotions alone make it that of the goal.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Want {
    any: bool,
    /// Pawns that have to come.
    lacking: u8,
}

impl Want {
    const NOTHING: Want = Want {
        any: false,
        lacking: 0,
    };
}

/// What columns want, remembered: there are few columns and many lists of captures.
struct Wants {
    known: Vec<Option<Want>>,
}

impl Wants {
    fn new() -> Wants {
        Wants {
            known: vec![None; 8 * Column::SHORT],
        }
    }

    fn of(&mut self, question: &Question, file: usize, column: Column) -> Want {
        let want = || {
            let goal = question.goal[file];
            let lacking = |color| goal.count(color).saturating_sub(column.count(color));
            match question.promotions(file, column) {
                Some(_) => Want::NOTHING,
                None => Want {
                    any: true,
                    lacking: (lacking(Color::White) + lacking(Color::Black)) as u8,
                },
            }
        };
        match column.short() {
            Some(word) => *self.known[file * Column::SHORT + word].get_or_insert_with(want),
            None => want(),
        }
    }
}

/// Captures that have not been made yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Left {
    captures: ByColor<u8>,
    /// Pawns of each colour that can still be taken as pawns.
    victims: ByColor<u8>,
}

impl Question {
    /// Everything is still to be taken.
    fn left(&self) -> Left {
        Left {
            captures: self.captures.map(|count| count as u8),
            victims: self.pawn_victims.map(|count| count as u8),
        }
    }

    /// The question a board asks, with what is known of its men.
    pub fn new(board: &Board, known: &Known) -> Option<Question> {
        let mut captures = ByColor::default();
        let mut pawn_victims = ByColor::default();
        for color in Color::ALL {
            let ours = board.by_color(color);
            let origins = known.origins.get(color);
            let missing = 16usize.checked_sub(ours.count())?;
            // Pieces taken where no pawn can have taken them do not help pawns along.
            let idle = origins
                .lost
                .iter()
                .filter(|(_, _, reach)| !known.is_prey(color, *reach))
                .count();
            let left = missing.checked_sub(idle)?;
            let pawns = (ours & board.pawns()).count();
            let spare = 8usize.checked_sub(pawns + origins.promoted)?;
            *captures.get_mut(!color) = left;
            *pawn_victims.get_mut(color) = spare.min(left);
        }
        let steady = |color: Color| {
            let home = Bitboard::from(color.relative_rank(Rank::Second));
            File::ALL.map(|file| (board.by_piece(color.pawn()) & home & Bitboard::from(file)).any())
        };
        Some(Question {
            goal: columns(board),
            pawns: board.pawns(),
            captures,
            pawn_victims,
            sides: ByColor {
                white: Side::new(&known.origins.white),
                black: Side::new(&known.origins.black),
            },
            promotable: known.promotable,
            low_steady: steady(Color::White),
            high_steady: steady(Color::Black),
            count: known.count,
        })
    }

    /// How many pawns of each colour (white, black) must promote to leave a file as it is in the
    /// goal; `None` where promotions alone do not do it.
    pub fn promotions(&self, file: usize, column: Column) -> Option<(usize, usize)> {
        let (white, black) = column.promotions_to(self.goal[file])?;
        let blocked =
            white > 0 && !self.promotable.white[file] || black > 0 && !self.promotable.black[file];
        (!blocked).then_some((white, black))
    }

    /// Where a pawn that takes on the last rank, from one file to another, enters the latter of so many pawns if its
    /// last one never moved: past that one, to promote. It came from where no pawn stayed.
    fn past_steady(&self, by: Color, from: usize, to: usize, pawns: usize) -> Option<usize> {
        let steady = by.fold_wb(&self.high_steady, &self.low_steady);
        let promotes = self.promotable.get(by)[to];
        (steady[to] && !steady[from] && promotes).then(|| by.fold_wb(pawns, 0))
    }

    /// Captures needed at least, `None` if more than `most`. One capture changes at most two neighbouring columns, and a pawn that a
    /// column lacks comes from elsewhere by a capture. Where no pawn is left in the end, a pawn that enters
    /// resolves nothing: there only the capture of a pawn by a pawn serves two columns. Pawns that have to
    /// promote on certain files get there by captures.
    fn bound(
        &self,
        columns: &Columns,
        left: Left,
        most: usize,
        wants: &mut Wants,
    ) -> Option<usize> {
        let (mut pairs, mut lacking, mut cleared) = (0, 0, 0);
        let mut last = None;
        for (file, column) in columns.iter().enumerate() {
            let want = wants.of(self, file, *column);
            if want == Want::NOTHING {
                continue;
            }
            lacking += usize::from(want.lacking);
            cleared += usize::from(self.goal[file].len() == 0);
            match last {
                Some(last) if last + 1 == file => {}
                _ => {
                    pairs += 1;
                    last = Some(file);
                }
            }
            // Most lists of captures end here, a wrong one being noticed early.
            if pairs > most || lacking > most {
                return None;
            }
        }
        let doubly = |by: Color| (*left.captures.get(by)).min(*left.victims.get(!by));
        let doubly = usize::from(doubly(Color::White) + doubly(Color::Black));
        let brought: usize = Color::ALL
            .into_iter()
            .map(|color| self.brought(columns, color))
            .sum();
        let bound = lacking
            .max(pairs)
            .max(brought)
            .max(cleared.saturating_sub(doubly));
        (bound <= most).then_some(bound)
    }

    /// Pawns of a colour that must still come to files where men on the board promoted.
    fn brought(&self, columns: &Columns, color: Color) -> usize {
        let needs = &self.sides.get(color).needs;
        if needs.is_empty() {
            return 0;
        }
        let spare: [isize; 8] = std::array::from_fn(|file| {
            let (now, then) = (columns[file].count(color), self.goal[file].count(color));
            now as isize - then as isize
        });
        needs
            .iter()
            .map(|(set, count)| {
                let there: isize = (0..8)
                    .filter(|file| set >> file & 1 == 1)
                    .map(|file| spare[file])
                    .sum();
                (*count as isize - there).max(0) as usize
            })
            .max()
            .unwrap_or(0)
    }

    /// Whether all lists of captures can be looked at: there are few captures, or few ways to spend them.
    pub fn is_exhaustible(&self) -> bool {
        self.total() <= EXHAUSTIVE || self.is_tight()
    }

    /// All captures of both sides.
    pub fn total(&self) -> usize {
        self.captures.white + self.captures.black
    }
}
