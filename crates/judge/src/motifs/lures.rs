//! Men lured to a square, away from one, or cut off from their work.

use shakmaty::{Board, Color, Position as _, Role, Square, attacks::between};

use super::{
    board::{attackers, badly_placed, hanging, slides, value},
    line::{Line, Turn},
};

/// The solver moves to a square, a king, queen or rook takes there, and the solver attacks it there at once: the king
/// with check, another man so that he takes it two moves later.
pub(super) fn attraction(line: &Line) -> bool {
    line.turns().any(|turn| {
        let square = turn.first.to;
        let lured = turn.answer.to == square
            && matches!(turn.answer.role, Role::King | Role::Queen | Role::Rook);
        let strikers = attackers(turn.then.board(), line.solver(), square);
        lured
            && strikers.contains(turn.then.to)
            && (turn.answer.role == Role::King
                || turn.later.is_some_and(|later| later.to == square))
    })
}

/// A check or an offer makes a man leave the square from which it guarded another: the solver then takes or
/// promotes there, and the man no longer guards it. What is taken is not worth more than what takes, and the offer
/// itself took nothing dear.
pub(super) fn deflection(line: &Line) -> bool {
    line.turns().any(|turn| {
        let Turn {
            first,
            answer,
            then,
            ..
        } = turn;
        let promotes = then.m.is_promotion();
        let fair = then
            .taken
            .is_none_or(|taken| value(taken) <= value(then.role));
        if !(fair && (then.taken.is_some() || promotes)) {
            return false;
        }
        let square = then.to;
        let offered = first
            .taken
            .is_none_or(|taken| value(taken) < value(first.role));
        let forced = answer.to == first.to || first.checks();
        let watched = first.board().attacks_from(answer.from);
        let guarded = watched.contains(square)
            || promotes && square.file() == answer.from.file() && watched.contains(then.from);
        let guards = answer.board().attacks_from(answer.to).contains(square);
        offered && square != answer.to && square != first.to && forced && guarded && !guards
    })
}

/// A slider that defended a man no longer does, because something stepped between them; the solver takes the man.
pub(super) fn interference(line: &Line) -> bool {
    line.turns().any(|turn| {
        let square = turn.then.to;
        let board = turn.answer.board();
        if turn.then.taken.is_none() || !hanging(board, square) {
            return false;
        }
        let theirs = !line.solver();
        let own = cuts(turn.first.board(), theirs, square, turn.answer.to);
        let other = square != turn.answer.to
            && cuts(turn.first.before.board(), theirs, square, turn.first.to);
        own || other
    })
}

/// Whether a man on `step` stands between a square and the side's slider that defends it.
fn cuts(board: &Board, color: Color, square: Square, step: Square) -> bool {
    let Some(defender) = attackers(board, color, square).first() else {
        return false;
    };
    board.role_at(defender).is_some_and(slides) && between(square, defender).contains(step)
}

/// The opponent takes; the solver, who could take back, first plays something else that must be answered, and then takes
/// back.
pub(super) fn intermezzo(line: &Line) -> bool {
    let theirs = !line.solver();
    let candidate = line.turns().find(|turn| {
        let square = turn.then.to;
        let strikers = attackers(turn.first.board(), theirs, square);
        turn.then.captures() && !strikers.contains(turn.answer.from) && turn.first.to != square
    });
    candidate.is_some_and(|turn| {
        turn.earlier.is_some_and(|earlier| {
            earlier.to == turn.then.to && earlier.captures() && earlier.after.is_legal(turn.then.m)
        })
    })
}

/// A move vacates a square or a line for a slider, which the solver uses with his next move; it took nothing, or
/// stands badly where it went.
pub(super) fn clearance(line: &Line) -> bool {
    line.turns().any(|turn| {
        let Turn {
            first,
            answer,
            then,
            ..
        } = turn;
        let apart = first.to != then.from && first.to != then.to && !first.m.is_promotion();
        let free = !answer.checks() && (!then.checks() || answer.role != Role::King);
        let cleared = first.from == then.to || between(then.from, then.to).contains(first.from);
        then.taken.is_none()
            && slides(then.role)
            && apart
            && free
            && cleared
            && (first.taken.is_none() || badly_placed(first.board(), first.to))
    })
}

/// The solver takes a man that defended another or a mate, without check, and then takes what it defended while that hangs,
/// or mates on the square it guarded.
pub(super) fn capturing_defender(line: &Line) -> bool {
    line.turns().any(|turn| {
        let Turn {
            first,
            answer,
            then,
            ..
        } = turn;
        let wins = then.taken.is_some_and(|taken| {
            then.role != Role::King
                && value(taken) <= value(then.role)
                && hanging(answer.board(), then.to)
                && answer.to != then.to
        });
        let before = &first.before;
        (then.after.is_checkmate() || wins)
            && !first.checks()
            && first.to != then.from
            && first.taken.is_some()
            && attackers(before.board(), !before.turn(), then.to).contains(first.to)
            && !before.is_check()
    })
}
