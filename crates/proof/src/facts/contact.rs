//! Checks from next to the king, which nobody can have interposed in or discovered.
//!
//! A man beside a king, a knight or a pawn attacks it whatever else stands on the board. So such a check tells
//! who made the last move, and forbids moves, even where most of the board is unknown.

use shakmaty::{Bitboard, Board, Color, Piece, Role, Square, attacks};

/// A move among men that are known to stand, everybody else being unknown.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub color: Color,
    /// What moved: a pawn where it promotes.
    pub role: Role,
    pub from: Square,
    pub to: Square,
}

impl Step {
    /// Whether the kings that are known to stand would have been safe: the other one before the move, the own one
    /// after it.
    pub fn is_safe(&self, board: &Board, standing: Bitboard) -> bool {
        let others = standing.without(self.to);
        let theirs = others & board.by_color(!self.color);
        let ours = others & board.by_color(self.color);
        let mover = Piece {
            color: self.color,
            role: self.role,
        };
        // It was the mover's turn, so the other king was not in check.
        if let Some(king) = (theirs & board.kings()).first()
            && (touches(mover, self.from, king) || touching(board, ours, king).any())
        {
            return false;
        }
        let king = match self.role {
            Role::King => Some(self.to),
            _ => (ours & board.kings()).first(),
        };
        // The square that the mover left is empty for certain: lines through it are open.
        let occupied = Bitboard::FULL.without(self.from);
        king.is_none_or(|king| attackers(board, theirs, king, occupied).is_empty())
    }
}

/// Those of some men that attack a square from where nothing fits between.
pub(super) fn touching(board: &Board, men: Bitboard, square: Square) -> Bitboard {
    attackers(board, men, square, Bitboard::FULL)
}

fn touches(man: Piece, from: Square, square: Square) -> bool {
    attacks::attacks(from, man, Bitboard::FULL).contains(square)
}

fn attackers(board: &Board, men: Bitboard, square: Square, occupied: Bitboard) -> Bitboard {
    let attacks = |from: &Square| {
        let man = board.piece_at(*from);
        man.is_some_and(|man| attacks::attacks(*from, man, occupied).contains(square))
    };
    men.into_iter().filter(attacks).collect()
}
