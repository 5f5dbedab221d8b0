//! What each side can afford between two positions: which men cannot move at all, and where captures
//! can take place.
//!
//! Every target is served by a man that gets there around the fixed men, every man that is lost goes
//! where it can be taken, as cheaply as possible. What a side has left over is its slack. A man on its
//! target whose departure costs more than the slack is fixed; fixed men stand in the way of the others,
//! whose ways get longer, which leaves less slack, and so on until nothing changes. A capture needs a
//! square that the victim and the captor can both afford; that shortens the lists of squares where
//! pawns change their files and where lost men go.
//!
//! All that is forgotten (who stands in whose way for a while, whose turn it is, checks) only adds
//! possibilities, so nothing possible is ever cut off.

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Board, ByColor, Color, Role, attacks};

use super::{distance::Distances, key::Mixer, side::Side};

/// The way between two positions.
pub(crate) struct Way<'a> {
    pub from: &'a Board,
    pub to: &'a Board,
    /// Rooks that may castle on the way.
    pub rights: Bitboard,
    /// Moves of White, of Black.
    pub moves: [u32; 2],
}

/// What is certain on the whole way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Certain {
    /// Men that stay where they are.
    pub fixed: Bitboard,
    /// Squares where a man of the colour can be taken.
    pub taken: ByColor<Bitboard>,
}

impl Certain {
    /// Only that these men stay.
    pub fn new(fixed: Bitboard) -> Certain {
        Certain {
            fixed,
            taken: ByColor {
                white: Bitboard::FULL,
                black: Bitboard::FULL,
            },
        }
    }
}

/// What one side by itself can afford.
#[derive(Clone, Copy)]
pub(crate) struct Affords {
    /// Men that stay.
    pub fixed: Bitboard,
    /// Squares where its men can be taken.
    pub taken: Bitboard,
    /// Squares where it can take.
    pub takes: Bitboard,
}

/// Bounds with everything they remember.
#[derive(Default)]
pub(crate) struct Bounds {
    distances: Distances,
    sides: FxHashMap<u128, Option<Affords>>,
}

/// Sides are remembered until there are so many.
const MOST_REMEMBERED: usize = 4_000_000;

impl Bounds {
    /// What is certain on the way, given that `certain` is; `None` where there is no way.
    pub fn settle(&mut self, way: &Way<'_>, mut certain: Certain) -> Option<Certain> {
        for color in Color::ALL {
            if lost(way, color)? == 0 {
                *certain.taken.get_mut(color) = Bitboard::EMPTY;
            }
        }
        loop {
            let white = self.side(way, &certain, Color::White)?;
            let black = self.side(way, &certain, Color::Black)?;
            let mut next = certain;
            next.fixed |= white.fixed | black.fixed;
            next.taken.white &= white.taken & black.takes & !next.fixed;
            next.taken.black &= black.taken & white.takes & !next.fixed;
            if next == certain {
                return Some(certain);
            }
            certain = next;
        }
    }

    fn side(&mut self, way: &Way<'_>, certain: &Certain, color: Color) -> Option<Affords> {
        let side = Side {
            from: way.from,
            to: way.to,
            color,
            rights: way.rights & way.from.by_color(color),
            fixed: certain.fixed,
            closed: closed(way.from, certain.fixed, color),
            lost: lost(way, color)?,
            captures: lost(way, !color)?,
            taken: *certain.taken.get(color),
            takes: *certain.taken.get(!color),
            moves: way.moves[usize::from(color.is_black())] as i32,
        };
        if (side.lost > 0 && side.taken.is_empty()) || (side.captures > 0 && side.takes.is_empty())
        {
            return None;
        }
        let key = key(&side);
        if let Some(known) = self.sides.get(&key) {
            return *known;
        }
        let answer = side.affords(&mut self.distances);
        if self.sides.len() >= MOST_REMEMBERED {
            self.sides.clear();
        }
        self.sides.insert(key, answer);
        answer
    }
}

fn key(side: &Side<'_>) -> u128 {
    let mut mixer = Mixer::default();
    for board in [side.from, side.to] {
        for role in Role::ALL {
            mixer.add(u64::from(board.by_role(role) & board.by_color(side.color)));
        }
    }
    for set in [side.fixed, side.closed, side.taken, side.takes, side.rights] {
        mixer.add(u64::from(set));
    }
    let small = [side.lost, side.captures, u32::from(side.color.is_black())];
    mixer.add(
        small
            .into_iter()
            .fold(side.moves as u64, |sum, one| sum << 8 | u64::from(one)),
    );
    mixer.finish()
}

/// Men a side loses on the way; `None` where it would win some.
fn lost(way: &Way<'_>, color: Color) -> Option<u32> {
    let (before, after) = (way.from.by_color(color), way.to.by_color(color));
    (before.count() as u32).checked_sub(after.count() as u32)
}

/// Squares that the king of a colour never enters, because fixed men attack them whatever else stands
/// on the board.
pub(crate) fn closed(board: &Board, fixed: Bitboard, color: Color) -> Bitboard {
    let guards = board.by_color(!color) & fixed;
    guards.into_iter().fold(Bitboard::EMPTY, |closed, guard| {
        let near = match board.role_at(guard) {
            Some(Role::Knight) => Bitboard::FULL,
            _ => attacks::king_attacks(guard),
        };
        closed | board.attacks_from(guard) & near
    })
}
