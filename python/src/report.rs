//! A report on games, as Python sees it.

use std::path::PathBuf;

use pyo3::prelude::*;
use sissa::Problem;
use sissa_games::report::Reported;

use crate::error::raised;

/// A report: how often, when first and with which results games satisfy constraints.
#[pyclass(frozen, module = "sissa._sissa")]
pub struct Report(pub Reported);

#[pymethods]
impl Report {
    /// How many games were measured.
    #[getter]
    fn games(&self) -> u64 {
        self.0.measures.games
    }

    /// One line a constraint.
    #[getter]
    fn lines(&self) -> Vec<String> {
        self.0.lines()
    }

    /// The tables as CSV, by their names.
    #[getter]
    fn tables(&self) -> std::collections::BTreeMap<String, String> {
        let tables = self.0.tables();
        let named = |table: &sissa_games::report::Table| (table.name.to_string(), table.csv());
        tables.iter().map(named).collect()
    }

    /// The tables and findings as Markdown.
    fn markdown(&self) -> String {
        self.0.markdown()
    }

    /// One self-contained page with charts.
    fn html(&self) -> String {
        self.0.html()
    }

    /// Writes the page, the Markdown and the tables into a folder, and gives the page's path.
    fn write(&self, py: Python<'_>, folder: PathBuf) -> PyResult<PathBuf> {
        py.detach(|| self.0.write(&folder))
            .map_err(|error| raised(py, &Problem::from(error)))
    }

    /// For notebooks.
    fn _repr_html_(&self) -> String {
        self.0.html()
    }

    fn __str__(&self) -> String {
        self.0.lines().join("\n")
    }

    fn __repr__(&self) -> String {
        format!("<Report on {} games>", self.0.measures.games)
    }
}
