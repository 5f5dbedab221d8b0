//! One side beside the other: `more pawns than black`, `only white has a queen`, `a lone king`.

use super::{Parser, Scope, counts::count_of, phrases::difference};
use crate::{Expr, Kind, ParseError, Quantity, Range, Side, lexer::Token};

impl Parser<'_> {
    /// `more pawns`, `fewer pieces`, `more material`, so many tokens ahead.
    pub(super) fn at_more(&self) -> bool {
        let more = ["more", "fewer", "less"]
            .iter()
            .any(|word| self.is_word(word));
        let what = matches!(self.peek_at(1), Token::Word(word)
            if !word.eq_ignore_ascii_case("than"));
        more && what
    }

    /// `more pawns than black`, by exactly so many where a number stood before it.
    pub(super) fn more(&mut self, by: Option<i32>) -> Result<Expr, ParseError> {
        let start = self.at;
        let more = self.is_word("more");
        self.at += 1;
        let side = self.needs_side(None, start, "more pawns than black")?;
        let first = self.compared_quantity(side)?;
        if !self.accept_word("than") {
            return Err(self
                .unexpected("`than`")
                .with_hint("say than whom, as in `white has more pawns than black`, or compare sums: `white.P > black.P`"));
        }
        let second = match self.side_word()? {
            Some(Scope::Side(other)) => of_side(&first, other),
            Some(_) => return Err(self.unexpected("`white` or `black`")),
            None if self.is_word("opponent") => of_side(&first, side.opponent()),
            None => self.compared_quantity(side)?,
        };
        let range = by.map_or(Range::at_least(1), Range::exactly);
        Ok(if more {
            difference(first, second, range)
        } else {
            difference(second, first, range)
        })
    }

    fn compared_quantity(&mut self, side: Side) -> Result<Quantity, ParseError> {
        if self.accept_word("material") {
            return Ok(Quantity::Points(Some(side)));
        }
        match self.quantity()? {
            Quantity::OpenFiles | Quantity::LegalMoves => Err(self
                .unexpected("men of one side")
                .with_hint("compare men, as in `white has more pawns than black`")),
            quantity => Ok(of_side(&quantity, side)),
        }
    }

    /// `only white has a queen`, `only black can castle`, `only one side has rooks`.
    pub(super) fn at_only_side(&self) -> bool {
        let colour = self.next_is_word(1, "white") || self.next_is_word(1, "black");
        let any = self.next_is_word(1, "any") && self.next_is_word(2, "side");
        if !self.is_word("only") || !(colour || any) {
            return false;
        }
        let after = if any { 3 } else { 2 };
        let castles = ["castled", "can", "castling"]
            .iter()
            .any(|word| self.next_is_word(after, word));
        castles || self.dropped_before(after, &["has", "have", "is"])
    }

    /// What holds of this side and not of the other.
    pub(super) fn only_side(&mut self) -> Result<Expr, ParseError> {
        self.at += 1;
        let any = self.accept_word("any");
        let side = if any {
            Side::Own
        } else if self.is_word("white") {
            Side::White
        } else {
            Side::Black
        };
        self.at += 1;
        let outer = (self.scope, self.naming.take(), self.denied);
        let start = self.at;
        self.scope = Scope::Side(side);
        let holds = self.unit()?;
        self.at = start;
        (self.scope, self.denied) = (Scope::Side(side.opponent()), true);
        let fails = self.unit()?;
        (self.scope, self.naming, self.denied) = outer;
        let joined = usize::from(self.is_word("and") || self.peek() == Token::Symbol(","));
        let (at, more) = (self.at, joined == 1);
        self.at += joined;
        let unclear = more && (self.at_quantity() || self.at_amount());
        let unclear = unclear && self.peek_at(1) != Token::Symbol(".");
        self.at = at;
        if unclear {
            return Err(self.unexpected("the end, or a side").with_hint(
                "say whose these are, as in `only white has a queen and white has a rook`",
            ));
        }
        let only = Expr::All(vec![holds, Expr::Not(Box::new(fails))]);
        Ok(if any {
            Expr::AnySide(Box::new(only))
        } else {
            only
        })
    }

    /// `lone king`, of which the first word has been read: nothing else is left; of either side where none is named.
    pub(super) fn lone_king(&mut self) -> Result<Expr, ParseError> {
        if !self.accept_any(&["king", "K"]) {
            return Err(self
                .unexpected("`king`")
                .with_hint("`black has a lone king` says that nothing else is left to Black"));
        }
        let joined = usize::from(self.is_word("and") || self.peek() == Token::Symbol(","));
        let more = self.peek_at(joined);
        let counted = matches!(more, Token::Number(_))
            || matches!(more, Token::Word(word) if super::men::kind(word).is_some() || super::men::trait_word(word).is_some());
        if counted {
            return Err(self
                .unexpected("the end: a lone king has no other men beside it")
                .with_hint("say what is left, as in `black pieces=0 P=2`, or both sides' men, as in `KQvKP`"));
        }
        let named = self.scope_side();
        let side = named.unwrap_or(Side::Own);
        let alone = Expr::All(vec![
            count_of(Some(side), Kind::Piece, Range::exactly(0)),
            count_of(Some(side), Kind::Pawn, Range::exactly(0)),
        ]);
        Ok(match named {
            Some(_) => alone,
            None => Expr::AnySide(Box::new(alone)),
        })
    }
}

/// The same, of this side.
fn of_side(quantity: &Quantity, side: Side) -> Quantity {
    let mut quantity = quantity.clone();
    match &mut quantity {
        Quantity::Men(men) => men.side = Some(side),
        Quantity::Points(of) | Quantity::Promoted(of) => *of = Some(side),
        Quantity::OpenFiles | Quantity::LegalMoves => {}
    }
    quantity
}
