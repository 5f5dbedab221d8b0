//! Goals reached by force: one side tries every move, the other every defence.
//!
//! Plain exhaustive search, so a yes and a no are proofs. What makes it quick proves nothing and loses
//! nothing: checks are tried first, a defence that refuted one attack is tried first against the next, the last
//! move is looked for among the checks only, positions that come up again are remembered. Deeper
//! attacks are looked for one move at a time (iterative deepening), so the first yes is the shortest.
//!
//! The rule of fifty moves and repetitions do not count, as usual in problems.

use shakmaty::{Chess, Move, MoveList, Position as _, Role};

use super::{
    checks::{CheckSquares, after, has_move, reachable, reached},
    table::{Table, key},
};
use crate::{
    Goal,
    effort::{Exhausted, Meter},
};

/// The rank of moves that are tried last.
const LAST: u8 = 3;

/// Who is forced to do what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Force {
    /// The attacker reaches the goal.
    Direct,
    /// The attacker makes the defender reach it.
    SelfPlay,
}

/// A forced search under way.
pub(crate) struct Forced<'a, 'b> {
    pub force: Force,
    pub goal: Goal,
    pub table: &'a mut Table,
    pub meter: &'a mut Meter<'b>,
    /// The defence that last refuted an attack with so many moves left.
    pub refutations: [Option<Move>; 8],
}

impl Forced<'_, '_> {
    /// Whether the side to move forces the goal within so many moves.
    pub fn attack(&mut self, chess: &Chess, moves: u32) -> Result<bool, Exhausted> {
        self.meter.spend()?;
        if moves == 0 {
            return Ok(false);
        }
        if moves == 1 && self.force == Force::Direct {
            return Ok(reachable(self.goal, chess));
        }
        let key = key(chess);
        let mut known = self.table.probe(key);
        if known.holds != 0 && u32::from(known.holds) <= moves {
            return Ok(true);
        }
        // Fewer moves first: they cost little beside one more.
        for within in u32::from(known.fails) + 1..=moves {
            let found = self.first_attack(chess, within, known.best)?;
            if found.is_some() {
                known.holds = within as u8;
                known.best = found;
                self.table.store(key, known);
                return Ok(true);
            }
            known.fails = within as u8;
        }
        self.table.store(key, known);
        Ok(false)
    }

    /// The first move found that forces the goal within so many moves.
    fn first_attack(
        &mut self,
        chess: &Chess,
        moves: u32,
        best: Option<Move>,
    ) -> Result<Option<Move>, Exhausted> {
        if moves == 1 && self.force == Force::Direct {
            let mut first = None;
            super::checks::reaching(self.goal, chess, |m| {
                first = Some(m);
                true
            });
            return Ok(first);
        }
        let legal = chess.legal_moves();
        for m in attacks_in_order(chess, &legal, best) {
            if self.holds(&after(chess, m), moves)? {
                return Ok(Some(m));
            }
        }
        Ok(None)
    }

    /// Whether an attack that has just been played reaches the goal against every defence; `moves`
    /// counts it.
    pub fn holds(&mut self, chess: &Chess, moves: u32) -> Result<bool, Exhausted> {
        self.meter.spend()?;
        if self.force == Force::Direct && moves == 1 {
            return Ok(reached(self.goal, chess));
        }
        let slot = moves as usize % self.refutations.len();
        // Mostly the last refutation is one again, and the other replies need not be listed.
        let tried = match self.force {
            Force::Direct => self.refutations[slot].filter(|reply| chess.is_legal(*reply)),
            Force::SelfPlay => None,
        };
        if let Some(reply) = tried
            && !self.loses(&after(chess, reply), moves)?
        {
            return Ok(false);
        }
        let replies = chess.legal_moves();
        if replies.is_empty() {
            let direct = self.force == Force::Direct;
            return Ok(direct && chess.is_check() == (self.goal == Goal::Mate));
        }
        let squares = match (self.force, self.goal) {
            (Force::SelfPlay, Goal::Mate) => CheckSquares::of(chess),
            _ => None,
        };
        if moves == 1
            && let Some(squares) = &squares
            && !replies.iter().all(|reply| squares.may_check(*reply))
        {
            return Ok(false);
        }
        for reply in defences_in_order(&replies, self.refutations[slot]) {
            if Some(reply) != tried && !self.loses(&after(chess, reply), moves)? {
                self.refutations[slot] = Some(reply);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a defence that has just been played still loses to an attack that has `moves` less one left.
    pub fn loses(&mut self, chess: &Chess, moves: u32) -> Result<bool, Exhausted> {
        if self.force == Force::SelfPlay && reached(self.goal, chess) {
            self.meter.spend()?;
            return Ok(true);
        }
        self.attack(chess, moves - 1)
    }

    /// The least number of moves within which an attack just played works, counting it.
    pub fn length(&mut self, chess: &Chess, at_most: u32) -> Result<Option<u32>, Exhausted> {
        for moves in 1..=at_most {
            if self.holds(chess, moves)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }
}

/// Cheap proof that the goal is out of reach for the attacker, whatever the defender does.
pub(crate) fn hopeless(force: Force, goal: Goal, chess: &Chess) -> bool {
    let mating = match force {
        Force::Direct => chess.turn(),
        Force::SelfPlay => !chess.turn(),
    };
    !has_move(chess) || goal == Goal::Mate && chess.has_insufficient_material(mating)
}

/// Legal moves, likely attacks first: what worked with fewer moves, checks, captures and promotions, the rest.
fn attacks_in_order(
    chess: &Chess,
    moves: &MoveList,
    best: Option<Move>,
) -> impl Iterator<Item = Move> {
    let squares = CheckSquares::of(chess);
    in_order(moves, move |m| {
        if Some(m) == best {
            0
        } else if squares.is_some_and(|squares| squares.may_check(m)) {
            1
        } else if m.is_capture() || m.is_promotion() {
            2
        } else {
            LAST
        }
    })
}

/// Defences, likely refutations first: the last one, captures, the king's steps, the rest.
fn defences_in_order(moves: &MoveList, refutation: Option<Move>) -> impl Iterator<Item = Move> {
    in_order(moves, move |m| {
        if Some(m) == refutation {
            0
        } else if m.is_capture() {
            1
        } else if m.role() == Role::King {
            2
        } else {
            LAST
        }
    })
}

/// Moves by their rank from 0 to 3, otherwise in the rules' order. Each rank is a walk over the list: lists are long to copy.
#[inline]
fn in_order(moves: &MoveList, rank: impl Fn(Move) -> u8) -> impl Iterator<Item = Move> {
    // No position of a game has more moves; others are answered slowly, not wrongly.
    let mut ranks = [LAST; 256];
    for (m, place) in moves.iter().zip(&mut ranks) {
        *place = rank(*m);
    }
    (0..=LAST).flat_map(move |wanted| {
        let ranked = moves
            .iter()
            .zip(ranks.into_iter().chain(std::iter::repeat(LAST)));
        ranked.filter_map(move |(m, rank)| (rank == wanted).then_some(*m))
    })
}
