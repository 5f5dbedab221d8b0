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
    /// Pairs of squares one of which was always occupied, by the same pawn.
    screens: Vec<(Square, Square)>,
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
            screens: screens(board, steady),
        }
    }

    /// What is left of the squares that a man would reach in one move, because of pawns that have
    /// always stood on one of two squares: nobody passes both in one move, and who stands on one of
    /// them does not pass the other.
    fn unscreened(&self, from: Square, mut to: Bitboard) -> Bitboard {
        for (one, other) in &self.screens {
            let pair = Bitboard::from(*one).with(*other);
            to = to
                .into_iter()
                .filter(|to| {
                    let way = attacks::between(from, *to).with(*to).with(from);
                    (pair & !way).any()
                })
                .collect();
        }
        to
    }

    /// Where a king can step, castling apart.
    pub fn king_steps(&self, color: Color, from: Square) -> Bitboard {
        let closed = self.closed[usize::from(color.is_black())];
        let steps = attacks::king_attacks(from) & !self.steady & !closed;
        self.unscreened(from, steps)
    }

    /// Squares from which a man would give a check that a steady king could never answer: pawns
    /// beside it that are not captured. Only used for pawns that live on.
    fn forbidden_to_pawns(&self, color: Color) -> Bitboard {
        let king = self.board.by_piece((!color).king()) & self.steady;
        king.into_iter().fold(Bitboard::EMPTY, |squares, king| {
            squares | attacks::pawn_attacks(!color, king)
        })
    }

    /// Whether a man there checks a king that never moved, from where nothing fits between. Such a check is
    /// answered by taking the man, so it never gets further.
    pub fn is_last_stand(&self, piece: Piece, square: Square) -> bool {
        let king = self.board.by_piece((!piece.color).king()) & self.steady;
        piece.role != Role::King && (attacks::attacks(square, piece, Bitboard::FULL) & king).any()
    }

    /// All squares a piece can ever get to from a square.
    pub fn reach(&self, piece: Piece, from: Square) -> Bitboard {
        let mut reached = Bitboard::from(from);
        let mut open = reached;
        while let Some(square) = open.pop_front() {
            if self.is_last_stand(piece, square) {
                continue;
            }
            let mut next = match piece.role {
                Role::King => self.king_steps(piece.color, square),
                Role::Knight => attacks::knight_attacks(square) & !self.steady,
                _ => {
                    let next = attacks::attacks(square, piece, self.steady) & !self.steady;
                    self.unscreened(square, next)
                }
            };
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

    /// Whether a side can ever have castled.
    pub fn can_castle(&self, color: Color) -> bool {
        let king = king_home(color);
        CastlingSide::ALL.into_iter().any(|side| {
            let rook = corner(side, color);
            let squares = attacks::between(king, rook).with(king).with(rook);
            (squares & self.steady).is_empty()
        })
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

/// Pawns of the third rank that came from one certain square: they have always stood on one of the two.
fn screens(board: &Board, steady: Bitboard) -> Vec<(Square, Square)> {
    let mut screens = Vec::new();
    for color in Color::ALL {
        let third = Bitboard::from(color.relative_rank(Rank::Third));
        let can_capture = board.by_color(!color).count() < 16;
        for pawn in board.by_piece(color.pawn()) & third {
            let straight = pawn
                .offset(color.fold_wb(-8, 8))
                .map_or(Bitboard::EMPTY, Bitboard::from);
            let aslant = if can_capture {
                attacks::pawn_attacks(!color, pawn)
            } else {
                Bitboard::EMPTY
            };
            let first = (straight | aslant) & !steady;
            screens.extend(first.single_square().map(|first| (first, pawn)));
        }
    }
    screens
}
