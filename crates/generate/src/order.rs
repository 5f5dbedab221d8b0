//! Work on many threads, results in order.

use std::{
    collections::BTreeMap,
    ops::{ControlFlow, Range},
    sync::{
        Condvar, Mutex,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
};

/// Calls `make` for every index on `threads` threads and hands the results to `take` in the order
/// of their indices, as soon as each is next. Nobody runs more than a few indices ahead of what was
/// taken, so memory stays flat however long the range is. Ends early when `take` breaks.
///
/// ```
/// use std::ops::ControlFlow;
/// let mut squares = Vec::new();
/// sissa_generate::in_order(0..5, 3, |i| i * i, |_, square| {
///     squares.push(square);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(squares, [0, 1, 4, 9, 16]);
/// ```
pub fn in_order<T: Send>(
    indices: Range<u64>,
    threads: usize,
    make: impl Fn(u64) -> T + Sync,
    mut take: impl FnMut(u64, T) -> ControlFlow<()>,
) {
    if threads <= 1 {
        for index in indices {
            if take(index, make(index)).is_break() {
                return;
            }
        }
        return;
    }
    let window = 64 * threads as u64;
    // The next index to make and the number of results taken, under one lock.
    let progress = Mutex::new((indices.start, indices.start));
    let taken = Condvar::new();
    let over = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            let (progress, taken, over, make, indices) =
                (&progress, &taken, &over, &make, &indices);
            scope.spawn(move || {
                // A worker that panics must not leave the others waiting for its index.
                let _guard = EndOnPanic { over, taken };
                loop {
                    let index = {
                        let mut state = progress
                            .lock()
                            .expect("no thread panics while it holds the lock");
                        while state.0 < indices.end
                            && state.0 >= state.1 + window
                            && !over.load(Ordering::Relaxed)
                        {
                            state = taken
                                .wait(state)
                                .expect("no thread panics while it holds the lock");
                        }
                        if state.0 >= indices.end || over.load(Ordering::Relaxed) {
                            return;
                        }
                        state.0 += 1;
                        state.0 - 1
                    };
                    if sender.send((index, make(index))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut next = indices.start;
        for (index, result) in receiver {
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&next) {
                let flow = take(next, result);
                next += 1;
                progress
                    .lock()
                    .expect("no thread panics while it holds the lock")
                    .1 = next;
                if flow.is_break() {
                    over.store(true, Ordering::Relaxed);
                }
                taken.notify_all();
                if flow.is_break() {
                    return;
                }
            }
        }
    });
}

struct EndOnPanic<'a> {
    over: &'a AtomicBool,
    taken: &'a Condvar,
}

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.over.store(true, Ordering::Relaxed);
            self.taken.notify_all();
        }
    }
}
