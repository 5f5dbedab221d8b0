//! How far two games are apart, four ways.
//!
//! - **moves**: the sum over half-moves of the distance of their rows; the shorter game goes on with null rows.
//! - **warped**: the same rows, each side's sequence for itself, where a move may be held against
//!   one a little earlier or later (dynamic time warping, Sakoe and Chiba 1978, in a band of
//!   [`BAND`] moves): a tempo lost does not make games strangers. Never more than *moves*.
//! - **structure**: the sum over half-moves of how the boards differ in pawns, material and the wings of
//!   the kings; the shorter game goes on with its last board.
//! - **boards**: the sum over half-moves of the men that stand on a square on one of the boards only, at most eight a
//!   half-move: it tells when games part and whether they come together again, not how far they drift. Games of one opening
//!   are near, whatever they become.

use std::{fmt, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::Color;

use super::rows::{Course, Men, Rows, Structure, View, rows_at};

/// A way to say how far two games are apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Distance {
    /// Move by move, as nine numbers each.
    #[default]
    Moves,
    /// The same, where a move may be held against one a little earlier or later.
    Warped,
    /// By pawns, material and the wings of the kings.
    Structure,
    /// By all men on their squares, up to a limit each half-move.
    Boards,
}

impl Distance {
    /// All of them.
    pub const ALL: [Distance; 4] = [
        Distance::Moves,
        Distance::Warped,
        Distance::Structure,
        Distance::Boards,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Distance::Moves => "moves",
            Distance::Warped => "warped",
            Distance::Structure => "structure",
            Distance::Boards => "boards",
        }
    }

    pub(super) fn view(self) -> View {
        match self {
            Distance::Moves | Distance::Warped => View::Rows,
            Distance::Structure => View::Structures,
            Distance::Boards => View::Boards,
        }
    }
}

/// Half-moves from and to, both included, counted from 1: `1..30`, `11..`, `..20`, `15`.
///
/// ```
/// use sissa_games::Plies;
///
/// let plies: Plies = "1..30".parse()?;
/// assert_eq!((plies.first, plies.last), (1, Some(30)));
/// assert_eq!(plies.to_string(), "1..30");
/// assert!("30..1".parse::<Plies>().is_err());
/// # Ok::<(), sissa_games::PliesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Plies {
    /// The first, from 1.
    pub first: usize,
    /// The last; none if all that follow count.
    pub last: Option<usize>,
}

/// Half-moves that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` are no half-moves; write them as 1..30, 11.. or ..20")]
pub struct PliesError(String);

impl Default for Plies {
    /// All of them.
    fn default() -> Plies {
        Plies {
            first: 1,
            last: None,
        }
    }
}

impl Plies {
    /// As places from 0: the first, and the one behind the last.
    pub(super) fn places(self) -> (usize, usize) {
        (
            self.first.saturating_sub(1),
            self.last.unwrap_or(usize::MAX),
        )
    }
}

impl FromStr for Plies {
    type Err = PliesError;

    fn from_str(text: &str) -> Result<Plies, PliesError> {
        let wrong = || PliesError(text.to_owned());
        let number = |text: &str| match text.trim().parse() {
            Ok(0) | Err(_) => Err(wrong()),
            Ok(number) => Ok(number),
        };
        let (first, last) = match text.split_once("..") {
            None => (number(text)?, Some(number(text)?)),
            Some((first, last)) => (
                if first.trim().is_empty() {
                    1
                } else {
                    number(first)?
                },
                if last.trim().is_empty() {
                    None
                } else {
                    Some(number(last.trim_start_matches('='))?)
                },
            ),
        };
        if last.is_some_and(|last| last < first) {
            return Err(wrong());
        }
        Ok(Plies { first, last })
    }
}

impl fmt::Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..", self.first)?;
        self.last.map_or(Ok(()), |last| write!(f, "{last}"))
    }
}

impl TryFrom<String> for Plies {
    type Error = PliesError;

    fn try_from(text: String) -> Result<Plies, PliesError> {
        text.parse()
    }
}

impl From<Plies> for String {
    fn from(plies: Plies) -> String {
        plies.to_string()
    }
}

/// How many moves earlier or later a move may be held against.
pub(super) const BAND: usize = 4;

/// How far two courses are apart; none if further than `limit`.
pub(super) fn between(
    distance: Distance,
    a: &Course,
    b: &Course,
    plies: Plies,
    limit: u64,
) -> Option<u64> {
    match distance {
        Distance::Moves => moves(&a.rows, &b.rows, plies, limit),
        Distance::Warped => warped(&a.rows, &b.rows, plies, limit),
        Distance::Structure => seen(
            &a.structures,
            &b.structures,
            plies,
            limit,
            Structure::distance,
        ),
        Distance::Boards => seen(&a.boards, &b.boards, plies, limit, Men::distance),
    }
}

fn moves(a: &[Rows], b: &[Rows], plies: Plies, limit: u64) -> Option<u64> {
    let (first, behind) = plies.places();
    let longer = a.len().max(b.len()).min(behind);
    let mut sum = 0;
    for index in first..longer {
        sum += rows_at(a, index).distance(rows_at(b, index), super::rows::mover(index));
        if sum > limit {
            return None;
        }
    }
    Some(sum)
}

fn warped(a: &[Rows], b: &[Rows], plies: Plies, limit: u64) -> Option<u64> {
    let longer = a.len().max(b.len());
    warped_by(longer, plies, limit, &|color, i, j| {
        rows_at(a, i).distance(rows_at(b, j), color)
    })
}

/// Warps each side's moves, given what it costs to hold the half-move at one place against another.
#[inline]
pub(super) fn warped_by(
    longer: usize,
    plies: Plies,
    limit: u64,
    cost: &impl Fn(Color, usize, usize) -> u64,
) -> Option<u64> {
    let (first, behind) = plies.places();
    let longer = longer.min(behind);
    let mut sum = 0;
    for color in Color::ALL {
        let start = first + (first + color.fold_wb(0, 1)) % 2;
        let count = longer.saturating_sub(start).div_ceil(2);
        // From the end: games part, so that is where they soon turn out too far.
        let place = |index: usize| start + 2 * (count - 1 - index);
        let of = |i: usize, j: usize| cost(color, place(i), place(j));
        sum += warp(count, limit.checked_sub(sum)?, &of)?;
    }
    Some(sum)
}

/// The least cost of a way from (0, 0) to (n − 1, n − 1) that goes on in one sequence or in both at each
/// step and stays in the band; none if above `limit`.
#[inline]
fn warp(n: usize, limit: u64, cost: &impl Fn(usize, usize) -> u64) -> Option<u64> {
    const WIDTH: usize = 2 * BAND + 1;
    const FAR: u64 = u64::MAX / 2;
    if n == 0 {
        return Some(0);
    }
    // Cell k of row i is column i + k − BAND; a cell more on each side is out of reach.
    let mut above = [FAR; WIDTH + 2];
    for i in 0..n {
        let mut row = [FAR; WIDTH + 2];
        let mut least = FAR;
        for k in 0..WIDTH {
            let Some(j) = (i + k).checked_sub(BAND).filter(|j| *j < n) else {
                continue;
            };
            let before = if i == 0 && j == 0 {
                0
            } else {
                // The row above lies one column to the left.
                above[k + 1].min(above[k + 2]).min(row[k])
            };
            row[k + 1] = before + cost(i, j);
            least = least.min(row[k + 1]);
        }
        if least > limit {
            return None;
        }
        above = row;
    }
    Some(above[BAND + 1]).filter(|sum| *sum <= limit)
}

/// The sum over half-moves of how far boards are apart; the shorter game stays at its last.
fn seen<T: Copy>(
    a: &[T],
    b: &[T],
    plies: Plies,
    limit: u64,
    apart: impl Fn(T, T) -> u64,
) -> Option<u64> {
    let (first, behind) = plies.places();
    let longer = a.len().max(b.len()).min(behind);
    let (Some(last_a), Some(last_b)) = (a.last(), b.last()) else {
        return Some(0);
    };
    let mut sum = 0;
    for index in first..longer {
        let of_a = a.get(index).unwrap_or(last_a);
        sum += apart(*of_a, *b.get(index).unwrap_or(last_b));
        if sum > limit {
            return None;
        }
    }
    Some(sum)
}
