//! The program as a user meets it: what it prints, what it says, how it ends.

#![expect(clippy::unwrap_used, reason = "what fails here is a failed test")]

mod check;
mod common;
mod dataset;
mod engine;
mod errors;
mod explain;
mod files;
mod games;
mod generate;
mod help;
mod net;
mod oracle;
mod parity;
mod pipeline;
mod presets;
mod prove;
mod puzzles;
mod readme;
mod retro;
mod review;
mod rules;
mod serve;
mod show;
mod solve;
