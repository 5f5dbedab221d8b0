//! What a glance sees of each move: captures played out, mates in one, and nothing deeper.
//!
//! One idea: a player who looks before he moves sees what stands to be taken after it. A [`Lookout`] values the position
//! after a move by a quiescence search of its own, without a tree, a table or a memory, so that the same move of the
//! same position has the same value always, for about ten evaluations. It is no judge: quiet threats are not seen.
//!
//! ```
//! use sissa_engine::{Evaluation, Lookout};
//! use shakmaty::{CastlingMode, Chess, fen::Fen, uci::UciMove};
//!
//! let position: Chess = "4k3/8/3p4/4p3/8/8/8/4QK2 w - - 0 1".parse::<Fen>()?.into_position(CastlingMode::Standard)?;
//! let mut lookout = Lookout::new(&Evaluation::default());
//! lookout.begin(&position);
//! let mut after = |uci: &str| -> Result<i32, Box<dyn std::error::Error>> {
//!     Ok(lookout.after(uci.parse::<UciMove>()?.to_move(&position)?).value)
//! };
//! assert!(after("e1e5")? < after("e1e2")? - 300); // the pawn is protected
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Chess, Move, MoveList, Position as _, Role, attacks};

use crate::{
    Evaluation,
    board::noisy_moves,
    eval::Evaluator,
    score::{MATE, MATE_BOUND},
    see,
};

/// Half-moves of captures at most.
const DEEPEST: usize = 8;
/// Half-moves in which ways out of check are looked for.
const EVASIONS: usize = 2;
/// Positions after one move at most; the rest counts as it stands.
const MOST: u32 = 150;
/// What a capture may bring besides the man.
const MARGIN: i32 = 150;

/// What is seen of a move, by the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glance {
    /// The position after it as it stands, in centipawns.
    pub still: i32,
    /// … once captures are played out.
    pub value: i32,
    /// It gives check.
    pub check: bool,
    /// It mates.
    pub mates: bool,
    /// The answer can be mate.
    pub mated: bool,
}

/// Looks at the moves of one position after the other.
pub struct Lookout {
    evaluator: Box<dyn Evaluator>,
    position: Chess,
    left: u32,
}

impl std::fmt::Debug for Lookout {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lookout")
            .field("position", &self.position)
            .finish_non_exhaustive()
    }
}

impl Lookout {
    /// With an evaluation.
    pub fn new(evaluation: &Evaluation) -> Lookout {
        Lookout {
            evaluator: evaluation.evaluator(),
            position: Chess::default(),
            left: 0,
        }
    }

    /// Turns to a position; answers what it is worth as it stands, for the side to move.
    pub fn begin(&mut self, position: &Chess) -> i32 {
        self.position = position.clone();
        self.evaluator.reset(position);
        self.evaluator.evaluate(position)
    }

    /// Looks at a legal move of the position.
    pub fn after(&mut self, played: Move) -> Glance {
        let mut next = self.position.clone();
        next.play_unchecked(played);
        self.evaluator.push(&self.position, played);
        self.left = MOST;
        let still = -self.evaluator.evaluate(&next);
        let mut value = -self.quiescence(&next, -MATE, MATE, 0);
        self.evaluator.pop();
        let (answers, check) = (next.legal_moves(), next.is_check());
        if answers.is_empty() && !check || next.is_insufficient_material() {
            value = 0;
        }
        Glance {
            still,
            value,
            check,
            mates: value >= MATE_BOUND,
            mated: value <= -MATE_BOUND || mate_among(&next, &answers).is_some(),
        }
    }

    /// Captures, and ways out of a check near the beginning; the side to move may stand still.
    fn quiescence(&mut self, chess: &Chess, mut alpha: i32, beta: i32, depth: usize) -> i32 {
        self.left = self.left.saturating_sub(1);
        let checked = chess.is_check();
        let mut moves = MoveList::new();
        let mut best = -MATE + depth as i32;
        if checked && depth < EVASIONS {
            moves = chess.legal_moves();
        } else {
            best = self.evaluator.evaluate(chess);
            if best >= beta || checked || depth >= DEEPEST || self.left == 0 {
                return best;
            }
            alpha = alpha.max(best);
            noisy_moves(chess, &mut moves);
        }
        let stand = best;
        for m in ordered(&moves) {
            if !checked {
                let won = m.capture().map_or(0, see::value) + m.promotion().map_or(0, |_| 850);
                if stand + won + MARGIN <= alpha || !see::at_least(chess, m, 0) {
                    continue;
                }
            }
            let mut next = chess.clone();
            next.play_unchecked(m);
            self.evaluator.push(chess, m);
            let value = -self.quiescence(&next, -beta, -alpha, depth + 1);
            self.evaluator.pop();
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// The most valuable captures first, the cheapest men first among them.
fn ordered(moves: &MoveList) -> ArrayVec<Move, 256> {
    let mut ordered: ArrayVec<Move, 256> = moves.iter().copied().collect();
    ordered.sort_by_key(|m| {
        let won = m.capture().map_or(0, see::value) + m.promotion().map_or(0, see::value);
        see::value(m.role()).min(1000) - 16 * won
    });
    ordered
}

/// The squares on which a man of each kind would give check, and the men whose going may open a line.
struct Checks {
    by_role: [Bitboard; 6],
    openers: Bitboard,
}

impl Checks {
    fn of(chess: &Chess) -> Checks {
        let board = chess.board();
        let (us, them) = (chess.turn(), !chess.turn());
        let Some(king) = board.king_of(them) else {
            return Checks {
                by_role: [Bitboard::EMPTY; 6],
                openers: Bitboard::EMPTY,
            };
        };
        let occupied = board.occupied();
        let diagonal = attacks::bishop_attacks(king, occupied);
        let straight = attacks::rook_attacks(king, occupied);
        Checks {
            by_role: [
                attacks::pawn_attacks(them, king),
                attacks::knight_attacks(king),
                diagonal,
                straight,
                diagonal | straight,
                Bitboard::EMPTY,
            ],
            openers: (diagonal | straight) & board.by_color(us),
        }
    }

    /// Whether the move may give check; if not, it does not.
    fn may(&self, m: Move) -> bool {
        match m {
            Move::Normal {
                role,
                from,
                to,
                promotion,
                ..
            } => {
                let placed = promotion.unwrap_or(role);
                self.by_role[placed as usize - 1].contains(to)
                    || promotion.is_some()
                    || self.openers.contains(from)
            }
            _ => true,
        }
    }
}

/// The legal moves that may give check: all that do are among them.
pub fn possible_checks(chess: &Chess, moves: &[Move]) -> Vec<bool> {
    let checks = Checks::of(chess);
    moves.iter().map(|m| checks.may(*m)).collect()
}

/// A move that mates at once.
///
/// ```
/// use sissa_engine::mate_in_one;
/// use shakmaty::{CastlingMode, Chess, fen::Fen};
///
/// let position: Chess = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".parse::<Fen>()?.into_position(CastlingMode::Standard)?;
/// assert_eq!(mate_in_one(&position).map(|m| m.to_string()), Some("Ra1-a8".to_owned()));
/// assert_eq!(mate_in_one(&Chess::default()), None);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn mate_in_one(chess: &Chess) -> Option<Move> {
    mate_among(chess, &chess.legal_moves())
}

fn mate_among(chess: &Chess, moves: &[Move]) -> Option<Move> {
    let checks = Checks::of(chess);
    let mates = |m: &Move| {
        checks.may(*m) && {
            let mut next = chess.clone();
            next.play_unchecked(*m);
            next.is_checkmate()
        }
    };
    moves.iter().copied().find(mates)
}

/// The value of the most valuable man of the side to move that the other could take with gain, were it its turn.
///
/// ```
/// use sissa_engine::hung;
/// use shakmaty::{CastlingMode, Chess, fen::Fen};
///
/// let position: Chess = "4k3/8/8/4r3/8/8/8/4QK2 b - - 0 1".parse::<Fen>()?.into_position(CastlingMode::Standard)?;
/// assert_eq!(hung(&position), 500); // the rook hangs to the queen
/// assert_eq!(hung(&Chess::default()), 0);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn hung(chess: &Chess) -> i32 {
    // In check nobody can pass.
    let Ok(other) = chess.clone().swap_turn() else {
        return 0;
    };
    let mut moves = MoveList::new();
    noisy_moves(&other, &mut moves);
    let wins = |m: &Move| {
        let taken = m.capture().filter(|role| *role != Role::Pawn)?;
        see::at_least(&other, *m, see::value(Role::Pawn) + 50).then_some(see::value(taken))
    };
    moves.iter().filter_map(wins).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use shakmaty::{CastlingMode, fen::Fen, uci::UciMove};

    use super::*;

    fn position(fen: &str) -> Chess {
        let fen: Fen = fen.parse().unwrap();
        fen.into_position(CastlingMode::Standard).unwrap()
    }

    fn glance(fen: &str, uci: &str) -> Glance {
        let position = position(fen);
        let played = uci.parse::<UciMove>().unwrap().to_move(&position).unwrap();
        let mut lookout = Lookout::new(&Evaluation::default());
        lookout.begin(&position);
        lookout.after(played)
    }

    #[test]
    fn mates_for_and_against_are_seen() {
        assert!(glance("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8").mates);
        // Fool's mate: after g4 the answer mates, after a quiet move it does not.
        let fool = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
        assert!(glance(fool, "g2g4").mated);
        assert!(!glance(fool, "e2e4").mated);
    }

    #[test]
    fn no_check_is_overlooked_and_nothing_is_remembered() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        let mut lookout = Lookout::new(&Evaluation::default());
        let mut checks = 0;
        for _ in 0..40 {
            let mut position = Chess::default();
            for _ in 0..100 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let may = possible_checks(&position, &moves);
                lookout.begin(&position);
                for (m, may) in moves.iter().zip(may) {
                    let mut next = position.clone();
                    next.play_unchecked(*m);
                    assert!(may || !next.is_check(), "{position:?} {m:?}");
                    checks += u32::from(next.is_check());
                }
                let m = moves[rng.random_range(0..moves.len())];
                let seen = lookout.after(m);
                let mut fresh = Lookout::new(&Evaluation::default());
                fresh.begin(&position);
                assert_eq!(seen, fresh.after(m));
                position.play_unchecked(m);
                let mates = |m: &Move| {
                    let mut next = position.clone();
                    next.play_unchecked(*m);
                    next.is_checkmate()
                };
                let plainly = position.legal_moves().iter().any(mates);
                assert_eq!(mate_in_one(&position).is_some(), plainly);
            }
        }
        assert!(checks > 300, "{checks}");
    }
}
