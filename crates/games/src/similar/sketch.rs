//! How near a game can be at most, told by its encoded moves alone.
//!
//! From and to are four of a row's nine numbers and stand in the file; weights and captures take a
//! replay. So the same sums over those four are a lower bound of the distance, and most games are
//! passed over without playing them.

use super::{
    Plies,
    distance::{Distance, warped_by},
    rows::{Course, Row, mover, root},
};

/// What the bounds need of the game that others are held against.
#[derive(Debug)]
pub(super) struct Sketch {
    distance: Distance,
    plies: Plies,
    /// For each half-move the squares of the distances of all squares to its own.
    ways: Vec<Way>,
    /// The same for null rows, White's and Black's.
    null: [Way; 2],
    /// What the half-moves from a place on cost against null rows.
    rest: Vec<u64>,
}

/// Squares of distances from where a man started and to where it went.
#[derive(Debug)]
struct Way {
    from: [u8; 64],
    to: [u8; 64],
}

impl Way {
    fn of(row: Row) -> Way {
        let (from, to) = row.way();
        let squares = |square: u8| {
            std::array::from_fn(|other| {
                let x = (square % 8).abs_diff(other as u8 % 8);
                let y = (square / 8).abs_diff(other as u8 / 8);
                x * x + y * y
            })
        };
        Way {
            from: squares(from),
            to: squares(to),
        }
    }

    /// At least how far the row of an encoded move is.
    #[inline]
    fn bound(&self, number: u16) -> u64 {
        let from = self.from[usize::from(number & 63)];
        let to = self.to[usize::from(number >> 6 & 63)];
        root(usize::from(from) + usize::from(to))
    }
}

/// The encoded moves of a game in their places: none before Black's first, if Black begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Encoded<'a> {
    pub(super) moves: &'a [u8],
    pub(super) black_begins: bool,
}

impl Encoded<'_> {
    fn len(self) -> usize {
        self.moves.len() / 2 + usize::from(self.black_begins)
    }

    #[inline]
    fn at(self, index: usize) -> Option<u16> {
        let index = index.checked_sub(usize::from(self.black_begins))?;
        let pair = self.moves.get(2 * index..2 * index + 2)?;
        Some(u16::from_le_bytes([pair[0], pair[1]]))
    }
}

impl Sketch {
    pub(super) fn new(course: &Course, distance: Distance, plies: Plies) -> Sketch {
        let rows = &course.rows;
        let null = |color| Way::of(Row::null(color));
        let (first, behind) = plies.places();
        let mut rest = vec![0; rows.len() + 1];
        for index in (0..rows.len()).rev() {
            let counts = (first..behind).contains(&index);
            let color = mover(index);
            let cost = rows[index].distance(super::rows::Rows::null(color), color);
            rest[index] = rest[index + 1] + if counts { cost } else { 0 };
        }
        Sketch {
            distance,
            plies,
            ways: rows.iter().map(|rows| Way::of(rows.man)).collect(),
            null: [null(shakmaty::Color::White), null(shakmaty::Color::Black)],
            rest,
        }
    }

    /// Whether the game is surely further away than `limit`.
    #[inline]
    pub(super) fn is_further(&self, game: Encoded<'_>, limit: u64) -> bool {
        match self.distance {
            Distance::Moves => self.moves_exceed(game, limit),
            Distance::Warped => self.warped_exceeds(game, limit),
            // Where pawns and kings went takes a replay.
            Distance::Structure | Distance::Boards => false,
        }
    }

    fn moves_exceed(&self, game: Encoded<'_>, limit: u64) -> bool {
        let (first, behind) = self.plies.places();
        // What is behind the end of a shorter game is known exactly.
        let mut sum = self.rest.get(game.len()).copied().unwrap_or(0);
        // From the end: openings are alike, so that is where most turns out.
        for index in (first..game.len().min(behind)).rev() {
            let Some(number) = game.at(index) else {
                continue;
            };
            sum += self.way(index).bound(number);
            if sum > limit {
                return true;
            }
        }
        sum > limit
    }

    fn warped_exceeds(&self, game: Encoded<'_>, limit: u64) -> bool {
        let longer = game.len().max(self.ways.len());
        warped_by(longer, self.plies, limit, &|color, ours, theirs| {
            let number = game.at(theirs).unwrap_or(color.fold_wb(HOME[0], HOME[1]));
            self.way(ours).bound(number)
        })
        .is_none()
    }

    #[inline]
    fn way(&self, index: usize) -> &Way {
        self.ways.get(index).unwrap_or(&self.null[index % 2])
    }
}

/// From e1 to e1 and from e8 to e8: the ways of null rows.
const HOME: [u16; 2] = [4 | 4 << 6, 60 | 60 << 6];

#[cfg(test)]
mod tests {
    use super::super::{distance::between, rows::View};
    use super::*;
    use crate::encode_move;
    use shakmaty::{Chess, Position};

    /// Games of moves drawn by a small generator.
    fn games(count: usize) -> Vec<Vec<u16>> {
        let mut state = 11u64;
        let mut below = |bound: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 33) as usize % bound
        };
        let mut games = Vec::new();
        for _ in 0..count {
            let mut position = Chess::default();
            let length = below(120);
            let mut moves = Vec::new();
            while moves.len() < length && !position.legal_moves().is_empty() {
                let legal = position.legal_moves();
                let played = legal[below(legal.len())];
                moves.push(encode_move(&played));
                position.play_unchecked(played);
            }
            games.push(moves);
        }
        games
    }

    #[test]
    fn bounds_never_exceed_distances() {
        let games = games(60);
        let bytes: Vec<Vec<u8>> = games
            .iter()
            .map(|moves| {
                moves
                    .iter()
                    .flat_map(|number| number.to_le_bytes())
                    .collect()
            })
            .collect();
        let course =
            |moves: &Vec<u16>| Course::of(None, moves.iter().copied(), usize::MAX, View::Rows);
        let mut passed_over = 0;
        for text in ["1..", "1..20", "13..40", "31.."] {
            let plies: Plies = text.parse().unwrap();
            for distance in [Distance::Moves, Distance::Warped] {
                for moves in &games {
                    let own = course(moves);
                    let sketch = Sketch::new(&own, distance, plies);
                    for (other, moves) in games.iter().zip(&bytes) {
                        let exact = between(distance, &own, &course(other), plies, u64::MAX);
                        let exact = exact.unwrap();
                        let game = Encoded {
                            moves,
                            black_begins: false,
                        };
                        assert!(!sketch.is_further(game, exact), "{distance:?} {plies}");
                        passed_over += usize::from(sketch.is_further(game, exact / 2));
                    }
                }
            }
        }
        assert!(passed_over > 10_000, "the bounds say next to nothing");
    }

    #[test]
    fn warping_never_lengthens_and_all_are_symmetric() {
        let courses: Vec<[Course; 3]> = games(40)
            .iter()
            .map(|moves| {
                [View::Rows, View::Structures, View::Boards]
                    .map(|view| Course::of(None, moves.iter().copied(), usize::MAX, view))
            })
            .collect();
        let plies = Plies::default();
        let of = |distance: Distance, a: &[Course; 3], b: &[Course; 3]| {
            let view = match distance {
                Distance::Moves | Distance::Warped => 0,
                Distance::Structure => 1,
                Distance::Boards => 2,
            };
            between(distance, &a[view], &b[view], plies, u64::MAX).unwrap()
        };
        for a in &courses {
            for b in &courses {
                assert!(of(Distance::Warped, a, b) <= of(Distance::Moves, a, b));
                for distance in Distance::ALL {
                    let there = of(distance, a, b);
                    assert_eq!(there, of(distance, b, a));
                    let view = match distance {
                        Distance::Moves | Distance::Warped => 0,
                        Distance::Structure => 1,
                        Distance::Boards => 2,
                    };
                    let within = |limit| between(distance, &a[view], &b[view], plies, limit);
                    assert_eq!(within(there), Some(there));
                    assert!(there == 0 || within(there - 1).is_none());
                }
            }
        }
    }

    #[test]
    fn a_tempo_costs_little_when_warped() {
        let course = |text: &str| {
            let game = sissa_record::read_one(text).unwrap().game.unwrap();
            let numbers = game.moves().iter().map(encode_move);
            Course::of(None, numbers, usize::MAX, View::Rows)
        };
        let one = course("e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6 O-O O-O");
        let late = course("e4 e5 Nf3 Nc6 Bb5 Bc5 Bc4 Nf6 c3 d6 d3 O-O O-O");
        let far = |distance| between(distance, &one, &late, Plies::default(), u64::MAX).unwrap();
        assert!(4 * far(Distance::Warped) < 3 * far(Distance::Moves));
    }
}
