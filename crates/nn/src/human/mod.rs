//! How people play: which move a player of a rating makes, and what comes of the game later.
//!
//! Two small networks with sparse inputs. [`Policy`] gives every legal move its probability, and one to
//! the end of the game, resigned, agreed or lost on time: π(move | position, rating, site, pace).
//! [`Outlook`] gives the probability that the men on the board come to be as wished. Both look at the
//! board as the side to move sees it, and both are trained by another crate on real games.
//!
//! ```
//! use shakmaty::{Chess, Position as _};
//! use sissa_nn::human::{Past, Player, Policy, Scratch};
//!
//! let policy = Policy::shipped();
//! let mut scratch = Scratch::default();
//! let player = Player::rated(1500);
//! let opening = policy.moves(&Chess::default(), &Past::default(), &player, &mut scratch);
//! let total: f32 = opening.moves.iter().map(|(_, share)| share).sum();
//! assert!((total + opening.end - 1.0).abs() < 1e-4);
//! ```

mod board;
mod exchange;
pub mod measure;
mod moves;
mod policy;
mod satisfaction;
mod view;

use shakmaty::{Chess, Move, Position as _, Role, Square};

pub use board::{CONTEXT, CONTEXTS, FEATURES, context, features};
pub use moves::{END, MOVE_FEATURES, move_features};
pub use policy::{Choices, Policy, Scratch, add, parts, row};
pub use satisfaction::{
    HIDDEN as OUTLOOK_HIDDEN, OUTLOOK_FEATURES, Outlook, Outset, Wish, counts, outlook_features,
    outlook_parts,
};
pub use view::View;

/// Where games are played: each has its own scale of ratings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Site {
    /// lichess.org.
    #[default]
    Lichess,
    /// chess.com.
    ChessCom,
    /// The Free Internet Chess Server.
    Fics,
    /// At a real board, with ratings of FIDE.
    Board,
}

impl Site {
    /// All.
    pub const ALL: [Site; 4] = [Site::Lichess, Site::ChessCom, Site::Fics, Site::Board];

    /// The site that the words about a game speak of; a real board, where they name none.
    ///
    /// ```
    /// use sissa_nn::human::Site;
    /// assert_eq!(Site::named_in("https://lichess.org/abcd"), Site::Lichess);
    /// assert_eq!(Site::named_in("Wijk aan Zee"), Site::Board);
    /// // Shown by the site, played elsewhere.
    /// assert_eq!(Site::named_in("https://lichess.org/broadcast/x/round-1/y"), Site::Board);
    /// ```
    pub fn named_in(words: &str) -> Site {
        let words = words.to_lowercase();
        let has = |part: &str| words.contains(part);
        if has("broadcast") || has("lichess.org/study") || has("chess.com/events") {
            Site::Board
        } else if has("lichess") {
            Site::Lichess
        } else if has("chess.com") || has("chesscom") {
            Site::ChessCom
        } else if has("fics") || has("freechess") {
            Site::Fics
        } else {
            Site::Board
        }
    }
}

/// How much time there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pace {
    /// Nobody knows.
    Unknown,
    /// Less than three minutes.
    Bullet,
    /// Less than eight minutes.
    Blitz,
    /// Less than 25 minutes.
    #[default]
    Rapid,
    /// More.
    Classical,
}

impl Pace {
    /// All.
    pub const ALL: [Pace; 5] = [
        Pace::Unknown,
        Pace::Bullet,
        Pace::Blitz,
        Pace::Rapid,
        Pace::Classical,
    ];
}

/// Who moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Player {
    /// The rating; without one, the model answers for anybody.
    pub rating: Option<u16>,
    /// Where.
    pub site: Site,
    /// How fast.
    pub pace: Pace,
}

impl Player {
    /// Of a rating, in rapid games at Lichess.
    pub fn rated(rating: u16) -> Player {
        Player {
            rating: Some(rating),
            ..Player::default()
        }
    }
}

/// One half-move as it is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// From where.
    pub from: Square,
    /// To where; of castling, the king's square.
    pub to: Square,
    /// What it took.
    pub captured: Option<Role>,
}

/// What the last two half-moves were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Past {
    /// The opponent's last.
    pub last: Option<Step>,
    /// The mover's own before it.
    pub own: Option<Step>,
}

impl Past {
    /// The past after one more move.
    pub fn then(self, played: Move) -> Past {
        let (from, to) = squares(played);
        Past {
            last: Some(Step {
                from,
                to,
                captured: played.capture(),
            }),
            own: self.last,
        }
    }

    /// The past at the end of a game.
    pub fn of(moves: &[Move]) -> Past {
        let begun = moves.len().saturating_sub(2);
        moves[begun..]
            .iter()
            .fold(Past::default(), |past, played| past.then(*played))
    }
}

/// From where to where, castling as the king's two steps.
pub(crate) fn squares(played: Move) -> (Square, Square) {
    match played {
        Move::Castle { king, rook } => {
            let file = if rook > king {
                shakmaty::File::G
            } else {
                shakmaty::File::C
            };
            (king, Square::from_coords(file, king.rank()))
        }
        Move::Normal { from, to, .. } | Move::EnPassant { from, to } => (from, to),
        Move::Put { to, .. } => (to, to),
    }
}

/// Half-moves since the starting position.
pub(crate) fn ply(position: &Chess) -> usize {
    let moves = usize::try_from(position.fullmoves().get()).unwrap_or(0);
    2 * moves.saturating_sub(1) + usize::from(position.turn().is_black())
}
