//! Reads a printed program.
//!
//! ```
//! use sissa_learn::Program;
//!
//! let text = "kinds P N B R Q K\nregisters none\nstart 8/8/8/8/8/8/8/N7 white\nboth N flies";
//! let error = text.parse::<Program>().unwrap_err();
//! assert_eq!(error.to_string(), "line 4: `flies` is neither leaps, slides, never, stops nor register");
//! ```

use std::str::FromStr;

use crate::{
    Game, Position, Program,
    position::{KINDS, REGISTERS, square},
    program::{
        Change, Condition, Effect, Law, Rule, Trigger, Update, Value, Veto, Way, rank_squares,
        target,
    },
};

/// Why a text is no program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct ParseError {
    /// Counted from 1.
    pub line: usize,
    pub message: String,
}

/// The words of a line, read one after another.
struct Words<'a> {
    words: std::iter::Peekable<std::str::SplitWhitespace<'a>>,
    names: Option<[char; KINDS]>,
    registers: usize,
}

type Read<T> = Result<T, String>;

impl FromStr for Program {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Program, ParseError> {
        let mut names = None;
        let mut registers = None;
        let mut program: Option<Program> = None;
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or("");
            let mut words = Words {
                words: line.split_whitespace().peekable(),
                names,
                registers: REGISTERS,
            };
            let Some(first) = words.words.next() else {
                continue;
            };
            let mut read = || -> Read<()> {
                match (first, &mut program) {
                    ("kinds", _) if names.is_none() => names = Some(words.kinds_line()?),
                    ("registers", _) if registers.is_none() => {
                        registers = Some(words.registers_line()?);
                    }
                    ("start", program @ None) => {
                        let names = names.ok_or("`start` needs a line `kinds` before it")?;
                        let registers =
                            registers.ok_or("`start` needs a line `registers` before it")?;
                        let start = words.start(&names, &registers)?;
                        *program = Some(Program::new(Game {
                            start,
                            registers,
                            names,
                        }));
                    }
                    ("kinds" | "registers" | "start", _) => {
                        return Err(format!("a second line `{first}`"));
                    }
                    (_, None) => {
                        return Err(format!(
                            "`{first}` before the lines `kinds`, `registers` and `start`"
                        ));
                    }
                    (first, Some(program)) => {
                        let used = crate::print::used_registers(&program.game.registers);
                        words.registers = used;
                        words.rule(first, program)?;
                    }
                }
                match words.words.next() {
                    Some(word) => Err(format!("`{word}` is one word too many")),
                    None => Ok(()),
                }
            };
            read().map_err(|message| ParseError {
                line: index + 1,
                message,
            })?;
        }
        program.ok_or_else(|| ParseError {
            line: text.lines().count().max(1),
            message: "there is no line `start`".to_owned(),
        })
    }
}

impl<'a> Words<'a> {
    fn next(&mut self, what: &str) -> Read<&'a str> {
        self.words
            .next()
            .ok_or_else(|| format!("the line ends where {what} should be"))
    }

    fn expect(&mut self, word: &str) -> Read<()> {
        match self.next(&format!("`{word}`"))? {
            found if found == word => Ok(()),
            found => Err(format!("`{found}` stands where `{word}` should be")),
        }
    }

    fn kinds_line(&mut self) -> Read<[char; KINDS]> {
        let mut names = [' '; KINDS];
        for index in 0..KINDS {
            let word = self.next("a letter")?;
            let mut letters = word.chars();
            match (letters.next(), letters.next()) {
                (Some(letter @ 'A'..='Z'), None) if !names[..index].contains(&letter) => {
                    names[index] = letter;
                }
                _ => return Err(format!("`{word}` is not a new capital letter")),
            }
        }
        Ok(names)
    }

    fn registers_line(&mut self) -> Read<[u8; REGISTERS]> {
        let mut registers = [0; REGISTERS];
        if self.words.next_if_eq(&"none").is_some() {
            return Ok(registers);
        }
        let mut count = 0;
        while self.words.peek().is_some() {
            if count == REGISTERS {
                return Err(format!("more than {REGISTERS} registers"));
            }
            registers[count] = self.number("the number of values")?;
            count += 1;
        }
        Ok(registers)
    }

    fn start(&mut self, names: &[char; KINDS], registers: &[u8; REGISTERS]) -> Read<Position> {
        let mut position = Position::empty();
        let text = self.next("a board")?;
        let wrong = || format!("`{text}` is no board of eight ranks");
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != 8 {
            return Err(wrong());
        }
        for (row, text) in ranks.iter().enumerate() {
            let mut file = 0;
            for letter in text.chars() {
                if let Some(empty) = letter.to_digit(10) {
                    file += empty as usize;
                    continue;
                }
                let kind = names
                    .iter()
                    .position(|name| *name == letter.to_ascii_uppercase());
                let kind = kind.ok_or_else(|| format!("`{letter}` is no kind of man"))? as u8;
                if file > 7 {
                    return Err(wrong());
                }
                let side = u8::from(letter.is_ascii_lowercase());
                position.board[(7 - row) * 8 + file] = Position::man(side, kind);
                file += 1;
            }
            if file != 8 {
                return Err(wrong());
            }
        }
        position.turn = match self.next("white or black")? {
            "white" => 0,
            "black" => 1,
            word => return Err(format!("`{word}` is neither white nor black")),
        };
        let used = crate::print::used_registers(registers);
        for (register, values) in registers.iter().take(used).enumerate() {
            let value = self.number("the value of a register")?;
            if value >= (*values).max(1) {
                return Err(format!("register {register} cannot be {value}"));
            }
            position.registers[register] = value;
        }
        Ok(position)
    }

    fn rule(&mut self, first: &str, program: &mut Program) -> Read<()> {
        let side = match first {
            "both" => None,
            "white" => Some(0),
            "black" => Some(1),
            _ => return Err(format!("`{first}` is neither both, white nor black")),
        };
        match self.next("a rule")? {
            "never" => {
                let veto = self.never()?;
                program.laws.push(Law { side, veto });
            }
            "stops" => {
                self.expect("if")?;
                let veto = self.stops()?;
                program.laws.push(Law { side, veto });
            }
            "register" => program.updates.push(self.update(side)?),
            word => {
                let kind = self.kind_of(word)?;
                program.rules.push(self.steps(side, kind)?);
            }
        }
        Ok(())
    }

    fn steps(&mut self, side: Option<u8>, kind: u8) -> Read<Rule> {
        let slide = match self.next("leaps or slides")? {
            "leaps" => false,
            "slides" => true,
            word => {
                return Err(format!(
                    "`{word}` is neither leaps, slides, never, stops nor register"
                ));
            }
        };
        let mut rule = Rule {
            side,
            kind,
            ways: Vec::new(),
            slide,
            target: 0,
            from: u64::MAX,
            becomes: Vec::new(),
            conditions: Vec::new(),
            effects: Vec::new(),
        };
        while self.words.peek().is_some_and(|word| word.starts_with('(')) {
            rule.ways.push(self.way()?);
        }
        if rule.ways.is_empty() || rule.ways.contains(&(0, 0)) {
            return Err("a step needs a way, as in (+1,+2)".to_owned());
        }
        self.expect("to")?;
        for (word, bit) in [
            ("empty", target::EMPTY),
            ("enemy", target::ENEMY),
            ("own", target::OWN),
        ] {
            if self.words.next_if_eq(&word).is_some() {
                rule.target |= bit;
            }
        }
        if rule.target == 0 {
            return Err("`to` needs empty, enemy or own, in this order".to_owned());
        }
        if self.words.next_if_eq(&"from").is_some() {
            rule.from = self.squares()?;
        }
        if self.words.next_if_eq(&"becomes").is_some() {
            while let Some(word) = self.words.peek().copied() {
                let Ok(kind) = self.kind_of(word) else {
                    break;
                };
                rule.becomes.push(kind);
                self.words.next();
            }
        }
        while self.words.next_if_eq(&"if").is_some() {
            let condition = match self.next("a condition")? {
                "empty" => Condition::Empty(self.way()?),
                "safe" => Condition::Safe(self.way()?),
                word @ ("own" | "their") => {
                    let kind = self.kind()?;
                    Condition::Man {
                        at: self.way()?,
                        own: word == "own",
                        kind,
                    }
                }
                "register" => {
                    let register = self.register()?;
                    self.expect("=")?;
                    Condition::Register {
                        register,
                        value: self.value()?,
                    }
                }
                word => return Err(format!("`{word}` is no condition")),
            };
            rule.conditions.push(condition);
        }
        while self.words.next_if_eq(&"then").is_some() {
            let effect = match self.next("an effect")? {
                "clear" => Effect::Clear(self.way()?),
                "carry" => Effect::Carry(self.way()?, self.way()?),
                word => return Err(format!("`{word}` is no effect")),
            };
            rule.effects.push(effect);
        }
        Ok(rule)
    }

    fn never(&mut self) -> Read<Veto> {
        match self.next("a reason")? {
            "exposes" => Ok(Veto::Exposes(self.kind()?)),
            "threatens" => Ok(Veto::Threatens(self.kind()?)),
            "quiet" => {
                for word in ["when", "taking", "is", "possible"] {
                    self.expect(word)?;
                }
                Ok(Veto::Quiet)
            }
            word => Err(format!("`{word}` is neither exposes, threatens nor quiet")),
        }
    }

    fn stops(&mut self) -> Read<Veto> {
        match self.next("a reason")? {
            word @ ("no" | "several") => {
                if let Some(kind) = self.words.peek().and_then(|next| letter(next, self.names)) {
                    self.words.next();
                    return match word {
                        "no" => {
                            self.expect("at")?;
                            self.expect("all")?;
                            Ok(Veto::NoneAtAll(kind))
                        }
                        _ => {
                            self.expect("in")?;
                            self.expect("all")?;
                            Ok(Veto::SeveralInAll(kind))
                        }
                    };
                }
                let (own, kind) = (self.owner()?, self.kind()?);
                Ok(match word {
                    "no" => Veto::None { own, kind },
                    _ => Veto::Several { own, kind },
                })
            }
            "any" => Ok(Veto::Any {
                own: self.owner()?,
                kind: self.kind()?,
            }),
            "register" => {
                let register = self.register()?;
                self.expect("=")?;
                Ok(Veto::Register {
                    register,
                    value: self.number("a value")?,
                })
            }
            word @ ("own" | "their") => {
                let own = word == "own";
                let kind = self.kind()?;
                match self.next("`on`, `unmatched` or `can`")? {
                    "can" => {
                        self.expect("be")?;
                        self.expect("taken")?;
                        Ok(if own {
                            Veto::Attacked(kind)
                        } else {
                            Veto::CanTake(kind)
                        })
                    }
                    "unmatched" => {
                        self.expect("on")?;
                        Ok(Veto::OnUnmatched {
                            own,
                            kind,
                            squares: self.squares()?,
                        })
                    }
                    "on" => Ok(Veto::On {
                        own,
                        kind,
                        squares: self.squares()?,
                    }),
                    word => Err(format!("`{word}` is neither on, unmatched nor can")),
                }
            }
            word => Err(format!("`{word}` is no reason to stop")),
        }
    }

    fn update(&mut self, side: Option<u8>) -> Read<Update> {
        let register = self.register()?;
        self.expect("becomes")?;
        let change = match self.words.next_if_eq(&"less") {
            Some(_) => Change::Less,
            None => Change::To(self.value()?),
        };
        let trigger = match self.next("`always` or `on`")? {
            "always" => Trigger::Always,
            "on" => match self.next("what happens")? {
                "touching" => Trigger::Touch(self.squares()?),
                "threatening" => Trigger::Threat(self.kind()?),
                word => {
                    let kind = self.kind_of(word)?;
                    let way = self.way()?;
                    let from = match self.words.next_if_eq(&"from") {
                        Some(_) => self.squares()?,
                        None => u64::MAX,
                    };
                    Trigger::Step { kind, way, from }
                }
            },
            word => return Err(format!("`{word}` is neither always nor on")),
        };
        Ok(Update {
            side,
            register,
            trigger,
            change,
        })
    }

    fn squares(&mut self) -> Read<u64> {
        let mut squares = 0;
        if self.words.next_if_eq(&"ranks").is_some() {
            while let Some(rank) = self.words.peek().and_then(|word| word.parse::<u32>().ok()) {
                if !(1..=8).contains(&rank) {
                    return Err(format!("`{rank}` is no rank"));
                }
                squares |= rank_squares(rank - 1);
                self.words.next();
            }
        } else {
            while let Some(found) = self.words.peek().and_then(|word| square(word)) {
                squares |= 1 << found;
                self.words.next();
            }
        }
        match squares {
            0 => Err("squares are missing, as in `e1 g1` or `ranks 2 7`".to_owned()),
            _ => Ok(squares),
        }
    }

    fn way(&mut self) -> Read<Way> {
        let word = self.next("a way")?;
        let inner = word
            .strip_prefix('(')
            .and_then(|word| word.strip_suffix(')'));
        let parts = inner.and_then(|inner| inner.split_once(','));
        let number = |text: &str| text.parse().ok().filter(|way: &i8| (-7..=7).contains(way));
        let way = parts.and_then(|(files, ranks)| Some((number(files)?, number(ranks)?)));
        way.ok_or_else(|| format!("`{word}` is no way, as in (+1,-2)"))
    }

    fn kind(&mut self) -> Read<u8> {
        let word = self.next("a kind of man")?;
        self.kind_of(word)
    }

    fn kind_of(&self, word: &str) -> Read<u8> {
        letter(word, self.names).ok_or_else(|| format!("`{word}` is no kind of man"))
    }

    fn owner(&mut self) -> Read<bool> {
        match self.next("own or their")? {
            "own" => Ok(true),
            "their" => Ok(false),
            word => Err(format!("`{word}` is neither own nor their")),
        }
    }

    fn register(&mut self) -> Read<u8> {
        let register: u8 = self.number("a register")?;
        match (register as usize) < self.registers {
            true => Ok(register),
            false => Err(format!("there is no register {register}")),
        }
    }

    fn value(&mut self) -> Read<Value> {
        match self.words.next_if_eq(&"file") {
            Some(_) => Ok(Value::File),
            None => Ok(Value::Fixed(self.number("a value")?)),
        }
    }

    fn number(&mut self, what: &str) -> Read<u8> {
        let word = self.next(what)?;
        word.parse()
            .map_err(|_| format!("`{word}` stands where {what} should be"))
    }
}

/// The kind that a letter stands for.
fn letter(word: &str, names: Option<[char; KINDS]>) -> Option<u8> {
    let mut names = names.iter().flatten();
    let kind = names.position(|name| word.chars().eq([*name]))?;
    Some(kind as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "kinds P N B R Q K\nregisters 2 9\nstart 8/8/8/8/8/8/8/N7 black 1 0\n";

    #[test]
    fn every_line_comes_back_as_it_was() {
        let lines = "\
both N leaps (-1,+2) (+2,+1) to empty enemy
white R slides (0,+1) to empty enemy own from ranks 2 3
black P leaps (0,+1) to empty from a2 b7 becomes N Q
both K leaps (+2,0) to empty from e1 if empty (+1,0) if own R (+3,0) if their P (0,+1) if safe (0,0) if register 0 = 1 if register 1 = file then clear (+1,0) then carry (+3,0) (+1,0)
both never exposes K
both never threatens Q
white never quiet when taking is possible
both stops if their K can be taken
both stops if own K can be taken
black stops if no own K
both stops if any their P
both stops if several own K
both stops if no K at all
both stops if several K in all
both stops if their K on d4 e4
both stops if their K unmatched on ranks 8
both stops if register 1 = 3
both register 1 becomes 0 always
both register 0 becomes 0 on touching e1 h1
both register 1 becomes file on P (0,+2) from ranks 2
white register 1 becomes less on threatening K
";
        let text = format!("{HEAD}{lines}");
        let program: Program = text.parse().unwrap();
        assert_eq!(program.to_string(), text);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let check = |line: &str, message: &str| {
            let error = format!("{HEAD}{line}").parse::<Program>().unwrap_err();
            assert_eq!(error.to_string(), format!("line 4: {message}"));
        };
        check("both", "the line ends where a rule should be");
        check(
            "all N leaps (1,1) to empty",
            "`all` is neither both, white nor black",
        );
        check("both X leaps (1,1) to empty", "`X` is no kind of man");
        check("both N leaps to empty", "a step needs a way, as in (+1,+2)");
        check(
            "both N leaps (9,1) to empty",
            "`(9,1)` is no way, as in (+1,-2)",
        );
        check(
            "both N leaps (1,1) to empty now",
            "`now` is one word too many",
        );
        check("both stops if register 5 = 0", "there is no register 5");
        check("both stops if K on e4", "`K` is no reason to stop");
        check("start 8/8/8/8/8/8/8/8 white", "a second line `start`");
        assert_eq!(
            "".parse::<Program>().unwrap_err().to_string(),
            "line 1: there is no line `start`"
        );
        let wide = "kinds P N B R Q K\nregisters none\nstart 9/8/8/8/8/8/8/8 white";
        assert!(wide.parse::<Program>().is_err());
    }
}
