//! A game in the making.

use shakmaty::{ByColor, CastlingSide, Chess, Move, Piece, Position, Role, Square};
use sissa_constraint::{Situation, Wing};

/// The moves so far, where they lead, and what they leave no trace of on the board.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub(crate) moves: Vec<Move>,
    pub(crate) state: State,
}

/// A position and what the plan must remember about it.
#[derive(Debug, Clone)]
pub(crate) struct State {
    pub(crate) position: Chess,
    pub(crate) castled: ByColor<Option<CastlingSide>>,
    /// Castling still to be done.
    pub(crate) to_castle: ByColor<Option<Wing>>,
    pub(crate) kept: Kept,
    /// Men by colour and role, kings aside, in the order of [`COUNTED`].
    pub(crate) counts: ByColor<[i32; 5]>,
}

/// Roles that counts speak of; kings are always one. In shakmaty's order, which makes a role its
/// own index.
pub(crate) const COUNTED: [Role; 5] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
];

/// The place of a role in [`COUNTED`]; a king has none.
pub(crate) const fn slot(role: Role) -> usize {
    role as usize - 1
}

/// For each square, the square its pawn is kept for, if any.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kept([u8; 64]);

impl Kept {
    pub(crate) const NONE: Kept = Kept([64; 64]);

    pub(crate) fn target(&self, pawn: Square) -> Option<Square> {
        Square::try_from(self.0[usize::from(pawn)]).ok()
    }

    pub(crate) fn keep(&mut self, pawn: Square, target: Square) {
        self.0[usize::from(pawn)] = u8::from(target);
    }

    fn follow(&mut self, m: Move) {
        if let Move::Normal {
            role: Role::Pawn,
            from,
            to,
            ..
        }
        | Move::EnPassant { from, to } = m
        {
            self.0[usize::from(to)] = std::mem::replace(&mut self.0[usize::from(from)], 64);
        }
    }
}

impl State {
    pub(crate) fn new(position: Chess, castled: ByColor<Option<CastlingSide>>) -> State {
        let board = position.board().clone();
        State {
            counts: ByColor::new_with(|color| {
                COUNTED.map(|role| {
                    let men = board.by_piece(Piece { color, role }).count();
                    i32::try_from(men).expect("at most 64 men")
                })
            }),
            position,
            castled,
            to_castle: ByColor {
                white: None,
                black: None,
            },
            kept: Kept::NONE,
        }
    }

    pub(crate) fn situation(&self) -> Situation<'_> {
        Situation {
            position: &self.position,
            castled: self.castled,
        }
    }

    pub(crate) fn play(&mut self, m: Move) {
        let turn = self.position.turn();
        if let Some(victim) = m.capture() {
            self.counts.get_mut(!turn)[slot(victim)] -= 1;
        }
        if let Some(promotion) = m.promotion() {
            let counts = self.counts.get_mut(turn);
            counts[slot(promotion)] += 1;
            counts[slot(Role::Pawn)] -= 1;
        }
        if let Some(side) = m.castling_side() {
            *self.castled.get_mut(turn) = Some(side);
            *self.to_castle.get_mut(turn) = None;
        }
        self.kept.follow(m);
        self.position.play_unchecked(m);
    }
}

impl Line {
    pub(crate) fn new(state: State) -> Line {
        Line {
            moves: Vec::new(),
            state,
        }
    }

    pub(crate) fn play(&mut self, m: Move) {
        self.state.play(m);
        self.moves.push(m);
    }

    /// Back to an earlier state, after so many moves.
    pub(crate) fn rewind(&mut self, plies: usize, state: State) {
        self.state = state;
        self.moves.truncate(plies);
    }
}
