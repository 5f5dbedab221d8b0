//! A program as text, one rule a line, to be read by people and by [`crate::parse`].

use std::fmt::{self, Write as _};

use crate::{
    Position, Program,
    position::{REGISTERS, square_name},
    program::{
        Change, Condition, Effect, Law, Rule, Trigger, Update, Value, Veto, Way, rank_squares,
        target,
    },
};

/// A piece of a program with the letters of its game.
struct Named<'a, T>(&'a T, &'a [char]);

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = &self.game.names;
        let letters: Vec<String> = names.iter().map(char::to_string).collect();
        writeln!(f, "kinds {}", letters.join(" "))?;
        let used = used_registers(&self.game.registers);
        write!(f, "registers")?;
        match used {
            0 => write!(f, " none")?,
            _ => numbers(f, &self.game.registers[..used])?,
        }
        writeln!(f)?;
        write!(f, "start {} ", board(&self.game.start, names))?;
        f.write_str(["white", "black"][self.game.start.turn as usize & 1])?;
        numbers(f, &self.game.start.registers[..used])?;
        writeln!(f)?;
        for rule in &self.rules {
            writeln!(f, "{}", Named(rule, names))?;
        }
        for law in &self.laws {
            writeln!(f, "{}", Named(law, names))?;
        }
        for update in &self.updates {
            writeln!(f, "{}", Named(update, names))?;
        }
        Ok(())
    }
}

/// How many registers there are, the unused ones at the end left out.
pub(crate) fn used_registers(registers: &[u8; REGISTERS]) -> usize {
    registers
        .iter()
        .rposition(|values| *values > 1)
        .map_or(0, |last| last + 1)
}

fn numbers(f: &mut fmt::Formatter<'_>, numbers: &[u8]) -> fmt::Result {
    numbers.iter().try_for_each(|number| write!(f, " {number}"))
}

/// The men as in a FEN.
pub(crate) fn board(position: &Position, names: &[char]) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        let mut empty = 0;
        for file in 0..8 {
            let man = position.board[rank * 8 + file];
            if man == 0 {
                empty += 1;
                continue;
            }
            if empty > 0 {
                let _ = write!(text, "{empty}");
                empty = 0;
            }
            let letter = names[Position::kind_of(man) as usize];
            text.push(match Position::side_of(man) {
                Some(0) => letter,
                _ => letter.to_ascii_lowercase(),
            });
        }
        if empty > 0 {
            let _ = write!(text, "{empty}");
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

fn side(side: Option<u8>) -> &'static str {
    match side {
        None => "both",
        Some(0) => "white",
        Some(_) => "black",
    }
}

struct Signed(Way);

impl fmt::Display for Signed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |number: i8| match number {
            0 => "0".to_owned(),
            _ => format!("{number:+}"),
        };
        write!(f, "({},{})", number(self.0.0), number(self.0.1))
    }
}

/// Ranks where they say it all, else the squares.
struct Squares(u64);

impl fmt::Display for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = (0..8).filter(|rank| self.0 & rank_squares(*rank) == rank_squares(*rank));
        let ranks: Vec<u32> = whole.collect();
        if ranks.iter().fold(0, |all, rank| all | rank_squares(*rank)) == self.0 {
            f.write_str("ranks")?;
            return ranks.iter().try_for_each(|rank| write!(f, " {}", rank + 1));
        }
        let squares = (0..64u8).filter(|square| self.0 & (1 << square) != 0);
        let names: Vec<String> = squares.map(square_name).collect();
        f.write_str(&names.join(" "))
    }
}

fn value(value: Value) -> String {
    match value {
        Value::Fixed(number) => number.to_string(),
        Value::File => "file".to_owned(),
    }
}

fn owner(own: bool) -> &'static str {
    if own { "own" } else { "their" }
}

impl fmt::Display for Named<'_, Rule> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Named(rule, names) = self;
        let how = if rule.slide { "slides" } else { "leaps" };
        write!(f, "{} {} {how}", side(rule.side), names[rule.kind as usize])?;
        for way in &rule.ways {
            write!(f, " {}", Signed(*way))?;
        }
        f.write_str(" to")?;
        for (bit, name) in [
            (target::EMPTY, "empty"),
            (target::ENEMY, "enemy"),
            (target::OWN, "own"),
        ] {
            if rule.target & bit != 0 {
                write!(f, " {name}")?;
            }
        }
        if rule.from != u64::MAX {
            write!(f, " from {}", Squares(rule.from))?;
        }
        if !rule.becomes.is_empty() {
            f.write_str(" becomes")?;
            for kind in &rule.becomes {
                write!(f, " {}", names[*kind as usize])?;
            }
        }
        for condition in &rule.conditions {
            match *condition {
                Condition::Empty(way) => write!(f, " if empty {}", Signed(way))?,
                Condition::Safe(way) => write!(f, " if safe {}", Signed(way))?,
                Condition::Man { at, own, kind } => {
                    let name = names[kind as usize];
                    write!(f, " if {} {name} {}", owner(own), Signed(at))?;
                }
                Condition::Register {
                    register,
                    value: is,
                } => {
                    write!(f, " if register {register} = {}", value(is))?;
                }
            }
        }
        for effect in &rule.effects {
            match *effect {
                Effect::Clear(way) => write!(f, " then clear {}", Signed(way))?,
                Effect::Carry(away, here) => {
                    write!(f, " then carry {} {}", Signed(away), Signed(here))?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for Named<'_, Law> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Named(law, names) = self;
        let name = |kind: u8| names[kind as usize];
        write!(f, "{} ", side(law.side))?;
        match law.veto {
            Veto::Exposes(kind) => write!(f, "never exposes {}", name(kind)),
            Veto::Threatens(kind) => write!(f, "never threatens {}", name(kind)),
            Veto::Quiet => write!(f, "never quiet when taking is possible"),
            Veto::CanTake(kind) => write!(f, "stops if their {} can be taken", name(kind)),
            Veto::Attacked(kind) => write!(f, "stops if own {} can be taken", name(kind)),
            Veto::None { own, kind } => write!(f, "stops if no {} {}", owner(own), name(kind)),
            Veto::NoneAtAll(kind) => write!(f, "stops if no {} at all", name(kind)),
            Veto::SeveralInAll(kind) => write!(f, "stops if several {} in all", name(kind)),
            Veto::Any { own, kind } => write!(f, "stops if any {} {}", owner(own), name(kind)),
            Veto::Several { own, kind } => {
                write!(f, "stops if several {} {}", owner(own), name(kind))
            }
            Veto::On { own, kind, squares } => {
                write!(
                    f,
                    "stops if {} {} on {}",
                    owner(own),
                    name(kind),
                    Squares(squares)
                )
            }
            Veto::OnUnmatched { own, kind, squares } => write!(
                f,
                "stops if {} {} unmatched on {}",
                owner(own),
                name(kind),
                Squares(squares)
            ),
            Veto::Register { register, value } => {
                write!(f, "stops if register {register} = {value}")
            }
        }
    }
}

impl fmt::Display for Named<'_, Update> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Named(update, names) = self;
        let name = |kind: u8| names[kind as usize];
        write!(
            f,
            "{} register {} becomes ",
            side(update.side),
            update.register
        )?;
        match update.change {
            Change::To(to) => f.write_str(&value(to))?,
            Change::Less => f.write_str("less")?,
        }
        match update.trigger {
            Trigger::Always => f.write_str(" always"),
            Trigger::Touch(squares) => write!(f, " on touching {}", Squares(squares)),
            Trigger::Step { kind, way, from } => {
                write!(f, " on {} {}", name(kind), Signed(way))?;
                match from {
                    u64::MAX => Ok(()),
                    _ => write!(f, " from {}", Squares(from)),
                }
            }
            Trigger::Threat(kind) => write!(f, " on threatening {}", name(kind)),
        }
    }
}
