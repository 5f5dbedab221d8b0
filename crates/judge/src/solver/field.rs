//! Whether a king can still be mated in the moves that are left, told from the squares around it.
//!
//! A mated king has no square to go to: each square beside it holds a man of its own side or is guarded. In help play
//! few men have to do that in few moves, so most positions near the end can be dismissed at a glance. Counted is what
//! there is at best: lines are taken as open, men as staying where they guard, a move as guarding as many squares as its man
//! ever can, a move of the other side as one man more beside the king or one step of the king.

use shakmaty::{Bitboard, Chess, Color, Position as _, Rank, Role, attacks};

/// Squares beside a king that a man can newly guard by moving, at the most.
fn guards(role: Role) -> u32 {
    match role {
        // A pawn that is far from promotion; others count as queens.
        Role::Pawn | Role::Knight | Role::Bishop => 2,
        Role::King => 3,
        Role::Rook => 4,
        Role::Queen => 8,
    }
}

/// Whether so many moves of the mating side and so many of the other can lead to mate at all. A yes may be wrong, a
/// no never is.
pub(super) fn may_be_mated(chess: &Chess, mating: Color, moves: u32, others: u32) -> bool {
    let board = chess.board();
    let (white, black) = (board.by_color(mating), board.by_color(!mating));
    let Some(king) = board.king_of(!mating) else {
        return true;
    };
    // Castling moves two men at once.
    if chess.castles().any() {
        return true;
    }
    let mut guarded = Bitboard::EMPTY;
    let mut best = [0_u32; 2];
    for square in white {
        let Some(role) = board.role_at(square) else {
            continue;
        };
        guarded |= attacks::attacks(square, role.of(mating), Bitboard::EMPTY);
        let far = mating.relative_rank(Rank::Eighth).distance(square.rank());
        let new = match role {
            Role::Pawn if far <= moves => guards(Role::Queen),
            _ => guards(role),
        };
        if new > best[0] {
            best = [new, best[0]];
        } else {
            best[1] = best[1].max(new);
        }
    }
    let newly = match moves {
        1 => best[0],
        _ => best[0] + best[1],
    };
    let open = !(guarded | black.without(king));
    let mut reach = Bitboard::from(king);
    for steps in 0..=others {
        let blocks = others - steps;
        let fits = |square| (attacks::king_attacks(square) & open).count() as u32 <= newly + blocks;
        if reach.into_iter().any(fits) {
            return true;
        }
        for square in reach {
            reach |= attacks::king_attacks(square);
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::solver::checks::after;

    /// The count of squares guarded by one man, over all squares of man and king.
    #[test]
    fn no_man_guards_more_squares_than_counted() {
        for role in [
            Role::Pawn,
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::King,
        ] {
            for king in shakmaty::Square::ALL {
                for man in shakmaty::Square::ALL {
                    let touches = attacks::king_attacks(king).contains(man);
                    if man == king || role == Role::King && touches {
                        continue;
                    }
                    let reach = attacks::attacks(man, role.of(Color::White), Bitboard::EMPTY);
                    let count = (reach & attacks::king_attacks(king)).count() as u32;
                    assert!(count <= guards(role), "{role:?} {man} {king}");
                }
            }
        }
    }

    /// Positions up to four half-moves before a mate are never dismissed.
    #[test]
    fn no_mate_is_dismissed() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut mates = 0;
        for _ in 0..400 {
            let mut line = vec![Chess::default()];
            for _ in 0..250 {
                let chess = &line[line.len() - 1];
                let moves = chess.legal_moves();
                // Captures first: few men are left.
                let takes: Vec<_> = moves.iter().filter(|m| m.is_capture()).collect();
                let m = match takes.len() {
                    0 => moves[random.random_range(0..moves.len())],
                    count => *takes[random.random_range(0..count)],
                };
                let next = after(chess, m);
                if next.legal_moves().is_empty() {
                    break;
                }
                let mated = |m: &shakmaty::Move| after(&next, *m).is_checkmate();
                if next.legal_moves().iter().any(mated) {
                    mates += 1;
                    let mating = next.turn();
                    line.push(next);
                    let back = |plies: usize| &line[line.len() - plies];
                    assert!(may_be_mated(back(1), mating, 1, 0));
                    for (plies, moves, others) in [(2, 1, 1), (3, 2, 1), (4, 2, 2)] {
                        if plies <= line.len() {
                            assert!(may_be_mated(back(plies), mating, moves, others));
                        }
                    }
                } else {
                    line.push(next);
                }
            }
        }
        assert!(mates > 100, "{mates}");
    }
}
