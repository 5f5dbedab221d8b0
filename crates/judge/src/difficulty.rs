//! How difficult a line is for people: the rating its puzzle would have at Lichess, with its error.
//!
//! A [`Predictor`] is a sum of small decision trees over the [`features`] of a line. Making one is the job of
//! `sissa-train difficulty`; the one that comes with the program has its card in `models/difficulty.md`.
//!
//! ```
//! use sissa_judge::{Line, difficulty::Predictor};
//! use shakmaty::{CastlingMode, Chess, Position, fen::Fen, uci::UciMove};
//!
//! let position: Chess = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".parse::<Fen>()?.into_position(CastlingMode::Standard)?;
//! let mate: UciMove = "a1a8".parse()?;
//! let line = Line::new(&position, &[mate.to_move(&position)?]).ok_or("not legal")?;
//! let difficulty = Predictor::shipped().predict(&line);
//! assert!(difficulty.rating < 900 && difficulty.error > 50, "{difficulty:?}");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod features;
mod trees;

use std::sync::LazyLock;

pub use features::{feature_count, features};
pub use trees::{Band, Node, Predictor, PredictorError};

use crate::Line;

/// How difficult a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// The rating of its puzzle.
    pub rating: u16,
    /// How far off such ratings are on average.
    pub error: u16,
}

impl Predictor {
    /// The one that comes with the program.
    pub fn shipped() -> &'static Predictor {
        static SHIPPED: LazyLock<Predictor> =
            LazyLock::new(|| sissa_models::DIFFICULTY.parse().expect("a test reads it"));
        &SHIPPED
    }

    /// How difficult a line is.
    pub fn predict(&self, line: &Line) -> Difficulty {
        let rating = self.sum(&features(line)).clamp(400.0, 3200.0);
        Difficulty {
            rating: rating.round() as u16,
            error: self.error(rating).round() as u16,
        }
    }
}
