//! Positions and games to work on, one after the other, each answered as soon as it can be.

use std::ops::ControlFlow;

use sissa_parallel::in_order_from;
use sissa_record::{Entry, Failure, Run, Summary, read};

use crate::{
    event::{Event, Progress},
    problem::Problem,
    session::Session,
};

/// What is to be worked on: positions and games, or why a piece of the input is none.
pub type Entries<'a> = Box<dyn Iterator<Item = Result<Entry, Problem>> + Send + 'a>;

/// The positions and games of a text in any format, as `sissa_record::read` recognises them. A line alone is
/// an argument, several are a stream, as on a command line.
///
/// ```
/// let found = sissa::entries("8/8/8/8/8/8/8/KRk5 b - - 0 1\n");
/// assert_eq!(found.count(), 1);
/// ```
pub fn entries(text: &str) -> Entries<'_> {
    if !text.trim().contains('\n') {
        let one = sissa_record::read_one(text).map_err(Problem::from);
        return Box::new(std::iter::once(one));
    }
    let entries = read(text.as_bytes(), "stdin");
    Box::new(entries.map(|entry| entry.map_err(Problem::from)))
}

/// Refuses a text without anything.
pub(crate) fn must_say_something(text: &str) -> Result<(), Problem> {
    if text.trim().is_empty() {
        return Err(Problem::new("input", "there is nothing to read")
            .field("input")
            .hint("give a FEN, moves, PGN or records"));
    }
    Ok(())
}

/// Work that is done entry by entry: positions and games, or whatever `E` is.
pub(crate) trait Work<E = Entry>: Sync {
    /// What is found out about an entry.
    type Found: Send;
    /// What is kept of all of them.
    type Count: Default;

    /// The first event.
    fn run_record(&self) -> Run;

    /// Looks at an entry.
    fn look(&self, index: u64, entry: &E) -> Result<Self::Found, Problem>;

    /// Takes note of it.
    fn note(count: &mut Self::Count, found: &Self::Found);

    /// The last event.
    fn summary(&self, count: Self::Count, tally: &Tally) -> Summary;
}

/// How many entries there were, and how many could not be read or judged.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Tally {
    /// All of them.
    pub read: u64,
    /// Those that could not be read or judged.
    pub errors: u64,
    /// Somebody asked the work to end.
    pub cancelled: bool,
}

/// All events that a run tells, but for progress.
pub(crate) fn collected<T: Send>(
    run: impl FnOnce(
        &mut (dyn FnMut(Event<T>) -> ControlFlow<()> + Send),
    ) -> Result<Option<Summary>, Problem>,
) -> Result<Vec<Event<T>>, Problem> {
    let mut events = Vec::new();
    run(&mut |event| {
        if !matches!(event, Event::Progress(_)) {
            events.push(event);
        }
        ControlFlow::Continue(())
    })?;
    Ok(events)
}

/// Works on all entries with all threads and tells the sink everything in order; `None` where the sink
/// had enough.
pub(crate) fn work_into<E, W: Work<E>, T: Send>(
    work: &W,
    session: &Session,
    entries: impl Iterator<Item = Result<E, Problem>> + Send,
    form: impl Fn(&W::Found) -> T + Sync,
    mut sink: impl FnMut(Event<T>) -> ControlFlow<()>,
) -> Option<Summary> {
    sink(Event::Run(work.run_record()))
        .is_continue()
        .then_some(())?;
    let started = session.now();
    let mut tally = Tally::default();
    let mut enough = false;
    let mut count = W::Count::default();
    in_order_from(
        entries,
        session.workers(),
        |index, entry| {
            if session.cancel().requested() {
                return None;
            }
            Some(entry.and_then(|entry| {
                let found = work.look(index, &entry)?;
                let form = form(&found);
                Ok((found, form))
            }))
        },
        |index, looked| {
            let Some(looked) = looked else {
                tally.cancelled = true;
                return ControlFlow::Break(());
            };
            tally.read += 1;
            let event = match looked {
                Ok((found, form)) => {
                    W::note(&mut count, &found);
                    Event::Found(form)
                }
                Err(problem) => {
                    tally.errors += 1;
                    Event::Failure(failure(index, problem))
                }
            };
            enough = sink(event).is_break();
            if !enough {
                let progress = Progress {
                    made: tally.read - tally.errors,
                    failed: tally.errors,
                    dropped: 0,
                    requested: None,
                    judged: None,
                    seconds: session.now().saturating_sub(started).as_secs_f64(),
                    bytes: None,
                };
                enough = sink(Event::Progress(progress)).is_break();
            }
            if enough {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    );
    if enough {
        return None;
    }
    tally.cancelled |= session.cancel().requested();
    let summary = work.summary(count, &tally);
    let _ = sink(Event::Summary(summary.clone()));
    Some(summary)
}

fn failure(index: u64, problem: Problem) -> Failure {
    Failure {
        index,
        code: problem.code.to_owned(),
        excerpt: problem.excerpt().map(str::to_owned),
        message: problem.message,
        hint: problem.hint,
        reasons: problem.reasons,
    }
}
