//! How a game will end, from what is known at one of its positions: worth, ratings, time control, clocks, ply.
//!
//! A [`Formula`] is a multinomial logistic regression that treats both colours alike but for White's first move: with a sum *s*
//! for White and a sum *t* for the draw, White wins, draws and loses in the proportion exp(*s*) : exp(*t*) : exp(−*s*). Making
//! one is the job of `sissa-train outcome`. A [`Network`] corrects its two sums. Beside them stand simpler ways to guess: [`elo`], [`lichess`], [`material`].
//!
//! ```
//! use sissa_judge::{Worth, outcome::{Formula, Moment}};
//! use sissa_nn::human::Player;
//! use shakmaty::Chess;
//!
//! let level = Moment::new(&Chess::default(), Worth::Centipawns(20));
//! let equals = level.between(Player::rated(1600), Player::rated(1600));
//! let better = level.between(Player::rated(1900), Player::rated(1600));
//! let formula = Formula::shipped();
//! assert!(formula.outcome(&better).white > formula.outcome(&equals).white + 0.1);
//! ```

mod formula;
mod moment;
mod network;
mod terms;

pub use formula::{Formula, FormulaError};
pub use moment::{Moment, TimeControl};
pub use network::{FIRST, INPUTS, Network, PARAMETERS, Pass, SECOND, network_parts};
pub use terms::{DRAW, SIDE, draw_terms, side_terms};

use shakmaty::Color;

/// How likely each end of a game is; the three sum up to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// White wins.
    pub white: f64,
    /// Nobody does.
    pub draw: f64,
    /// Black wins.
    pub black: f64,
}

impl Outcome {
    /// White, draw, Black.
    pub fn shares(self) -> [f64; 3] {
        [self.white, self.draw, self.black]
    }

    /// The points that White may expect.
    pub fn score(self) -> f64 {
        self.white + self.draw / 2.0
    }

    /// In the proportion exp(side) : exp(draw) : exp(−side).
    pub fn of_sums(side: f64, draw: f64) -> Outcome {
        // The largest is taken off, so that nothing grows beyond all numbers.
        let most = side.abs().max(draw);
        let [white, draw, black] = [side, draw, -side].map(|sum| (sum - most).exp());
        let all = white + draw + black;
        Outcome {
            white: white / all,
            draw: draw / all,
            black: black / all,
        }
    }

    /// With this expectation of White's, and draws `share` as often as can be where both sides are equal.
    ///
    /// ```
    /// use sissa_judge::outcome::Outcome;
    ///
    /// let told = Outcome::of_score(0.5, 0.2);
    /// assert!((told.draw - 0.2).abs() < 1e-9 && (told.score() - 0.5).abs() < 1e-9);
    /// ```
    pub fn of_score(score: f64, share: f64) -> Outcome {
        let draw = 4.0 * share.clamp(0.0, 0.49) * score * (1.0 - score);
        Outcome {
            white: score - draw / 2.0,
            draw,
            black: 1.0 - score - draw / 2.0,
        }
    }
}

/// What White may expect by ratings alone; one half where they are unknown.
pub fn elo(moment: &Moment) -> f64 {
    match moment.players.map(|player| player.rating) {
        [Some(white), Some(black)] => {
            let gap = f64::from(white) - f64::from(black);
            1.0 / (1.0 + 10_f64.powf(-gap / 400.0))
        }
        _ => 0.5,
    }
}

/// What White may expect by Lichess' curve over the engine's value.
pub fn lichess(moment: &Moment) -> f64 {
    (1.0 + moment.worth.chances_for(Color::White)) / 2.0
}

/// What White may expect by Lichess' curve over material, a point a pawn.
pub fn material(moment: &Moment) -> f64 {
    let [white, black] = moment.points.map(|points| f64::from(points) * 100.0);
    1.0 / (1.0 + (-0.003_682_08 * (white - black)).exp())
}
