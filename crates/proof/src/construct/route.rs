//! How far a man is from where it should be, with others in the way.
//!
//! Moves of pieces are reversible, so the way home backward is the way out forward. A field holds
//! for every square what it costs to go from there to the nearest target: [`MOVE`] a move, more for
//! each man on the way that would have to step aside. Men that can never step aside close the way.

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Role, Square, attacks};

/// What one move costs.
pub(crate) const MOVE: u16 = 4;
/// No way.
pub(crate) const FAR: u16 = 128;

/// Fields towards single squares past men that never move, made when they are asked for.
pub(crate) struct Fields {
    steady: Bitboard,
    known: FxHashMap<(Role, Square), Box<Field>>,
}

impl Fields {
    /// Around these men.
    pub fn new(steady: Bitboard) -> Fields {
        Fields {
            steady,
            known: FxHashMap::default(),
        }
    }

    /// The men that never move.
    pub fn steady(&self) -> Bitboard {
        self.steady
    }

    /// The field of a role towards a square; a man that never moves does not close its own.
    pub fn to(&mut self, role: Role, square: Square) -> &Field {
        let steady = self.steady.without(square);
        self.known.entry((role, square)).or_insert_with(|| {
            let mut toll = [0; 64];
            for square in steady {
                toll[usize::from(square)] = FAR;
            }
            Box::new(Field::new(role, Bitboard::from(square), &toll))
        })
    }
}

/// The cost to the nearest target from every square, and the next square on the way.
#[derive(Clone)]
pub(crate) struct Field {
    pub cost: [u16; 64],
    next: [u8; 64],
}

const NONE: u8 = 64;

impl Field {
    /// The field of a role towards targets, where `toll` is the price of each square.
    pub fn new(role: Role, targets: Bitboard, toll: &[u16; 64]) -> Field {
        Field::around(role, targets, toll, None)
    }

    /// The same, but only as far as it matters to a man on a square: what costs more than its own
    /// way and this much beyond counts as no way.
    pub fn around(
        role: Role,
        targets: Bitboard,
        toll: &[u16; 64],
        man: Option<(Square, u16)>,
    ) -> Field {
        let mut field = Field {
            cost: [FAR; 64],
            next: [NONE; 64],
        };
        let mut buckets = [Bitboard::EMPTY; FAR as usize];
        for target in targets {
            field.cost[usize::from(target)] = 0;
            buckets[0].add(target);
        }
        let mut level = 0;
        let mut end = usize::from(FAR);
        while level < end {
            let Some(square) = buckets[level].pop_front() else {
                level += 1;
                continue;
            };
            let here = usize::from(square);
            if let Some((man, beyond)) = man
                && man == square
            {
                end = end.min(level + usize::from(beyond) + 1);
            }
            if usize::from(field.cost[here]) != level || toll[here] >= FAR {
                continue;
            }
            let price = field.cost[here] + MOVE + toll[here];
            let mut reach = |from: Square, price: u16| {
                let index = usize::from(from);
                if price < field.cost[index] {
                    field.cost[index] = price;
                    field.next[index] = here as u8;
                    buckets[usize::from(price)].add(from);
                }
            };
            match role {
                Role::Knight | Role::King => {
                    let near = match role {
                        Role::Knight => attacks::knight_attacks(square),
                        _ => attacks::king_attacks(square),
                    };
                    if price < FAR {
                        near.into_iter().for_each(|from| reach(from, price));
                    }
                }
                Role::Bishop | Role::Rook | Role::Queen => {
                    let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
                    for (dx, dy) in DIRECTIONS {
                        let straight = dx == 0 || dy == 0;
                        if role == Role::Bishop && straight || role == Role::Rook && !straight {
                            continue;
                        }
                        let (mut x, mut y, mut price) = (file + dx, rank + dy, price);
                        while (0..8).contains(&x) && (0..8).contains(&y) && price < FAR {
                            let from = Square::new((y * 8 + x) as u32);
                            reach(from, price);
                            let toll = toll[usize::from(from)];
                            if toll >= FAR {
                                break;
                            }
                            price += toll;
                            x += dx;
                            y += dy;
                        }
                    }
                }
                Role::Pawn => {}
            }
        }
        field
    }

    /// The squares on the way from a square to its target, both ends left out and in.
    pub fn way(&self, from: Square) -> Bitboard {
        let mut way = Bitboard::EMPTY;
        let mut here = from;
        for _ in 0..16 {
            let next = self.next[usize::from(here)];
            if next == NONE {
                break;
            }
            let next = Square::new(u32::from(next));
            way |= attacks::between(here, next);
            way.add(next);
            here = next;
        }
        way
    }
}

const DIRECTIONS: [(i32, i32); 8] = [
    (1, 0),
    (-1, 0),
    (0, 1),
    (0, -1),
    (1, 1),
    (1, -1),
    (-1, 1),
    (-1, -1),
];
