//! Positions as rows of one table: CSV as they come, Parquet in groups of rows.

use std::{
    io::{self, Write},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use sissa::{DatasetFormat, Generate, Generation, Origin, Row};
use sissa_dataset::Rows;

use crate::{
    output::Output,
    problem::{Problem, Report},
};

/// Rows handed over at once.
const GATHERED: usize = 1_024;

/// A table being written.
pub struct Table<'a> {
    /// What every row tells of its origin.
    pub origin: Origin,
    writer: Rows<To<'a>>,
    rows: Vec<Row>,
    /// Nobody reads the output any more.
    closed: Arc<AtomicBool>,
}

impl<'a> Table<'a> {
    pub fn new(
        format: DatasetFormat,
        request: &Generate,
        generation: &Generation,
        output: &'a Output,
    ) -> Result<Table<'a>, Problem> {
        if request.seed > i64::MAX as u64 {
            return Err(Report::new("a column holds seeds below 2^63").into());
        }
        let closed = Arc::new(AtomicBool::new(false));
        Ok(Table {
            origin: Origin::of(request, generation),
            writer: Rows::new(format, To(output, Arc::clone(&closed)))
                .map_err(|error| problem(&error, &closed))?,
            rows: Vec::new(),
            closed,
        })
    }

    pub fn add(&mut self, row: Row) -> Result<(), Problem> {
        self.rows.push(row);
        if self.rows.len() >= GATHERED {
            self.hand_over()?;
        }
        Ok(())
    }

    fn hand_over(&mut self) -> Result<(), Problem> {
        let written = self.writer.write(&self.rows);
        self.rows.clear();
        written.map_err(|error| problem(&error, &self.closed))
    }

    /// Writes what is left.
    pub fn finish(mut self) -> Result<(), Problem> {
        self.hand_over()?;
        let finished = self.writer.finish().map(drop);
        finished.map_err(|error| problem(&error, &self.closed))
    }
}

/// The output as a stream of bytes, and whether it is closed: whoever writes formats wraps errors as he likes.
struct To<'a>(&'a Output, Arc<AtomicBool>);

impl Write for To<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.write(bytes) {
            Ok(()) => Ok(bytes.len()),
            Err(Problem::BrokenPipe) => {
                self.1.store(true, Ordering::Relaxed);
                Err(io::ErrorKind::BrokenPipe.into())
            }
            Err(Problem::Report(report)) => Err(io::Error::other(report.message)),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn problem(error: &io::Error, closed: &AtomicBool) -> Problem {
    if closed.load(Ordering::Relaxed) {
        return Problem::BrokenPipe;
    }
    Report::new(error.to_string()).into()
}
