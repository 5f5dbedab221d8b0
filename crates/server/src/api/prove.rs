//! `POST /prove`: a game that reaches a position, or the reason why none can.
//!
//! Without `progress` the lines are those of `sissa prove -f jsonl`.

use std::time::{Duration, Instant};

use axum::{extract::State, response::Response};
use schemars::JsonSchema;
use serde::Deserialize;
use sissa_proof::{Budget, Verdict, prove as proven, stream};
use sissa_record::{Game, PositionInput, Record, Ruling, Run, SCHEMA, Summary, read_one};

use super::App;
use crate::{
    client::{Client, Progress, fault_line},
    jobs::Cancel,
    problem::{ApiError, Input},
};

/// A position to prove.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProveRequest {
    /// FEN, EPD, PGN, a list of moves or a record; of a game the last position counts.
    input: String,
    /// The seed of all randomness.
    #[serde(default)]
    seed: u64,
    /// Longest time, in seconds; the server has a limit of its own.
    #[serde(default)]
    seconds: Option<f64>,
    /// Also send `progress` lines while the search goes on.
    #[serde(default)]
    progress: bool,
}

pub async fn prove(
    State(app): State<App>,
    Input(request): Input<ProveRequest>,
) -> Result<Response, ApiError> {
    let time = super::seconds(request.seconds, app.config.limits.position_time)?;
    let position = read_one(&request.input)?.position;
    let place = app.jobs.enter()?;
    let cancel = Cancel::default();
    let (mut client, response) = Client::new(cancel.clone(), request.progress);
    let run = Run {
        schema: SCHEMA,
        tool: app.config.tool.clone(),
        command: "prove".to_owned(),
        constraint: None,
        style: None,
        seed: Some(request.seed),
        count: None,
        skip: None,
    };
    tokio::spawn(async move {
        let _place = place;
        client.send(lines([Record::Run(run)])).await;
        let stop = cancel.clone();
        let work = move || verdict(&position, request.seed, time, &stop);
        let search = app.jobs.search(work);
        let standing = Progress::new(1, 0.0);
        let sign = |passed| standing.after(passed);
        let found = client.wait_for(search, &app.jobs, sign).await;
        client.send(found.unwrap_or_else(|_| fault_line())).await;
    });
    Ok(response)
}

/// The verdict and the summary, as lines.
fn verdict(position: &PositionInput, seed: u64, time: Duration, cancel: &Cancel) -> Vec<u8> {
    let begun = Instant::now();
    let stop = || cancel.requested() || begun.elapsed() >= time;
    let budget = Budget {
        nodes: u64::MAX,
        stop: &stop,
    };
    let found = proven(&position.setup, budget, &mut stream(seed, 0));
    let record = found.record(0, position.fen());
    let summary = summary(&found, cancel.requested());
    lines([Record::Verdict(record), Record::Summary(summary)])
}

fn summary(found: &Verdict, cancelled: bool) -> Summary {
    let legal = u64::from(found.ruling() == Ruling::Legal);
    let plies = found.game().map(|game| Game::plies(game) as f64);
    Summary {
        requested: 1,
        produced: legal,
        unique: legal,
        satisfied: legal,
        mean_plies: plies,
        median_plies: plies,
        repaired: None,
        exit: match found.ruling() {
            Ruling::Legal => 0,
            Ruling::Illegal | Ruling::None => 1,
            Ruling::Undecided if cancelled => 130,
            Ruling::Undecided => 3,
        },
        stats: None,
    }
}

fn lines<const N: usize>(records: [Record; N]) -> Vec<u8> {
    let line = |record: &Record| record.to_line() + "\n";
    records.iter().map(line).collect::<String>().into_bytes()
}
