//! Attacks on two things at once, and along lines.

use shakmaty::{Bitboard, Position as _, Role, Square, attacks::between};

use super::{
    board::{attackers, badly_placed, hanging, pin_line, slides, value},
    line::{Line, Step},
};

/// A man other than the king moves to where it is not badly placed and attacks at least two men that
/// are no pawns, each worth more than itself, or hanging and not attacking it in turn. The last move does not count.
pub(super) fn fork(line: &Line) -> bool {
    let last = line.moves().len() - 1;
    line.moves().take(last).any(|step| {
        let board = step.board();
        let fair = step.role != Role::King && !badly_placed(board, step.to);
        let strikers = attackers(board, step.after.turn(), step.to);
        let worthwhile = |square: &Square| {
            let role = board.role_at(*square).filter(|role| *role != Role::Pawn);
            role.is_some_and(|role| {
                value(role) > value(step.role)
                    || hanging(board, *square) && !strikers.contains(*square)
            })
        };
        fair && step.targets().into_iter().filter(worthwhile).count() > 1
    })
}

/// A man pinned to its king after a move of the solver cannot take something that hangs or is worth
/// more than it, or cannot escape from an attacker on the line of the pin that is worth less than it, or that it cannot
/// take while it hangs.
pub(super) fn pin(line: &Line) -> bool {
    line.moves().any(|step| {
        let (board, theirs) = (step.board(), step.after.turn());
        board.by_color(theirs).into_iter().any(|pinned| {
            pin_line(board, theirs, pinned).is_some_and(|along| {
                prevents_attack(step, pinned, along) || prevents_escape(step, pinned, along)
            })
        })
    })
}

fn prevents_attack(step: &Step, pinned: Square, along: Bitboard) -> bool {
    let board = step.board();
    let Some(role) = board.role_at(pinned) else {
        return false;
    };
    let attacked = board.attacks_from(pinned) & board.by_color(!step.after.turn()) & !along;
    attacked.into_iter().any(|square| {
        let dear = |attacked: Role| value(attacked) > value(role);
        board.role_at(square).is_some_and(dear) || hanging(board, square)
    })
}

fn prevents_escape(step: &Step, pinned: Square, along: Bitboard) -> bool {
    let (board, theirs) = (step.board(), step.after.turn());
    let Some(role) = board.role_at(pinned) else {
        return false;
    };
    let on_line = attackers(board, !theirs, pinned) & along;
    on_line.into_iter().any(|attacker| {
        let cheaper = |attacker: Role| value(attacker) < value(role);
        board.role_at(attacker).is_some_and(cheaper)
            || hanging(board, pinned)
                && !attackers(board, theirs, attacker).contains(pinned)
                && (would_go(step, pinned, role) & !along).any()
    })
}

/// Where a man could go if it were not pinned.
fn would_go(step: &Step, square: Square, role: Role) -> Bitboard {
    let (board, color) = (step.board(), step.after.turn());
    let free = board.attacks_from(square) & !board.by_color(color);
    if role != Role::Pawn {
        return free;
    }
    let ahead = square.offset(color.fold_wb(8, -8));
    let ahead = ahead.map_or(Bitboard::EMPTY, Bitboard::from_square);
    free & board.occupied() | ahead & !board.occupied()
}

/// A slider takes a man that was uncovered because a dearer one in front of it had to move away; the man taken
/// was badly placed. A mate is none.
pub(super) fn skewer(line: &Line) -> bool {
    line.turns().any(|turn| {
        let (then, answer) = (turn.then, turn.answer);
        let Some(taken) = then.taken else {
            return false;
        };
        slides(then.role)
            && !then.after.is_checkmate()
            && answer.to != then.to
            && between(then.from, then.to).contains(answer.from)
            && value(answer.role) > value(taken)
            && badly_placed(then.before.board(), then.to)
    })
}

/// A move opens the line of another man, which gives check alone, or takes on it with the next move.
pub(super) fn discovered_attack(line: &Line) -> bool {
    let only_discovered = |step: &Step| {
        let checkers = step.after.checkers();
        checkers.any() && !checkers.contains(step.to)
    };
    if line.moves().any(only_discovered) {
        return true;
    }
    for turn in line.turns().filter(|turn| turn.then.captures()) {
        let (first, then) = (turn.first, turn.then);
        // The first capture that only takes back ends it.
        if turn.answer.to == then.to {
            return false;
        }
        if between(then.from, then.to).contains(first.from)
            && then.to != first.to
            && then.from != first.to
            && !first.m.is_castle()
        {
            return true;
        }
    }
    false
}

/// A check by a man that did not move, be it with one that did; castling is none.
pub(super) fn discovered_check(line: &Line) -> bool {
    line.moves()
        .any(|step| !step.m.is_castle() && step.after.checkers().without(step.to).any())
}

/// A check by two men.
pub(super) fn double_check(line: &Line) -> bool {
    line.moves().any(|step| step.after.checkers().count() > 1)
}

/// The solver takes on a square, is taken there by a man other than the king, and takes again with a slider that stood
/// behind that man on its line.
pub(super) fn x_ray(line: &Line) -> bool {
    line.turns().any(|turn| {
        let (first, answer, then) = (turn.first, turn.answer, turn.then);
        then.captures()
            && answer.to == then.to
            && first.to == then.to
            && answer.role != Role::King
            && between(then.from, then.to).contains(answer.from)
    })
}
