//! What each term of the handcrafted evaluation is worth, early and late in the game.
//!
//! The file is text, a group of terms a line: `NAME early/late early/late …`. Lines that begin with
//! `#` are remarks. `models/handcrafted.txt` is built in.
//!
//! ```
//! use sissa_engine::eval::Weights;
//!
//! let weights = Weights::untuned();
//! assert_eq!(Weights::parse(&weights.to_string())?, weights);
//! assert!(Weights::parse("MATERIAL 1/2").is_err());
//! # Ok::<_, sissa_engine::eval::weights::WeightsError>(())
//! ```

use std::{
    fmt,
    sync::{Arc, OnceLock},
};

use super::terms::{self, COUNT, GROUPS};

/// Early and late weights of every term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights(Vec<(i16, i16)>);

/// Why a text holds no weights.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum WeightsError {
    #[error("line {line}: there is no group of terms `{name}`")]
    Group { line: usize, name: String },
    #[error("line {line}: {name} needs {expected} weights, not {found}")]
    Length {
        line: usize,
        name: String,
        expected: usize,
        found: usize,
    },
    #[error("line {line}: `{text}` is not a weight such as -12/30")]
    Number { line: usize, text: String },
    #[error("the group {0} is missing")]
    Missing(&'static str),
}

impl Weights {
    /// The weights that are built in.
    pub fn tuned() -> Arc<Weights> {
        static WEIGHTS: OnceLock<Arc<Weights>> = OnceLock::new();
        let parsed = || {
            Arc::new(
                Weights::parse(sissa_models::HANDCRAFTED)
                    .expect("a test reads the weights that are built in"),
            )
        };
        Arc::clone(WEIGHTS.get_or_init(parsed))
    }

    /// Takes weights in the order of the terms; `None` if their number is wrong.
    pub fn new(weights: Vec<(i16, i16)>) -> Option<Weights> {
        (weights.len() == COUNT).then_some(Weights(weights))
    }

    /// All of them, in the order of the terms.
    pub fn as_slice(&self) -> &[(i16, i16)] {
        &self.0
    }

    /// Reads weights.
    pub fn parse(text: &str) -> Result<Weights, WeightsError> {
        let mut weights = vec![(0, 0); COUNT];
        let mut seen = vec![false; GROUPS.len()];
        for (index, content) in text.lines().enumerate() {
            let line = index + 1;
            let mut words = content.split_whitespace();
            let Some(name) = words.next().filter(|name| !name.starts_with('#')) else {
                continue;
            };
            let group = GROUPS.iter().position(|(known, ..)| *known == name);
            let Some(group) = group else {
                let name = name.chars().take(40).collect();
                return Err(WeightsError::Group { line, name });
            };
            let (_, first, size) = GROUPS[group];
            seen[group] = true;
            let mut found = 0;
            for word in words {
                let weight = word
                    .split_once('/')
                    .and_then(|(early, late)| Some((early.parse().ok()?, late.parse().ok()?)));
                let Some(weight) = weight else {
                    let text = word.chars().take(40).collect();
                    return Err(WeightsError::Number { line, text });
                };
                if found < size {
                    weights[first + found] = weight;
                }
                found += 1;
            }
            if found != size {
                return Err(WeightsError::Length {
                    line,
                    name: name.to_owned(),
                    expected: size,
                    found,
                });
            }
        }
        match seen.iter().position(|seen| !seen) {
            Some(group) => Err(WeightsError::Missing(GROUPS[group].0)),
            None => Ok(Weights(weights)),
        }
    }

    /// The start of tuning: values and tables as beginners' books give them, and guesses for the
    /// rest.
    pub fn untuned() -> Weights {
        let mut weights = vec![(0i16, 0i16); COUNT];
        for (index, value) in [100, 320, 330, 500, 900].into_iter().enumerate() {
            weights[terms::MATERIAL + index] = (value, value);
        }
        for (role, table) in TABLES.iter().enumerate() {
            for square in 0..64 {
                let value = i16::from(table[square ^ 56]);
                let late = i16::from(if role == 5 {
                    KING_LATE[square ^ 56]
                } else {
                    table[square ^ 56]
                });
                weights[terms::SQUARES + role * 64 + square] = (value, late);
            }
        }
        let mut line = |first: usize, size: usize, from: i16, step: i16| {
            for index in 0..size {
                let value = from + step * index as i16;
                weights[first + index] = (value, value);
            }
        };
        line(terms::KNIGHT_MOBILITY, 9, -16, 4);
        line(terms::BISHOP_MOBILITY, 14, -24, 4);
        line(terms::ROOK_MOBILITY, 15, -14, 2);
        line(terms::QUEEN_MOBILITY, 28, -14, 1);
        line(terms::KING_DANGER, 32, 0, 4);
        let mut set = |term: usize, early: i16, late: i16| weights[term] = (early, late);
        for rank in 1..7 {
            set(terms::PASSED + rank, 5 * rank as i16, 12 * rank as i16);
        }
        set(terms::ISOLATED, -10, -10);
        set(terms::DOUBLED, -8, -15);
        set(terms::BACKWARD, -6, -6);
        set(terms::BISHOP_PAIR, 25, 40);
        set(terms::ROOK_OPEN, 20, 10);
        set(terms::ROOK_HALF_OPEN, 10, 5);
        set(terms::OUTPOST, 15, 10);
        set(terms::OUTPOST + 1, 10, 5);
        for index in 0..3 {
            set(terms::SHIELD + index, 10, 0);
            set(terms::SHIELD + 3 + index, 5, 0);
            set(terms::KING_OPEN + index.min(1), -15, 0);
        }
        for index in 0..4 {
            set(terms::SAFE_CHECK + index, 20, 5);
            set(terms::PAWN_ATTACKS + index, 40, 30);
        }
        set(terms::HANGING, 20, 15);
        set(terms::CENTRE, 3, 0);
        set(terms::TEMPO, 15, 10);
        Weights(weights)
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, first, size) in GROUPS {
            write!(f, "{name}")?;
            for (early, late) in &self.0[*first..first + size] {
                write!(f, " {early}/{late}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Squares from a8 to h1, pawn to king: simple tables that favour development and the centre.
#[rustfmt::skip]
const TABLES: [[i8; 64]; 6] = [
    [
          0,  0,  0,  0,  0,  0,  0,  0,
         50, 50, 50, 50, 50, 50, 50, 50,
         10, 10, 20, 30, 30, 20, 10, 10,
          5,  5, 10, 25, 25, 10,  5,  5,
          0,  0,  0, 20, 20,  0,  0,  0,
          5, -5,-10,  0,  0,-10, -5,  5,
          5, 10, 10,-20,-20, 10, 10,  5,
          0,  0,  0,  0,  0,  0,  0,  0,
    ],
    [
        -50,-40,-30,-30,-30,-30,-40,-50,
        -40,-20,  0,  0,  0,  0,-20,-40,
        -30,  0, 10, 15, 15, 10,  0,-30,
        -30,  5, 15, 20, 20, 15,  5,-30,
        -30,  0, 15, 20, 20, 15,  0,-30,
        -30,  5, 10, 15, 15, 10,  5,-30,
        -40,-20,  0,  5,  5,  0,-20,-40,
        -50,-40,-30,-30,-30,-30,-40,-50,
    ],
    [
        -20,-10,-10,-10,-10,-10,-10,-20,
        -10,  0,  0,  0,  0,  0,  0,-10,
        -10,  0,  5, 10, 10,  5,  0,-10,
        -10,  5,  5, 10, 10,  5,  5,-10,
        -10,  0, 10, 10, 10, 10,  0,-10,
        -10, 10, 10, 10, 10, 10, 10,-10,
        -10,  5,  0,  0,  0,  0,  5,-10,
        -20,-10,-10,-10,-10,-10,-10,-20,
    ],
    [
          0,  0,  0,  0,  0,  0,  0,  0,
          5, 10, 10, 10, 10, 10, 10,  5,
         -5,  0,  0,  0,  0,  0,  0, -5,
         -5,  0,  0,  0,  0,  0,  0, -5,
         -5,  0,  0,  0,  0,  0,  0, -5,
         -5,  0,  0,  0,  0,  0,  0, -5,
         -5,  0,  0,  0,  0,  0,  0, -5,
          0,  0,  0,  5,  5,  0,  0,  0,
    ],
    [
        -20,-10,-10, -5, -5,-10,-10,-20,
        -10,  0,  0,  0,  0,  0,  0,-10,
        -10,  0,  5,  5,  5,  5,  0,-10,
         -5,  0,  5,  5,  5,  5,  0, -5,
         -5,  0,  5,  5,  5,  5,  0, -5,
        -10,  0,  5,  5,  5,  5,  0,-10,
        -10,  0,  0,  0,  0,  0,  0,-10,
        -20,-10,-10, -5, -5,-10,-10,-20,
    ],
    [
        -30,-40,-40,-50,-50,-40,-40,-30,
        -30,-40,-40,-50,-50,-40,-40,-30,
        -30,-40,-40,-50,-50,-40,-40,-30,
        -30,-40,-40,-50,-50,-40,-40,-30,
        -20,-30,-30,-40,-40,-30,-30,-20,
        -10,-20,-20,-20,-20,-20,-20,-10,
         20, 20,  0,  0,  0,  0, 20, 20,
         20, 30, 10,  0,  0, 10, 30, 20,
    ],
];

/// The king once few men are left.
#[rustfmt::skip]
const KING_LATE: [i8; 64] = [
    -50,-40,-30,-20,-20,-30,-40,-50,
    -30,-20,-10,  0,  0,-10,-20,-30,
    -30,-10, 20, 30, 30, 20,-10,-30,
    -30,-10, 30, 40, 40, 30,-10,-30,
    -30,-10, 30, 40, 40, 30,-10,-30,
    -30,-10, 20, 30, 30, 20,-10,-30,
    -30,-30,  0,  0,  0,  0,-30,-30,
    -50,-30,-30,-30,-30,-30,-30,-50,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_built_in_can_be_read() {
        Weights::parse(sissa_models::HANDCRAFTED).unwrap();
    }

    #[test]
    fn errors_name_the_line() {
        let error = Weights::parse("# remark\nKNIGHTS 1/2").unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 2: there is no group of terms `KNIGHTS`"
        );
        let error = Weights::parse("TEMPO x").unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 1: `x` is not a weight such as -12/30"
        );
        assert_eq!(Weights::parse(""), Err(WeightsError::Missing("MATERIAL")));
    }
}
