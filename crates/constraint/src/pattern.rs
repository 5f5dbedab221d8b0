//! FEN patterns: a placement with wildcards, in pgn-extract's notation.
//!
//! Eight ranks from the eighth down, joined by `/`. A letter is that man, a digit so many empty
//! squares, `?` any square, `!` any man, `A` and `a` any white and any black man, `_` an empty
//! square, `*` any number of squares, `[…]` one of the listed men, `[^…]` a square that holds none
//! of them.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use shakmaty::{Board, Color, File, Piece, Rank, Role, Square};
use thiserror::Error;

use crate::Cell;

/// A placement with wildcards.
///
/// ```
/// use shakmaty::Board;
/// let pattern: sissa_constraint::Pattern = "rnbqkbnr/pppppppp/*/*/*/*/*/RNBQ[KR]BNR".parse()?;
/// assert!(pattern.matches(&Board::default()));
/// # Ok::<(), sissa_constraint::PatternError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    text: String,
    /// For each rank from the eighth down, every way its wildcards can be laid on eight squares.
    ranks: Vec<Vec<[Cell; 8]>>,
}

/// What is wrong with a pattern.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PatternError {
    /// Not eight ranks.
    #[error("a FEN pattern has 8 ranks joined by `/`, this one has {0}")]
    Ranks(usize),
    /// A rank that cannot fill eight squares.
    #[error("rank {rank} of the pattern, `{text}`, cannot cover exactly 8 squares")]
    Squares {
        /// Which rank, 1 to 8.
        rank: char,
        /// Its text.
        text: String,
    },
    /// A character with no meaning.
    #[error("`{0}` means nothing in a FEN pattern")]
    Character(char),
    /// A set that is not closed, or empty.
    #[error("a set in a FEN pattern is written `[QR]` or `[^QR]`")]
    Set,
}

impl Pattern {
    /// For each rank from the eighth down, every way it can be laid on the eight squares.
    pub fn ranks(&self) -> &[Vec<[Cell; 8]>] {
        &self.ranks
    }

    /// Whether the placement matches.
    pub fn matches(&self, board: &Board) -> bool {
        Rank::ALL
            .iter()
            .rev()
            .zip(&self.ranks)
            .all(|(&rank, layouts)| {
                layouts.iter().any(|cells| {
                    File::ALL.iter().zip(cells).all(|(&file, cell)| {
                        cell.allows(board.piece_at(Square::from_coords(file, rank)))
                    })
                })
            })
    }
}

/// A cell, or any number of free squares.
enum Item {
    One(Cell),
    Star,
}

fn items(text: &str) -> Result<Vec<Item>, PatternError> {
    let mut items = Vec::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '*' => items.push(Item::Star),
            '1'..='8' => {
                let run = c.to_digit(10).expect("a digit");
                items.extend((0..run).map(|_| Item::One(Cell::EMPTY)));
            }
            '[' => {
                let mut cell = Cell::NONE;
                let mut negated = false;
                loop {
                    match chars.next() {
                        Some('^') if !negated && cell == Cell::NONE => negated = true,
                        Some(']') => break,
                        Some(c) => cell = cell.or(single(c).map_err(|_| PatternError::Set)?),
                        None => return Err(PatternError::Set),
                    }
                }
                if cell == Cell::NONE {
                    return Err(PatternError::Set);
                }
                items.push(Item::One(if negated { cell.complement() } else { cell }));
            }
            c => items.push(Item::One(single(c)?)),
        }
    }
    Ok(items)
}

fn single(c: char) -> Result<Cell, PatternError> {
    Ok(match c {
        '?' => Cell::ANY,
        '_' => Cell::EMPTY,
        '!' => Cell::EMPTY.complement(),
        'A' => Cell::of_color(Color::White),
        'a' => Cell::of_color(Color::Black),
        c => Cell::piece(Piece::from_char(c).ok_or(PatternError::Character(c))?),
    })
}

/// Every way to lay the items on eight squares.
fn layouts(items: &[Item]) -> Vec<[Cell; 8]> {
    fn lay(items: &[Item], cells: &mut Vec<Cell>, found: &mut Vec<[Cell; 8]>) {
        match items.split_first() {
            None => {
                if let Ok(whole) = <[Cell; 8]>::try_from(cells.as_slice())
                    && !found.contains(&whole)
                {
                    found.push(whole);
                }
            }
            Some((Item::One(cell), rest)) => {
                if cells.len() < 8 {
                    cells.push(*cell);
                    lay(rest, cells, found);
                    cells.pop();
                }
            }
            Some((Item::Star, rest)) => {
                let before = cells.len();
                loop {
                    lay(rest, cells, found);
                    if cells.len() == 8 {
                        break;
                    }
                    cells.push(Cell::ANY);
                }
                cells.truncate(before);
            }
        }
    }
    let mut found = Vec::new();
    lay(items, &mut Vec::with_capacity(8), &mut found);
    found
}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Pattern, PatternError> {
        let parts: Vec<&str> = text.split('/').collect();
        if parts.len() != 8 {
            return Err(PatternError::Ranks(parts.len()));
        }
        let mut ranks = Vec::with_capacity(8);
        let mut canonical = Vec::with_capacity(8);
        for (part, rank) in parts.iter().zip(Rank::ALL.iter().rev()) {
            // Stars in a row mean the same as one, and would only multiply the ways to lay them.
            let mut collapsed = part.to_string();
            while collapsed.contains("**") {
                collapsed = collapsed.replace("**", "*");
            }
            if collapsed.len() > 200 {
                return Err(PatternError::Squares {
                    rank: rank.char(),
                    text: part.chars().take(24).collect(),
                });
            }
            let found = layouts(&items(&collapsed)?);
            if found.is_empty() {
                return Err(PatternError::Squares {
                    rank: rank.char(),
                    text: collapsed,
                });
            }
            ranks.push(found);
            canonical.push(collapsed);
        }
        Ok(Pattern {
            text: canonical.join("/"),
            ranks,
        })
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Serialize for Pattern {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl<'de> Deserialize<'de> for Pattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pattern, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

/// The contents of a square as an index: 0 for empty, then men by colour and role.
pub(crate) fn content_index(piece: Option<Piece>) -> u16 {
    match piece {
        None => 0,
        Some(Piece { color, role }) => color.fold_wb(0, 6) + role as u16,
    }
}

/// Every man there is.
pub(crate) fn all_pieces() -> impl Iterator<Item = Piece> {
    Color::ALL
        .into_iter()
        .flat_map(|color| Role::ALL.into_iter().map(move |role| Piece { color, role }))
}
