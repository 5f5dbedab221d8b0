//! What a request finds as batches of Arrow, handed over by the Arrow C data interface: pyarrow, Polars, DuckDB and
//! whoever else knows `__arrow_c_stream__` reads them without copying.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
    thread::{self, ThreadId},
};

use arrow_array::{RecordBatch, RecordBatchReader, ffi_stream::FFI_ArrowArrayStream};
use arrow_schema::{ArrowError, SchemaRef, ffi::FFI_ArrowSchema};
use pyo3::{exceptions::PyValueError, prelude::*, types::PyCapsule};
use sissa::Problem;

use crate::{
    error::raised,
    queue::Taken,
    request::Shape,
    rows,
    run::{FORKED, Item, Work},
};

/// Rows of a batch at most.
const MOST_ROWS: usize = 1 << 20;

/// What a request finds as a stream of Arrow. It can be read once.
#[pyclass(frozen, module = "sissa._sissa")]
pub struct Batches {
    schema: SchemaRef,
    reader: Mutex<Option<Reader>>,
}

/// Begins a request whose finds become batches of so many rows.
#[pyfunction]
#[pyo3(signature = (name, fields, rows, inputs=None, threads=None))]
pub fn start_batches(
    py: Python<'_>,
    name: &str,
    fields: &str,
    rows: usize,
    inputs: Option<Vec<String>>,
    threads: Option<usize>,
) -> PyResult<Batches> {
    let begun = py.detach(|| {
        let schema = schema(name)?;
        if !(1..=MOST_ROWS).contains(&rows) {
            let message = format!("batch_size is {rows}: it may be 1 to {MOST_ROWS}");
            return Err(Problem::new("limit", message).field("batch_size"));
        }
        let work = Work::begin(name, fields, inputs, threads, Shape::Rows)?;
        Ok(Batches {
            reader: Mutex::new(Some(Reader {
                work: Some(work),
                schema: Arc::clone(&schema),
                taken: VecDeque::new(),
                rows,
                home: thread::current().id(),
            })),
            schema,
        })
    });
    begun.map_err(|problem| raised(py, &problem))
}

/// No rows, with the columns that a request would find.
#[pyfunction]
pub fn empty(py: Python<'_>, name: &str) -> PyResult<Batches> {
    let schema = schema(name).map_err(|problem| raised(py, &problem))?;
    Ok(Batches {
        reader: Mutex::new(Some(Reader {
            work: None,
            schema: Arc::clone(&schema),
            taken: VecDeque::new(),
            rows: 1,
            home: thread::current().id(),
        })),
        schema,
    })
}

fn schema(name: &str) -> Result<SchemaRef, Problem> {
    if name == "generate" {
        return Ok(sissa_dataset::schema());
    }
    let columns = rows::columns(name).ok_or_else(|| {
        let message = format!("{} finds no rows", sissa::quoted(name));
        Problem::new("request", message)
    })?;
    Ok(rows::schema(columns))
}

#[pymethods]
impl Batches {
    /// The stream, for whoever reads Arrow.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A wish only, by the protocol: types are plain as they are.
        drop(requested_schema);
        let reader = self
            .reader
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let mut reader =
            reader.ok_or_else(|| PyValueError::new_err("these batches have been read already"))?;
        reader.home = thread::current().id();
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// The columns, for whoever reads Arrow.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.schema.as_ref());
        let schema = schema.map_err(|error| PyValueError::new_err(error.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// Ends the work, where nobody has begun to read.
    fn close(&self) {
        drop(
            self.reader
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take(),
        );
    }
}

/// Gathers what is found until a batch is full. Python's lock need not be held; the thread that asked for the stream
/// takes it now and then, to see Ctrl-C, as readers of streams that Python itself makes must.
struct Reader {
    /// `None` once everything was found.
    work: Option<Work>,
    schema: SchemaRef,
    taken: VecDeque<Item>,
    rows: usize,
    /// The thread that asked for the stream.
    home: ThreadId,
}

impl Reader {
    /// What comes next; `None` at the end.
    fn item(&mut self) -> Result<Option<Item>, ArrowError> {
        loop {
            if let Some(item) = self.taken.pop_front() {
                return Ok(Some(item));
            }
            let Some(work) = &self.work else {
                return Ok(None);
            };
            if !work.is_here() {
                return Err(ArrowError::ComputeError(FORKED.to_owned()));
            }
            let taken = work.take();
            if self.is_interrupted() {
                return Err(ArrowError::ComputeError("interrupted by Ctrl-C".to_owned()));
            }
            match taken {
                Taken::Items(items) => self.taken = items,
                Taken::Nothing => {}
                Taken::Over => self.work = None,
            }
        }
    }

    /// Whether somebody pressed Ctrl-C. Whoever reads the stream makes an error of his own of it; an end of the rows would
    /// look like all of them.
    fn is_interrupted(&self) -> bool {
        thread::current().id() == self.home
            && Python::try_attach(|py| py.check_signals().is_err()).unwrap_or(false)
    }

    fn gather(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        let (mut made, mut found) = (Vec::new(), Vec::new());
        while made.len() + found.len() < self.rows {
            let Some(item) = self.item()? else { break };
            match item {
                Item::Row(row) => made.push(*row),
                Item::Position(position) => found.extend(rows::of_position(&position)),
                Item::Labelled(row) => found.push(rows::of_labelled(*row)),
                Item::Line(line) => found.extend(rows::of_line(&line)),
                Item::Run(_) | Item::Summary(_) | Item::Report(_) => {}
                Item::Failure(failure) => {
                    return Err(failed(&failure.message, failure.hint.as_deref()));
                }
                Item::Problem(problem) => {
                    return Err(failed(&problem.message, problem.hint.as_deref()));
                }
            }
        }
        if !made.is_empty() {
            return sissa_dataset::batch(&made).map(Some);
        }
        if found.is_empty() {
            return Ok(None);
        }
        rows::batch(&self.schema, &found).map(Some)
    }
}

fn failed(message: &str, hint: Option<&str>) -> ArrowError {
    let hint = hint.map_or_else(String::new, |hint| format!("; hint: {hint}"));
    ArrowError::ComputeError(format!("{message}{hint}"))
}

impl Iterator for Reader {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let gathered = self.gather();
        if gathered.is_err() {
            // A failure is the end: rows after it would look complete.
            self.work = None;
            self.taken.clear();
        }
        gathered.transpose()
    }
}

impl RecordBatchReader for Reader {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}
