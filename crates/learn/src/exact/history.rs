//! How moves change the registers: asked by lines whose last move depends on a register.

use rand::RngExt as _;

use super::Learner;
use crate::{
    Engine, Halt, Move, Position,
    position::{KINDS, shifted},
    program::{Change, Condition, Rule, Trigger, Update, Value, Veto, rank_squares, room, turned},
};

/// Lines without a surprise after which a register counts as understood.
const PATIENCE: usize = 700;

/// Lines a change must explain to be believed.
const SUPPORT: usize = 4;
/// Lines that are remembered.
const MEMORY: usize = 600;

/// A line that was asked.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    position: Position,
    line: Vec<Move>,
    accepted: bool,
}

impl Learner<'_, '_> {
    pub(super) fn learn_history(&mut self) -> Result<(), Halt> {
        for register in 0..self.program.game.registers.len() as u8 {
            if self.matters(register) {
                self.ask.book(&format!("register {register}"));
                self.learn_register(register)?;
                self.snapshot();
            }
        }
        Ok(())
    }

    /// Does anything depend on this register?
    fn matters(&self, register: u8) -> bool {
        let rules = self
            .rules
            .iter()
            .any(|rule| needs(rule, register).is_some());
        let laws = self.program.laws.iter().any(
            |law| matches!(law.veto, Veto::Register { register: other, .. } if other == register),
        );
        rules || laws
    }

    fn learn_register(&mut self, register: u8) -> Result<(), Halt> {
        let mut told: Vec<Answer> = Vec::new();
        let mut unsurprising = 0;
        let mut wrong = 0usize;
        let mut revisions = 0;
        for _ in 0..60 * PATIENCE {
            if unsurprising >= PATIENCE || revisions > 8 {
                break;
            }
            let Some((position, line)) = self.line_about(register) else {
                continue;
            };
            let accepted = self.question(&position, &line)?;
            let surprise = self.engine.accepts(&position, &line) != accepted;
            told.push(Answer {
                position,
                line,
                accepted,
            });
            unsurprising += 1;
            if surprise {
                wrong += 1;
            }
            // A few surprises together say more than one.
            if wrong >= 8 || (wrong > 0 && unsurprising % 100 == 0) {
                let recent = told.len().saturating_sub(MEMORY);
                self.believe_updates(register, &told[recent..]);
                revisions += 1;
                wrong = 0;
                unsurprising = 0;
            }
        }
        Ok(())
    }

    /// A line whose last move is accepted or not depending on the register's value.
    fn line_about(&mut self, register: u8) -> Option<(Position, Vec<Move>)> {
        let users: Vec<Rule> = self
            .rules
            .iter()
            .filter(|rule| needs(rule, register).is_some())
            .cloned()
            .collect();
        let mut line = Vec::new();
        let (mut start, support) = if users.is_empty() {
            (self.random_position(), 0)
        } else {
            let rule = users[self.rng.random_range(0..users.len())].clone();
            self.position_about(rule, register)?
        };
        let values = self.program.game.registers[register as usize];
        if self.rng.random_range(0..4) == 0 {
            start.registers[register as usize] = self.rng.random_range(0..values);
        }
        if self.engine.is_void(&start) {
            return None;
        }
        let mut position = start;
        for _ in 0..self.rng.random_range(1..6) {
            // Believed to be the end: whether it is, the last move will tell.
            let Some(play) = self.restless_move(&position, &line, support) else {
                break;
            };
            position = self.engine.try_move(&position, play)?;
            line.push(play);
            if self.rng.random_range(0..3) == 0 {
                break;
            }
        }
        if line.is_empty() {
            return None;
        }
        let variable = self.variable_moves(position, register);
        if variable.is_empty() {
            return None;
        }
        line.push(variable[self.rng.random_range(0..variable.len())]);
        Some((start, line))
    }

    /// A position in which a rule may matter, and the squares that it is about.
    fn position_about(&mut self, rule: Rule, register: u8) -> Option<(Position, u64)> {
        let rule = Rule {
            side: rule.side.or(Some(self.rng.random_range(0..2))),
            ..rule
        };
        let squares: Vec<u8> = (0..64)
            .filter(|square| rule.from & (1 << square) != 0)
            .collect();
        let from = squares[self.rng.random_range(0..squares.len())];
        let (case, avoid) = self.instance(&rule, from)?;
        let company = self.rng.random_range(0..9);
        let mut position = self.context(&case, company, avoid);
        // More men of the kinds the rule is about, to come and go.
        for (_, man) in &case.men {
            if self.rng.random_range(0..2) == 0 && !self.essentials.contains(man) {
                let free = (0..64u8)
                    .filter(|at| position.board[*at as usize] == 0)
                    .fold(0u64, |all, at| all | 1 << at);
                if let Some(at) = self.place(*man, free & !avoid) {
                    position.board[at as usize] = *man;
                }
            }
        }
        if self.rng.random_range(0..2) == 0 {
            position = self.unplayed(&position, &case.men, register)?;
        }
        Some((position, case.squares()))
    }

    /// Moves that some values of a register allow and others do not.
    fn variable_moves(&self, mut position: Position, register: u8) -> Vec<Move> {
        let values = self.program.game.registers[register as usize];
        let mut variable: Vec<Move> = Vec::new();
        let mut first: Option<Vec<Move>> = None;
        for value in 0..values {
            position.registers[register as usize] = value;
            let mut moves = self.engine.moves(&position);
            moves.sort_unstable();
            match &first {
                None => first = Some(moves),
                Some(first) => {
                    variable.extend(
                        moves
                            .iter()
                            .filter(|play| first.binary_search(play).is_err()),
                    );
                    variable.extend(
                        first
                            .iter()
                            .filter(|play| moves.binary_search(play).is_err()),
                    );
                }
            }
        }
        variable
    }

    /// The position before one of the men came to where it stands.
    fn unplayed(
        &mut self,
        position: &Position,
        men: &[(u8, u8)],
        register: u8,
    ) -> Option<Position> {
        let mut before = *position;
        before.turn = 1 - position.turn;
        let theirs: Vec<(u8, u8)> = men
            .iter()
            .copied()
            .filter(|(_, man)| Position::belongs(*man, before.turn))
            .collect();
        if theirs.is_empty() {
            return None;
        }
        let (square, man) = theirs[self.rng.random_range(0..theirs.len())];
        let kind = Position::kind_of(man);
        let ways: Vec<(i8, i8)> = self
            .rules
            .iter()
            .filter(|rule| {
                rule.kind == kind
                    && rule.side.is_none_or(|side| side == before.turn)
                    && rule.becomes.is_empty()
            })
            .map(|rule| rule.ways[0])
            .collect();
        if ways.is_empty() {
            return None;
        }
        let way = ways[self.rng.random_range(0..ways.len())];
        let from = shifted(square, turned((-way.0, -way.1), before.turn))?;
        if before.board[from as usize] != 0 {
            return None;
        }
        before.board[from as usize] = man;
        before.board[square as usize] = 0;
        before.registers[register as usize] = self.program.game.start.registers[register as usize];
        Some(before)
    }

    /// A move that rather goes back, or comes to or from the squares in question.
    fn restless_move(&mut self, position: &Position, line: &[Move], support: u64) -> Option<Move> {
        let moves = self.engine.moves(position);
        if moves.is_empty() {
            return None;
        }
        if let Some(own) = line.len().checked_sub(2).map(|index| line[index]) {
            let back = Move::new(own.to, own.from);
            if self.rng.random_range(0..2) == 0 && moves.contains(&back) {
                return Some(back);
            }
        }
        if self.rng.random_range(0..2) == 0 {
            let near: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|play| support & (1 << play.from | 1 << play.to) != 0)
                .collect();
            if !near.is_empty() {
                return Some(near[self.rng.random_range(0..near.len())]);
            }
        }
        Some(moves[self.rng.random_range(0..moves.len())])
    }

    /// Changes the beliefs about a register until they fit what was told, one update at a time.
    fn believe_updates(&mut self, register: u8, told: &[Answer]) {
        let others: Vec<Update> = self
            .program
            .updates
            .iter()
            .copied()
            .filter(|update| update.register != register)
            .collect();
        let updates = |chosen: &[Update]| {
            let mut updates = others.clone();
            updates.extend(ordered(chosen));
            updates
        };
        let fits = |engine: &Engine, told: &Answer| {
            engine.accepts(&told.position, &told.line) == told.accepted
        };
        // The simple changes first; those about single ranks only if nothing else will do.
        let simple = self.possible_updates(register, false);
        let all = self.possible_updates(register, true);
        let mut chosen: Vec<Update> = Vec::new();
        loop {
            let engine = self.engine.with_updates(updates(&chosen));
            let (right, wrong): (Vec<&Answer>, Vec<&Answer>) =
                told.iter().partition(|told| fits(&engine, told));
            if wrong.is_empty() {
                break;
            }
            let mut best: Option<(usize, Update)> = None;
            for update in simple.iter().chain(&all) {
                if chosen.contains(update) {
                    continue;
                }
                if best.is_some() && is_ranked(update) {
                    break;
                }
                let mut more = chosen.clone();
                more.push(*update);
                let engine = self.engine.with_updates(updates(&more));
                let mended = wrong.iter().filter(|told| fits(&engine, told)).count();
                let least = best.as_ref().map_or(SUPPORT - 1, |(gain, _)| *gain);
                if mended <= least {
                    continue;
                }
                let room = mended - least;
                let broken = right
                    .iter()
                    .filter(|told| !fits(&engine, told))
                    .take(room)
                    .count();
                if broken < room {
                    best = Some((mended - broken, *update));
                }
            }
            match best {
                Some((_, update)) => chosen.push(update),
                None => break,
            }
        }
        self.program.updates = updates(&chosen);
        self.refresh();
    }

    /// Every change of a register the language can say, the simplest first.
    fn possible_updates(&self, register: u8, ranked: bool) -> Vec<Update> {
        let mut pool = Vec::new();
        let mut add = |side, trigger, change| {
            pool.push(Update {
                side,
                register,
                trigger,
                change,
            })
        };
        let zero = Change::To(Value::Fixed(0));
        add(None, Trigger::Always, zero);
        for square in 0..64 {
            add(None, Trigger::Touch(1 << square), zero);
        }
        let mut steps: Vec<(u8, (i8, i8))> = self
            .rules
            .iter()
            .map(|rule| (rule.kind, rule.ways[0]))
            .collect();
        steps.sort_unstable();
        steps.dedup();
        for (kind, way) in steps {
            let ranks = (0..8)
                .map(rank_squares)
                .filter(|rank| rank & room(way) != 0);
            let from: Vec<u64> = if ranked {
                ranks.collect()
            } else {
                vec![u64::MAX]
            };
            for from in from {
                for change in [Change::To(Value::File), zero] {
                    add(None, Trigger::Step { kind, way, from }, change);
                }
            }
        }
        for kind in 0..KINDS as u8 {
            for side in [None, Some(0), Some(1)] {
                for change in [Change::Less, zero] {
                    add(side, Trigger::Threat(kind), change);
                }
            }
        }
        pool
    }
}

/// Is this change about men that start from one rank?
fn is_ranked(update: &Update) -> bool {
    matches!(update.trigger, Trigger::Step { from, .. } if from != u64::MAX)
}

/// The value of a register that a rule asks for.
fn needs(rule: &Rule, register: u8) -> Option<Value> {
    rule.conditions
        .iter()
        .find_map(|condition| match condition {
            Condition::Register {
                register: other,
                value,
            } if *other == register => Some(*value),
            _ => None,
        })
}

/// What happens always comes first; squares that are touched come together.
fn ordered(updates: &[Update]) -> Vec<Update> {
    let mut touched: Vec<Update> = Vec::new();
    let mut rest = Vec::new();
    for update in updates {
        let Trigger::Touch(squares) = update.trigger else {
            rest.push(*update);
            continue;
        };
        let same = touched
            .iter_mut()
            .find(|known| (known.side, known.change) == (update.side, update.change));
        match same {
            Some(Update {
                trigger: Trigger::Touch(known),
                ..
            }) => *known |= squares,
            _ => touched.push(*update),
        }
    }
    rest.extend(touched);
    rest.sort_by_key(|update| {
        (
            update.trigger != Trigger::Always,
            !matches!(update.trigger, Trigger::Touch(_)),
        )
    });
    rest
}
