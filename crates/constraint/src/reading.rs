//! How a sentence was read, in one line: for those who wrote it, before they wait for an answer.
//!
//! [`Constraint::explain`] takes a line a condition; this is what a command says on standard error. Every
//! condition names its side, so that a side that carried over is seen: who wrote `white passed P and
//! pieces=2` reads "White has at least 1 passed pawn; White has 2 pieces".

use crate::{
    Constraint, Expr,
    explain::{denied, sentence},
};

impl Constraint {
    /// How the constraint was read, in one line.
    ///
    /// ```
    /// let constraint: sissa_constraint::Constraint = "white passed P and pieces=2".parse()?;
    /// assert_eq!(
    ///     constraint.reading(),
    ///     "White has at least 1 passed pawn; White has 2 pieces (kings and pawns not counted)"
    /// );
    /// # Ok::<(), sissa_constraint::ParseError>(())
    /// ```
    pub fn reading(&self) -> String {
        reading(self.expr(), Level::Whole)
    }
}

/// What the words stand in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    /// The sentence: parts are set apart by semicolons.
    Whole,
    /// One of several alternatives, or what is denied or said of a side: a list is put in parentheses.
    Part,
}

fn reading(expr: &Expr, level: Level) -> String {
    match expr {
        Expr::All(parts) if parts.is_empty() => "anything goes".to_owned(),
        Expr::Any(parts) if parts.is_empty() => "nothing satisfies this".to_owned(),
        Expr::All(parts) if level == Level::Whole => joined(parts, "; "),
        Expr::All(parts) => format!("({})", joined(parts, " and ")),
        Expr::Any(parts) if level == Level::Whole => format!("either {}", joined(parts, " or ")),
        Expr::Any(parts) => format!("(either {})", joined(parts, " or ")),
        Expr::Not(part) => match part.as_ref() {
            Expr::Is(predicate) => denied(predicate),
            part => format!("not: {}", reading(part, Level::Part)),
        },
        Expr::AnySide(part) => format!("for one of the sides: {}", reading(part, Level::Part)),
        Expr::EachSide(part) => format!("for each side: {}", reading(part, Level::Part)),
        Expr::Is(predicate) => sentence(predicate),
    }
}

fn joined(parts: &[Expr], between: &str) -> String {
    let parts: Vec<String> = parts
        .iter()
        .map(|part| reading(part, Level::Part))
        .collect();
    parts.join(between)
}
