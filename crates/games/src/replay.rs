//! Playing a game of a folder through.

use shakmaty::{ByColor, CastlingMode, CastlingSide, Chess, Move, Position, fen::Fen};
use sissa_constraint::Situation;

use crate::{GameRow, decode_move};

/// Plays a game through and shows every position, until `look` says false.
pub(crate) fn replay(row: GameRow<'_>, look: &mut dyn FnMut(&Situation<'_>, usize) -> bool) {
    let mut position = start(row).unwrap_or_default();
    let mut castled: ByColor<Option<CastlingSide>> = ByColor {
        white: None,
        black: None,
    };
    let mut moves = row.moves();
    let mut ply = 0;
    loop {
        let situation = Situation {
            position: &position,
            castled,
        };
        if !look(&situation, ply) {
            return;
        }
        let Some(played) = moves
            .next()
            .and_then(|number| decode_move(&position, number))
        else {
            return;
        };
        if let Move::Castle { king, rook } = played {
            let side = CastlingSide::from_queen_side(rook < king);
            *castled.get_mut(position.turn()) = Some(side);
        }
        position.play_unchecked(played);
        ply += 1;
    }
}

/// Where a game starts, if not with the starting position.
pub(crate) fn start(row: GameRow<'_>) -> Option<Chess> {
    start_of(row.start_fen()?)
}

/// The position of the column `start_fen`.
pub(crate) fn start_of(fen: &str) -> Option<Chess> {
    let fen: Fen = fen.parse().ok()?;
    fen.into_position(CastlingMode::Standard).ok()
}
