//! Which men are on the board: `KQvKR`.
//!
//! A table belongs to men, not to colours: `KRvKQ` is `KQvKR` upside down, so a signature is
//! *normalized* (the side with more or stronger men is White) before its table is looked up.

use std::{fmt, str::FromStr};

use arrayvec::ArrayVec;
use shakmaty::{Board, ByColor, Color, Role};

use crate::layout::Layout;

/// The roles that stand beside the kings, strongest first.
pub(crate) const ROLES: [Role; 5] = [
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
];

/// The men of both sides, two to four with the kings.
///
/// ```
/// use sissa_tables::Signature;
///
/// let signature: Signature = "KQvKR".parse().unwrap();
/// assert_eq!(signature, "KQKR".parse().unwrap());
/// assert_eq!(signature.to_string(), "KQvKR");
/// assert!("KQRvKR".parse::<Signature>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    /// Strongest first; together at most two.
    men: ByColor<[Option<Role>; 2]>,
}

/// A text that names no signature of two to four men.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no signature of two to four men, as in `KQvKR` or `KQKR`")]
pub struct SignatureError(String);

impl Signature {
    /// All signatures of three and four men that differ in more than colours, small ones first:
    /// 5 and 30.
    pub fn all() -> Vec<Signature> {
        let one = |role| Signature::new([Some(role), None], [None; 2]);
        let mut all: Vec<Signature> = ROLES.map(one).into();
        for (number, strong) in ROLES.into_iter().enumerate() {
            for weak in &ROLES[number..] {
                all.push(Signature::new([Some(strong), Some(*weak)], [None; 2]));
            }
        }
        for (number, strong) in ROLES.into_iter().enumerate() {
            for weak in &ROLES[number..] {
                all.push(Signature::new([Some(strong), None], [Some(*weak), None]));
            }
        }
        all
    }

    /// The men of a board; `None` when they are more than four, or the kings not one of each side.
    pub fn of(board: &Board) -> Option<Signature> {
        if board.occupied().count() > 4 {
            return None;
        }
        let side = |color| {
            let men = board.by_color(color);
            let kings = (men & board.kings()).count();
            let roles = ROLES
                .into_iter()
                .flat_map(|role| std::iter::repeat_n(role, (men & board.by_role(role)).count()));
            (kings == 1).then(|| roles.collect::<ArrayVec<Role, 4>>())
        };
        Signature::from_men(&side(Color::White)?, &side(Color::Black)?)
    }

    /// The roles of one side beside its king, strongest first.
    pub fn men(&self, color: Color) -> impl Iterator<Item = Role> + use<> {
        (*self.men.get(color)).into_iter().flatten()
    }

    /// How many men there are, kings included.
    pub fn count(&self) -> usize {
        2 + Color::ALL
            .map(|color| self.men(color).count())
            .iter()
            .sum::<usize>()
    }

    /// The same men with the colours exchanged.
    #[must_use]
    pub fn flipped(&self) -> Signature {
        Signature::new(self.men.black, self.men.white)
    }

    /// How large the table of these men is: the memory it takes.
    pub fn bytes(&self) -> u64 {
        2 * Layout::new(self.normalized().0).len() as u64
    }

    /// The signature whose table holds these men, and whether the colours are exchanged in it.
    pub(crate) fn normalized(&self) -> (Signature, bool) {
        // `None` sorts before every role, and a pawn before a queen.
        let flip = (self.men(Color::Black).count(), self.men.black)
            > (self.men(Color::White).count(), self.men.white);
        if flip {
            (self.flipped(), true)
        } else {
            (*self, false)
        }
    }

    /// A number below [`Signature::SLOTS`], for each normalized signature another.
    pub(crate) fn slot(&self) -> usize {
        let number = |role: Option<Role>| role.map_or(0, |role| role as usize);
        let [strong, second] = self.men.white;
        let [weak, _] = self.men.black;
        number(strong) + 6 * number(second) + 36 * number(weak)
    }

    pub(crate) const SLOTS: usize = 6 * 36;

    /// Two sides' roles; `None` when they are more than two.
    pub(crate) fn from_men(white: &[Role], black: &[Role]) -> Option<Signature> {
        if white.len() + black.len() > 2 {
            return None;
        }
        let side = |men: &[Role]| {
            let mut side = [men.first().copied(), men.get(1).copied()];
            side.sort_by(|a, b| b.cmp(a));
            side
        };
        Some(Signature::new(side(white), side(black)))
    }

    fn new(white: [Option<Role>; 2], black: [Option<Role>; 2]) -> Signature {
        Signature {
            men: ByColor { white, black },
        }
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |color| {
            self.men(color)
                .map(Role::upper_char)
                .fold(String::from("K"), |side, role| {
                    side + role.encode_utf8(&mut [0; 4])
                })
        };
        write!(f, "{}v{}", side(Color::White), side(Color::Black))
    }
}

impl FromStr for Signature {
    type Err = SignatureError;

    fn from_str(text: &str) -> Result<Signature, SignatureError> {
        let error = || SignatureError(text.chars().take(40).collect());
        let (white, black) = text
            .strip_prefix('K')
            .and_then(|rest| rest.split_once('K'))
            .ok_or_else(error)?;
        let side = |letters: &str| {
            let role = |letter| ROLES.into_iter().find(|role| role.upper_char() == letter);
            letters.chars().map(role).collect::<Option<Vec<Role>>>()
        };
        let white = side(white.strip_suffix('v').unwrap_or(white));
        white
            .zip(side(black))
            .and_then(|(white, black)| Signature::from_men(&white, &black))
            .ok_or_else(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_signatures_are_normalized_and_have_slots_of_their_own() {
        let all = Signature::all();
        assert_eq!(all.len(), 35);
        let mut slots: Vec<usize> = all.iter().map(Signature::slot).collect();
        slots.sort_unstable();
        slots.dedup();
        assert_eq!(slots.len(), 35);
        assert!(slots.iter().all(|slot| *slot < Signature::SLOTS));
        for signature in all {
            assert_eq!(signature.normalized(), (signature, false));
            assert_eq!(signature.flipped().normalized().0, signature);
            assert_eq!(signature.to_string().parse(), Ok(signature));
        }
    }

    #[test]
    fn texts_that_are_no_signatures_are_errors() {
        for text in [
            "", "K", "KQ", "KQvKRB", "QKvK", "KvKv", "KXvK", "kqvk", "KKK", "KQvvK", "KéK",
        ] {
            assert!(text.parse::<Signature>().is_err(), "{text}");
        }
        assert_eq!("KK".parse::<Signature>().unwrap().count(), 2);
        assert_eq!("KNBK".parse::<Signature>().unwrap().to_string(), "KBNvK");
    }
}
