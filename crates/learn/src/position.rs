//! What the learner sees: pictures on a board, whose turn it is, and registers without a name.
//!
//! Nothing here says what a man may do. A man is a number with a side and a kind; the registers are
//! the history as opaque small numbers (in chess the supervisor keeps castling rights and the file
//! of the last double step in them, but that is for the learner to find out).
//!
//! ```
//! use sissa_learn::{Move, Position, square};
//!
//! let mut position = Position::empty();
//! position.board[square("e4").unwrap() as usize] = Position::man(0, 3);
//! assert_eq!(Position::side_of(position.board[28]), Some(0));
//! assert_eq!(Move::new(28, 36).to_string(), "e4e5");
//! ```

use std::fmt;

/// Most registers a game may have.
pub const REGISTERS: usize = 8;

/// Kinds of men that a side has.
pub const KINDS: usize = 6;

/// A board with its history, as the learner sees and sets it up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// By square, a1 first, b1 second; 0 is an empty square.
    pub board: [u8; 64],
    /// The side to move, 0 or 1.
    pub turn: u8,
    /// The history, as numbers without a meaning.
    pub registers: [u8; REGISTERS],
}

impl Position {
    /// Nothing on the board, side 0 to move.
    pub const fn empty() -> Position {
        Position {
            board: [0; 64],
            turn: 0,
            registers: [0; REGISTERS],
        }
    }

    /// The man of a side and kind.
    pub const fn man(side: u8, kind: u8) -> u8 {
        1 + kind + side * KINDS as u8
    }

    /// Whose man it is.
    pub const fn side_of(man: u8) -> Option<u8> {
        match man {
            0 => None,
            _ => Some((man - 1) / KINDS as u8),
        }
    }

    /// The kind of a man that is there.
    pub const fn kind_of(man: u8) -> u8 {
        (man - 1) % KINDS as u8
    }

    /// Is this man of the side?
    pub const fn belongs(man: u8, side: u8) -> bool {
        man != 0 && (man - 1) / KINDS as u8 == side
    }

    /// The squares with a man, in order.
    pub fn men(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        (0..64u8).filter_map(|square| match self.board[square as usize] {
            0 => None,
            man => Some((square, man)),
        })
    }
}

/// A proposal: take the man from a square to a square, where it may become another kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    pub from: u8,
    pub to: u8,
    /// The kind it becomes.
    pub becomes: Option<u8>,
}

impl Move {
    /// A move that changes no kind.
    pub const fn new(from: u8, to: u8) -> Move {
        Move {
            from,
            to,
            becomes: None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", square_name(self.from), square_name(self.to))?;
        match self.becomes {
            Some(kind) => write!(f, "={kind}"),
            None => Ok(()),
        }
    }
}

/// What the learner is told before it begins: the board's first arrangement and the pictures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The arrangement a game starts from.
    pub start: Position,
    /// How many values each register has; 0 and 1 mean that it is never used.
    pub registers: [u8; REGISTERS],
    /// A letter for each kind, for printing only.
    pub names: [char; KINDS],
}

/// File of a square, 0 to 7.
pub const fn file(square: u8) -> i8 {
    (square & 7) as i8
}

/// Rank of a square, 0 to 7.
pub const fn rank(square: u8) -> i8 {
    (square >> 3) as i8
}

/// The square so many files and ranks away, if it is on the board.
pub const fn shifted(square: u8, by: (i8, i8)) -> Option<u8> {
    let (file, rank) = (file(square) + by.0, rank(square) + by.1);
    if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        Some((rank * 8 + file) as u8)
    } else {
        None
    }
}

/// The way from one square to another.
pub const fn way(from: u8, to: u8) -> (i8, i8) {
    (file(to) - file(from), rank(to) - rank(from))
}

/// A square as people write it.
pub fn square_name(square: u8) -> String {
    let letter = char::from(b'a' + (square & 7));
    format!("{letter}{}", (square >> 3) + 1)
}

/// Reads a square such as `e4`.
pub fn square(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some((rank - b'1') * 8 + (file - b'a')),
        _ => None,
    }
}
