//! The style direct finishes what the style human could not.

use shakmaty::Move;

use super::Provenance;
use crate::{
    Failure, Found, Options, Random,
    direct::{Attempt, Pace},
    line::State,
    task::{Style, Task},
};

/// Goes on from the end of a game, or from ever earlier in it, straight to the constraint.
pub(super) fn finish(
    task: &Task,
    moves: Vec<Move>,
    ratings: [u16; 2],
    nodes: u64,
    rng: &mut Random,
    stop: &dyn Fn() -> bool,
) -> Result<Found, Failure> {
    let mut kept = moves.len();
    let mut spent = nodes;
    loop {
        let mut state = State::new(task.options.start.clone(), task.options.castled);
        for played in &moves[..kept] {
            state.play(*played);
        }
        let played = u32::try_from(kept).unwrap_or(u32::MAX);
        let last = kept == 0;
        let options = Options {
            start: state.position.clone(),
            castled: state.castled,
            max_plies: task.options.max_plies.max(600).saturating_sub(played),
            // From somewhere on the way a little; from the start whatever it takes.
            nodes: if last { task.options.nodes } else { 200_000 },
            style: Style::Hurried,
        };
        if let Ok(rest) = Task::new(task.constraint(), options) {
            match Attempt::new(&rest, rng.clone(), 0, stop).run(Pace::Hurried) {
                Ok(found) => {
                    let repaired = u32::try_from(found.moves.len()).unwrap_or(u32::MAX);
                    let mut whole = moves[..kept].to_vec();
                    whole.extend(found.moves);
                    return Ok(Found {
                        position: found.position,
                        moves: whole,
                        nodes: spent + found.nodes,
                        shortest: false,
                        at_least: None,
                        human: Some(Provenance {
                            ratings,
                            effective: 0.0,
                            chance: 0.0,
                            repaired,
                        }),
                    });
                }
                Err(Failure::Stopped { nodes }) => {
                    return Err(Failure::Stopped {
                        nodes: spent + nodes,
                    });
                }
                Err(Failure::Budget { nodes }) => spent += nodes,
                Err(Failure::Exhausted { .. }) => {}
            }
        }
        if last {
            return Err(Failure::Budget { nodes: spent });
        }
        // Half of the way back: what is wrong may have gone wrong early.
        kept /= 2;
    }
}
