//! A solution where none is given: the engine's best moves as long as they are the only good ones.
//!
//! A mate that the solver proves is followed to its end against the longest defence. Otherwise a further move
//! belongs to the solution only if it is far better than the second best, as in Lichess' puzzles.

use shakmaty::{Chess, Move, Position as _};
use sissa_judge::{Effort, Judge, Question, Shortest, Solver, Stipulation};

/// Most moves of the solver.
const MOST_MOVES: usize = 15;
/// How far the second best move must be behind, from -1 to 1: see `Worth::chances_for`.
const BEHIND: f64 = 0.7;
/// Mates in up to so many moves are looked for.
const MATES: u32 = 4;

/// The moves of the solver and the answers in turn; empty where the game is over or the effort did not suffice.
pub(super) fn find(
    (judge, solver): &mut (Judge, Solver),
    start: &Chess,
    nodes: u64,
    effort: &Effort,
) -> Vec<Move> {
    let mut chess = start.clone();
    let mut moves: Vec<Move> = Vec::new();
    while moves.len() < 2 * MOST_MOVES {
        let proof = Effort { nodes, ..*effort };
        let asked = Stipulation::mate(MATES);
        if let Shortest::In(left) = solver.shortest(&chess, asked, &proof) {
            let mating = solver.line(&chess, Stipulation::mate(left), effort);
            moves.extend(mating.unwrap_or_default());
            break;
        }
        let Some(played) = best(judge, &chess, nodes, effort, moves.is_empty()) else {
            break;
        };
        moves.push(played);
        chess.play_unchecked(played);
        let question = Question { nodes, lines: 1 };
        let reply = judge.value(&chess, question, effort);
        let Some(reply) = reply.and_then(|value| value.best()) else {
            break;
        };
        moves.push(reply);
        chess.play_unchecked(reply);
    }
    // The answer to the last move is no part of the solution.
    if moves.len().is_multiple_of(2) {
        moves.pop();
    }
    moves
}

/// The best move; unless any will do, only one that is far better than the second best.
fn best(judge: &mut Judge, chess: &Chess, nodes: u64, effort: &Effort, any: bool) -> Option<Move> {
    let value = judge.value(chess, Question { nodes, lines: 2 }, effort)?;
    let turn = chess.turn();
    let only = match &value.candidates[..] {
        [best, second, ..] => {
            best.worth.chances_for(turn) - second.worth.chances_for(turn) > BEHIND
        }
        _ => false,
    };
    value.best().filter(|_| any || only)
}
