//! Squares that must not be attacked for a step, found by adding attackers.

use rand::RngExt as _;

use super::{Learner, context::Case};
use crate::{
    Engine, Halt,
    position::{shifted, way},
    program::{Condition, Rule, turned},
};

impl Learner<'_, '_> {
    /// Squares the other side must not reach: attackers are added at random, acceptance clears all
    /// squares they reach, and the fewest remaining squares that explain the refusals are believed.
    pub(super) fn learn_safety(&mut self, rule: &mut Rule, case: &Case) -> Result<(), Halt> {
        let side = case.turn;
        let mut program = self.program.clone();
        program.rules.push(rule.clone());
        let engine = Engine::new(&program);
        let avoid = rule
            .conditions
            .iter()
            .fold(0u64, |all, condition| match condition {
                Condition::Empty(at) => {
                    all | 1 << shifted(case.play.from, turned(*at, side)).unwrap_or(0)
                }
                _ => all,
            });
        let mut doubt = u64::MAX;
        let mut refusals: Vec<u64> = Vec::new();
        let mut tries = 0;
        let mut asked = 0;
        while asked < 250 && tries < 20_000 {
            tries += 1;
            let company = self.rng.random_range(1..4);
            let position = self.context(case, company, avoid);
            if !engine.accepts(&position, &[case.play]) {
                continue;
            }
            let reached = (0..64u8)
                .filter(|square| engine.reached(&position, *square, 1 - side, Some(case.play.from)))
                .fold(0u64, |all, square| all | 1 << square);
            if reached & doubt == 0 {
                continue;
            }
            asked += 1;
            if self.question(&position, &[case.play])? {
                doubt &= !reached;
            } else {
                refusals.push(reached);
            }
        }
        loop {
            let best = (0..64u8)
                .filter(|square| doubt & (1 << square) != 0)
                .map(|square| {
                    (
                        refusals
                            .iter()
                            .filter(|set| **set & (1 << square) != 0)
                            .count(),
                        square,
                    )
                })
                .max_by_key(|(count, square)| (*count, std::cmp::Reverse(*square)));
            match best {
                Some((count, square)) if count >= 3 => {
                    refusals.retain(|set| set & (1 << square) == 0);
                    rule.conditions
                        .push(Condition::Safe(turned(way(case.play.from, square), side)));
                }
                _ => break,
            }
        }
        rule.conditions.sort_unstable();
        Ok(())
    }
}
