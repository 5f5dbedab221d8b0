//! `POST /generate`: positions, one record a line as they are made.
//!
//! Without `progress` the lines are byte for byte those of `sissa generate -f jsonl`.

mod batch;

use std::time::Duration;

use axum::{extract::State, http::StatusCode, response::Response};
use rustc_hash::FxHashSet;
use schemars::JsonSchema;
use serde::Deserialize;
use shakmaty::Chess;
use sissa_generate::{
    Company, CompanyError, Human, Options, Task, TaskError, Unique, replay::castled_in,
};
use sissa_record::{Entry, Game, Record, Run, SCHEMA, read_one};

use super::{App, Asked, asked, no_constraint};
use crate::{
    client::{Client, fault_line},
    jobs::{Cancel, Place},
    problem::{ApiError, Input},
};
use batch::{Batch, Budget, Order};

/// Styles that can be asked for here.
pub const STYLES: &[&str] = &["direct", "human", "uniform"];

/// Positions to make.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GenerateRequest {
    /// What the positions must be like.
    #[serde(default)]
    constraint: Option<String>,
    /// A constraint from the library, and-ed with the other.
    #[serde(default)]
    preset: Option<String>,
    /// How many positions.
    #[serde(default = "one")]
    count: u64,
    /// The seed of all randomness.
    #[serde(default)]
    seed: u64,
    /// The index to begin with.
    #[serde(default)]
    skip: u64,
    /// How to generate; `GET /info` lists the styles there are.
    #[serde(default = "direct")]
    style: String,
    /// Where every game begins: moves, PGN or FEN.
    #[serde(default)]
    from: Option<String>,
    /// Positions already had, as FEN: they are dropped, and later indices made instead.
    #[serde(default)]
    exclude: Vec<String>,
    /// Longest game, in half-moves.
    #[serde(default = "max_plies")]
    max_plies: u32,
    /// Look for a shortest game.
    #[serde(default)]
    shortest: bool,
    /// Drop repeated positions and go on to later indices.
    #[serde(default)]
    unique: Option<UniqueKind>,
    /// Most nodes for one position.
    #[serde(default)]
    nodes: Option<u64>,
    /// Measure the batch; the summary tells.
    #[serde(default)]
    stats: bool,
    /// Also send `progress` lines while nothing else is to be said.
    #[serde(default)]
    progress: bool,
}

fn one() -> u64 {
    1
}

fn direct() -> String {
    "direct".to_owned()
}

fn max_plies() -> u32 {
    Options::default().max_plies
}

/// When two positions are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum UniqueKind {
    /// Same men on the same squares, same turn, same rights.
    Exact,
    /// Also seen from the other side.
    Mirror,
}

impl GenerateRequest {
    fn must_fit(&self, app: &App) -> Result<(), ApiError> {
        let limits = &app.config.limits;
        if !STYLES.contains(&self.style.as_str()) {
            let style = super::short(&self.style);
            return Err(
                ApiError::bad("style", format!("the style `{style}` is not available"))
                    .hint(format!("there is `{}`", STYLES.join("`, `"))),
            );
        }
        let within = |name: &str, value: u64, most: u64| match (1..=most).contains(&value) {
            true => Ok(()),
            false => Err(ApiError::bad(
                "limit",
                format!("{name} is {value}: it may be 1 to {most}"),
            )
            .hint("the command line has no such limits")),
        };
        within("count", self.count, limits.positions)?;
        within("nodes", self.nodes.unwrap_or(1), limits.nodes)?;
        within("max_plies", u64::from(self.max_plies), 5_000)
    }

    /// What every game begins with. Tags of `from` are of another game.
    fn opening(&self) -> Result<Game, ApiError> {
        let Some(from) = &self.from else {
            return Ok(Game::new());
        };
        let entry = read_one(from)?;
        match entry.game {
            Some(game) => Game::from_moves(game.start().clone(), game.moves().iter().copied())
                .map_err(|error| ApiError::bad("from", error.to_string())),
            None => Ok(Game::starting_from(position("from", &entry)?.clone())),
        }
    }

    fn excluded(&self, kind: Unique) -> Result<FxHashSet<u64>, ApiError> {
        self.exclude
            .iter()
            .map(|text| Ok(kind.key(position("exclude", &read_one(text)?)?)))
            .collect()
    }

    fn run(&self, app: &App, asked: &Asked) -> Run {
        Run {
            schema: SCHEMA,
            tool: app.config.tool.clone(),
            command: "generate".to_owned(),
            constraint: Some(asked.text.clone()),
            style: Some(self.style.clone()),
            seed: Some(self.seed),
            count: Some(self.count),
            skip: (self.skip > 0).then_some(self.skip),
        }
    }
}

fn position<'a>(field: &str, entry: &'a Entry) -> Result<&'a Chess, ApiError> {
    entry.position.checked.as_ref().map_err(|reasons| {
        let reasons: Vec<&str> = reasons
            .iter()
            .map(|reason| reason.message.as_str())
            .collect();
        ApiError::bad(
            "invalid",
            format!("{field}: there is no such position: {}", reasons.join("; ")),
        )
    })
}

pub async fn generate(
    State(app): State<App>,
    Input(request): Input<GenerateRequest>,
) -> Result<Response, ApiError> {
    request.must_fit(&app)?;
    let place = app.jobs.enter()?;
    let limits = app.config.limits.clone();
    let state = app.clone();
    let cancel = Cancel::default();
    let stop = cancel.clone();
    let batch = move || {
        let asked = asked(request.constraint.as_deref(), request.preset.as_deref())?;
        let asked = asked.ok_or_else(no_constraint)?;
        let opening = request.opening()?;
        let human = request.style == "human";
        let (company, board) = match human {
            true => Company::of(&asked.constraint).map_err(|error| match error {
                CompanyError::Unsupported(predicates) | CompanyError::Besides(predicates) => {
                    ApiError::unsupported(&predicates)
                }
                other => ApiError::new(
                    StatusCode::UNPROCESSABLE_ENTITY,
                    "players",
                    other.to_string(),
                )
                .hint("such as `elo 1400..1600`"),
            })?,
            false => (None, asked.constraint.clone()),
        };
        let options = Options {
            start: opening.end().clone(),
            castled: castled_in(&opening),
            max_plies: request.max_plies,
            nodes: request.nodes.unwrap_or(limits.nodes).min(limits.nodes),
            shortest: request.shortest,
            uniform: request.style == "uniform",
            human: human.then(|| Human {
                company: company.unwrap_or_default(),
                ..Human::default()
            }),
            ..Options::default()
        };
        let task = Task::new(&board, options).map_err(|error| match error {
            TaskError::Impossible(refutation) => ApiError::impossible(&refutation),
            TaskError::Unsupported(predicates) => ApiError::unsupported(&predicates),
            error @ TaskError::Style { .. } => {
                ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "style", error.to_string())
                    .hint("the style direct takes every constraint")
            }
        })?;
        let first = Record::Run(request.run(&state, &asked)).to_line() + "\n";
        let kind = match request.unique {
            Some(UniqueKind::Mirror) => Unique::Mirror,
            Some(UniqueKind::Exact) | None => Unique::Exact,
        };
        let budget = Budget {
            position: limits.position_time,
            job: limits.job_time,
        };
        let progress = request.progress;
        let order = Order {
            task,
            opening,
            kind,
            excluded: request.excluded(kind)?,
        };
        let batch = Batch::new(order, &board, request, budget, stop);
        Ok::<_, ApiError>((first, batch, progress))
    };
    let (first, batch, progress) = app.jobs.turn(batch).await??;
    let (client, response) = Client::new(cancel, progress);
    tokio::spawn(async move {
        client.send(first.into_bytes()).await;
        follow(client, batch, &app, place).await;
    });
    Ok(response)
}

/// Turn by turn to the end, or until nobody listens.
async fn follow(mut client: Client, mut batch: Batch, app: &App, place: Place) {
    // The first position goes out at once; later ones share a turn.
    let mut length = Duration::ZERO;
    while !batch.is_over() {
        let standing = batch.progress();
        let turn = move || {
            batch.turn(length);
            batch
        };
        let turn = app.jobs.turn(turn);
        let Ok(mut back) = client
            .wait_for(turn, &app.jobs, |passed| standing.after(passed))
            .await
        else {
            client.send(fault_line()).await;
            return;
        };
        if !client.send(back.take_lines()).await {
            return;
        }
        batch = back;
        length = batch::TURN;
    }
    drop(place);
    client.send(batch.summary()).await;
}
