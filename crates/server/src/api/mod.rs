//! The routes: one table, from which both the router and the OpenAPI document are made.

mod check;
mod explain;
mod generate;
mod info;
mod openapi;
mod play;
mod rules;
mod show;

use axum::{
    Router,
    body::to_bytes,
    extract::{DefaultBodyLimit, Request, State},
    http::{Method, StatusCode},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{MethodRouter, get, post},
};
use hyper::body::Body as _;
use sissa::{Cancel, Ceilings, Session};
use tokio::time::timeout;
use tower_http::{
    catch_panic::CatchPanicLayer,
    compression::{
        CompressionLayer, Predicate as _,
        predicate::{NotForContentType, SizeAbove},
    },
};

use crate::{
    Config,
    guard::{LocalOnly, guard},
    jobs::{self, Jobs},
    page,
    problem::ApiError,
};
pub use openapi::openapi;
use openapi::{Answer, Route};

/// What every handler knows.
#[derive(Debug, Clone)]
pub struct App {
    pub config: Config,
    pub jobs: Jobs,
}

impl App {
    /// A session for one job: its turns are the threads, its files are nobody's, and it stays within
    /// the server's limits.
    fn session(&self, cancel: &Cancel) -> Session {
        let limits = &self.config.limits;
        Session::new()
            .threads(1)
            .cancelled_by(cancel.clone())
            .ceilings(Ceilings {
                positions: limits.positions,
                nodes: limits.nodes,
                position_time: limits.position_time,
                total_time: limits.job_time,
            })
    }
}

/// The table.
fn routes() -> Vec<(Route, MethodRouter<App>)> {
    let route = |method: Method, path, about| Route::new(method, path, about);
    vec![
        (
            route(Method::GET, "/info", "What this server is and can do")
                .answers(Answer::json::<info::Info>()),
            get(info::info),
        ),
        (
            route(Method::GET, "/presets", "The constraints that have a name")
                .answers(Answer::json::<Vec<info::PresetRecord>>()),
            get(info::presets),
        ),
        (
            route(
                Method::GET,
                "/words",
                "The words of the constraint language",
            )
            .answers(Answer::json::<Vec<String>>()),
            get(info::words),
        ),
        (
            route(Method::GET, "/schema", "The JSON Schema of a record")
                .answers(Answer::json::<serde_json::Value>()),
            get(info::schema),
        ),
        (
            route(Method::GET, "/openapi.json", "This document")
                .answers(Answer::json::<serde_json::Value>()),
            get(info::document),
        ),
        (
            route(
                Method::POST,
                "/explain",
                "What a constraint means and whether anything can satisfy it",
            )
            .takes::<sissa::Explain>()
            .answers(Answer::json::<sissa::Explanation>()),
            post(explain::explain),
        ),
        (
            route(
                Method::POST,
                "/check",
                "Whether positions are valid and satisfy a constraint, one record a line",
            )
            .takes::<sissa::Check>()
            .answers(Answer::lines::<crate::client::Line>()),
            post(check::check),
        ),
        (
            route(
                Method::POST,
                "/generate",
                "Positions that satisfy a constraint, one record a line as they are made",
            )
            .takes::<sissa::Generate>()
            .answers(Answer::lines::<crate::client::Line>()),
            post(generate::generate),
        ),
        (
            route(
                Method::POST,
                "/prove",
                "A game that reaches a position, or the reason why none can",
            )
            .takes::<sissa::Prove>()
            .answers(Answer::lines::<crate::client::Line>()),
            post(check::prove),
        ),
        (
            route(
                Method::POST,
                "/retro",
                "The past of a position: last moves, castling, en passant, promotions, captures",
            )
            .takes::<sissa::Retro>()
            .answers(Answer::lines::<crate::client::Line>()),
            post(check::retro),
        ),
        (
            route(
                Method::POST,
                "/solve",
                "Problems as composers set them, solved exactly, one record a line",
            )
            .takes::<sissa::Solve>()
            .answers(Answer::lines::<crate::client::Line>()),
            post(check::solve),
        ),
        (
            route(
                Method::POST,
                "/tag",
                "What happens in the best line of positions: motifs and how difficult it is, one record a line",
            )
            .takes::<sissa::TagPuzzles>()
            .answers(Answer::lines::<crate::client::Line>()),
            post(check::tag),
        ),
        (
            route(
                Method::POST,
                "/play",
                "A move as a player of a rating might choose it",
            )
            .takes::<sissa::Play>()
            .answers(Answer::json::<sissa::PlayAnswer>()),
            post(play::play),
        ),
        (
            route(
                Method::POST,
                "/analyse",
                "The best moves with their lines, deeper and deeper",
            )
            .takes::<sissa::Analyse>()
            .answers(Answer::lines::<sissa::AnalysisRecord>()),
            post(play::analyse),
        ),
        (
            route(Method::POST, "/threats", "Which men are in danger")
                .takes::<sissa::Threats>()
                .answers(Answer::json::<sissa::ThreatRecord>()),
            post(play::threats),
        ),
        (
            route(
                Method::POST,
                "/rules",
                "The rules of a game, found out from yes and no",
            )
            .takes::<rules::RulesRequest>()
            .answers(Answer::lines::<rules::LearningEvent>()),
            post(rules::rules),
        ),
        (
            route(
                Method::POST,
                "/show",
                "Positions and games as a drawing, a page to print or PGN",
            )
            .takes::<show::ShowRequest>()
            .answers(Answer::files(&[
                "image/svg+xml",
                "image/png",
                "text/html",
                "application/x-chess-pgn",
            ])),
            post(show::show),
        ),
    ]
}

/// What is worth compressing: not what is small or compressed already, and not the lines of a job, which are to go out one by
/// one as they are found.
fn compressed() -> impl tower_http::compression::Predicate {
    SizeAbove::new(1024)
        .and(NotForContentType::new("application/x-ndjson"))
        .and(NotForContentType::const_new("image/png"))
        .and(NotForContentType::const_new("font/"))
}

/// Everything that is served, and the queue behind it.
pub fn app(config: Config, local: LocalOnly) -> (Router, Jobs) {
    let limits = config.limits.clone();
    let jobs = Jobs::new(limits.workers, limits.jobs);
    let app = App {
        config,
        jobs: jobs.clone(),
    };
    let mut api = Router::new();
    for (route, handler) in routes() {
        api = api.route(route.path(), handler);
    }
    let api = api
        .fallback(unknown)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn_with_state(app.clone(), whole_body))
        .with_state(app);
    let router = Router::new()
        .nest("/api/v1", api)
        .route("/api/{*rest}", axum::routing::any(unknown))
        .fallback(get(page::serve).fallback(wrong_method))
        .layer(CompressionLayer::new().compress_when(compressed()))
        .layer(CatchPanicLayer::custom(
            |_: Box<dyn std::any::Any + Send>| jobs::fault().into_response(),
        ))
        .layer(middleware::from_fn_with_state(local, guard));
    (router, jobs)
}

/// Reads the whole body within its time and size; one that says it is larger is not read at all.
async fn whole_body(State(app): State<App>, request: Request, next: Next) -> Response {
    let limits = &app.config.limits;
    let (head, body) = request.into_parts();
    let said = body.size_hint().lower();
    let too_large = || {
        ApiError::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "too-large",
            "the body is too large",
        )
    };
    if said > limits.body as u64 {
        return too_large().into_response();
    }
    match timeout(limits.patience, to_bytes(body, limits.body)).await {
        Ok(Ok(bytes)) => next.run(Request::from_parts(head, bytes.into())).await,
        Ok(Err(error)) => {
            let cut = "the body could not be read";
            let long = error.to_string().contains("length limit");
            let answer = if long {
                too_large()
            } else {
                ApiError::bad("body", cut)
            };
            answer.into_response()
        }
        Err(_) => {
            let late = "the body did not come in time";
            ApiError::new(StatusCode::REQUEST_TIMEOUT, "body", late).into_response()
        }
    }
}

async fn unknown() -> ApiError {
    ApiError::new(
        StatusCode::NOT_FOUND,
        "not-found",
        "there is no such request",
    )
    .hint("/api/v1/openapi.json lists what there is")
}

async fn wrong_method() -> Response {
    ApiError::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "method",
        "this address does not take that method",
    )
    .into_response()
}
