//! What is asked about the men on a board, whichever way it is looked at.

use shakmaty::{Bitboard, Board, CastlingSide, Color, Move, Piece, Square, attacks};

/// Takes the men of a move by `us` back to where they stood.
pub(crate) fn put_back(board: &mut Board, us: Color, m: Move) {
    match m {
        Move::Normal {
            role,
            from,
            capture,
            to,
            ..
        } => {
            board.discard_piece_at(to);
            board.set_piece_at(from, Piece { color: us, role });
            if let Some(role) = capture {
                board.set_piece_at(to, Piece { color: !us, role });
            }
        }
        Move::EnPassant { from, to } => {
            board.discard_piece_at(to);
            board.set_piece_at(from, us.pawn());
            board.set_piece_at(Square::from_coords(to.file(), from.rank()), (!us).pawn());
        }
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_king_side(king < rook);
            board.discard_piece_at(side.king_to(us));
            board.discard_piece_at(side.rook_to(us));
            board.set_piece_at(king, us.king());
            board.set_piece_at(rook, us.rook());
        }
        Move::Put { .. } => {}
    }
}

/// Where a castling rook stands at home.
pub(crate) fn corner(side: CastlingSide, color: Color) -> Square {
    let file = match side {
        CastlingSide::KingSide => shakmaty::File::H,
        CastlingSide::QueenSide => shakmaty::File::A,
    };
    Square::from_coords(file, color.backrank())
}

/// Whether a king of the colour is attacked by the other side.
pub(crate) fn attacked(board: &Board, color: Color, occupied: Bitboard) -> bool {
    let Some(king) = board.king_of(color) else {
        return false;
    };
    let theirs = board.by_color(!color) & occupied;
    let near = attacks::knight_attacks(king) & board.knights()
        | attacks::king_attacks(king) & board.kings()
        | attacks::pawn_attacks(color, king) & board.pawns();
    if (near & theirs).any() {
        return true;
    }
    // Most men do not even look along a line to the king: the others are few, and asked one by one.
    let [straight, oblique] = LINES[usize::from(king)];
    let queens = board.queens();
    let far = straight & (board.rooks() | queens) | oblique & (board.bishops() | queens);
    (far & theirs)
        .into_iter()
        .any(|square| (attacks::between(square, king) & occupied).is_empty())
}

/// From each square, the squares on straight lines and those on diagonals.
static LINES: [[Bitboard; 2]; 64] = {
    let mut lines = [[Bitboard::EMPTY; 2]; 64];
    let mut number = 0;
    while number < 64 {
        let square = Square::new(number);
        lines[number as usize] = [
            attacks::rook_attacks(square, Bitboard::EMPTY),
            attacks::bishop_attacks(square, Bitboard::EMPTY),
        ];
        number += 1;
    }
    lines
};

/// Whether eight pawns and the first array can have become these men.
pub(crate) fn material_fits(board: &Board, color: Color) -> bool {
    let ours = board.by_color(color);
    let bishops = ours & board.bishops();
    let surplus = |men: Bitboard, own: usize| men.count().saturating_sub(own);
    let promoted = surplus(ours & board.queens(), 1)
        + surplus(ours & board.rooks(), 2)
        + surplus(ours & board.knights(), 2)
        + surplus(bishops & Bitboard::LIGHT_SQUARES, 1)
        + surplus(bishops & Bitboard::DARK_SQUARES, 1);
    ours.count() <= 16 && (ours & board.pawns()).count() + promoted <= 8
}
