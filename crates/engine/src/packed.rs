//! Moves in sixteen bits, as the transposition table keeps them.

use shakmaty::{Board, Move, Role, Square};

/// Origin, destination and promotion. Castling goes from king to rook, as in shakmaty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct PackedMove(pub u16);

impl PackedMove {
    /// No move at all.
    pub const NONE: PackedMove = PackedMove(0);

    /// Packs a move.
    pub fn of(m: Move) -> PackedMove {
        let from = m.from().map_or(0, u16::from_square);
        let promotion = m.promotion().map_or(0, |role| role as u16);
        PackedMove(from | u16::from_square(m.to()) << 6 | promotion << 12)
    }

    /// The move again on its board. Whether it is legal is not asked.
    pub fn move_on(self, board: &Board) -> Option<Move> {
        let square = |bits: u16| Square::new(u32::from(bits & 63));
        let (from, to) = (square(self.0), square(self.0 >> 6));
        if from == to {
            return None;
        }
        let piece = board.piece_at(from)?;
        let target = board.piece_at(to);
        Some(match target {
            None if piece.role == Role::Pawn && from.file() != to.file() => {
                Move::EnPassant { from, to }
            }
            Some(rook) if rook.color == piece.color => Move::Castle {
                king: from,
                rook: to,
            },
            _ => Move::Normal {
                role: piece.role,
                from,
                capture: target.map(|piece| piece.role),
                to,
                promotion: Role::ALL
                    .into_iter()
                    .find(|role| *role as u16 == self.0 >> 12),
            },
        })
    }

    /// The same for moves that take nothing and promote nothing.
    pub fn quiet_move(self, board: &Board) -> Option<Move> {
        self.move_on(board)
            .filter(|m| !m.is_capture() && !m.is_promotion())
    }
}

trait FromSquare {
    fn from_square(square: Square) -> Self;
}

impl FromSquare for u16 {
    fn from_square(square: Square) -> u16 {
        u16::from(u8::from(square))
    }
}

/// A man's number from 0 to 5.
pub(crate) fn role_index(role: Role) -> usize {
    role as usize - 1
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use shakmaty::{Chess, Position as _};

    use super::*;

    #[test]
    fn moves_come_back_and_quiet_ones_are_told_apart() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut seen = [0; 4];
        for _ in 0..200 {
            let mut position = Chess::default();
            for _ in 0..120 {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                for m in &legal {
                    assert_eq!(PackedMove::of(*m).move_on(position.board()), Some(*m));
                    let quiet = !m.is_capture() && m.promotion().is_none();
                    let again = PackedMove::of(*m).quiet_move(position.board());
                    assert_eq!(again, quiet.then_some(*m), "{m:?} in {position:?}");
                    seen[usize::from(m.is_castle())] += usize::from(quiet);
                    seen[2] += usize::from(m.is_en_passant());
                    seen[3] += usize::from(m.promotion().is_some());
                }
                position.play_unchecked(legal[rng.random_range(0..legal.len())]);
            }
        }
        assert!(seen.iter().all(|count| *count > 20), "{seen:?}");
        assert_eq!(PackedMove::NONE.move_on(Chess::default().board()), None);
    }
}
