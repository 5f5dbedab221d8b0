//! Stretches to workers, row groups back in order.

use std::{
    collections::BTreeMap,
    sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc},
    thread,
};

use super::{Encoder, Group, ImportOptions};
use crate::{GamesError, input::Text};

struct State {
    text: Text,
    /// Stretches handed out, and groups taken.
    out: u64,
    taken: u64,
    over: bool,
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Hands every group of the text to `take`, in order, until it says false.
pub(super) fn run(
    text: Text,
    encoder: &Encoder,
    options: &ImportOptions,
    mut take: impl FnMut(Result<Group, GamesError>) -> bool,
) {
    let threads = options.threads.max(1);
    let mut text = text;
    if threads == 1 {
        while let Some(stretch) = text.next(options.stretch) {
            if !take(encoder.encode(&stretch)) {
                return;
            }
            text.reuse(stretch);
        }
        return;
    }
    // Workers read, unpack and encode; nobody gets far ahead, so that memory stays flat.
    let ahead = threads as u64 + 1;
    let state = Mutex::new(State {
        text,
        out: 0,
        taken: 0,
        over: false,
    });
    let moved_on = Condvar::new();
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            let (state, moved_on) = (&state, &moved_on);
            scope.spawn(move || {
                loop {
                    let mut held = lock(state);
                    while held.out >= held.taken + ahead && !held.over {
                        held = moved_on.wait(held).unwrap_or_else(PoisonError::into_inner);
                    }
                    if held.over {
                        return;
                    }
                    let Some(stretch) = held.text.next(options.stretch) else {
                        return;
                    };
                    let index = held.out;
                    held.out += 1;
                    drop(held);
                    let group = encoder.encode(&stretch);
                    lock(state).text.reuse(stretch);
                    if sender.send((index, group)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        'groups: for (index, group) in receiver {
            waiting.insert(index, group);
            while let Some(group) = waiting.remove(&next) {
                let go_on = take(group);
                next += 1;
                let mut held = lock(&state);
                held.taken = next;
                held.over |= !go_on;
                drop(held);
                moved_on.notify_all();
                if !go_on {
                    break 'groups;
                }
            }
        }
    });
}
