//! The constraint language of Sissa: one sentence says what a chess position must be like.
//!
//! The same sentence generates positions, finds them in real games and measures them. This crate
//! holds the language itself and the four things that can be done with a sentence:
//!
//! - print it back, canonically ([`Constraint`]'s `Display`) or in words ([`Constraint::explain`]);
//! - decide before any search whether anything can satisfy it ([`Constraint::refutation`]);
//! - test positions, fast ([`Constraint::compile`]) or with reasons ([`Constraint::assess`]);
//! - bound from below how many half-moves away it still is ([`Distance`]).
//!
//! ```
//! use sissa_constraint::Constraint;
//! use shakmaty::Chess;
//!
//! let constraint: Constraint = "white (1,2,2,2,8) and not check".parse()?;
//! assert_eq!(constraint.to_string(), "white (1,2,2,2,8) and not check");
//! assert!(constraint.compile().holds(&(&Chess::default()).into()));
//! # Ok::<(), sissa_constraint::ParseError>(())
//! ```

mod assess;
mod branch;
mod compile;
mod distance;
mod error;
mod explain;
mod feasible;
mod goal;
mod lexer;
mod parser;
mod pattern;
mod presets;
mod print;
mod region;
mod routes;
mod tree;

use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub use assess::Finding;
pub use branch::Literal;
pub use compile::{Compiled, Situation};
pub use distance::Distance;
pub use error::ParseError;
pub use explain::Needs;
pub use feasible::{Code, Reason, Refutation};
pub use goal::{Cell, Goal, Placement, Window, Windows};
pub use pattern::{Pattern, PatternError};
pub use presets::{PRESETS, Preset, preset};
pub use region::Region;
pub use routes::route_length;
pub use tree::{
    Beyond, Count, Expr, GameResult, Kind, Men, Predicate, Quantity, Range, Side, Term, TimeClass,
    Trait, Wing,
};

/// A parsed constraint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Constraint {
    expr: Expr,
}

impl Constraint {
    /// A constraint from its tree, brought into the shape the parser gives.
    pub fn new(expr: Expr) -> Constraint {
        Constraint {
            expr: expr.flattened(),
        }
    }

    /// The tree.
    pub fn expr(&self) -> &Expr {
        &self.expr
    }
}

impl FromStr for Constraint {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Constraint, ParseError> {
        parser::parse(text)
    }
}
