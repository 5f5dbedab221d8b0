//! What is given and won: men that hang or are trapped, sacrifices, pawns that promote.

use shakmaty::{Position as _, Role, Square};

use super::{
    board::{hanging, material, trapped, value},
    line::{Line, relative_rank},
};

/// The first move takes a piece that is not defended, which is no mere taking back of as much, and two moves later the solver
/// still has it.
pub(super) fn hanging_piece(line: &Line) -> bool {
    let first = &line.steps[0];
    let Some(taken) = first.taken.filter(|taken| *taken != Role::Pawn) else {
        return false;
    };
    let takes_back = line.led_by.as_ref().is_some_and(|step| {
        step.to == first.to && step.taken.is_some_and(|lost| value(lost) >= value(taken))
    });
    let kept = |after: &shakmaty::Chess| {
        let solver = line.solver();
        material(after.board(), solver) >= material(first.board(), solver)
    };
    hanging(first.before.board(), first.to)
        && !takes_back
        && line.steps.get(2).is_none_or(|step| kept(&step.after))
}

/// The solver takes a piece that could not escape: before the opponent's last move it stood badly, wherever it went it
/// stood badly, and it was not pinned.
pub(super) fn trapped_piece(line: &Line) -> bool {
    line.turns().any(|turn| {
        let piece = turn.then.taken.is_some_and(|taken| taken != Role::Pawn);
        let square: Square = if turn.answer.to == turn.then.to {
            turn.answer.from
        } else {
            turn.then.to
        };
        piece && trapped(&turn.answer.before, square)
    })
}

/// After a later move of his the solver has two pawns' worth less than at the beginning, compared with the opponent, who does not
/// promote.
pub(super) fn sacrifice(line: &Line) -> bool {
    let solver = line.solver();
    let begun = material(line.start().board(), solver);
    let promoted = line.steps.iter().skip(1).step_by(2);
    let down = |step: &super::line::Step| material(step.board(), solver) - begun <= -2;
    line.moves().skip(1).any(down) && !promoted.into_iter().any(|step| step.m.is_promotion())
}

/// A pawn of the solver goes to the seventh rank or promotes.
pub(super) fn advanced_pawn(line: &Line) -> bool {
    let solver = line.solver();
    line.moves()
        .any(|step| step.advances() && relative_rank(solver, step.to) >= 6)
}

/// A pawn of the solver promotes.
pub(super) fn promotion(line: &Line) -> bool {
    line.moves().any(|step| step.m.is_promotion())
}

/// A pawn of the solver becomes something else than a queen; if that mates, a knight.
pub(super) fn underpromotion(line: &Line) -> bool {
    line.moves().any(|step| {
        let role = step.m.promotion();
        if step.after.is_checkmate() {
            role == Some(Role::Knight)
        } else {
            role.is_some_and(|role| role != Role::Queen)
        }
    })
}

/// The solver takes in passing.
pub(super) fn en_passant(line: &Line) -> bool {
    line.moves().any(|step| step.m.is_en_passant())
}
