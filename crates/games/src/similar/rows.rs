//! A game as rows of nine numbers, and as a course of boards.
//!
//! A row is a man's way: from where (file, rank), to where, its weight before and after (a promotion
//! changes it), the weight of what it took and where that stood. Castling is two rows. Two rows are as
//! far apart as their points in nine dimensions.
//!
//! Distances are whole numbers of 2⁻⁴⁰: sums of roots come out the same in any order, so equal
//! distances are equal, at any number of threads. A sum over a thousand rows is off by less than 10⁻⁹.

use shakmaty::{Bitboard, Chess, Color, Move, Position, Role, Square};

use crate::decode_move;

/// What 1 is in distances.
pub(super) const ONE: u64 = 1 << 40;

/// From (file, rank), to (file, rank), weight before, after and of the man taken, and where that
/// stood (file, rank).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row([i16; 9]);

impl Row {
    /// What stands for a move that is not there: at home with the king.
    pub(super) const fn null(color: Color) -> Row {
        let rank = match color {
            Color::White => 0,
            Color::Black => 7,
        };
        Row([4, rank, 4, rank, 0, 0, 0, 4, rank])
    }

    fn new(squares: [Square; 3], weights: [i16; 3]) -> Row {
        let x = |square: Square| square.file() as i16;
        let y = |square: Square| square.rank() as i16;
        let [from, to, at] = squares;
        let [before, after, taken] = weights;
        Row([
            x(from),
            y(from),
            x(to),
            y(to),
            before,
            after,
            taken,
            x(at),
            y(at),
        ])
    }

    /// The squares it goes from and to, by their numbers.
    pub(super) fn way(self) -> (u8, u8) {
        let square = |x: i16, y: i16| u8::try_from(8 * y + x).expect("files and ranks are 0 to 7");
        let Row([from_x, from_y, to_x, to_y, ..]) = self;
        (square(from_x, from_y), square(to_x, to_y))
    }

    /// How far two rows are apart.
    #[inline]
    pub(super) fn distance(self, other: Row) -> u64 {
        let pairs = self.0.iter().zip(&other.0);
        let squares = pairs.map(|(a, b)| i32::from(a - b) * i32::from(a - b));
        root(squares.sum::<i32>() as usize)
    }
}

/// Squares of distances reach 3 · 98 + 3 · 144.
const SQUARES: usize = 727;

/// The root of a sum of squares.
#[inline]
pub(super) fn root(squares: usize) -> u64 {
    static ROOTS: std::sync::LazyLock<[u64; SQUARES]> = std::sync::LazyLock::new(|| {
        std::array::from_fn(|square| ((square as f64).sqrt() * ONE as f64).round() as u64)
    });
    ROOTS[squares]
}

/// The weight of a man.
fn weight(role: Role) -> i16 {
    match role {
        Role::King => 12,
        Role::Queen => 9,
        Role::Rook => 5,
        Role::Bishop => 3,
        Role::Knight => 2,
        Role::Pawn => 1,
    }
}

/// A half-move: one row, two where a side castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rows {
    pub(super) man: Row,
    rook: Option<Row>,
}

impl Rows {
    pub(super) const fn null(color: Color) -> Rows {
        Rows {
            man: Row::null(color),
            rook: None,
        }
    }

    fn of(position: &Chess, played: Move) -> Rows {
        let color = position.turn();
        let one = |man| Rows { man, rook: None };
        match played {
            Move::Normal {
                role,
                from,
                capture,
                to,
                promotion,
            } => one(Row::new(
                [from, to, to],
                [
                    weight(role),
                    weight(promotion.unwrap_or(role)),
                    capture.map_or(0, weight),
                ],
            )),
            Move::EnPassant { from, to } => {
                let at = Square::from_coords(to.file(), from.rank());
                one(Row::new([from, to, at], [1, 1, 1]))
            }
            Move::Castle { king, rook } => {
                let side = played.castling_side().expect("castling has a side");
                let way = |role: Role, from: Square, to: Square| {
                    Row::new([from, to, to], [weight(role), weight(role), 0])
                };
                Rows {
                    man: way(Role::King, king, side.king_to(color)),
                    rook: Some(way(Role::Rook, rook, side.rook_to(color))),
                }
            }
            // Drops belong to other games and never get here.
            Move::Put { .. } => Rows::null(color),
        }
    }

    /// How far two half-moves of one colour are apart.
    #[inline]
    pub(super) fn distance(self, other: Rows, color: Color) -> u64 {
        let mut sum = self.man.distance(other.man);
        if self.rook.is_some() || other.rook.is_some() {
            let null = Row::null(color);
            let rook = |rows: Rows| rows.rook.unwrap_or(null);
            sum += rook(self).distance(rook(other));
        }
        sum
    }
}

/// What stands on the board after a half-move, as far as *structure* looks at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Structure {
    pawns: [Bitboard; 2],
    /// Weights of all men but the king.
    material: [i16; 2],
    /// Where the kings are: 0 the queen's wing, 1 the middle, 2 the king's wing.
    wings: [u8; 2],
}

/// How much a king on another wing counts.
const WING: u32 = 3;

impl Structure {
    fn of(position: &Chess) -> Structure {
        let board = position.board();
        let material = |color: Color| {
            let men = board.material_side(color);
            9 * i16::from(men.queen)
                + 5 * i16::from(men.rook)
                + 3 * i16::from(men.bishop)
                + 2 * i16::from(men.knight)
                + i16::from(men.pawn)
        };
        let wing = |color: Color| match board.king_of(color).map(|king| king.file() as u8) {
            Some(0..=2) => 0,
            Some(5..) => 2,
            _ => 1,
        };
        Structure {
            pawns: Color::ALL.map(|color| board.pawns() & board.by_color(color)),
            material: Color::ALL.map(material),
            wings: Color::ALL.map(wing),
        }
    }

    /// Squares on which a pawn stands only here or only there, differences of material, and kings on
    /// other wings.
    #[inline]
    pub(super) fn distance(self, other: Structure) -> u64 {
        let mut sum = 0;
        for side in 0..2 {
            sum += (self.pawns[side] ^ other.pawns[side]).count() as u32;
            sum += u32::from(self.material[side].abs_diff(other.material[side]));
            sum += WING * u32::from(self.wings[side] != other.wings[side]);
        }
        u64::from(sum) * ONE
    }
}

/// All men on their squares, as far as *boards* looks at them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Men {
    roles: [Bitboard; 6],
    white: Bitboard,
    all: Bitboard,
}

/// What a half-move counts at most.
const PARTED: u32 = 8;

impl Men {
    fn of(position: &Chess) -> Men {
        let board = position.board();
        Men {
            roles: Role::ALL.map(|role| board.by_role(role)),
            white: board.white(),
            all: board.occupied(),
        }
    }

    /// Men that stand on a square here only or there only, up to a limit.
    #[inline]
    pub(super) fn distance(self, other: Men) -> u64 {
        let mut apart = self.white ^ other.white;
        for (here, there) in self.roles.into_iter().zip(other.roles) {
            apart |= here ^ there;
        }
        let men = (self.all & apart).count() + (other.all & apart).count();
        u64::from((men as u32).min(PARTED)) * ONE
    }
}

/// A game as distances see it: what each half-move was, and what it left. Odd half-moves are
/// White's; a game that Black begins has a null row first.
#[derive(Clone, Debug, Default)]
pub(super) struct Course {
    pub(super) rows: Vec<Rows>,
    pub(super) structures: Vec<Structure>,
    pub(super) boards: Vec<Men>,
}

impl Course {
    /// Plays a game through, up to a half-move. Its moves are encoded; a damaged one ends it.
    pub(super) fn of(
        start: Option<Chess>,
        moves: impl Iterator<Item = u16>,
        last: usize,
        view: View,
    ) -> Course {
        let mut course = Course::default();
        course.fill(start, moves, last, view);
        course
    }

    /// The same into a course that has room already.
    pub(super) fn fill(
        &mut self,
        start: Option<Chess>,
        moves: impl Iterator<Item = u16>,
        last: usize,
        view: View,
    ) {
        self.rows.clear();
        self.structures.clear();
        self.boards.clear();
        let mut position = start.unwrap_or_default();
        if position.turn() == Color::Black {
            match view {
                View::Rows => self.rows.push(Rows::null(Color::White)),
                View::Structures | View::Boards => self.look(&position, view),
            }
        }
        for number in moves {
            let looks = self.structures.len().max(self.boards.len());
            let length = self.rows.len().max(looks);
            let Some(played) = decode_move(&position, number).filter(|_| length < last) else {
                return;
            };
            if view == View::Rows {
                self.rows.push(Rows::of(&position, played));
            }
            position.play_unchecked(played);
            self.look(&position, view);
        }
        // A game without a move has a board all the same.
        if self.structures.is_empty() && self.boards.is_empty() {
            self.look(&position, view);
        }
    }

    /// Notes what stands on the board, where that counts.
    fn look(&mut self, position: &Chess, view: View) {
        match view {
            View::Rows => {}
            View::Structures => self.structures.push(Structure::of(position)),
            View::Boards => self.boards.push(Men::of(position)),
        }
    }
}

/// Which half of a course a distance looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum View {
    Rows,
    Structures,
    Boards,
}

/// Whose half-move it is, counted from 0.
#[inline]
pub(super) fn mover(index: usize) -> Color {
    Color::from_white(index.is_multiple_of(2))
}

/// The half-move at a place, a null row behind the end.
#[inline]
pub(super) fn rows_at(rows: &[Rows], index: usize) -> Rows {
    rows.get(index).copied().unwrap_or(Rows::null(mover(index)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode_move;
    use sissa_record::read_one;

    pub(in crate::similar) fn course(moves: &str, view: View) -> Course {
        let game = read_one(moves).unwrap().game.unwrap();
        let numbers = game.moves().iter().map(encode_move);
        Course::of(Some(game.start().clone()), numbers, usize::MAX, view)
    }

    #[track_caller]
    fn check(moves: &str, expected: &[[i16; 9]]) {
        let rows = course(moves, View::Rows).rows;
        let last = rows.last().unwrap();
        let told: Vec<[i16; 9]> = std::iter::once(last.man.0)
            .chain(last.rook.map(|rook| rook.0))
            .collect();
        assert_eq!(told, expected, "{moves}");
    }

    #[test]
    fn rows_are_those_of_the_published_table() {
        check("e4", &[[4, 1, 4, 3, 1, 1, 0, 4, 3]]);
        check("e4 c5", &[[2, 6, 2, 4, 1, 1, 0, 2, 4]]);
        check(
            "e4 e5 Nf3 Nc6 Bb5 a6 O-O",
            &[[4, 0, 6, 0, 12, 12, 0, 6, 0], [7, 0, 5, 0, 5, 5, 0, 5, 0]],
        );
        // d5xc6 in passing takes on c5.
        check("d4 a6 d5 c5 dxc6", &[[3, 4, 2, 5, 1, 1, 1, 2, 4]]);
        check("d4 a6 d5 c5 dxc6 bxc6", &[[1, 6, 2, 5, 1, 1, 1, 2, 5]]);
        check(
            "a4 b5 axb5 a6 bxa6 Bb7 a7 e5 axb8=Q",
            &[[0, 6, 1, 7, 1, 9, 2, 1, 7]],
        );
        assert_eq!(Row::null(Color::White).0, [4, 0, 4, 0, 0, 0, 0, 4, 0]);
        assert_eq!(Row::null(Color::Black).0, [4, 7, 4, 7, 0, 0, 0, 4, 7]);
    }

    #[test]
    fn a_root_is_a_root() {
        assert_eq!(root(0), 0);
        assert_eq!(root(144), 12 * ONE);
        assert!((root(2) as f64 / ONE as f64 - 2f64.sqrt()).abs() < 1e-12);
        let far = Row([0, 0, 0, 0, 0, 0, 0, 0, 0]).distance(Row([7, 7, 7, 7, 12, 12, 12, 7, 7]));
        assert_eq!(far, root(SQUARES - 1));
    }

    #[test]
    fn boards_count_men_up_to_a_limit() {
        let last = |moves: &str| *course(moves, View::Boards).boards.last().unwrap();
        let units = |a: &str, b: &str| last(a).distance(last(b)) / ONE;
        assert_eq!(units("e4 e5", "e4 e5"), 0);
        // A pawn on e5 and one on e7, a pawn on c7 and one on c5.
        assert_eq!(units("e4 e5", "e4 c5"), 4);
        // Taken: the man is gone, and another stands there.
        assert_eq!(units("e4 d5 exd5", "e4 d5 d4"), 2 + 1 + 1 + 1);
        assert_eq!(units("e4 e5 Nf3 Nc6 Bb5", "d4 d5 c4 e6 Nc3"), 8);
    }

    #[test]
    fn structures_count_pawns_material_and_wings() {
        let last = |moves: &str| *course(moves, View::Structures).structures.last().unwrap();
        let units = |a: &str, b: &str| last(a).distance(last(b)) / ONE;
        assert_eq!(units("e4 e5", "e4 e5"), 0);
        assert_eq!(units("e4 e5", "e4 c5"), 4);
        assert_eq!(units("e4 d5 exd5", "e4 d5 d4"), 4 + 1 + 1);
        let castled = "e4 e5 Nf3 Nc6 Bb5 a6 O-O";
        assert_eq!(units(castled, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4"), 3);
    }
}
