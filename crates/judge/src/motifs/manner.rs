//! How the solver plays: quietly, in defence, against an open king, on one wing.

use shakmaty::{Bitboard, Color, File, Position as _, Role, Square, attacks};

use super::{
    attacks::fork,
    line::{Line, relative_rank},
    mates::back_rank_mate,
};

/// A move before the last, by another man than the king, that neither gives check nor answers one, takes nothing, attacks
/// nothing, and is no pawn's move to the sixth rank or further.
pub(super) fn quiet_move(line: &Line) -> bool {
    let last = line.moves().len() - usize::from(line.steps.len() % 2 == 1);
    line.moves().take(last).any(|step| {
        !step.checks()
            && !step.before.is_check()
            && !step.captures()
            && step.targets().is_empty()
            && !step.advances()
            && step.role != Role::King
    })
}

/// With three moves or more to choose from, the last move neither checks nor takes nor attacks anything nor advances a pawn to the
/// sixth rank; or a check is answered so before anything was taken or checked.
pub(super) fn defensive_move(line: &Line) -> bool {
    let last = line.last();
    let chosen = |step: &super::line::Step| step.before.legal_moves().len() >= 3;
    let calm = chosen(last)
        && !last.checks()
        && !last.captures()
        && last.targets().is_empty()
        && !last.advances();
    calm || line
        .moves()
        .take_while(|step| !step.checks() && !step.captures() && chosen(step))
        .any(|step| step.before.is_check())
}

/// The solver castles.
pub(super) fn castling(line: &Line) -> bool {
    line.moves().any(|step| step.m.is_castle())
}

/// The opponent's king stands on its first three ranks without a pawn of its own beside or in front of it, and the
/// solver gives check between his first move and his last.
pub(super) fn exposed_king(line: &Line) -> bool {
    let theirs = !line.solver();
    let board = line.start().board();
    let Some(king) = board.king_of(theirs) else {
        return false;
    };
    let rank = relative_rank(theirs, king);
    let ranks = |square: &Square| {
        let other = relative_rank(theirs, *square);
        other == rank || other == rank + 1
    };
    let shelter: Bitboard = attacks::king_attacks(king)
        .into_iter()
        .filter(ranks)
        .collect();
    let pawns = board.by_piece(Role::Pawn.of(theirs));
    let inner = line.moves().len().saturating_sub(2);
    rank <= 2
        && (shelter & pawns).is_empty()
        && line
            .moves()
            .skip(1)
            .take(inner)
            .any(super::line::Step::checks)
}

/// The solver's first capture on f2 or f7 happens while the opponent's king is at home beside it.
pub(super) fn attacking_f2_f7(line: &Line) -> bool {
    let weak = |step: &&super::line::Step| {
        step.taken.is_some() && matches!(step.to, Square::F2 | Square::F7)
    };
    line.moves().find(weak).is_some_and(|step| {
        let (home, color) = if step.to == Square::F7 {
            (Square::E8, Color::Black)
        } else {
            (Square::E1, Color::White)
        };
        color != line.solver() && step.board().king_of(color) == Some(home)
    })
}

/// At least twenty men, the opponent's king on g or h of its first rank: checks and captures near its corner less
/// moves far from it are two or more, one of them a check. A fork or a mate on the back rank is called that.
pub(super) fn kingside_attack(line: &Line) -> bool {
    wing_attack(line, File::H, &[File::G, File::H], 20)
}

/// The same on the other wing: eighteen men, the king on a, b or c.
pub(super) fn queenside_attack(line: &Line) -> bool {
    wing_attack(line, File::A, &[File::A, File::B, File::C], 18)
}

fn wing_attack(line: &Line, corner: File, files: &[File], men: usize) -> bool {
    let theirs = !line.solver();
    let board = line.start().board();
    let Some(king) = board.king_of(theirs) else {
        return false;
    };
    if relative_rank(theirs, king) != 0
        || !files.contains(&king.file())
        || board.occupied().count() < men
        || !line.moves().any(super::line::Step::checks)
        || fork(line)
        || back_rank_mate(line)
    {
        return false;
    }
    let corner = Square::from_coords(corner, king.rank());
    let score: i32 = line
        .moves()
        .map(|step| {
            let far = corner.distance(step.to);
            let near = if step.captures() && far <= 3 {
                1
            } else if far >= 5 {
                -1
            } else {
                0
            };
            near + i32::from(step.checks())
        })
        .sum();
    score >= 2
}
