//! Laws at work: what forbids every move, and what forbids one for where it leads.

use super::{Candidate, Engine};
use crate::{
    Position,
    program::{Law, Veto, seen},
};

impl Engine {
    pub(super) fn has_law(&self, side: u8, veto: Veto) -> bool {
        let fits = |law: &Law| law.veto == veto && law.side.is_none_or(|only| only == side);
        self.laws.iter().any(fits)
    }

    /// Is nothing allowed here, whatever the steps?
    pub fn is_void(&self, position: &Position) -> bool {
        self.laws.iter().any(|law| self.voids(position, law))
    }

    /// Does this law forbid every move?
    pub fn voids(&self, position: &Position, law: &Law) -> bool {
        let mover = position.turn;
        if law.side.is_some_and(|only| only != mover) {
            return false;
        }
        let man = |own: bool, kind: u8| Position::man(if own { mover } else { 1 - mover }, kind);
        let count = |man: u8| position.board.iter().filter(|there| **there == man).count();
        let on = |man: u8, squares: u64| {
            let mut all = position.men();
            all.any(|(square, there)| there == man && squares & (1 << seen(square, mover)) != 0)
        };
        match law.veto {
            Veto::Exposes(_) | Veto::Threatens(_) | Veto::Quiet => false,
            Veto::CanTake(kind) => self.can_take(position, mover, kind),
            Veto::Attacked(kind) => self.can_take(position, 1 - mover, kind),
            Veto::None { own, kind } => count(man(own, kind)) == 0,
            Veto::Any { own, kind } => count(man(own, kind)) > 0,
            Veto::Several { own, kind } => count(man(own, kind)) > 1,
            Veto::NoneAtAll(kind) => count(man(true, kind)) + count(man(false, kind)) == 0,
            Veto::SeveralInAll(kind) => count(man(true, kind)) + count(man(false, kind)) > 1,
            Veto::On { own, kind, squares } => on(man(own, kind), squares),
            Veto::OnUnmatched { own, kind, squares } => {
                on(man(own, kind), squares) && !self.can_get(position, kind, squares)
            }
            Veto::Register { register, value } => position.registers[register as usize] == value,
        }
    }

    /// Can the mover bring a man of the kind to one of the squares, where it cannot be taken?
    fn can_get(&self, position: &Position, kind: u8, squares: u64) -> bool {
        let mover = position.turn;
        let mut found = Vec::new();
        for (square, man) in position.men() {
            if man == Position::man(mover, kind) {
                self.steps_of(position, mover, Some(square), &mut found);
            }
        }
        found.iter().any(|found| {
            squares & (1 << seen(found.play.to, mover)) != 0
                && !self.reached(&self.apply(position, found), found.play.to, 1 - mover, None)
        })
    }

    /// Does no law forbid this step?
    pub(super) fn allowed(&self, position: &Position, found: &Candidate) -> bool {
        let mut after = None;
        self.laws
            .iter()
            .all(|law| !self.forbids(position, found, law, &mut after))
    }

    /// Does this law forbid this step for what it leads to?
    pub fn forbids(
        &self,
        position: &Position,
        found: &Candidate,
        law: &Law,
        after: &mut Option<Position>,
    ) -> bool {
        let mover = position.turn;
        if law.side.is_some_and(|only| only != mover) {
            return false;
        }
        match law.veto {
            Veto::Exposes(kind) => {
                let after = after.get_or_insert_with(|| self.moved(position, found));
                self.can_take(after, 1 - mover, kind)
            }
            Veto::Threatens(kind) => {
                let after = after.get_or_insert_with(|| self.moved(position, found));
                self.can_take(after, mover, kind)
            }
            _ => false,
        }
    }
}
