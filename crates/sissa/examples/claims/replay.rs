//! Replays what reasons of `review-move` records claim, from the records alone: the position, both lines and the predicate.
//! It shares no code with what proposed them but for the definitions of motifs and of the language.

use shakmaty::{
    Chess, Color, EnPassantMode, FromSetup as _, Move, Position as _, Role, uci::UciMove,
};
use sissa_constraint::{Constraint, Situation};
use sissa_judge::{Answer, Effort, Line, Solver, Stipulation, motif};
use sissa_record::{ReasonLine, ReasonRecord, ReviewMoveRecord};

fn played(start: &Chess, words: &[String]) -> Result<Vec<(Move, Chess)>, String> {
    let mut chess = start.clone();
    let mut steps = Vec::new();
    for word in words {
        let m = word
            .parse::<UciMove>()
            .ok()
            .and_then(|uci| uci.to_move(&chess).ok())
            .ok_or_else(|| format!("{word} is not legal"))?;
        chess.play_unchecked(m);
        steps.push((m, chess.clone()));
    }
    Ok(steps)
}

fn material(chess: &Chess, color: Color) -> i32 {
    let worth = [
        (Role::Pawn, 1),
        (Role::Knight, 3),
        (Role::Bishop, 3),
        (Role::Rook, 5),
        (Role::Queen, 9),
    ];
    let count = |color: Color| -> i32 {
        let men = worth.iter();
        men.map(|(role, value)| value * chess.board().by_piece(role.of(color)).count() as i32)
            .sum()
    };
    count(color) - count(!color)
}

fn turned(chess: &Chess, turn: Color) -> Option<Chess> {
    let mut setup = chess.to_setup(EnPassantMode::Legal);
    setup.turn = turn;
    setup.ep_square = None;
    Chess::from_setup(setup, chess.castles().mode()).ok()
}

fn mates(chess: &Chess, m: Move) -> bool {
    let mut next = chess.clone();
    next.play_unchecked(m);
    next.is_checkmate()
}

/// What is wrong with a reason; nothing where it holds.
pub fn fault(
    before: &Chess,
    led_by: Option<(&Chess, Move)>,
    record: &ReviewMoveRecord,
    reason: &ReasonRecord,
) -> Option<String> {
    holds(before, led_by, record, reason).err()
}

fn holds(
    before: &Chess,
    led_by: Option<(&Chess, Move)>,
    record: &ReviewMoveRecord,
    reason: &ReasonRecord,
) -> Result<(), String> {
    let first = played(before, std::slice::from_ref(&record.uci))?;
    let (m, after) = &first[0];
    let (start, words, led_by) = match reason.on {
        ReasonLine::Answer => (after, &record.answer, Some((before, *m))),
        ReasonLine::Best => (before, &record.line, led_by),
    };
    let steps = played(start, words)?;
    let reached = match reason.plies {
        0 => start,
        plies => &steps.get(plies - 1).ok_or("the line is too short")?.1,
    };
    let solver = start.turn();
    let claim = |holds: bool| {
        if holds {
            Ok(())
        } else {
            Err("it does not hold".to_owned())
        }
    };
    let predicate = reason.predicate.as_str();
    if let Some(number) = predicate.strip_prefix("mate in ") {
        let moves = number.parse().map_err(|_| "no number")?;
        let answer = Solver::new().holds(start, Stipulation::mate(moves), &Effort::unlimited());
        return claim(answer == Answer::Yes);
    }
    if let Some(number) = predicate.strip_prefix("wins ") {
        let pawns: i32 = number.parse().map_err(|_| "no number")?;
        let won = material(reached, solver) - material(before, solver);
        return claim(won >= pawns && !reached.is_check());
    }
    let first = steps.first().map(|(m, _)| *m);
    match predicate {
        "mate" => claim(reached.is_checkmate() && reached.turn() != solver),
        "threat" => {
            let passed = turned(before, solver).ok_or("nobody could pass")?;
            let first = first.ok_or("there is no answer")?;
            claim(passed.is_legal(first) && (first.is_capture() || mates(&passed, first)))
        }
        "threatens mate" => {
            let passed = turned(reached, solver).ok_or("nobody could pass")?;
            claim(passed.legal_moves().iter().any(|m| mates(&passed, *m)))
        }
        _ => match motif(predicate) {
            Some(motif) => {
                let moves: Vec<Move> = steps.iter().map(|(m, _)| *m).take(reason.plies).collect();
                let line = Line::new(start, &moves).ok_or("no line")?;
                let line = match led_by {
                    Some((before, m)) => line.led_by(before, m).ok_or("it leads elsewhere")?,
                    None => line,
                };
                claim(motif.holds(&line) == Some(true))
            }
            None => {
                let constraint: Constraint = predicate.parse().map_err(|_| "no predicate")?;
                claim(constraint.compile().holds(&Situation::from(reached)))
            }
        },
    }
}

/// Sentences that name squares and moves name those of the lines: every word that looks like a move of a line is one.
pub fn words_fault(
    before: &Chess,
    record: &ReviewMoveRecord,
    reason: &ReasonRecord,
) -> Option<String> {
    let (_, shown) = reason.text.split_once(": ")?;
    let (start, words) = match reason.on {
        ReasonLine::Answer => (
            played(before, std::slice::from_ref(&record.uci)).ok()?[0]
                .1
                .clone(),
            &record.answer,
        ),
        ReasonLine::Best => (before.clone(), &record.line),
    };
    let mut chess = start;
    let mut line = Vec::new();
    for word in words {
        let m = word.parse::<UciMove>().ok()?.to_move(&chess).ok()?;
        line.push(shakmaty::san::SanPlus::from_move_and_play_unchecked(&mut chess, m).to_string());
    }
    let shown: Vec<&str> = shown.split_whitespace().collect();
    let same = shown.iter().zip(&line).all(|(shown, line)| shown == line);
    (!same || shown.len() > line.len())
        .then(|| format!("{} is not on the line {}", reason.text, line.join(" ")))
}
