//! What a step does to other men: asked by playing on.

use rand::RngExt as _;

use super::Learner;
use crate::{
    Engine, Halt, Move,
    program::{Condition, Effect, Program, Rule},
};

/// Lines on which all beliefs agree before one of them is taken.
const PATIENCE: usize = 400;
/// Contradictions more than the best belief has that put an end to a belief: the rest of the line
/// may be misjudged as well, so one is not enough.
const STRIKES: usize = 3;

impl Learner<'_, '_> {
    /// Does the step take men away, or carry them elsewhere? All possibilities for the men that
    /// the step needs are held against each other; lines on which they disagree are asked.
    pub(super) fn learn_effects(&mut self, rule: &mut Rule) -> Result<(), Halt> {
        let needed: Vec<(i8, i8)> = rule
            .conditions
            .iter()
            .filter_map(|condition| match condition {
                Condition::Man { at, .. } => Some(*at),
                _ => None,
            })
            .collect();
        let mut beliefs: Vec<Vec<Effect>> = vec![Vec::new()];
        for at in &needed {
            beliefs.push(vec![Effect::Clear(*at)]);
            for here in super::steps::all_ways() {
                if here != *at && !needed.contains(&here) {
                    beliefs.push(vec![Effect::Carry(*at, here)]);
                }
            }
        }
        let mut engines: Vec<(Vec<Effect>, Engine, usize)> = beliefs
            .into_iter()
            .map(|effects| {
                let mut program: Program = self.program.clone();
                // First, so that it is found before any other rule for the same move.
                program.rules.insert(
                    0,
                    Rule {
                        effects: effects.clone(),
                        ..rule.clone()
                    },
                );
                (effects, Engine::new(&program), 0)
            })
            .collect();
        let squares: Vec<u8> = (0..64)
            .filter(|square| rule.from & (1 << square) != 0)
            .collect();
        let mut agreed = 0;
        let mut stuck = 0;
        while engines.len() > 1 && agreed < PATIENCE && stuck < 20 * PATIENCE {
            stuck += 1;
            let from = squares[self.rng.random_range(0..squares.len())];
            let Some((case, avoid)) = self.instance(rule, from) else {
                continue;
            };
            let company = self.rng.random_range(0..5);
            let position = self.context(&case, company, avoid);
            let believed = self.rng.random_range(0..engines.len());
            let Some(line) = self.line_on(&engines[believed].1, &position, case.play) else {
                continue;
            };
            let answers: Vec<bool> = engines
                .iter()
                .map(|(_, engine, _)| engine.accepts(&position, &line))
                .collect();
            if answers.iter().all(|answer| *answer == answers[0]) {
                agreed += 1;
                continue;
            }
            // The step itself must be fine, or the answer says nothing about what it did.
            if !self.question(&position, &line[..1])? {
                continue;
            }
            agreed = 0;
            let answer = self.question(&position, &line)?;
            for ((_, _, strikes), believed) in engines.iter_mut().zip(answers) {
                *strikes += usize::from(believed != answer);
            }
            let least = engines
                .iter()
                .map(|(_, _, strikes)| *strikes)
                .min()
                .unwrap_or(0);
            engines.retain(|(_, _, strikes)| *strikes < least + STRIKES);
        }
        let best = engines.iter().min_by_key(|(_, _, strikes)| *strikes);
        if let Some((effects, _, _)) = best {
            rule.effects = effects.clone();
        }
        Ok(())
    }

    /// The step and one or two moves more, as an engine believes them possible.
    fn line_on(
        &mut self,
        engine: &Engine,
        position: &crate::Position,
        first: Move,
    ) -> Option<Vec<Move>> {
        let mut line = vec![first];
        let mut position = engine.try_move(position, first)?;
        for _ in 0..self.rng.random_range(1..3) {
            let moves = engine.moves(&position);
            if moves.is_empty() {
                return None;
            }
            let play = moves[self.rng.random_range(0..moves.len())];
            line.push(play);
            position = engine.try_move(&position, play)?;
        }
        Some(line)
    }
}

/// With left and right exchanged.
pub(super) fn mirrored(effect: Effect) -> Effect {
    let turn = |way: (i8, i8)| (-way.0, way.1);
    match effect {
        Effect::Clear(at) => Effect::Clear(turn(at)),
        Effect::Carry(at, here) => Effect::Carry(turn(at), turn(here)),
    }
}
