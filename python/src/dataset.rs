//! Datasets and reports in pieces: what whoever hands work out needs to know, and what puts pieces together.

use pyo3::prelude::*;
use sissa::{Cancel, Dataset, Plan, Problem};

use crate::{
    error::raised,
    report::Report,
    request::{read, session},
};

/// How many pieces a dataset is cut into.
#[pyfunction]
pub fn pieces(py: Python<'_>, fields: &str) -> PyResult<u64> {
    py.detach(|| {
        let session = session(Some(1), Cancel::default())?;
        Ok(read::<Dataset>(fields)?.prepare(&session)?.pieces())
    })
    .map_err(|problem: Problem| raised(py, &problem))
}

/// A plan in TOML as JSON.
#[pyfunction]
pub fn read_plan(py: Python<'_>, text: &str) -> PyResult<String> {
    py.detach(|| {
        let plan = Plan::from_toml(text)?;
        serde_json::to_string(&plan).map_err(|error| Problem::new("fault", error.to_string()))
    })
    .map_err(|problem| raised(py, &problem))
}

/// The report on what was counted elsewhere.
#[pyfunction]
pub fn sum_report(py: Python<'_>, fields: &str, counts: Vec<String>) -> PyResult<Report> {
    py.detach(|| read::<sissa::Report>(fields)?.summed(&counts))
        .map(Report)
        .map_err(|problem| raised(py, &problem))
}
