//! A constraint as alternatives, each a plain list of predicates about White and Black.
//!
//! Feasibility, distance and the generator all reason about conjunctions. This module pushes
//! negation to the leaves, replaces every relative side by a colour and lists (or samples) the ways
//! to satisfy the constraint.

use shakmaty::{Chess, Color};

use crate::{
    Beyond, Constraint, Count, Expr, Predicate, Quantity, Range, Side, Situation,
    compile::{color_of, fixed_color, predicate_holds, sum},
};

/// A predicate about fixed colours, affirmed or denied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Literal {
    /// What is said. Its sides are only White and Black.
    pub predicate: Predicate,
    /// That it must not hold.
    pub denied: bool,
}

impl Literal {
    /// Whether the literal holds, denial included.
    pub fn holds(&self, situation: &Situation<'_>) -> bool {
        predicate_holds(&self.predicate, None, situation) != self.denied
    }

    /// The number a count comes to in this position; 0 for other predicates.
    pub fn value(&self, position: &Chess) -> i32 {
        match &self.predicate {
            Predicate::Count(count) => sum(count, None, position),
            _ => 0,
        }
    }
}

/// Alternatives of conjunctions, nested, with negation only at the leaves.
#[derive(Debug, Clone)]
pub(crate) enum Alternatives {
    All(Vec<Alternatives>),
    Any(Vec<Alternatives>),
    One(Literal),
}

impl Constraint {
    pub(crate) fn alternatives(&self) -> Alternatives {
        if mentions_turn(self.expr()) {
            // `mover` becomes a colour once the turn is fixed: two alternatives.
            Alternatives::Any(
                Color::ALL
                    .map(|turn| {
                        Alternatives::All(vec![
                            affirmed(Predicate::ToMove(turn.into())),
                            spread(self.expr(), false, None, turn),
                        ])
                    })
                    .into(),
            )
        } else {
            spread(self.expr(), false, None, Color::White)
        }
    }
}

impl Alternatives {
    /// Every conjunction, or nothing where there are more than `limit`.
    pub(crate) fn branches(&self, limit: usize) -> Option<Vec<Vec<Literal>>> {
        match self {
            Alternatives::One(literal) => Some(vec![vec![literal.clone()]]),
            Alternatives::Any(parts) => {
                let mut branches = Vec::new();
                for part in parts {
                    branches.extend(part.branches(limit)?);
                    if branches.len() > limit {
                        return None;
                    }
                }
                Some(branches)
            }
            Alternatives::All(parts) => {
                let mut branches = vec![Vec::new()];
                for part in parts {
                    let more = part.branches(limit)?;
                    if branches.len() * more.len() > limit {
                        return None;
                    }
                    if let [only] = more.as_slice() {
                        // Most parts offer no choice: copying the branches for each would be quadratic.
                        for branch in &mut branches {
                            branch.extend_from_slice(only);
                        }
                        continue;
                    }
                    branches = branches
                        .iter()
                        .flat_map(|done: &Vec<Literal>| {
                            more.iter()
                                .map(move |next| [done.as_slice(), next.as_slice()].concat())
                        })
                        .collect();
                }
                Some(branches)
            }
        }
    }

    /// One conjunction, each alternative chosen by `pick(number of alternatives)`. Nothing where an
    /// empty `any` makes it impossible.
    pub(crate) fn sample(&self, pick: &mut dyn FnMut(usize) -> usize) -> Option<Vec<Literal>> {
        match self {
            Alternatives::One(literal) => Some(vec![literal.clone()]),
            Alternatives::Any(parts) => parts.get(pick(parts.len().max(1)))?.sample(pick),
            Alternatives::All(parts) => {
                let mut branch = Vec::new();
                for part in parts {
                    branch.extend(part.sample(pick)?);
                }
                Some(branch)
            }
        }
    }
}

fn affirmed(predicate: Predicate) -> Alternatives {
    Alternatives::One(Literal {
        predicate,
        denied: false,
    })
}

fn spread(expr: &Expr, denied: bool, owner: Option<Color>, turn: Color) -> Alternatives {
    let list = |parts: &[Expr]| {
        parts
            .iter()
            .map(|part| spread(part, denied, owner, turn))
            .collect()
    };
    let over_sides = |part: &Expr| {
        Color::ALL
            .map(|color| spread(part, denied, Some(color), turn))
            .into()
    };
    match (expr, denied) {
        (Expr::All(parts), false) | (Expr::Any(parts), true) => Alternatives::All(list(parts)),
        (Expr::Any(parts), false) | (Expr::All(parts), true) => Alternatives::Any(list(parts)),
        (Expr::Not(part), _) => spread(part, !denied, owner, turn),
        (Expr::AnySide(part), false) | (Expr::EachSide(part), true) => {
            Alternatives::Any(over_sides(part))
        }
        (Expr::EachSide(part), false) | (Expr::AnySide(part), true) => {
            Alternatives::All(over_sides(part))
        }
        (Expr::Is(predicate), _) => literal(resolve(predicate, owner, turn), denied),
    }
}

/// Denials that are affirmations of something else are written as such.
fn literal(predicate: Predicate, denied: bool) -> Alternatives {
    match predicate {
        Predicate::Count(Count { terms, range }) if denied => {
            let outside = [
                (range.min > i32::MIN).then(|| Range::at_most(range.min - 1)),
                (range.max < i32::MAX).then(|| Range::at_least(range.max + 1)),
            ];
            Alternatives::Any(
                outside
                    .into_iter()
                    .flatten()
                    .map(|range| {
                        affirmed(Predicate::Count(Count {
                            terms: terms.clone(),
                            range,
                        }))
                    })
                    .collect(),
            )
        }
        Predicate::ToMove(Side::White) if denied => affirmed(Predicate::ToMove(Side::Black)),
        Predicate::ToMove(_) if denied => affirmed(Predicate::ToMove(Side::White)),
        predicate => Alternatives::One(Literal { predicate, denied }),
    }
}

fn mentions_turn(expr: &Expr) -> bool {
    match expr {
        Expr::All(parts) | Expr::Any(parts) => parts.iter().any(mentions_turn),
        Expr::Not(part) | Expr::AnySide(part) | Expr::EachSide(part) => mentions_turn(part),
        Expr::Is(predicate) => sides(predicate)
            .iter()
            .any(|side| fixed_color(*side, Some(Color::White)).is_none()),
    }
}

fn sides(predicate: &Predicate) -> Vec<Side> {
    let mut found = Vec::new();
    let mut predicate = predicate.clone();
    for_each_side(&mut predicate, &mut |side| found.push(*side));
    found
}

fn resolve(predicate: &Predicate, owner: Option<Color>, turn: Color) -> Predicate {
    let mut predicate = predicate.clone();
    for_each_side(&mut predicate, &mut |side| {
        *side = color_of(*side, owner, turn).into()
    });
    predicate
}

fn for_each_side(predicate: &mut Predicate, visit: &mut dyn FnMut(&mut Side)) {
    match predicate {
        Predicate::Count(count) => {
            for term in &mut count.terms {
                match &mut term.quantity {
                    Quantity::Men(men) => men.side.iter_mut().for_each(&mut *visit),
                    Quantity::Promoted(side) | Quantity::Points(side) => {
                        side.iter_mut().for_each(&mut *visit)
                    }
                    Quantity::OpenFiles | Quantity::LegalMoves => {}
                }
            }
        }
        Predicate::Castling(side, _)
        | Predicate::CanCastle(side, _)
        | Predicate::Castled(side, _)
        | Predicate::ToMove(side) => visit(side),
        Predicate::Check(side)
        | Predicate::DoubleCheck(side)
        | Predicate::Checkmate(side)
        | Predicate::Stalemate(side) => side.iter_mut().for_each(&mut *visit),
        // What `earlier` speaks of is another position, with a turn of its own: `about` looks into it.
        Predicate::Beyond(
            Beyond::Elo(side, _) | Beyond::Clock(side, _) | Beyond::Player(side, _),
        ) => {
            side.iter_mut().for_each(&mut *visit);
        }
        Predicate::Judged(crate::Judged::Eval(side, _)) => side.iter_mut().for_each(&mut *visit),
        Predicate::Empty(_)
        | Predicate::Pattern(_)
        | Predicate::EnPassant
        | Predicate::OppositeBishops
        | Predicate::Ply(_)
        | Predicate::MoveNumber(_)
        | Predicate::Halfmoves(_)
        | Predicate::Beyond(_)
        | Predicate::Judged(_) => {}
    }
}

impl Expr {
    /// The expression with `own` and `other` replaced by a colour and its opponent's: what `any
    /// side` says of that colour.
    ///
    /// ```
    /// use shakmaty::Color;
    /// use sissa_constraint::{Constraint, Expr};
    ///
    /// let constraint: Constraint = "any side (Q=1 and other Q=0)".parse()?;
    /// let Expr::AnySide(part) = constraint.expr() else { unreachable!() };
    /// let of_black = Constraint::new(part.about(Color::Black));
    /// assert_eq!(of_black.to_string(), "black Q=1 and white Q=0");
    /// # Ok::<(), sissa_constraint::ParseError>(())
    /// ```
    pub fn about(&self, color: Color) -> Expr {
        let each = |parts: &[Expr]| parts.iter().map(|part| part.about(color)).collect();
        match self {
            Expr::All(parts) => Expr::All(each(parts)),
            Expr::Any(parts) => Expr::Any(each(parts)),
            Expr::Not(part) => Expr::Not(Box::new(part.about(color))),
            // These speak of sides of their own.
            Expr::AnySide(_) | Expr::EachSide(_) => self.clone(),
            Expr::Is(Predicate::Beyond(Beyond::Earlier(part))) => {
                Predicate::Beyond(Beyond::Earlier(Box::new(part.about(color)))).into()
            }
            Expr::Is(predicate) => {
                let mut predicate = predicate.clone();
                for_each_side(&mut predicate, &mut |side| {
                    if let Some(fixed) = fixed_color(*side, Some(color)) {
                        *side = fixed.into();
                    }
                });
                Expr::Is(predicate)
            }
        }
    }
}
