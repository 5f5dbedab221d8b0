//! What a constraint means: [`Explain`].

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::Chess;
use sissa_constraint::{Constraint, Distance, Expr, Finding, Judged, Predicate, Refutation};
use sissa_game::{Reason, words::grouped};
use sissa_judge::Arbiter;

use crate::{problem::Problem, wish::Wish};

/// A constraint to explain.
///
/// ```
/// let explanation = sissa::Explain::new("white Q=0").run()?;
/// assert_eq!(explanation.words, ["White has no queen"]);
/// assert!(explanation.feasible);
/// # Ok::<_, sissa::Problem>(())
/// ```
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Explain {
    /// The constraint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constraint: Option<String>,
    /// Constraints from the library, all of which must hold, too: a name or a list of names.
    #[serde(
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "crate::one_or_many"
    )]
    #[schemars(with = "Option<crate::OneOrMany>")]
    pub preset: Vec<String>,
}

impl Explain {
    /// This constraint.
    pub fn new(constraint: impl Into<String>) -> Explain {
        Explain {
            constraint: Some(constraint.into()),
            preset: Vec::new(),
        }
    }

    /// What it means.
    pub fn run(&self) -> Result<Explanation, Problem> {
        let wish = Wish::read(self.constraint.as_deref(), &self.preset)?;
        Ok(explain(&wish.ok_or_else(Wish::missing)?.constraint))
    }
}

/// What a constraint means, and whether anything can satisfy it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Explanation {
    /// The constraint in its canonical form.
    pub constraint: String,
    /// The same in words, one line a condition.
    pub words: Vec<String>,
    /// Whether no contradiction was found.
    pub feasible: bool,
    /// Why nothing can satisfy it.
    pub reasons: Vec<Reason>,
    /// What it asks for beyond the position.
    pub needs: Needs,
    /// Half-moves from the starting position, at least; `null` where it cannot be reached.
    pub least_plies: Option<u32>,
    /// The constraint as a tree.
    #[schemars(with = "serde_json::Value")]
    pub tree: Constraint,
}

/// What must be known to judge a constraint.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Needs {
    /// The game that led to the position: it asks who has castled.
    pub history: bool,
    /// Predicates about players or the game's course.
    pub beyond: Vec<String>,
    /// Predicates about what a position is worth.
    pub judged: Vec<String>,
    /// What judging them costs, a sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub costs: Vec<String>,
}

/// What judging costs; the rest of a constraint is looked at first.
fn costs(expr: &Expr, found: &mut Vec<String>) {
    match expr {
        Expr::All(parts) | Expr::Any(parts) => parts.iter().for_each(|part| costs(part, found)),
        Expr::Not(part) | Expr::AnySide(part) | Expr::EachSide(part) => costs(part, found),
        Expr::Is(Predicate::Judged(judged)) => {
            let cost = cost(judged);
            if !found.contains(&cost) {
                found.push(cost);
            }
        }
        Expr::Is(_) => {}
    }
}

fn cost(judged: &Judged) -> String {
    let nodes = grouped(Arbiter::NODES);
    match judged {
        Judged::Eval(..) => {
            let closer = grouped(Arbiter::NODES * Arbiter::CLOSER);
            format!("a value takes {nodes} positions of the engine (--judge-nodes), {closer} where it decides narrowly")
        }
        Judged::OnlyMove | Judged::BestMoves(_) | Judged::Gap(_) | Judged::BestMove(_) => {
            format!("best moves take {nodes} positions of the engine (--judge-nodes)")
        }
        Judged::Motif(_) => {
            format!("a motif takes the best line: {nodes} positions of the engine (--judge-nodes)")
        }
        Judged::FoundBy(..) => format!(
            "how likely people find it takes the best line ({nodes} positions of the engine) and the model of their moves"
        ),
        Judged::MateIn(_) | Judged::SelfmateIn(_) | Judged::HelpmateIn(_) => {
            "a mate is proven by exhaustive search: cheap for two moves, much dearer with each more".to_owned()
        }
        Judged::Tablebase(_) | Judged::MateDistance(_) => {
            "endgame tables of up to four men are made on first use, in seconds; then a look costs nothing".to_owned()
        }
    }
}

fn explain(constraint: &Constraint) -> Explanation {
    let refutation = constraint.refutation();
    let needs = constraint.needs();
    let mut told_costs = Vec::new();
    costs(constraint.expr(), &mut told_costs);
    // Predicates beyond a position never hold on a bare position: no bound can be told with them.
    let told = needs.beyond.is_empty() && needs.judged.is_empty();
    let least_plies = if told && refutation.is_none() {
        Distance::new(constraint).plies(&(&Chess::default()).into())
    } else {
        None
    };
    Explanation {
        constraint: constraint.to_string(),
        words: constraint.explain().lines().map(str::to_owned).collect(),
        feasible: refutation.is_none(),
        reasons: refutation.as_ref().map_or_else(Vec::new, reasons),
        needs: Needs {
            history: needs.history,
            beyond: needs.beyond,
            judged: needs.judged,
            costs: told_costs,
        },
        least_plies,
        tree: constraint.clone(),
    }
}

/// Why nothing can satisfy a constraint, as records carry it.
pub fn reasons(refutation: &Refutation) -> Vec<Reason> {
    let reason = |reason: &sissa_constraint::Reason| {
        Reason::new(reason.code.as_str(), reason.message.clone(), reason.squares)
    };
    refutation.reasons.iter().map(reason).collect()
}

/// A part of the constraint that does not hold, as a reason; with what judging found out.
pub(crate) fn unsatisfied(finding: &Finding, judged: Option<&str>) -> Reason {
    let squares: Vec<String> = finding
        .squares
        .into_iter()
        .map(|square| square.to_string())
        .collect();
    let text = &finding.text;
    let mut message = match (finding.value, judged) {
        (Some(value), _) => format!("{text}: found {value}"),
        (None, Some(found)) => format!("{text}: found {found}"),
        (None, None) => format!("{text}: does not hold"),
    };
    if !squares.is_empty() {
        let _ = write!(message, " ({})", squares.join(" "));
    }
    Reason::new("unsatisfied", message, finding.squares)
}
