//! Reads a printed program.
//!
//! ```
//! use sissa_learn::Program;
//!
//! let text = "kinds P N B R Q K\nregisters none\nstart 8/8/8/8/8/8/8/N7 white\nboth N flies";
//! let error = text.parse::<Program>().unwrap_err();
//! assert_eq!(error.to_string(), "line 4: `flies` is neither leaps, slides, never, stops nor register");
//! ```

mod rules;
mod words;

use std::str::FromStr;

use self::words::{Read, Words};
use crate::{
    Game, Position, Program,
    position::{KINDS, REGISTERS},
};

/// Why a text is no program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct ParseError {
    /// Counted from 1.
    pub line: usize,
    pub message: String,
}

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

impl Words<'_> {
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
        for (register, values) in registers.iter().enumerate().take(used) {
            let value = self.number("the value of a register")?;
            if value >= (*values).max(1) {
                return Err(format!("register {register} cannot be {value}"));
            }
            position.registers[register] = value;
        }
        Ok(position)
    }
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
