//! What a diagram leaves out, by the conventions of problems.
//!
//! In help play Black begins (with half a move more, White), else White. Castling is allowed unless it is proven lost; a
//! capture en passant only if the double step must have been the last move. Both are asked of the position's past, as far as
//! reasons alone tell. A FEN that says more than whose move it is is taken at its word.

use shakmaty::{Board, Chess, Color, Move, Piece, Position as _, Role, Square, attacks};
use sissa_judge::{Play, Stipulation};
use sissa_proof::{Given, Target};
use sissa_record::{Entry, PositionInput, Reason};

use crate::problem::Problem;

/// Kernel states looked at for one question about the past.
const NODES: u64 = 100_000;

/// The corners with their letters in FEN, and the kings' homes.
const CORNERS: [(Color, Square, Square); 4] = [
    (Color::White, Square::E1, Square::H1),
    (Color::White, Square::E1, Square::A1),
    (Color::Black, Square::E8, Square::H8),
    (Color::Black, Square::E8, Square::A8),
];

/// The position to solve, and what the conventions say of it that nobody sees in the diagram.
pub(super) fn completed(
    entry: &Entry,
    asked: Stipulation,
) -> Result<(Chess, Vec<String>), Problem> {
    let given = &entry.position;
    let fields: Vec<&str> = given.text.split_whitespace().collect();
    let (board, turn) = match (&fields[..], asked.play) {
        _ if entry.game.is_some() => return Ok((checked(entry, given)?, Vec::new())),
        ([board, turn], _) => (board, *turn),
        ([board], Play::Help { half: false }) => (board, "b"),
        ([board], _) => (board, "w"),
        _ => return Ok((checked(entry, given)?, Vec::new())),
    };
    let read = |rights: &str, en_passant: &str| {
        PositionInput::parse(&format!("{board} {turn} {rights} {en_passant}"))
    };
    let Ok(plain) = read("-", "-") else {
        return Ok((checked(entry, given)?, Vec::new()));
    };
    let mut position = checked(entry, &plain)?;
    let target = Target::new(plain.setup.clone(), Given::Turn);
    let mut remarks = Vec::new();
    // Nothing is to be learnt from a past that cannot be.
    let reasons = target.refute(NODES);
    let past = reasons.is_empty().then_some(&target);
    remarks.extend(
        reasons
            .first()
            .map(|reason| format!("no game leads here: {}", reason.message)),
    );
    let rights = rights(past, &plain.setup.board, &mut remarks);
    if let Some((step, over)) = past.and_then(|past| proven_step(past, &position))
        && let Ok(with) = read(&rights, &over.to_string())
        && let Ok(with) = with.checked
    {
        let from = step.from().unwrap_or(over);
        remarks.push(format!(
            "en passant is allowed: the last move must have been {from}-{}",
            step.to()
        ));
        position = with;
    } else if let Ok(with) = read(&rights, "-")
        && let Ok(with) = with.checked
    {
        position = with;
    }
    Ok((position, remarks))
}

fn checked(entry: &Entry, position: &PositionInput) -> Result<Chess, Problem> {
    position.checked.clone().map_err(|reasons: Vec<Reason>| {
        let wrong: Vec<&str> = reasons.iter().map(|one| one.message.as_str()).collect();
        let place = match entry.origin.as_str() {
            "argument" => String::new(),
            origin => format!("{origin}: "),
        };
        let message = format!("{place}this is no position: {}", wrong.join("; "));
        Problem::new("invalid", message)
            .field("input")
            .hint("check says what is wrong")
    })
}

/// The corners where king and rook stand at home.
fn homes(board: &Board) -> impl Iterator<Item = (Color, Square, Square)> + '_ {
    let man = |square, color: Color, role: Role| board.piece_at(square) == Some(role.of(color));
    CORNERS.into_iter().filter(move |(color, king, rook)| {
        man(*king, *color, Role::King) && man(*rook, *color, Role::Rook)
    })
}

/// The rights to castle that are not proven lost, as in FEN.
fn rights(past: Option<&Target>, board: &Board, remarks: &mut Vec<String>) -> String {
    let mut rights = String::new();
    for (color, king, rook) in homes(board) {
        let lost = past.map(|past| past.holding(rook.into()).refute(NODES));
        if let Some(reason) = lost.iter().flatten().next() {
            let who = color.fold_wb("White", "Black");
            let castles = if rook > king { "O-O" } else { "O-O-O" };
            remarks.push(format!("{who} has lost {castles}: {}", reason.message));
            continue;
        }
        let role = if rook > king { Role::King } else { Role::Queen };
        rights.push(Piece { color, role }.char());
    }
    if rights.is_empty() {
        rights.push('-');
    }
    rights
}

/// The double step that must have been the last move, and the square it passed over, where a pawn can take it there.
fn proven_step(past: &Target, position: &Chess) -> Option<(Move, Square)> {
    let turn = position.turn();
    let last_moves = past.last_moves(turn);
    let refuted = |m: &Move| !past.before(turn, *m).refute(NODES).is_empty();
    let (step, over) = last_moves.iter().find_map(|m| {
        let from = m.from()?;
        let two = m.role() == Role::Pawn && from.rank().distance(m.to().rank()) == 2;
        let over = from.offset(turn.fold_wb(-8, 8))?;
        let takers = attacks::pawn_attacks(!turn, over) & position.our(Role::Pawn);
        (two && takers.any() && !refuted(m)).then_some((*m, over))
    })?;
    let mut others = last_moves.iter().filter(|m| **m != step);
    others.all(refuted).then_some((step, over))
}
