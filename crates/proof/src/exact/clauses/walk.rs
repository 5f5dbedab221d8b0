//! Where one man can be in the course of the game, and which single moves lead from place to place.
//!
//! A *place* is a square and what the man is there, because pawns become other men. Men that stay where they are
//! all the time are walls; everything else is thought away.

use std::collections::VecDeque;

use shakmaty::{Bitboard, Color, Piece, Rank, Role, Square, attacks};

/// No way.
pub(super) const FAR: i32 = i32::MAX / 4;

/// What a step may do on the square it leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Go there or take there.
    Piece,
    /// Go there only.
    Straight,
    /// Take there only.
    Takes,
}

/// A single move from a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The place it leads to.
    pub to: usize,
    pub kind: Kind,
    /// Squares that have to be empty.
    pub between: Bitboard,
}

#[derive(Clone, Debug)]
pub(super) struct Place {
    pub role: Role,
    pub square: Square,
    pub steps: Vec<Step>,
    /// Moves made here at least.
    pub made: i32,
}

/// What is known about all men of a side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ground {
    pub color: Color,
    /// Men that stay where they are.
    pub fixed: Bitboard,
    /// Squares that the king never enters.
    pub closed: Bitboard,
    /// Squares where the side may take something.
    pub prey: Bitboard,
    /// Moves of the side.
    pub moves: i32,
}

/// How a man takes part in castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Castles {
    /// It is the king: its first move leads to this square, past these.
    King(Square, Bitboard),
    /// It is the rook: it is carried to this square.
    Rook(Square),
}

/// All places of a man, the first of them its home.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    pub places: Vec<Place>,
    pub castles: Option<Castles>,
}

impl Walk {
    pub fn new(piece: Piece, home: Square, castles: Option<Castles>, ground: &Ground) -> Walk {
        let mut walk = Walk {
            places: Vec::new(),
            castles,
        };
        let mut index = [[usize::MAX; 64]; 7];
        let mut open = VecDeque::new();
        let add = |walk: &mut Walk,
                   index: &mut [[usize; 64]; 7],
                   role: Role,
                   square: Square,
                   made: i32| {
            let known = &mut index[usize::from(role)][usize::from(square)];
            if *known == usize::MAX {
                *known = walk.places.len();
                walk.places.push(Place {
                    role,
                    square,
                    steps: Vec::new(),
                    made,
                });
                return (*known, true);
            }
            (*known, false)
        };
        open.push_back(add(&mut walk, &mut index, piece.role, home, 0).0);
        if castles.is_some() {
            // To come back after castling is something else.
            index[usize::from(piece.role)][usize::from(home)] = usize::MAX;
        }
        while let Some(at) = open.pop_front() {
            let (role, square, made) = {
                let place = &walk.places[at];
                (place.role, place.square, place.made)
            };
            if made >= ground.moves {
                continue;
            }
            let (moves, cost) = match castles {
                Some(Castles::King(to, past)) if at == 0 => {
                    (vec![(role, to, Kind::Straight, past)], 1)
                }
                // Carried by the king: no move of its own.
                Some(Castles::Rook(to)) if at == 0 => {
                    (vec![(role, to, Kind::Straight, Bitboard::EMPTY)], 0)
                }
                _ => (ground.moves_of(role, square), 1),
            };
            for (role, to, kind, between) in moves {
                let (to, new) = add(&mut walk, &mut index, role, to, made + cost);
                if new {
                    open.push_back(to);
                }
                walk.places[at].steps.push(Step { to, kind, between });
            }
        }
        walk
    }

    /// Moves from every place to the nearest of some.
    pub fn away(&self, wanted: impl Fn(&Place) -> bool) -> Vec<i32> {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.places.len()];
        for (at, place) in self.places.iter().enumerate() {
            for step in &place.steps {
                before[step.to].push(at);
            }
        }
        let mut away = vec![FAR; self.places.len()];
        let mut open = VecDeque::new();
        for (at, place) in self.places.iter().enumerate() {
            if wanted(place) && !(at == 0 && self.castles.is_some()) {
                away[at] = 0;
                open.push_back(at);
            }
        }
        while let Some(at) = open.pop_front() {
            for from in &before[at] {
                if away[*from] == FAR {
                    away[*from] = away[at] + 1;
                    open.push_back(*from);
                }
            }
        }
        if matches!(self.castles, Some(Castles::Rook(_))) && away[0] < FAR {
            away[0] -= 1;
        }
        away
    }
}

impl Ground {
    fn moves_of(&self, role: Role, square: Square) -> Vec<(Role, Square, Kind, Bitboard)> {
        if role != Role::Pawn {
            let shut = match role {
                Role::King => self.closed,
                _ => Bitboard::EMPTY,
            };
            let reach = attacks::attacks(square, role.of(self.color), self.fixed);
            return (reach & !self.fixed & !shut)
                .into_iter()
                .map(|to| (role, to, Kind::Piece, attacks::between(square, to)))
                .collect();
        }
        let mut moves = Vec::new();
        let mut add = |to: Square, kind: Kind, between: Bitboard| {
            let last = to.rank() == self.color.relative_rank(Rank::Eighth);
            let roles: &[Role] = if last {
                &[Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
            } else {
                &[Role::Pawn]
            };
            moves.extend(roles.iter().map(|role| (*role, to, kind, between)));
        };
        let up = self.color.fold_wb(8, -8);
        if let Some(one) = square.offset(up).filter(|one| !self.fixed.contains(*one)) {
            add(one, Kind::Straight, Bitboard::EMPTY);
            let first = square.rank() == self.color.relative_rank(Rank::Second);
            if first
                && let Some(two) = one.offset(up)
                && !self.fixed.contains(two)
            {
                add(two, Kind::Straight, Bitboard::from(one));
            }
        }
        let aside = attacks::pawn_attacks(self.color, square);
        for to in aside & self.prey & !self.fixed {
            add(to, Kind::Takes, Bitboard::EMPTY);
        }
        moves
    }
}
