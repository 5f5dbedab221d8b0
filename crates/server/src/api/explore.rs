//! `POST /find`, `/report` and `/similar`: the imported games that the server was started with.
//!
//! A request may leave `games` out or say `games`; the folder is the server's, whatever it is called.

use std::{io, path::PathBuf};

use axum::{Json, extract::State, http::StatusCode, response::Response};
use sissa::{Cancel, Event, Figures, Find, Hit, Problem, Records as _, Report, Session, Similar};
use sissa_record::PositionRecord;

use super::{App, records::stream};
use crate::{
    jobs::Lane,
    problem::{ApiError, Input},
};

/// Positions and games of one answer.
const MOST: u64 = 200;

pub async fn find(
    State(app): State<App>,
    Input(mut request): Input<Find>,
) -> Result<Response, ApiError> {
    request.games = folder(&app, &request.games)?;
    let most = app.config.limits.positions;
    request.count = Some(request.count.unwrap_or(most).min(most));
    request.sample = request.sample.map(|sample| sample.min(most));
    request.prepare(&reading(app.session(&Cancel::default())))?;
    stream(app, false, move |session, sink| {
        let search = request.prepare(&reading(session.clone()))?;
        let records = |found: Event<Hit<PositionRecord>>| found.map(|hit| hit.records());
        search
            .run_into(|found| found.record(), |event| sink.take(records(event)))
            .map(drop)
    })
}

pub async fn report(
    State(app): State<App>,
    Input(mut request): Input<Report>,
) -> Result<Json<Figures>, ApiError> {
    request.games = folder(&app, &request.games)?;
    let _place = app.jobs.enter()?;
    let cancel = Cancel::default();
    let _dropped = super::play::Dropped(cancel.clone());
    let session = reading(app.session(&cancel));
    let work = move || -> Result<Option<Figures>, Problem> {
        let events = request.run(&session)?;
        Ok(events.iter().find_map(|event| match event {
            Event::Found(reported) => Some(Figures::of(reported)),
            _ => None,
        }))
    };
    let figures = app.jobs.turn(Lane::Heavy, work).await??;
    figures.map(Json).ok_or_else(crate::jobs::fault)
}

pub async fn similar(
    State(app): State<App>,
    Input(mut request): Input<Similar>,
) -> Result<Response, ApiError> {
    request.games = folder(&app, &request.games)?;
    request.count = request.count.min(MOST);
    request.prepare(&reading(app.session(&Cancel::default())))?;
    stream(app, false, move |session, sink| {
        if sink.take(request.told()).is_break() {
            return Ok(());
        }
        if let Some(found) = request.run(&reading(session.clone()))? {
            let _ = sink.take(Event::Found(found.records()));
        }
        Ok(())
    })
}

/// The folder of this server, for requests that name none of their own.
fn folder(app: &App, asked: &std::path::Path) -> Result<PathBuf, ApiError> {
    if asked != std::path::Path::new("games") {
        return Err(ApiError::bad("files", "folders are not chosen by requests")
            .hint("leave `games` out: the server was started with a folder"));
    }
    app.config.games.clone().ok_or_else(|| {
        ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "no-games",
            "this server has no games to explore",
        )
        .hint("`sissa games import FILE.pgn -o games`, then `sissa serve --games games`")
    })
}

/// May open the folder, and reads no other file.
fn reading(session: Session) -> Session {
    session.files(|_| Err(io::ErrorKind::PermissionDenied.into()))
}
