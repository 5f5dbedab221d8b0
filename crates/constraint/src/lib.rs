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
mod flatten;
mod goal;
mod lexer;
mod parser;
mod pattern;
mod presets;
mod print;
mod reading;
mod region;
mod routes;
mod tree;

use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};

pub use assess::Finding;
pub use branch::Literal;
pub use compile::{Compiled, Situation, attacked_by, pawn_attacks, ply};
pub use distance::Distance;
pub use error::ParseError;
pub use explain::Needs;
pub use feasible::{Code, Reason, Refutation};
pub use goal::{Cell, Goal, Placement, Window, Windows};
pub use parser::words;
pub use pattern::{Pattern, PatternError};
pub use presets::{PRESETS, Preset, nearest_preset, preset};
pub use region::Region;
pub use routes::route_length;
pub use tree::{
    Beyond, Count, Expr, GameResult, Kind, Men, Predicate, Quantity, Range, Side, Term, TimeClass,
    Trait, Wing,
};

/// A parsed constraint.
///
/// As JSON it is its tree. A tree that could not have come from a text is refused, so that whatever
/// was read can be printed and read again:
///
/// ```
/// use sissa_constraint::Constraint;
/// let json = r#"{"is":{"castling":["white","kingside"]}}"#;
/// let constraint: Constraint = serde_json::from_str(json)?;
/// assert_eq!(constraint.to_string(), "white castling kingside");
/// assert_eq!(serde_json::to_string(&constraint)?, json);
/// assert!(serde_json::from_str::<Constraint>(r#"{"is":{"castling":["own","kingside"]}}"#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
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

impl<'de> Deserialize<'de> for Constraint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Constraint, D::Error> {
        let constraint = Constraint::new(Expr::deserialize(deserializer)?);
        let text = constraint.to_string();
        match text.parse::<Constraint>() {
            Ok(read) if read == constraint => Ok(constraint),
            Ok(_) => Err(D::Error::custom(format!(
                "this tree is not in canonical form, its text would be {}",
                error::quoted(&text)
            ))),
            Err(error) => Err(D::Error::custom(format!(
                "this tree cannot be written as a constraint: {error}"
            ))),
        }
    }
}

impl FromStr for Constraint {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Constraint, ParseError> {
        parser::parse(text)
    }
}
