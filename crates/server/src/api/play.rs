//! `POST /play`, `/analyse`, `/advise`, `/threats`: an opponent at a level, advice, and what is in danger.

use std::sync::{Arc, Mutex, PoisonError};

use axum::{Json, extract::State, response::Response};
use sissa::{
    AdviceRecord, Advise, Analyse, AnalysisRecord, Cancel, Play, PlayAnswer, ThreatRecord, Threats,
};

use super::App;
use crate::{
    client::{Client, fault_line, line},
    jobs::Lane,
    problem::{ApiError, Input},
};

/// Ends a search when the request that asked for it is dropped.
pub(super) struct Dropped(pub Cancel);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.request();
    }
}

pub async fn play(
    State(app): State<App>,
    Input(request): Input<Play>,
) -> Result<Json<PlayAnswer>, ApiError> {
    let _place = app.jobs.enter()?;
    let cancel = Cancel::default();
    let _dropped = Dropped(cancel.clone());
    let session = app.session(&cancel);
    let work = move || request.run(&session);
    Ok(Json(app.jobs.turn(Lane::Interactive, work).await??))
}

pub async fn analyse(
    State(app): State<App>,
    Input(request): Input<Analyse>,
) -> Result<Response, ApiError> {
    let cancel = Cancel::default();
    let session = app.session(&cancel);
    request.prepare(&session)?;
    let place = app.jobs.enter()?;
    let (mut client, response) = Client::new(cancel, true);
    tokio::spawn(async move {
        let _place = place;
        let standing = Arc::new(Mutex::new(AnalysisRecord::default()));
        let told = Arc::clone(&standing);
        let work = move || {
            request.run_into(&session, |latest| {
                *told.lock().unwrap_or_else(PoisonError::into_inner) = latest;
            })
        };
        let sign = |_| line(&*standing.lock().unwrap_or_else(PoisonError::into_inner));
        let search = app.jobs.turn(Lane::Heavy, work);
        let last = match client.wait_for(search, &app.jobs, sign).await {
            Ok(Ok(found)) => line(&found),
            Ok(Err(_)) | Err(_) => fault_line(),
        };
        client.send(last).await;
    });
    Ok(response)
}

pub async fn advise(
    State(app): State<App>,
    Input(request): Input<Advise>,
) -> Result<Json<AdviceRecord>, ApiError> {
    let _place = app.jobs.enter()?;
    let cancel = Cancel::default();
    let _dropped = Dropped(cancel.clone());
    let session = app.session(&cancel);
    let work = move || request.run(&session);
    Ok(Json(app.jobs.turn(Lane::Interactive, work).await??))
}

pub async fn threats(
    State(app): State<App>,
    Input(request): Input<Threats>,
) -> Result<Json<ThreatRecord>, ApiError> {
    let work = move || Ok(Json(request.run()?));
    app.jobs.compute(work).await
}
