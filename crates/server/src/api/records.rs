//! `POST /check`, `/prove`, `/retro`, `/solve`, `/tag`, `/review` and `/puzzles`: an answer to each position, one record a line as they are found.
//!
//! Without `progress` the lines are byte for byte those of the commands with `-f jsonl`.

use std::ops::ControlFlow;

use axum::{body::Bytes, extract::State, response::Response};
use serde::de::DeserializeOwned;
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

/// A request that is answered by records, one a line.
pub(super) trait Question: DeserializeOwned + Send + 'static {
    /// Whether the client also wants to know how far it is.
    fn progress(&self) -> bool;
    /// What is wrong with it, before anything is answered.
    fn prepare(&self, session: &Session) -> Result<(), Problem>;
    /// All its records.
    fn run(&self, session: &Session, sink: &mut Sink) -> Result<(), Problem>;
}

/// The requests of the library have one shape and no trait: each fits what it found to a type of its own.
macro_rules! questions {
    ($($request:ty, |$asked:ident| $entries:expr;)*) => {$(
        impl Question for $request {
            fn progress(&self) -> bool {
                self.progress
            }

            fn prepare(&self, session: &Session) -> Result<(), Problem> {
                <$request>::prepare(self, session).map(drop)
            }

            fn run(&self, session: &Session, sink: &mut Sink) -> Result<(), Problem> {
                let $asked = self;
                $asked
                    .run_into(session, $entries, Records::records, |event| sink.take(event))
                    .map(drop)
            }
        }
    )*};
}

questions! {
    Check, |request| entries(&request.input);
    Prove, |request| entries(&request.input);
    Retro, |request| entries(&request.input);
    Solve, |request| entries(&request.input);
    Review, |request| entries(&request.input);
    TagPuzzles, |request| puzzle_entries(&request.input);
    MakePuzzles, |request| None;
}

pub async fn answer<Q: Question>(
    State(app): State<App>,
    Input(question): Input<Q>,
) -> Result<Response, ApiError> {
    question.prepare(&app.session(&Cancel::default()))?;
    stream(app, question.progress(), move |session, sink| {
        question.run(session, sink)
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
