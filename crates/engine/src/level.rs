//! Play of a chosen strength: what a level is, and who plays at it.
//!
//! A [`Level`] is a rating. Who plays at one is a [`Companion`]: the engine itself has only [`Searcher`], which looks at
//! fewer positions and chooses among good moves by chance; `sissa-human` has one that plays as people do.

use std::{fmt::Debug, time::Duration};

use shakmaty::Move;

use crate::{Control, Engine, Limits, Options, Score, Situation, TimeBudget};

/// A strength between [`Level::LOWEST`] and [`Level::HIGHEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level {
    elo: u32,
}

impl Level {
    /// The weakest, in Elo.
    pub const LOWEST: u32 = 600;
    /// The strongest, in Elo; above it there is only full strength.
    pub const HIGHEST: u32 = 3200;

    /// The level nearest to a rating.
    pub fn from_elo(elo: u32) -> Level {
        Level {
            elo: elo.clamp(Level::LOWEST, Level::HIGHEST),
        }
    }

    /// One of eight steps from beginner, 800, to master, 2550.
    pub fn step(step: u32) -> Level {
        let step = step.clamp(1, 8);
        Level::from_elo(800 + (step - 1) * 250)
    }

    /// Its rating.
    pub fn elo(self) -> u32 {
        self.elo
    }
}

/// A move at a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelMove {
    /// The move.
    pub played: Move,
    /// What its player thinks of the position.
    pub score: Score,
    /// How long a person would think about it, where there is a clock.
    pub pause: Option<Duration>,
}

/// A player's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// What is left on it.
    pub left: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// Moves that it must last for, where that is known.
    pub moves: Option<u32>,
}

impl GameClock {
    /// What is usual for a move: as if forty more were to come.
    ///
    /// ```
    /// use std::time::Duration;
    /// use sissa_engine::GameClock;
    ///
    /// let clock = GameClock { left: Duration::from_secs(120), increment: Duration::from_secs(2), moves: None };
    /// assert_eq!(clock.usual(), Duration::from_millis(4500));
    /// assert_eq!(clock.most(), Duration::from_secs(15));
    /// ```
    pub fn usual(&self) -> Duration {
        self.left / self.moves.unwrap_or(40).clamp(2, 40) + self.increment * 3 / 4
    }

    /// The most that is taken for one move.
    pub fn most(&self) -> Duration {
        self.left / 8
    }
}

/// Somebody who plays at any level.
pub trait Companion: Send + Debug {
    /// A move at a level, where there is a legal one, within a time; `chance` makes it vary and repeat. With a clock it is also
    /// said how long a person would take.
    fn choose(
        &mut self,
        level: Level,
        game: &Situation,
        time: Option<TimeBudget>,
        clock: Option<GameClock>,
        control: &dyn Control,
        chance: u64,
    ) -> Option<LevelMove>;

    /// Begins a new game.
    fn forget(&mut self) {}
}

/// Plays at a level by looking at fewer positions, and at the lower ones by choosing among good moves.
#[derive(Debug)]
pub struct Searcher {
    engine: Engine,
}

impl Searcher {
    /// With an engine made of these.
    pub fn new(options: Options) -> Searcher {
        Searcher {
            engine: Engine::new(options),
        }
    }
}

/// Positions a searcher looks at for a move.
fn nodes(level: Level) -> u64 {
    let doublings = f64::from(level.elo - Level::LOWEST) / 200.0;
    (40.0 * doublings.exp2()) as u64
}

/// How far from the best a move may be and still be chosen now and then, in centipawns.
fn carelessness(level: Level) -> f64 {
    f64::from(2400u32.saturating_sub(level.elo)) / 16.0
}

impl Companion for Searcher {
    fn choose(
        &mut self,
        level: Level,
        game: &Situation,
        time: Option<TimeBudget>,
        clock: Option<GameClock>,
        control: &dyn Control,
        chance: u64,
    ) -> Option<LevelMove> {
        let limits = Limits {
            nodes: Some(nodes(level)),
            time,
            lines: if carelessness(level) > 1.0 { 4 } else { 1 },
            ..Limits::default()
        };
        let analysis = self.engine.search(game, &limits, control, &mut |_| ());
        let scores: Vec<Score> = analysis.lines.iter().map(|line| line.score).collect();
        let line = analysis.lines.get(pick(level, &scores, chance))?;
        Some(LevelMove {
            played: *line.pv.first()?,
            score: line.score,
            pause: clock.map(|clock| clock.usual().min(clock.most())),
        })
    }

    fn forget(&mut self) {
        self.engine.forget();
    }
}

/// Which of several lines, best first, is played.
fn pick(level: Level, scores: &[Score], chance: u64) -> usize {
    let value = |score: &Score| match score {
        Score::Centipawns(value) => f64::from((*value).clamp(-3000, 3000)),
        Score::Mate(moves) if *moves > 0 => 5000.0,
        Score::Mate(_) => -5000.0,
    };
    let Some(best) = scores.first().map(value) else {
        return 0;
    };
    let spread = carelessness(level);
    if spread <= 1.0 {
        return 0;
    }
    let weights: Vec<f64> = scores
        .iter()
        .map(|score| ((value(score) - best) / spread).exp())
        .collect();
    let mut left = draw(chance) * weights.iter().sum::<f64>();
    for (index, weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return index;
        }
    }
    0
}

/// A number from 0 to 1, well mixed.
pub fn draw(chance: u64) -> f64 {
    let mut mixed = chance.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stronger_levels_look_at_more_and_choose_better() {
        let scores = [
            Score::Centipawns(40),
            Score::Centipawns(-30),
            Score::Centipawns(-160),
        ];
        let best = |elo: u32| {
            let level = Level::from_elo(elo);
            (0..1000)
                .filter(|chance| pick(level, &scores, *chance) == 0)
                .count()
        };
        assert!(best(800) < best(1800) && best(1800) < best(2400));
        assert_eq!(best(2400), 1000);
        assert!(nodes(Level::step(1)) < nodes(Level::step(5)));
    }
}
