//! How strong players are, from the moves of one game.
//!
//! Two witnesses are heard. The move model says how likely each move is from players of several ratings; together
//! with how ratings are spread that gives an estimate of its own. The engine says what the moves lost. A linear [`Formula`],
//! learnt from games of rated players, weighs them, the opponent's too: people mostly play their like. What it does not
//! know it says: the interval is as wide as its errors were with so many moves.

use std::sync::LazyLock;

use shakmaty::{Chess, Color, EnPassantMode, Move, Position as _, zobrist::Zobrist64};
use sissa_engine::{Engine, Limits, Options, Score, Situation, Unwatched};
use sissa_nn::human::{Pace, Past, Player, Site};

use crate::{Eyes, Sighted, View, chance};

/// Ratings that the move model is asked for.
const ASKED: [u16; 6] = [800, 1200, 1600, 2000, 2400, 2800];
/// How ratings are spread, before a move is seen: mean and standard deviation.
const BEFORE: (f64, f64) = (1650.0, 600.0);
/// Positions that the engine looks at for a value.
const NODES: u64 = 1_000;
/// Values beyond this count as this.
const MOST: i32 = 1_000;
/// Numbers of the formula.
const TERMS: usize = 19;

/// What the moves of one side tell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evidence {
    /// Moves.
    pub moves: u32,
    /// The logarithm of their likelihood at each of the ratings asked for.
    pub likelihood: [f64; ASKED.len()],
    /// Hundredths of the whole point lost by all of them.
    pub lost: f64,
    /// Moves that lost more than 15 hundredths.
    pub blunders: u32,
    /// Moves that lost nothing that counts.
    pub best: u32,
}

impl Evidence {
    /// The rating that the likelihoods and the spread of ratings make the mean.
    pub fn likely(&self) -> f64 {
        let score = |index: usize| {
            let away = (f64::from(ASKED[index]) - BEFORE.0) / BEFORE.1;
            self.likelihood[index] - 0.5 * away * away
        };
        let scores: Vec<f64> = (0..ASKED.len()).map(score).collect();
        // Between two ratings that were asked for, the score is a straight line.
        let fine = (0..=100).map(|step| {
            let at = f64::from(step) / 100.0 * (ASKED.len() - 1) as f64;
            let low = (at as usize).min(ASKED.len() - 2);
            let part = at - low as f64;
            let rating = f64::from(ASKED[low]) + part * f64::from(ASKED[low + 1] - ASKED[low]);
            (rating, scores[low] + part * (scores[low + 1] - scores[low]))
        });
        let fine: Vec<(f64, f64)> = fine.collect();
        let highest = fine
            .iter()
            .fold(f64::MIN, |most, (_, score)| most.max(*score));
        let weights = fine
            .iter()
            .map(|(rating, score)| (rating, (score - highest).exp()));
        let (sum, total) = weights.fold((0.0, 0.0), |(sum, total), (rating, weight)| {
            (sum + rating * weight, total + weight)
        });
        sum / total
    }

    /// The numbers that the formula weighs, for this side against another.
    pub fn terms(&self, other: &Evidence) -> [f64; TERMS] {
        // A few ordinary moves are added, so that short games say little.
        let (usual, lost, part) = (8.0, 5.0, 0.45);
        let mean = |side: &Evidence| (side.lost + usual * lost) / (f64::from(side.moves) + usual);
        let share = |side: &Evidence, count: u32, usually: f64| {
            (f64::from(count) + usual * usually) / (f64::from(side.moves) + usual)
        };
        let likely = |side: &Evidence| (side.likely() - BEFORE.0) / 400.0;
        let plain = |side: &Evidence| {
            let sum: f64 = side.likelihood.iter().sum();
            sum / ASKED.len() as f64 / (f64::from(side.moves) + 5.0) + 1.8
        };
        let (mine, theirs) = (likely(self), likely(other));
        let (cost, their_cost) = ((mean(self) / lost).ln(), (mean(other) / lost).ln());
        let length = (f64::from(self.moves) / 35.0).min(3.0);
        [
            1.0,
            mine,
            theirs,
            cost,
            their_cost,
            share(self, self.blunders, 0.08) - 0.08,
            share(other, other.blunders, 0.08) - 0.08,
            share(self, self.best, part) - part,
            share(other, other.best, part) - part,
            length.sqrt() - 1.0,
            mine * length,
            mine * mine,
            theirs * theirs,
            mine * theirs,
            cost * cost,
            mine * their_cost,
            mine * cost,
            plain(self),
            plain(other),
        ]
    }
}

/// An estimate and the interval that holds nine players of ten.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The rating.
    pub rating: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Why a text is no formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a formula has {TERMS} weights and two numbers of its errors")]
pub struct FormulaError;

/// Weighs evidence.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    weights: [f64; TERMS],
    /// The error's standard deviation squared: a part that stays, and one that falls with the number of moves.
    spread: [f64; 2],
}

impl Formula {
    /// The one that comes with the program.
    pub fn shipped() -> &'static Formula {
        static SHIPPED: LazyLock<Formula> =
            LazyLock::new(|| Formula::parse(sissa_models::RATING).expect("a test reads it"));
        &SHIPPED
    }

    /// From its weights and the two numbers of its errors.
    pub fn new(weights: [f64; TERMS], spread: [f64; 2]) -> Formula {
        Formula { weights, spread }
    }

    /// Reads numbers apart by white space; `#` begins a comment.
    pub fn parse(text: &str) -> Result<Formula, FormulaError> {
        let lines = text
            .lines()
            .map(|line| line.split('#').next().unwrap_or(""));
        let words = lines.flat_map(str::split_whitespace);
        let numbers: Result<Vec<f64>, _> = words.map(str::parse).collect();
        let numbers = numbers.map_err(|_| FormulaError)?;
        let (weights, spread) = numbers.split_at_checked(TERMS).ok_or(FormulaError)?;
        Ok(Formula {
            weights: weights.try_into().map_err(|_| FormulaError)?,
            spread: spread.try_into().map_err(|_| FormulaError)?,
        })
    }

    /// How strong a side is, against another.
    pub fn estimate(&self, own: &Evidence, other: &Evidence) -> Estimate {
        let terms = own.terms(other);
        let sum: f64 = terms
            .iter()
            .zip(&self.weights)
            .map(|(term, weight)| term * weight)
            .sum();
        let rating = sum.clamp(400.0, 3200.0);
        let [stays, falls] = self.spread;
        let error = (stays + falls / f64::from(own.moves.max(1)))
            .max(0.0)
            .sqrt();
        let wide = 1.645 * error;
        Estimate {
            rating,
            low: (rating - wide).max(100.0),
            high: (rating + wide).min(3500.0),
        }
    }
}

/// Looks at games.
#[derive(Debug)]
pub struct Rater {
    eyes: Eyes,
    engine: Engine,
}

impl Default for Rater {
    fn default() -> Rater {
        let options = Options {
            hash: 1,
            ..Options::default()
        };
        Rater {
            eyes: Eyes::default(),
            engine: Engine::new(options),
        }
    }
}

impl Rater {
    fn value(&mut self, position: &Chess) -> i32 {
        if position.legal_moves().is_empty() {
            return if position.is_check() { -MOST } else { 0 };
        }
        self.engine.forget();
        let situation = Situation::new(position.clone());
        let found = self
            .engine
            .search(&situation, &Limits::nodes(NODES), &Unwatched, &mut |_| ());
        match found.lines.first().map(|line| line.score) {
            Some(Score::Centipawns(value)) => value.clamp(-MOST, MOST),
            Some(Score::Mate(moves)) if moves <= 0 => -MOST,
            Some(Score::Mate(_)) => MOST,
            None => 0,
        }
    }

    /// How strong White and Black are, by their moves; `None` where `stop` says so. The moves must be legal.
    ///
    /// ```no_run
    /// use shakmaty::Chess;
    /// use sissa_human::Rater;
    /// use sissa_nn::human::{Pace, Site};
    ///
    /// let moves = []; // of a game
    /// let rated = Rater::default().rate(&Chess::default(), &moves, (Site::Lichess, Pace::Rapid), &|| false);
    /// let [white, black] = rated.expect("nobody stopped it");
    /// println!("White about {:.0}, {:.0} to {:.0}", white.rating, white.low, white.high);
    /// # let _ = black;
    /// ```
    pub fn rate(
        &mut self,
        start: &Chess,
        moves: &[Move],
        place: (Site, Pace),
        stop: &dyn Fn() -> bool,
    ) -> Option<[Estimate; 2]> {
        let [white, black] = self.evidence(start, moves, place, stop)?;
        let formula = Formula::shipped();
        Some([
            formula.estimate(&white, &black),
            formula.estimate(&black, &white),
        ])
    }

    /// What the moves of White and Black tell; `None` where `stop` says so. The moves must be legal.
    pub fn evidence(
        &mut self,
        start: &Chess,
        moves: &[Move],
        (site, pace): (Site, Pace),
        stop: &dyn Fn() -> bool,
    ) -> Option<[Evidence; 2]> {
        let mut sides = [Evidence::default(); 2];
        let (mut position, mut past) = (start.clone(), Past::default());
        let hash = |position: &Chess| position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0;
        let mut seen = vec![hash(&position)];
        let mut before = self.value(&position);
        for played in moves {
            if stop() {
                return None;
            }
            let side = &mut sides[usize::from(position.turn() == Color::Black)];
            for (rating, sum) in ASKED.iter().zip(&mut side.likelihood) {
                let player = Player {
                    rating: Some(*rating),
                    site,
                    pace,
                };
                let view = View {
                    position: &position,
                    past: &past,
                    seen: &seen,
                    player: &player,
                };
                let choices = Sighted::shipped().moves(&self.eyes.scene(view));
                let share = choices
                    .moves
                    .iter()
                    .find(|(m, _)| m == played)
                    .map_or(0.0, |(_, share)| *share);
                let share = share / (1.0 - choices.end).max(1e-6);
                *sum += f64::from(share.max(1e-4)).ln();
            }
            past = past.then(*played);
            position.play_unchecked(*played);
            if played.is_zeroing() {
                seen.clear();
            }
            seen.push(hash(&position));
            let after = self.value(&position);
            let lost = (before + after).clamp(0, MOST);
            let points = f64::from(100.0 * (chance(before) - chance(before - lost)));
            let side = &mut sides[usize::from(position.turn() == Color::White)];
            side.moves += 1;
            side.lost += points;
            side.blunders += u32::from(points > 15.0);
            side.best += u32::from(points < 1.0);
            before = after;
        }
        Some(sides)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_formula_is_read_and_heeds_losses() {
        let formula = Formula::shipped();
        let side = |lost: f64, blunders: u32, best: u32| Evidence {
            moves: 40,
            lost,
            blunders,
            best,
            ..Evidence::default()
        };
        let (good, bad) = (side(60.0, 0, 28), side(400.0, 6, 12));
        let (good, bad) = (formula.estimate(&good, &bad), formula.estimate(&bad, &good));
        assert!(good.rating > bad.rating + 100.0, "{good:?} {bad:?}");
        assert!(good.low < good.rating && good.rating < good.high);
        assert!(Formula::parse("1 2 3").is_err());
    }

    #[test]
    fn likelihoods_move_the_estimate() {
        let at = |likelihood: [f64; 6]| Evidence {
            moves: 30,
            likelihood,
            ..Evidence::default()
        };
        let low = at([-50.0, -51.0, -53.0, -56.0, -60.0, -65.0]).likely();
        let high = at([-65.0, -60.0, -56.0, -53.0, -51.0, -50.0]).likely();
        assert!(low < 1300.0 && high > 2000.0, "{low} {high}");
    }
}
