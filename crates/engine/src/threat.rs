//! Threat maps: what each side attacks, what is defended, what hangs.
//!
//! For people who learn, and for those who draw boards for them.

use shakmaty::{Bitboard, Board, ByColor, Color, Role, Square};

use crate::see;

/// Who attacks what.
///
/// ```
/// use sissa_engine::threat::ThreatMap;
/// use shakmaty::{Board, Color, Square};
///
/// let map = ThreatMap::of(&Board::new());
/// assert_eq!(map.attackers(Color::White, Square::F3), 3); // two pawns and a knight
/// assert!(map.hanging(Color::Black).is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreatMap {
    counts: ByColor<[u8; 64]>,
    hanging: ByColor<Bitboard>,
    threatened: ByColor<Bitboard>,
}

impl ThreatMap {
    /// The map of a board.
    pub fn of(board: &Board) -> ThreatMap {
        let occupied = board.occupied();
        let count = |color: Color| {
            let mut counts = [0; 64];
            for square in Square::ALL {
                counts[usize::from(square)] =
                    board.attacks_to(square, color, occupied).count() as u8;
            }
            counts
        };
        let counts = ByColor {
            white: count(Color::White),
            black: count(Color::Black),
        };
        let judge = |color: Color| {
            let (mut hanging, mut threatened) = (Bitboard::EMPTY, Bitboard::EMPTY);
            for square in board.by_color(color) & !board.kings() {
                let attackers = board.attacks_to(square, !color, occupied);
                let Some(role) = board.role_at(square).filter(|_| attackers.any()) else {
                    continue;
                };
                let cheapest = attackers
                    .into_iter()
                    .filter_map(|attacker| board.role_at(attacker))
                    .min_by_key(|role| see::value(*role));
                let defended = board.attacks_to(square, color, occupied).any();
                if !defended {
                    hanging.add(square);
                }
                let cheaper = cheapest.is_some_and(|attacker| {
                    attacker != Role::King && see::value(attacker) + 50 < see::value(role)
                });
                if !defended || cheaper {
                    threatened.add(square);
                }
            }
            (hanging, threatened)
        };
        let (white, black) = (judge(Color::White), judge(Color::Black));
        ThreatMap {
            counts,
            hanging: ByColor {
                white: white.0,
                black: black.0,
            },
            threatened: ByColor {
                white: white.1,
                black: black.1,
            },
        }
    }

    /// How many men of a side attack (or defend) a square; pins are ignored.
    pub fn attackers(&self, color: Color, square: Square) -> u8 {
        self.counts.get(color)[usize::from(square)]
    }

    /// All squares that a side attacks.
    pub fn attacked_by(&self, color: Color) -> Bitboard {
        Square::ALL
            .into_iter()
            .filter(|square| self.attackers(color, *square) > 0)
            .collect()
    }

    /// Men of this side that are attacked and not defended.
    pub fn hanging(&self, color: Color) -> Bitboard {
        *self.hanging.get(color)
    }

    /// Men of this side that hang or are attacked by something cheaper.
    pub fn threatened(&self, color: Color) -> Bitboard {
        *self.threatened.get(color)
    }
}
