//! A problem as Python's exception `sissa.Error`.

use pyo3::{prelude::*, types::PyDict};
use sissa::Problem;
use sissa_record::{Failure, Reason};

/// The exception for a problem.
pub fn raised(py: Python<'_>, problem: &Problem) -> PyErr {
    let told = Told {
        code: problem.code,
        message: &problem.message,
        hint: problem.hint.as_deref(),
        field: problem.field,
        excerpt: problem.excerpt(),
        reasons: &problem.reasons,
        index: None,
    };
    told.raised(py, "Error").unwrap_or_else(|error| error)
}

/// The exception for something that could not be had.
pub fn failed(py: Python<'_>, failure: &Failure) -> PyErr {
    let told = Told {
        code: &failure.code,
        message: &failure.message,
        hint: failure.hint.as_deref(),
        field: None,
        excerpt: failure.excerpt.as_deref(),
        reasons: &failure.reasons,
        index: Some(failure.index),
    };
    told.raised(py, "Failure").unwrap_or_else(|error| error)
}

struct Told<'a> {
    code: &'a str,
    message: &'a str,
    hint: Option<&'a str>,
    field: Option<&'a str>,
    excerpt: Option<&'a str>,
    reasons: &'a [Reason],
    index: Option<u64>,
}

impl Told<'_> {
    /// The exception of this name; the error is one of Python itself.
    fn raised(&self, py: Python<'_>, name: &str) -> PyResult<PyErr> {
        let words = PyDict::new(py);
        words.set_item("code", self.code)?;
        words.set_item("hint", self.hint)?;
        words.set_item("field", self.field)?;
        words.set_item("excerpt", self.excerpt)?;
        let reasons: Vec<&str> = self
            .reasons
            .iter()
            .map(|reason| reason.message.as_str())
            .collect();
        words.set_item("reasons", reasons)?;
        if self.index.is_some() {
            words.set_item("index", self.index)?;
        }
        let class = py.import("sissa._errors")?.getattr(name)?;
        let exception = class.call((self.message,), Some(&words))?;
        Ok(PyErr::from_value(exception))
    }
}
