//! Who is connected: as many as there is room for, and always room for one more that asks something.
//!
//! The idea: **a connection that waits for nothing gives way.** Where all places are taken, the one that has
//! asked nothing for the longest time is closed, so that idle ones, however many, never keep a request
//! waiting. Only where all of them are being answered is a new one told to come back.

use std::{
    collections::BTreeMap,
    net::IpAddr,
    pin::Pin,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering::SeqCst},
    },
    task::{Context, Poll},
};

use axum::body::{Body, Bytes};
use hyper::body::{Frame, SizeHint};
use tokio::{sync::Notify, task::AbortHandle};

/// What a client elsewhere may take of all places: one in so many.
const SHARE: usize = 8;

/// All open connections.
#[derive(Debug, Clone)]
pub struct Connections {
    open: Arc<Mutex<BTreeMap<u64, Open>>>,
    /// Told when a place is given back.
    left: Arc<Notify>,
    next: Arc<AtomicU64>,
    most: usize,
}

#[derive(Debug)]
struct Open {
    peer: IpAddr,
    state: Arc<State>,
    task: Option<AbortHandle>,
}

#[derive(Debug)]
struct State {
    /// Requests being answered.
    busy: AtomicUsize,
    /// Grows with each connection and each answer: the least is idle for longest.
    since: AtomicU64,
    clock: Arc<AtomicU64>,
}

/// A place among the connections, given back when dropped.
#[derive(Debug)]
pub struct Place {
    connections: Connections,
    number: u64,
    state: Arc<State>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.connections.lock().remove(&self.number);
        self.connections.left.notify_waiters();
    }
}

impl Connections {
    pub fn new(most: usize) -> Connections {
        Connections {
            open: Arc::default(),
            left: Arc::default(),
            next: Arc::default(),
            most: most.max(1),
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until all have gone.
    pub async fn ended(&self) {
        loop {
            let left = self.left.notified();
            if self.lock().is_empty() {
                return;
            }
            left.await;
        }
    }

    /// A place for a new connection, where need be that of an idle one; none where all are busy.
    pub fn enter(&self, peer: IpAddr) -> Option<Place> {
        let mut open = self.lock();
        let theirs = open.values().filter(|other| other.peer == peer).count();
        let share = (self.most / SHARE).max(1);
        if !peer.is_loopback() && theirs >= share {
            make_room(&mut open, |other| other.peer == peer)?;
        } else if open.len() >= self.most {
            make_room(&mut open, |_| true)?;
        }
        let number = self.next.fetch_add(1, SeqCst);
        let state = Arc::new(State {
            busy: AtomicUsize::new(0),
            since: AtomicU64::new(number),
            clock: Arc::clone(&self.next),
        });
        let place = Place {
            connections: self.clone(),
            number,
            state: Arc::clone(&state),
        };
        let task = None;
        open.insert(number, Open { peer, state, task });
        Some(place)
    }
}

/// Closes the connection that has been idle for longest.
fn make_room(open: &mut BTreeMap<u64, Open>, among: impl Fn(&Open) -> bool) -> Option<()> {
    let idle = open.iter().filter(|(_, other)| {
        among(other) && other.task.is_some() && other.state.busy.load(SeqCst) == 0
    });
    let oldest = idle.min_by_key(|(_, other)| other.state.since.load(SeqCst));
    let number = *oldest?.0;
    let closed = open.remove(&number)?;
    closed.task?.abort();
    Some(())
}

impl Place {
    /// Names the task that serves the connection, which may be ended while it is idle.
    pub fn served_by(connections: &Connections, number: u64, task: AbortHandle) {
        if let Some(open) = connections.lock().get_mut(&number) {
            open.task = Some(task);
        }
    }

    /// Its number.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Held from a request's head to the last byte of its answer.
    pub fn answering(&self) -> Answering {
        self.state.busy.fetch_add(1, SeqCst);
        Answering(Arc::clone(&self.state))
    }
}

/// A request that is being answered.
#[derive(Debug)]
pub struct Answering(Arc<State>);

impl Drop for Answering {
    fn drop(&mut self) {
        let now = self.0.clock.fetch_add(1, SeqCst);
        self.0.since.store(now, SeqCst);
        self.0.busy.fetch_sub(1, SeqCst);
    }
}

/// The body of an answer that tells when it has been sent or dropped.
pub struct Held {
    pub body: Body,
    #[expect(dead_code, reason = "dropped with the body: that is what it is for")]
    pub answering: Answering,
}

impl hyper::body::Body for Held {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
