//! The constraint language of Sissa: one sentence says what a chess position must be like.
//!
//! The same sentence generates positions, finds them in real games and measures them. This crate
//! holds the language itself and what can be done with a sentence.
//!
//! ```
//! use shakmaty::Chess;
//! use sissa_constraint::Constraint;
//!
//! let constraint: Constraint = "white has eight pawns and is not in check".parse()?;
//! assert_eq!(constraint.to_string(), "white P=8 and not white in check");
//! assert!(constraint.holds(&Chess::default()));
//! # Ok::<(), sissa_constraint::ParseError>(())
//! ```
//!
//! | to | use |
//! |---|---|
//! | read and print | [`Constraint`]'s `FromStr`, `Display` and `serde`; [`ParseError`] has the place and a hint |
//! | tell what it says | [`Constraint::reading`] in a line, [`Constraint::explain`] in several |
//! | know what it asks for beyond a position | [`Constraint::needs`] |
//! | refuse what nothing can satisfy | [`Constraint::refutation`] |
//! | test a position | [`Constraint::holds`]; many of them [`Constraint::compile`]; with reasons [`Constraint::assess`] |
//! | bound how many half-moves away it is | [`Distance`] |
//! | walk the tree | [`Constraint::expr`], [`Expr`], [`Predicate`] |
//! | use what has a name | [`preset`], [`PRESETS`] |
//!
//! The language is described in `docs/constraints.md`, every example of which is a test. Goals, windows and
//! routes, which Sissa's own searches are built on, are exported without documentation and may change.

mod assess;
mod branch;
mod compile;
mod date;
mod distance;
mod error;
mod explain;
mod feasible;
mod flatten;
mod goal;
mod lexer;
mod motifs;
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
#[doc(hidden)]
pub use branch::Literal;
pub use compile::{Compiled, Situation, ply};
#[doc(hidden)]
pub use compile::{attacked_by, pawn_attacks, pawns_with};
pub use distance::Distance;
pub use error::ParseError;
pub use explain::Needs;
pub use feasible::{Code, Reason, Refutation};
#[doc(hidden)]
pub use goal::{Cell, Goal, Placement, Window, Windows};
pub use motifs::MOTIFS;
pub use parser::words;
pub use pattern::{Pattern, PatternError};
pub use presets::{PRESETS, Preset, nearest_preset, preset};
pub use region::Region;
#[doc(hidden)]
pub use routes::route_length;
pub use tree::{
    BestMove, Beyond, Count, Expr, GameResult, Judged, Kind, Men, Predicate, Quantity, Range, Side,
    TableResult, Term, TimeClass, Trait, Wing,
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
