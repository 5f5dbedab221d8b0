//! Tests from outside: the solver against definitions, problems and another program.

#![expect(clippy::unwrap_used, reason = "what fails here is a failed test")]

mod brute_force;
mod common;
mod judge;
mod motifs;
mod problems;
mod stockfish;
