//! What this server is and can do; the lists that a page needs.

use axum::{Json, extract::State};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use sissa_constraint::PRESETS;

use super::App;

/// What this server is and can do.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Info {
    /// Name and version: `sissa 0.1.0`.
    tool: String,
    /// The number of the records' schema.
    schema: u32,
    capabilities: Capabilities,
    limits: InfoLimits,
    /// Jobs under way or waiting.
    jobs: usize,
}

/// What can be asked for in this build. The page shows nothing that is `false` here.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Capabilities {
    /// Styles of generation.
    styles: Vec<&'static str>,
    /// `POST /prove`: proof games and reasons of illegality.
    prove: bool,
    /// `POST /solve`: problems solved exactly.
    solve: bool,
    /// `POST /tag`: motifs of the best line.
    tag: bool,
    /// `POST /play`: an opponent.
    play: bool,
    /// `POST /rules`: the rule learner.
    rules: bool,
    /// `POST /review`: what happened in games.
    review: bool,
    /// `POST /puzzles`: puzzles to order or from games.
    puzzles: bool,
    /// `POST /find`, `/report`, `/similar`: whether there are imported games to explore.
    games: bool,
}

/// What one request may ask for.
#[derive(Debug, Serialize, JsonSchema)]
pub struct InfoLimits {
    /// Bytes of a body.
    body: usize,
    /// Positions of a request.
    positions: u64,
    /// Boards of a drawing.
    boards: usize,
    /// Nodes for a position.
    nodes: u64,
    /// Seconds for a position.
    position_seconds: f64,
    /// Seconds for a job.
    job_seconds: f64,
}

/// A constraint with a name.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PresetRecord {
    name: &'static str,
    group: &'static str,
    about: &'static str,
    constraint: &'static str,
}

pub async fn info(State(app): State<App>) -> Json<Info> {
    let documented: Vec<&str> = super::routes()
        .iter()
        .map(|(route, _)| route.path())
        .collect();
    let limits = &app.config.limits;
    Json(Info {
        tool: sissa::TOOL.to_owned(),
        schema: sissa_record::SCHEMA,
        capabilities: Capabilities {
            styles: sissa::Style::NAMES.to_vec(),
            // A capability is there when its route is.
            prove: documented.contains(&"/prove"),
            solve: documented.contains(&"/solve"),
            tag: documented.contains(&"/tag"),
            play: documented.contains(&"/play"),
            rules: documented.contains(&"/rules"),
            review: documented.contains(&"/review"),
            puzzles: documented.contains(&"/puzzles"),
            games: app.config.games.is_some(),
        },
        limits: InfoLimits {
            body: limits.body,
            positions: limits.positions,
            boards: limits.boards,
            nodes: limits.nodes,
            position_seconds: limits.position_time.as_secs_f64(),
            job_seconds: limits.job_time.as_secs_f64(),
        },
        jobs: app.jobs.under_way(),
    })
}

pub async fn presets() -> Json<Vec<PresetRecord>> {
    let record = |preset: &sissa_constraint::Preset| PresetRecord {
        name: preset.name,
        group: preset.group,
        about: preset.about,
        constraint: preset.constraint,
    };
    Json(PRESETS.iter().map(record).collect())
}

pub async fn words() -> Json<Vec<&'static str>> {
    Json(sissa_constraint::words().collect())
}

pub async fn schema() -> Json<Value> {
    Json(sissa_record::schema())
}

pub async fn document() -> Json<Value> {
    Json(super::openapi(env!("CARGO_PKG_VERSION")))
}
