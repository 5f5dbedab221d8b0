//! Entries from JSON Lines.
//!
//! Only the keys that make an entry are looked at, so that records of later versions, and objects of
//! other programs that have a `fen`, can be read.

use std::ops::Range;

use serde::Deserialize;

use super::error::ReadErrorKind;
use crate::{Excerpt, Game, NotationError, PositionInput, fen};

#[derive(Deserialize)]
struct Line {
    #[serde(rename = "type")]
    kind: Option<String>,
    fen: Option<String>,
    id: Option<String>,
    start_fen: Option<String>,
    moves: Option<Vec<String>>,
    verdict: Option<String>,
}

/// A position, its game and its name.
pub struct Parsed {
    pub position: PositionInput,
    pub game: Option<Game>,
    pub id: Option<String>,
}

/// An error and the part of the line it is about, in bytes.
pub type Fault = (ReadErrorKind, Range<usize>);

/// Reads a line; `None` when it is a record without a position.
pub fn parse(text: &str) -> Result<Option<Parsed>, Fault> {
    let line: Line = serde_json::from_str(text).map_err(|error| syntax(&error))?;
    let whole = |kind: ReadErrorKind| (kind, 0..0);
    match line.kind.as_deref() {
        Some("run" | "summary" | "failure") => return Ok(None),
        None
        | Some("position" | "check" | "verdict" | "retro" | "solution" | "puzzle" | "attempt") => {}
        Some(other) => return Err(whole(ReadErrorKind::RecordType(Excerpt::quote(other)))),
    }
    let given = line.fen.ok_or_else(|| whole(ReadErrorKind::NoFen))?;
    let position = notation(text, &given)?;

    // An empty list is a game only where a game is promised.
    let promised =
        line.kind.as_deref() == Some("position") || line.verdict.as_deref() == Some("legal");
    let moves = line.moves.filter(|moves| promised || !moves.is_empty());
    let game = match moves {
        Some(moves) => {
            let mut game = match &line.start_fen {
                Some(start) => {
                    let start = notation(text, start)?.checked;
                    let impossible = |reasons| whole(ReadErrorKind::ImpossibleStart(reasons));
                    Game::starting_from(start.map_err(impossible)?)
                }
                None => Game::new(),
            };
            for (index, played) in moves.iter().enumerate() {
                game.push_text(played).map_err(|error| {
                    let ply = index + 1;
                    (ReadErrorKind::RecordMove { ply, error }, find(text, played))
                })?;
            }
            // Counters are left aside: a position to prove is often given without its own.
            if position.checked.as_ref().ok() != Some(game.end()) {
                let end = fen(game.end());
                return Err((ReadErrorKind::WrongEnd { end }, find(text, &given)));
            }
            Some(game)
        }
        None => None,
    };
    Ok(Some(Parsed {
        position,
        game,
        id: line.id,
    }))
}

/// Reads the FEN in a value, and finds the fault in the line.
fn notation(line: &str, given: &str) -> Result<PositionInput, Fault> {
    PositionInput::parse(given).map_err(|NotationError { message, span }| {
        let at = find(line, given);
        let part = if at.is_empty() {
            0..0
        } else {
            at.start + span.start..at.start + span.end
        };
        (
            ReadErrorKind::Notation(NotationError { message, span }),
            part,
        )
    })
}

/// Where a value stands in the line, if it is written there once and without escapes.
fn find(line: &str, value: &str) -> Range<usize> {
    let quoted = format!("\"{value}\"");
    match (line.find(&quoted), line.rfind(&quoted)) {
        (Some(first), Some(last)) if first == last => first + 1..first + 1 + value.len(),
        _ => 0..0,
    }
}

fn syntax(error: &serde_json::Error) -> Fault {
    let column = error.column().saturating_sub(1);
    let message = error.to_string();
    // The line is known better here than to serde_json, which sees only this one.
    let message = message.split(" at line ").next().unwrap_or(&message);
    (
        ReadErrorKind::Json(Excerpt::quote(message)),
        column..column + 1,
    )
}
