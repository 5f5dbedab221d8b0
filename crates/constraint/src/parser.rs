//! Text to tree.
//!
//! The grammar is small (`or` of `and` of predicates, `and` may be left out); what makes it pleasant
//! is how sides carry over. A side word holds for every count after it until another side word or
//! the closing parenthesis: `white Q=0 R=2 black Q=1`. In front of a statement such as `to move` or
//! `in check` it belongs to that statement alone. `any side` and `each side` bind everything up to
//! the next side word, `or` or closing parenthesis.

mod counts;
mod statements;
mod vocabulary;

pub use vocabulary::words;

use std::ops::Range as Span;

use crate::{
    Constraint, Expr, ParseError, Predicate, Region, Side,
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
    let expr = parser.or()?;
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

/// Whose men the counts speak of where no side stands before them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// Nobody was named yet: both sides together.
    Unset,
    /// `total`: both sides together.
    Total,
    /// One side.
    Side(Side),
    /// `any side` or `each side`: every run of predicates is bound by it.
    Bound(Binder),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Binder {
    AnySide,
    EachSide,
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<(Token<'a>, Span<usize>)>,
    at: usize,
    scope: Scope,
    /// Inside `any side (…)` or `each side (…)`, where `own` and `other` mean something.
    bound: bool,
    depth: usize,
    predicates: usize,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Result<Parser<'a>, ParseError> {
        Ok(Parser {
            text,
            tokens: tokens(text)?,
            at: 0,
            scope: Scope::Unset,
            bound: false,
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
        loop {
            self.bound = outer_bound || binder.is_some();
            if let Some(scope) = self.scope_change()? {
                let keeps_run = matches!(scope, Scope::Side(Side::Own | Side::Other));
                if !keeps_run {
                    done.extend(close_run(&mut run, binder));
                    binder = match scope {
                        Scope::Bound(binder) => Some(binder),
                        _ => None,
                    };
                }
                self.scope = scope;
                continue;
            }
            run.push(self.unit()?);
            let joined = self.accept_word("and");
            if !joined && self.at_end_of_run() {
                break;
            }
        }
        self.bound = outer_bound;
        // After `or`, the binder speaks again; `own` and `other` do not outlive the run they refine.
        if let Some(binder) = binder {
            self.scope = Scope::Bound(binder);
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
            Token::Word(word) => word.eq_ignore_ascii_case("or"),
            _ => false,
        }
    }

    /// A side word that sets the scope of what follows, as opposed to one that belongs to a
    /// statement (`white to move`) or to a sum (`white.P - black.P`).
    fn scope_change(&mut self) -> Result<Option<Scope>, ParseError> {
        let start = self.at;
        let span = self.span();
        let Some(scope) = self.side_word()? else {
            return Ok(None);
        };
        let dotted = self.peek() == Token::Symbol(".");
        if dotted || (matches!(scope, Scope::Side(_)) && self.at_sided_statement()) {
            self.at = start;
            return Ok(None);
        }
        if self.at_end_of_run() || self.is_word("and") {
            return Err(self
                .error(span, "a side is named, but nothing is said of it")
                .with_hint("for example `white Q=0`, `black in check`, `any side (B=2 N=0)`"));
        }
        Ok(Some(scope))
    }

    /// A side word, consumed.
    fn side_word(&mut self) -> Result<Option<Scope>, ParseError> {
        let Token::Word(word) = self.peek() else {
            return Ok(None);
        };
        let span = self.span();
        let scope = match word.to_ascii_lowercase().as_str() {
            "white" => Scope::Side(Side::White),
            "black" => Scope::Side(Side::Black),
            "mover" => Scope::Side(Side::Mover),
            "opponent" => Scope::Side(Side::Opponent),
            "total" => Scope::Total,
            name @ ("own" | "other") => {
                if !self.bound {
                    return Err(self
                        .error(span, format!("`{name}` has no side to refer to"))
                        .with_hint("it belongs after `any side` or `each side`, as in `any side (Q=1 other Q=0)`"));
                }
                Scope::Side(if name == "own" {
                    Side::Own
                } else {
                    Side::Other
                })
            }
            "any" | "either" if self.next_is_word(1, "side") => {
                self.at += 1;
                Scope::Bound(Binder::AnySide)
            }
            "each" | "both" if self.next_is_word(1, "side") || self.next_is_word(1, "sides") => {
                self.at += 1;
                Scope::Bound(Binder::EachSide)
            }
            _ => return Ok(None),
        };
        self.at += 1;
        Ok(Some(scope))
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
        if self.accept_word("not") || self.accept_word("no") {
            // A side after `not` belongs to what is denied.
            let outer = (self.scope, self.bound);
            let changed = self.scope_change()?;
            if let Some(scope) = changed {
                self.scope = scope;
                self.bound |= matches!(scope, Scope::Bound(_));
            }
            let part = self.unit()?;
            (self.scope, self.bound) = outer;
            let part = match changed {
                Some(Scope::Bound(binder)) => bind(binder, part),
                _ => part,
            };
            return Ok(Expr::Not(Box::new(part)));
        }
        if self.peek() == Token::Symbol("(") {
            if self.at_tuple() {
                return self.tuple();
            }
            self.at += 1;
            let outer = (self.scope, self.bound);
            if matches!(self.scope, Scope::Bound(_)) {
                self.scope = Scope::Side(Side::Own);
            }
            let group = self.or()?;
            self.expect_symbol(")")?;
            (self.scope, self.bound) = outer;
            return Ok(group);
        }
        self.predicate()
    }

    /// The side that statements without one of their own speak of.
    fn scope_side(&self) -> Option<Side> {
        match self.scope {
            Scope::Unset | Scope::Total => None,
            Scope::Side(side) => Some(side),
            Scope::Bound(_) => Some(Side::Own),
        }
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
        let found = self.peek().describe();
        self.error(self.span(), format!("expected {expected}, found {found}"))
    }

    fn unknown_word(&self, word: &str) -> ParseError {
        let error = self.error(self.span(), format!("unknown word {}", quoted(word)));
        match vocabulary::hint(word) {
            Some(hint) => error.with_hint(hint),
            None => error.with_hint("`sissa explain --help` lists the words of the language"),
        }
    }
}

fn bind(binder: Binder, part: Expr) -> Expr {
    match binder {
        Binder::AnySide => Expr::AnySide(Box::new(part)),
        Binder::EachSide => Expr::EachSide(Box::new(part)),
    }
}

/// The predicates collected so far, bound by the binder they stood under.
fn close_run(run: &mut Vec<Expr>, binder: Option<Binder>) -> Vec<Expr> {
    let parts = std::mem::take(run);
    match binder {
        Some(binder) if !parts.is_empty() => vec![bind(binder, Expr::All(parts))],
        _ => parts,
    }
}

impl Expr {
    /// Nested alls and anys merged into one level, single parts unwrapped.
    pub(crate) fn flattened(self) -> Expr {
        match self {
            Expr::All(parts) => {
                let mut flat = Vec::with_capacity(parts.len());
                for part in parts {
                    match part.flattened() {
                        Expr::All(inner) => flat.extend(inner),
                        other => flat.push(other),
                    }
                }
                if flat.len() == 1 {
                    flat.remove(0)
                } else {
                    Expr::All(flat)
                }
            }
            Expr::Any(parts) => {
                let mut flat = Vec::with_capacity(parts.len());
                for part in parts {
                    match part.flattened() {
                        Expr::Any(inner) => flat.extend(inner),
                        other => flat.push(other),
                    }
                }
                match flat.len() {
                    // No text says "one of nothing"; this one means the same.
                    0 => Expr::Not(Box::new(Expr::All(Vec::new()))),
                    1 => flat.remove(0),
                    _ => Expr::Any(flat),
                }
            }
            Expr::Not(part) => Expr::Not(Box::new(part.flattened())),
            Expr::AnySide(part) => Expr::AnySide(Box::new(part.flattened())),
            Expr::EachSide(part) => Expr::EachSide(Box::new(part.flattened())),
            Expr::Is(predicate) => Expr::Is(predicate),
        }
    }
}

impl From<Predicate> for Expr {
    fn from(predicate: Predicate) -> Expr {
        Expr::Is(predicate)
    }
}
