//! A request under way, as Python sees it.

use std::{
    collections::VecDeque,
    process,
    sync::{Arc, Mutex, PoisonError},
    thread,
};

use pyo3::{IntoPyObjectExt as _, exceptions::PyRuntimeError, prelude::*};
use sissa::{Cancel, Failure, Problem};

use crate::{
    error::{failed, raised},
    position::Position,
    queue::{Queue, Taken},
    report::Report,
    request::{self, Shape},
};

/// What a request tells.
pub enum Item {
    Position(Box<Position>),
    /// A position that was made, as a row.
    Row(Box<sissa::Row>),
    /// A position from elsewhere with its labels.
    Labelled(Box<sissa::Row>),
    Report(Box<Report>),
    /// Something else that was found, as a line of JSON.
    Line(String),
    Failure(Failure),
    Run(String),
    Summary(String),
    /// The request came to nothing.
    Problem(Box<Problem>),
}

/// Work under way on threads of its own; it ends when nobody wants it any more.
pub struct Work {
    queue: Arc<Queue<Item>>,
    cancel: Cancel,
    /// Threads do not survive a fork.
    process: u32,
}

/// What to say in a process whose threads are another's.
pub const FORKED: &str = "this was begun before the process was forked: begin it anew";

impl Work {
    /// Makes a request ready and begins it.
    pub fn begin(
        name: &str,
        fields: &str,
        inputs: Option<Vec<String>>,
        threads: Option<usize>,
        shape: Shape,
    ) -> Result<Work, Problem> {
        let cancel = Cancel::default();
        let session = request::session(threads, cancel.clone())?;
        let job = request::job(name, fields, inputs, session, shape)?;
        let queue = Arc::new(Queue::default());
        let writer = Arc::clone(&queue);
        thread::Builder::new()
            .name("sissa".to_owned())
            .spawn(move || {
                let work = std::panic::AssertUnwindSafe(|| job(&writer));
                let problem = match std::panic::catch_unwind(work) {
                    Ok(Ok(())) => None,
                    Ok(Err(problem)) => Some(problem),
                    Err(_) => Some(
                        Problem::new("fault", "internal fault")
                            .hint("please report this with what you asked for"),
                    ),
                };
                if let Some(problem) = problem {
                    writer.put(Item::Problem(Box::new(problem)));
                }
                writer.end();
            })
            .map_err(|error| Problem::io("no thread can be started", &error))?;
        Ok(Work {
            queue,
            cancel,
            process: process::id(),
        })
    }

    /// Whether this process has the threads.
    pub fn is_here(&self) -> bool {
        self.process == process::id()
    }

    /// Everything that was found meanwhile, after a moment's patience.
    pub fn take(&self) -> Taken<Item> {
        self.queue.take()
    }

    /// Ends the work.
    pub fn close(&self) {
        self.cancel.request();
        // In another process somebody may hold the lock for ever.
        if self.is_here() {
            self.queue.close();
        }
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.close();
    }
}

/// A request under way: what it finds, one by one. The work is done on threads of its own.
#[pyclass(frozen, module = "sissa._sissa")]
pub struct Run {
    work: Work,
    /// Taken from the queue, not yet handed over.
    taken: Mutex<VecDeque<Item>>,
}

/// Begins a request: its name, its fields as JSON, positions that are its input, and how many threads may work.
#[pyfunction]
#[pyo3(signature = (name, fields, inputs=None, threads=None))]
pub fn start(
    py: Python<'_>,
    name: &str,
    fields: &str,
    inputs: Option<Vec<String>>,
    threads: Option<usize>,
) -> PyResult<Run> {
    let work = py.detach(|| Work::begin(name, fields, inputs, threads, Shape::Records));
    Ok(Run {
        work: work.map_err(|problem| raised(py, &problem))?,
        taken: Mutex::default(),
    })
}

#[pymethods]
impl Run {
    /// What comes next: a position or a report, a line of JSON, a pair of a kind and a line for what surrounds it,
    /// `None` at the end. Failures are raised where `failures` says so.
    #[pyo3(signature = (failures))]
    fn next(&self, py: Python<'_>, failures: bool) -> PyResult<Py<PyAny>> {
        loop {
            if !self.work.is_here() {
                return Err(PyRuntimeError::new_err(FORKED));
            }
            // Mostly something waits, and Python's lock need not be given away for it.
            let waiting = self.taken.try_lock().ok();
            if let Some(item) = waiting.and_then(|mut taken| taken.pop_front()) {
                return handed_over(py, item, failures);
            }
            match py.detach(|| self.wait()) {
                Next::Item(item) => return handed_over(py, *item, failures),
                Next::Nothing => py.check_signals().inspect_err(|_| self.close())?,
                Next::Over => return Ok(py.None()),
            }
        }
    }

    /// Ends the work.
    fn close(&self) {
        self.work.close();
        // In another process somebody may hold the lock for ever.
        if self.work.is_here() {
            self.taken().clear();
        }
    }
}

/// What a reader finds after a moment's patience.
enum Next {
    Item(Box<Item>),
    Nothing,
    Over,
}

impl Run {
    /// Never waited for with Python's lock in hand, but to close: who holds it does not need that lock.
    fn taken(&self) -> std::sync::MutexGuard<'_, VecDeque<Item>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One reader waits for all, so that nobody takes the end for his own while another has items in hand.
    fn wait(&self) -> Next {
        let mut taken = self.taken();
        if taken.is_empty() {
            match self.work.take() {
                Taken::Items(items) => *taken = items,
                Taken::Nothing => return Next::Nothing,
                Taken::Over => return Next::Over,
            }
        }
        taken
            .pop_front()
            .map_or(Next::Nothing, |item| Next::Item(Box::new(item)))
    }
}

fn handed_over(py: Python<'_>, item: Item, failures: bool) -> PyResult<Py<PyAny>> {
    match item {
        Item::Position(position) => (*position).into_py_any(py),
        // Only batches ask for rows.
        Item::Row(row) | Item::Labelled(row) => row.fen.into_py_any(py),
        Item::Report(report) => (*report).into_py_any(py),
        Item::Line(line) => line.into_py_any(py),
        Item::Run(line) => ("run", line).into_py_any(py),
        Item::Summary(line) => ("summary", line).into_py_any(py),
        Item::Failure(failure) if failures => Err(failed(py, &failure)),
        Item::Failure(failure) => {
            let line = sissa_record::Record::Failure(failure).to_line();
            ("failure", line).into_py_any(py)
        }
        Item::Problem(problem) => Err(raised(py, &problem)),
    }
}
