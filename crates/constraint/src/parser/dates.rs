//! Dates: `date 2020`, `date 2020..2023`, `date>=2020-05`, `date 2020.05.17`.

use super::Parser;
use crate::{
    ParseError, Range,
    date::{days, next, previous},
    error::quoted,
    lexer::Token,
};

const HINT: &str =
    "write a year, a month or a day, as in `date 2020..2023`, `date>=2020-05`, `date 2020-05-17`";

impl<'a> Parser<'a> {
    /// A comparison and a date, or a range of dates; bounds are included, a year from its first to its last day.
    pub(super) fn dates(&mut self) -> Result<Range, ParseError> {
        let sign = match self.peek() {
            Token::Symbol(sign @ ("=" | "<" | "<=" | ">" | ">=")) => {
                self.at += 1;
                sign
            }
            Token::Word(word) => match word.to_ascii_lowercase().as_str() {
                "from" | "since" => self.skipping(">="),
                "after" => self.skipping(">"),
                "before" => self.skipping("<"),
                "until" => self.skipping("<="),
                "in" => self.skipping("="),
                _ => "=",
            },
            _ => "=",
        };
        let start = self.span().start;
        if sign == "=" && self.accept_symbol("..") {
            return Ok(Range::at_most(self.date()?.1));
        }
        let (first, last) = self.date()?;
        match sign {
            "<" => return Ok(Range::at_most(previous(first))),
            "<=" => return Ok(Range::at_most(last)),
            ">" => return Ok(Range::at_least(next(last))),
            ">=" if !matches!(self.peek(), Token::Symbol("..")) && !self.is_word("to") => {
                return Ok(Range::at_least(first));
            }
            _ => {}
        }
        let open = self.accept_symbol("..");
        if open && !matches!(self.peek(), Token::Number(_)) {
            return Ok(Range::at_least(first));
        }
        // `2020-2023`: no month has four digits.
        let years = matches!(self.peek_at(1), Token::Number(text) if text.len() >= 4)
            && (self.peek() == Token::Symbol("-") || self.is_word("to"));
        if years {
            self.at += 1;
        }
        if !open && !years {
            return Ok(Range {
                min: first,
                max: last,
            });
        }
        let (_, end) = self.date()?;
        if end < first {
            return Err(self
                .error(start..self.end_of_last(), "this range of dates is empty")
                .with_hint("write the earlier date first"));
        }
        Ok(Range {
            min: first,
            max: end,
        })
    }

    fn skipping(&mut self, sign: &'static str) -> &'static str {
        self.at += 1;
        sign
    }

    /// The first and the last day of a year, a month or a day.
    fn date(&mut self) -> Result<(i32, i32), ParseError> {
        let start = self.span().start;
        let Token::Number(text) = self.peek() else {
            return Err(self.unexpected("a date").with_hint(HINT));
        };
        self.at += 1;
        let (year, fraction) = text.split_once('.').unwrap_or((text, ""));
        let month = if fraction.is_empty() {
            self.part_of_date()
        } else {
            Some(fraction)
        };
        let day = month.and_then(|_| self.part_of_date());
        let number = |text: &str| text.parse::<i32>().unwrap_or(-1);
        days(number(year), month.map(number), day.map(number)).ok_or_else(|| {
            let written = start..self.end_of_last();
            let text = quoted(&self.text[written.clone()]);
            self.error(written, format!("there is no day {text}"))
                .with_hint(HINT)
        })
    }

    /// `-05`, `.05` or `/05`, right behind what was read.
    fn part_of_date(&mut self) -> Option<&'a str> {
        let Token::Symbol("-" | "." | "/") = self.peek() else {
            return None;
        };
        let Token::Number(text) = self.peek_at(1) else {
            return None;
        };
        let joined = self.span().start == self.end_of_last() && text.len() <= 2;
        joined.then(|| {
            self.at += 2;
            text
        })
    }
}
