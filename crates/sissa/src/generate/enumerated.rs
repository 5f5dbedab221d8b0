//! All positions of few men that may satisfy a constraint, as a list to draw from.

use std::fmt;

use shakmaty::Chess;
use sissa_constraint::Constraint;
use sissa_generate::Source;
use sissa_judge::{Shelf, shelves};
use sissa_tables::{Positions, Tables, positions_with_castling};

/// Positions of up to four men, each as likely as any other.
pub(super) struct Enumerated {
    parts: Vec<Part>,
    /// How many positions there are up to each part, that included.
    ends: Vec<u64>,
}

enum Part {
    /// Of a table.
    Table(Box<Positions>),
    /// With castling rights.
    Listed(Vec<Chess>),
}

impl fmt::Debug for Enumerated {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Enumerated")
            .field("ends", &self.ends)
            .finish_non_exhaustive()
    }
}

impl Enumerated {
    /// The list for a constraint, if all its positions have at most four men. Makes the tables it needs.
    pub fn new(constraint: &Constraint, tables: &Tables) -> Option<Enumerated> {
        let mut found = Enumerated {
            parts: Vec::new(),
            ends: Vec::new(),
        };
        for shelf in shelves(constraint)? {
            found.add(&shelf, tables);
        }
        (!found.parts.is_empty()).then_some(found)
    }

    fn add(&mut self, shelf: &Shelf, tables: &Tables) {
        let (signature, turn) = (shelf.signature, shelf.turn);
        if shelf.without_castling {
            let positions = tables.positions(signature, turn, |outcome| shelf.may_hold(outcome));
            let count = positions.len();
            self.push(Part::Table(Box::new(positions)), count);
        }
        if shelf.castling {
            let listed = positions_with_castling(signature, turn);
            let count = listed.len() as u64;
            self.push(Part::Listed(listed), count);
        }
    }

    fn push(&mut self, part: Part, count: u64) {
        if count > 0 {
            let end = self.ends.last().copied().unwrap_or(0);
            self.parts.push(part);
            self.ends.push(end + count);
        }
    }
}

impl Source for Enumerated {
    fn propose(&self, pick: &mut dyn FnMut(u64) -> u64) -> Option<Chess> {
        let number = pick(*self.ends.last()?);
        let part = self.ends.partition_point(|end| *end <= number);
        let begin = part.checked_sub(1).map_or(0, |before| self.ends[before]);
        match &self.parts[part] {
            Part::Table(positions) => positions.get(number - begin),
            Part::Listed(listed) => listed.get((number - begin) as usize).cloned(),
        }
    }

    fn is_fair(&self) -> bool {
        true
    }
}
