//! A queue between the threads that find and the thread that asks: bounded, and emptied at one go.
//!
//! The reader takes everything that has gathered, so a lock is shared once for many records and not for each; the
//! writers wait while a thousand records are unread, so a slow reader costs no memory. Who waits looks up now and
//! then, since Python must be able to see Ctrl-C.

use std::{
    collections::VecDeque,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// Most items that wait to be read.
const MOST: usize = 1_000;

/// How long a reader waits before it looks up.
const PATIENCE: Duration = Duration::from_millis(50);

/// The queue, shared by both sides.
#[derive(Debug)]
pub struct Queue<T> {
    state: Mutex<State<T>>,
    arrived: Condvar,
    space: Condvar,
}

#[derive(Debug)]
struct State<T> {
    waiting: VecDeque<T>,
    /// No more will come.
    over: bool,
    /// Nobody reads any more.
    closed: bool,
}

impl<T> Default for Queue<T> {
    fn default() -> Queue<T> {
        Queue {
            state: Mutex::new(State {
                waiting: VecDeque::new(),
                over: false,
                closed: false,
            }),
            arrived: Condvar::new(),
            space: Condvar::new(),
        }
    }
}

/// What a reader finds.
#[derive(Debug)]
pub enum Taken<T> {
    Items(VecDeque<T>),
    /// Nothing yet.
    Nothing,
    /// Nothing any more.
    Over,
}

impl<T> Queue<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an item, waiting for space; false where nobody reads any more.
    pub fn put(&self, item: T) -> bool {
        let mut state = self.lock();
        while state.waiting.len() >= MOST && !state.closed {
            state = self
                .space
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        if state.closed {
            return false;
        }
        state.waiting.push_back(item);
        if state.waiting.len() == 1 {
            self.arrived.notify_one();
        }
        true
    }

    /// No more will come.
    pub fn end(&self) {
        self.lock().over = true;
        self.arrived.notify_all();
    }

    /// Nobody reads any more.
    pub fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        state.waiting.clear();
        self.space.notify_all();
        self.arrived.notify_all();
    }

    /// Everything that waits, after a moment's patience.
    pub fn take(&self) -> Taken<T> {
        let mut state = self.lock();
        if state.waiting.is_empty() && !state.over && !state.closed {
            let waited = self.arrived.wait_timeout(state, PATIENCE);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        if !state.waiting.is_empty() {
            let items = std::mem::take(&mut state.waiting);
            self.space.notify_all();
            return Taken::Items(items);
        }
        if state.over || state.closed {
            Taken::Over
        } else {
            Taken::Nothing
        }
    }
}
