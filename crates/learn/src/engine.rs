//! Runs a program: the moves it accepts, what they do, perft.
//!
//! Steps are compiled once per side; whether a square could be taken is looked up backwards, from
//! the square to the men, which keeps perft with learnt rules in the millions of moves a second.
//!
//! ```
//! use sissa_learn::{Engine, Program};
//!
//! let text = "kinds P N B R Q K
//! registers none
//! start 8/8/8/8/8/8/8/N7 white
//! both N leaps (+1,+2) (+2,+1) to empty";
//! let program: Program = text.parse().unwrap();
//! let engine = Engine::new(&program);
//! assert_eq!(engine.moves(&program.game.start).len(), 2);
//! ```

mod effects;
mod laws;

use std::sync::Arc;

use crate::{
    Move, Position, Program,
    position::{KINDS, shifted},
    program::{Condition, Effect, Law, Update, Veto, flipped, target, turned},
};

/// A step ready to run: ways and squares as they are on the board.
#[derive(Clone, Debug)]
struct Step {
    way: (i8, i8),
    slide: bool,
    target: u8,
    from: u64,
    rule: usize,
    becomes: Vec<Option<u8>>,
    conditions: Vec<Condition>,
    effects: Vec<Effect>,
    /// Does it ask for more than empty squares?
    needs_company: bool,
}

impl Step {
    /// Are the squares empty that must be?
    fn clear(&self, position: &Position, from: u8, side: u8, through: Option<u8>) -> bool {
        self.conditions.iter().all(|condition| match condition {
            Condition::Empty(way) => shifted(from, turned(*way, side))
                .is_some_and(|at| position.board[at as usize] == 0 || Some(at) == through),
            _ => false,
        })
    }
}

/// A program ready to run.
#[derive(Clone, Debug)]
pub struct Engine {
    steps: Arc<[[Vec<Step>; KINDS]; 2]>,
    laws: Vec<Law>,
    updates: Vec<Update>,
    registers: [u8; crate::REGISTERS],
}

/// A move with the step behind it.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub play: Move,
    /// Index into the program's rules.
    pub rule: usize,
    step: (u8, u8, u16),
    /// Does it remove a man of the other side?
    pub takes: bool,
}

impl Engine {
    /// Compiles a program.
    pub fn new(program: &Program) -> Engine {
        let mut steps: [[Vec<Step>; KINDS]; 2] = Default::default();
        for (index, rule) in program.rules.iter().enumerate() {
            for side in 0..2u8 {
                if rule.side.is_some_and(|only| only != side) {
                    continue;
                }
                let from = if side == 0 {
                    rule.from
                } else {
                    flipped(rule.from)
                };
                for way in &rule.ways {
                    steps[side as usize][rule.kind as usize].push(Step {
                        way: turned(*way, side),
                        slide: rule.slide,
                        target: rule.target,
                        from,
                        rule: index,
                        becomes: if rule.becomes.is_empty() {
                            vec![None]
                        } else {
                            rule.becomes.iter().map(|kind| Some(*kind)).collect()
                        },
                        conditions: rule.conditions.clone(),
                        effects: rule.effects.clone(),
                        needs_company: rule
                            .conditions
                            .iter()
                            .any(|condition| !matches!(condition, Condition::Empty(_))),
                    });
                }
            }
        }
        Engine {
            steps: Arc::new(steps),
            laws: program.laws.clone(),
            updates: program.updates.clone(),
            registers: program.game.registers,
        }
    }

    /// The same rules with another way to keep the history.
    pub fn with_updates(&self, updates: Vec<Update>) -> Engine {
        Engine {
            updates,
            ..self.clone()
        }
    }

    /// The moves that the program accepts.
    pub fn moves(&self, position: &Position) -> Vec<Move> {
        self.found(position)
            .iter()
            .map(|found| found.play)
            .collect()
    }

    /// The moves that the program accepts, with their rules.
    pub fn found(&self, position: &Position) -> Vec<Candidate> {
        let mut found = Vec::with_capacity(48);
        if self.is_void(position) {
            return found;
        }
        self.steps_of(position, position.turn, None, &mut found);
        found.retain(|found| self.allowed(position, found));
        let side = position.turn;
        if self.has_law(side, Veto::Quiet) && found.iter().any(|found| found.takes) {
            found.retain(|found| found.takes);
        }
        found
    }

    /// Would the program accept this line?
    pub fn accepts(&self, position: &Position, line: &[Move]) -> bool {
        let mut position = *position;
        for play in line {
            match self.try_move(&position, *play) {
                Some(after) => position = after,
                None => return false,
            }
        }
        true
    }

    /// The position after a move, if the program accepts it.
    pub fn try_move(&self, position: &Position, play: Move) -> Option<Position> {
        if self.is_void(position) {
            return None;
        }
        let mut found = Vec::new();
        self.steps_of(position, position.turn, Some(play.from), &mut found);
        let found = found
            .into_iter()
            .find(|found| found.play == play && self.allowed(position, found))?;
        if !found.takes
            && self.has_law(position.turn, Veto::Quiet)
            && self.found(position).iter().all(|other| other.play != play)
        {
            return None;
        }
        Some(self.apply(position, &found))
    }

    /// Steps that look right, whatever the laws say; all of them, or those of one man.
    pub fn steps_of(
        &self,
        position: &Position,
        side: u8,
        only: Option<u8>,
        out: &mut Vec<Candidate>,
    ) {
        let squares = match only {
            Some(square) => square..square + 1,
            None => 0..64,
        };
        for from in squares {
            let man = position.board[from as usize];
            if !Position::belongs(man, side) {
                continue;
            }
            let kind = Position::kind_of(man);
            for (index, step) in self.steps[side as usize][kind as usize].iter().enumerate() {
                if step.from & (1 << from) == 0 {
                    continue;
                }
                let mut to = from;
                while let Some(next) = shifted(to, step.way) {
                    to = next;
                    let there = position.board[to as usize];
                    let what = match there {
                        0 => target::EMPTY,
                        man if Position::belongs(man, side) => target::OWN,
                        _ => target::ENEMY,
                    };
                    if step.target & what != 0 && self.holds(position, side, from, to, step) {
                        let takes = what == target::ENEMY
                            || step
                                .effects
                                .iter()
                                .any(|effect| matches!(effect, Effect::Clear(_)));
                        for becomes in &step.becomes {
                            let play = Move {
                                from,
                                to,
                                becomes: *becomes,
                            };
                            // Steps with conditions may say what a plain one says already.
                            if !step.conditions.is_empty() && out.iter().any(|one| one.play == play)
                            {
                                continue;
                            }
                            out.push(Candidate {
                                play,
                                rule: step.rule,
                                step: (side, kind, index as u16),
                                takes,
                            });
                        }
                    }
                    if !step.slide || there != 0 {
                        break;
                    }
                }
            }
        }
    }

    fn holds(&self, position: &Position, side: u8, from: u8, to: u8, step: &Step) -> bool {
        let there = |way: (i8, i8)| shifted(from, turned(way, side));
        step.conditions.iter().all(|condition| match *condition {
            Condition::Empty(way) => {
                there(way).is_some_and(|square| position.board[square as usize] == 0)
            }
            Condition::Man { at, own, kind } => there(at).is_some_and(|square| {
                let side = if own { side } else { 1 - side };
                position.board[square as usize] == Position::man(side, kind)
            }),
            Condition::Safe(way) => there(way)
                .is_some_and(|square| !self.reached(position, square, 1 - side, Some(from))),
            Condition::Register { register, value } => {
                position.registers[register as usize] == value.number(to)
            }
        })
    }

    /// Could this side take on the square? A man named `through` does not stand in the way.
    pub fn reached(&self, position: &Position, square: u8, by: u8, through: Option<u8>) -> bool {
        for kind in 0..KINDS as u8 {
            let man = Position::man(by, kind);
            for step in &self.steps[by as usize][kind as usize] {
                if step.target & target::ENEMY == 0 || step.needs_company {
                    continue;
                }
                let back = (-step.way.0, -step.way.1);
                let mut from = square;
                while let Some(next) = shifted(from, back) {
                    from = next;
                    let there = position.board[from as usize];
                    if there == man
                        && step.from & (1 << from) != 0
                        && step.clear(position, from, by, through)
                    {
                        return true;
                    }
                    if !step.slide || (there != 0 && Some(from) != through) {
                        break;
                    }
                }
            }
        }
        false
    }

    /// Could this side take a man of the kind?
    fn can_take(&self, position: &Position, by: u8, kind: u8) -> bool {
        let man = Position::man(1 - by, kind);
        (0..64u8).any(|square| {
            position.board[square as usize] == man && self.reached(position, square, by, None)
        })
    }

    /// The number of lines of this length.
    pub fn perft(&self, position: &Position, depth: u32) -> u64 {
        let found = self.found(position);
        match depth {
            0 => 1,
            1 => found.len() as u64,
            _ => found
                .iter()
                .map(|found| self.perft(&self.apply(position, found), depth - 1))
                .sum(),
        }
    }
}
