//! Pieces shut in behind pawns at home, followed square by square.
//!
//! Where the pawns of a side leave its king, queen, rooks and bishops only a few squares, all places that these can have had
//! *together* are few as well, and so are the moves between them: castling, stepping aside, being taken. All of them are
//! looked at. That tells whether the pieces can have got to where they are past each other, and whether they have made an even or an odd
//! number of moves. Everybody else is thought away, so nothing possible is left out.

use std::collections::VecDeque;

use shakmaty::{Bitboard, CastlingSide, Color, Piece, Role, Square, attacks};
use sissa_record::Reason;

use super::{
    is_prey,
    mobility::Ground,
    steady::{king_home, originals},
};
use crate::retro::corner;

/// Places looked at, at the most.
const MOST: usize = 1 << 15;
/// More pieces than a side has, kings included and knights left out.
const MOST_PIECES: usize = 6;

/// The pieces cannot have got past each other, nobody having promoted.
pub(super) fn no_way_past(ground: &Ground<'_>, color: Color) -> Option<Reason> {
    let board = ground.board;
    if board.by_piece(color.pawn()).count() < 8 {
        return None;
    }
    let corridor = Corridor::new(ground, color)?;
    (!corridor.even && !corridor.odd).then(|| {
        let player = color.fold_wb("White", "Black");
        let men = board.by_color(color) & !board.pawns() & !board.knights() & !ground.steady;
        let message = format!(
            "{player}'s pieces behind the pawns cannot have got past each other to where they stand, castled or not"
        );
        Reason::new("no-way-past", message, men)
    })
}

/// The shut-in pieces of a side.
pub(super) struct Corridor {
    /// How many they were at first.
    pub pieces: usize,
    /// Whether they can have made an even, an odd number of moves.
    pub even: bool,
    pub odd: bool,
}

impl Corridor {
    /// What all games without promotions say; `None` where the pieces are not shut in, or a pawn can have taken one of
    /// those that are lost.
    pub fn new(ground: &Ground<'_>, color: Color) -> Option<Corridor> {
        let inside = Inside::new(ground, color)?;
        let mut corridor = Corridor {
            pieces: inside.men.len(),
            even: false,
            odd: false,
        };
        inside.explore(|place, odd| {
            if inside.is_goal(place) {
                corridor.even |= !odd;
                corridor.odd |= odd;
            }
            corridor.even && corridor.odd
        });
        Some(corridor)
    }
}

/// A piece with the squares it can have been on.
struct Man {
    piece: Piece,
    squares: Vec<Square>,
    /// Whether it can have been taken.
    mortal: bool,
}

impl Man {
    /// Squares where it can be, and the box.
    fn places(&self) -> usize {
        self.squares.len() + usize::from(self.mortal)
    }
}

struct Inside<'a> {
    ground: &'a Ground<'a>,
    color: Color,
    men: Vec<Man>,
    /// How many places there are.
    size: usize,
}

/// Where each man is; `None` for one that was taken.
type Place = [Option<Square>; MOST_PIECES];

impl<'a> Inside<'a> {
    fn new(ground: &'a Ground<'a>, color: Color) -> Option<Inside<'a>> {
        let king = (Role::King, king_home(color));
        let mut men = Vec::new();
        let mut size = 2_usize;
        for (role, home) in originals(color).into_iter().chain([king]) {
            if role == Role::Knight || ground.steady.contains(home) {
                continue;
            }
            let piece = Piece { color, role };
            let reach = ground.reach(piece, home);
            let whole = originals(color).iter().filter(|one| one.0 == role).count();
            let mortal = role != Role::King && ground.board.by_piece(piece).count() < whole;
            if mortal && is_prey(ground.steady, color, reach) {
                return None;
            }
            // The home comes first: that is where everybody begins.
            let squares: Vec<Square> = std::iter::once(home).chain(reach.without(home)).collect();
            let man = Man {
                piece,
                squares,
                mortal,
            };
            size = size
                .checked_mul(man.places())
                .filter(|size| *size <= MOST)?;
            men.push(man);
        }
        Some(Inside {
            ground,
            color,
            men,
            size,
        })
    }

    /// Visits every place that can be reached, with every parity of the number of moves, nearer ones first, until the visitor has
    /// seen enough: mostly the men are not far from where they began.
    fn explore(&self, mut enough: impl FnMut(&Place, bool) -> bool) {
        let mut known = vec![false; self.size];
        let mut first: Place = [None; MOST_PIECES];
        for (square, man) in first.iter_mut().zip(&self.men) {
            *square = man.squares.first().copied();
        }
        let mut open = VecDeque::from([(first, false)]);
        known[self.number(&first, false)] = true;
        while let Some((place, odd)) = open.pop_front() {
            if enough(&place, odd) {
                return;
            }
            self.each_next(&place, |next, moved| {
                let odd = odd ^ moved;
                let number = self.number(&next, odd);
                if !std::mem::replace(&mut known[number], true) {
                    open.push_back((next, odd));
                }
            });
        }
    }

    fn number(&self, place: &Place, odd: bool) -> usize {
        let places = place.iter().zip(&self.men);
        places.fold(usize::from(odd), |number, (square, man)| {
            let digit = match square {
                Some(square) => man.squares.iter().position(|one| one == square),
                None => None,
            };
            number * man.places() + digit.unwrap_or(man.squares.len())
        })
    }

    /// Every place one event on, and whether that was a move of this side.
    fn each_next(&self, place: &Place, mut found: impl FnMut(Place, bool)) {
        let inside: Bitboard = place.iter().flatten().copied().collect();
        let blocked = self.ground.steady | inside;
        for (number, man) in self.men.iter().enumerate() {
            let Some(square) = place[number] else {
                continue;
            };
            let mut put = |to: Option<Square>, moved: bool| {
                let mut next = *place;
                next[number] = to;
                found(next, moved);
            };
            if man.mortal {
                put(None, false);
            }
            if self.ground.is_last_stand(man.piece, square) {
                continue;
            }
            let steps = match man.piece.role {
                Role::King => self.ground.king_steps(self.color, square),
                _ => attacks::attacks(square, man.piece, blocked),
            };
            for to in steps & !blocked {
                if man.squares.contains(&to) {
                    put(Some(to), true);
                }
            }
        }
        for side in CastlingSide::ALL {
            let (king, rook) = (king_home(self.color), corner(side, self.color));
            // Whoever castles stands where it began, so all its squares are among those that it can have been on.
            let at_home = |home: Square| {
                let here = |number: &usize| {
                    self.men[*number].squares.first() == Some(&home) && place[*number] == Some(home)
                };
                (0..self.men.len()).find(here)
            };
            let clear = (attacks::between(king, rook) & blocked).is_empty();
            if let (true, Some(one), Some(other)) = (clear, at_home(king), at_home(rook)) {
                let mut next = *place;
                next[one] = Some(side.king_to(self.color));
                next[other] = Some(side.rook_to(self.color));
                found(next, true);
            }
        }
    }

    /// Whether the men are those of the board.
    fn is_goal(&self, place: &Place) -> bool {
        let board = self.ground.board;
        let ours = board.by_color(self.color) & !board.pawns() & !board.knights();
        let wanted = ours & !self.ground.steady;
        let mut standing = Bitboard::EMPTY;
        for (square, man) in place.iter().zip(&self.men) {
            if let Some(square) = square {
                if board.piece_at(*square) != Some(man.piece) {
                    return false;
                }
                standing.add(*square);
            }
        }
        standing == wanted
    }
}
