//! What a move attacks, and what the best move would have saved.

use shakmaty::{Bitboard, Board, Color, Position as _, Role, Square};
use sissa_game::words::role_name;
use sissa_judge::Step;
use sissa_record::{ReasonLine, ReasonRecord};

use super::{
    Lines,
    claims::{arrow, arrow_of, hanging, squares},
    material::value,
};

fn attacked_by(board: &Board, color: Color, square: Square) -> Bitboard {
    board.attacks_to(square, color, board.occupied())
}

/// The dearest man that a move newly attacks with the man that moved, and that is worth more than it or undefended.
fn target(step: &Step) -> Option<(Square, Role)> {
    let board = step.board();
    let theirs = step.after.turn();
    let worthwhile = |square: &Square| {
        let role = board.role_at(*square).filter(|role| *role != Role::King)?;
        let dear = value(role) > value(step.role) && step.role != Role::King;
        let undefended = attacked_by(board, theirs, *square).is_empty();
        let known = attacked_by(step.before.board(), !theirs, *square).any();
        (!known && (dear || undefended)).then_some((*square, role))
    };
    let found = step
        .targets()
        .into_iter()
        .filter_map(|square| worthwhile(&square));
    found.max_by_key(|(_, role)| value(*role))
}

/// A man that the first move of a line attacks.
pub(super) fn attacks(lines: &Lines<'_>, on: ReasonLine, told: &mut Vec<ReasonRecord>) {
    let Some(line) = lines.line(on, 1) else {
        return;
    };
    let step = &line.steps[0];
    let Some((square, role)) = target(step) else {
        return;
    };
    let color = step.after.turn().fold_wb("white", "black");
    let verb = match on {
        ReasonLine::Answer => "attacks",
        ReasonLine::Best => "would attack",
    };
    let san = lines.san(on, 1);
    told.push(ReasonRecord {
        predicate: format!("{color} attacked {} on {square}", role.upper_char()),
        on,
        plies: 1,
        text: format!("{san} {verb} the {} on {square}", role_name(role)),
        squares: squares([square]),
        arrows: vec![arrow(step)],
    });
}

/// A man that hung before the move, and that the best move would have defended or taken away.
pub(super) fn defences(lines: &Lines<'_>, told: &mut Vec<ReasonRecord>) {
    let (Some(best), Some(line)) = (lines.best.first(), lines.line(ReasonLine::Best, 1)) else {
        return;
    };
    let mover = lines.mover();
    let board = lines.before.board();
    let hangs = |board: &Board, square: Square| {
        attacked_by(board, !mover, square).any() && attacked_by(board, mover, square).is_empty()
    };
    let men = board.by_color(mover) & !board.kings();
    let loose = men.into_iter().filter(|square| hangs(board, *square));
    let worth = |square: &Square| board.role_at(*square).map_or(0, value);
    let Some(square) = loose.max_by_key(worth) else {
        return;
    };
    let Some(role) = board.role_at(square) else {
        return;
    };
    let step = &line.steps[0];
    let (name, san) = (role_name(role), lines.san(ReasonLine::Best, 1));
    let after = lines.after();
    let still = after.board().color_at(square) == Some(mover) && hangs(after.board(), square);
    if !still {
        return;
    }
    let color = mover.fold_wb("white", "black");
    let (predicate, plies, text) = if best.from() == Some(square) {
        if hangs(step.board(), step.to) {
            return;
        }
        let text = format!("{san} would bring the undefended {name} on {square} to safety");
        (hanging(mover, role, square), 0, text)
    } else if attacked_by(step.board(), mover, square).any() {
        let predicate = format!("{color} defended {} on {square}", role.upper_char());
        (
            predicate,
            1,
            format!("{san} would defend the {name} on {square}"),
        )
    } else {
        return;
    };
    told.push(ReasonRecord {
        predicate,
        on: ReasonLine::Best,
        plies,
        text,
        squares: squares([square]),
        arrows: arrow_of(*best).into_iter().collect(),
    });
}
