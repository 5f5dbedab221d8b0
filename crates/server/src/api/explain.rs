//! `POST /explain`.

use axum::{Json, extract::State};
use sissa::{Explain, Explanation};

use super::App;
use crate::problem::{ApiError, Input};

pub async fn explain(
    State(app): State<App>,
    Input(request): Input<Explain>,
) -> Result<Json<Explanation>, ApiError> {
    app.jobs.compute(move || Ok(Json(request.run()?))).await
}
