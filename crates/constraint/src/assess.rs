//! A verdict with reasons: what each part of a constraint makes of a position.

use shakmaty::{Bitboard, Color, Position};

use crate::{
    Constraint, Expr, Predicate, Quantity, Situation,
    compile::{men_squares, predicate_holds, sum},
};

/// What one part of a constraint says of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The part, in the language.
    pub text: String,
    /// Whether it holds.
    pub holds: bool,
    /// The number found, where the part counts.
    pub value: Option<i32>,
    /// The men or squares it is about.
    pub squares: Bitboard,
}

impl Constraint {
    /// What each part says of the position, in the order they are written.
    ///
    /// ```
    /// use shakmaty::Chess;
    /// let constraint: sissa_constraint::Constraint = "white Q=1 black Q=0".parse()?;
    /// let findings = constraint.assess(&(&Chess::default()).into());
    /// assert!(findings[0].holds);
    /// assert_eq!((findings[1].holds, findings[1].value), (false, Some(1)));
    /// # Ok::<(), sissa_constraint::ParseError>(())
    /// ```
    pub fn assess(&self, situation: &Situation<'_>) -> Vec<Finding> {
        let mut findings = Vec::new();
        assess(self.expr(), None, situation, &mut findings);
        findings
    }
}

fn assess(
    expr: &Expr,
    owner: Option<Color>,
    situation: &Situation<'_>,
    findings: &mut Vec<Finding>,
) {
    let (holds, value, squares) = match expr {
        Expr::All(parts) => {
            for part in parts {
                assess(part, owner, situation, findings);
            }
            return;
        }
        Expr::Is(predicate) => {
            let (value, squares) = details(predicate, owner, situation);
            (predicate_holds(predicate, owner, situation), value, squares)
        }
        // Alternatives and denials are reported whole: their parts say nothing on their own.
        Expr::Any(_) | Expr::Not(_) | Expr::AnySide(_) | Expr::EachSide(_) => {
            (truth(expr, owner, situation), None, Bitboard::EMPTY)
        }
    };
    findings.push(Finding {
        text: expr.to_string(),
        holds,
        value,
        squares,
    });
}

fn truth(expr: &Expr, owner: Option<Color>, situation: &Situation<'_>) -> bool {
    match expr {
        Expr::All(parts) => parts.iter().all(|part| truth(part, owner, situation)),
        Expr::Any(parts) => parts.iter().any(|part| truth(part, owner, situation)),
        Expr::Not(part) => !truth(part, owner, situation),
        Expr::AnySide(part) => Color::ALL
            .iter()
            .any(|color| truth(part, Some(*color), situation)),
        Expr::EachSide(part) => Color::ALL
            .iter()
            .all(|color| truth(part, Some(*color), situation)),
        Expr::Is(predicate) => predicate_holds(predicate, owner, situation),
    }
}

fn details(
    predicate: &Predicate,
    owner: Option<Color>,
    situation: &Situation<'_>,
) -> (Option<i32>, Bitboard) {
    match predicate {
        Predicate::Count(count) => {
            let squares =
                count
                    .terms
                    .iter()
                    .fold(Bitboard::EMPTY, |squares, term| match &term.quantity {
                        Quantity::Men(men) => squares | men_squares(men, owner, situation.position),
                        _ => squares,
                    });
            (Some(sum(count, owner, situation.position)), squares)
        }
        Predicate::Empty(region) => (None, region.squares & situation.position.board().occupied()),
        Predicate::Check(_) | Predicate::DoubleCheck(_) | Predicate::Checkmate(_) => {
            (None, situation.position.checkers())
        }
        _ => (None, Bitboard::EMPTY),
    }
}
