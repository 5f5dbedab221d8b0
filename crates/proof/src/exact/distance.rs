//! How many moves a man needs from one square to another, around men that stay where they are.
//!
//! Tables are computed once for every set of fixed men and remembered: in a search the set changes
//! rarely, and the men stand on few squares.

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Color, Piece, Rank, Role, Square, attacks};

/// No way.
pub(crate) const FAR: u8 = u8::MAX;

/// Moves needed to each square.
pub(crate) type Table = [u8; 64];

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    fixed: Bitboard,
    closed: Bitboard,
    from: u8,
    man: u8,
    captures: u8,
}

/// All tables asked for so far.
#[derive(Default)]
pub(crate) struct Distances {
    index: FxHashMap<Key, u32>,
    tables: Vec<Table>,
}

impl Distances {
    /// Moves of a piece to every square. A piece never enters a fixed man's square, a king never a
    /// closed one.
    pub fn piece(
        &mut self,
        piece: Piece,
        from: Square,
        fixed: Bitboard,
        closed: Bitboard,
    ) -> &Table {
        let closed = match piece.role {
            Role::King => closed,
            _ => Bitboard::EMPTY,
        };
        let key = Key {
            fixed,
            closed,
            from: u8::from(from),
            man: u8::from(piece.role),
            captures: 0,
        };
        self.table(key, || {
            let mut table = [FAR; 64];
            let mut reached = Bitboard::from(from);
            let mut front = reached;
            table[usize::from(from)] = 0;
            for moves in 1..FAR {
                let next = front.into_iter().fold(Bitboard::EMPTY, |next, square| {
                    next | attacks::attacks(square, piece, fixed)
                }) & !(fixed | closed | reached);
                if next.is_empty() {
                    break;
                }
                for square in next {
                    table[usize::from(square)] = moves;
                }
                reached |= next;
                front = next;
            }
            table
        })
    }

    /// Moves of a pawn to every square, with so many captures at the most, all on squares of `prey`.
    pub fn pawn(
        &mut self,
        color: Color,
        from: Square,
        fixed: Bitboard,
        captures: u32,
        prey: Bitboard,
    ) -> &Table {
        let captures = captures.min(6);
        let prey = match captures {
            0 => Bitboard::EMPTY,
            _ => prey,
        };
        let key = Key {
            fixed,
            closed: prey,
            from: u8::from(from),
            man: color.fold_wb(7, 8),
            captures: captures as u8,
        };
        self.table(key, || {
            pawn_table(color, from, fixed, captures as usize, prey)
        })
    }

    fn table(&mut self, key: Key, make: impl FnOnce() -> Table) -> &Table {
        let tables = &mut self.tables;
        let index = *self.index.entry(key).or_insert_with(|| {
            tables.push(make());
            tables.len() as u32 - 1
        });
        &self.tables[index as usize]
    }
}

fn pawn_table(
    color: Color,
    from: Square,
    fixed: Bitboard,
    captures: usize,
    prey: Bitboard,
) -> Table {
    let mut table = [FAR; 64];
    // Moves by file and captures made, on the rank at hand.
    let mut rank = [[FAR; 7]; 8];
    rank[usize::from(from.file())][0] = 0;
    table[usize::from(from)] = 0;
    let mut doubled: Option<Square> = None;
    let mut square_rank = from.rank();
    let up = color.fold_wb(1, -1);
    while let Some(next_rank) = square_rank.offset(up) {
        let mut next = [[FAR; 7]; 8];
        for file in 0..8 {
            let square = Square::from_coords(shakmaty::File::new(file as u32), next_rank);
            if fixed.contains(square) {
                continue;
            }
            for made in 0..=captures {
                let mut least = rank[file][made];
                if made > 0 && prey.contains(square) {
                    if file > 0 {
                        least = least.min(rank[file - 1][made - 1]);
                    }
                    if file < 7 {
                        least = least.min(rank[file + 1][made - 1]);
                    }
                }
                if least < FAR {
                    next[file][made] = least + 1;
                }
            }
            if doubled == Some(square) {
                next[file][0] = 1;
            }
            table[usize::from(square)] = next[file].iter().copied().min().unwrap_or(FAR);
        }
        doubled = if square_rank == from.rank() && from.rank() == color.relative_rank(Rank::Second)
        {
            let over = Square::from_coords(from.file(), next_rank);
            let to = next_rank.offset(up);
            to.filter(|_| !fixed.contains(over))
                .map(|rank| Square::from_coords(from.file(), rank))
        } else {
            None
        };
        rank = next;
        square_rank = next_rank;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_go_around_fixed_men() {
        let mut distances = Distances::default();
        let none = Bitboard::EMPTY;
        let table = distances.piece(Color::White.bishop(), Square::F1, none, none);
        assert_eq!(table[usize::from(Square::B5)], 1);
        assert_eq!(table[usize::from(Square::G1)], FAR);
        let wall = Bitboard::from(Square::E2).with(Square::G2);
        let table = distances.piece(Color::White.bishop(), Square::F1, wall, none);
        assert_eq!(table[usize::from(Square::B5)], FAR);
    }

    #[test]
    fn pawns_step_twice_once_and_change_files_by_captures() {
        let mut distances = Distances::default();
        let table = *distances.pawn(Color::White, Square::E2, Bitboard::EMPTY, 0, Bitboard::FULL);
        let moves = |table: &Table, square: Square| table[usize::from(square)];
        assert_eq!(moves(&table, Square::E3), 1);
        assert_eq!(moves(&table, Square::E4), 1);
        assert_eq!(moves(&table, Square::E5), 2);
        assert_eq!(moves(&table, Square::E8), 5);
        assert_eq!(moves(&table, Square::D3), FAR);
        let table = *distances.pawn(Color::White, Square::E2, Bitboard::EMPTY, 1, Bitboard::FULL);
        assert_eq!(moves(&table, Square::D3), 1);
        assert_eq!(moves(&table, Square::D4), 2);
        assert_eq!(moves(&table, Square::D5), 2);
        assert_eq!(moves(&table, Square::C4), FAR);
        let wall = Bitboard::from(Square::E3);
        let table = *distances.pawn(Color::White, Square::E2, wall, 2, Bitboard::FULL);
        assert_eq!(moves(&table, Square::E4), 2);
        let table = *distances.pawn(Color::Black, Square::E7, Bitboard::EMPTY, 0, Bitboard::FULL);
        assert_eq!(moves(&table, Square::E5), 1);
        assert_eq!(moves(&table, Square::E2), 4);
    }
}
