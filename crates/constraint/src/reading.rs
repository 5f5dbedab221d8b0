//! How a sentence was read, in one line: for those who wrote it, before they wait for an answer.
//!
//! [`Constraint::explain`] takes a line a condition; this is what a command says on standard error. Every
//! condition names its side, so that a side that carried over is seen: who wrote `white passed P and
//! pieces=2` reads "White has at least 1 passed pawn; White has 2 pieces".

use crate::{
    Beyond, Constraint, Expr, Predicate,
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

    /// A rating that is asked for exactly, which few games have and few people mean.
    ///
    /// ```
    /// use sissa_constraint::Constraint;
    ///
    /// let exact = |text: &str| text.parse::<Constraint>().map(|it| it.exact_rating());
    /// assert_eq!(exact("white Q=0 and elo 2500"), Ok(Some(2500)));
    /// assert_eq!(exact("elo>=2500"), Ok(None));
    /// ```
    pub fn exact_rating(&self) -> Option<i32> {
        exact_rating(self.expr())
    }
}

fn exact_rating(expr: &Expr) -> Option<i32> {
    match expr {
        Expr::All(parts) | Expr::Any(parts) => parts.iter().find_map(exact_rating),
        Expr::Not(part) | Expr::AnySide(part) | Expr::EachSide(part) => exact_rating(part),
        Expr::Is(Predicate::Beyond(Beyond::Earlier(part))) => exact_rating(part),
        Expr::Is(Predicate::Beyond(Beyond::Elo(_, range))) => {
            (range.min == range.max).then_some(range.min)
        }
        Expr::Is(_) => None,
    }
}

/// What the words stand in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Level {
    /// The sentence: parts are set apart by semicolons.
    Whole,
    /// One of several alternatives, or what is denied or said of a side: a list is put in parentheses.
    Part,
}

pub(crate) fn reading(expr: &Expr, level: Level) -> String {
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
