//! What is worth saying about an answer besides the answer.

use std::fmt;

use shakmaty::Color;
use sissa_record::{Game, Reason, fen};

use crate::Exhausted;

/// Something worth saying to people; shown as one line without a full stop.
///
/// ```
/// use sissa_proof::Remark;
/// assert_eq!(
///     Remark::NoGame { plies: 3, nodes: 1_234 }.to_string(),
///     "no game of exactly 3 half-moves leads here: 1,234 positions",
/// );
/// ```
#[derive(Clone, Debug)]
pub enum Remark {
    /// All games of this length, as many as these, are listed.
    AllGames(usize),
    /// The budget ended: there may be more games of this length.
    MoreGames,
    /// There is no game of this length.
    NoGame {
        /// The length.
        plies: u32,
        /// Positions looked at.
        nodes: u64,
    },
    /// No game of this length was found before the budget ended.
    NoGameSoFar {
        /// The length.
        plies: u32,
        /// Positions looked at.
        nodes: u64,
    },
    /// Every game has at least so many half-moves.
    AtLeast(u32),
    /// What was tried in vain.
    Exhausted(Exhausted),
    /// The longest line found that ends in the position; it starts elsewhere.
    Partial(Box<Game>),
    /// This side cannot be to move, for this reason; about the other nothing is known.
    NotToMove(Color, Reason),
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Remark::AllGames(1) => f.write_str("the only game of this length"),
            Remark::AllGames(count) => {
                let count = grouped(*count as u64);
                write!(f, "these are all {count} games of this length")
            }
            Remark::MoreGames => f.write_str("the budget ended: there may be more games"),
            Remark::NoGame { plies, nodes } => write!(
                f,
                "no game of exactly {} leads here: {} positions",
                half_moves(u64::from(*plies)),
                grouped(*nodes)
            ),
            Remark::NoGameSoFar { plies, nodes } => write!(
                f,
                "no game of {} among {} positions so far",
                half_moves(u64::from(*plies)),
                grouped(*nodes)
            ),
            Remark::AtLeast(plies) => write!(
                f,
                "every game has at least {}; none shorter was searched out",
                half_moves(u64::from(*plies))
            ),
            Remark::Exhausted(exhausted) => exhausted.fmt(f),
            Remark::Partial(game) => write!(
                f,
                "the last {} lead here from {}",
                half_moves(game.plies() as u64),
                fen(game.start())
            ),
            Remark::NotToMove(turn, reason) => write!(
                f,
                "{} cannot be to move: {} ({})",
                turn.fold_wb("White", "Black"),
                reason.message,
                reason.code
            ),
        }
    }
}

fn half_moves(count: u64) -> String {
    let noun = if count == 1 {
        "half-move"
    } else {
        "half-moves"
    };
    format!("{} {noun}", grouped(count))
}

/// Digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
