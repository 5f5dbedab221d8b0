//! What is known of a game at one of its positions.

use shakmaty::{Chess, Color, Position as _, Role};
use sissa_nn::human::{Pace, Player, Site};

use crate::Worth;

/// A time control: seconds at the start and with each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// At the start.
    pub base: u32,
    /// With each move.
    pub increment: u32,
}

impl TimeControl {
    /// What a game of forty moves gives a player, as Lichess counts.
    pub fn seconds(self) -> f64 {
        f64::from(self.base) + 40.0 * f64::from(self.increment)
    }
}

/// What is known of a game at one of its positions; everything but the worth may be unknown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// What the position is worth, by an engine.
    pub worth: Worth,
    /// Whose move it is.
    pub turn: Color,
    /// Half-moves since the beginning.
    pub ply: u32,
    /// White's and Black's men but kings, in points: 9, 5, 3, 3, 1.
    pub points: [u32; 2],
    /// White and Black.
    pub players: [Player; 2],
    /// The time control.
    pub time: Option<TimeControl>,
    /// Seconds that White and Black have left.
    pub clocks: Option<[f64; 2]>,
}

impl Moment {
    /// Of a position between two players of whom nothing is known.
    pub fn new(position: &Chess, worth: Worth) -> Moment {
        let anybody = Player {
            rating: None,
            site: Site::Lichess,
            pace: Pace::Unknown,
        };
        let started = 2 * (position.fullmoves().get() - 1);
        Moment {
            worth,
            turn: position.turn(),
            ply: started + position.turn().fold_wb(0, 1),
            points: [Color::White, Color::Black].map(|color| points(position, color)),
            players: [anybody; 2],
            time: None,
            clocks: None,
        }
    }

    /// Between these players.
    #[must_use]
    pub fn between(mut self, white: Player, black: Player) -> Moment {
        self.players = [white, black];
        self
    }

    /// The same without what clocks show.
    #[must_use]
    pub fn without_clocks(mut self) -> Moment {
        self.clocks = None;
        self
    }
}

/// A side's men but the king, in points.
fn points(position: &Chess, color: Color) -> u32 {
    let of = |role: Role, worth: u32| {
        let men = position.board().by_piece(role.of(color));
        worth * u32::try_from(men.count()).unwrap_or(0)
    };
    of(Role::Queen, 9)
        + of(Role::Rook, 5)
        + of(Role::Bishop, 3)
        + of(Role::Knight, 3)
        + of(Role::Pawn, 1)
}
