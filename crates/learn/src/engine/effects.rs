//! What a step does to the board and to the registers.

use super::{Candidate, Engine};
use crate::{
    Move, Position,
    position::shifted,
    program::{Change, Effect, Trigger, Update, seen, turned},
};

impl Engine {
    /// The board after a step, with the registers as they were.
    pub(super) fn moved(&self, position: &Position, found: &Candidate) -> Position {
        let (side, kind, index) = found.step;
        let step = &self.steps[side as usize][kind as usize][index as usize];
        let Move { from, to, becomes } = found.play;
        let mut after = *position;
        let man = match becomes {
            Some(kind) => Position::man(side, kind),
            None => position.board[from as usize],
        };
        after.board[from as usize] = 0;
        after.board[to as usize] = man;
        for effect in &step.effects {
            let there = |way: (i8, i8)| shifted(from, turned(way, side));
            match *effect {
                Effect::Clear(way) => {
                    if let Some(square) = there(way) {
                        after.board[square as usize] = 0;
                    }
                }
                Effect::Carry(away, here) => {
                    if let (Some(away), Some(here)) = (there(away), there(here)) {
                        after.board[here as usize] = after.board[away as usize];
                        after.board[away as usize] = 0;
                    }
                }
            }
        }
        after.turn = 1 - side;
        after
    }

    /// What a step does.
    pub fn apply(&self, position: &Position, found: &Candidate) -> Position {
        let mut after = self.moved(position, found);
        for update in &self.updates {
            if self.triggered(position, &after, found, update) {
                let register = &mut after.registers[update.register as usize];
                *register = match update.change {
                    Change::To(value) => value.number(found.play.to),
                    Change::Less => register.saturating_sub(1),
                };
                let values = self.registers[update.register as usize].max(1);
                *register = (*register).min(values - 1);
            }
        }
        after
    }

    fn triggered(
        &self,
        before: &Position,
        after: &Position,
        found: &Candidate,
        update: &Update,
    ) -> bool {
        let mover = before.turn;
        if update.side.is_some_and(|only| only != mover) {
            return false;
        }
        let Move { from, to, .. } = found.play;
        match update.trigger {
            Trigger::Always => true,
            Trigger::Touch(squares) => squares & (1 << from | 1 << to) != 0,
            Trigger::Step {
                kind,
                way,
                from: squares,
            } => {
                before.board[from as usize] == Position::man(mover, kind)
                    && turned(crate::position::way(from, to), mover) == way
                    && squares & (1 << seen(from, mover)) != 0
            }
            Trigger::Threat(kind) => self.can_take(after, mover, kind),
        }
    }
}
