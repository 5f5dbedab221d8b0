//! How many moves a piece needs home, around men that stay where they are: tables kept for every set of
//! such men.
//!
//! Only pawns at home, and men that never moved, count as obstacles. All others can step aside, so these
//! distances bound from below what is left to do, and an infinite one means that somebody is locked out.

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Color, Piece, Rank, Role, Square, attacks};

/// No way.
pub(crate) const FAR: u8 = u8::MAX;
/// Distances up to which rings are kept.
pub(crate) const RINGS: usize = 12;

/// The distance to targets from everywhere.
pub(crate) struct Way {
    pub moves: [u8; 64],
    /// The squares at each distance.
    rings: [Bitboard; RINGS],
}

impl Way {
    fn new(piece: Piece, targets: Bitboard, fixed: Bitboard) -> Way {
        let mut way = Way {
            moves: [FAR; 64],
            rings: [Bitboard::EMPTY; RINGS],
        };
        let blocked = fixed | closed(piece, fixed);
        let mut reached = Bitboard::EMPTY;
        let mut front = targets;
        for moves in 0..FAR {
            if front.is_empty() {
                break;
            }
            for square in front {
                way.moves[usize::from(square)] = moves;
            }
            if let Some(ring) = way.rings.get_mut(usize::from(moves)) {
                *ring = front;
            }
            reached |= front;
            let next = front.into_iter().fold(Bitboard::EMPTY, |next, square| {
                next | attacks::attacks(square, piece, fixed)
            });
            front = next & !reached & !blocked;
        }
        way
    }

    /// The squares so many moves away.
    pub fn ring(&self, moves: u8) -> Bitboard {
        self.rings
            .get(usize::from(moves))
            .copied()
            .unwrap_or(Bitboard::EMPTY)
    }
}

/// Squares that pawns at home attack, which the other king does not enter.
fn closed(piece: Piece, fixed: Bitboard) -> Bitboard {
    if piece.role != Role::King {
        return Bitboard::EMPTY;
    }
    let them = !piece.color;
    let pawns = fixed & Bitboard::from(them.relative_rank(Rank::Second));
    pawns.into_iter().fold(Bitboard::EMPTY, |closed, pawn| {
        closed | attacks::pawn_attacks(them, pawn)
    })
}

/// All tables for one set of fixed men.
struct Set {
    fixed: Bitboard,
    single: Vec<Option<Box<Way>>>,
    several: FxHashMap<(usize, Bitboard), Box<Way>>,
}

/// All tables asked for so far.
#[derive(Default)]
pub(crate) struct Ways {
    index: FxHashMap<Bitboard, usize>,
    sets: Vec<Set>,
}

/// Sets kept at the most.
const MOST_SETS: usize = 4_000;

impl Ways {
    /// Forgets tables if there are too many; numbers given before are no longer valid.
    pub fn tidy(&mut self) {
        if self.sets.len() > MOST_SETS {
            *self = Ways::default();
        }
    }

    /// The number of a set of fixed men.
    pub fn set(&mut self, fixed: Bitboard) -> usize {
        let sets = &mut self.sets;
        *self.index.entry(fixed).or_insert_with(|| {
            sets.push(Set {
                fixed,
                single: std::iter::repeat_with(|| None).take(6 * 64).collect(),
                several: FxHashMap::default(),
            });
            sets.len() - 1
        })
    }

    /// The way of a piece to a square.
    pub fn to(&mut self, set: usize, piece: Piece, target: Square) -> &Way {
        let set = &mut self.sets[set];
        let slot = kind(piece) * 64 + usize::from(target);
        set.single[slot]
            .get_or_insert_with(|| Box::new(Way::new(piece, Bitboard::from(target), set.fixed)))
    }

    /// The way of a piece to the nearest of some squares.
    pub fn nearest(&mut self, set: usize, piece: Piece, targets: Bitboard) -> &Way {
        let set = &mut self.sets[set];
        let key = (kind(piece), targets);
        set.several
            .entry(key)
            .or_insert_with(|| Box::new(Way::new(piece, targets, set.fixed)))
    }
}

fn kind(piece: Piece) -> usize {
    match (piece.role, piece.color) {
        (Role::Pawn | Role::Knight, _) => 0,
        (Role::Bishop, _) => 1,
        (Role::Rook, _) => 2,
        (Role::Queen, _) => 3,
        (Role::King, Color::White) => 4,
        (Role::King, Color::Black) => 5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawns_at_home_close_the_way() {
        let mut ways = Ways::default();
        let set = ways.set(Bitboard::EMPTY);
        let way = ways.to(set, Color::White.bishop(), Square::F1);
        assert_eq!(way.moves[usize::from(Square::B5)], 1);
        assert!(way.ring(1).contains(Square::B5));
        let set = ways.set(Bitboard::from(Square::E2).with(Square::G2));
        let way = ways.to(set, Color::White.bishop(), Square::F1);
        assert_eq!(way.moves[usize::from(Square::B5)], FAR);
        let way = ways.to(set, Color::Black.king(), Square::E8);
        assert_eq!(way.moves[usize::from(Square::F3)], FAR);
        let targets = Bitboard::from(Square::A1).with(Square::H8);
        let way = ways.nearest(set, Color::White.knight(), targets);
        assert_eq!(way.moves[usize::from(Square::F7)], 1);
    }
}
