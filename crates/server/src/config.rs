//! What the server is told when it starts.

use std::{path::PathBuf, time::Duration};

use sissa::Session;

use crate::token::Token;

/// How to serve.
#[derive(Debug, Clone, Default)]
pub struct Config {
    /// What one client may ask for.
    pub limits: Limits,
    /// What others must know to be let in; nobody is asked if there is none.
    pub token: Option<Token>,
    /// Whether only questions that take no time are answered: no generation, no proofs, no engine.
    pub read_only: bool,
    /// A folder of imported games that clients may explore.
    pub games: Option<PathBuf>,
    /// Whose endgame tables all jobs share.
    pub session: Session,
}

/// Bounds on what clients may ask for.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Longest body of a request, in bytes.
    pub body: usize,
    /// Most positions of one request.
    pub positions: u64,
    /// Most boards of one drawing.
    pub boards: usize,
    /// Most nodes for one position.
    pub nodes: u64,
    /// Longest time for one position.
    pub position_time: Duration,
    /// Longest time for one job, from its first turn.
    pub job_time: Duration,
    /// Jobs that may be under way or waiting; more are told to come back.
    pub jobs: usize,
    /// Computations at the same time.
    pub workers: usize,
    /// Open connections; for one more the one that has been idle for longest is closed.
    pub connections: usize,
    /// Longest time for the head of a request, for its body, and for one write to go through.
    pub patience: Duration,
    /// How long open connections may take to end when the server stops.
    pub farewell: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            body: 256 * 1024,
            positions: 1_000,
            boards: 200,
            nodes: 20_000_000,
            position_time: Duration::from_secs(20),
            job_time: Duration::from_secs(120),
            jobs: 512,
            workers: sissa::processors(),
            connections: 1_024,
            patience: Duration::from_secs(30),
            farewell: Duration::from_secs(5),
        }
    }
}
