//! A move in sixteen bits.
//!
//! `from + 64 * to + 4096 * promotion`, squares from a1 = 0 along the ranks to h8 = 63, promotion
//! 0 none, 1 knight, 2 bishop, 3 rook, 4 queen; castling is the king's two steps, as in UCI. The
//! column `moves` is those numbers one after the other, little end first. Reading one back needs the
//! position only to name the men, not to generate moves, so replaying is as fast as playing.
//!
//! ```
//! use shakmaty::{Chess, Position};
//! use sissa_games::{decode_move, encode_move};
//!
//! let position = Chess::default();
//! for played in position.legal_moves() {
//!     assert_eq!(decode_move(&position, encode_move(&played)), Some(played));
//! }
//! ```

use shakmaty::{CastlingSide, Chess, File, Move, Position, Role, Square};

/// The number of a move.
pub fn encode_move(played: &Move) -> u16 {
    let (from, to, promotion) = match *played {
        Move::Normal {
            from,
            to,
            promotion,
            ..
        } => (from, to, promotion),
        Move::EnPassant { from, to } => (from, to, None),
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_queen_side(rook < king);
            let file = match side {
                CastlingSide::KingSide => File::G,
                CastlingSide::QueenSide => File::C,
            };
            (king, Square::from_coords(file, king.rank()), None)
        }
        // Drops belong to other games and never get here.
        Move::Put { to, .. } => (to, to, None),
    };
    let promotion = match promotion {
        None => 0,
        Some(Role::Knight) => 1,
        Some(Role::Bishop) => 2,
        Some(Role::Rook) => 3,
        Some(_) => 4,
    };
    from as u16 | (to as u16) << 6 | promotion << 12
}

/// The move a number stands for in this position. `None` where no man of the mover stands on its
/// square, so that a damaged file is noticed; the move's legality is what import has checked.
#[inline]
pub fn decode_move(position: &Chess, number: u16) -> Option<Move> {
    let from = Square::new(u32::from(number & 63));
    let to = Square::new(u32::from(number >> 6 & 63));
    let board = position.board();
    if !board.by_color(position.turn()).contains(from) || from == to {
        return None;
    }
    let role = board.role_at(from)?;
    let promotion = match number >> 12 {
        0 => None,
        1 => Some(Role::Knight),
        2 => Some(Role::Bishop),
        3 => Some(Role::Rook),
        4 => Some(Role::Queen),
        _ => return None,
    };
    let capture = board.role_at(to);
    Some(match role {
        Role::King if from.file().distance(to.file()) > 1 => {
            let side = CastlingSide::from_queen_side(to < from);
            let rook = position.castles().rook(position.turn(), side)?;
            Move::Castle { king: from, rook }
        }
        Role::Pawn if capture.is_none() && from.file() != to.file() => Move::EnPassant { from, to },
        role => Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        },
    })
}

/// A number that spreads games evenly and is the same for the same moves: what decides on which side of a
/// split a game falls, so that copies of a game stay together.
pub fn split_hash(moves: &[u16]) -> u64 {
    moves.iter().fold(0x5155_a000, |hash: u64, number| {
        let mixed = (hash ^ u64::from(*number)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 31
    })
}
