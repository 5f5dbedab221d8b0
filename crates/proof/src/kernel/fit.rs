//! Whether the pieces of a side can all have come from somewhere: each from a square of the starting position
//! or from a promotion of its own.

use shakmaty::Bitboard;

use crate::facts::origins::{Man, Origins};

/// Where the pieces of a side can have come from and got to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Side {
    men: Vec<Man>,
    homes: [Bitboard; 7],
    doors: [Bitboard; 8],
    /// Sets of files, as bits, on which at least so many pawns promoted.
    pub needs: Vec<(u8, usize)>,
}

/// A piece that a pawn took on one of these squares.
pub(super) struct Prey {
    pub squares: Bitboard,
    /// Promotions that came in time, by their place in the list, as bits.
    pub in_time: u16,
}

impl Side {
    pub fn new(origins: &Origins) -> Side {
        Side {
            men: origins.men.clone(),
            homes: origins.homes,
            doors: origins.doors,
            needs: needs(&origins.men),
        }
    }

    /// Whether all pieces on the board, and all prey, can be different men: pieces of the starting position or
    /// men that promoted on these files.
    pub fn fits(&self, promotions: &[usize], prey: &[Prey]) -> bool {
        if self.men.len() + prey.len() > 7 + promotions.len() {
            return false;
        }
        let mut rows = Vec::with_capacity(self.men.len() + prey.len());
        for man in &self.men {
            let mut row = u16::from(man.homes);
            for (place, file) in promotions.iter().enumerate() {
                row |= u16::from(man.doors >> file & 1) << (7 + place);
            }
            rows.push(row);
        }
        for prey in prey {
            let mut row = 0;
            for (home, reach) in self.homes.iter().enumerate() {
                row |= u16::from((*reach & prey.squares).any()) << home;
            }
            for (place, file) in promotions.iter().enumerate() {
                let there = (self.doors[*file] & prey.squares).any();
                row |= (u16::from(there) & prey.in_time >> place) << (7 + place);
            }
            rows.push(row);
        }
        let mut served = [None; 16];
        (0..rows.len()).all(|row| serve(row, &rows, &mut served, &mut 0))
    }
}

/// The men that can have promoted on the files of a set only, less those that the starting position explains.
fn needs(men: &[Man]) -> Vec<(u8, usize)> {
    let mut sets: Vec<u8> = men.iter().map(|man| man.doors).collect();
    sets.sort_unstable();
    sets.dedup();
    let need = |set: u8| {
        let inside = men.iter().filter(|man| man.doors & !set == 0);
        let rows: Vec<u16> = inside.map(|man| u16::from(man.homes)).collect();
        let mut served = [None; 16];
        let count = |row: &usize| !serve(*row, &rows, &mut served, &mut 0);
        (set, (0..rows.len()).filter(count).count())
    };
    sets.into_iter()
        .map(need)
        .filter(|(_, count)| *count > 0)
        .collect()
}

/// Finds a row a column of its own, moving others where needed.
fn serve(row: usize, rows: &[u16], served: &mut [Option<usize>; 16], tried: &mut u16) -> bool {
    loop {
        let open = rows[row] & !*tried;
        if open == 0 {
            return false;
        }
        let column = open.trailing_zeros() as usize;
        *tried |= 1 << column;
        let free = match served[column] {
            None => true,
            Some(other) => serve(other, rows, served, tried),
        };
        if free {
            served[column] = Some(row);
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::Square;

    fn side(men: &[(u8, u8)]) -> Side {
        let men = men.iter().map(|(homes, doors)| Man {
            homes: *homes,
            doors: *doors,
        });
        Side {
            men: men.collect(),
            homes: [Bitboard::from(Square::A1); 7],
            doors: [Bitboard::from(Square::H8); 8],
            needs: Vec::new(),
        }
    }

    #[test]
    fn two_men_do_not_share_an_origin() {
        assert!(side(&[(1, 0), (2, 0)]).fits(&[], &[]));
        assert!(!side(&[(1, 0), (1, 0)]).fits(&[], &[]));
        assert!(side(&[(1, 0), (1, 4)]).fits(&[2], &[]));
        assert!(side(&[(1, 4), (1, 0)]).fits(&[2], &[]));
        assert!(!side(&[(1, 0), (1, 4)]).fits(&[3], &[]));
    }

    #[test]
    fn men_that_no_first_square_explains_need_promotions() {
        let men = [(1, 0b0101), (1, 0b0101), (2, 0b1111), (0, 0b0001)];
        let men = men.map(|(homes, doors)| Man { homes, doors });
        assert_eq!(needs(&men), [(0b0001, 1), (0b0101, 2), (0b1111, 2)]);
    }

    #[test]
    fn prey_was_somewhere_in_time() {
        let prey = |square: Square, in_time| {
            [Prey {
                squares: Bitboard::from(square),
                in_time,
            }]
        };
        assert!(side(&[]).fits(&[], &prey(Square::A1, 0)));
        assert!(!side(&[]).fits(&[], &prey(Square::H8, 0)));
        assert!(side(&[]).fits(&[0], &prey(Square::H8, 1)));
        assert!(!side(&[]).fits(&[0], &prey(Square::H8, 0)));
    }
}
