//! What a position is worth, and the one byte it is kept in.
//!
//! A mated side has lost in 0 plies, and the plies to mate are even for the side that is mated and
//! odd for the side that mates: a number tells who wins. `0` is a position that cannot be, `1 + n`
//! a mate in `n` plies, `255` a draw; while a table is made, `254` is not known yet. So the better
//! win is the smaller byte, and everything that is not won yet is greater than every win.

/// Cannot be: a king could be taken, men share a square, or another entry stands for it.
pub(crate) const ILLEGAL: u8 = 0;
pub(crate) const MATED: u8 = 1;
pub(crate) const LAST: u8 = 253;
pub(crate) const UNKNOWN: u8 = 254;
pub(crate) const DRAWN: u8 = 255;

/// Perfect play, for the side to move. The fifty-move rule is not regarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It mates after so many plies, an odd number: `Win(1)` is mate in one.
    Win(u8),
    /// Neither side can force mate.
    Draw,
    /// It is mated after so many plies, an even number: `Loss(0)` is mated already.
    Loss(u8),
}

impl Outcome {
    /// Plies to mate.
    pub fn plies(self) -> Option<u8> {
        match self {
            Outcome::Win(plies) | Outcome::Loss(plies) => Some(plies),
            Outcome::Draw => None,
        }
    }

    /// Moves to mate, as players count them: those of the side that mates.
    ///
    /// ```
    /// use sissa_tables::Outcome;
    /// assert_eq!(Outcome::Win(5).moves(), Some(3));
    /// assert_eq!(Outcome::Loss(4).moves(), Some(2));
    /// assert_eq!(Outcome::Draw.moves(), None);
    /// ```
    pub fn moves(self) -> Option<u8> {
        self.plies().map(|plies| plies.div_ceil(2))
    }

    /// What a move is worth for the side that made it, by what its opponent then has.
    #[must_use]
    pub fn before(self) -> Outcome {
        match self {
            Outcome::Win(plies) => Outcome::Loss(plies + 1),
            Outcome::Draw => Outcome::Draw,
            Outcome::Loss(plies) => Outcome::Win(plies + 1),
        }
    }

    /// Greater for what the side to move likes better: quick wins, then draws, then slow losses.
    pub fn rank(self) -> i32 {
        match self {
            Outcome::Win(plies) => 1000 - i32::from(plies),
            Outcome::Draw => 0,
            Outcome::Loss(plies) => i32::from(plies) - 1000,
        }
    }

    pub(crate) fn from_byte(byte: u8) -> Option<Outcome> {
        match byte {
            ILLEGAL => None,
            UNKNOWN | DRAWN => Some(Outcome::Draw),
            byte if is_win(byte) => Some(Outcome::Win(byte - 1)),
            byte => Some(Outcome::Loss(byte - 1)),
        }
    }
}

/// Whether a byte is a win of the side to move.
#[inline]
pub(crate) fn is_win(byte: u8) -> bool {
    byte.is_multiple_of(2) && (MATED..UNKNOWN).contains(&byte)
}
