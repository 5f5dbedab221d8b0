//! What became worse on the board where no man is won, or would have become better: the king, castling, pawns. Each is a
//! constraint that holds at the end of a line and held neither before the move nor at the end of the other line.

use shakmaty::{CastlingSide, Chess, Color, Position as _};
use sissa_constraint::{Constraint, Situation};
use sissa_record::{ReasonLine, ReasonRecord};

use super::{Lines, claims::arrow_of, material::quiet};

/// What may become worse for a side: a constraint and the words for it. `{own}` and `{other}` are the sides.
const WORSE: [(&str, &str); 8] = [
    (
        "{other} passed P on relative rank 7>=1",
        "{Other} has a passed pawn on the seventh rank",
    ),
    (
        "{other} passed P on relative rank 6>=1",
        "{Other} has a passed pawn on the sixth rank",
    ),
    (
        "{own} pinned men>=1",
        "a man of {Own}'s is pinned to the king",
    ),
    ("{other} passed P>=2", "{Other} has two passed pawns"),
    ("{other} passed P>=1", "{Other} has a passed pawn"),
    ("{own} isolated P>=3", "{Own} has three isolated pawns"),
    ("{own} doubled P>=2", "{Own}'s pawns are doubled"),
    ("{other} bishop pair", "{Other} has the two bishops"),
];

/// What may become better with the best move.
const BETTER: [(&str, &str); 7] = [
    (
        "{own} passed P on relative rank 7>=1",
        "{Own} has a passed pawn on the seventh rank",
    ),
    (
        "{own} passed P on relative rank 6>=1",
        "{Own} has a passed pawn on the sixth rank",
    ),
    (
        "{other} pinned men>=1",
        "a man of {Other}'s is pinned to the king",
    ),
    ("{own} passed P>=1", "{Own} has a passed pawn"),
    ("{own} bishop pair", "{Own} has the two bishops"),
    ("{other} isolated P>=2", "{Other} has two isolated pawns"),
    ("{other} doubled P>=2", "{Other}'s pawns are doubled"),
];

pub(super) fn worsened(lines: &Lines<'_>, told: &mut Vec<ReasonRecord>) {
    let on = ReasonLine::Answer;
    let answer = lines.positions(on);
    castling(lines, told);
    driven(lines, &answer, told);
    let best = lines.positions(ReasonLine::Best);
    let Some(plies) = (0..answer.len()).rev().find(|plies| quiet(&answer[*plies])) else {
        return;
    };
    let compared = best
        .iter()
        .rev()
        .find(|chess| quiet(chess))
        .unwrap_or(lines.before);
    if let Some(claim) = first_new(lines, (on, plies), compared, &WORSE) {
        told.push(claim);
    }
    let best_plies = (0..best.len()).rev().find(|plies| quiet(&best[*plies]));
    if let Some(best_plies) = best_plies {
        let place = (ReasonLine::Best, best_plies);
        told.extend(first_new(lines, place, &answer[plies], &BETTER));
    }
}

/// The first thing of a table that holds at a place on a line, and held neither before the move nor at the end of the other line.
fn first_new(
    lines: &Lines<'_>,
    (on, plies): (ReasonLine, usize),
    compared: &Chess,
    table: &[(&str, &str)],
) -> Option<ReasonRecord> {
    let positions = lines.positions(on);
    let mover = lines.mover();
    let (own, other) = (name(mover), name(!mover));
    for (constraint, words) in table {
        let fill = |text: &str| {
            text.replace("{own}", &own.to_lowercase())
                .replace("{other}", &other.to_lowercase())
                .replace("{Own}", own)
                .replace("{Other}", other)
        };
        let predicate = fill(constraint);
        let Ok(read) = predicate.parse::<Constraint>() else {
            continue;
        };
        let compiled = read.compile();
        let holds = |chess: &Chess| compiled.holds(&Situation::from(chess));
        if holds(&positions[plies]) && !holds(lines.before) && !holds(compared) {
            let first = lines.moves(on).first().copied();
            return Some(ReasonRecord {
                predicate,
                on,
                plies,
                text: format!("after {} {}", lines.san(on, plies), fill(words)),
                squares: Vec::new(),
                arrows: first.and_then(arrow_of).into_iter().collect(),
            });
        }
    }
    None
}

fn name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// The right to castle given up by hand.
fn castling(lines: &Lines<'_>, told: &mut Vec<ReasonRecord>) {
    let mover = lines.mover();
    let has = |chess: &Chess| {
        CastlingSide::ALL
            .into_iter()
            .any(|side| chess.castles().has(mover, side))
    };
    if has(lines.before) && !has(&lines.after()) && !lines.played.is_castle() {
        let color = name(mover).to_lowercase();
        told.push(ReasonRecord {
            predicate: format!("{color} castling none"),
            on: ReasonLine::Answer,
            plies: 0,
            text: format!("{} can no longer castle", name(mover)),
            squares: Vec::new(),
            arrows: arrow_of(lines.played).into_iter().collect(),
        });
    }
}

/// A king that is checked again and again.
fn driven(lines: &Lines<'_>, answer: &[Chess], told: &mut Vec<ReasonRecord>) {
    let mover = lines.mover();
    let checks = answer
        .iter()
        .skip(1)
        .step_by(2)
        .filter(|chess| chess.is_check())
        .count();
    let last = (1..answer.len())
        .step_by(2)
        .rev()
        .find(|plies| answer[*plies].is_check());
    if let (2.., Some(plies)) = (checks, last) {
        told.push(ReasonRecord {
            predicate: "check".to_owned(),
            on: ReasonLine::Answer,
            plies,
            text: format!(
                "{}'s king is driven: {}",
                name(mover),
                lines.san(ReasonLine::Answer, plies)
            ),
            squares: answer[0]
                .board()
                .king_of(mover)
                .into_iter()
                .map(|square| square.to_string())
                .collect(),
            arrows: lines
                .answer
                .first()
                .copied()
                .and_then(arrow_of)
                .into_iter()
                .collect(),
        });
    }
}
