//! Tests from outside: the solver against definitions, problems and another program.

#![allow(clippy::unwrap_used, reason = "tests may fail so")]

mod brute_force;
mod common;
mod problems;
mod stockfish;
