//! Where men can ever get, around those that never move.

use shakmaty::{Bitboard, Board, CastlingSide, Color, Piece, Rank, Role, Square, attacks};

use super::steady::king_home;
use crate::retro::corner;

/// The board as far as it never changed.
pub(crate) struct Ground<'a> {
    pub board: &'a Board,
    /// Men that never moved.
    pub steady: Bitboard,
    /// Squares that a king of White, of Black, could never enter: attacked by men that never moved.
    closed: [Bitboard; 2],
}

impl<'a> Ground<'a> {
    pub fn new(board: &'a Board, steady: Bitboard) -> Ground<'a> {
        let closed = Color::ALL.map(|color| {
            let guards = board.by_color(!color) & steady;
            // Only adjacent attacks are certain whatever else stood on the board.
            guards.into_iter().fold(Bitboard::EMPTY, |closed, guard| {
                let near = match board.role_at(guard) {
                    Some(Role::Knight) => Bitboard::FULL,
                    _ => attacks::king_attacks(guard),
                };
                closed | board.attacks_from(guard) & near
            })
        });
        Ground {
            board,
            steady,
            closed,
        }
    }

    /// Squares from which a man would give a check that a steady king could never answer: pawns
    /// beside it that are not captured. Only used for pawns that live on.
    fn forbidden_to_pawns(&self, color: Color) -> Bitboard {
        let king = self.board.by_piece((!color).king()) & self.steady;
        king.into_iter().fold(Bitboard::EMPTY, |squares, king| {
            squares | attacks::pawn_attacks(!color, king)
        })
    }

    /// All squares a piece can ever get to from a square.
    pub fn reach(&self, piece: Piece, from: Square) -> Bitboard {
        let mut reached = Bitboard::from(from);
        let mut open = reached;
        while let Some(square) = open.pop_front() {
            let mut next = attacks::attacks(square, piece, self.steady) & !self.steady;
            if piece.role == Role::King {
                next &= !self.closed[usize::from(piece.color.is_black())];
            }
            next |= self.castling(piece, square);
            open |= next & !reached;
            reached |= next;
        }
        reached
    }

    /// Where castling can have brought a king or a rook from its first square.
    fn castling(&self, piece: Piece, from: Square) -> Bitboard {
        let mut squares = Bitboard::EMPTY;
        for side in CastlingSide::ALL {
            let (king, rook) = (king_home(piece.color), corner(side, piece.color));
            let path = attacks::between(king, rook);
            if (path & self.steady).any() {
                continue;
            }
            if piece.role == Role::King && from == king {
                squares.add(side.king_to(piece.color));
            }
            if piece.role == Role::Rook && from == rook {
                squares.add(side.rook_to(piece.color));
            }
        }
        squares
    }

    /// Squares where a pawn of the colour can have promoted.
    pub fn promotion_squares(&self, color: Color) -> Bitboard {
        let last = Bitboard::from(color.relative_rank(Rank::Eighth));
        let seventh = Bitboard::from(color.relative_rank(Rank::Seventh));
        let doors = seventh & !self.steady & !self.forbidden_to_pawns(color);
        (last & !self.steady)
            .into_iter()
            .filter(|square| (attacks::king_attacks(*square) & doors).any())
            .collect()
    }

    /// All squares a man that promoted somewhere can have got to.
    pub fn reach_promoted(&self, piece: Piece) -> Bitboard {
        self.promotion_squares(piece.color)
            .into_iter()
            .fold(Bitboard::EMPTY, |squares, from| {
                squares | self.reach(piece, from)
            })
    }
}
