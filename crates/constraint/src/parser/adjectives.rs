//! What is said of men after they are named: `the black queen is pinned`, `white knight on d5 not attacked`.
//!
//! An adjective that no men follow belongs to the men before it, and all adjectives of a sentence to the same
//! man: `queen attacked and not defended` is one queen. The language has no denied traits; what is not attacked
//! is counted as the difference between all such men and the attacked ones.

use super::{
    Parser,
    men::{kind, trait_word},
    phrases::difference,
};
use crate::{
    Count, Expr, Kind, Men, ParseError, Predicate, Quantity, Range, Trait, error::quoted,
    lexer::Token,
};

/// Traits that one man must have, and those that he must not.
#[derive(Default)]
struct Said {
    has: Vec<Trait>,
    lacks: Vec<Trait>,
}

impl Parser<'_> {
    /// The men that were just read with the adjectives after them; `None` where there are none.
    pub(super) fn adjectives(
        &mut self,
        men: &Men,
        range: Range,
    ) -> Result<Option<Expr>, ParseError> {
        let first = self.span();
        if !self.adjective_at(0, men)? {
            return Ok(None);
        }
        let one = range == Range::at_least(1);
        let mut all = Vec::new();
        let mut said = Said::default();
        loop {
            self.adjective(&mut said);
            let joined = usize::from(self.is_word("and") || self.peek() == Token::Symbol(","));
            if self.adjective_at(joined, men)? {
                self.at += joined;
            } else if self.is_word("or") && self.adjective_at(1, men)? {
                self.at += 1;
                all.push(std::mem::take(&mut said));
            } else {
                break;
            }
        }
        all.push(said);
        let mut men = men.clone();
        if men.region.is_whole_board() {
            men.region = self.region_of_men()?;
        }
        self.check_no_agent()?;
        let written = first.start..self.end_of_last();
        let doubled = all.iter().all(|said| said.has.contains(&Trait::Doubled));
        if self.plural && one && !self.denied && !doubled {
            return Err(self
                .error(written, "of how many of them?")
                .with_hint("say how many, as in `white hanging R>=2` or `two rooks are hanging`"));
        }
        if all.len() > 1 && !one {
            return Err(self
                .error(
                    written,
                    "a number of men that are one or the other cannot be counted",
                )
                .with_hint("count each, as in `white isolated P=2 or doubled P=2`"));
        }
        let mut parts = Vec::new();
        for said in all {
            parts.push(self.described(&men, &said, range, written.clone())?);
        }
        Ok(Some(if parts.len() == 1 {
            parts.remove(0)
        } else {
            Expr::Any(parts)
        }))
    }

    /// `[not] attacked`, which has been seen.
    fn adjective(&mut self, said: &mut Said) {
        let denied = self.accept_any(&["not", "no"]);
        while let Token::Word(word) = self.peek() {
            let Some(found) = trait_word(word) else { break };
            self.at += 1;
            if denied {
                said.lacks.push(found);
            } else {
                said.has.push(found);
            }
            if denied {
                break;
            }
        }
    }

    /// Whether an adjective of the men stands so many tokens ahead, and no men of its own follow it.
    fn adjective_at(&self, ahead: usize, men: &Men) -> Result<bool, ParseError> {
        let is_trait =
            |ahead| matches!(self.peek_at(ahead), Token::Word(word) if trait_word(word).is_some());
        let denied = usize::from(self.next_is_word(ahead, "not") || self.next_is_word(ahead, "no"));
        let first = ahead + denied;
        if !is_trait(first) {
            return Ok(false);
        }
        let after = (first..).find(|at| !is_trait(*at)).unwrap_or(first);
        let counted = matches!(
            self.peek_at(after),
            Token::Symbol("=" | "!=" | "<" | "<=" | ">" | ">=" | "+" | "-")
        );
        let elsewhere = (self.next_is_word(after, "on") || self.next_is_word(after, "in"))
            && self.area_follows(after + 1)
            && !men.region.is_whole_board();
        let follow = self.men_at(after);
        let said_of = ahead == 0 && self.dropped_before(first, &["is", "are", "was", "were"]);
        if follow && ahead == 0 && !said_of && self.in_words && !self.any_dropped_before(first) {
            let adjective = &self.text[self.span_at(first)];
            return Err(self
                .error(
                    self.span_at(first),
                    format!("whose is {}: of the men before it or behind it?", quoted(adjective)),
                )
                .with_hint("an adjective stands before its men, and `and` joins two predicates, as in `pinned N and attacked Q`"));
        }
        Ok(said_of || !(follow || counted || elsewhere))
    }

    /// Whether a kind of men is named so many tokens ahead.
    fn men_at(&self, ahead: usize) -> bool {
        let Token::Word(word) = self.peek_at(ahead) else {
            return false;
        };
        let shade = word.eq_ignore_ascii_case("light") || word.eq_ignore_ascii_case("dark");
        kind(word).is_some() || shade || self.lettered(ahead, &["pawn", "pawns"]).is_some()
    }

    /// By whom, and to what, the language does not say.
    fn check_no_agent(&mut self) -> Result<(), ParseError> {
        if self.next_are_words(&["to", "king"]) {
            self.at += 2;
        }
        let to =
            self.is_word("to") && !self.next_is_word(1, "move") && !self.next_is_word(1, "play");
        let by = self.is_word("by") && !self.next_is_word(1, "move");
        if to || by || self.is_word("twice") {
            return Err(self
                .unexpected("`and` or the end")
                .with_hint("by what a man is attacked, defended or pinned cannot be said: `attacked Q` is by any man, `pinned N` is to the king"));
        }
        Ok(())
    }

    fn described(
        &self,
        men: &Men,
        said: &Said,
        range: Range,
        written: std::ops::Range<usize>,
    ) -> Result<Expr, ParseError> {
        let of_pawns = said.has.iter().chain(&said.lacks).find(|t| t.of_pawns());
        if let Some(found) = of_pawns.filter(|_| men.kind != Kind::Pawn) {
            return Err(self.error(written, format!("only pawns can be {}", found.word())));
        }
        let with = |men: &Men, traits: &[Trait]| {
            let mut men = men.clone();
            men.traits.extend_from_slice(traits);
            men.traits.sort_unstable();
            men.traits.dedup();
            men
        };
        let counted =
            |men, range| Expr::from(Predicate::Count(Count::one(Quantity::Men(men), range)));
        let all = with(men, &said.has);
        if said.lacks.is_empty() {
            return Ok(counted(all, range));
        }
        let lacking = said.lacks.iter().map(|lacks| with(&all, &[*lacks]));
        if all.region.squares.count() == 1 && range == Range::at_least(1) {
            let absent = lacking.map(|men| counted(men, Range::exactly(0)));
            return Ok(Expr::All(
                std::iter::once(counted(all.clone(), range))
                    .chain(absent)
                    .collect(),
            ));
        }
        match lacking.collect::<Vec<Men>>().as_slice() {
            [lacking] => Ok(difference(
                Quantity::Men(all),
                Quantity::Men(lacking.clone()),
                range,
            )),
            _ => Err(self
                .error(
                    written,
                    "what is neither the one nor the other cannot be counted",
                )
                .with_hint("name its square, or deny each in a predicate of its own")),
        }
    }
}
