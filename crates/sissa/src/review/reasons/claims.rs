//! What may be said of a line: mates, men that hang, motifs, material, threats. Every claim is proven before it is told.

use shakmaty::{Chess, Color, Move, Position as _, Role, Square, san::SanPlus};
use sissa_game::words::role_name;
use sissa_judge::{Line, Step, motifs};
use sissa_record::{ReasonLine, ReasonRecord};

use super::{
    Lines, Prover,
    material::{balance, gain, value, won},
    proof::{mates_at_once, with_turn},
};

/// Motifs that explain something, the most telling first, with words for them.
const TELLING: [(&str, &str); 22] = [
    ("smothered mate", "smothered mate"),
    ("back-rank mate", "mate on the back rank"),
    ("fork", "a fork"),
    ("skewer", "a skewer"),
    ("trapped piece", "a trapped piece"),
    ("discovered attack", "a discovered attack"),
    ("discovered check", "a discovered check"),
    ("double check", "a double check"),
    ("capturing defender", "taking the defender"),
    ("deflection", "deflection"),
    ("attraction", "attraction"),
    ("interference", "interference"),
    ("intermezzo", "an in-between move"),
    ("clearance", "clearance"),
    ("x-ray", "an x-ray"),
    ("pin", "a pin"),
    ("sacrifice", "a sacrifice"),
    ("underpromotion", "an underpromotion"),
    ("promotion", "a promotion"),
    ("advanced pawn", "an advanced pawn"),
    ("exposed king", "an exposed king"),
    ("attacking f2 or f7", "an attack beside the king"),
];

pub(super) fn squares(squares: impl IntoIterator<Item = Square>) -> Vec<String> {
    squares
        .into_iter()
        .map(|square| square.to_string())
        .collect()
}

pub(super) fn arrow(step: &Step) -> String {
    format!("{}{}", step.from, step.to)
}

/// A move as an arrow; of castling, the king's.
pub(super) fn arrow_of(m: Move) -> Option<String> {
    Some(format!("{}{}", m.from()?, m.to()))
}

fn first_letter(role: Role) -> char {
    role.upper_char()
}

/// What the opponent may do after the move that was played.
pub(super) fn allowed(lines: &Lines<'_>, prover: &mut Prover, told: &mut Vec<ReasonRecord>) {
    let on = ReasonLine::Answer;
    let Some(first) = lines.line(on, 1) else {
        stalemates(lines, told);
        return;
    };
    let first = &first.steps[0];
    let reply = lines.san(on, 1);
    let claim = |predicate: String, plies: usize, text: String, seen: Vec<String>| ReasonRecord {
        predicate,
        on,
        plies,
        text,
        squares: seen,
        arrows: vec![arrow(first)],
    };
    mate(lines, on, prover, told);
    hangs(lines, first, &reply, told);
    let positions = lines.positions(on);
    let mover = lines.mover();
    let won_by = gain(balance(lines.before, !mover), &positions, !mover);
    motif(lines, on, won_by.map(|(plies, _)| plies), told);
    if let Some((plies, pawns)) = won_by {
        let what = won(lines.before, &positions[plies], !mover);
        let what = what.unwrap_or_else(|| "material".to_owned());
        let text = format!("it loses {what}: {}", lines.san(on, plies));
        told.push(claim(format!("wins {pawns}"), plies, text, Vec::new()));
    }
    let already = format!("{reply} was already threatened");
    told.push(claim("threat".to_owned(), 0, already, squares([first.to])));
    let threatens = |after: &Chess| {
        let turned = with_turn(after, !mover);
        !after.is_check() && turned.is_some_and(|turned| mates_at_once(&turned))
    };
    if threatens(&first.after) {
        let text = format!("after {reply} mate is threatened");
        told.push(claim(
            "threatens mate".to_owned(),
            1,
            text,
            squares([first.to]),
        ));
    }
}

/// A game thrown away by stalemate.
fn stalemates(lines: &Lines<'_>, told: &mut Vec<ReasonRecord>) {
    if lines.after().is_stalemate() {
        told.push(ReasonRecord {
            predicate: "stalemate".to_owned(),
            on: ReasonLine::Answer,
            plies: 0,
            text: "it is stalemate, a draw".to_owned(),
            squares: Vec::new(),
            arrows: arrow_of(lines.played).into_iter().collect(),
        });
    }
}

/// What the best move does; of a mistake, what was missed.
pub(super) fn offered(
    lines: &Lines<'_>,
    missed: bool,
    prover: &mut Prover,
    told: &mut Vec<ReasonRecord>,
) {
    let on = ReasonLine::Best;
    let Some(first) = lines.line(on, 1) else {
        return;
    };
    let first = &first.steps[0];
    let best = lines.san(on, 1);
    mate(lines, on, prover, told);
    let positions = lines.positions(on);
    let mover = lines.mover();
    let won_by = gain(balance(lines.before, mover), &positions, mover);
    let victim = takes_hanging(first);
    if let (Some(role), Some(_)) = (victim, won_by) {
        let verb = if missed { "could take" } else { "takes" };
        told.push(ReasonRecord {
            predicate: hanging(!mover, role, first.to),
            on,
            plies: 0,
            text: format!(
                "{best} {verb} the undefended {} on {}",
                role_name(role),
                first.to
            ),
            squares: squares([first.to]),
            arrows: vec![arrow(first)],
        });
    }
    motif(lines, on, won_by.map(|(plies, _)| plies), told);
    // What the first move takes has been said.
    let said = |plies: usize| plies == 1 && victim.is_some();
    if let Some((plies, pawns)) = won_by.filter(|(plies, _)| !said(*plies)) {
        let what = won(lines.before, &positions[plies], mover);
        let what = what.unwrap_or_else(|| "material".to_owned());
        let verb = if missed { "would win" } else { "wins" };
        told.push(ReasonRecord {
            predicate: format!("wins {pawns}"),
            on,
            plies,
            text: format!("{best} {verb} {what}: {}", lines.san(on, plies)),
            squares: Vec::new(),
            arrows: vec![arrow(first)],
        });
    }
}

pub(super) fn hanging(color: Color, role: Role, square: Square) -> String {
    let color = color.fold_wb("white", "black");
    format!("{color} hanging {} on {square}", first_letter(role))
}

/// What an undefended man is, that a move takes at its square.
fn takes_hanging(step: &Step) -> Option<Role> {
    let role = step.taken?;
    let board = step.before.board();
    let theirs = !step.before.turn();
    let defended = board.attacks_to(step.to, theirs, board.occupied()).any();
    (!defended).then_some(role)
}

/// Mate: proven where it is short, else where the line shows it.
fn mate(lines: &Lines<'_>, on: ReasonLine, prover: &mut Prover, told: &mut Vec<ReasonRecord>) {
    let positions = lines.positions(on);
    let shown = positions.iter().skip(1).position(Chess::is_checkmate);
    let shown = shown.map(|at| at + 1).filter(|plies| plies % 2 == 1);
    let first = lines.moves(on).first().copied().and_then(arrow_of);
    let arrows: Vec<String> = first.into_iter().collect();
    let king = positions[0].board().king_of(!positions[0].turn());
    let proven = match shown {
        Some(plies) => prover.mate(&positions[0], plies.div_ceil(2) as u32),
        None => None,
    };
    let line = |plies: usize| lines.san(on, plies);
    let (predicate, plies, text) = match (proven, shown, on) {
        (Some(1), Some(plies), ReasonLine::Answer) => (
            "mate in 1".to_owned(),
            0,
            format!("it allows {}", line(plies)),
        ),
        (Some(1), Some(plies), ReasonLine::Best) => (
            "mate in 1".to_owned(),
            0,
            format!("{} is mate", line(plies)),
        ),
        (Some(moves), Some(plies), ReasonLine::Answer) => {
            let text = format!("it allows mate in {moves}: {}", line(plies));
            (format!("mate in {moves}"), 0, text)
        }
        (Some(moves), Some(plies), ReasonLine::Best) => {
            let text = format!("there is mate in {moves}: {}", line(plies));
            (format!("mate in {moves}"), 0, text)
        }
        (None, Some(plies), ReasonLine::Answer) => (
            "mate".to_owned(),
            plies,
            format!("the line ends in mate: {}", line(plies)),
        ),
        (None, Some(plies), ReasonLine::Best) => (
            "mate".to_owned(),
            plies,
            format!("{} leads to mate: {}", line(1), line(plies)),
        ),
        (_, None, _) => return,
    };
    told.push(ReasonRecord {
        predicate,
        on,
        plies,
        text,
        squares: squares(king),
        arrows,
    });
}

/// A man that the answer takes, undefended or for something cheaper.
fn hangs(lines: &Lines<'_>, first: &Step, reply: &str, told: &mut Vec<ReasonRecord>) {
    let mover = lines.mover();
    let Some(role) = first.taken else {
        return;
    };
    let name = role_name(role);
    let moved = lines.played.to() == first.to && !lines.played.is_castle();
    let took = lines.played.capture().map_or(0, value);
    if takes_hanging(first).is_some() && !(moved && took >= value(role)) {
        let text = if moved {
            format!("the {name} is undefended on {}: {reply}", first.to)
        } else {
            format!("it leaves the {name} on {} undefended: {reply}", first.to)
        };
        told.push(ReasonRecord {
            predicate: hanging(mover, role, first.to),
            on: ReasonLine::Answer,
            plies: 0,
            text,
            squares: squares([first.to]),
            arrows: vec![arrow(first)],
        });
    } else if value(first.role) < value(role) && first.role != Role::King && !moved {
        let color = mover.fold_wb("white", "black");
        told.push(ReasonRecord {
            predicate: format!("{color} attacked {} on {}", first_letter(role), first.to),
            on: ReasonLine::Answer,
            plies: 0,
            text: format!(
                "the {} on {} takes the {name}: {reply}",
                role_name(
                    first
                        .before
                        .board()
                        .role_at(first.from)
                        .unwrap_or(first.role)
                ),
                first.from
            ),
            squares: squares([first.to]),
            arrows: vec![arrow(first)],
        });
    }
}

/// The most telling motif of a line that wins something, or mates.
fn motif(lines: &Lines<'_>, on: ReasonLine, won: Option<usize>, told: &mut Vec<ReasonRecord>) {
    let positions = lines.positions(on);
    let mates = positions
        .iter()
        .skip(1)
        .position(Chess::is_checkmate)
        .map(|at| at + 1);
    let Some(plies) = mates.or(won) else {
        return;
    };
    // A line ends with the solver's move.
    let plies = if plies % 2 == 1 { plies } else { plies - 1 };
    let Some(line) = lines.line(on, plies.max(1)) else {
        return;
    };
    let found = motifs(&line);
    let telling = |(name, _): &&(&str, &str)| found.iter().any(|motif| motif.name == *name);
    for (name, words) in TELLING.iter().filter(telling).take(2) {
        let (text, seen, at) = match *name {
            "fork" => fork(&line).unwrap_or_else(|| {
                (
                    format!("{} brings {words}", lines.san(on, 1)),
                    Vec::new(),
                    0,
                )
            }),
            _ => (
                format!("{} brings {words}", lines.san(on, 1)),
                Vec::new(),
                0,
            ),
        };
        told.push(ReasonRecord {
            predicate: (*name).to_owned(),
            on,
            plies: line.steps.len(),
            text,
            squares: squares(seen),
            arrows: vec![arrow(&line.steps[at])],
        });
    }
}

/// Who forks what, and with which half-move.
fn fork(line: &Line) -> Option<(String, Vec<Square>, usize)> {
    let last = line.moves().len().checked_sub(1)?;
    for (number, step) in line.moves().take(last).enumerate() {
        let board = step.board();
        let theirs = step.after.turn();
        let strikers = board.attacks_to(step.to, theirs, board.occupied());
        let worthwhile = |square: &Square| {
            let Some(role) = board.role_at(*square).filter(|role| *role != Role::Pawn) else {
                return false;
            };
            let undefended = !board.attacks_to(*square, theirs, board.occupied()).any();
            role == Role::King
                || value(role) > value(step.role)
                || undefended && !strikers.contains(*square)
        };
        let targets: Vec<Square> = step.targets().into_iter().filter(worthwhile).collect();
        if targets.len() < 2 || step.role == Role::King {
            continue;
        }
        let names: Vec<String> = targets
            .iter()
            .map(|square| {
                let role = board.role_at(*square).map_or("man", role_name);
                format!("the {role} on {square}")
            })
            .collect();
        let san = SanPlus::from_move(step.before.clone(), step.m);
        let (most, final_name) = names.split_at(names.len() - 1);
        let text = format!(
            "{san} forks {} and {}",
            most.join(", "),
            final_name.concat()
        );
        return Some((text, targets, 2 * number));
    }
    None
}
