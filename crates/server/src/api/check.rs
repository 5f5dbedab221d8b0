//! `POST /check`, `/prove`, `/retro`, `/solve`, `/tag`, `/review` and `/puzzles`: an answer to each position, one record a line as they are found.
//!
//! Without `progress` the lines are byte for byte those of the commands with `-f jsonl`.

use std::ops::ControlFlow;

use axum::{body::Bytes, extract::State, response::Response};
use sissa::{
    Cancel, Check, Event, MakePuzzles, Problem, Prove, Records, Retro, Review, Session, Solve,
    TagPuzzles, entries, puzzle_entries,
};
use tokio::sync::mpsc;

use super::App;
use crate::{
    client::{Client, fault_line, progress_line},
    jobs::Lane,
    problem::{ApiError, Input},
};

pub async fn check(
    State(app): State<App>,
    Input(request): Input<Check>,
) -> Result<Response, ApiError> {
    let progress = request.progress;
    request.prepare(&app.session(&Cancel::default()))?;
    stream(app, progress, move |session, sink| {
        let found = entries(&request.input);
        request
            .run_into(session, found, Records::records, |event| sink.take(event))
            .map(drop)
    })
}

pub async fn prove(
    State(app): State<App>,
    Input(request): Input<Prove>,
) -> Result<Response, ApiError> {
    let progress = request.progress;
    request.prepare(&app.session(&Cancel::default()))?;
    stream(app, progress, move |session, sink| {
        let found = entries(&request.input);
        request
            .run_into(session, found, Records::records, |event| sink.take(event))
            .map(drop)
    })
}

pub async fn retro(
    State(app): State<App>,
    Input(request): Input<Retro>,
) -> Result<Response, ApiError> {
    let progress = request.progress;
    request.prepare(&app.session(&Cancel::default()))?;
    stream(app, progress, move |session, sink| {
        let found = entries(&request.input);
        request
            .run_into(session, found, Records::records, |event| sink.take(event))
            .map(drop)
    })
}

pub async fn solve(
    State(app): State<App>,
    Input(request): Input<Solve>,
) -> Result<Response, ApiError> {
    let progress = request.progress;
    request.prepare(&app.session(&Cancel::default()))?;
    stream(app, progress, move |session, sink| {
        let found = entries(&request.input);
        request
            .run_into(session, found, Records::records, |event| sink.take(event))
            .map(drop)
    })
}

pub async fn tag(
    State(app): State<App>,
    Input(request): Input<TagPuzzles>,
) -> Result<Response, ApiError> {
    let progress = request.progress;
    request.prepare(&app.session(&Cancel::default()))?;
    stream(app, progress, move |session, sink| {
        let found = puzzle_entries(&request.input);
        request
            .run_into(session, found, Records::records, |event| sink.take(event))
            .map(drop)
    })
}

pub async fn review(
    State(app): State<App>,
    Input(request): Input<Review>,
) -> Result<Response, ApiError> {
    let progress = request.progress;
    request.prepare(&app.session(&Cancel::default()))?;
    stream(app, progress, move |session, sink| {
        let found = entries(&request.input);
        request
            .run_into(session, found, Records::records, |event| sink.take(event))
            .map(drop)
    })
}

pub async fn puzzles(
    State(app): State<App>,
    Input(request): Input<MakePuzzles>,
) -> Result<Response, ApiError> {
    let progress = request.progress;
    request.prepare(&app.session(&Cancel::default()))?;
    stream(app, progress, move |session, sink| {
        request
            .run_into(session, None, Records::records, |event| sink.take(event))
            .map(drop)
    })
}

/// Work that sends its events as lines.
pub(super) fn stream(
    app: App,
    progress: bool,
    work: impl FnOnce(&Session, &mut Sink) -> Result<(), Problem> + Send + 'static,
) -> Result<Response, ApiError> {
    let place = app.jobs.enter()?;
    let cancel = Cancel::default();
    let session = app.session(&cancel);
    let (mut client, response) = Client::new(cancel, progress);
    let mut sink = Sink {
        sender: client.sender(),
    };
    tokio::spawn(async move {
        let _place = place;
        let work = move || work(&session, &mut sink);
        let search = app.jobs.turn(Lane::Heavy, work);
        let sign = |passed: std::time::Duration| {
            progress_line(sissa::Progress {
                made: 0,
                failed: 0,
                dropped: 0,
                requested: None,
                judged: None,
                seconds: passed.as_secs_f64(),
                bytes: None,
            })
        };
        let done = client.wait_for(search, &app.jobs, sign).await;
        if !matches!(done, Ok(Ok(()))) {
            client.send(fault_line()).await;
        }
    });
    Ok(response)
}

/// Sends events to the client, from the thread that computes.
pub(super) struct Sink {
    sender: mpsc::Sender<Bytes>,
}

impl Sink {
    pub(super) fn take(&mut self, event: Event<Vec<sissa_record::Record>>) -> ControlFlow<()> {
        let lines = event.lines();
        if lines.is_empty() || self.sender.blocking_send(lines.into()).is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}
