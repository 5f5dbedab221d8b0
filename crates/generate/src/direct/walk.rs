//! The quick part: a weighted random game that brings the material to where it must be.
//!
//! Both sides cooperate. The side that must lose men offers them, the other takes them, pawns that
//! must promote run, and whoever has nothing to do plays anything that spoils nothing. No move is
//! tried out: each is weighed by what it visibly does, so a half-move costs little more than its
//! move generation.

use rand::RngExt;
use shakmaty::{
    Bitboard, Board, Color, File, Move, MoveList, Piece, Position, Rank, Role, Square, attacks,
};
use sissa_constraint::{Wing, attacked_by, pawn_attacks};

use super::{fate::Fate, plan::Plan};
use crate::{
    Random,
    line::{State, slot},
};

/// Nothing hurries: any legal move within the plan.
const QUIET: u32 = 16;
/// Captures nobody asked for keep their place in the mix, but rarely.
const IDLE_CAPTURE: u32 = 4;
/// Takes a man that must go.
const TAKE: u32 = 6_000;
/// Puts a man that must go where it can be taken.
const OFFER: u32 = 400;
/// Attacks a man that must go.
const HUNT: u32 = 160;
/// A pawn that must promote takes a step, more so the nearer it is.
const RUN: u32 = 120;
/// A pawn that must promote changes files.
const SWERVE: u32 = 2_000;
/// The promotion itself.
const PROMOTE: u32 = 40_000;
/// Makes way for castling or for a running pawn.
const CLEAR: u32 = 250;
/// Castling that must be done.
const CASTLE: u32 = 60_000;

pub(crate) struct Weigher<'a> {
    plan: &'a Plan,
    state: &'a State,
    board: &'a Board,
    turn: Color,
    own: Fate,
    other: Fate,
    /// Squares the other side attacks; computed only where an offer is wanted.
    danger: Bitboard,
    /// Squares the other side's pawns attack, where they want to swerve.
    pawn_danger: Bitboard,
    /// Squares to leave, for castling or for a pawn.
    to_clear: Bitboard,
    /// Squares not to enter: the paths of the other side's running pawns.
    to_avoid: Bitboard,
}

impl<'a> Weigher<'a> {
    pub(crate) fn new(plan: &'a Plan, state: &'a State) -> Weigher<'a> {
        let board = state.position.board();
        let turn = state.position.turn();
        let own = plan.fate(turn, state);
        let other = plan.fate(!turn, state);
        let mut weigher = Weigher {
            plan,
            state,
            board,
            turn,
            own,
            other,
            danger: Bitboard::EMPTY,
            pawn_danger: Bitboard::EMPTY,
            to_clear: Bitboard::EMPTY,
            to_avoid: Bitboard::EMPTY,
        };
        if !own.surplus.is_empty() {
            weigher.danger = attacked_by(board, !turn);
        }
        if other.promotions > 0 {
            let pawns = board.pawns() & board.by_color(!turn);
            weigher.pawn_danger = pawn_attacks(pawns, !turn);
            weigher.to_avoid = path_before(pawns, !turn);
            weigher.to_clear |= weigher.to_avoid;
        }
        if own.promotions > 0 {
            weigher.to_clear |= path_before(board.pawns() & board.by_color(turn), turn);
        }
        if let Some(wing) = state.to_castle.get(turn) {
            weigher.to_clear |= castling_path(turn, *wing);
        }
        weigher
    }

    /// Both sides' counts are as they must be and nobody has still to castle.
    pub(crate) fn settled(&self) -> bool {
        self.own.settled
            && self.other.settled
            && self.state.to_castle.white.is_none()
            && self.state.to_castle.black.is_none()
    }

    pub(crate) fn allows(&self, m: Move) -> bool {
        self.plan.allows(m, self.state, &self.own, &self.other)
    }

    fn weigh(&self, m: Move) -> u32 {
        match m {
            Move::Normal {
                role,
                from,
                capture,
                to,
                promotion,
            } => {
                if let Some(promotion) = promotion {
                    let wanted = self.own.to_promote[slot(promotion)] > 0;
                    return if wanted { PROMOTE } else { QUIET };
                }
                if capture.is_some() {
                    return self.weigh_capture(role, to);
                }
                let mut weight = QUIET;
                let offered = self.own.surplus.contains(from) && self.danger.contains(to);
                let offered_to_a_pawn =
                    self.own.expendable.contains(from) && self.pawn_danger.contains(to);
                if offered || offered_to_a_pawn {
                    weight += OFFER;
                }
                if !self.other.surplus.is_empty() {
                    let reach = attacks::attacks(
                        to,
                        Piece {
                            color: self.turn,
                            role,
                        },
                        self.board.occupied(),
                    );
                    if reach.intersects(self.other.surplus) {
                        weight += HUNT;
                    }
                }
                if role == Role::Pawn {
                    if self.own.promotions > 0 {
                        weight += RUN
                            * self
                                .turn
                                .fold_wb(u32::from(to.rank()), 7 - u32::from(to.rank()));
                    }
                } else if self.to_clear.contains(from) && !self.to_clear.contains(to) {
                    weight += CLEAR;
                }
                if self.state.to_castle.get(self.turn).is_some() {
                    weight += self.prepares_castling(role, from);
                }
                if self.to_avoid.contains(to) {
                    weight / 4 + 1
                } else {
                    weight
                }
            }
            Move::EnPassant { from, to } => {
                self.weigh_capture(Role::Pawn, Square::from_coords(to.file(), from.rank()))
            }
            Move::Castle { king, rook } => {
                let wing = Wing::of_castling(king, rook);
                if *self.state.to_castle.get(self.turn) == Some(wing) {
                    CASTLE
                } else {
                    QUIET
                }
            }
            Move::Put { .. } => 0,
        }
    }

    fn weigh_capture(&self, role: Role, victim: Square) -> u32 {
        if self.other.surplus.contains(victim) {
            return TAKE;
        }
        if role == Role::Pawn && self.own.promotions > 0 {
            return SWERVE;
        }
        // A pawn before a running pawn is in the way.
        if self.own.promotions > 0
            && self.board.pawns().contains(victim)
            && path_before(
                self.board.pawns() & self.board.by_color(self.turn),
                self.turn,
            )
            .contains(victim)
        {
            return SWERVE;
        }
        IDLE_CAPTURE
    }

    /// Pawn moves that let the pieces between king and rook out.
    fn prepares_castling(&self, role: Role, from: Square) -> u32 {
        let home = self.turn.fold_wb(Rank::Second, Rank::Seventh);
        let opens = match self.state.to_castle.get(self.turn) {
            Some(Wing::Kingside) => [File::E, File::G],
            Some(Wing::Queenside) => [File::B, File::D],
            None => return 0,
        };
        if role == Role::Pawn && from.rank() == home && opens.contains(&from.file()) {
            CLEAR
        } else {
            0
        }
    }

    /// Nothing is to be brought about: no move can weigh more than a quiet one.
    fn at_rest(&self) -> bool {
        self.own.surplus.is_empty()
            && self.other.surplus.is_empty()
            && self.own.promotions == 0
            && self.other.promotions == 0
            && self.state.to_castle.get(self.turn).is_none()
    }

    /// A random move by weight among those the plan allows.
    pub(crate) fn choose(&self, moves: &MoveList, rng: &mut Random) -> Option<Move> {
        if self.at_rest() && !moves.is_empty() {
            // Most moves are as good as any: draw and accept by weight instead of weighing them all.
            for _ in 0..8 {
                let m = moves[rng.random_range(0..moves.len())];
                if self.allows(m) && rng.random_range(0..QUIET) < self.weigh(m) {
                    return Some(m);
                }
            }
        }
        let mut weights = [0u32; 256];
        let mut total = 0u64;
        for (weight, m) in weights.iter_mut().zip(moves) {
            if self.allows(*m) {
                *weight = self.weigh(*m);
                total += u64::from(*weight);
            }
        }
        if total == 0 {
            return None;
        }
        let mut left = rng.random_range(0..total);
        for (weight, m) in weights.iter().zip(moves) {
            if left < u64::from(*weight) {
                return Some(*m);
            }
            left -= u64::from(*weight);
        }
        None
    }
}

/// Every square before these pawns on their files.
fn path_before(pawns: Bitboard, color: Color) -> Bitboard {
    let mut path = Bitboard::EMPTY;
    let mut front = pawns;
    while !front.is_empty() {
        front = color.fold_wb(front.shift(8), front.shift(-8));
        path |= front;
    }
    path
}

fn castling_path(color: Color, wing: Wing) -> Bitboard {
    attacks::between(
        color.fold_wb(Square::E1, Square::E8),
        wing.rook_square(color),
    )
}
