//! The words of a line: squares, ways, kinds and numbers, each with its own complaint.

use crate::{
    position::{KINDS, square},
    program::{Value, Way, rank_squares},
};

/// The words of a line, read one after another.
pub(super) struct Words<'a> {
    pub(super) words: std::iter::Peekable<std::str::SplitWhitespace<'a>>,
    pub(super) names: Option<[char; KINDS]>,
    pub(super) registers: usize,
}

/// What was read, or what is wrong with it.
pub(super) type Read<T> = Result<T, String>;

impl<'a> Words<'a> {
    pub(super) fn next(&mut self, what: &str) -> Read<&'a str> {
        self.words
            .next()
            .ok_or_else(|| format!("the line ends where {what} should be"))
    }

    pub(super) fn expect(&mut self, word: &str) -> Read<()> {
        match self.next(&format!("`{word}`"))? {
            found if found == word => Ok(()),
            found => Err(format!("`{found}` stands where `{word}` should be")),
        }
    }

    pub(super) fn squares(&mut self) -> Read<u64> {
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

    pub(super) fn way(&mut self) -> Read<Way> {
        let word = self.next("a way")?;
        let inner = word
            .strip_prefix('(')
            .and_then(|word| word.strip_suffix(')'));
        let parts = inner.and_then(|inner| inner.split_once(','));
        let number = |text: &str| text.parse().ok().filter(|way: &i8| (-7..=7).contains(way));
        let way = parts.and_then(|(files, ranks)| Some((number(files)?, number(ranks)?)));
        way.ok_or_else(|| format!("`{word}` is no way, as in (+1,-2)"))
    }

    pub(super) fn kind(&mut self) -> Read<u8> {
        let word = self.next("a kind of man")?;
        self.kind_of(word)
    }

    pub(super) fn kind_of(&self, word: &str) -> Read<u8> {
        letter(word, self.names).ok_or_else(|| format!("`{word}` is no kind of man"))
    }

    pub(super) fn owner(&mut self) -> Read<bool> {
        match self.next("own or their")? {
            "own" => Ok(true),
            "their" => Ok(false),
            word => Err(format!("`{word}` is neither own nor their")),
        }
    }

    pub(super) fn register(&mut self) -> Read<u8> {
        let register: u8 = self.number("a register")?;
        if (register as usize) < self.registers {
            Ok(register)
        } else {
            Err(format!("there is no register {register}"))
        }
    }

    pub(super) fn value(&mut self) -> Read<Value> {
        match self.words.next_if_eq(&"file") {
            Some(_) => Ok(Value::File),
            None => Ok(Value::Fixed(self.number("a value")?)),
        }
    }

    pub(super) fn number(&mut self, what: &str) -> Read<u8> {
        let word = self.next(what)?;
        word.parse()
            .map_err(|_| format!("`{word}` stands where {what} should be"))
    }
}

/// The kind that a letter stands for.
pub(super) fn letter(word: &str, names: Option<[char; KINDS]>) -> Option<u8> {
    let mut names = names.iter().flatten();
    let kind = names.position(|name| word.chars().eq([*name]))?;
    Some(kind as u8)
}
