//! The core of a stalemate trick: a king without a move, a man that may be given away, and one who must not take it.

use shakmaty::{Bitboard, Board, Chess, Color, Position as _, Role, Square, attacks};

use super::{Pick, one_in, one_of, position};

/// Tries to make one core.
const TRIES: usize = 300;

/// A board and where the man stands that may be given away; the solver is to move.
pub(super) fn core(solver: Color, pick: Pick<'_>) -> Option<(Board, Square)> {
    (0..TRIES).find_map(|_| attempt(solver, pick))
}

fn attempt(solver: Color, pick: Pick<'_>) -> Option<(Board, Square)> {
    let corners: Vec<Square> = Bitboard::CORNERS.into_iter().collect();
    let edges: Vec<Square> = Bitboard::EDGES.into_iter().collect();
    let king = one_of(if one_in(3, pick) { &edges } else { &corners }, pick)?;
    let mut board = Board::empty();
    board.set_piece_at(king, solver.king());
    let strong = one_of(&[Role::Queen, Role::Queen, Role::Rook, Role::Bishop], pick)?;
    let mut near = vec![Role::King, strong];
    if one_in(3, pick) {
        near.push(Role::Pawn);
    }
    for role in near {
        let squares = Square::ALL.into_iter().filter(|square| {
            let distance = square.distance(king);
            (2..=4).contains(&distance)
                && board.piece_at(*square).is_none()
                && (role != Role::Pawn || !Bitboard::BACKRANKS.contains(*square))
        });
        let squares: Vec<Square> = squares.collect();
        board.set_piece_at(one_of(&squares, pick)?, role.of(!solver));
    }
    // A pawn that cannot move is no way out.
    if one_in(2, pick) {
        let ahead = solver.fold_wb(8, -8);
        let rank = |square: Square| Bitboard::BACKRANKS.contains(square);
        let squares: Vec<Square> = (!board.occupied())
            .into_iter()
            .filter(|square| !rank(*square))
            .collect();
        let pawn = one_of(&squares, pick)?;
        let front = pawn
            .offset(ahead)
            .filter(|front| board.piece_at(*front).is_none() && !rank(*front))?;
        board.set_piece_at(pawn, solver.pawn());
        board.set_piece_at(front, (!solver).pawn());
    }
    if !is_stuck(&board, solver) {
        return None;
    }
    let role = one_of(&[Role::Queen, Role::Rook], pick)?;
    let free: Vec<Square> = (!board.occupied() & !attacks::king_attacks(king))
        .into_iter()
        .collect();
    let offered = one_of(&free, pick)?;
    board.set_piece_at(offered, role.of(solver));
    is_core(&board, solver, offered).then_some((board, offered))
}

/// Whether the solver is stalemated without the man that may be given away, and can give it away with check.
pub(super) fn is_core(board: &Board, solver: Color, offered: Square) -> bool {
    let Some(chess) = position(board, solver) else {
        return false;
    };
    let mut without = board.clone();
    without.discard_piece_at(offered);
    is_stuck(&without, solver)
        && chess
            .legal_moves()
            .into_iter()
            .any(|m| m.from() == Some(offered) && is_given(&chess, m))
}

fn is_stuck(board: &Board, solver: Color) -> bool {
    position(board, solver).is_some_and(|chess| chess.is_stalemate())
}

/// Whether a move checks, and taking the man is stalemate.
fn is_given(chess: &Chess, m: shakmaty::Move) -> bool {
    let mut given = chess.clone();
    given.play_unchecked(m);
    given.is_check()
        && given.legal_moves().into_iter().any(|reply| {
            reply.to() == m.to() && {
                let mut taken = given.clone();
                taken.play_unchecked(reply);
                taken.is_stalemate()
            }
        })
}
