//! What a position is worth.
//!
//! | module | answers | how sure |
//! |---|---|---|
//! | [`Solver`] | mate, selfmate, helpmate, stalemate in so many moves; keys, tries, variations | proven by exhaustive search |

mod effort;
mod solver;
mod stipulation;

pub use effort::Effort;
pub use solver::{Answer, Attack, Continuation, Defence, Detail, Shortest, Solution, Solver, Try};
pub use stipulation::{Goal, MOST_MOVES, Play, Stipulation, StipulationError};
