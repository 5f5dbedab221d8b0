//! All positions of a signature with a given outcome, as a set that can be indexed.
//!
//! A table has an entry for each class of positions that symmetry makes the same; the set counts
//! the positions on the real board: eight for a class without pawns (four if the board is its own
//! mirror image), two with pawns. So a uniform number below [`Positions::len`] is a uniform draw.

use std::{ops::ControlFlow, sync::Arc};

use shakmaty::{Chess, Color};

use crate::{
    layout::Node,
    signature::Signature,
    symmetry::SYMMETRIES,
    table::{self, Table},
    tables::Tables,
    value::Outcome,
};

/// Positions without castling rights, all different; see [`Tables::positions`].
pub struct Positions {
    table: Arc<Table>,
    /// Who is to move in the table.
    turn: Color,
    /// The table's colours are exchanged.
    flip: bool,
    accepted: [bool; 256],
    /// How many positions there are up to each pair of kings, that included.
    ends: Vec<u64>,
}

impl Tables {
    /// The positions of a signature with that side to move whose outcome is as wanted. They are
    /// those that shakmaty takes for positions, without castling rights; one with a right to take
    /// en passant counts if the capture is legal. Makes the table if it is not there.
    ///
    /// ```
    /// use sissa_tables::{Outcome, Tables};
    /// use shakmaty::Color;
    ///
    /// let tables = Tables::new(1);
    /// let signature = "KQvK".parse().unwrap();
    /// let longest = tables.positions(signature, Color::White, |outcome| {
    ///     outcome == Outcome::Win(19)
    /// });
    /// assert_eq!(longest.len(), 8);
    /// assert_eq!(tables.probe(&longest.get(7).unwrap()), Some(Outcome::Win(19)));
    /// ```
    pub fn positions(
        &self,
        signature: Signature,
        turn: Color,
        wanted: impl Fn(Outcome) -> bool,
    ) -> Positions {
        let (normalized, flip) = signature.normalized();
        let byte = |byte: usize| Outcome::from_byte(byte as u8).is_some_and(&wanted);
        let mut positions = Positions {
            table: self.table(normalized),
            turn: if flip { !turn } else { turn },
            flip,
            accepted: std::array::from_fn(byte),
            ends: Vec::new(),
        };
        let mut end = 0;
        for part in 0..positions.table.layout.pairs() {
            end += positions.count(part);
            positions.ends.push(end);
        }
        positions
    }
}

impl Positions {
    /// How many there are.
    pub fn len(&self) -> u64 {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The position with that number; `None` from [`Positions::len`] on.
    pub fn get(&self, number: u64) -> Option<Chess> {
        let part = self.ends.partition_point(|end| *end <= number);
        let end = *self.ends.get(part)?;
        let mut rest = number - (end - self.count(part));
        let mut found = None;
        let _ = self.visit(part, |node, weight| {
            if rest < weight {
                let map = &SYMMETRIES[rest as usize];
                let squares = node.squares.map(|square| map[square as usize]);
                found = Some(Node { squares, ..node });
                return ControlFlow::Break(());
            }
            rest -= weight;
            ControlFlow::Continue(())
        });
        table::position(&self.table.layout, &found?, self.turn, self.flip)
    }

    /// The set in so many parts, for [`Positions::classes`].
    pub fn parts(&self) -> usize {
        self.ends.len()
    }

    /// One position of each class in a part of the set, and how many that class has.
    pub fn classes(&self, part: usize) -> Vec<(Chess, u64)> {
        let mut classes = Vec::new();
        if part < self.parts() {
            let _ = self.visit(part, |node, weight| {
                let chess = table::position(&self.table.layout, &node, self.turn, self.flip);
                classes.extend(chess.map(|chess| (chess, weight)));
                ControlFlow::Continue(())
            });
        }
        classes
    }

    /// How many positions a pair of kings has.
    fn count(&self, part: usize) -> u64 {
        let layout = &self.table.layout;
        if let Some(weight) = layout.weight_of_pair(part) {
            let block = &self.table.values.get(self.turn)[layout.block_of(part)];
            let accepted = |value: &&u8| self.accepted[usize::from(**value)];
            return weight * block.iter().filter(accepted).count() as u64;
        }
        let mut count = 0;
        let _ = self.visit(part, |_, weight| {
            count += weight;
            ControlFlow::Continue(())
        });
        count
    }

    fn visit(
        &self,
        part: usize,
        mut visit: impl FnMut(Node, u64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let layout = &self.table.layout;
        let values = self.table.values.get(self.turn);
        let even = layout.weight_of_pair(part);
        for index in layout.block_of(part) {
            if !self.accepted[usize::from(values[index])] {
                continue;
            }
            if let Some(node) = layout.node(index as u32, self.turn) {
                visit(node, even.unwrap_or_else(|| layout.weight(&node)))?;
            }
        }
        ControlFlow::Continue(())
    }
}
