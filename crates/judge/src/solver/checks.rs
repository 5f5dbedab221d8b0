//! Which moves give check, told without making them, and whether there is a move at all.
//!
//! Both are filters in front of shakmaty: what they cannot tell cheaply they leave to it.

use shakmaty::{Bitboard, Chess, Move, Position as _, Rank, Role, Square, attacks};

use crate::Goal;

/// From where the side to move would give check.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckSquares {
    king: Square,
    occupied: Bitboard,
    /// For pawn, knight, bishop and rook: the squares from which one would give check.
    pawn: Bitboard,
    knight: Bitboard,
    bishop: Bitboard,
    rook: Bitboard,
    /// Men of the side to move that stand between one of its sliders and the king.
    blockers: Bitboard,
}

impl CheckSquares {
    /// None where there is no king to check.
    pub fn of(chess: &Chess) -> Option<CheckSquares> {
        let board = chess.board();
        let king = board.king_of(!chess.turn())?;
        let occupied = board.occupied();
        let ours = chess.us();
        let bishop = attacks::bishop_attacks(king, occupied);
        let rook = attacks::rook_attacks(king, occupied);
        let snipers = (attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens()
            | attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens())
            & ours;
        let mut blockers = Bitboard::EMPTY;
        for sniper in snipers {
            let between = attacks::between(king, sniper) & occupied;
            if !between.more_than_one() {
                blockers |= between & ours;
            }
        }
        Some(CheckSquares {
            king,
            occupied,
            pawn: attacks::pawn_attacks(!chess.turn(), king),
            knight: attacks::knight_attacks(king),
            bishop,
            rook,
            blockers,
        })
    }

    /// Whether a legal move gives check. Yes may be wrong for castling and en passant, no never is.
    #[inline]
    pub fn may_check(&self, m: Move) -> bool {
        let Move::Normal {
            role,
            from,
            to,
            promotion,
            ..
        } = m
        else {
            return true;
        };
        let direct = match promotion {
            // The pawn no longer stands in the way of what it became.
            Some(role) => attacks::attacks(
                to,
                role.of(shakmaty::Color::White),
                self.occupied.without(from),
            )
            .contains(self.king),
            None => self.squares(role).contains(to),
        };
        direct || self.blockers.contains(from) && !attacks::aligned(self.king, from, to)
    }

    /// Whether any move might give check: a no spares the list of legal moves.
    #[inline]
    pub fn any(&self, chess: &Chess) -> bool {
        let (board, ours, turn) = (chess.board(), chess.us(), chess.turn());
        if self.blockers.any()
            || chess.castles().has_color(turn)
            || chess.maybe_ep_square().is_some()
            || (chess.our(Role::Pawn) & Bitboard::from_rank(turn.relative_rank(Rank::Seventh)))
                .any()
        {
            return true;
        }
        let reaches = |role: Role, targets: Bitboard| {
            let targets = targets & !ours;
            targets.any()
                && chess.our(role).into_iter().any(|from| {
                    (attacks::attacks(from, role.of(turn), self.occupied) & targets).any()
                })
        };
        reaches(Role::Queen, self.bishop | self.rook)
            || reaches(Role::Rook, self.rook)
            || reaches(Role::Bishop, self.bishop)
            || reaches(Role::Knight, self.knight)
            || reaches(Role::Pawn, self.pawn & board.by_color(!turn))
            || self.pawn_steps(chess)
    }

    /// Whether a pawn gives check by a step forward.
    fn pawn_steps(&self, chess: &Chess) -> bool {
        let (turn, pawns) = (chess.turn(), chess.our(Role::Pawn));
        (self.pawn & !self.occupied).into_iter().any(|to| {
            let behind = |square: Square| square.offset(turn.fold_wb(-8, 8));
            let Some(one) = behind(to) else { return false };
            let two = || behind(one).is_some_and(|two| pawns.contains(two));
            pawns.contains(one)
                || to.rank() == turn.relative_rank(Rank::Fourth)
                    && !self.occupied.contains(one)
                    && two()
        })
    }

    fn squares(&self, role: Role) -> Bitboard {
        match role {
            Role::Pawn => self.pawn,
            Role::Knight => self.knight,
            Role::Bishop => self.bishop,
            Role::Rook => self.rook,
            Role::Queen => self.bishop | self.rook,
            Role::King => Bitboard::EMPTY,
        }
    }
}

/// Whether the side to move has a legal move; kings' steps are looked at first.
#[inline]
pub(crate) fn has_move(chess: &Chess) -> bool {
    king_can_step(chess) || !chess.legal_moves().is_empty()
}

fn king_can_step(chess: &Chess) -> bool {
    let board = chess.board();
    let Some(king) = board.king_of(chess.turn()) else {
        return false;
    };
    let occupied = board.occupied().without(king);
    (attacks::king_attacks(king) & !chess.us())
        .into_iter()
        .any(|to| board.attacks_to(to, !chess.turn(), occupied).is_empty())
}

/// Whether the goal is reached for the side that has just moved.
#[inline]
pub(crate) fn reached(goal: Goal, chess: &Chess) -> bool {
    chess.is_check() == (goal == Goal::Mate) && !has_move(chess)
}

/// The position after a legal move.
#[inline]
pub(crate) fn after(chess: &Chess, m: Move) -> Chess {
    let mut next = chess.clone();
    next.play_unchecked(m);
    next
}

/// Calls `found` with each move that reaches the goal at once, until it says stop.
#[inline]
pub(crate) fn reaching(goal: Goal, chess: &Chess, mut found: impl FnMut(Move) -> bool) {
    let squares = match goal {
        Goal::Mate => match CheckSquares::of(chess) {
            Some(squares) if squares.any(chess) => Some(squares),
            _ => return,
        },
        Goal::Stalemate => None,
    };
    for m in &chess.legal_moves() {
        let possible = squares.is_none_or(|squares| squares.may_check(*m));
        if possible && reached(goal, &after(chess, *m)) && found(*m) {
            return;
        }
    }
}

/// Whether a move reaches the goal at once.
#[inline]
pub(crate) fn reachable(goal: Goal, chess: &Chess) -> bool {
    let mut any = false;
    reaching(goal, chess, |_| {
        any = true;
        true
    });
    any
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn no_check_is_overlooked_and_no_move() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut checks, mut mates, mut special) = (0, 0, 0);
        for _ in 0..300 {
            let mut chess = Chess::default();
            for _ in 0..200 {
                let moves = chess.legal_moves();
                assert_eq!(has_move(&chess), !moves.is_empty());
                if moves.is_empty() {
                    break;
                }
                let squares = CheckSquares::of(&chess).unwrap();
                for m in &moves {
                    let next = after(&chess, *m);
                    let normal = matches!(m, Move::Normal { .. });
                    if next.is_check() {
                        assert!(squares.any(&chess), "{m} {}", chess.board());
                        assert!(squares.may_check(*m), "{m} {}", chess.board());
                        checks += 1;
                        special += usize::from(!normal || m.is_promotion());
                    } else if normal {
                        assert!(!squares.may_check(*m), "{m} {}", chess.board());
                    }
                }
                let mating = moves.iter().filter(|m| after(&chess, **m).is_checkmate());
                let count = mating.count();
                assert_eq!(reachable(Goal::Mate, &chess), count > 0);
                mates += count;
                chess.play_unchecked(moves[random.random_range(0..moves.len())]);
            }
        }
        assert!(
            checks > 1000 && mates > 50 && special > 50,
            "{checks} {mates} {special}"
        );
    }
}
