//! Play of a chosen strength.
//!
//! A first version: fewer positions to look at and, for lower levels, a choice among good moves by
//! chance. The numbers are rough; a model of human moves will replace it.

use shakmaty::Move;

use crate::{Control, Engine, Limits, Score, Situation};

/// A strength between [`Level::LOWEST`] and [`Level::HIGHEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    elo: u32,
}

impl Level {
    /// The weakest, in Elo.
    pub const LOWEST: u32 = 800;
    /// The strongest, in Elo; above it there is only full strength.
    pub const HIGHEST: u32 = 2800;

    /// The level nearest to a rating.
    pub fn from_elo(elo: u32) -> Level {
        Level {
            elo: elo.clamp(Level::LOWEST, Level::HIGHEST),
        }
    }

    /// One of eight steps from beginner to master.
    pub fn step(step: u32) -> Level {
        let step = step.clamp(1, 8);
        Level::from_elo(Level::LOWEST + (step - 1) * 280)
    }

    /// Its rating.
    pub fn elo(self) -> u32 {
        self.elo
    }

    /// Positions it looks at for a move.
    pub fn nodes(self) -> u64 {
        let doublings = f64::from(self.elo - Level::LOWEST) / 180.0;
        (60.0 * doublings.exp2()) as u64
    }

    /// How far from the best a move may be and still be chosen now and then, in centipawns.
    fn carelessness(self) -> f64 {
        (f64::from(2400u32.saturating_sub(self.elo)) / 16.0).max(0.0)
    }

    /// What a search for this level is limited to.
    pub fn limits(self) -> Limits {
        Limits {
            nodes: Some(self.nodes()),
            lines: if self.carelessness() > 1.0 { 4 } else { 1 },
            ..Limits::default()
        }
    }

    /// A move at this level; `chance` makes it vary and repeat.
    pub fn choose(
        self,
        engine: &mut Engine,
        situation: &Situation,
        control: &dyn Control,
        chance: u64,
    ) -> Option<Move> {
        let analysis = engine.search(situation, &self.limits(), control, &mut |_| ());
        let seen: Vec<(Option<Move>, Score)> = analysis
            .lines
            .iter()
            .map(|line| (line.pv.first().copied(), line.score))
            .collect();
        seen.get(self.pick(&seen.iter().map(|line| line.1).collect::<Vec<_>>(), chance))?
            .0
    }

    /// Which of several lines, best first, is played.
    pub(crate) fn pick(self, scores: &[Score], chance: u64) -> usize {
        let value = |score: &Score| match score {
            Score::Centipawns(value) => f64::from((*value).clamp(-3000, 3000)),
            Score::Mate(moves) if *moves > 0 => 5000.0,
            Score::Mate(_) => -5000.0,
        };
        let Some(best) = scores.first().map(value) else {
            return 0;
        };
        let spread = self.carelessness();
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
}

/// A number from 0 to 1, well mixed.
pub(crate) fn draw(chance: u64) -> f64 {
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
                .filter(|chance| level.pick(&scores, *chance) == 0)
                .count()
        };
        assert!(best(800) < best(1800) && best(1800) < best(2400));
        assert_eq!(best(2400), 1000);
        assert!(Level::step(1).nodes() < Level::step(5).nodes());
    }
}
