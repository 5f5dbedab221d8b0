//! Positions with castling rights: they are in no table, but they are few, and here they are listed.
//!
//! A right fixes its king and its rook, so of four men at most two are free.

use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, File, FromSetup as _, Piece, Rank, Role, Setup,
    Square,
};

use crate::signature::Signature;

/// The corners with the side whose rook castles there.
const CORNERS: [(Square, Color); 4] = [
    (Square::A1, Color::White),
    (Square::H1, Color::White),
    (Square::A8, Color::Black),
    (Square::H8, Color::Black),
];

/// All positions of a signature with that side to move in which somebody may still castle, each with each set of rights
/// once.
///
/// ```
/// use sissa_tables::positions_with_castling;
/// use shakmaty::{Color, Position};
///
/// let rook = positions_with_castling("KRvK".parse().unwrap(), Color::Black);
/// assert!(!rook.is_empty() && rook.iter().all(|chess| chess.castles().any()));
/// assert!(positions_with_castling("KQvKN".parse().unwrap(), Color::White).is_empty());
/// ```
pub fn positions_with_castling(signature: Signature, turn: Color) -> Vec<Chess> {
    let mut found = Vec::new();
    for rights in 1..16_u32 {
        let corners: Vec<(Square, Color)> = CORNERS
            .into_iter()
            .enumerate()
            .filter(|(bit, _)| rights >> bit & 1 == 1)
            .map(|(_, corner)| corner)
            .collect();
        let Some((board, free)) = fixed(signature, &corners) else {
            continue;
        };
        let mut setup = Setup::empty();
        setup.turn = turn;
        setup.castling_rights = corners.iter().map(|(square, _)| *square).collect();
        place(board, &free, &mut |board| {
            setup.board = board;
            found.extend(Chess::from_setup(setup.clone(), CastlingMode::Standard));
        });
    }
    found
}

/// The board with the men that these rights fix, and the men that are free; `None` where there are not enough rooks.
fn fixed(signature: Signature, corners: &[(Square, Color)]) -> Option<(Board, Vec<Piece>)> {
    let mut board = Board::empty();
    let mut free = Vec::new();
    for color in Color::ALL {
        let mut men: Vec<Role> = signature.men(color).collect();
        let mut home = false;
        for (square, _) in corners.iter().filter(|(_, owner)| *owner == color) {
            let rook = men.iter().position(|role| *role == Role::Rook)?;
            men.remove(rook);
            board.set_piece_at(*square, color.rook());
            home = true;
        }
        if home {
            let king = Square::from_coords(File::E, color.relative_rank(Rank::First));
            board.set_piece_at(king, color.king());
        } else {
            men.push(Role::King);
        }
        free.extend(men.into_iter().map(|role| role.of(color)));
    }
    Some((board, free))
}

/// Every way to put the free men on the board. A right takes a king and a rook, so no two of the free ones are alike.
fn place(board: Board, free: &[Piece], visit: &mut dyn FnMut(Board)) {
    let Some((piece, rest)) = free.split_first() else {
        visit(board);
        return;
    };
    let mut squares = !board.occupied();
    if piece.role == Role::Pawn {
        squares &= !Bitboard::BACKRANKS;
    }
    for square in squares {
        let mut next = board.clone();
        next.set_piece_at(square, *piece);
        place(next, rest, visit);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use shakmaty::{EnPassantMode, Position as _, fen::Fen};

    use super::*;

    #[test]
    fn every_position_is_listed_once() {
        for signature in ["KRvK", "KRvKR", "KRRvK", "KvKRP"] {
            let signature: Signature = signature.parse().unwrap();
            for turn in Color::ALL {
                let all = positions_with_castling(signature, turn);
                let fen =
                    |chess: &Chess| Fen::from_position(chess, EnPassantMode::Legal).to_string();
                let different: HashSet<String> = all.iter().map(fen).collect();
                assert_eq!(different.len(), all.len(), "{signature}");
                for chess in all {
                    assert_eq!(Signature::of(chess.board()), Some(signature));
                    assert_eq!(chess.turn(), turn);
                }
            }
        }
    }

    #[test]
    fn a_rook_and_a_king_leave_what_can_be_counted_by_hand() {
        // Ke1, Rh1 and Black to move: the king is on one of 64 squares but for these two, those beside the white king
        // (d1, f1, d2, e2, f2) and none else: a check is a position, too. Likewise with Ra1.
        let black = positions_with_castling("KRvK".parse().unwrap(), Color::Black);
        assert_eq!(black.len(), 2 * (64 - 2 - 5));
    }
}
