//! The queue: who may compute, for how long, and who has gone.
//!
//! A [`Place`] is held from the beginning to the end of a job, a turn only while it computes. Turns
//! are given in the order they were asked for, so all jobs advance alike. A search that cannot be
//! cut into turns waits in a queue of its own and leaves the short turns to the others.

use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll},
};

use axum::{
    body::{Body, Bytes},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use hyper::body::Frame;
use tokio::{
    sync::{Semaphore, mpsc, watch},
    task,
};

use crate::problem::ApiError;

/// The queue of all jobs.
#[derive(Debug, Clone)]
pub struct Jobs {
    turns: Arc<Semaphore>,
    searches: Arc<Semaphore>,
    most: usize,
    under_way: Arc<AtomicUsize>,
    stopping: watch::Sender<bool>,
}

/// A place among the jobs under way, given back when dropped.
#[derive(Debug)]
pub struct Place(Arc<AtomicUsize>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Jobs {
    pub fn new(workers: usize, most: usize) -> Jobs {
        Jobs {
            turns: Arc::new(Semaphore::new(workers.max(1))),
            searches: Arc::new(Semaphore::new(workers.max(1))),
            most,
            under_way: Arc::default(),
            stopping: watch::Sender::new(false),
        }
    }

    /// How many jobs are under way or waiting.
    pub fn under_way(&self) -> usize {
        self.under_way.load(Ordering::SeqCst)
    }

    /// Asks every job to end, now and from now on.
    pub fn stop(&self) {
        self.stopping.send_replace(true);
    }

    /// Whether jobs are asked to end.
    pub fn stopped(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }

    /// A place for a job, or the request to come back later.
    pub fn enter(&self) -> Result<Place, ApiError> {
        let place = Place(Arc::clone(&self.under_way));
        if self.under_way.fetch_add(1, Ordering::SeqCst) < self.most {
            return Ok(place);
        }
        let status = StatusCode::SERVICE_UNAVAILABLE;
        Err(ApiError::new(status, "busy", "too many jobs are waiting")
            .hint("try again in a moment"))
    }

    /// Computes on a thread of its own when it is this job's turn; an error where it failed.
    pub async fn turn<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        within(&self.turns, work).await
    }

    /// Computes for as long as it takes, when its turn among the long ones has come.
    pub async fn search<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        within(&self.searches, work).await
    }

    /// A short computation: a place, one turn, the answer.
    pub async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let _place = self.enter()?;
        self.turn(work).await?
    }
}

async fn within<T: Send + 'static>(
    queue: &Arc<Semaphore>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    let turn = Arc::clone(queue).acquire_owned().await;
    let turn = turn.expect("the queue is never closed");
    let work = move || {
        let _turn = turn;
        work()
    };
    task::spawn_blocking(work).await.map_err(|_| fault())
}

/// A computation that broke off.
pub fn fault() -> ApiError {
    ApiError::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        "fault",
        "the computation failed",
    )
    .hint("please report this with the request you sent")
}

/// Lines as the body of an answer. The client's going away drops it, which the sender sees.
struct Lines(mpsc::Receiver<Bytes>);

impl hyper::body::Body for Lines {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let next = self.0.poll_recv(context);
        next.map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }
}

/// An answer of lines that are still to come. Few wait unread, so a slow client slows only its own
/// job.
pub fn stream() -> (mpsc::Sender<Bytes>, Response) {
    let (sender, receiver) = mpsc::channel(4);
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    let body = Body::new(Lines(receiver));
    (sender, (headers, body).into_response())
}
