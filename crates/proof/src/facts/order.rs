//! Two men of a side that could never get past each other.
//!
//! A king and a queen that never left the first rank stand on it in the order in which they began.
//! More generally: all places that king and queen can have had *together* are computed, around men that
//! never moved. If theirs is not among them, the position is illegal.

use shakmaty::{Bitboard, CastlingSide, Color, Piece, Role, Square, attacks};
use sissa_record::Reason;

use super::{mobility::Ground, steady::king_home};
use crate::retro::corner;

/// King and queen stand where they cannot both have got to.
pub(crate) fn royal(ground: &Ground<'_>, color: Color) -> Option<Reason> {
    let board = ground.board;
    let king = board.king_of(color)?;
    let queens = board.by_piece(color.queen());
    // The queen must be the first one: no pawn has promoted, or none to where it stands.
    let queen = queens.single_square()?;
    let promoted = board.by_piece(color.pawn()).count() < 8
        && ground.reach_promoted(color.queen()).contains(queen);
    let first = Square::from_coords(shakmaty::File::D, color.backrank());
    if promoted || ground.steady.contains(king) || ground.steady.contains(queen) {
        return None;
    }
    let together = Together::new(ground, color, king_home(color), first);
    (!together.reached(king, queen)).then(|| {
        let player = color.fold_wb("White", "Black");
        let message = format!(
            "{player}'s king on {king} and queen on {queen} would have had to pass each other where \
             men that never moved leave no room"
        );
        Reason::new("no-way-past", message, Bitboard::from(king).with(queen))
    })
}

/// The places of king and queen that can be reached together.
struct Together(Box<[Bitboard; 64]>);

impl Together {
    fn new(ground: &Ground<'_>, color: Color, king: Square, queen: Square) -> Together {
        let mut reached = Box::new([Bitboard::EMPTY; 64]);
        reached[usize::from(king)].add(queen);
        let mut open = vec![(king, queen)];
        while let Some((king, queen)) = open.pop() {
            let mut visit = |king: Square, queen: Square| {
                if !reached[usize::from(king)].contains(queen) {
                    reached[usize::from(king)].add(queen);
                    open.push((king, queen));
                }
            };
            for next in king_steps(ground, color, king, queen) {
                visit(next, queen);
            }
            let role = Role::Queen;
            let blocked = ground.steady.with(king);
            for next in attacks::attacks(queen, Piece { color, role }, blocked) & !blocked {
                visit(king, next);
            }
        }
        Together(reached)
    }

    fn reached(&self, king: Square, queen: Square) -> bool {
        self.0[usize::from(king)].contains(queen)
    }
}

/// Where the king can go, castling included, past the queen.
fn king_steps(ground: &Ground<'_>, color: Color, king: Square, queen: Square) -> Bitboard {
    let blocked = ground.steady.with(queen);
    let mut steps = ground.king_steps(color, king) & !blocked;
    for side in CastlingSide::ALL {
        let path = attacks::between(king_home(color), corner(side, color));
        if king == king_home(color) && (path & blocked).is_empty() {
            steps.add(side.king_to(color));
        }
    }
    steps
}
