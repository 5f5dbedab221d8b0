//! Mates that have a name.

use shakmaty::{Bitboard, Chess, Position as _, Role, Square, attacks};

use super::{
    board::attackers,
    line::{Line, Step, relative_rank},
};

/// The king that was mated and the move that did it.
fn mated(line: &Line) -> Option<(Square, &Chess, &Step)> {
    let end = line.end();
    let king = end.board().king_of(end.turn())?;
    line.mates().then(|| (king, end, line.last()))
}

/// The line ends with mate.
pub(super) fn mate(line: &Line) -> bool {
    line.mates()
}

/// It ends with mate after so many moves of the solver; five stand for more.
pub(super) fn mate_in<const MOVES: usize>(line: &Line) -> bool {
    line.mates() && line.moves().len().min(5) == MOVES
}

/// A knight gives mate to a king all of whose squares are taken by its own men.
pub(super) fn smothered_mate(line: &Line) -> bool {
    mated(line).is_some_and(|(king, end, _)| {
        let around = attacks::king_attacks(king);
        (end.checkers() & end.board().knights()).any()
            && (around & !end.board().by_color(end.turn())).is_empty()
    })
}

/// A mate along the king's first rank: the squares in front of it are taken by its own men, and the solver attacks none of them.
pub(super) fn back_rank_mate(line: &Line) -> bool {
    mated(line).is_some_and(|(king, end, _)| {
        let (board, theirs) = (end.board(), end.turn());
        let front = attacks::king_attacks(king)
            .into_iter()
            .filter(|square| square.rank() != king.rank());
        let rank = Bitboard::from_rank(king.rank());
        relative_rank(theirs, king) == 0
            && (end.checkers() & rank).any()
            && front.into_iter().all(|square| {
                board.by_color(theirs).contains(square)
                    && attackers(board, !theirs, square).is_empty()
            })
    })
}

/// A queen or rook mates along a side file a king that is on it, but not in a corner; a man of its own stands
/// beside it, and a knight of the solver two squares further.
pub(super) fn anastasia_mate(line: &Line) -> bool {
    mated(line).is_some_and(|(king, end, last)| {
        let (board, theirs) = (end.board(), end.turn());
        let inward = match u32::from(king.file()) {
            0 => 1,
            7 => -1,
            _ => return false,
        };
        let beside = |steps: i32| {
            king.offset(inward * steps)
                .and_then(|at| board.piece_at(at))
        };
        !matches!(u32::from(king.rank()), 0 | 7)
            && last.to.file() == king.file()
            && matches!(last.role, Role::Queen | Role::Rook)
            && beside(1).is_some_and(|piece| piece.color == theirs)
            && beside(3) == Some(Role::Knight.of(!theirs))
    })
}

/// A rook beside the king mates, guarded by a knight beside the king, which a pawn guards.
pub(super) fn hook_mate(line: &Line) -> bool {
    mated(line).is_some_and(|(king, end, last)| {
        let (board, ours) = (end.board(), !end.turn());
        let knights = attackers(board, ours, last.to) & board.knights();
        last.role == Role::Rook
            && last.to.distance(king) == 1
            && knights.into_iter().any(|knight| {
                knight.distance(king) == 1 && (attackers(board, ours, knight) & board.pawns()).any()
            })
    })
}

/// A rook beside a king in the corner mates, guarded by a knight two squares away from the king on the diagonal.
pub(super) fn arabian_mate(line: &Line) -> bool {
    mated(line).is_some_and(|(king, end, last)| {
        let (board, ours) = (end.board(), !end.turn());
        let knights = attackers(board, ours, last.to) & board.knights();
        let apart = |a: u32, b: u32| a.abs_diff(b) == 2;
        Bitboard::CORNERS.contains(king)
            && last.role == Role::Rook
            && last.to.distance(king) == 1
            && knights.into_iter().any(|knight| {
                apart(knight.rank().into(), king.rank().into())
                    && apart(knight.file().into(), king.file().into())
            })
    })
}

/// Two bishops mate and nobody else of the solver guards a square of the king: from both sides of its file.
pub(super) fn boden_mate(line: &Line) -> bool {
    bishops_mate(line) == Some(true)
}

/// The same from one side of its file.
pub(super) fn double_bishop_mate(line: &Line) -> bool {
    bishops_mate(line) == Some(false)
}

/// Whether two bishops that mate stand on both sides of the king's file.
fn bishops_mate(line: &Line) -> Option<bool> {
    let (king, end, _) = mated(line)?;
    let (board, ours) = (end.board(), !end.turn());
    let bishops = board.by_piece(Role::Bishop.of(ours));
    let area = attacks::king_attacks(king).with(king);
    let alone = area
        .into_iter()
        .all(|square| (attackers(board, ours, square) & !board.bishops()).is_empty());
    let mut pair = bishops.into_iter();
    let (one, two) = (pair.next()?, pair.next()?);
    let crossed = (one.file() < king.file()) == (two.file() > king.file());
    alone.then_some(crossed)
}

/// A queen mates from the diagonal square beside a king away from the edge; no other man of the solver attacks a
/// square of the king, and those that the queen does not attack are taken.
pub(super) fn dovetail_mate(line: &Line) -> bool {
    mated(line).is_some_and(|(king, end, last)| {
        let (board, ours) = (end.board(), !end.turn());
        let diagonal = last.to.file() != king.file() && last.to.rank() != king.rank();
        let queen = Bitboard::from_square(last.to);
        let around = attacks::king_attacks(king) & !queen;
        last.role == Role::Queen
            && diagonal
            && last.to.distance(king) == 1
            && !Bitboard::EDGES.contains(king)
            && around.into_iter().all(|square| {
                let strikers = attackers(board, ours, square);
                strikers.is_empty() || strikers == queen && board.role_at(square).is_none()
            })
    })
}
