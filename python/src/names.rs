//! What needs no thread of its own: explanations, presets, single questions, pictures, schemas.

use pyo3::prelude::*;
use schemars::{JsonSchema, schema_for};
use sissa::{
    Analyse, AnalysisRecord, Cancel, Check, CheckDataset, Dataset, Event, Explain, Explanation,
    Find, Generate, Import, Inspection, Label, MakePuzzles, Predict, Problem, Prove, Rate, Report,
    Retro, Review, Similar, Solve, SolvePuzzles, TagPuzzles,
};
use sissa_constraint::PRESETS;
use sissa_record::read_one;
use sissa_render::{
    Diagram,
    svg::{self, SvgStyle},
};

use crate::{
    error::raised,
    request::{read, session},
};

/// What a constraint means, as JSON.
#[pyfunction]
pub fn explain(py: Python<'_>, fields: &str) -> PyResult<String> {
    py.detach(|| {
        let explanation = read::<Explain>(fields)?.run()?;
        serde_json::to_string(&explanation)
            .map_err(|error| Problem::new("fault", error.to_string()))
    })
    .map_err(|problem| raised(py, &problem))
}

/// The constraints that have a name: name, constraint, what it is.
#[pyfunction]
pub fn presets() -> Vec<(&'static str, &'static str, &'static str)> {
    let told = |preset: &sissa_constraint::Preset| (preset.name, preset.constraint, preset.about);
    PRESETS.iter().map(told).collect()
}

/// Whether a position satisfies a constraint.
#[pyfunction]
pub fn satisfies(py: Python<'_>, constraint: &str, input: &str) -> PyResult<bool> {
    py.detach(|| {
        let session = session(Some(1), Cancel::default())?;
        let request = Check::new(input).constraint(constraint);
        request.prepare(&session)?;
        let mut satisfied = false;
        for event in request.run(&session)? {
            match event {
                Event::Found(judgement) => satisfied = judgement.satisfied == Some(true),
                Event::Failure(failure) => {
                    let problem = Problem::new("input", failure.message);
                    return Err(match failure.hint {
                        Some(hint) => problem.hint(hint),
                        None => problem,
                    });
                }
                Event::Run(_) | Event::Progress(_) | Event::Summary(_) => {}
            }
        }
        Ok(satisfied)
    })
    .map_err(|problem| raised(py, &problem))
}

/// The drawing of a position.
pub fn drawn(input: &str) -> Result<String, Problem> {
    let entry = read_one(input)?;
    let setup = &entry.position.setup;
    let diagram = match &entry.position.checked {
        Ok(position) => Diagram::of(position),
        Err(_) => Diagram::new(setup.board.clone()).with_turn(setup.turn),
    };
    Ok(svg::board(&diagram, &SvgStyle::default()))
}

/// A position as a drawing in SVG.
#[pyfunction]
pub fn draw(py: Python<'_>, input: &str) -> PyResult<String> {
    py.detach(|| drawn(input))
        .map_err(|problem| raised(py, &problem))
}

/// The JSON Schemas of all requests and records: the package's types are made of them.
#[pyfunction]
pub fn schemas() -> String {
    fn of<T: JsonSchema>() -> serde_json::Value {
        schema_for!(T).to_value()
    }
    serde_json::json!({
        "requests": {
            "Generate": of::<Generate>(),
            "Check": of::<Check>(),
            "Prove": of::<Prove>(),
            "Solve": of::<Solve>(),
            "TagPuzzles": of::<TagPuzzles>(),
            "SolvePuzzles": of::<SolvePuzzles>(),
            "Explain": of::<Explain>(),
            "Find": of::<Find>(),
            "Import": of::<Import>(),
            "Report": of::<Report>(),
            "Analyse": of::<Analyse>(),
            "Retro": of::<Retro>(),
            "Review": of::<Review>(),
            "MakePuzzles": of::<MakePuzzles>(),
            "Predict": of::<Predict>(),
            "Rate": of::<Rate>(),
            "Similar": of::<Similar>(),
            "Dataset": of::<Dataset>(),
            "Label": of::<Label>(),
            "CheckDataset": of::<CheckDataset>(),
        },
        "records": sissa_record::schema(),
        "others": {
            "Explanation": of::<Explanation>(),
            "Analysis": of::<AnalysisRecord>(),
            "Inspection": of::<Inspection>(),
        },
    })
    .to_string()
}
