//! Where else a rule holds: from other squares, for the other side, in the mirror.

use rand::RngExt as _;

use super::{Learner, conditional_steps::TRIES, context::Case, steps::view};
use crate::{
    Halt, Move, Position,
    position::shifted,
    program::{Condition, Rule, Value, Way, plainest, seen, target, turned},
};

impl Learner<'_, '_> {
    /// Takes a rule in, with its twins on the other side and in the mirror where they hold.
    pub(super) fn adopt(&mut self, rule: Rule) -> Result<bool, Halt> {
        let mut twins = vec![rule.clone()];
        if self.priors.symmetry {
            twins.extend(self.twin(mirrored(&rule))?);
            let side = rule.side.map(|side| 1 - side);
            for twin in twins.clone() {
                twins.extend(self.twin(Rule { side, ..twin })?);
            }
        }
        for twin in twins {
            if !self.rules.contains(&twin) {
                self.rules.push(twin);
            }
        }
        self.refresh();
        Ok(true)
    }

    /// A rule that might hold as another does; its registers may be others.
    fn twin(&mut self, mut rule: Rule) -> Result<Option<Rule>, Halt> {
        rule.from = self.holds_from(&rule, 64)?;
        let squares: Vec<u8> = (0..64)
            .filter(|square| rule.from & (1 << square) != 0)
            .collect();
        let mut example = None;
        for _ in 0..8 * TRIES {
            if squares.is_empty() || example.is_some() {
                break;
            }
            let from = squares[self.rng.random_range(0..squares.len())];
            if let Some((case, avoid)) = self.instance(&rule, from) {
                let accepted = self.try_case(&case, 1, avoid)?;
                example = accepted.map(|position| (position, case.play));
            }
        }
        let Some((position, play)) = example else {
            return Ok(None);
        };
        let mut registers = Vec::new();
        for (register, number) in self.needed_registers(&position, play)? {
            let same = rule.conditions.iter().find(|condition| {
                matches!(condition, Condition::Register { register: known, value }
                    if *known == register && value.number(play.to) == number)
            });
            let fixed = Condition::Register {
                register,
                value: Value::Fixed(number),
            };
            registers.push(same.copied().unwrap_or(fixed));
        }
        rule.conditions
            .retain(|condition| !matches!(condition, Condition::Register { .. }));
        rule.conditions.extend(registers);
        rule.conditions.sort_unstable();
        Ok(Some(rule))
    }

    /// The squares (as the mover sees them) from which this rule holds; `known` is one for sure.
    pub(super) fn holds_from(&mut self, rule: &Rule, known: u8) -> Result<u64, Halt> {
        let mut squares = 0u64;
        let mut possible = 0u64;
        for from in 0..64u8 {
            if self.instance(rule, from).is_none() {
                continue;
            }
            possible |= 1 << from;
            let mut holds = from == known;
            for _ in 0..TRIES {
                if holds {
                    break;
                }
                let (case, avoid) = self.instance(rule, from).expect("it was there before");
                holds = self.try_case(&case, 1, avoid)?.is_some();
            }
            if holds {
                squares |= 1 << from;
            }
        }
        Ok(match squares {
            0 => 0,
            _ => plainest(squares, possible),
        })
    }

    /// The case of a rule from a square (as the mover sees it), and the squares to leave empty.
    pub(super) fn instance(&mut self, rule: &Rule, from: u8) -> Option<(Case, u64)> {
        let side = rule.side.unwrap_or(0);
        let from = seen(from, side);
        let there = |by: Way| shifted(from, turned(by, side));
        let to = there(rule.ways[0])?;
        let mut men = vec![(from, Position::man(side, rule.kind))];
        let mut registers = Vec::new();
        let mut avoid = 0u64;
        for condition in &rule.conditions {
            match *condition {
                Condition::Man { at, own, kind } => {
                    men.push((
                        there(at)?,
                        Position::man(if own { side } else { 1 - side }, kind),
                    ));
                }
                Condition::Empty(at) => avoid |= 1 << there(at)?,
                Condition::Register { register, value } => {
                    registers.push((register, value.number(to)))
                }
                Condition::Safe(_) => {}
            }
        }
        match rule.target {
            target::ENEMY => {
                let man = loop {
                    let man = self.any_man();
                    if Position::belongs(man, 1 - side) {
                        break man;
                    }
                };
                men.push((to, man));
            }
            target::OWN => return None,
            _ => {}
        }
        let play = Move {
            from,
            to,
            becomes: rule.becomes.first().copied(),
        };
        Some((
            Case {
                men,
                turn: side,
                play,
                registers,
            },
            avoid,
        ))
    }
}

/// The rule with left and right exchanged.
fn mirrored(rule: &Rule) -> Rule {
    let turn = |way: Way| (-way.0, way.1);
    let conditions = rule.conditions.iter().map(|condition| match *condition {
        Condition::Empty(at) => Condition::Empty(turn(at)),
        Condition::Safe(at) => Condition::Safe(turn(at)),
        Condition::Man { at, own, kind } => Condition::Man {
            at: turn(at),
            own,
            kind,
        },
        register => register,
    });
    let mut conditions: Vec<Condition> = conditions.collect();
    conditions.sort_unstable();
    let effects = rule
        .effects
        .iter()
        .map(|effect| super::effects::mirrored(*effect));
    Rule {
        ways: rule.ways.iter().map(|way| turn(*way)).collect(),
        conditions,
        effects: effects.collect(),
        from: view(rule.from, 0),
        ..rule.clone()
    }
}
