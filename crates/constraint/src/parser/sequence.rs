//! One thing after another: `A then B`.
//!
//! `A then B` holds where B holds and A held in an earlier position of the same game: it is read as `earlier (A) and
//! B`. It binds more loosely than `or`, so each part is a whole sentence; `A then B then C` asks for A, later B, and C now.

use super::{
    Parser,
    sides::{Binder, Scope},
};
use crate::{Beyond, Expr, ParseError, Predicate, Side};

impl Parser<'_> {
    /// Sentences joined by `then`.
    pub(super) fn sequence(&mut self) -> Result<Expr, ParseError> {
        let start = self.span().start;
        let mut first = self.or()?;
        while self.is_word("then") {
            let before = start..self.end_of_last();
            self.at += 1;
            first = match (self.scope, first) {
                // The side that is spoken of stays the same.
                (Scope::Bound(Binder::AnySide), Expr::AnySide(part)) => {
                    let part = self.of_the_same_side(*part)?;
                    Expr::AnySide(Box::new(part))
                }
                (Scope::Bound(Binder::EachSide), Expr::EachSide(part)) => {
                    let part = self.of_the_same_side(*part)?;
                    Expr::EachSide(Box::new(part))
                }
                (Scope::Bound(_), _) => {
                    return Err(self
                        .error(before, "of which side does `then` go on to speak?")
                        .with_hint(
                            "put it in parentheses: `elo>=2000 and any side (B=2 then B=1)`",
                        ));
                }
                (_, first) => after(first, self.or()?),
            };
        }
        Ok(first)
    }

    fn of_the_same_side(&mut self, first: Expr) -> Result<Expr, ParseError> {
        let outer = (self.scope, self.naming, self.bound);
        self.scope = Scope::Side(Side::Own);
        self.bound = true;
        let next = self.or()?;
        (self.scope, self.naming, self.bound) = outer;
        Ok(after(first, next))
    }

    /// `earlier (A)`, the word having been read.
    pub(super) fn earlier(&mut self) -> Result<Beyond, ParseError> {
        if self.peek() != crate::lexer::Token::Symbol("(") {
            return Err(self
                .unexpected("`(`")
                .with_hint("say `earlier (…)`, or `… then …` for one thing after another"));
        }
        Ok(Beyond::Earlier(Box::new(self.unit()?)))
    }
}

/// The second sentence, where the first held earlier.
fn after(first: Expr, second: Expr) -> Expr {
    let earlier = Predicate::Beyond(Beyond::Earlier(Box::new(first)));
    Expr::All(vec![earlier.into(), second])
}
