//! Men that hold each other in place, looking backward.
//!
//! Suppose a set of men such that none of them can take back a move while all the others stand where
//! they are, even if everything else on the board were away. Then none of them has ever moved: the
//! last one to do so would have had all the others around it. The largest such set is found by
//! starting with all men and letting go of those that can move, until nobody can.
//!
//! A move that leaves the own king in check, or begins with the other one in check, is none, as far as men of the
//! set alone tell. A king that comes out of a check from next to it was given that check by the move before.

use shakmaty::{Bitboard, Board, CastlingSide, Color, Rank, Role, Square, attacks};
use sissa_record::Reason;

use super::{
    contact::{Step, touching},
    steady::king_home,
};
use crate::retro::{Retro, corner};

/// The men that have never moved because they hold each other.
pub(crate) fn locked(retro: &Retro, steady: Bitboard) -> Bitboard {
    let board = &retro.board;
    let mut locked = board.occupied();
    loop {
        let loose: Bitboard = (locked & !steady)
            .into_iter()
            .filter(|square| can_take_back(board, *square, locked, steady))
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
fn can_take_back(board: &Board, square: Square, locked: Bitboard, steady: Bitboard) -> bool {
    let Some(piece) = board.piece_at(square) else {
        return false;
    };
    let color = piece.color;
    let came = |role: Role, origins: Bitboard| {
        origins.into_iter().any(|from| {
            let step = Step {
                color,
                role,
                from,
                to: square,
            };
            step.is_safe(board, locked)
                && (role != Role::King || is_check_answered(board, step, locked, steady))
        })
    };
    let can_capture = board.by_color(!color).count() < 16;
    if piece.role == Role::Pawn {
        return came(Role::Pawn, pawn_origins(color, square, locked, can_capture));
    }
    if came(
        piece.role,
        attacks::attacks(square, piece, locked) & !locked,
    ) {
        return true;
    }
    let promoted = piece.role != Role::King
        && square.rank() == color.relative_rank(Rank::Eighth)
        && board.by_piece(color.pawn()).count() < 8;
    if promoted && came(Role::Pawn, pawn_origins(color, square, locked, can_capture)) {
        return true;
    }
    // Castling, if the other man of the two has not moved since. If it has, the square between was free to step back to: no man
    // of the set attacked it, and no king stood next to it, or they would not have castled.
    CastlingSide::ALL.into_iter().any(|side| {
        let (king, rook) = (side.king_to(color), side.rook_to(color));
        (square == king && piece.role == Role::King || square == rook && piece.role == Role::Rook)
            && board.piece_at(king) == Some(color.king())
            && board.piece_at(rook) == Some(color.rook())
            && !locked.contains(king_home(color))
            && !locked.contains(corner(side, color))
    })
}

/// Whether a king can have stood where it comes from: a check from next to it was given by the move before,
/// so who gives it can take that back.
fn is_check_answered(board: &Board, step: Step, locked: Bitboard, steady: Bitboard) -> bool {
    let theirs = locked & board.by_color(!step.color);
    let checkers = touching(board, theirs, step.from);
    let Some(checker) = checkers.first() else {
        return true;
    };
    if checkers.more_than_one() || steady.contains(checker) {
        return false;
    }
    let mut before = board.clone();
    before.discard_piece_at(step.to);
    before.set_piece_at(step.from, step.color.king());
    let standing = locked.without(step.to).with(step.from);
    can_take_back(&before, checker, standing, steady)
}

/// Where a pawn can have come from to a square, straight or by a capture.
fn pawn_origins(color: Color, square: Square, locked: Bitboard, can_capture: bool) -> Bitboard {
    if color.relative_rank(square.rank()) <= Rank::Second {
        return Bitboard::EMPTY;
    }
    let straight = square
        .offset(color.fold_wb(-8, 8))
        .map_or(Bitboard::EMPTY, Bitboard::from);
    let aslant = if can_capture {
        attacks::pawn_attacks(!color, square)
    } else {
        Bitboard::EMPTY
    };
    let far = square
        .offset(color.fold_wb(-16, 16))
        .filter(|_| color.relative_rank(square.rank()) == Rank::Fourth)
        .filter(|_| (straight & !locked).any())
        .map_or(Bitboard::EMPTY, Bitboard::from);
    let first = Bitboard::from(color.backrank());
    (straight | aslant | far) & !locked & !first
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

    /// The rook cannot have come from g1, where it would have been giving check when it was Black's turn, nor
    /// the king out of a check on g1 that the rook cannot have given.
    #[test]
    fn a_king_and_a_rook_hold_each_other_by_checks() {
        let locked = locked_of("4k3/8/8/8/8/6P1/5PrP/7K w - - 0 1");
        let cage = [Square::H1, Square::G2, Square::G3, Square::F2, Square::H2];
        assert_eq!(locked, cage.into_iter().collect::<Bitboard>());
    }

    /// Beside e1 the rook can have come from f1, and the king from g1.
    #[test]
    fn with_another_square_for_the_rook_it_is_not_locked() {
        let locked = locked_of("4k3/8/8/8/8/5P2/5rPP/7K w - - 0 1");
        assert_eq!(locked, Bitboard::from(Square::G2).with(Square::H2));
    }

    /// One step back it may have given a check that two steps do not.
    #[test]
    fn pawns_take_back_two_steps_as_well() {
        let steps = |locked| pawn_origins(Color::White, Square::E4, locked, false);
        assert_eq!(
            steps(Bitboard::EMPTY),
            Bitboard::from(Square::E2).with(Square::E3)
        );
        assert_eq!(steps(Bitboard::from(Square::E3)), Bitboard::EMPTY);
        assert_eq!(
            steps(Bitboard::from(Square::E2)),
            Bitboard::from(Square::E3)
        );
    }

    #[test]
    fn with_a_way_out_nobody_is_locked() {
        let locked = locked_of("4k3/8/8/8/8/4P3/1K1PRP2/5b2 b - - 0 1");
        assert_eq!(locked, Bitboard::from(Square::D2).with(Square::F2));
    }
}
