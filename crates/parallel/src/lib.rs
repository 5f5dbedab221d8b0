//! Work on many threads, results in order.
//!
//! | function | the work is |
//! |---|---|
//! | [`in_order`] | a range of indices |
//! | [`in_order_from`] | whatever an iterator brings, be it slowly and without a known end |
//! | [`in_order_within`] | the same, with a say in how far ahead threads may run |
//!
//! All keep the same promises: results come in the order of the work and each as soon as it is
//! next, so the output does not depend on the number of threads; nobody runs further ahead than a
//! window, so memory stays flat however long the work is; a panic anywhere ends the whole.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! let words = "the quick brown fox".split(' ');
//! let mut lengths = Vec::new();
//! sissa_parallel::in_order_from(words, 3, |_, word| word.len(), |_, length| {
//!     lengths.push(length);
//!     ControlFlow::Continue(())
//! });
//! assert_eq!(lengths, [3, 5, 5, 3]);
//! ```

use std::{
    collections::BTreeMap,
    ops::{ControlFlow, Range},
    sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc},
    thread,
};

/// Calls `make` for every index on `threads` threads and hands the results to `take` in the order
/// of their indices, as soon as each is next. Nobody runs more than a few indices ahead of what was
/// taken, so memory stays flat however long the range is. Ends early when `take` breaks.
///
/// ```
/// use std::ops::ControlFlow;
/// let mut squares = Vec::new();
/// sissa_parallel::in_order(0..5, 3, |i| i * i, |_, square| {
///     squares.push(square);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(squares, [0, 1, 4, 9, 16]);
/// ```
pub fn in_order<R: Send>(
    indices: Range<u64>,
    threads: usize,
    make: impl Fn(u64) -> R + Sync,
    mut take: impl FnMut(u64, R) -> ControlFlow<()>,
) {
    let start = indices.start;
    in_order_from(
        indices,
        threads,
        |_, index| make(index),
        |number, result| take(start + number, result),
    );
}

/// Calls `make` for every item on `threads` threads and hands the results to `take`, on the calling
/// thread, in the order of the items, as soon as each is next. The number beside an item counts
/// from 0.
///
/// An item is read when a thread is free for it, at most a window (64 for each thread) ahead of
/// what was taken. The threads read, not the caller, so a source that makes them wait (a pipe that
/// stays open) does not hold back results that are already there. Ends early when `take` breaks;
/// where several threads work and one of them waits for an item then, only once the source has
/// answered it.
pub fn in_order_from<T, R: Send>(
    items: impl Iterator<Item = T> + Send,
    threads: usize,
    make: impl Fn(u64, T) -> R + Sync,
    take: impl FnMut(u64, R) -> ControlFlow<()>,
) {
    in_order_within(window(threads), items, threads, make, take);
}

/// As [`in_order_from`], reading at most `window` items ahead of what was taken: for items or
/// results that are large.
pub fn in_order_within<T, R: Send>(
    window: u64,
    items: impl Iterator<Item = T> + Send,
    threads: usize,
    make: impl Fn(u64, T) -> R + Sync,
    mut take: impl FnMut(u64, R) -> ControlFlow<()>,
) {
    let mut items = (0..).zip(items);
    if threads <= 1 {
        for (number, item) in items {
            if take(number, make(number, item)).is_break() {
                return;
            }
        }
        return;
    }
    // The source has a lock of its own: whoever waits for an item holds it.
    let items = Mutex::new(&mut items);
    let progress = Progress::new(window.max(1));
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            let (items, progress, make) = (&items, &progress, &make);
            scope.spawn(move || {
                // A thread that panics must not leave the others waiting for its result.
                let _guard = EndOnPanic(progress);
                while let Some((number, item)) = next(items, progress) {
                    if sender.send((number, make(number, item))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let _guard = EndOnPanic(&progress);
        let mut waiting = BTreeMap::new();
        let mut wanted = 0;
        for (number, result) in receiver {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&wanted) {
                if take(wanted, result).is_break() {
                    progress.end();
                    return;
                }
                wanted += 1;
                progress.advance(wanted);
            }
        }
    });
}

/// How many items may be read ahead of what was taken, where nobody says otherwise.
fn window(threads: usize) -> u64 {
    64 * threads as u64
}

/// The next item, once the window has room for it; none when the source or the work is over.
fn next<T>(
    items: &Mutex<&mut (impl Iterator<Item = (u64, T)> + Send)>,
    progress: &Progress,
) -> Option<(u64, T)> {
    // A source that panicked has no more items; the thread it panicked on reports that.
    let mut items = items.lock().ok()?;
    progress.read_one()?;
    items.next()
}

/// How far the work has come, for those who wait for room in the window.
struct Progress {
    counts: Mutex<Counts>,
    changed: Condvar,
    window: u64,
}

struct Counts {
    read: u64,
    taken: u64,
    over: bool,
}

impl Progress {
    fn new(window: u64) -> Progress {
        Progress {
            counts: Mutex::new(Counts {
                read: 0,
                taken: 0,
                over: false,
            }),
            changed: Condvar::new(),
            window,
        }
    }

    /// Waits for room in the window and takes a place in it; none when the work is over.
    fn read_one(&self) -> Option<()> {
        let full = |counts: &mut Counts| !counts.over && counts.read >= counts.taken + self.window;
        let mut counts = self
            .changed
            .wait_while(self.counts(), full)
            .unwrap_or_else(PoisonError::into_inner);
        counts.read += 1;
        (!counts.over).then_some(())
    }

    fn advance(&self, taken: u64) {
        self.counts().taken = taken;
        self.changed.notify_one();
    }

    fn end(&self) {
        self.counts().over = true;
        self.changed.notify_all();
    }

    /// The counts are whole at every moment, also when a thread panics.
    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct EndOnPanic<'a>(&'a Progress);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.end();
        }
    }
}

#[cfg(test)]
mod tests;
