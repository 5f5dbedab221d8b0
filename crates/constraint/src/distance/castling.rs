//! How many half-moves it takes at least until a side can have castled.
//!
//! King and rook stand still, so everything between them has to go. A man of the side itself goes by a move of its own, or is
//! taken there; then the man that took it has to go again. The bound is the least of all these ways, and
//! castling comes after them.

use shakmaty::{Bitboard, Board, Chess, Color, Position, Role, Square, attacks};

use super::{castling_moves, shortest_route};
use crate::Wing;

/// Fewest half-moves after which this side can have castled on this wing, at least; `None` where the right is
/// gone.
pub(super) fn castling_plies(color: Color, wing: Wing, position: &Chess) -> Option<u32> {
    if !position.castles().has(color, wing.castling_side()) {
        return None;
    }
    let board = position.board();
    let king = color.fold_wb(Square::E1, Square::E8);
    let path = attacks::between(king, wing.rook_square(color));
    let count = |men: Bitboard| u32::try_from(men.count()).unwrap_or(0);
    let own = path & board.by_color(color);
    let (ours, theirs) = (count(own), count(path & board.by_color(!color)));
    let turn = position.turn();
    // Castling is the last of the side's own moves, and comes after those of the other side.
    let after = |own_moves: u32, their_moves: u32| {
        if turn == color {
            let waits = if their_moves > 0 {
                2 * their_moves + 1
            } else {
                0
            };
            (2 * own_moves - 1).max(waits)
        } else {
            (2 * own_moves).max(2 * their_moves)
        }
    };
    let exits = exits(color, path, board);
    // Each man of the side moves away once, somebody else first where one is shut in. Men of the other side on the
    // path move away, or are taken, which costs the side one move more.
    let leaving = ours + 1 + u32::from(exits.is_some());
    let mut least = (0..=theirs)
        .map(|taken| after(leaving + taken, theirs - taken))
        .min()?;
    // The other side takes what shuts the man in; that man moves, the other side does, the side castles.
    if let Some(moves) = exits.and_then(|exits| arrival(!color, exits, position)) {
        least = least.min(after(ours + 1, moves + 1));
    }
    // The other side takes men on the path: so many moves to the first of them, one for each of the others. What took them
    // leaves, or is taken by somebody who has to move once more for it.
    if let Some(moves) = arrival(!color, own, position) {
        for taken in 1..=ours {
            least = least
                .min(after(ours - taken + 1, moves + taken))
                .min(after(ours - taken + 2, moves + taken - 1));
        }
    }
    Some(least)
}

/// The squares that hold a man of the side in the path by being full of its own men: to get out, it needs one of
/// these men to move or to be taken. `None` where nobody is shut in.
fn exits(color: Color, path: Bitboard, board: &Board) -> Option<Bitboard> {
    let second = Bitboard::from(color.relative_rank(shakmaty::Rank::Second));
    let own = board.by_color(color);
    (path & own).into_iter().find_map(|square| {
        // Rooks and queens may go along the path before they leave it.
        let ways = match board.role_at(square)? {
            Role::Bishop => attacks::king_attacks(square) & second & !Bitboard::from(square.file()),
            Role::Rook => files(path) & second,
            Role::Queen => around(path) & second,
            Role::Pawn | Role::Knight | Role::King => return None,
        };
        (ways & !own).is_empty().then_some(ways)
    })
}

fn files(path: Bitboard) -> Bitboard {
    path.into_iter().fold(Bitboard::EMPTY, |files, square| {
        files | Bitboard::from(square.file())
    })
}

fn around(path: Bitboard) -> Bitboard {
    path.into_iter().fold(Bitboard::EMPTY, |squares, square| {
        squares | attacks::king_attacks(square)
    })
}

/// Fewest moves after which a man of this colour can stand on one of the squares, at least.
fn arrival(color: Color, squares: Bitboard, position: &Chess) -> Option<u32> {
    let moves = Role::ALL.into_iter().filter_map(|role| {
        let castling = castling_moves(position, color, role);
        shortest_route(position.board(), role.of(color), squares, castling)
    });
    moves.min().map(|moves| moves.max(1))
}
