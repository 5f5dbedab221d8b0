//! Moves within a table, moves that leave it, and moves taken back.
//!
//! Nothing here asks whether a king is left in check: the position after such a move is
//! [`ILLEGAL`] in its table, and the one before an impossible move likewise. Attacks are
//! shakmaty's; `examples/verify.rs` holds whole tables against shakmaty's legal moves.

use std::ops::ControlFlow;

use shakmaty::{Bitboard, Color, Rank, Role, Square, attacks};

use crate::{
    exits::{Exits, PROMOTIONS},
    layout::{Layout, Node, passed},
    value::ILLEGAL,
};

impl Layout {
    /// The men of one side, king first.
    fn own(&self, color: Color) -> impl Iterator<Item = usize> + '_ {
        (0..self.men).filter(move |man| self.colors[*man] == color)
    }

    /// The squares a man attacks.
    #[inline]
    pub fn attacks(&self, man: usize, square: Square, occupied: Bitboard) -> Bitboard {
        attacks::attacks(square, self.roles[man].of(self.colors[man]), occupied)
    }

    /// The men that give check to the king of `color`.
    pub fn checkers(&self, node: &Node, color: Color) -> impl Iterator<Item = usize> + '_ {
        let occupied = self.occupied(node);
        let (squares, king) = (node.squares, node.squares[king_of(color)]);
        self.own(!color)
            .filter(move |man| self.attacks(*man, squares[*man], occupied).contains(king))
    }

    /// The numbers of the positions after moves that keep the men, or of [`ILLEGAL`] ones.
    #[inline]
    pub fn quiet_moves(
        &self,
        node: &Node,
        turn: Color,
        mut visit: impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let occupied = self.occupied(node);
        let [white, black, third, fourth] = node.squares;
        for to in attacks::king_attacks(node.squares[king_of(turn)]) & !occupied {
            let [white, black] = if turn.is_white() {
                [to, black]
            } else {
                [white, to]
            };
            if let Some(frame) = self.frame(white, black) {
                visit(frame.index(third, fourth))?;
            }
        }
        let Some(frame) = self.frame(white, black) else {
            return ControlFlow::Continue(());
        };
        for man in self.own(turn).skip(1) {
            let from = node.squares[man];
            let after = |to| if man == 2 { (to, fourth) } else { (third, to) };
            if self.roles[man] != Role::Pawn {
                for to in self.attacks(man, from, occupied) & !occupied {
                    let (third, fourth) = after(to);
                    visit(frame.index(third, fourth))?;
                }
                continue;
            }
            let Some(one) = step(from, turn).filter(|one| !occupied.contains(*one)) else {
                continue;
            };
            if turn.relative_rank(Rank::Eighth) == one.rank() {
                continue;
            }
            let (third_after, fourth_after) = after(one);
            visit(frame.index(third_after, fourth_after))?;
            let two = step(one, turn).filter(|two| !occupied.contains(*two));
            if let Some(two) = two.filter(|_| from.rank() == turn.relative_rank(Rank::Second)) {
                let (third, fourth) = after(two);
                visit(if self.rivals && self.beside(third, fourth, !turn) {
                    frame.en_passant(third, fourth)
                } else {
                    frame.index(third, fourth)
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The bytes of the positions after captures and promotions, for the opponent, in their tables;
    /// [`ILLEGAL`] ones are left out.
    #[inline]
    pub fn exits(
        &self,
        node: &Node,
        turn: Color,
        exits: &Exits,
        mut visit: impl FnMut(u8) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let occupied = self.occupied(node);
        let mut leave = |man: usize, to: Square, taken: Option<usize>, promotion: bool| {
            let mut squares = node.squares;
            squares[man] = to;
            let roles = if promotion { 0..PROMOTIONS.len() } else { 0..1 };
            for role in roles {
                let promotion = promotion.then_some((man, role));
                let value = exits.value(squares, taken, promotion, !turn);
                if value != ILLEGAL {
                    visit(value)?;
                }
            }
            ControlFlow::Continue(())
        };
        let last = turn.relative_rank(Rank::Eighth);
        for man in self.own(turn) {
            let (from, is_pawn) = (node.squares[man], self.roles[man] == Role::Pawn);
            for taken in self.own(!turn).skip(1) {
                let to = node.squares[taken];
                if self.attacks(man, from, occupied).contains(to) {
                    leave(man, to, Some(taken), is_pawn && to.rank() == last)?;
                }
                if node.en_passant && is_pawn {
                    leave(man, passed(to, turn)[0], Some(taken), false)?;
                }
            }
            let ahead = step(from, turn).filter(|to| is_pawn && to.rank() == last);
            if let Some(to) = ahead.filter(|to| !occupied.contains(*to)) {
                leave(man, to, None, true)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The numbers of the positions before moves that kept the men, or of [`ILLEGAL`] ones: `turn`
    /// is to move now, so the other side has moved.
    #[inline]
    pub fn moves_back(&self, node: &Node, turn: Color, mut visit: impl FnMut(u32)) {
        let occupied = self.occupied(node);
        let [white, black, third, fourth] = node.squares;
        let mover = !turn;
        let Some(frame) = self.frame(white, black) else {
            return;
        };
        if node.en_passant {
            let pushed = if turn.is_white() { fourth } else { third };
            let [_, from] = passed(pushed, turn);
            visit(if turn.is_white() {
                frame.index(third, from)
            } else {
                frame.index(from, fourth)
            });
            return;
        }
        for from in attacks::king_attacks(node.squares[king_of(mover)]) & !occupied {
            let [white, black] = if turn.is_white() {
                [white, from]
            } else {
                [from, black]
            };
            if let Some(frame) = self.frame(white, black) {
                visit(frame.index(third, fourth));
                if self.rivals && self.beside(third, fourth, mover) {
                    visit(frame.en_passant(third, fourth));
                }
            }
        }
        for man in self.own(mover).skip(1) {
            let to = node.squares[man];
            let before = |from| {
                if man == 2 {
                    (from, fourth)
                } else {
                    (third, from)
                }
            };
            if self.roles[man] != Role::Pawn {
                for from in self.attacks(man, to, occupied) & !occupied {
                    let (third, fourth) = before(from);
                    visit(frame.index(third, fourth));
                }
                continue;
            }
            let came = |to| step(to, turn).filter(|from| !occupied.contains(*from));
            let Some(one) = came(to).filter(|one| one.rank() != mover.relative_rank(Rank::First))
            else {
                continue;
            };
            let (third_before, fourth_before) = before(one);
            visit(frame.index(third_before, fourth_before));
            if self.rivals && self.beside(third_before, fourth_before, mover) {
                visit(frame.en_passant(third_before, fourth_before));
            }
            // Beside the other's pawn this move would have made another position.
            let double = to.rank() == mover.relative_rank(Rank::Fourth)
                && !(self.rivals && self.beside(third, fourth, turn));
            if let Some(two) = came(one).filter(|_| double) {
                let (third, fourth) = before(two);
                visit(frame.index(third, fourth));
            }
        }
    }
}

fn king_of(color: Color) -> usize {
    if color.is_white() { 0 } else { 1 }
}

/// The next square a pawn of that side comes to.
#[inline]
fn step(square: Square, color: Color) -> Option<Square> {
    square.offset(if color.is_white() { 8 } else { -8 })
}
