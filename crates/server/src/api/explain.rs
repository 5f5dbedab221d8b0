//! `POST /explain`.

use axum::{Json, extract::State};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{App, asked, no_constraint};
use crate::{
    answer::{self, Explanation},
    problem::{ApiError, Input},
};

/// A constraint to explain.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExplainRequest {
    /// The constraint.
    #[serde(default)]
    constraint: Option<String>,
    /// A constraint from the library, and-ed with the other.
    #[serde(default)]
    preset: Option<String>,
}

pub async fn explain(
    State(app): State<App>,
    Input(request): Input<ExplainRequest>,
) -> Result<Json<Explanation>, ApiError> {
    app.jobs
        .compute(move || {
            let asked = asked(request.constraint.as_deref(), request.preset.as_deref())?;
            let asked = asked.ok_or_else(no_constraint)?;
            Ok(Json(answer::explain(&asked.constraint)))
        })
        .await
}
