//! Numbers, ranges and comparisons.

use super::Parser;
use crate::{ParseError, Range, error::quoted, lexer::Token};

/// No count, rating or clock of chess comes near this.
const MAX_NUMBER: i32 = 1_000_000;

/// No engine gives more hundredths of a pawn than this: a thousand pawns.
pub(super) const MAX_SCORE: i32 = 100_000;

/// What numbers are of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    /// Whole numbers.
    Whole,
    /// Pawns with up to two decimals, as hundredths.
    Score,
}

impl Unit {
    fn largest(self) -> i32 {
        match self {
            Unit::Whole => MAX_NUMBER,
            Unit::Score => MAX_SCORE,
        }
    }
}

impl Parser<'_> {
    /// A comparison and a number or range; for words such as `ply` the sign may be left out.
    pub(super) fn comparison(&mut self) -> Result<Range, ParseError> {
        self.compare(Unit::Whole)
    }

    pub(super) fn compare(&mut self, unit: Unit) -> Result<Range, ParseError> {
        let start = self.span().start;
        if self.accept_word("between") {
            let min = self.value(unit)?;
            if !self.accept_word("and") {
                return Err(self.unexpected("`and`"));
            }
            let max = self.value(unit)?;
            return self.ordered(start, unit, min, max);
        }
        if self.accept_word("from") {
            let range = self.range_of(unit)?;
            let open = range.min == range.max;
            return Ok(if open {
                Range::at_least(range.min)
            } else {
                range
            });
        }
        let sign = match self.peek() {
            sign @ Token::Symbol("=" | "!=" | "<" | "<=" | ">" | ">=") => {
                self.at += 1;
                sign
            }
            _ => self.sign_in_words(),
        };
        if matches!(sign, Token::Symbol("<" | "<=" | ">" | ">=")) {
            let range = compared(sign, self.value(unit)?);
            self.check_within(start, range, unit.largest())?;
            return Ok(range);
        }
        self.range_of(unit)
    }

    /// `at least`, `more than`, `under` and the like, as the sign they stand for.
    fn sign_in_words(&mut self) -> Token<'static> {
        const SIGNS: &[(&[&str], &str)] = &[
            (&["at", "least"], ">="),
            (&["at", "most"], "<="),
            (&["up", "to"], "<="),
            (&["more", "than"], ">"),
            (&["greater", "than"], ">"),
            (&["higher", "than"], ">"),
            (&["over"], ">"),
            (&["above"], ">"),
            (&["less", "than"], "<"),
            (&["fewer", "than"], "<"),
            (&["lower", "than"], "<"),
            (&["under"], "<"),
            (&["below"], "<"),
            (&["exactly"], "="),
        ];
        let found = SIGNS.iter().find(|(words, _)| self.next_are_words(words));
        match found {
            Some((words, sign)) => {
                self.at += words.len();
                Token::Symbol(sign)
            }
            None => Token::Symbol("="),
        }
    }

    /// Whether an amount begins here that what is counted follows: `2 rooks`, `at least 5 pawns`.
    pub(super) fn at_amount(&self) -> bool {
        match self.peek() {
            Token::Number(_) => true,
            Token::Word(word) => match word.to_ascii_lowercase().as_str() {
                "over" | "above" | "under" | "below" | "exactly" | "between" | "from" | "only" => {
                    matches!(self.peek_at(1), Token::Number(_))
                }
                "at" | "more" | "greater" | "higher" | "less" | "fewer" | "lower" | "up" => {
                    matches!(self.peek_at(1), Token::Word(_))
                        && matches!(self.peek_at(2), Token::Number(_))
                        && !self.next_is_word(1, "by")
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Arithmetic on the bounds must not lead beyond the numbers the language can write.
    pub(super) fn check_writable(&self, start: usize, range: Range) -> Result<(), ParseError> {
        self.check_within(start, range, MAX_NUMBER)
    }

    fn check_within(&self, start: usize, range: Range, largest: i32) -> Result<(), ParseError> {
        let writable = |bound: i32| {
            bound == i32::MIN || bound == i32::MAX || bound.unsigned_abs() <= largest.unsigned_abs()
        };
        if writable(range.min) && writable(range.max) {
            return Ok(());
        }
        let end = self.end_of_last();
        let text = &self.text[start..end];
        Err(self.error(
            start..end,
            format!("the number that {} comes to is too large", quoted(text)),
        ))
    }

    /// Where the token before the next one ends.
    pub(super) fn end_of_last(&self) -> usize {
        self.at
            .checked_sub(1)
            .and_then(|last| self.tokens.get(last))
            .map_or(self.text.len(), |(_, span)| span.end)
    }

    /// `5`, `5..7`, `5..`, `..7`; also `5-7`, `5 to 7`, `5+`, `5 or more`.
    pub(super) fn range(&mut self) -> Result<Range, ParseError> {
        self.range_of(Unit::Whole)
    }

    fn range_of(&mut self, unit: Unit) -> Result<Range, ParseError> {
        let start = self.span().start;
        if self.accept_symbol("..") {
            return Ok(Range::at_most(self.value(unit)?));
        }
        let min = self.value(unit)?;
        if self.accept_symbol("..") {
            let bounded = matches!(self.peek(), Token::Number(_))
                || (self.peek() == Token::Symbol("-")
                    && matches!(self.peek_at(1), Token::Number(_)));
            if !bounded {
                return Ok(Range::at_least(min));
            }
        } else if matches!(self.peek_at(1), Token::Number(_))
            && (self.peek() == Token::Symbol("-") || self.is_word("to"))
        {
            self.at += 1;
        } else {
            return Ok(self.open_ended(min));
        }
        let max = self.value(unit)?;
        self.ordered(start, unit, min, max)
    }

    /// A number alone, or with `+` right behind it, `or more`, `or less`.
    fn open_ended(&mut self, number: i32) -> Range {
        const MORE: [&str; 5] = ["more", "higher", "above", "greater", "better"];
        const LESS: [&str; 5] = ["less", "fewer", "lower", "below", "under"];
        let (end, plus) = (self.end_of_last(), self.span());
        let next = self
            .tokens
            .get(self.at + 1)
            .map_or(self.text.len(), |(_, span)| span.start);
        let alone = plus.start == end && (next > plus.end || next == self.text.len());
        if self.peek() == Token::Symbol("+") && alone {
            self.at += 1;
            return Range::at_least(number);
        }
        if self.is_word("or") {
            for (words, range) in [
                (MORE, Range::at_least(number)),
                (LESS, Range::at_most(number)),
            ] {
                if words.iter().any(|word| self.next_is_word(1, word)) {
                    self.at += 2;
                    return range;
                }
            }
        }
        Range::exactly(number)
    }

    fn ordered(&self, start: usize, unit: Unit, min: i32, max: i32) -> Result<Range, ParseError> {
        if min <= max {
            return Ok(Range { min, max });
        }
        let [min, max] = [min, max].map(|number| match unit {
            Unit::Whole => number.to_string(),
            Unit::Score => crate::print::pawns(number),
        });
        Err(self
            .error(start..self.end_of_last(), "this range is empty")
            .with_hint(format!("write the smaller number first: `{max}..{min}`")))
    }

    fn value(&mut self, unit: Unit) -> Result<i32, ParseError> {
        match unit {
            Unit::Whole => self.signed_number(),
            Unit::Score => self.centipawns(),
        }
    }

    pub(super) fn signed_number(&mut self) -> Result<i32, ParseError> {
        let negative = self.accept_symbol("-");
        let number = self.number()?;
        Ok(if negative { -number } else { number })
    }

    pub(super) fn number(&mut self) -> Result<i32, ParseError> {
        let Token::Number(text) = self.peek() else {
            return Err(self.unexpected("a number"));
        };
        if text.contains('.') {
            return Err(self.error(
                self.span(),
                format!("expected a whole number, found {}", quoted(text)),
            ));
        }
        match text.parse::<i32>() {
            Ok(number) if number <= MAX_NUMBER => {
                self.at += 1;
                Ok(number)
            }
            _ => Err(self.error(
                self.span(),
                format!("the number {} is too large", quoted(text)),
            )),
        }
    }
}

pub(super) fn compared(sign: Token<'_>, number: i32) -> Range {
    match sign {
        Token::Symbol("<") => Range::at_most(number - 1),
        Token::Symbol("<=") => Range::at_most(number),
        Token::Symbol(">") => Range::at_least(number + 1),
        Token::Symbol(">=") => Range::at_least(number),
        _ => Range::exactly(number),
    }
}
