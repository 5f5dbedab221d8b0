//! Men that hold each other in place, looking backward.
//!
//! Suppose a set of men such that none of them can take back a move while all the others stand where
//! they are, even if everything else on the board were away. Then none of them has ever moved: the
//! last one to do so would have had all the others around it. The largest such set is found by
//! starting with all men and letting go of those that can move, until nobody can.

use shakmaty::{Bitboard, Board, CastlingSide, Color, Rank, Role, Square, attacks};
use sissa_record::Reason;

use super::steady::king_home;
use crate::retro::{Retro, corner};

/// The men that have never moved because they hold each other.
pub(crate) fn locked(retro: &Retro, steady: Bitboard) -> Bitboard {
    let board = &retro.board;
    let mut locked = board.occupied();
    loop {
        let loose: Bitboard = (locked & !steady)
            .into_iter()
            .filter(|square| can_take_back(board, *square, locked))
            .collect();
        if loose.is_empty() {
            return locked;
        }
        locked &= !loose;
    }
}

/// Locked men that are not where the game begins.
pub(crate) fn misplaced(board: &Board, locked: Bitboard) -> Option<Reason> {
    let first = (locked & !at_home(board)).into_iter().next()?;
    // Only those that hold it are shown: its neighbours, their neighbours, and so on.
    let mut squares = Bitboard::from(first);
    loop {
        let near = squares.into_iter().fold(squares, |all, square| {
            all | attacks::king_attacks(square) & locked
        });
        if near == squares {
            break;
        }
        squares = near;
    }
    let message = format!(
        "the men around {first} hold each other in place: none of them can have made the last move \
         among them, so they have stood there from the beginning, but the game does not begin so"
    );
    Some(Reason::new("locked-men", message, squares))
}

/// The men that are where they are at the beginning.
pub(crate) fn at_home(board: &Board) -> Bitboard {
    let initial = Board::new();
    board
        .occupied()
        .into_iter()
        .filter(|square| board.piece_at(*square) == initial.piece_at(*square))
        .collect()
}

/// Whether a man can take back a move past the locked ones, everybody else being away.
fn can_take_back(board: &Board, square: Square, locked: Bitboard) -> bool {
    let Some(piece) = board.piece_at(square) else {
        return false;
    };
    let color = piece.color;
    let can_capture = board.by_color(!color).count() < 16;
    if piece.role == Role::Pawn {
        return can_step_back(color, square, locked, can_capture);
    }
    if (attacks::attacks(square, piece, locked) & !locked).any() {
        return true;
    }
    let promoted = piece.role != Role::King
        && square.rank() == color.relative_rank(Rank::Eighth)
        && board.by_piece(color.pawn()).count() < 8;
    if promoted && can_step_back(color, square, locked, can_capture) {
        return true;
    }
    CastlingSide::ALL.into_iter().any(|side| {
        let (king, rook) = (side.king_to(color), side.rook_to(color));
        (square == king && piece.role == Role::King || square == rook && piece.role == Role::Rook)
            && board.piece_at(king) == Some(color.king())
            && board.piece_at(rook) == Some(color.rook())
            && !locked.contains(king_home(color))
            && !locked.contains(corner(side, color))
    })
}

/// Whether a pawn can have come to a square, straight or by a capture.
fn can_step_back(color: Color, square: Square, locked: Bitboard, can_capture: bool) -> bool {
    if color.relative_rank(square.rank()) <= Rank::Second {
        return false;
    }
    let straight = square
        .offset(color.fold_wb(-8, 8))
        .map_or(Bitboard::EMPTY, Bitboard::from);
    let aslant = match can_capture {
        true => attacks::pawn_attacks(!color, square),
        false => Bitboard::EMPTY,
    };
    let first = Bitboard::from(color.backrank());
    ((straight | aslant) & !locked & !first).any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::fen::Fen;

    fn locked_of(fen: &str) -> Bitboard {
        let fen: Fen = fen.parse().unwrap();
        let retro = Retro::new(fen.as_setup());
        locked(&retro, super::super::steady::steady(&retro))
    }

    #[test]
    fn a_bishop_and_a_rook_hold_each_other_behind_pawns() {
        let locked = locked_of("4k3/8/8/8/8/4P3/1K1PRP2/4b3 b - - 0 1");
        let cage = [Square::E1, Square::E2, Square::E3, Square::D2, Square::F2];
        assert_eq!(locked, cage.into_iter().collect::<Bitboard>());
    }

    #[test]
    fn with_a_way_out_nobody_is_locked() {
        let locked = locked_of("4k3/8/8/8/8/4P3/1K1PRP2/5b2 b - - 0 1");
        assert_eq!(locked, Bitboard::from(Square::D2).with(Square::F2));
    }
}
