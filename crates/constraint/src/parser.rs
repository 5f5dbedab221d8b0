//! Text to tree.
//!
//! The grammar is small (`then` of `or` of `and` of predicates, `and` may be left out); what makes it pleasant
//! is how sides carry over. A side word holds for every count after it until another side word or
//! the closing parenthesis: `white Q=0 R=2 black Q=1`. In front of a statement such as `to move` or
//! `in check` it belongs to that statement alone. `any side` and `each side` bind everything up to
//! the next side word, `or` or closing parenthesis.

mod adjectives;
mod armies;
mod castling;
mod checks;
mod comparatives;
mod counts;
mod dates;
mod denials;
mod field;
mod game;
mod judged;
mod men;
mod numbers;
mod phrases;
mod placements;
mod regions;
mod sequence;
mod sides;
mod statements;
mod vocabulary;
mod wording;

pub use vocabulary::words;

use sides::{Naming, Scope, close_run};
use wording::plain;

use std::ops::Range as Span;

use crate::{
    Constraint, Expr, ParseError, Region, Side,
    error::quoted,
    lexer::{Token, tokens},
};

/// Deeper nesting is refused: nobody can read it, and every walk over the tree is recursive.
const MAX_DEPTH: usize = 100;
/// More predicates than this are refused: no search could honour them in reasonable time.
const MAX_PREDICATES: usize = 2_000;

pub(crate) fn parse(text: &str) -> Result<Constraint, ParseError> {
    let mut parser = Parser::new(text)?;
    if parser.peek() == Token::End {
        return Err(ParseError::new(text, 0..0, "the constraint is empty")
            .with_hint("say what the position must be like, for example `white (0,2,2,2,8)`; `anything` asks for nothing"));
    }
    let expr = parser.sequence()?;
    parser.expect_end()?;
    let constraint = Constraint::new(expr);
    let size = crate::print::size(constraint.expr());
    parser.check_size(0..text.len(), size.depth, size.predicates)?;
    Ok(constraint)
}

pub(crate) fn parse_region(text: &str) -> Result<Region, ParseError> {
    let mut parser = Parser::new(text)?;
    let region = parser.region()?;
    parser.expect_end()?;
    Ok(region)
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<(Token<'a>, Span<usize>)>,
    at: usize,
    scope: Scope,
    /// Where the side in scope was named, in `namings`; nowhere where nobody was.
    naming: Option<usize>,
    /// Every side word that set a scope.
    namings: Vec<Naming>,
    /// Whose legal moves the count being read speaks of.
    moving: Option<Side>,
    /// Inside `any side (…)` or `each side (…)`, where `own` and `other` mean something.
    bound: bool,
    /// Within what `not` or `no` denies.
    denied: bool,
    /// Whether the men read last were named in words, and whether in the plural.
    in_words: bool,
    plural: bool,
    depth: usize,
    predicates: usize,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Result<Parser<'a>, ParseError> {
        Ok(Parser {
            text,
            tokens: plain(tokens(text)?),
            at: 0,
            scope: Scope::Unset,
            naming: None,
            namings: Vec::new(),
            moving: None,
            bound: false,
            denied: false,
            in_words: false,
            plural: false,
            depth: 0,
            predicates: 0,
        })
    }

    fn or(&mut self) -> Result<Expr, ParseError> {
        let mut parts = vec![self.and()?];
        while self.accept_word("or") {
            parts.push(self.and()?);
        }
        Ok(if parts.len() == 1 {
            parts.remove(0)
        } else {
            Expr::Any(parts)
        })
    }

    fn and(&mut self) -> Result<Expr, ParseError> {
        let outer_bound = self.bound;
        let mut done = Vec::new();
        let mut run = Vec::new();
        let mut binder = match self.scope {
            Scope::Bound(binder) => Some(binder),
            _ => None,
        };
        // The side word right before the next unit.
        let mut named = None;
        loop {
            self.bound = outer_bound || binder.is_some();
            if let Some(scope) = self.scope_change()? {
                let keeps_run = matches!(scope, Scope::Side(Side::Own | Side::Other));
                if !keeps_run {
                    self.check_alone(named)?;
                    done.extend(close_run(&mut run, binder));
                    binder = match scope {
                        Scope::Bound(binder) => Some(binder),
                        _ => None,
                    };
                }
                self.scope = scope;
                named = self.naming;
                continue;
            }
            let start = self.at;
            run.push(self.unit()?);
            self.check_spoken_of(named.take(), start)?;
            let comma = self.accept_symbol(",");
            let joined = self.accept_word("and") || comma;
            // `A, then B` and `A and then B` are `A then B`.
            if self.is_word("then") || (!joined && self.at_end_of_run()) {
                break;
            }
        }
        self.bound = outer_bound;
        // After `or`, the binder speaks again; `own` and `other` do not outlive the run they refine.
        if let Some(binder) = binder {
            self.scope = Scope::Bound(binder);
            self.naming = None;
        }
        done.extend(close_run(&mut run, binder));
        Ok(if done.len() == 1 {
            done.remove(0)
        } else {
            Expr::All(done)
        })
    }

    fn at_end_of_run(&self) -> bool {
        match self.peek() {
            Token::End | Token::Symbol(")") => true,
            Token::Word(word) => ["or", "then"]
                .iter()
                .any(|join| word.eq_ignore_ascii_case(join)),
            _ => false,
        }
    }

    fn unit(&mut self) -> Result<Expr, ParseError> {
        self.check_size(self.span(), self.depth + 1, self.predicates + 1)?;
        self.predicates += 1;
        self.depth += 1;
        let unit = self.unit_inner();
        self.depth -= 1;
        unit
    }

    /// The limits, for the text as it is read and again for the canonical form of what was read, so
    /// that whatever is read can be printed and read again.
    fn check_size(
        &self,
        span: Span<usize>,
        depth: usize,
        predicates: usize,
    ) -> Result<(), ParseError> {
        if depth > MAX_DEPTH {
            return Err(self.error(span, format!("nested more than {MAX_DEPTH} levels deep")));
        }
        if predicates > MAX_PREDICATES {
            return Err(self.error(span, format!("more than {MAX_PREDICATES} predicates")));
        }
        Ok(())
    }

    fn unit_inner(&mut self) -> Result<Expr, ParseError> {
        if self.at_only_side() {
            return self.only_side();
        }
        let list = self.is_word("no");
        if list || self.is_word("not") {
            self.at += 1;
            return self.denial(list);
        }
        if self.peek() == Token::Symbol("(") {
            if self.at_tuple() {
                return self.tuple();
            }
            self.at += 1;
            let outer = (self.scope, self.naming, self.bound);
            if matches!(self.scope, Scope::Bound(_)) {
                // What is within may speak of `own` or of nobody.
                self.mark_used();
                self.scope = Scope::Side(Side::Own);
            }
            let group = self.sequence()?;
            self.expect_symbol(")")?;
            (self.scope, self.naming, self.bound) = outer;
            return Ok(group);
        }
        if let Some(preset) = self.preset_after_its_name()? {
            return Ok(preset);
        }
        self.predicate()
    }

    fn peek(&self) -> Token<'a> {
        self.peek_at(0)
    }

    fn peek_at(&self, ahead: usize) -> Token<'a> {
        self.tokens
            .get(self.at + ahead)
            .map_or(Token::End, |(token, _)| *token)
    }

    /// Where the next token stands.
    fn span(&self) -> Span<usize> {
        let end = self.text.len();
        self.tokens
            .get(self.at)
            .map_or(end..end, |(_, span)| span.clone())
    }

    /// Where the token so many ahead stands.
    fn span_at(&self, ahead: usize) -> Span<usize> {
        let end = self.text.len();
        self.tokens
            .get(self.at + ahead)
            .map_or(end..end, |(_, span)| span.clone())
    }

    /// The words right before the token so many ahead that the grammar has no need of.
    fn dropped(&self, ahead: usize) -> impl Iterator<Item = &'a str> {
        let before = (self.at + ahead).checked_sub(1);
        let from = before
            .and_then(|before| self.tokens.get(before))
            .map_or(0, |(_, span)| span.end);
        let gap = self.text.get(from..self.span_at(ahead).start);
        gap.unwrap_or_default()
            .split(|c: char| !c.is_ascii_alphabetic())
            .filter(|word| !word.is_empty())
    }

    fn dropped_before(&self, ahead: usize, words: &[&str]) -> bool {
        self.dropped(ahead)
            .any(|found| words.iter().any(|word| found.eq_ignore_ascii_case(word)))
    }

    fn any_dropped_before(&self, ahead: usize) -> bool {
        self.dropped(ahead).next().is_some()
    }

    fn is_word(&self, word: &str) -> bool {
        self.next_is_word(0, word)
    }

    fn next_is_word(&self, ahead: usize, word: &str) -> bool {
        matches!(self.peek_at(ahead), Token::Word(found) if found.eq_ignore_ascii_case(word))
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let accepted = self.is_word(word);
        self.at += usize::from(accepted);
        accepted
    }

    fn accept_any(&mut self, words: &[&str]) -> bool {
        words.iter().any(|word| self.accept_word(word))
    }

    fn next_are_words(&self, words: &[&str]) -> bool {
        let mut ahead = words.iter().enumerate();
        ahead.all(|(ahead, word)| self.next_is_word(ahead, word))
    }

    fn accept_symbol(&mut self, symbol: &str) -> bool {
        let accepted = self.peek() == Token::Symbol(symbol);
        self.at += usize::from(accepted);
        accepted
    }

    fn expect_symbol(&mut self, symbol: &str) -> Result<(), ParseError> {
        if self.accept_symbol(symbol) {
            return Ok(());
        }
        Err(self.unexpected(&format!("`{symbol}`")))
    }

    fn expect_end(&self) -> Result<(), ParseError> {
        match self.peek() {
            Token::End => Ok(()),
            Token::Symbol(")") => Err(self.error(self.span(), "this parenthesis closes nothing")),
            _ => Err(self.unexpected("a predicate, `and` or `or`")),
        }
    }

    fn error(&self, span: Span<usize>, message: impl Into<String>) -> ParseError {
        ParseError::new(self.text, span, message)
    }

    fn unexpected(&self, expected: &str) -> ParseError {
        // As it was written: some words are read as others.
        let found = match self.peek() {
            Token::End => "the end".to_owned(),
            _ => quoted(&self.text[self.span()]),
        };
        self.error(self.span(), format!("expected {expected}, found {found}"))
    }

    /// A word that cannot stand here: unknown, or known and out of place.
    fn unknown_word(&self) -> ParseError {
        let word = &self.text[self.span()];
        let message = if vocabulary::is_word(word) {
            format!("expected a predicate, found {}", quoted(word))
        } else {
            format!("unknown word {}", quoted(word))
        };
        if self.dropped_before(0, &["player"]) && !vocabulary::is_word(word) {
            let hint = format!("a name stands in quotes: `player '{word}'`");
            return self.error(self.span(), message).with_hint(hint);
        }
        self.error(self.span(), message).with_hint(
            self.hint()
                .unwrap_or_else(|| "`sissa explain --help` lists the words of the language".into()),
        )
    }

    /// What the writer of the words from here on may have meant.
    fn hint(&self) -> Option<String> {
        if self.is_word("vs") {
            let before = self.tokens[..self.at.min(self.tokens.len())].iter().rev();
            let after = self.tokens[self.at..].iter().skip(1);
            return vocabulary::against(&kinds_of(before), &kinds_of(after));
        }
        let words: Vec<&str> = self.tokens[self.at.min(self.tokens.len())..]
            .iter()
            .filter(|(token, _)| *token != Token::Symbol("-"))
            .map_while(|(token, _)| match token {
                Token::Word(word) => Some(*word),
                _ => None,
            })
            .take(6)
            .collect();
        vocabulary::hint(&words)
    }
}

/// The kinds of men that are named at the beginning of these tokens, `and`s between them.
fn kinds_of<'t>(tokens: impl Iterator<Item = &'t (Token<'t>, Span<usize>)>) -> Vec<&'t str> {
    tokens
        .map_while(|(token, _)| match token {
            Token::Word(word) if men::kind(word).is_some() => Some(*word),
            Token::Word("and") | Token::Number(_) => Some(""),
            _ => None,
        })
        .filter(|word| !word.is_empty())
        .collect()
}
