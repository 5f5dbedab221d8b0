//! How long people think, learnt from the clocks of real games.
//!
//! ```text
//! seconds = usual · exp(w · x + spread · mood)        usual = what is left / 40 + ¾ of the increment
//! ```
//!
//! where `x` are the [`TERMS`] numbers that [`NAMES`] lists and `mood` is drawn from the normal distribution. The weights are a
//! table in text, `models/clock.txt`.

use std::{f64::consts::TAU, sync::LazyLock, time::Duration};

use shakmaty::Position as _;
use sissa_engine::{GameClock, draw};
use sissa_nn::human::{Choices, measure::Phase};

use crate::View;

/// Numbers of a moment.
pub const TERMS: usize = 12;
/// What they are: `doubt` is the entropy of what comes to mind, `obvious` the share of the likeliest move, `rating` counts from 1500 in
/// steps of 500, `opening` falls from 1 to 0 in ten moves, `usual` is the logarithm of the usual seconds.
pub const NAMES: [&str; TERMS] = [
    "constant",
    "doubt",
    "obvious",
    "rating",
    "doubt*rating",
    "opening",
    "opening*rating",
    "endgame",
    "answers-capture",
    "in-check",
    "forced",
    "usual",
];

/// Why a text is no table of weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not `{1}` and its number")]
pub struct ClocksError(String, &'static str);

/// How long people think.
#[derive(Clone, Debug, PartialEq)]
pub struct Clocks {
    weights: [f64; TERMS],
    spread: f64,
}

/// The numbers of a moment: who looks at what, what comes to mind, and what is usual in seconds.
pub fn terms(view: &View<'_>, choices: &Choices, usual: f64) -> [f64; TERMS] {
    let position = view.position;
    let moves = choices.moves.iter().map(|(_, share)| f64::from(*share));
    let total = moves.clone().sum::<f64>().max(1e-9);
    let shares = moves
        .map(|share| share / total)
        .filter(|share| *share > 0.0);
    let doubt: f64 = shares.clone().map(|share| -share * share.ln()).sum();
    let obvious = shares.fold(0.0, f64::max);
    let bit = |yes: bool| f64::from(u8::from(yes));
    let rating = (f64::from(view.player.rating.unwrap_or(1500)) - 1500.0) / 500.0;
    let opening = (1.0 - f64::from(position.fullmoves().get() - 1) / 10.0).max(0.0);
    let captured = view.past.last.is_some_and(|step| step.captured.is_some());
    [
        1.0,
        doubt,
        obvious,
        rating,
        doubt * rating,
        opening,
        opening * rating,
        bit(Phase::of(position) == Phase::Endgame),
        bit(captured),
        bit(position.is_check()),
        bit(choices.moves.len() == 1),
        usual.max(0.01).ln(),
    ]
}

/// A draw from the normal distribution (Box and Muller).
fn mood(chance: u64) -> f64 {
    let (one, two) = (draw(chance ^ 0x5DEE_CE66), draw(chance ^ 0x2545_F491));
    (-2.0 * one.max(1e-12).ln()).sqrt() * (TAU * two).cos()
}

impl Clocks {
    /// The ones that come with the program.
    pub fn shipped() -> &'static Clocks {
        static SHIPPED: LazyLock<Clocks> =
            LazyLock::new(|| Clocks::parse(sissa_models::CLOCK).expect("a test reads it"));
        &SHIPPED
    }

    /// From its weights and the standard deviation of what they leave open.
    pub fn new(weights: [f64; TERMS], spread: f64) -> Clocks {
        Clocks { weights, spread }
    }

    /// Reads a table: the names in their order with a number each, at last `spread`; `#` begins a comment.
    pub fn parse(text: &str) -> Result<Clocks, ClocksError> {
        let lines = text
            .lines()
            .map(|line| line.split('#').next().unwrap_or(""));
        let mut lines = lines.filter(|line| !line.trim().is_empty());
        let mut next = |name: &'static str| {
            let line = lines.next().unwrap_or("").trim();
            let number = line
                .strip_prefix(name)
                .map(|rest| rest.trim().parse::<f64>());
            match number {
                Some(Ok(number)) if number.is_finite() => Ok(number),
                _ => Err(ClocksError(line.to_owned(), name)),
            }
        };
        let mut weights = [0.0; TERMS];
        for (weight, name) in weights.iter_mut().zip(NAMES) {
            *weight = next(name)?;
        }
        let spread = next("spread")?;
        Ok(Clocks { weights, spread })
    }

    /// For a file.
    pub fn text(&self) -> String {
        let names = NAMES.into_iter().zip(self.weights);
        let lines = names.chain([("spread", self.spread)]);
        lines
            .map(|(name, weight)| format!("{name} {weight:.3}\n"))
            .collect()
    }

    /// The logarithm of how many times the usual the middle person takes.
    pub fn middle(&self, terms: &[f64; TERMS]) -> f64 {
        self.weights
            .iter()
            .zip(terms)
            .map(|(weight, term)| weight * term)
            .sum()
    }

    /// How long somebody thinks with this clock, never so long that it would matter.
    pub fn pause(
        &self,
        view: &View<'_>,
        choices: &Choices,
        clock: GameClock,
        chance: u64,
    ) -> Duration {
        let usual = clock.usual().as_secs_f64();
        let middle = self.middle(&terms(view, choices, usual));
        let times = (middle + self.spread * mood(chance)).clamp(-6.0, 3.0).exp();
        Duration::from_secs_f64(usual * times).min(clock.most())
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, fen::Fen};
    use sissa_nn::human::{Past, Player};

    use super::*;
    use crate::{Eyes, Sighted};

    fn mean(fen: &str, rating: u16, seconds: u64) -> f64 {
        let fen: Fen = fen.parse().unwrap();
        let position: Chess = fen.into_position(CastlingMode::Standard).unwrap();
        let (player, past) = (Player::rated(rating), Past::default());
        let view = View {
            position: &position,
            past: &past,
            seen: &[],
            player: &player,
        };
        let choices = Sighted::shipped().moves(&Eyes::default().scene(view));
        let clock = GameClock {
            left: Duration::from_secs(seconds),
            increment: Duration::ZERO,
            moves: None,
        };
        let pause = |chance| Clocks::shipped().pause(&view, &choices, clock, chance);
        let all: Vec<f64> = (0..200).map(|chance| pause(chance).as_secs_f64()).collect();
        assert!(all.iter().all(|pause| *pause <= seconds as f64 / 8.0));
        all.iter().sum::<f64>() / 200.0
    }

    #[test]
    fn people_think_longer_where_much_comes_to_mind() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let middlegame = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 18";
        let forced = "6k1/5ppp/8/8/8/8/r4PPP/1r4K1 w - - 0 30";
        assert!(mean(start, 1500, 600) < mean(middlegame, 1500, 600));
        assert!(mean(forced, 1500, 600) < mean(middlegame, 1500, 600));
        assert!(mean(middlegame, 1500, 60) < mean(middlegame, 1500, 600));
    }

    #[test]
    fn a_table_says_what_is_wrong_with_it() {
        let shipped = Clocks::shipped();
        let again = Clocks::parse(&shipped.text()).unwrap();
        assert_eq!(again.text(), shipped.text());
        let wrong = Clocks::parse("constant 1\ndoubt much").unwrap_err();
        assert_eq!(
            wrong.to_string(),
            "`doubt much` is not `doubt` and its number"
        );
    }
}
