//! Numbers, ranges and comparisons.

use super::Parser;
use crate::{ParseError, Range, error::quoted, lexer::Token};

/// No count, rating or clock of chess comes near this.
const MAX_NUMBER: i32 = 1_000_000;

impl Parser<'_> {
    /// A comparison sign and a number or range; for words such as `ply` the sign may be left out.
    pub(super) fn comparison(&mut self) -> Result<Range, ParseError> {
        let sign = self.peek();
        match sign {
            Token::Symbol("=" | "!=") => {
                self.at += 1;
                self.range()
            }
            Token::Symbol("<" | "<=" | ">" | ">=") => {
                let start = self.span().start;
                self.at += 1;
                let range = compared(sign, self.signed_number()?);
                self.check_writable(start, range)?;
                Ok(range)
            }
            _ => self.range(),
        }
    }

    /// Arithmetic on the bounds must not lead beyond the numbers the language can write.
    pub(super) fn check_writable(&self, start: usize, range: Range) -> Result<(), ParseError> {
        let writable = |bound: i32| {
            bound == i32::MIN
                || bound == i32::MAX
                || bound.unsigned_abs() <= MAX_NUMBER.unsigned_abs()
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

    /// `5`, `5..7`, `5..`, `..7`.
    pub(super) fn range(&mut self) -> Result<Range, ParseError> {
        let span = self.span();
        if self.accept_symbol("..") {
            return Ok(Range::at_most(self.signed_number()?));
        }
        let min = self.signed_number()?;
        if !self.accept_symbol("..") {
            return Ok(Range::exactly(min));
        }
        let bounded = matches!(self.peek(), Token::Number(_))
            || (self.peek() == Token::Symbol("-") && matches!(self.peek_at(1), Token::Number(_)));
        if !bounded {
            return Ok(Range::at_least(min));
        }
        let max = self.signed_number()?;
        if min > max {
            let end = self.end_of_last();
            return Err(self
                .error(span.start..end, "this range is empty")
                .with_hint(format!("write the smaller number first: `{max}..{min}`")));
        }
        Ok(Range { min, max })
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
