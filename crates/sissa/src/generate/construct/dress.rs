//! Other men for a core, as many and where the constraint allows, so that the core stays what it is.

use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Square};
use sissa_constraint::{Goal, Window};

use super::{Pick, one_in, one_of};

/// Squares tried for a man.
const SQUARES: usize = 8;

/// Roles that counts speak of, with how many a side begins with.
const ROLES: [(Role, i32); 5] = [
    (Role::Pawn, 8),
    (Role::Rook, 2),
    (Role::Knight, 2),
    (Role::Bishop, 2),
    (Role::Queen, 1),
];

/// The core with what squares must hold and with other men, within the numbers that are asked for; `None` where that
/// did not come about.
pub(super) fn dressed(
    mut board: Board,
    goal: &Goal,
    keeps: &dyn Fn(&Board) -> bool,
    pick: Pick<'_>,
) -> Option<Board> {
    for (square, piece) in goal.settled() {
        let here = board.piece_at(square);
        match piece {
            Some(piece) if here.is_none() => board.set_piece_at(square, piece),
            other if here != other => return None,
            _ => {}
        }
    }
    let windows = goal
        .windows
        .chosen(&mut |choices| pick(choices as u64) as usize)?;
    // From bare to nearly full.
    let fullness = pick(5);
    let most = windows.all_men().max;
    let mut wanted: Vec<(Piece, bool)> = Vec::new();
    for color in Color::ALL {
        for (role, initial) in ROLES {
            let piece = role.of(color);
            let Window { min, max } = windows.role(color, role);
            let have = i32::try_from(board.by_piece(piece).count()).unwrap_or(i32::MAX);
            if have > max {
                return None;
            }
            for count in have..max.min(initial.max(min)) {
                let needed = count < min;
                if needed || pick(6) < fullness {
                    wanted.push((piece, needed));
                }
            }
        }
    }
    wanted.sort_by_key(|(_, needed)| !needed);
    for (piece, needed) in wanted {
        let full = |color: Color| {
            let men = board.by_color(color).count();
            i32::try_from(men).is_ok_and(|men| men >= windows.men(color).max)
        };
        let men = i32::try_from(board.occupied().count()).unwrap_or(i32::MAX);
        if men >= most || full(piece.color) {
            if needed {
                return None;
            }
            continue;
        }
        let placed = (0..SQUARES).any(|_| place(&mut board, piece, goal, keeps, pick));
        if needed && !placed {
            return None;
        }
    }
    keeps(&board).then_some(board)
}

/// Puts a man somewhere; not where it would spoil the core.
fn place(
    board: &mut Board,
    piece: Piece,
    goal: &Goal,
    keeps: &dyn Fn(&Board) -> bool,
    pick: Pick<'_>,
) -> bool {
    let mut squares = !board.occupied();
    if piece.role == Role::Pawn {
        squares &= !Bitboard::BACKRANKS;
        // Most pawns are near home.
        if !one_in(4, pick) {
            let near = [Rank::Second, Rank::Third].map(|rank| piece.color.relative_rank(rank));
            squares &= Bitboard::from(near[0]) | Bitboard::from(near[1]);
        }
    }
    if piece.role == Role::Bishop
        && let Some(other) = board.by_piece(piece).first()
    {
        let same = if other.is_light() {
            Bitboard::LIGHT_SQUARES
        } else {
            Bitboard::DARK_SQUARES
        };
        squares &= !same;
    }
    let squares: Vec<Square> = squares.into_iter().collect();
    let Some(square) = one_of(&squares, pick) else {
        return false;
    };
    if !goal.cells[usize::from(square)].allows(Some(piece)) {
        return false;
    }
    board.set_piece_at(square, piece);
    if keeps(board) {
        return true;
    }
    board.discard_piece_at(square);
    false
}
