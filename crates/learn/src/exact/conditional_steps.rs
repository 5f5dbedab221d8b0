//! Steps that need company (castling, en passant): found by surprise, explained by taking things away.
//!
//! In positions full of men and registers the learner asks about steps it believes to be wrong.
//! Where one is accepted, it strips the position to the men, registers and empty squares the step
//! needs, and then asks from where else, on which side and in which mirror it holds.

use rand::{RngExt as _, seq::SliceRandom as _};

use super::{Learner, context::Case, steps::way_of};
use crate::{
    Halt, Move, Position,
    position::{shifted, way},
    program::{Condition, Rule, Value, Way, plainest, room, seen, target, turned},
};

pub(super) const TRIES: usize = 10;
/// Unsurprising positions after which the search ends.
const PATIENCE: usize = 7000;

impl Learner<'_, '_> {
    pub(super) fn learn_conditional_steps(&mut self) -> Result<(), Halt> {
        // Random steps are fewer in a position: as many questions want more positions.
        let patience = if self.priors.chosen_questions {
            PATIENCE
        } else {
            10 * PATIENCE
        };
        let mut quiet = 0;
        while quiet < patience {
            quiet += 1;
            self.ask.book("search for steps that need company");
            let position = self.random_position();
            if self.engine.is_void(&position) {
                continue;
            }
            for play in self.doubtful(&position).into_iter().take(32) {
                if self.engine.accepts(&position, &[play]) || !self.question(&position, &[play])? {
                    continue;
                }
                if self.explain(&position, play)? {
                    quiet = 0;
                    self.believe_laws();
                    self.snapshot();
                }
                break;
            }
        }
        Ok(())
    }

    /// Steps that are believed to be wrong but are near something right.
    pub(super) fn doubtful(&mut self, position: &Position) -> Vec<Move> {
        let mover = position.turn;
        let mut men: Vec<(u8, u8)> = position
            .men()
            .filter(|(_, man)| Position::belongs(*man, mover))
            .collect();
        men.shuffle(&mut self.rng);
        let mut plays = Vec::new();
        let chosen = self.priors.chosen_questions;
        for (from, man) in men.into_iter().take(10) {
            let kind = Position::kind_of(man);
            // Ways it has, where something they need is missing, and short ways it does not have.
            let mut ways: Vec<Way> = Vec::new();
            if chosen {
                let known = self
                    .rules
                    .iter()
                    .filter(|rule| rule.kind == kind && rule.side.is_none_or(|side| side == mover));
                ways.extend(
                    known
                        .map(|rule| rule.ways[0])
                        .filter(|way| way.0.abs().max(way.1.abs()) <= 2),
                );
                ways.sort_unstable();
                ways.dedup();
                ways.shuffle(&mut self.rng);
                ways.truncate(4);
                ways.push((self.rng.random_range(-2..=2), self.rng.random_range(-2..=2)));
            }
            ways.push((self.rng.random_range(-7..=7), self.rng.random_range(-7..=7)));
            if chosen {
                // Where one step needs company, its mirror image may need some too.
                let special = self.rules.iter().filter(|rule| {
                    rule.kind == kind
                        && rule
                            .conditions
                            .iter()
                            .any(|condition| matches!(condition, Condition::Man { .. }))
                });
                for rule in special {
                    let (files, ranks) = rule.ways[0];
                    ways.extend([(files, ranks), (-files, ranks)]);
                }
                ways.sort_unstable();
                ways.dedup();
            }
            for way in ways.into_iter().filter(|way| *way != (0, 0)) {
                if let Some(to) = shifted(from, turned(way, mover)) {
                    plays.push(Move::new(from, to));
                }
            }
        }
        plays.shuffle(&mut self.rng);
        plays
    }

    /// Finds the rule behind an accepted move that was believed to be wrong.
    pub(super) fn explain(&mut self, position: &Position, play: Move) -> Result<bool, Halt> {
        let side = position.turn;
        let kind = Position::kind_of(position.board[play.from as usize]);
        let name = self.program.game.names[kind as usize];
        let (files, ranks) = way_of(play, side);
        self.ask
            .book(&format!("explaining {name} ({files:+},{ranks:+})"));
        let bare = self.strip(position, play)?;
        let mut case = Case {
            men: Vec::new(),
            turn: side,
            play,
            registers: Vec::new(),
        };
        case.registers = self.needed_registers(&bare, play)?;
        // Essential men are needed on the board; are they needed where they are?
        for (square, man) in bare.men() {
            if square != play.from
                && square != play.to
                && self.essentials.contains(&man)
                && self.elsewhere(&bare, square, play)?
            {
                continue;
            }
            case.men.push((square, man));
        }
        let plain = case
            .men
            .iter()
            .all(|(square, _)| *square == play.from || *square == play.to)
            && case.registers.is_empty();
        let best = self.widest_rule(&bare, &case, kind)?;
        let Some(mut rule) = best else {
            return Ok(false);
        };
        if plain && self.mend(&rule) {
            return Ok(true);
        }
        self.learn_safety(&mut rule, &case)?;
        self.learn_effects(&mut rule)?;
        self.adopt(rule)
    }

    /// The rule that explains a case and holds from most squares: what a register must hold may be a number or
    /// the file that the man goes to.
    fn widest_rule(
        &mut self,
        bare: &Position,
        case: &Case,
        kind: u8,
    ) -> Result<Option<Rule>, Halt> {
        let (play, side) = (case.play, case.turn);
        let target = match bare.board[play.to as usize] {
            0 => target::EMPTY,
            man if Position::belongs(man, side) => target::OWN,
            _ => target::ENEMY,
        };
        let conditions = self.placement_conditions(case)?;
        let mut best: Option<Rule> = None;
        let file_of_to = (play.to & 7) + 1;
        for by_file in [true, false] {
            let value = |value: u8| {
                if by_file && value == file_of_to {
                    Value::File
                } else {
                    Value::Fixed(value)
                }
            };
            if by_file
                && case
                    .registers
                    .iter()
                    .all(|(_, number)| *number != file_of_to)
            {
                continue;
            }
            let mut conditions = conditions.clone();
            conditions.extend(case.registers.iter().map(|(register, number)| {
                Condition::Register {
                    register: *register,
                    value: value(*number),
                }
            }));
            conditions.sort_unstable();
            let mut rule = Rule {
                side: Some(side),
                kind,
                ways: vec![way_of(play, side)],
                slide: false,
                target,
                from: 0,
                becomes: play.becomes.into_iter().collect(),
                conditions,
                effects: Vec::new(),
            };
            rule.from = self.holds_from(&rule, seen(play.from, side))?;
            if best
                .as_ref()
                .is_none_or(|best| rule.from.count_ones() > best.from.count_ones())
            {
                best = Some(rule);
            }
        }
        Ok(best)
    }

    /// Which men a case needs and which squares must be empty, seen from the man that moves.
    fn placement_conditions(&mut self, case: &Case) -> Result<Vec<Condition>, Halt> {
        let (play, side) = (case.play, case.turn);
        let blockers = self.blockers(case)?;
        let relative = |square: u8| turned(way(play.from, square), side);
        let mut conditions: Vec<Condition> = Vec::new();
        for (square, man) in &case.men {
            if *square != play.from && *square != play.to {
                conditions.push(Condition::Man {
                    at: relative(*square),
                    own: Position::belongs(*man, side),
                    kind: Position::kind_of(*man),
                });
            }
        }
        conditions.extend(
            blockers
                .iter()
                .map(|square| Condition::Empty(relative(*square))),
        );
        Ok(conditions)
    }

    /// A rule that is known, but with a square too few or a condition too many, is set right.
    fn mend(&mut self, rule: &Rule) -> bool {
        let squares = room(rule.ways[0]);
        let known = self.rules.iter_mut().find(|known| {
            known.kind == rule.kind
                && known.ways == rule.ways
                && known.target == rule.target
                && known.becomes == rule.becomes
                && (known.side.is_none() || known.side == rule.side)
                && rule
                    .conditions
                    .iter()
                    .all(|condition| known.conditions.contains(condition))
        });
        let Some(known) = known else {
            return false;
        };
        known.conditions = rule.conditions.clone();
        known.from = plainest((known.from | rule.from) & squares, squares);
        self.refresh();
        true
    }

    /// Registers that cannot have another value here, with the value they have.
    pub(super) fn needed_registers(
        &mut self,
        position: &Position,
        play: Move,
    ) -> Result<Vec<(u8, u8)>, Halt> {
        let mut needed = Vec::new();
        for (register, values) in self.program.game.registers.into_iter().enumerate() {
            let mut another = values < 2;
            for value in (0..values).filter(|value| *value != position.registers[register]) {
                let mut other = *position;
                other.registers[register] = value;
                if self.question(&other, &[play])? {
                    another = true;
                    break;
                }
            }
            if !another {
                needed.push((register as u8, position.registers[register]));
            }
        }
        Ok(needed)
    }

    /// Can this man stand elsewhere without the move being refused?
    fn elsewhere(&mut self, position: &Position, square: u8, play: Move) -> Result<bool, Halt> {
        let man = position.board[square as usize];
        let ends = 1 << play.from | 1 << play.to;
        for _ in 0..TRIES {
            let mut moved = *position;
            moved.board[square as usize] = 0;
            let free = (0..64u8)
                .filter(|at| moved.board[*at as usize] == 0)
                .fold(0u64, |all, at| all | 1 << at);
            let Some(at) = self.place(man, free & !ends & !(1 << square)) else {
                return Ok(false);
            };
            moved.board[at as usize] = man;
            if self.question(&moved, &[play])? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
