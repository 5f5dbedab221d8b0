//! Saved by stalemate.

use shakmaty::Position as _;

use super::{
    board::material,
    line::{Line, Step},
};
use crate::{Candidate, Effort, Judge, Question};

/// How far behind the solver is at least, in pawns by the usual count.
const BEHIND: i32 = -2;
/// A draw is within so many pawns of nothing.
const DRAW: f64 = 0.5;
/// What every other move loses, at least.
const LOSS: f64 = -2.0;

/// The solver is behind by two pawns or more; a move of the line offers a man whose capture would be stalemate; the
/// best move leads to a draw, within half a pawn, and every other one loses two pawns or more. `None` where the judge's
/// effort did not suffice.
pub(super) fn stalemate_trick(
    line: &Line,
    judge: &mut Judge,
    question: Question,
    effort: &Effort,
) -> Option<bool> {
    let solver = line.solver();
    let start = line.start();
    if material(start.board(), solver) > BEHIND || !line.moves().any(offers) {
        return Some(false);
    }
    let question = Question {
        lines: 2,
        ..question
    };
    let value = judge.value(start, question, effort)?;
    let pawns = |candidate: &Candidate| candidate.worth.pawns_for(solver);
    Some(match &value.candidates[..] {
        [] => false,
        [only] => pawns(only).abs() <= DRAW,
        [best, second, ..] => pawns(best).abs() <= DRAW && pawns(second) <= LOSS,
    })
}

/// Whether taking the man that moved would be stalemate.
fn offers(step: &Step) -> bool {
    step.after.legal_moves().into_iter().any(|reply| {
        reply.is_capture() && reply.to() == step.to && {
            let mut taken = step.after.clone();
            taken.play_unchecked(reply);
            taken.is_stalemate()
        }
    })
}
