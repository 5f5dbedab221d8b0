//! Whose: side words, how they carry over, and that none is passed over.
//!
//! A side that stands right before a predicate must matter to it. `white halfmoves 3` would
//! otherwise be read as `halfmoves 3`, and its writer would wonder about the answers.

use std::ops::Range as Span;

use super::Parser;
use crate::{Expr, ParseError, Predicate, Side, error::quoted, lexer::Token};

/// Whose men the counts speak of where no side stands before them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
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
pub(super) enum Binder {
    AnySide,
    EachSide,
}

/// A side word that set the scope, and whether anything has been said of that side.
#[derive(Debug, Clone)]
pub(super) struct Naming {
    span: Span<usize>,
    used: bool,
}

impl Parser<'_> {
    /// A side word that sets the scope of what follows, as opposed to one that belongs to a
    /// statement (`white to move`) or to a sum (`white.P - black.P`).
    pub(super) fn scope_change(&mut self) -> Result<Option<Scope>, ParseError> {
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
            return Err(self.nothing_said(span));
        }
        let named = matches!(scope, Scope::Side(_) | Scope::Bound(_));
        self.naming = named.then(|| {
            let span = span.start..self.end_of_last();
            self.namings.push(Naming { span, used: false });
            self.namings.len() - 1
        });
        Ok(Some(scope))
    }

    /// A side word, consumed.
    pub(super) fn side_word(&mut self) -> Result<Option<Scope>, ParseError> {
        let Token::Word(word) = self.peek() else {
            return Ok(None);
        };
        let span = self.span();
        let scope = match word.to_ascii_lowercase().as_str() {
            "white" | "black" if self.both_colours() => {
                self.at += 2;
                Scope::Bound(Binder::EachSide)
            }
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
            "both"
                if ["castled", "kings", "queens"]
                    .iter()
                    .any(|w| self.next_is_word(1, w)) =>
            {
                Scope::Bound(Binder::EachSide)
            }
            _ => return Ok(None),
        };
        self.at += 1;
        if matches!(scope, Scope::Side(Side::Own | Side::Other)) {
            let _ = self.accept_word("side");
        }
        Ok(Some(scope))
    }

    /// `white and black`: each of them.
    fn both_colours(&self) -> bool {
        [["white", "and", "black"], ["black", "and", "white"]]
            .iter()
            .any(|words| self.next_are_words(words))
            && self.peek_at(3) != Token::Symbol(".")
    }

    /// The side in scope, for a predicate that speaks of it; `None` for both together.
    pub(super) fn scope_side(&mut self) -> Option<Side> {
        self.mark_used();
        match self.scope {
            Scope::Unset | Scope::Total => None,
            Scope::Side(side) => Some(side),
            Scope::Bound(_) => Some(Side::Own),
        }
    }

    /// The side in scope, where nothing has been said of it yet: it stands right before this.
    pub(super) fn side_right_before(&mut self) -> Option<Side> {
        let unused = self.naming.is_some_and(|naming| !self.namings[naming].used);
        if unused { self.scope_side() } else { None }
    }

    pub(super) fn mark_used(&mut self) {
        if let Some(naming) = self.naming {
            self.namings[naming].used = true;
        }
    }

    /// A predicate about the side to move: a side before it says that it is to move.
    pub(super) fn of_mover(
        &mut self,
        side: Option<Side>,
        start: usize,
        predicate: Expr,
    ) -> Result<Expr, ParseError> {
        match side {
            None | Some(Side::Mover) => Ok(predicate),
            Some(Side::Opponent) => {
                let start = self.tokens.get(start).map_or(0, |(_, span)| span.start);
                let end = self.end_of_last();
                let words = quoted(&self.text[start..end]);
                Err(self
                    .error(start..end, format!("{words} is of the side to move only"))
                    .with_hint("say `mover`, or no side at all"))
            }
            Some(side) => Ok(Expr::All(vec![Predicate::ToMove(side).into(), predicate])),
        }
    }

    /// Another side follows right after this one.
    pub(super) fn check_alone(&self, named: Option<usize>) -> Result<(), ParseError> {
        let unused = named
            .map(|naming| &self.namings[naming])
            .filter(|n| !n.used);
        unused.map_or(Ok(()), |naming| Err(self.nothing_said(naming.span.clone())))
    }

    /// The unit that began at token `start` must speak of the side named right before it.
    pub(super) fn check_spoken_of(
        &self,
        named: Option<usize>,
        start: usize,
    ) -> Result<(), ParseError> {
        let Some(naming) = named
            .map(|naming| &self.namings[naming])
            .filter(|n| !n.used)
        else {
            return Ok(());
        };
        let first = self.tokens.get(start).map_or(0, |(_, span)| span.start);
        let unit = &self.text[first..self.end_of_last()];
        let side = &self.text[naming.span.clone()];
        let message = if side.is_empty() {
            format!(
                "{} speaks of no side, but one is named after it",
                quoted(unit)
            )
        } else {
            let (unit, side) = (quoted(unit), quoted(side));
            format!("{unit} speaks of no side, but {side} stands before it")
        };
        let first = unit.split(|c: char| !c.is_ascii_alphabetic()).next();
        Err(self
            .error(naming.span.clone(), message)
            .with_hint(instead(first.unwrap_or_default(), side)))
    }

    fn nothing_said(&self, span: Span<usize>) -> ParseError {
        self.error(span, "a side is named, but nothing is said of it")
            .with_hint("for example `white Q=0`, `black in check`, `any side (B=2 N=0)`")
    }
}

/// How to say something of a side that a sentence beginning so says of none.
fn instead(word: &str, side: &str) -> String {
    let words = match word.to_ascii_lowercase().as_str() {
        "check" => ["in check", "gives check"],
        "double" => ["in double check", "gives double check"],
        "checkmate" | "mate" => ["checkmated", "mates"],
        "stalemate" => ["stalemated", "stalemates"],
        "open" => return format!("leave the side out, or say `{side} half open file d`"),
        "eval" => {
            return "scores are from White's view: `eval>=1` is good for White, `eval<=-1` for Black"
                .to_owned();
        }
        "result" => {
            return "`result 1-0` says that White won, `result 0-1` that Black did".to_owned();
        }
        "elo" => return format!("leave the side out, or say `{side} elo>=1500`"),
        "fen" => {
            return "the letters of the pattern say whose the men are: leave the side out"
                .to_owned();
        }
        "preset" => {
            return "a preset says itself whose men it means: leave the side out".to_owned();
        }
        "ply" | "move" | "halfmoves" => {
            return format!("leave the side out, or say `{side} to move` too");
        }
        _ => return "leave the side out".to_owned(),
    };
    format!("write `{side} {}` or `{side} {}`", words[0], words[1])
}

pub(super) fn bind(binder: Binder, part: Expr) -> Expr {
    match binder {
        Binder::AnySide => Expr::AnySide(Box::new(part)),
        Binder::EachSide => Expr::EachSide(Box::new(part)),
    }
}

/// The predicates collected so far, bound by the binder they stood under.
pub(super) fn close_run(run: &mut Vec<Expr>, binder: Option<Binder>) -> Vec<Expr> {
    let parts = std::mem::take(run);
    match binder {
        Some(binder) if !parts.is_empty() => vec![bind(binder, Expr::All(parts))],
        _ => parts,
    }
}
