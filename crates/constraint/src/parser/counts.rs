//! Counts: tuples, quantities, sums, ranges and regions.

use super::{
    Parser, Scope,
    men::{kind, trait_word},
    numbers::compared,
    phrases::endgame,
};
use crate::{
    Beyond, Count, Expr, Kind, Men, ParseError, Predicate, Quantity, Range, Side, Term,
    error::quoted, lexer::Token,
};

impl Parser<'_> {
    /// Whether a quantity begins here.
    pub(super) fn at_quantity(&self) -> bool {
        let Token::Word(word) = self.peek() else {
            return false;
        };
        kind(word).is_some()
            || trait_word(word).is_some()
            || self.shaded_bishops().is_some()
            || self.pawns_of_files().is_some()
            || match word.to_ascii_lowercase().as_str() {
                "promoted" | "points" => true,
                "open" => self.next_is_word(1, "files"),
                "legal" => self.next_is_word(1, "moves") || self.next_is_word(1, "move"),
                "white" | "black" | "mover" | "opponent" | "own" | "other" | "total" => {
                    self.peek_at(1) == Token::Symbol(".")
                }
                _ => false,
            }
    }

    /// A count; where it is of legal moves, also whose turn it must be.
    pub(super) fn count(&mut self) -> Result<Expr, ParseError> {
        let start = self.at;
        let outer = self.moving.take();
        let count = self.plain_count();
        let moving = std::mem::replace(&mut self.moving, outer);
        self.of_mover(moving, start, count?)
    }

    /// A sum compared with a range or another sum; a set of men alone means there is one.
    fn plain_count(&mut self) -> Result<Expr, ParseError> {
        if self.at_amount() {
            return self.amount();
        }
        let start = self.span();
        let (mut terms, mut constant) = self.sum()?;
        if let Token::Symbol("=" | "!=" | "<" | "<=" | ">" | ">=") = self.peek() {
            let denied = self.peek() == Token::Symbol("!=");
            let mut range = if matches!(self.peek_at(1), Token::Word(_)) {
                let comparison = self.peek();
                self.at += 1;
                let (right, right_constant) = self.sum()?;
                terms.extend(right.into_iter().map(|term| Term {
                    minus: !term.minus,
                    ..term
                }));
                constant -= right_constant;
                compared(comparison, 0)
            } else {
                self.comparison()?
            };
            let shift = |bound: i32| {
                if bound == i32::MIN || bound == i32::MAX {
                    bound
                } else {
                    bound.saturating_sub(constant)
                }
            };
            range = Range {
                min: shift(range.min),
                max: shift(range.max),
            };
            self.check_writable(start.start, range)?;
            if terms.first().is_some_and(|term| term.minus) {
                for term in &mut terms {
                    term.minus = !term.minus;
                }
                range = Range {
                    min: range.max.saturating_neg(),
                    max: range.min.saturating_neg(),
                };
                if range.min == -i32::MAX {
                    range.min = i32::MIN;
                }
            }
            if terms.is_empty() {
                return Err(self.error(start, "nothing is counted here"));
            }
            let expr = Expr::from(Predicate::Count(Count { terms, range }));
            return Ok(if denied {
                Expr::Not(Box::new(expr))
            } else {
                expr
            });
        }
        match terms.as_slice() {
            [
                Term {
                    minus: false,
                    quantity: Quantity::Men(men),
                },
            ] if constant == 0 => self.men_alone(men.clone()),
            _ => Err(self
                .unexpected("a comparison such as `=2`, `>=1` or `=0..3`")
                .with_hint("a sum is compared, as in `white R + B >= 2`; both sides' men are written `KRBvKR`")),
        }
    }

    /// A set of men without a number: there is one, or what the words after it make of it.
    fn men_alone(&mut self, men: Men) -> Result<Expr, ParseError> {
        if let Some(lead) = self.lead_of(&men, 1)? {
            return Ok(lead);
        }
        if let Some(described) = self.adjectives(&men, Range::at_least(1))? {
            return Ok(described);
        }
        if self.accept_any(&["off", "gone", "traded", "exchanged"]) {
            let _ = self.accept_word("board");
            return Ok(counted(men, Range::exactly(0)));
        }
        if let Some(kinds) = self.endgame_of(men.kind).filter(|_| men.is_material()) {
            return Ok(endgame(&kinds));
        }
        let on_board = self.accept_word("on");
        let _ = on_board && self.accept_word("board");
        // `no queens on the board`: of neither side.
        if on_board && men.side.is_none() && !self.denied {
            return Ok(each_side(counted(men, Range::at_least(1))));
        }
        self.check_one_of(&men)?;
        let some = counted(men, Range::at_least(1));
        Ok(if self.accept_each() {
            each_side(some)
        } else {
            some
        })
    }

    /// Men in the plural on a list of squares: all of these squares are meant, and the list is of alternatives.
    fn check_one_of(&self, men: &Men) -> Result<(), ParseError> {
        let mut squares = men.region.squares;
        // `on a7, b6 and c5`.
        if self.is_word("and")
            && let Token::Word(last) = self.peek_at(1)
            && let Ok(last) = last.parse::<shakmaty::Square>()
        {
            squares.add(last);
        }
        let (Some(first), Some(written)) = (self.list_of_squares(), self.tokens.get(self.at - 1))
        else {
            return Ok(());
        };
        if !self.plural || self.denied || men.region.relative || squares.count() < 2 {
            return Ok(());
        }
        let letter = self.letter_of(men.kind);
        let Some(letter) = letter else {
            return Ok(());
        };
        let placed = |letter: char| {
            let each: Vec<String> = squares
                .into_iter()
                .map(|square| format!("{letter}{square}"))
                .collect();
            each.join(" ")
        };
        let (white, black) = (placed(letter), placed(letter.to_ascii_lowercase()));
        let all = match men.side {
            Some(Side::White) => format!("`{white}`"),
            Some(Side::Black) => format!("`{black}`"),
            _ => format!("`{white}` or `{black}`"),
        };
        let list: Vec<String> = squares
            .into_iter()
            .map(|square| square.to_string())
            .collect();
        Err(self
            .error(
                first..written.1.end,
                "on all of these squares, or on one of them?",
            )
            .with_hint(format!(
                "all of them: {all}; one of them: `{letter} on {}`",
                list.join(",")
            )))
    }

    /// Where the list of squares begins that was just read.
    fn list_of_squares(&self) -> Option<usize> {
        let mut at = self.at.checked_sub(1)?;
        let square = |at: usize| matches!(self.tokens.get(at), Some((Token::Word(word), _)) if word.parse::<shakmaty::Square>().is_ok());
        while at >= 2 && square(at) && self.tokens[at - 1].0 == Token::Symbol(",") && square(at - 2)
        {
            at -= 2;
        }
        (square(at) && at + 1 < self.at).then(|| self.tokens[at].1.start)
    }

    fn letter_of(&self, kind: Kind) -> Option<char> {
        match kind.roles() {
            [role] => Some(role.upper_char()),
            _ => None,
        }
    }

    /// `2 rooks`, `at least 5 pawns`, `1500+ elo`: the number first.
    fn amount(&mut self) -> Result<Expr, ParseError> {
        let start = self.span().start;
        let _ = self.accept_word("only");
        let range = self.comparison()?;
        let written = start..self.end_of_last();
        if self.accept_word("elo") {
            let player = self.side_right_before();
            return Ok(Predicate::Beyond(Beyond::Elo(player, range)).into());
        }
        if self.at_more() && range.min == range.max {
            return self.more(Some(range.min));
        }
        if !self.at_quantity() {
            let message = format!("what is {} of?", quoted(&self.text[written.clone()]));
            let hint = if range.min.max(range.max) >= 400 && range.min != i32::MAX {
                "for ratings write `elo 1400..1600`, for moves `move 15..25`"
            } else {
                "say what is counted, as in `2 rooks`, `white P=5..7` or `move 20`"
            };
            return Err(self.error(written, message).with_hint(hint));
        }
        let quantity = self.quantity()?;
        if let Quantity::Men(men) = &quantity
            && let Some(lead) = self.lead_of(men, range.min)?
        {
            return Ok(lead);
        }
        if let Quantity::Men(men) = &quantity {
            self.check_connected(men, start)?;
            if let Some(described) = self.adjectives(men, range)? {
                return Ok(described);
            }
            self.on_board(men, range, start)?;
        }
        let count = Expr::from(Predicate::Count(Count::one(quantity, range)));
        Ok(if self.accept_each() {
            each_side(count)
        } else {
            count
        })
    }

    /// `on the board` after a number of men. Players count kings and pawns among the pieces there; the language does not.
    fn on_board(&mut self, men: &Men, range: Range, start: usize) -> Result<(), ParseError> {
        if !self.next_are_words(&["on", "board"]) {
            return Ok(());
        }
        self.at += 2;
        if men.kind == Kind::Piece && men.side.is_none() {
            let number = crate::print::range_text(range);
            return Err(self
                .error(
                    start..self.end_of_last(),
                    "are kings and pawns among these pieces?",
                )
                .with_hint(format!(
                    "with kings and pawns write `men{number}`, without them `pieces{number}`"
                )));
        }
        Ok(())
    }

    /// So many connected pawns: with each other, which the trait does not say.
    fn check_connected(&self, men: &Men, start: usize) -> Result<(), ParseError> {
        if !men.traits.contains(&crate::Trait::Connected) || !self.in_words {
            return Ok(());
        }
        Err(self
            .error(start..self.end_of_last(), "connected with each other, or each with some pawn?")
            .with_hint("`passed connected P=3` counts pawns that have one of their own beside them; for pawns beside each other name the squares, as in `pa4 pb4 pc4`, or write `preset connected-passers`"))
    }

    /// `each` after what each side has, not before `side`.
    fn accept_each(&mut self) -> bool {
        let binds = self.next_is_word(1, "side") || self.next_is_word(1, "sides");
        !binds && self.accept_word("each")
    }

    /// `endgame`, or `and pawn endgame`, after a kind: the kinds that are left.
    fn endgame_of(&mut self, first: Kind) -> Option<Vec<Kind>> {
        if self.accept_word("endgame") {
            return Some(vec![first]);
        }
        let Token::Word(second) = self.peek_at(1) else {
            return None;
        };
        let second = kind(second)?;
        if !self.is_word("and") || !self.next_is_word(2, "endgame") {
            return None;
        }
        self.at += 3;
        Some(vec![first, second])
    }

    fn sum(&mut self) -> Result<(Vec<Term>, i32), ParseError> {
        let mut terms = Vec::new();
        let mut constant: i32 = 0;
        let mut minus = false;
        loop {
            if let Token::Number(_) = self.peek() {
                let number = self.number()?;
                constant = constant.saturating_add(if minus { -number } else { number });
            } else {
                if !terms.is_empty() {
                    self.check_size(self.span(), self.depth, self.predicates + 1)?;
                    self.predicates += 1;
                }
                terms.push(Term {
                    minus,
                    quantity: self.quantity()?,
                });
            }
            minus = match self.peek() {
                Token::Symbol("+") => false,
                Token::Symbol("-") => true,
                _ => return Ok((terms, constant)),
            };
            self.at += 1;
        }
    }

    pub(super) fn quantity(&mut self) -> Result<Quantity, ParseError> {
        let span = self.span();
        let dotted = self.peek_at(1) == Token::Symbol(".");
        let mut side = None;
        if dotted {
            side = match self.side_word()? {
                Some(Scope::Total | Scope::Unset) => None,
                Some(Scope::Side(side)) => Some(side),
                Some(Scope::Bound(_)) | None => {
                    return Err(self.error(span, "expected a side before the dot, as in `white.P`"));
                }
            };
            self.at += 1;
        }
        if let Some(quantity) = self.sideless_quantity(span, dotted, side)? {
            return Ok(quantity);
        }
        if !dotted {
            side = self.scope_side();
        }
        let Token::Word(word) = self.peek() else {
            return Err(self.unexpected("something to count, such as `Q`, `minors` or `passed P`"));
        };
        match word.to_ascii_lowercase().as_str() {
            "promoted" => {
                self.at += 1;
                return Ok(Quantity::Promoted(side));
            }
            "points" => {
                self.at += 1;
                return Ok(Quantity::Points(side));
            }
            _ => {}
        }
        self.men(side).map(Quantity::Men)
    }

    /// What belongs to neither side: files, and the moves of whoever is to move.
    fn sideless_quantity(
        &mut self,
        span: std::ops::Range<usize>,
        dotted: bool,
        side: Option<Side>,
    ) -> Result<Option<Quantity>, ParseError> {
        let files = self.is_word("open") && self.next_is_word(1, "files");
        let moves = self.is_word("legal")
            && (self.next_is_word(1, "moves") || self.next_is_word(1, "move"));
        if !files && !moves {
            return Ok(None);
        }
        self.at += 2;
        let whole = span.start..self.end_of_last();
        if side.is_some() && files {
            return Err(self
                .error(whole, "open files belong to neither side")
                .with_hint("leave the side and the dot out"));
        }
        if side.is_some() {
            return Err(self
                .error(whole, "only the side to move has legal moves")
                .with_hint("say whose turn it is, as in `white to move and legal moves>=30`"));
        }
        if moves && !dotted {
            self.moving = self.scope_side();
        }
        Ok(Some(if files {
            Quantity::OpenFiles
        } else {
            Quantity::LegalMoves
        }))
    }
}

/// What is said of nobody, said of each side.
fn each_side(expr: Expr) -> Expr {
    let Expr::Is(Predicate::Count(mut count)) = expr else {
        return expr;
    };
    for term in &mut count.terms {
        if let Quantity::Men(Men { side, .. }) | Quantity::Points(side) | Quantity::Promoted(side) =
            &mut term.quantity
            && side.is_none()
        {
            *side = Some(Side::Own);
        }
    }
    Expr::EachSide(Box::new(Predicate::Count(count).into()))
}

pub(super) fn counted(men: Men, range: Range) -> Expr {
    Predicate::Count(Count::one(Quantity::Men(men), range)).into()
}

pub(super) fn count_of(side: Option<Side>, kind: Kind, range: Range) -> Expr {
    counted(Men::new(side, kind), range)
}
