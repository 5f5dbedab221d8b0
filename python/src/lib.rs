//! The part of the Python package `sissa` that is Rust: requests in, records out.
//!
//! A request is the JSON of one of the library's requests, so that names, defaults and checks are the library's;
//! [`run::Run`] hands over what it finds. Everything that has to do with Python's types is in the package itself
//! (`python/sissa`).

mod batches;
mod dataset;
mod error;
mod names;
mod position;
mod queue;
mod report;
mod request;
mod rows;
mod run;

use pyo3::prelude::*;

/// The Rust part of `sissa`.
#[pymodule]
mod _sissa {
    use super::*;
    #[pymodule_export]
    use super::{
        batches::{Batches, empty, start_batches},
        dataset::{pieces, read_plan, sum_report},
        names::{draw, explain, presets, satisfies, schemas},
        position::Position,
        report::Report,
        run::{Run, start},
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("TOOL", sissa::TOOL)
    }
}
