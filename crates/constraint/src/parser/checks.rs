//! Statements about check, mate and stalemate, and by whom: a side or a man.
//!
//! Who mates is who gives check in the final position: `mate by a queen` is a checkmate in which a queen checks.

use super::{Parser, Scope, men::kind};
use crate::{Expr, Judged, ParseError, Predicate, Quantity, Side, Trait, lexer::Token};

impl Parser<'_> {
    pub(super) fn about_check(
        &mut self,
        word: &str,
        named: Option<Side>,
        start: usize,
    ) -> Result<Option<Expr>, ParseError> {
        let predicate = match word {
            "in" => {
                let double = self.is_word("double");
                let check = self.check_or_double()?;
                let side = named.or_else(|| self.scope_side());
                let by = side.map_or(Side::Opponent, Side::opponent);
                return self.with_checker(check(side), double, by).map(Some);
            }
            "gives" if self.accept_any(&["mate", "checkmate"]) => {
                let side = self.needs_side(named, start, "mates")?;
                return self.mate(Some(side.opponent())).map(Some);
            }
            "gives" => {
                let double = self.is_word("double");
                let check = self.check_or_double()?;
                let side = self.needs_side(named, start, "gives check")?;
                return self
                    .with_checker(check(Some(side.opponent())), double, side)
                    .map(Some);
            }
            "check" => return self.check_by().map(Some),
            // A mate by two bishops is a motif.
            "double" if self.is_word("bishop") => return Ok(None),
            "double" => {
                self.expect_word("check")?;
                let check = Predicate::DoubleCheck(None);
                return self.with_checker(check, true, Side::Opponent).map(Some);
            }
            "checkmate" | "mate" | "checkmates" | "mates" if self.accept_word("in") => {
                let moves = Predicate::Judged(Judged::MateIn(self.comparison()?));
                return self.about_mover(named, start, moves).map(Some);
            }
            "checkmate" | "mate" => return self.mate(None).map(Some),
            "checkmated" | "mated" => {
                let side = named.or_else(|| self.scope_side());
                return self.mate(side).map(Some);
            }
            "checkmates" | "mates" => {
                let side = self.needs_side(named, start, "mates")?;
                return self.mate(Some(side.opponent())).map(Some);
            }
            "stalemate" if self.accept_word("trick") => {
                let trick = Predicate::Judged(Judged::Motif("stalemateTrick".to_owned()));
                return self.about_mover(named, start, trick).map(Some);
            }
            "stalemate" => Predicate::Stalemate(self.by_side()?),
            "stalemated" => Predicate::Stalemate(named.or_else(|| self.scope_side())),
            "stalemates" => Predicate::Stalemate(Some(
                self.needs_side(named, start, "stalemates")?.opponent(),
            )),
            _ => return Ok(None),
        };
        Ok(Some(predicate.into()))
    }

    /// `check` or `double check`, as what is said of a side.
    fn check_or_double(&mut self) -> Result<fn(Option<Side>) -> Predicate, ParseError> {
        let double = self.accept_word("double");
        self.expect_word("check")?;
        Ok(if double {
            Predicate::DoubleCheck
        } else {
            Predicate::Check
        })
    }

    /// `check`, `check by white`, `check by N`, `check by white N`.
    fn check_by(&mut self) -> Result<Expr, ParseError> {
        match self.checker(Side::Opponent)? {
            Some((_, checker)) => Ok(checker),
            None => Ok(Predicate::Check(self.by_side()?).into()),
        }
    }

    /// A check of this side, perhaps by a man of the other; of a double check both are said.
    fn with_checker(
        &mut self,
        check: Predicate,
        double: bool,
        by: Side,
    ) -> Result<Expr, ParseError> {
        let start = self.at;
        Ok(match self.checker(by)? {
            None => check.into(),
            Some((side, _)) if side != by && by != Side::Opponent => {
                self.at = start;
                return Err(self
                    .unexpected("`and` or the end")
                    .with_hint("a side is in check by the other side's men"));
            }
            Some((_, checker)) if double => Expr::All(vec![check.into(), checker]),
            Some((_, checker)) => checker,
        })
    }

    /// A mate of this side, or of whoever is to move; perhaps by a man, who gives the check.
    fn mate(&mut self, mated: Option<Side>) -> Result<Expr, ParseError> {
        let start = self.at;
        let by = mated.map_or(Side::Opponent, Side::opponent);
        let Some((side, checker)) = self.checker(by)? else {
            let by = self.by_side()?;
            return Ok(Predicate::Checkmate(mated.or(by)).into());
        };
        let several = matches!(self.tokens.get(start + 1), Some((Token::Number(_), _)));
        let joined = self.is_word("and")
            && matches!(self.peek_at(1), Token::Word(word) if kind(word).is_some())
            && !matches!(
                self.peek_at(2),
                Token::Symbol("=" | "!=" | "<" | "<=" | ">" | ">=")
            );
        if several || joined || (mated.is_some() && side != by) {
            let end = self.end_of_last();
            let first = self.tokens.get(start).map_or(end, |(_, span)| span.start);
            return Err(self
                .error(first..end, "which man gives the mate?")
                .with_hint("`mate by N` names the man that gives check; the men that are left are counted, as in `mate and KBNvK` or `white mates and white B=1 N=1`"));
        }
        let mated = mated.or_else(|| (side != Side::Opponent).then(|| side.opponent()));
        Ok(Expr::All(vec![Predicate::Checkmate(mated).into(), checker]))
    }

    /// `by N`, `by white N`: whose man gives check, and that he does; of this side where none is named.
    fn checker(&mut self, by: Side) -> Result<Option<(Side, Expr)>, ParseError> {
        let start = self.at;
        if !self.accept_word("by") {
            return Ok(None);
        }
        let side = match self.side_word()? {
            None => by,
            Some(Scope::Side(side)) if self.at_quantity() => side,
            Some(_) => {
                self.at = start;
                return Ok(None);
            }
        };
        let outer = (self.scope, self.naming.take());
        self.scope = Scope::Side(side);
        let checker = self.count();
        (self.scope, self.naming) = outer;
        let expected = "a man that gives check, as in `check by N`";
        let Expr::Is(Predicate::Count(mut count)) = checker? else {
            return Err(self.unexpected(expected));
        };
        for term in &mut count.terms {
            let Quantity::Men(men) = &mut term.quantity else {
                return Err(self.unexpected(expected));
            };
            men.traits.push(Trait::Checking);
            men.traits.sort_unstable();
            men.traits.dedup();
        }
        Ok(Some((side, Predicate::Count(count).into())))
    }

    /// `by white`: the side it is done to, if said.
    fn by_side(&mut self) -> Result<Option<Side>, ParseError> {
        if !self.accept_word("by") {
            return Ok(None);
        }
        match self.side_word()? {
            Some(Scope::Side(side)) => Ok(Some(side.opponent())),
            _ => Err(self.unexpected("`white` or `black`")),
        }
    }
}
