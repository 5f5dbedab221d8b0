//! Ctrl-C and the system's requests to end (SIGTERM, SIGHUP): whole records stay whole.
//!
//! A command that computes is asked to finish and sees [`Interrupt::requested`]; a command that may
//! be waiting for input is ended right away, with what it has written so far flushed.

use std::{io, process, sync::mpsc, thread};

use sissa::Cancel;
use tokio::runtime;

use crate::{
    output::Output,
    problem::{Exit, Report},
};

/// Whether the program has been asked to end.
#[derive(Clone, Debug)]
pub struct Interrupt(Cancel);

impl Interrupt {
    /// From now on the first Ctrl-C is a request, the second the end.
    pub fn finishing(output: &Output) -> Result<Interrupt, Report> {
        Interrupt::new(output, false)
    }

    /// From now on Ctrl-C ends the program at a record's end.
    pub fn ending(output: &Output) -> Result<(), Report> {
        Interrupt::new(output, true).map(drop)
    }

    /// From now on Ctrl-C is a request, or ends the program at a record's end.
    pub fn new(output: &Output, at_once: bool) -> Result<Interrupt, Report> {
        let cancel = Cancel::default();
        let (seen, closer) = (cancel.clone(), output.closer());
        on_signal(move || {
            let again = seen.requested();
            seen.request();
            if at_once || again {
                // Waits for the record being written, unless asked twice.
                closer.close(again);
                leave();
            }
        })
        .map_err(|error| Report::new(format!("cannot listen for Ctrl-C: {error}")))?;
        Ok(Interrupt(cancel))
    }

    /// Whether to finish.
    pub fn requested(&self) -> bool {
        self.0.requested()
    }

    /// The switch itself.
    pub fn cancel(&self) -> Cancel {
        self.0.clone()
    }
}

/// Calls this on a thread of its own for every signal. It listens when this returns: who has seen the first
/// record may end the program at once.
fn on_signal(act: impl Fn() + Send + 'static) -> io::Result<()> {
    let (ready, listens) = mpsc::channel();
    thread::Builder::new().spawn(move || {
        let built = runtime::Builder::new_current_thread().enable_io().build();
        let runtime = match built {
            Ok(runtime) => runtime,
            Err(error) => return drop(ready.send(Err(error))),
        };
        runtime.block_on(listen(&ready, act));
    })?;
    listens
        .recv()
        .unwrap_or_else(|_| Err(io::Error::other("no thread")))
}

#[cfg(unix)]
async fn listen(ready: &mpsc::Sender<io::Result<()>>, act: impl Fn()) {
    use tokio::signal::unix::{SignalKind, signal};

    let kinds = [SignalKind::interrupt(), SignalKind::terminate()];
    let hangup = (!hangup_is_ignored()).then_some(SignalKind::hangup());
    let listeners: io::Result<Vec<_>> = kinds.into_iter().chain(hangup).map(signal).collect();
    let mut listeners = match listeners {
        Ok(listeners) => listeners,
        Err(error) => return drop(ready.send(Err(error))),
    };
    let _ = ready.send(Ok(()));
    loop {
        std::future::poll_fn(|context| {
            let heard =
                |listener: &mut tokio::signal::unix::Signal| listener.poll_recv(context).is_ready();
            if listeners.iter_mut().any(heard) {
                std::task::Poll::Ready(())
            } else {
                std::task::Poll::Pending
            }
        })
        .await;
        act();
    }
}

/// Whether somebody wants the program to outlive its terminal, as `nohup` does. Where that cannot be seen,
/// the signal keeps its usual meaning.
#[cfg(unix)]
fn hangup_is_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_none_or(|mask| mask & 1 == 1)
}

#[cfg(not(unix))]
async fn listen(ready: &mpsc::Sender<io::Result<()>>, act: impl Fn()) {
    let _ = ready.send(Ok(()));
    while tokio::signal::ctrl_c().await.is_ok() {
        act();
    }
}

#[expect(
    clippy::exit,
    reason = "the signal's own thread has no way back to main"
)]
fn leave() {
    process::exit(Exit::Interrupted.code().into());
}
