//! Pawns that need nearly all captures of their side, brought to their files one after the other.
//!
//! Where pawns have climbed over many files there are astronomically many orders of the captures, and hardly any has ranks for them. One
//! mostly has: each pawn makes its way alone, nearest first, and takes an enemy pawn where one may be taken. This finds
//! kernels and proves nothing.

use rand::{Rng, RngExt};
use shakmaty::{Color, Rank, Square};

use super::{
    Event,
    columns::Column,
    search::{Search, State},
};
use crate::matching::{Matching, NEVER};

/// So many captures of a side are many.
const MANY: usize = 5;
/// So many of them that its pawns do not need leave them in need of nearly all.
const SPARE: usize = 3;
/// A capture weighs so much, so that chance decides between equal ways only.
const CAPTURE: i32 = 16;

impl<R: Rng> Search<'_, R> {
    /// The state after the pawns of the sides that need nearly all their captures have gone where they stand; as it was
    /// where there are none.
    pub(super) fn climb(&mut self, mut state: State) -> State {
        for color in Color::ALL {
            let captures = usize::from(*state.left.captures.get(color));
            let needed = match &mut self.needed_captures {
                Some(known) => known.of(self.question, color, &state.columns, state.left),
                None => 0,
            };
            if captures < MANY || captures > usize::from(needed) + SPARE {
                continue;
            }
            let ways = self.ways(color);
            self.clear_homes(color, &ways, &mut state);
            for (home, file) in ways.into_iter().filter(|(home, file)| home != file) {
                let known = (state, self.events.len());
                if self.walk(color, home, file, &mut state).is_none() {
                    state = known.0;
                    self.events.truncate(known.1);
                }
            }
        }
        state
    }

    /// The file each pawn of a colour comes from and where it ends, shortest way first: as few captures as possible, and never more
    /// than ranks.
    fn ways(&mut self, color: Color) -> Vec<(usize, usize)> {
        let question = self.question;
        let second = color.relative_rank(Rank::Second);
        let own = |square: &Square| {
            let file = usize::from(square.file());
            let below = question
                .pawns
                .into_iter()
                .filter(|other| other.file() == square.file() && other.rank() < square.rank());
            question.goal[file].get(below.count()) == color
        };
        let pawns: Vec<Square> = question.pawns.into_iter().filter(own).collect();
        let steady = color.fold_wb(&question.low_steady, &question.high_steady);
        let mut costs = [[NEVER; 16]; 16];
        for (row, pawn) in costs.iter_mut().zip(&pawns) {
            let file = usize::from(pawn.file());
            let at_home = pawn.rank() == second;
            let advance = pawn.rank().distance(second) as usize;
            for (home, cost) in row.iter_mut().enumerate().take(8) {
                let away = home.abs_diff(file);
                if away <= advance && steady[home] == (at_home && home == file) {
                    *cost = CAPTURE * away as i32 + self.rng.random_range(0..4);
                }
            }
        }
        let Some(matching) = Matching::new(pawns.len(), 8, costs) else {
            return Vec::new();
        };
        let files = pawns.iter().map(|pawn| usize::from(pawn.file()));
        let mut ways: Vec<(usize, usize)> = matching.columns().zip(files).collect();
        ways.sort_by_key(|(home, file)| home.abs_diff(*file));
        ways
    }

    /// Pawns that are neither on the board nor needed are taken by pieces first of all, and whom they stopped may promote in
    /// time to be taken by the others.
    fn clear_homes(&mut self, color: Color, ways: &[(usize, usize)], state: &mut State) {
        let needed = match &mut self.needed_captures {
            Some(known) => known.of(self.question, !color, &state.columns, state.left),
            None => 0,
        };
        for file in (0..8).filter(|file| ways.iter().all(|(home, _)| home != file)) {
            let column = state.columns[file];
            let index = (0..column.len()).find(|index| column.get(*index) == color);
            let victims = *state.left.victims.get(color);
            let captures = *state.left.captures.get(!color);
            if let Some(index) = index
                && victims > 0
                && captures > needed
            {
                *state.left.victims.get_mut(color) -= 1;
                *state.left.captures.get_mut(!color) -= 1;
                state.columns[file] = column.remove(index);
                let (by, at) = (!color, (file, index));
                self.events.push(Event::PieceTakesPawn { by, at });
            }
        }
    }

    /// Brings the pawn of a file to another, a capture for each file on the way.
    fn walk(&mut self, color: Color, home: usize, file: usize, state: &mut State) -> Option<()> {
        let own = |column: Column, index: &usize| column.get(*index) == color;
        let column = state.columns[home];
        // Who has not moved stands behind all others of its colour.
        let mut indices = (0..column.len()).filter(|index| own(column, index));
        let index = match color {
            Color::White => indices.next(),
            Color::Black => indices.next_back(),
        };
        let mut from = (home, index?);
        while from.0 != file {
            let next = if from.0 < file {
                from.0 + 1
            } else {
                from.0 - 1
            };
            let captures = state.left.captures.get_mut(color);
            *captures = captures.checked_sub(1)?;
            state.columns[from.0] = state.columns[from.0].remove(from.1);
            let column = state.columns[next];
            let low = usize::from(self.question.low_steady[next]);
            let high = column.len() - usize::from(self.question.high_steady[next]);
            let enemy = (low..high).find(|index| !own(column, index));
            let victims = state.left.victims.get_mut(!color);
            let by = color;
            let to;
            let event = if let (Some(index), 1..) = (enemy, *victims) {
                *victims -= 1;
                state.columns[next] = column.remove(index).insert(index, color);
                to = (next, index);
                Event::PawnTakesPawn { by, from, to }
            } else {
                // In front of its own pawns, behind the enemy's.
                let mut ours = (low..high).filter(|index| own(column, index));
                let index = match color {
                    Color::White => ours.next_back().map_or(low, |index| index + 1),
                    Color::Black => ours.next().unwrap_or(high),
                };
                state.columns[next] = column.insert(index, color);
                to = (next, index);
                Event::PawnTakesPiece { by, from, to }
            };
            self.events.push(event);
            from = to;
        }
        Some(())
    }
}
