//! What there is none of: `no queens or rooks`, `white has no queen, rook`, `neither side has castled`.
//!
//! `not` is of the language and denies one predicate. `no` is of English: it denies the whole list after it.
//! Where a list might as well end before its last part, the sentence is refused.

use super::{Parser, Scope, men::trait_word, sides::bind};
use crate::{Expr, Kind, Men, ParseError, Predicate, Range, lexer::Token};

impl Parser<'_> {
    /// `not` or `no`, which has been read, and what is denied.
    pub(super) fn denial(&mut self, list: bool) -> Result<Expr, ParseError> {
        // A side after `not` belongs to what is denied.
        let outer = (self.scope, self.naming, self.bound, self.denied);
        self.denied = true;
        let changed = self.scope_change()?;
        if let Some(scope) = changed {
            self.scope = scope;
            self.bound |= matches!(scope, Scope::Bound(_));
        }
        let named = changed.and(self.naming);
        let start = self.at;
        let first = self.unit()?;
        self.check_spoken_of(named, start)?;
        let mut parts = vec![first];
        if list {
            self.rest_of_list(start, &mut parts)?;
        }
        (self.scope, self.naming, self.bound, self.denied) = outer;
        let part = if parts.len() == 1 {
            parts.remove(0)
        } else {
            Expr::Any(parts)
        };
        let part = match changed {
            Some(Scope::Bound(binder)) => bind(binder, part),
            _ => part,
        };
        Ok(Expr::Not(Box::new(part)))
    }

    /// Everything that `no` denies beside its first part, which began at token `start`.
    fn rest_of_list(&mut self, start: usize, parts: &mut Vec<Expr>) -> Result<(), ParseError> {
        let men = self.bare_men(start, &parts[0]).is_some();
        loop {
            let at = self.at;
            let comma = self.accept_symbol(",");
            if self.accept_any(&["or", "nor"]) {
                if comma && !men {
                    return Err(self.unclear_denial(at));
                }
                parts.push(self.alternative(at, parts.last())?);
            } else if men && (self.accept_word("and") || comma) {
                let Some(part) = self.next_of_list(at)? else {
                    self.at = at;
                    return Ok(());
                };
                parts.push(part);
            } else {
                self.at = at;
                return Ok(());
            }
        }
    }

    /// What stands after `no … or`: denied too.
    fn alternative(&mut self, at: usize, last: Option<&Expr>) -> Result<Expr, ParseError> {
        // `no pawn on d4 or d5`.
        if let Some(Expr::Is(Predicate::Count(count))) = last
            && let Some(men) = count.men()
            && !men.region.is_whole_board()
            && self.area_follows(0)
        {
            let men = Men {
                region: self.region()?,
                ..men.clone()
            };
            return Ok(super::counts::counted(men, Range::at_least(1)));
        }
        let opens = self.peek() == Token::Symbol("(");
        if opens || self.at_amount() || self.is_word("not") || self.is_word("no") {
            return Err(self.unclear_denial(at));
        }
        let named = match self.scope_change()? {
            Some(scope @ Scope::Side(_)) => {
                self.scope = scope;
                self.naming
            }
            Some(_) => return Err(self.unclear_denial(at)),
            None => None,
        };
        let start = self.at;
        if self.side_word()?.is_some() {
            return Err(self.unclear_denial(at));
        }
        let part = self.unit()?;
        self.check_spoken_of(named, start)?;
        if self.compared_since(start) {
            return Err(self.unclear_denial(at));
        }
        Ok(part)
    }

    /// More men after a comma or `and`; nothing where something else is said.
    fn next_of_list(&mut self, at: usize) -> Result<Option<Expr>, ParseError> {
        let start = self.at;
        if !self.at_quantity()
            || self.peek_at(1) == Token::Symbol(".")
            || self.any_dropped_before(0)
        {
            return Ok(None);
        }
        let begins_with_trait =
            matches!(self.peek(), Token::Word(word) if trait_word(word).is_some());
        let part = self.unit()?;
        let Some(men) = self.bare_men(start, &part) else {
            return Ok(None);
        };
        if men.kind == Kind::King {
            return Ok(None);
        }
        let on_board = self.tokens[start..self.at].iter().any(
            |(token, _)| matches!(token, Token::Word(word) if word.eq_ignore_ascii_case("board")),
        );
        let comma = self
            .tokens
            .get(at)
            .is_some_and(|(token, _)| *token == Token::Symbol(","));
        if begins_with_trait || !men.is_material() || (on_board && comma) {
            return Err(self.unclear_denial(at));
        }
        Ok(Some(part))
    }

    /// The men, where nothing but men was said since this token.
    fn bare_men<'e>(&self, start: usize, expr: &'e Expr) -> Option<&'e Men> {
        let Expr::Is(Predicate::Count(count)) = expr else {
            return None;
        };
        let number = matches!(self.tokens.get(start), Some((Token::Number(_), _)));
        let bare = count.range == Range::at_least(1) && !self.compared_since(start) && !number;
        count.men().filter(|_| bare)
    }

    fn compared_since(&self, start: usize) -> bool {
        self.tokens[start..self.at]
            .iter()
            .any(|(token, _)| matches!(token, Token::Symbol("=" | "!=" | "<" | "<=" | ">" | ">=")))
    }

    /// A list of what is missing that may have ended before this.
    fn unclear_denial(&self, at: usize) -> ParseError {
        let from = self.span_at(at.saturating_sub(self.at));
        let from = self.tokens.get(at).map_or(from, |(_, span)| span.clone());
        self.error(from.start..self.end_of_last().max(from.end), "is this denied too?")
            .with_hint("`no A or B` denies both: write `no` before each that is missing, and what is there with its number or in parentheses, as in `no queens and no rooks`, `no queens and R=2`, `(no queens) or R=2`")
    }
}
