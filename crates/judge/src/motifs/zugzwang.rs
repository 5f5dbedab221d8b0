//! Zugzwang: the one motif that no look at the board settles.

use shakmaty::Position as _;

use super::line::Line;
use crate::{Effort, Judge, Question};

/// What passing must be worth, of the two between losing and winning.
const DIFFERENCE: f64 = 0.3;

/// After a move of the solver the opponent, not in check and with fifteen moves at most, would stand better by 0.3 of
/// [`Worth::chances_for`](crate::Worth::chances_for) if he could pass. `None` where the judge's effort did not suffice.
pub(super) fn zugzwang(
    line: &Line,
    judge: &mut Judge,
    question: Question,
    effort: &Effort,
) -> Option<bool> {
    let theirs = !line.solver();
    for step in line.moves() {
        let chess = &step.after;
        let replies = chess.legal_moves().len();
        if chess.is_check() || replies == 0 || replies > 15 {
            continue;
        }
        let Ok(passed) = chess.clone().swap_turn() else {
            continue;
        };
        let obliged = judge.value(chess, question, effort)?;
        let spared = judge.value(&passed, question, effort)?;
        let lost = spared.worth.chances_for(theirs) - obliged.worth.chances_for(theirs);
        if lost > DIFFERENCE {
            return Some(true);
        }
    }
    Some(false)
}
