//! UCI, the protocol between chess programs and engines.
//!
//! [`run`] reads lines until `quit` or the end, answers through a callback, and lets a search run on a
//! thread of its own so that `stop` and `isready` are answered at once. The clock is passed in.
//!
//! [`run_alone`] is the same on one thread and without the standard library, for the tiny build.
//!
//! Whatever it is told, it goes on: what it cannot understand is answered with `info string`.

mod alone;
mod command;
mod lines;
#[cfg(feature = "std")]
mod options;
#[cfg(feature = "std")]
mod session;

#[cfg(feature = "std")]
use std::{
    io::{self, BufRead},
    time::Duration,
};

pub use alone::{Console, Heard, LONGEST_ALONE, run_alone};
pub use command::{Command, Go};
#[cfg(feature = "std")]
pub use options::Settings;

#[cfg(feature = "std")]
/// Where answers go: whole lines without a line break.
pub type Sink = dyn Fn(&str) + Send + Sync;

#[cfg(feature = "std")]
/// Time since some moment that stays the same.
pub type Clock = dyn Fn() -> Duration + Send + Sync;

#[cfg(feature = "std")]
/// Longest line that is read; a longer one is dropped, because its beginning may mean something else.
const LONGEST: usize = 1 << 20;

#[cfg(feature = "std")]
/// Talks UCI until `quit` or the end of the input.
///
/// At the end of the input a search with an end of its own is waited for; one without is stopped.
///
/// ```
/// use std::{sync::{Arc, Mutex}, time::Duration};
///
/// let said = Arc::new(Mutex::new(Vec::new()));
/// let hear = Arc::clone(&said);
/// let sink = Arc::new(move |line: &str| hear.lock().expect("not poisoned").push(line.to_owned()));
/// let input = "setoption name Hash value 1\nposition startpos\ngo depth 2\n";
/// sissa_engine::uci::run(input.as_bytes(), sink, Arc::new(|| Duration::ZERO))?;
/// assert!(said.lock().expect("not poisoned").last().is_some_and(|line| line.starts_with("bestmove ")));
/// # Ok::<_, std::io::Error>(())
/// ```
pub fn run(
    input: impl BufRead,
    sink: std::sync::Arc<Sink>,
    clock: std::sync::Arc<Clock>,
) -> io::Result<()> {
    let companion = crate::Searcher::new(crate::Options::default());
    run_with(input, sink, clock, Box::new(companion))
}

#[cfg(feature = "std")]
/// The same, and `companion` plays where `UCI_LimitStrength` is set.
pub fn run_with(
    input: impl BufRead,
    sink: std::sync::Arc<Sink>,
    clock: std::sync::Arc<Clock>,
    companion: Box<dyn crate::Companion>,
) -> io::Result<()> {
    let mut session = session::Session::new(sink, clock, companion);
    let mut lines = Lines(input);
    while let Some(line) = lines.next()? {
        let Some(line) = line else {
            session.complain("a line longer than 1 MiB is passed over");
            continue;
        };
        if session.hear(&line) == session::Next::Quit {
            return Ok(());
        }
    }
    session.finish();
    Ok(())
}

#[cfg(feature = "std")]
/// Lines of any bytes, none longer than [`LONGEST`].
struct Lines<R>(R);

#[cfg(feature = "std")]
impl<R: BufRead> Lines<R> {
    /// The next line; one that is too long is `Some(None)`.
    fn next(&mut self) -> io::Result<Option<Option<String>>> {
        let mut line = Vec::new();
        let (mut any, mut too_long) = (false, false);
        loop {
            let bytes = match self.0.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if bytes.is_empty() {
                break;
            }
            any = true;
            let end = bytes.iter().position(|byte| *byte == b'\n');
            let taken = end.unwrap_or(bytes.len());
            let room = LONGEST.saturating_sub(line.len());
            too_long |= taken > room;
            line.extend_from_slice(&bytes[..taken.min(room)]);
            let used = taken + usize::from(end.is_some());
            self.0.consume(used);
            if end.is_some() {
                break;
            }
        }
        let text = || (!too_long).then(|| String::from_utf8_lossy(&line).into_owned());
        Ok(any.then(text))
    }
}
