//! `POST /generate`: positions, one record a line as they are made.
//!
//! Without `progress` the lines are byte for byte those of `sissa generate -f jsonl`.

use std::time::{Duration, Instant};

use axum::{extract::State, response::Response};
use sissa::{Cancel, Generate, Generation, Style};

use super::App;
use crate::{
    client::{Client, fault_line, progress_line},
    jobs::{Lane, Place},
    problem::{ApiError, Input},
};

/// How long a turn goes on taking further positions.
const TURN: Duration = Duration::from_millis(10);

/// Lines of a turn are handed on when they are this long.
const FULL: usize = 64 * 1024;

pub async fn generate(
    State(app): State<App>,
    Input(request): Input<Generate>,
) -> Result<Response, ApiError> {
    let place = app.jobs.enter()?;
    let cancel = Cancel::default();
    let session = app.session(&cancel);
    let progress = request.progress;
    let lane = lane(&request);
    let prepare = move || request.prepare(&session);
    let generation = app.jobs.turn(lane, prepare).await??;
    let (client, response) = Client::new(cancel, progress);
    tokio::spawn(follow(client, generation, app, (lane, place)));
    Ok(response)
}

/// Styles that count, weigh or search to the end before they make anything keep to themselves.
fn lane(request: &Generate) -> Lane {
    let light = matches!(request.style, None | Some(Style::Direct));
    if light && !request.shortest {
        Lane::Stream
    } else {
        Lane::Heavy
    }
}

/// Turn by turn to the end, or until nobody listens.
async fn follow(
    mut client: Client,
    mut generation: Generation,
    app: App,
    (lane, place): (Lane, Place),
) {
    // The first position goes out at once; later ones share a turn.
    let mut length = Duration::ZERO;
    while !generation.is_over() {
        let standing = generation.progress();
        let judgements = generation.judgements();
        let turn = move || {
            let lines = turn(&mut generation, length);
            (generation, lines)
        };
        let turn = app.jobs.turn(lane, turn);
        let sign = |passed: Duration| {
            let seconds = standing.seconds + passed.as_secs_f64();
            progress_line(sissa::Progress {
                seconds,
                judged: judgements.as_ref().map(sissa::Judgements::count),
                ..standing
            })
        };
        let Ok((back, lines)) = client.wait_for(turn, &app.jobs, sign).await else {
            client.send(fault_line()).await;
            return;
        };
        if !client.send(lines).await {
            return;
        }
        generation = back;
        length = TURN;
    }
    drop(place);
}

/// The lines of the next events, of at least one index and for about this long.
fn turn(generation: &mut Generation, length: Duration) -> Vec<u8> {
    let begun = Instant::now();
    let mut lines = Vec::new();
    while !generation.is_over() {
        if let Some(event) = generation.step() {
            lines.extend_from_slice(event.lines().as_bytes());
        }
        if begun.elapsed() >= length || lines.len() >= FULL {
            break;
        }
    }
    lines
}
