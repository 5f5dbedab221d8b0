//! The language that rules are written in: what the learner believes, as a value.
//!
//! The one idea: a game is a short list of *steps* a kind may make (with the squares that matter),
//! *laws* that forbid steps for a reason beyond them, and *updates* of the history. Squares and
//! ways are seen by the mover: side 1 sees the board upside down. [`crate::Engine`] runs a program,
//! `Display` prints it and `FromStr` reads it back, so what is printed is what is tested.

use crate::{Game, position::rank};

/// So many files and ranks further, as the mover sees them.
pub type Way = (i8, i8);

/// What may stand on the square a man goes to; the values add up.
pub mod target {
    pub const EMPTY: u8 = 1;
    pub const ENEMY: u8 = 2;
    pub const OWN: u8 = 4;
}

/// A number for a register.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Value {
    /// Always this one.
    Fixed(u8),
    /// The file the man goes to, 1 for the a-file.
    File,
}

impl Value {
    /// The number, for a man that goes to this square.
    pub const fn number(self, to: u8) -> u8 {
        match self {
            Value::Fixed(number) => number,
            Value::File => (to & 7) + 1,
        }
    }
}

/// Something that must be so for a step; ways are from the square the man leaves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Condition {
    /// Nothing stands there.
    Empty(Way),
    /// This man stands there.
    Man { at: Way, own: bool, kind: u8 },
    /// The other side could not take there.
    Safe(Way),
    /// A register has this value.
    Register { register: u8, value: Value },
}

/// What a step does beyond taking the man from here to there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Effect {
    /// What stands there leaves the board.
    Clear(Way),
    /// What stands there goes elsewhere.
    Carry(Way, Way),
}

/// How men of a kind may go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// For one side only, or for both.
    pub side: Option<u8>,
    pub kind: u8,
    /// Where to; several ways are alternatives.
    pub ways: Vec<Way>,
    /// Again and again, as long as squares are empty.
    pub slide: bool,
    /// What may stand there, of [`target`].
    pub target: u8,
    /// From these squares only, as the mover sees them.
    pub from: u64,
    /// The kinds it may become, and must if there are any.
    pub becomes: Vec<u8>,
    pub conditions: Vec<Condition>,
    pub effects: Vec<Effect>,
}

/// Why no step, or not this one, may be made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Veto {
    /// After the step the other side could take this kind.
    Exposes(u8),
    /// After the step the mover could take this kind of the other side.
    Threatens(u8),
    /// The step takes nothing, and another one could.
    Quiet,
    /// Before it, the mover can take this kind of the other side.
    CanTake(u8),
    /// Before it, the other side could take this kind of the mover.
    Attacked(u8),
    /// A side has no man of this kind.
    None { own: bool, kind: u8 },
    /// A side has a man of this kind.
    Any { own: bool, kind: u8 },
    /// A side has several men of this kind.
    Several { own: bool, kind: u8 },
    /// Nobody has a man of this kind.
    NoneAtAll(u8),
    /// There are several men of this kind, whosoever they are.
    SeveralInAll(u8),
    /// A man stands on one of these squares.
    On { own: bool, kind: u8, squares: u64 },
    /// As `On`, unless the mover's man of that kind can get to one of them unexposed.
    OnUnmatched { own: bool, kind: u8, squares: u64 },
    /// A register has this value.
    Register { register: u8, value: u8 },
}

/// A veto, for one side's moves or both.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Law {
    pub side: Option<u8>,
    pub veto: Veto,
}

/// When a register changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Trigger {
    /// With every move.
    Always,
    /// When a move starts or ends on one of these squares (as they are, not as the mover sees them).
    Touch(u64),
    /// When this kind goes this way from one of these squares, as the mover sees them.
    Step { kind: u8, way: Way, from: u64 },
    /// When the mover could now take this kind.
    Threat(u8),
}

/// How a register changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Change {
    To(Value),
    /// One less, down to 0.
    Less,
}

/// A change of the history.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Update {
    pub side: Option<u8>,
    pub register: u8,
    pub trigger: Trigger,
    pub change: Change,
}

/// The rules of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    pub game: Game,
    pub rules: Vec<Rule>,
    pub laws: Vec<Law>,
    /// In order: later ones win.
    pub updates: Vec<Update>,
}

impl Program {
    /// A game in which nothing is known to be allowed.
    pub fn new(game: Game) -> Program {
        Program {
            game,
            rules: Vec::new(),
            laws: Vec::new(),
            updates: Vec::new(),
        }
    }
}

/// Squares as the other side sees them.
pub const fn flipped(squares: u64) -> u64 {
    squares.swap_bytes()
}

/// A square as a side sees it.
pub const fn seen(square: u8, side: u8) -> u8 {
    match side {
        0 => square,
        _ => square ^ 56,
    }
}

/// A way as a side sees it.
pub const fn turned(way: Way, side: u8) -> Way {
    match side {
        0 => way,
        _ => (way.0, -way.1),
    }
}

/// The squares of a rank, 0 to 7.
pub const fn rank_squares(rank: u32) -> u64 {
    0xff << (8 * rank)
}

/// Squares from which this way stays on the board.
pub fn room(way: Way) -> u64 {
    let inside = |square: &u8| crate::position::shifted(*square, way).is_some();
    (0..64u8)
        .filter(inside)
        .fold(0, |all, square| all | 1 << square)
}

/// The plainest description of squares that is right where it matters: all, then ranks, then as is.
pub fn plainest(squares: u64, matters: u64) -> u64 {
    if squares & matters == matters {
        return u64::MAX;
    }
    let ranks = (0..64u8)
        .filter(|square| squares & matters & (1 << square) != 0)
        .fold(0, |all, square| all | rank_squares(rank(square) as u32));
    if ranks & matters == squares & matters {
        ranks
    } else {
        squares & matters
    }
}
