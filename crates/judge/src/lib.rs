//! What a position is worth.
//!
//! | module | answers | how sure |
//! |---|---|---|
//! | [`Solver`] | mate, selfmate, helpmate, stalemate in so many moves; keys, tries, variations | proven by exhaustive search |
//! | [`Judge`] | a value, the best moves and lines, gaps between them | the engine's opinion, repeatable |
//! | [`motifs`](fn@motifs) | fork, pin, back-rank mate and the other motifs of a line | by definition |

pub mod difficulty;
mod effort;
mod judge;
mod motifs;
mod solver;
mod stipulation;
mod value;

pub use effort::Effort;
pub use judge::{Judge, Question};
pub use motifs::{Detector, Line, MOTIFS, Motif, Step, Turn, motif, motifs};
pub use solver::{Answer, Attack, Continuation, Defence, Detail, Shortest, Solution, Solver, Try};
pub use stipulation::{Goal, MOST_MOVES, Play, Stipulation, StipulationError};
pub use value::{Candidate, MoveKind, Value, Worth};
