//! The tables against shakmaty, known results and themselves.
#![allow(clippy::unwrap_used)]

use std::sync::LazyLock;

use shakmaty::{CastlingMode, Chess, Color, Position as _, fen::Fen};
use sissa_tables::{Outcome, Positions, Signature, Tables};

mod making;
mod page;
mod sets;
mod values;

/// Shared, so that each table is made once for all tests.
static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::new(2));

fn signature(text: &str) -> Signature {
    text.parse().unwrap()
}

fn chess(fen: &str) -> Chess {
    let fen: Fen = fen.parse().unwrap();
    fen.into_position(CastlingMode::Standard).unwrap()
}

fn all(text: &str, turn: Color) -> Positions {
    TABLES.positions(signature(text), turn, |_| true)
}

/// What a position is worth by what its legal moves lead to.
fn best(chess: &Chess) -> Outcome {
    let outcome = |m| {
        let mut after = chess.clone();
        after.play_unchecked(m);
        TABLES.probe(&after).unwrap().before()
    };
    let best = chess.legal_moves().into_iter().map(outcome);
    match best.max_by_key(|outcome| outcome.rank()) {
        Some(outcome) => outcome,
        None if chess.is_check() => Outcome::Loss(0),
        None => Outcome::Draw,
    }
}
