//! One side's part of a way: its men, what they have to reach, and what that costs at least.
//!
//! All men are matched with all targets; men that are lost are matched with the nearest square where
//! they can be taken.

use shakmaty::{Bitboard, Board, CastlingSide, Color, Role, Square, attacks};

use super::{
    bound::Affords,
    distance::{Distances, FAR, Table},
};
use crate::{
    facts::steady::king_home,
    matching::{Matching, NEVER},
    retro::corner,
};

pub(crate) struct Side<'a> {
    pub from: &'a Board,
    pub to: &'a Board,
    pub color: Color,
    /// Own rooks that may castle.
    pub rights: Bitboard,
    pub fixed: Bitboard,
    /// Squares that the king never enters.
    pub closed: Bitboard,
    /// Own men that are taken on the way.
    pub lost: u32,
    /// Men that this side takes.
    pub captures: u32,
    /// Where own men can be taken.
    pub taken: Bitboard,
    /// Where this side can take.
    pub takes: Bitboard,
    pub moves: i32,
}

/// A man, where it stands and where its way begins: castling puts two men elsewhere.
#[derive(Clone, Copy)]
struct Man {
    role: Role,
    stands: Square,
    begins: Square,
}

const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

impl Side<'_> {
    /// What the side can afford, `None` where it cannot do its part.
    pub fn affords(&self, distances: &mut Distances) -> Option<Affords> {
        let men: Vec<Man> = (self.from.by_color(self.color) & !self.fixed)
            .into_iter()
            .filter_map(|stands| {
                self.from.role_at(stands).map(|role| Man {
                    role,
                    stands,
                    begins: stands,
                })
            })
            .collect();
        let mut affords = self.with(&men, self.moves, distances);
        for side in CastlingSide::ALL
            .into_iter()
            .filter(|side| self.may_castle(*side))
        {
            let (king, rook) = (king_home(self.color), corner(side, self.color));
            let men: Vec<Man> = men
                .iter()
                .map(|man| Man {
                    begins: match man.stands {
                        square if square == king => side.king_to(self.color),
                        square if square == rook => side.rook_to(self.color),
                        square => square,
                    },
                    ..*man
                })
                .collect();
            let other = self.with(&men, self.moves - 1, distances);
            affords = match (affords, other) {
                (Some(one), Some(other)) => Some(Affords {
                    fixed: one.fixed & other.fixed,
                    taken: one.taken | other.taken,
                    takes: one.takes | other.takes,
                }),
                (one, other) => one.or(other),
            };
        }
        affords
    }

    fn may_castle(&self, side: CastlingSide) -> bool {
        self.rights.contains(corner(side, self.color))
            && may_castle(self.color, side, self.fixed, self.closed)
    }

    fn with(&self, men: &[Man], moves: i32, distances: &mut Distances) -> Option<Affords> {
        let targets: Vec<(Square, Role)> = (self.to.by_color(self.color) & !self.fixed)
            .into_iter()
            .filter_map(|square| Some((square, self.to.role_at(square)?)))
            .collect();
        let rows = targets.len() + self.lost as usize;
        if rows != men.len() {
            return None;
        }
        let mut cost = [[NEVER; 16]; 16];
        let mut sideways = [[NEVER; 16]; 16];
        let mut anywhere = [[FAR; 64]; 16];
        for (column, man) in men.iter().enumerate() {
            self.costs(*man, column, &targets, &mut cost, &mut sideways, distances);
            if self.lost > 0 && man.role != Role::King {
                anywhere[column] = self.anywhere(*man, distances);
                let near = self
                    .taken
                    .into_iter()
                    .map(|to| anywhere[column][usize::from(to)]);
                let near = near.min().unwrap_or(FAR);
                for row in targets.len()..rows {
                    if near < FAR {
                        cost[row][column] = i32::from(near);
                        sideways[row][column] = 0;
                    }
                }
            }
        }
        let matching = Matching::new(rows, men.len(), cost)?;
        let least = matching.total();
        if least > moves {
            return None;
        }
        if self.captures > 0
            && self.captures < 8
            && Matching::new(rows, men.len(), sideways)
                .is_none_or(|matching| matching.total() > self.captures as i32)
        {
            return None;
        }
        let mut affords = Affords {
            fixed: Bitboard::EMPTY,
            taken: Bitboard::EMPTY,
            takes: Bitboard::EMPTY,
        };
        for (column, man) in men.iter().enumerate() {
            let own = targets
                .iter()
                .position(|target| *target == (man.stands, man.role))
                .filter(|_| man.begins == man.stands);
            if let Some(row) = own {
                // A piece can go and come back; a pawn cannot.
                let returns = man.role != Role::Pawn && least + 2 <= moves;
                if !returns && matching.without(row, column) > moves {
                    affords.fixed.add(man.stands);
                }
            }
            if self.lost > 0 && man.role != Role::King {
                let row = targets.len();
                let rest = matching.with(row, column) - cost[row][column];
                affords.taken |= within(&anywhere[column], moves - rest) & self.taken;
            }
            if self.captures > 0 {
                for (row, costs) in cost[..rows].iter().enumerate() {
                    let left = moves - (matching.with(row, column) - costs[column]);
                    if costs[column] <= left {
                        let target = targets.get(row).copied();
                        let far = &anywhere[column];
                        affords.takes |= self.detours(*man, target, left, far, distances);
                    }
                }
            }
        }
        Some(affords)
    }

    /// What it costs a man to become each target, in moves and in captures.
    fn costs(
        &self,
        man: Man,
        column: usize,
        targets: &[(Square, Role)],
        cost: &mut [[i32; 16]; 16],
        sideways: &mut [[i32; 16]; 16],
        distances: &mut Distances,
    ) {
        if man.role != Role::Pawn {
            let piece = man.role.of(self.color);
            let table = distances.piece(piece, man.begins, self.fixed, self.closed);
            for (row, (square, role)) in targets.iter().enumerate() {
                let moves = table[usize::from(*square)];
                if *role == man.role && moves < FAR {
                    cost[row][column] = i32::from(moves);
                    sideways[row][column] = 0;
                }
            }
            return;
        }
        let table = *self.pawn(man.begins, self.captures, distances);
        let files = |square: Square| man.begins.file().distance(square.file()) as i32;
        for (row, (square, role)) in targets.iter().enumerate() {
            if *role == Role::Pawn {
                let moves = table[usize::from(*square)];
                if moves < FAR {
                    cost[row][column] = i32::from(moves);
                    sideways[row][column] = files(*square);
                }
            } else if *role != Role::King {
                for (door, up) in self.doors(&table) {
                    let piece = role.of(self.color);
                    let away = distances.piece(piece, door, self.fixed, self.closed);
                    let away = away[usize::from(*square)];
                    if away < FAR {
                        cost[row][column] = cost[row][column].min(up + i32::from(away));
                        sideways[row][column] = sideways[row][column].min(files(door));
                    }
                }
            }
        }
    }

    fn pawn<'d>(&self, from: Square, captures: u32, distances: &'d mut Distances) -> &'d Table {
        distances.pawn(self.color, from, self.fixed, captures, self.takes)
    }

    /// Where a pawn can promote in time, and after how many moves.
    fn doors(&self, table: &Table) -> impl Iterator<Item = (Square, i32)> {
        let last = Bitboard::from(self.color.relative_rank(shakmaty::Rank::Eighth));
        let moves = self.moves;
        let table = *table;
        last.into_iter()
            .map(move |door| (door, i32::from(table[usize::from(door)])))
            .filter(move |(_, up)| *up <= moves && *up < i32::from(FAR))
    }

    /// Moves of a man to every square, whatever it becomes.
    fn anywhere(&self, man: Man, distances: &mut Distances) -> Table {
        if man.role != Role::Pawn {
            let piece = man.role.of(self.color);
            return *distances.piece(piece, man.begins, self.fixed, self.closed);
        }
        let mut table = *self.pawn(man.begins, self.captures, distances);
        for (door, up) in self.doors(&table.clone()) {
            for role in PROMOTIONS {
                let away = distances.piece(role.of(self.color), door, self.fixed, self.closed);
                for (to, away) in table.iter_mut().zip(away) {
                    *to = (*to).min((up as u8).saturating_add(*away));
                }
            }
        }
        table
    }

    /// Squares where a man can take something on its way to a target (or to its end, if it is lost)
    /// with so many moves.
    fn detours(
        &self,
        man: Man,
        target: Option<(Square, Role)>,
        moves: i32,
        anywhere: &Table,
        distances: &mut Distances,
    ) -> Bitboard {
        let Some((to, role)) = target else {
            return within(anywhere, moves) & self.takes;
        };
        if man.role != Role::Pawn {
            let piece = man.role.of(self.color);
            let there = *distances.piece(piece, man.begins, self.fixed, self.closed);
            let back = distances.piece(piece, to, self.fixed, self.closed);
            return self
                .takes
                .into_iter()
                .filter(|square| {
                    // To take where it stands a piece has to leave and come back.
                    let one = match there[usize::from(*square)] {
                        0 => 2,
                        one => one,
                    };
                    let two = back[usize::from(*square)];
                    one < FAR && two < FAR && i32::from(one) + i32::from(two) <= moves
                })
                .collect();
        }
        if role != Role::Pawn {
            // The pawn may take before it promotes, or the piece it becomes after.
            return self.takes;
        }
        let there = *self.pawn(man.begins, self.captures, distances);
        self.takes
            .into_iter()
            .filter(|square| {
                let one = there[usize::from(*square)];
                let aside = square.file() != man.begins.file() || self.captures > 1;
                if !aside || one == 0 || one == FAR {
                    return false;
                }
                let two = self.pawn(*square, self.captures - 1, distances)[usize::from(to)];
                two < FAR && i32::from(one) + i32::from(two) <= moves
            })
            .collect()
    }
}

/// Whether castling is possible at all past men that stay and squares that the king never enters.
pub(super) fn may_castle(
    color: Color,
    side: CastlingSide,
    fixed: Bitboard,
    closed: Bitboard,
) -> bool {
    let (king, rook) = (king_home(color), corner(side, color));
    let path = attacks::between(king, rook);
    let to = side.king_to(color);
    let walked = attacks::between(king, to).with(to);
    (fixed & path.with(king).with(rook)).is_empty() && (closed & walked).is_empty()
}

/// The squares that so many moves reach.
fn within(table: &Table, moves: i32) -> Bitboard {
    Square::ALL
        .into_iter()
        .filter(|square| {
            let needed = table[usize::from(*square)];
            needed < FAR && i32::from(needed) <= moves
        })
        .collect()
}
