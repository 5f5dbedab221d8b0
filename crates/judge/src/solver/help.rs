//! Help play: both sides work for the goal, and all ways to it are wanted.
//!
//! Every sequence of legal moves of the asked length is looked at; positions from which nothing was
//! found with so many half-moves left are remembered, those near the end dismissed whose king cannot be mated any more (`field`),
//! and the last half-move is looked for among the checks only.

use shakmaty::{Chess, Move, Position as _};

use super::{
    checks::{after, reaching},
    field::may_be_mated,
    table::{Known, Table, key},
};
use crate::{
    Goal,
    effort::{Exhausted, Meter},
};

/// Positions so many half-moves from the end are looked at first whether a mate is possible at all.
const DISMISSED: u32 = 4;

/// A search for help play under way.
pub(crate) struct Help<'a, 'b> {
    pub goal: Goal,
    pub table: &'a mut Table,
    pub meter: &'a mut Meter<'b>,
    /// Enough solutions.
    pub at_most: usize,
    pub solutions: Vec<Vec<Move>>,
    line: Vec<Move>,
}

impl<'a, 'b> Help<'a, 'b> {
    pub fn new(
        goal: Goal,
        table: &'a mut Table,
        meter: &'a mut Meter<'b>,
        at_most: usize,
    ) -> Help<'a, 'b> {
        Help {
            goal,
            table,
            meter,
            at_most,
            solutions: Vec::new(),
            line: Vec::new(),
        }
    }

    /// Collects the ways to the goal in exactly so many half-moves.
    pub fn search(&mut self, chess: &Chess, plies: u32) -> Result<(), Exhausted> {
        if plies == 0 {
            return Ok(());
        }
        self.visit(chess, plies)
    }

    fn visit(&mut self, chess: &Chess, plies: u32) -> Result<(), Exhausted> {
        self.meter.spend()?;
        let mating = if plies % 2 == 1 {
            chess.turn()
        } else {
            !chess.turn()
        };
        if self.goal == Goal::Mate && chess.has_insufficient_material(mating) {
            return Ok(());
        }
        if (1..=DISMISSED).contains(&plies)
            && self.goal == Goal::Mate
            && !may_be_mated(chess, mating, plies.div_ceil(2), plies / 2)
        {
            return Ok(());
        }
        if plies == 1 {
            let (line, solutions, at_most) = (&self.line, &mut self.solutions, self.at_most);
            reaching(self.goal, chess, |m| {
                let mut solution = line.clone();
                solution.push(m);
                solutions.push(solution);
                solutions.len() >= at_most
            });
            return Ok(());
        }
        // Half-moves fit into the key: a position says who moves, so only lengths of one parity occur.
        let key = key(chess) ^ u128::from(plies);
        if self.table.probe(key).fails != 0 {
            return Ok(());
        }
        let before = self.solutions.len();
        for m in chess.legal_moves() {
            self.line.push(m);
            let visited = self.visit(&after(chess, m), plies - 1);
            self.line.pop();
            visited?;
            if self.solutions.len() >= self.at_most {
                return Ok(());
            }
        }
        if self.solutions.len() == before {
            let known = Known {
                fails: plies as u8,
                ..Known::default()
            };
            self.table.store(key, known);
        }
        Ok(())
    }
}
