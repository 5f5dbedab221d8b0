//! What a constraint asks of a position's worth, apart from what it asks of the board.
//!
//! Judging is dear, looking at the board is cheap. So a constraint is split: a [`Demand`] holds the parts that judge, and
//! beside it stands what is left when every judged predicate is taken for granted: a necessary condition that
//! anybody can test or generate from. Both together are the constraint. Logic goes through as it is written, `or` and
//! `not` included.

use shakmaty::Color;
use sissa_constraint::{Compiled, Constraint, Expr, Judged, Predicate, Situation};

use crate::{Answer, Arbiter, Effort, arbiter::Examination};

/// A constraint that speaks of a position's worth.
#[derive(Debug)]
pub struct Demand {
    node: Node,
}

#[derive(Debug)]
enum Node {
    Board(Box<Compiled>),
    Judged(Judged),
    All(Vec<Node>),
    Any(Vec<Node>),
    Not(Box<Node>),
}

impl Demand {
    /// The demand, where something is judged, and what is asked of the board whatever the judgement.
    ///
    /// ```
    /// use sissa_judge::Demand;
    ///
    /// let (demand, board) = Demand::of(&"mate in 2 and men<=8 and not (eval>3 and check)".parse()?);
    /// assert!(demand.is_some());
    /// assert_eq!(board.to_string(), "men<=8");
    /// let (nothing, board) = Demand::of(&"white Q=0".parse()?);
    /// assert!(nothing.is_none() && board.to_string() == "white Q=0");
    /// # Ok::<_, sissa_constraint::ParseError>(())
    /// ```
    pub fn of(constraint: &Constraint) -> (Option<Demand>, Constraint) {
        if !speaks_of_worth(constraint.expr()) {
            return (None, constraint.clone());
        }
        // Parts that judge nothing are all asked of the board.
        let node = match constraint.expr() {
            Expr::All(parts) => {
                let judged = parts.iter().filter(|part| speaks_of_worth(part)).cloned();
                node(&Expr::All(judged.collect()))
            }
            single => node(single),
        };
        let demand = Demand { node };
        let board = flattened(relaxed(constraint.expr()));
        (Some(demand), Constraint::new(board))
    }

    /// Whether a position that satisfies the rest of the constraint satisfies this, too, and what was found out on the way.
    pub fn test<'a>(
        &self,
        arbiter: &'a mut Arbiter,
        situation: &'a Situation<'a>,
        effort: &Effort,
    ) -> (Answer, Examination<'a>) {
        let mut examination = arbiter.examine(situation.position);
        let answer = holds(&self.node, situation, &mut examination, effort);
        (answer, examination)
    }
}

fn speaks_of_worth(expr: &Expr) -> bool {
    match expr {
        Expr::All(parts) | Expr::Any(parts) => parts.iter().any(speaks_of_worth),
        Expr::Not(part) | Expr::AnySide(part) | Expr::EachSide(part) => speaks_of_worth(part),
        Expr::Is(predicate) => matches!(predicate, Predicate::Judged(_)),
    }
}

fn node(expr: &Expr) -> Node {
    if !speaks_of_worth(expr) {
        return Node::Board(Box::new(Constraint::new(expr.clone()).compile()));
    }
    let sides = |part: &Expr| Color::ALL.map(|color| node(&part.about(color))).into();
    match expr {
        Expr::All(parts) => {
            let mut nodes: Vec<Node> = parts.iter().map(node).collect();
            nodes.sort_by_key(cost);
            Node::All(nodes)
        }
        Expr::Any(parts) => {
            let mut nodes: Vec<Node> = parts.iter().map(node).collect();
            nodes.sort_by_key(cost);
            Node::Any(nodes)
        }
        Expr::Not(part) => Node::Not(Box::new(node(part))),
        Expr::AnySide(part) => Node::Any(sides(part)),
        Expr::EachSide(part) => Node::All(sides(part)),
        Expr::Is(Predicate::Judged(judged)) => Node::Judged(judged.clone()),
        Expr::Is(_) => Node::Board(Box::new(Constraint::new(expr.clone()).compile())),
    }
}

/// Cheap things first.
fn cost(node: &Node) -> u32 {
    match node {
        Node::Board(_) => 0,
        Node::Judged(judged) => match judged {
            Judged::Tablebase(_) | Judged::MateDistance(_) => 1,
            Judged::MateIn(range) | Judged::SelfmateIn(range) | Judged::HelpmateIn(range) => {
                2 + u32::try_from(range.max).unwrap_or(20).min(20)
            }
            Judged::Eval(..)
            | Judged::OnlyMove
            | Judged::BestMoves(_)
            | Judged::Gap(_)
            | Judged::BestMove(_) => 5,
            Judged::Motif(_) => 6,
            Judged::FoundBy(..) => 7,
        },
        Node::All(nodes) | Node::Any(nodes) => nodes.iter().map(cost).max().unwrap_or(0),
        Node::Not(node) => cost(node),
    }
}

/// What holds of the board whatever is judged: never stronger than the expression.
fn relaxed(expr: &Expr) -> Expr {
    let each = |parts: &[Expr]| parts.iter().map(relaxed).collect();
    match expr {
        Expr::All(parts) => Expr::All(each(parts)),
        Expr::Any(parts) => Expr::Any(each(parts)),
        Expr::Not(part) if speaks_of_worth(part) => Expr::All(Vec::new()),
        Expr::AnySide(part) => Expr::AnySide(Box::new(relaxed(part))),
        Expr::EachSide(part) => Expr::EachSide(Box::new(relaxed(part))),
        Expr::Is(Predicate::Judged(_)) => Expr::All(Vec::new()),
        Expr::Not(_) | Expr::Is(_) => expr.clone(),
    }
}

/// Without parts that ask for nothing.
fn flattened(expr: Expr) -> Expr {
    let anything = |expr: &Expr| matches!(expr, Expr::All(parts) if parts.is_empty());
    match expr {
        Expr::All(parts) => {
            let mut kept = Vec::new();
            for part in parts.into_iter().map(flattened) {
                match part {
                    Expr::All(inner) => kept.extend(inner),
                    part => kept.push(part),
                }
            }
            match kept.len() {
                1 => kept.swap_remove(0),
                _ => Expr::All(kept),
            }
        }
        Expr::Any(parts) => {
            let parts: Vec<Expr> = parts.into_iter().map(flattened).collect();
            if parts.iter().any(anything) {
                return Expr::All(Vec::new());
            }
            Expr::Any(parts)
        }
        Expr::AnySide(part) | Expr::EachSide(part) if anything(&flattened((*part).clone())) => {
            Expr::All(Vec::new())
        }
        Expr::AnySide(part) => Expr::AnySide(Box::new(flattened(*part))),
        Expr::EachSide(part) => Expr::EachSide(Box::new(flattened(*part))),
        other => other,
    }
}

fn holds(
    node: &Node,
    situation: &Situation,
    examination: &mut Examination,
    effort: &Effort,
) -> Answer {
    match node {
        Node::Board(compiled) => Answer::from(compiled.holds(situation)),
        Node::Judged(judged) => examination.holds(judged, effort),
        Node::Not(node) => match holds(node, situation, examination, effort) {
            Answer::Yes => Answer::No,
            Answer::No => Answer::Yes,
            Answer::Undecided => Answer::Undecided,
        },
        Node::All(nodes) => first(nodes, Answer::No, situation, examination, effort),
        Node::Any(nodes) => first(nodes, Answer::Yes, situation, examination, effort),
    }
}

/// The first answer that settles it; else its opposite, unless something stayed undecided.
fn first(
    nodes: &[Node],
    settles: Answer,
    situation: &Situation,
    examination: &mut Examination,
    effort: &Effort,
) -> Answer {
    let mut undecided = false;
    for node in nodes {
        match holds(node, situation, examination, effort) {
            Answer::Undecided => undecided = true,
            answer if answer == settles => return answer,
            _ => {}
        }
    }
    if undecided {
        Answer::Undecided
    } else if settles == Answer::Yes {
        Answer::No
    } else {
        Answer::Yes
    }
}
