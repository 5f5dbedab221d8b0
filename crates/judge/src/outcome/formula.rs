//! The formula, and its text: a coefficient a line.
//!
//! ```text
//! side small 1.25
//! draw phase 2.5
//! ```

use std::{fmt, str::FromStr, sync::LazyLock};

use super::{DRAW, Moment, Outcome, SIDE, draw_terms, side_terms};

/// Coefficients of the terms.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    /// Of [`SIDE`].
    pub side: [f64; SIDE.len()],
    /// Of [`DRAW`].
    pub draw: [f64; DRAW.len()],
}

impl Default for Formula {
    /// Everything is as likely.
    fn default() -> Formula {
        Formula {
            side: [0.0; SIDE.len()],
            draw: [0.0; DRAW.len()],
        }
    }
}

fn sum(terms: &[f64], coefficients: &[f64]) -> f64 {
    let products = terms.iter().zip(coefficients);
    products.map(|(term, coefficient)| term * coefficient).sum()
}

impl Formula {
    /// The one that comes with the program.
    pub fn shipped() -> &'static Formula {
        static SHIPPED: LazyLock<Formula> = LazyLock::new(|| {
            include_str!("formula.txt")
                .parse()
                .expect("a test reads it")
        });
        &SHIPPED
    }

    /// How likely each end is.
    pub fn outcome(&self, moment: &Moment) -> Outcome {
        let [side, draw] = self.sums(moment);
        Outcome::of_sums(side, draw)
    }

    /// White's sum and the draw's.
    pub fn sums(&self, moment: &Moment) -> [f64; 2] {
        [
            sum(&side_terms(moment), &self.side),
            sum(&draw_terms(moment), &self.draw),
        ]
    }
}

/// A text that is no formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: `{text}` is no coefficient of the formula")]
pub struct FormulaError {
    /// Which line, from 1.
    pub line: usize,
    /// The line.
    pub text: String,
}

impl FromStr for Formula {
    type Err = FormulaError;

    fn from_str(text: &str) -> Result<Formula, FormulaError> {
        let mut formula = Formula::default();
        for (index, line) in text.lines().enumerate() {
            let wrong = || FormulaError {
                line: index + 1,
                text: line.to_owned(),
            };
            let words: Vec<&str> = line.split_whitespace().collect();
            let [kind, name, number] = words[..] else {
                return Err(wrong());
            };
            let place = |names: &[&str]| names.iter().position(|known| *known == name);
            let slot = match kind {
                "side" => place(&SIDE).map(|at| &mut formula.side[at]),
                "draw" => place(&DRAW).map(|at| &mut formula.draw[at]),
                _ => None,
            };
            let number = number
                .parse()
                .ok()
                .filter(|number: &f64| number.is_finite());
            match (slot, number) {
                (Some(slot), Some(number)) => *slot = number,
                _ => return Err(wrong()),
            }
        }
        Ok(formula)
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sides = SIDE.iter().zip(self.side).map(|term| ("side", term));
        let draws = DRAW.iter().zip(self.draw).map(|term| ("draw", term));
        for (kind, (name, coefficient)) in sides.chain(draws) {
            writeln!(f, "{kind} {name} {coefficient:.4}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Chess;

    use super::*;
    use crate::Worth;

    #[test]
    fn the_shipped_formula_is_read_and_written() {
        let formula = Formula::shipped();
        assert_eq!(formula.to_string().parse(), Ok(formula.clone()));
        let wrong = "side small 1\nside nothing 2".parse::<Formula>();
        assert_eq!(wrong.map_err(|error| error.line), Err(2));
    }

    #[test]
    fn more_is_better_and_shares_sum_up() {
        let told = |worth: i32| {
            let moment = Moment::new(&Chess::default(), Worth::Centipawns(worth));
            Formula::shipped().outcome(&moment)
        };
        for worth in (-1500..1500).step_by(100) {
            let (worse, better) = (told(worth), told(worth + 100));
            assert!(better.score() > worse.score(), "{worth}");
            assert!((worse.shares().iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
        let mate = Moment::new(&Chess::default(), Worth::WhiteMates(1));
        assert!(Formula::shipped().outcome(&mate).white > told(800).white);
    }
}
