//! How well generated games are played, beside real ones of the same ratings.
//!
//! Real games of a band are judged move by move; for each of them a model plays one out between players of the same
//! ratings, site and pace, which is judged likewise. [`Study::run`] gives [`Row`]s, a band and phase each.
//!
//! ```
//! use sissa_lab::{LabError, Unwatched, strength::{Ledger, Study}};
//!
//! assert!(matches!(Study::default().run(&[], &Ledger::default(), &Unwatched), Err(LabError::TooFewGames)));
//! ```

mod game;
mod judge;
mod ledger;
mod report;

use std::ops::ControlFlow;

use shakmaty::Move;
use sissa_human::Tempers;
use sissa_nn::human::{Pace, Player, Site, measure::Phase};
use sissa_parallel::in_order;

pub use game::{Cost, Measured, Model, habits, measured, played_out};
pub use judge::{Judge, JudgeName, Look};
pub use ledger::Ledger;
pub use report::{page, summary, table};

use crate::{
    LabError, Observer,
    games::{RealGame, of_many},
};

/// The half-moves that are judged: the opening's first are known by heart.
pub const FIRST: usize = 8;
pub const LAST: usize = 60;
/// Games that are tried for one that lasts so long.
const TRIES: u64 = 8;

/// A study.
#[derive(Clone, Debug)]
pub struct Study {
    /// Middles of the bands, which are 200 wide.
    pub bands: Vec<u16>,
    /// Games of a band, real ones and as many generated.
    pub count: usize,
    /// Positions that the judge looks at for a value; without any, nobody judges and only habits are counted.
    pub nodes: u64,
    pub judge: JudgeName,
    pub model: Model,
    pub seed: u64,
    pub threads: usize,
}

impl Default for Study {
    fn default() -> Study {
        Study {
            bands: (0..9).map(|band| 900 + 200 * band).collect(),
            count: 45,
            nodes: 8_000,
            judge: JudgeName::Own,
            model: Model::Sighted(Tempers::shipped().clone()),
            seed: 0,
            threads: 1,
        }
    }
}

/// Figures of one kind of games, in one band and phase.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures {
    pub games: usize,
    pub moves: usize,
    /// Mean loss in centipawns with its standard error by game, and in hundredths of a point.
    pub centipawns: f64,
    pub error: f64,
    pub points: f64,
    /// Percent of moves that lose more than 5, 10 and 15 hundredths, and the last one's standard error by game.
    pub beyond: [f64; 3],
    pub beyond_error: f64,
    /// Percent of mates in one and in two that were missed; not a number where there was none.
    pub missed: [f64; 2],
    /// Moves of a hundred that leave a piece hanging.
    pub hangs: f64,
    /// Percent of games in which both have castled after 50 half-moves, and without queens then.
    pub castled: f64,
    pub queenless: f64,
    pub first_capture: f64,
    pub plies: f64,
}

/// Real and generated games of a band, in one phase or all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    pub band: u16,
    pub phase: Option<Phase>,
    pub real: Figures,
    pub made: Figures,
    /// Kolmogorov and Smirnov's distance of the two distributions of losses.
    pub distance: f64,
}

impl Study {
    /// Measures; `None` where the observer ends it. Games that the ledger knows are not judged again.
    pub fn run(
        &self,
        games: &[RealGame],
        ledger: &Ledger,
        observer: &dyn Observer,
    ) -> Result<Option<Vec<Row>>, LabError> {
        let mut rows = Vec::new();
        for band in &self.bands {
            let sample = sample(games, *band, self.seed).into_iter().take(self.count);
            let long: Vec<_> = sample.map(|game| (game.players, game.replay())).collect();
            if long.len() < 5 {
                continue;
            }
            let Some([real, made]) = self.judged(&long, ledger, observer)? else {
                return Ok(None);
            };
            for phase in [
                None,
                Some(Phase::Opening),
                Some(Phase::Middlegame),
                Some(Phase::Endgame),
            ] {
                rows.push(Row {
                    band: *band,
                    phase,
                    real: Figures::of(&real, phase),
                    made: Figures::of(&made, phase),
                    distance: distance(&losses(&real, phase), &losses(&made, phase)),
                });
            }
            observer.row(&report::line(&rows[rows.len() - 4]));
            observer.advance();
        }
        if rows.is_empty() {
            return Err(LabError::TooFewGames);
        }
        Ok(Some(rows))
    }

    /// What a game cost, judged now where the ledger does not know it.
    fn known_or_measured(
        &self,
        moves: &[Move],
        judge: &mut Option<Judge>,
        ledger: &Ledger,
    ) -> Option<Measured> {
        if self.nodes == 0 {
            return Some(habits(moves));
        }
        let key = ledger::key(&self.judge, self.nodes, moves);
        if let Some(known) = ledger.find(key) {
            return Some(known);
        }
        if judge.is_none() {
            *judge = Judge::new(&self.judge).ok();
        }
        let found = measured(moves, judge.as_mut()?, self.nodes)?;
        // A game that cannot be kept is judged again another time.
        let _ = ledger.keep(key, &found);
        Some(found)
    }

    /// Real games and a generated one for each.
    fn judged(
        &self,
        games: &[([Player; 2], Vec<Move>)],
        ledger: &Ledger,
        observer: &dyn Observer,
    ) -> Result<Option<[Vec<Measured>; 2]>, LabError> {
        // A judge that cannot be started is told at once.
        Judge::new(&self.judge)?;
        let work = |index: u64| {
            let (players, moves) = &games[usize::try_from(index).unwrap_or(0)];
            let mut judge = None;
            let mut seeds = (0..TRIES).map(|again| (self.seed << 32 | index) * TRIES + again);
            let made = seeds.find_map(|seed| {
                let made = played_out(&self.model, *players, seed);
                (made.len() >= LAST).then_some(made)
            });
            let real = self.known_or_measured(moves, &mut judge, ledger);
            let made = self.known_or_measured(&made?, &mut judge, ledger);
            Some([real?, made?])
        };
        let (mut real, mut made) = (Vec::new(), Vec::new());
        let mut stopped = false;
        in_order(0..games.len() as u64, self.threads, work, |_, pair| {
            if let Some([one, other]) = pair {
                real.push(one);
                made.push(other);
            }
            stopped = observer.stopped();
            if stopped {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        Ok((!stopped).then_some([real, made]))
    }
}

/// The long games of a band.
pub fn sample(games: &[RealGame], band: u16, seed: u64) -> Vec<&RealGame> {
    let of_band = games.iter().filter(|game| is_of(game, band));
    of_many(
        of_band.filter(|game| game.moves.len() >= LAST).collect(),
        seed,
    )
}

/// Whether a game was played online by two people of a band, and not as bullet.
fn is_of(game: &RealGame, band: u16) -> bool {
    let inside = |player: &Player| {
        player
            .rating
            .is_some_and(|rating| rating.abs_diff(band) <= 100)
    };
    let first = &game.players[0];
    first.site != Site::Board && first.pace != Pace::Bullet && game.players.iter().all(inside)
}

fn costs(games: &[Measured], phase: Option<Phase>) -> impl Iterator<Item = Cost> {
    let all = games.iter().flat_map(|game| game.costs.iter().copied());
    all.filter(move |cost| phase.is_none_or(|phase| cost.phase == phase))
}

fn losses(games: &[Measured], phase: Option<Phase>) -> Vec<f64> {
    costs(games, phase).map(|cost| cost.centipawns).collect()
}

impl Figures {
    fn of(games: &[Measured], phase: Option<Phase>) -> Figures {
        let all: Vec<Cost> = costs(games, phase).collect();
        let count = all.len().max(1) as f64;
        let mean = |of: &dyn Fn(&Cost) -> f64| all.iter().map(of).sum::<f64>() / count;
        let centipawns = mean(&|cost| cost.centipawns);
        // Moves of one game are not independent: what varies are games.
        let error = |of: &dyn Fn(&Cost) -> f64, mean: f64| {
            let deviation = |game: &Measured| {
                let one = std::slice::from_ref(game);
                costs(one, phase).map(|cost| of(&cost) - mean).sum::<f64>()
            };
            let squares = games.iter().map(|game| deviation(game).powi(2));
            squares.sum::<f64>().sqrt() / count
        };
        let sum = |of: &dyn Fn(&Measured) -> f64| games.iter().map(of).sum::<f64>();
        let number = games.len().max(1) as f64;
        let bit = |yes: bool| f64::from(u8::from(yes));
        let beyond = |points: f64| 100.0 * mean(&|cost| bit(cost.points > points));
        let blunders = beyond(15.0);
        let total: f64 = sum(&|game| game.costs.len() as f64).max(1.0);
        Figures {
            games: games.len(),
            moves: all.len(),
            centipawns,
            error: error(&|cost| cost.centipawns, centipawns),
            points: mean(&|cost| cost.points),
            beyond: [beyond(5.0), beyond(10.0), blunders],
            beyond_error: error(&|cost| 100.0 * bit(cost.points > 15.0), blunders),
            missed: [0, 1].map(|moves| {
                let count = |what: usize| sum(&|game| f64::from(game.mates[moves][what]));
                100.0 * count(1) / count(0)
            }),
            hangs: 100.0 * sum(&|game| f64::from(game.hangs)) / total,
            castled: 100.0 * sum(&|game| bit(game.castled)) / number,
            queenless: 100.0 * sum(&|game| bit(game.queenless)) / number,
            first_capture: sum(&|game| game.first_capture as f64) / number,
            plies: sum(&|game| game.plies as f64) / number,
        }
    }
}

/// The largest difference between two distributions.
fn distance(one: &[f64], other: &[f64]) -> f64 {
    let sorted = |numbers: &[f64]| {
        let mut numbers = numbers.to_vec();
        numbers.sort_by(f64::total_cmp);
        numbers
    };
    let (one, other) = (sorted(one), sorted(other));
    let share = |numbers: &[f64], at: f64| {
        numbers.partition_point(|number| *number <= at) as f64 / numbers.len().max(1) as f64
    };
    let places = one.iter().chain(&other);
    let gaps = places.map(|at| (share(&one, *at) - share(&other, *at)).abs());
    gaps.fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use sissa_games::encode_move;

    use super::*;
    use crate::Unwatched;

    #[test]
    fn distances_are_differences_of_distributions() {
        assert_eq!(distance(&[1.0, 2.0], &[1.0, 2.0]), 0.0);
        assert_eq!(distance(&[1.0, 2.0], &[3.0, 4.0]), 1.0);
        assert_eq!(distance(&[0.0, 0.0, 1.0, 1.0], &[0.0, 1.0, 1.0, 1.0]), 0.25);
    }

    #[test]
    fn games_of_a_band_have_one_beside_them() {
        let player = Player::rated(1500);
        let game = |seed: u64| RealGame {
            players: [player; 2],
            names: [0; 2],
            moves: played_out(&Model::Light, [player; 2], seed)
                .iter()
                .map(encode_move)
                .collect(),
        };
        let games: Vec<RealGame> = (0..14).map(game).collect();
        let study = Study {
            bands: vec![1100, 1500],
            count: 6,
            nodes: 200,
            model: Model::Light,
            ..Study::default()
        };
        let rows = study
            .run(&games, &Ledger::default(), &Unwatched)
            .unwrap()
            .unwrap();
        assert_eq!(rows.len(), 4, "nobody of 1100, and four rows of 1500");
        assert_eq!(rows[0].real.moves, rows[0].real.games * (LAST - FIRST));
        assert!(rows[0].real.centipawns > 0.0 && (0.0..=1.0).contains(&rows[0].distance));
        let twice = Study {
            threads: 2,
            ..study
        };
        assert_eq!(
            twice
                .run(&games, &Ledger::default(), &Unwatched)
                .unwrap()
                .unwrap(),
            rows
        );
    }
}
