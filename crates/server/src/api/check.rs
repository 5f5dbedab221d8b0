//! `POST /check`.

use axum::{Json, extract::State};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sissa_constraint::Situation;
use sissa_generate::replay::{NOBODY, castled_in};
use sissa_record::{CheckRecord, Game, Record, fen, read_one};

use super::{App, asked, short};
use crate::{
    answer::unsatisfied,
    problem::{ApiError, Input},
};

/// A position to check.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckRequest {
    /// FEN, EPD, PGN, a list of moves or a record; of a game the last position counts.
    input: String,
    /// What the position must be like.
    #[serde(default)]
    constraint: Option<String>,
    /// A constraint from the library, and-ed with the other.
    #[serde(default)]
    preset: Option<String>,
}

/// The record of `check` and what each part of the constraint says.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CheckAnswer {
    #[serde(flatten)]
    record: Record,
    /// What each part of the constraint says, in the order they are written.
    findings: Vec<FindingRecord>,
    /// The game, when there is one, in UCI notation.
    moves: Option<Vec<String>>,
    /// Where that game starts, when that is not the initial array.
    start_fen: Option<String>,
}

/// What one part of a constraint says of a position.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FindingRecord {
    /// The part, in the language.
    text: String,
    /// Whether it holds.
    holds: bool,
    /// The number found, where the part counts.
    value: Option<i32>,
    /// The squares it is about.
    squares: Vec<String>,
}

pub async fn check(
    State(app): State<App>,
    Input(request): Input<CheckRequest>,
) -> Result<Json<CheckAnswer>, ApiError> {
    app.jobs.compute(move || judge(&request).map(Json)).await
}

fn judge(request: &CheckRequest) -> Result<CheckAnswer, ApiError> {
    let asked = asked(request.constraint.as_deref(), request.preset.as_deref())?;
    let needs = asked.as_ref().map(|asked| asked.constraint.needs());
    if let Some(needs) = &needs
        && !needs.beyond.is_empty()
    {
        return Err(ApiError::unsupported(&needs.beyond));
    }
    let entry = read_one(&request.input)?;
    let game = entry.game.as_ref();
    let mut record = CheckRecord {
        index: 0,
        fen: entry.position.fen(),
        valid: true,
        satisfied: None,
        reasons: Vec::new(),
        ply: game.map(Game::plies),
        origin: None,
        id: entry.id.clone(),
        constraint: asked.as_ref().map(|asked| asked.text.clone()),
    };
    let mut findings = Vec::new();
    match (&entry.position.checked, &asked) {
        (Err(reasons), asked) => {
            record.valid = false;
            record.reasons.clone_from(reasons);
            record.satisfied = asked.as_ref().map(|_| false);
        }
        (Ok(_), None) => {}
        (Ok(_), Some(asked)) if game.is_none() && asked.constraint.needs().history => {
            return Err(ApiError::bad(
                "history",
                format!(
                    "`{}` cannot be judged from a position alone",
                    short(&asked.text)
                ),
            )
            .hint("only the game tells who has castled: give the game instead of a FEN"));
        }
        (Ok(position), Some(asked)) => {
            let situation = Situation {
                position,
                castled: game.map_or(NOBODY, castled_in),
            };
            let holds = asked.constraint.compile().holds(&situation);
            record.satisfied = Some(holds);
            for finding in asked.constraint.assess(&situation) {
                if !holds && !finding.holds {
                    record.reasons.push(unsatisfied(&finding));
                }
                findings.push(FindingRecord {
                    text: finding.text,
                    holds: finding.holds,
                    value: finding.value,
                    squares: finding
                        .squares
                        .into_iter()
                        .map(|square| square.to_string())
                        .collect(),
                });
            }
        }
    }
    Ok(CheckAnswer {
        record: Record::Check(record),
        findings,
        moves: game.map(Game::uci_moves),
        start_fen: game
            .filter(|game| !game.from_initial_array())
            .map(|game| fen(game.start())),
    })
}
