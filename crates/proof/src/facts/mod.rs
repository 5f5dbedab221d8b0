//! Facts that hold in every game, and positions that contradict them.
//!
//! | fact | file |
//! |---|---|
//! | which men never moved | `steady` |
//! | which hold each other in place | `locked`, `contact` |
//! | where men can get around those | `mobility` |
//! | who comes from the starting position, who must have promoted | `origins` |
//! | how many captures the pawns made at least, and on which squares | `pawns` |
//! | that king and queen cannot pass each other | `order` |
//! | where shut-in pieces can be together, and after how many moves | `corridor` |
//! | whose move it is | `parity` |

mod contact;
mod corridor;
pub(crate) mod locked;
pub(crate) mod mobility;
mod order;
pub(crate) mod origins;
mod parity;
pub(crate) mod pawns;
pub(crate) mod steady;

use shakmaty::{Bitboard, Board, ByColor, Color, File, attacks};
use sissa_record::Reason;

use crate::retro::{Retro, material_fits};
use mobility::Ground;
use origins::{Origins, origins};
pub(crate) use parity::Count;
use steady::steady;

/// What the facts say about both sides' origins.
pub(crate) struct Known {
    pub steady: Bitboard,
    pub origins: ByColor<Origins>,
    /// Files on whose last square a pawn of White, of Black, can have promoted.
    pub promotable: ByColor<[bool; 8]>,
    /// Moves of the pieces, where their squares tell whether they are even.
    pub count: Option<Count>,
}

impl Known {
    /// Whether a pawn can have taken a man of a colour on one of these squares.
    pub fn is_prey(&self, color: Color, squares: Bitboard) -> bool {
        is_prey(self.steady, color, squares)
    }
}

fn is_prey(steady: Bitboard, color: Color, squares: Bitboard) -> bool {
    squares.into_iter().any(|square| {
        let doors = attacks::pawn_attacks(color, square);
        (doors & !steady).any()
    })
}

/// Whether the pieces of a side have made an odd number of moves, where their squares tell that for certain and no pawn of the side has
/// left the second rank.
pub(crate) fn odd_moves(retro: &Retro, color: Color) -> Option<bool> {
    let steady = locked::locked(retro, steady(retro)) & locked::at_home(&retro.board);
    let ground = Ground::new(&retro.board, steady);
    let origins = origins(&ground, color).ok()?;
    let (odd, pieces) = parity::of_side(&ground, color, &origins)?;
    (pieces == 8).then_some(odd)
}

/// The facts of a position, or the first one that it contradicts.
pub(crate) fn known(retro: &Retro) -> Result<Known, Reason> {
    let board: &Board = &retro.board;
    for color in Color::ALL {
        if !material_fits(board, color) {
            let message = format!(
                "{} has more than sixteen men, or more promoted men than missing pawns",
                color.fold_wb("White", "Black")
            );
            let squares = board.by_color(color);
            return Err(Reason::new("too-much-material", message, squares));
        }
    }
    let locked = locked::locked(retro, steady(retro));
    let steady = locked & locked::at_home(board);
    let ground = Ground::new(board, steady);
    for color in Color::ALL {
        if let Some(reason) = pawns::captures(board, color, steady) {
            return Err(reason);
        }
    }
    let origins = ByColor {
        white: origins(&ground, Color::White)?,
        black: origins(&ground, Color::Black)?,
    };
    for color in Color::ALL {
        let reason = pawns::colored_captures(board, color, steady, origins.get(!color))
            .or_else(|| order::royal(&ground, color))
            .or_else(|| corridor::no_way_past(&ground, color));
        if let Some(reason) = reason {
            return Err(reason);
        }
    }
    // Said after the reasons that tell more.
    if let Some(reason) = locked::misplaced(board, locked) {
        return Err(reason);
    }
    let promotable = |color: Color| {
        let squares = ground.promotion_squares(color);
        File::ALL.map(|file| (squares & Bitboard::from(file)).any())
    };
    let promotable = ByColor {
        white: promotable(Color::White),
        black: promotable(Color::Black),
    };
    match parity::turn(&ground, retro.turn) {
        Some(reason) => Err(reason),
        None => Ok(Known {
            steady,
            promotable,
            count: parity::count(&ground, retro.turn, &origins),
            origins,
        }),
    }
}
