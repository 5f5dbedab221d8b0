//! The queue: who may compute, for how long, and who has gone.
//!
//! A [`Place`] is held from the beginning to the end of a job, a turn only while it computes. There is a
//! [`Lane`] for each kind of work, so that a move of a game never waits for a proof. Within a lane turns are
//! given in the order they were asked for. Work that goes on for longer than [`SLICE`] steps aside: it
//! goes on, but its turn is given to the next, for as long as there is room aside. The system's scheduler then
//! shares the processors among a bounded number of threads.

use std::{
    pin::Pin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
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

/// How long a turn may keep the next one waiting.
const SLICE: Duration = Duration::from_millis(200);

/// Long turns aside of each lane, for each worker.
const ASIDE: usize = 4;

/// Kinds of work that do not wait for each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lane {
    /// Somebody looks at the board and waits: moves, explanations, threats, drawings.
    Interactive,
    /// Positions one after the other.
    Stream,
    /// Proofs, rule learning, analyses, and styles that count or weigh before they make anything.
    Heavy,
}

/// Turns of one lane.
#[derive(Debug, Clone)]
struct Queue {
    turns: Arc<Semaphore>,
    aside: Arc<Semaphore>,
}

impl Queue {
    fn new(workers: usize) -> Queue {
        Queue {
            turns: Arc::new(Semaphore::new(workers)),
            aside: Arc::new(Semaphore::new(ASIDE * workers)),
        }
    }
}

/// The queue of all jobs.
#[derive(Debug, Clone)]
pub struct Jobs {
    lanes: [Queue; 3],
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
            lanes: std::array::from_fn(|_| Queue::new(workers.max(1))),
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
        Err(Jobs::busy())
    }

    /// The request to come back later.
    pub fn busy() -> ApiError {
        let status = StatusCode::SERVICE_UNAVAILABLE;
        ApiError::new(status, "busy", "too many jobs are waiting").hint("try again in a moment")
    }

    /// Computes on a thread of its own when it is this job's turn in the lane; an error where it failed.
    pub async fn turn<T: Send + 'static>(
        &self,
        lane: Lane,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        within(&self.lanes[lane as usize], work).await
    }

    /// A short computation: a place, one turn, the answer.
    pub async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let _place = self.enter()?;
        self.turn(Lane::Interactive, work).await?
    }
}

async fn within<T: Send + 'static>(
    queue: &Queue,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    let turn = Arc::clone(&queue.turns).acquire_owned().await;
    let turn = turn.expect("the queue is never closed");
    // The work holds its turn itself: it may outlive the request that asked for it.
    let turn = Arc::new(Mutex::new(turn));
    let held = Arc::clone(&turn);
    let work = move || {
        let _held = held;
        work()
    };
    let mut done = task::spawn_blocking(work);
    tokio::select! {
        done = &mut done => return done.map_err(|_| fault()),
        () = tokio::time::sleep(SLICE) => {}
    }
    let aside = Arc::clone(&queue.aside).acquire_owned();
    tokio::select! {
        done = &mut done => return done.map_err(|_| fault()),
        aside = aside => {
            let aside = aside.expect("the queue is never closed");
            *turn.lock().unwrap_or_else(PoisonError::into_inner) = aside;
        }
    }
    drop(turn);
    done.await.map_err(|_| fault())
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
