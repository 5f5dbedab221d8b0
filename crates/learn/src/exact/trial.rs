//! The learner's own examination: play, predict, ask; repair what surprises.

use rand::RngExt as _;

use super::{Evidence, Learner};
use crate::{Halt, Move, Position};

/// Questions of one trial.
const TRIAL: u64 = 30_000;
/// Trials at most.
const TRIALS: usize = 6;

impl Learner<'_, '_> {
    pub(super) fn trial(&mut self) -> Result<(), Halt> {
        for _ in 0..TRIALS {
            self.surprises = (0, 0);
            while self.surprises.1 < TRIAL {
                self.ask.book("trial by play");
                self.trial_game()?;
                self.trial_arrangement()?;
            }
            self.believe_laws();
            self.snapshot();
            if self.surprises.0 == 0 {
                break;
            }
            self.learn_history()?;
        }
        Ok(())
    }

    /// A random game from the first arrangement: each question is the whole game so far.
    fn trial_game(&mut self) -> Result<(), Halt> {
        let start = self.program.game.start;
        let mut position = start;
        let mut line: Vec<Move> = Vec::new();
        for _ in 0..self.rng.random_range(10..160) {
            let moves = self.engine.moves(&position);
            if moves.is_empty() {
                break;
            }
            let doubtful = self.doubtful(&position);
            let mut asked: Vec<Move> = doubtful.into_iter().take(1).collect();
            asked.push(moves[self.rng.random_range(0..moves.len())]);
            for play in asked {
                line.push(play);
                let believed = self.engine.accepts(&position, &[play]);
                self.surprises.1 += 1;
                if self.question(&start, &line)? != believed {
                    self.surprises.0 += 1;
                    return self.repair(&position, play, believed);
                }
                line.pop();
            }
            let play = moves[self.rng.random_range(0..moves.len())];
            line.push(play);
            position = self
                .engine
                .try_move(&position, play)
                .expect("the engine found it");
        }
        Ok(())
    }

    /// A random arrangement, with a step that looks right and some that do not.
    fn trial_arrangement(&mut self) -> Result<(), Halt> {
        let position = self.random_position();
        let mut asked = self.doubtful(&position);
        asked.truncate(3);
        let mut found = Vec::new();
        self.engine
            .steps_of(&position, position.turn, None, &mut found);
        if !found.is_empty() {
            for _ in 0..3 {
                asked.push(found[self.rng.random_range(0..found.len())].play);
            }
        }
        for play in asked {
            let believed = self.engine.accepts(&position, &[play]);
            self.surprises.1 += 1;
            let accepted = self.question(&position, &[play])?;
            if accepted != believed {
                self.surprises.0 += 1;
                self.repair(&position, play, believed)?;
                break;
            }
        }
        Ok(())
    }

    /// The beliefs were wrong about this move: if the board alone shows it, learn from it.
    fn repair(&mut self, position: &Position, play: Move, believed: bool) -> Result<(), Halt> {
        let accepted = self.question(position, &[play])?;
        if accepted == believed {
            // The board was right, so the history is not. A register that nothing was known to
            // depend on may be behind it; the rest is asked again after the trial.
            if !accepted {
                for (register, values) in self.program.game.registers.into_iter().enumerate() {
                    for value in 0..values {
                        let mut other = *position;
                        other.registers[register] = value;
                        if !self.engine.accepts(&other, &[play])
                            && self.question(&other, &[play])?
                        {
                            self.explain(&other, play)?;
                            return Ok(());
                        }
                    }
                }
            }
            return Ok(());
        }
        let mut found = Vec::new();
        self.engine
            .steps_of(position, position.turn, Some(play.from), &mut found);
        if found.iter().any(|one| one.play == play) {
            self.evidence.push(Evidence {
                position: *position,
                play,
                accepted,
            });
            // Several together: thinking about laws takes a while.
            if self.surprises.0.is_multiple_of(6) {
                self.believe_laws();
            }
        } else if accepted && self.explain(position, play)? {
            self.believe_laws();
        }
        Ok(())
    }
}
