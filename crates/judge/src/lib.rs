//! What a position is worth.
//!
//! | module | answers | how sure |
//! |---|---|---|
//! | [`Solver`] | mate, selfmate, helpmate, stalemate in so many moves; keys, tries, variations | proven by exhaustive search |
//! | [`certified`], [`certified_by_tables`] | whether a line is a puzzle with one solution: a mate, an ending | proven |
//! | [`Demand`], [`Arbiter`] | whether a constraint about worth holds | as sure as what it asks for |
//! | [`shelves`], [`refuted_by_tables`] | where all positions of few men are that a constraint asks for, or that there are none | proven |
//! | [`Judge`] | a value, the best moves and lines, gaps between them | the engine's opinion, repeatable |
//! | [`Hindsight`] | the same for all positions of a game, from its end | likewise |
//! | [`motifs`](fn@motifs) | fork, pin, back-rank mate and the other motifs of a line | by definition |
//! | [`chances`], [`difficulty`] | how likely people find a line, how difficult it is | by models of people, with their errors |

mod arbiter;
mod certificate;
mod demand;
pub mod difficulty;
mod effort;
mod findability;
mod hindsight;
mod judge;
mod motifs;
pub mod outcome;
mod outcomes;
mod solver;
mod stipulation;
mod value;

pub use arbiter::{Arbiter, Examination};
pub use certificate::{certified, certified_by_tables};
pub use demand::Demand;
pub use effort::Effort;
pub use findability::chances;
pub use hindsight::{Hindsight, Seen};
pub use judge::{Judge, Question};
pub use motifs::{Detector, Line, MOTIFS, Motif, Step, Turn, motif, motifs};
pub use outcomes::{Shelf, men_for_tables, refuted_by_tables, shelves};
pub use sissa_engine::{Tablebases, TablebasesError};
pub use solver::{
    Answer, Attack, Continuation, Defence, Detail, Part, Shortest, Solution, Solver, Try,
};
pub use stipulation::{Goal, MOST_MOVES, Play, Stipulation, StipulationError};
pub use value::{Candidate, MoveKind, Value, Worth, WorthError};
