//! The routes: one table, from which both the router and the OpenAPI document are made.

mod explain;
mod explore;
mod generate;
mod info;
mod openapi;
mod play;
mod records;
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
    guard::{Gate, LocalOnly, guard},
    jobs::{self, Jobs},
    page,
    problem::ApiError,
    socket::{self, Sockets},
};
pub use openapi::openapi;
use openapi::{Answer, Route};
use records::answer;

/// What every handler knows.
#[derive(Debug, Clone)]
pub struct App {
    pub config: Config,
    pub jobs: Jobs,
}

impl App {
    /// A session for one job: its turns are the threads, its files are nobody's, it stays within
    /// the server's limits, and the endgame tables are everybody's.
    fn session(&self, cancel: &Cancel) -> Session {
        let limits = &self.config.limits;
        let shared = &self.config.session;
        shared
            .sharing_tables()
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
fn routes() -> Vec<Row> {
    let groups = [documents(), positions(), games(), explore()];
    groups.into_iter().flatten().collect()
}

type Row = (Route, MethodRouter<App>);

/// A route that is read.
fn read(path: &'static str, about: &'static str, answer: Answer) -> Route {
    Route::new(Method::GET, path, about).answers(answer)
}

/// A route that is asked with a request.
fn ask<T: schemars::JsonSchema>(path: &'static str, about: &'static str, answer: Answer) -> Route {
    Route::new(Method::POST, path, about)
        .takes::<T>()
        .answers(answer)
}

/// Records, one a line.
fn records() -> Answer {
    Answer::lines::<crate::client::Line>()
}

fn documents() -> Vec<Row> {
    let any = || Answer::json::<serde_json::Value>();
    let words = Answer::json::<Vec<String>>();
    vec![
        (
            read(
                "/info",
                "What this server is and can do",
                Answer::json::<info::Info>(),
            ),
            get(info::info),
        ),
        (
            read(
                "/presets",
                "The constraints that have a name",
                Answer::json::<Vec<info::PresetRecord>>(),
            ),
            get(info::presets),
        ),
        (
            read("/words", "The words of the constraint language", words),
            get(info::words),
        ),
        (
            read("/schema", "The JSON Schema of a record", any()),
            get(info::schema),
        ),
        (
            read("/openapi.json", "This document", any()),
            get(info::document),
        ),
    ]
}

fn positions() -> Vec<Row> {
    vec![
        (
            ask::<sissa::Explain>(
                "/explain",
                "What a constraint means and whether anything can satisfy it",
                Answer::json::<sissa::Explanation>(),
            ),
            post(explain::explain),
        ),
        (
            ask::<sissa::Check>(
                "/check",
                "Whether positions are valid and satisfy a constraint, one record a line",
                records(),
            ),
            post(answer::<sissa::Check>),
        ),
        (
            ask::<sissa::Generate>(
                "/generate",
                "Positions that satisfy a constraint, one record a line as they are made",
                records(),
            ),
            post(generate::generate),
        ),
        (
            ask::<sissa::Prove>(
                "/prove",
                "A game that reaches a position, or the reason why none can",
                records(),
            ),
            post(answer::<sissa::Prove>),
        ),
        (
            ask::<sissa::Retro>(
                "/retro",
                "The past of a position: last moves, castling, en passant, promotions, captures",
                records(),
            ),
            post(answer::<sissa::Retro>),
        ),
        (
            ask::<sissa::Solve>(
                "/solve",
                "Problems as composers set them, solved exactly, one record a line",
                records(),
            ),
            post(answer::<sissa::Solve>),
        ),
        (
            ask::<sissa::TagPuzzles>(
                "/tag",
                "What happens in the best line of positions: motifs and how difficult it is, one record a line",
                records(),
            ),
            post(answer::<sissa::TagPuzzles>),
        ),
        (
            ask::<sissa::MakePuzzles>(
                "/puzzles",
                "Puzzles to order or from games, one record a line as they are made",
                records(),
            ),
            post(answer::<sissa::MakePuzzles>),
        ),
    ]
}

fn games() -> Vec<Row> {
    let files = Answer::files(&[
        "image/svg+xml",
        "image/png",
        "text/html",
        "application/x-chess-pgn",
    ]);
    vec![
        (
            ask::<sissa::Review>(
                "/review",
                "What happened in games: every move judged, with reasons, and accuracies, one record a line",
                records(),
            ),
            post(answer::<sissa::Review>),
        ),
        (
            ask::<sissa::Play>(
                "/play",
                "A move as a player of a rating might choose it",
                Answer::json::<sissa::PlayAnswer>(),
            ),
            post(play::play),
        ),
        (
            ask::<sissa::Analyse>(
                "/analyse",
                "The best moves with their lines, deeper and deeper",
                Answer::lines::<sissa::AnalysisRecord>(),
            ),
            post(play::analyse),
        ),
        (
            ask::<sissa::Advise>(
                "/advise",
                "Which man to move, where to and why; what is threatened, what others would play",
                Answer::json::<sissa::AdviceRecord>(),
            ),
            post(play::advise),
        ),
        (
            ask::<sissa::Threats>(
                "/threats",
                "Which men are in danger",
                Answer::json::<sissa::ThreatRecord>(),
            ),
            post(play::threats),
        ),
        (
            ask::<rules::RulesRequest>(
                "/rules",
                "The rules of a game, found out from yes and no",
                Answer::lines::<rules::LearningEvent>(),
            ),
            post(rules::rules),
        ),
        (
            ask::<show::ShowRequest>(
                "/show",
                "Positions and games as a drawing, a page to print or PGN",
                files,
            ),
            post(show::show),
        ),
    ]
}

fn explore() -> Vec<Row> {
    vec![
        (
            ask::<sissa::Find>(
                "/find",
                "Positions of the server's imported games that satisfy a constraint, one record a line",
                records(),
            ),
            post(explore::find),
        ),
        (
            ask::<sissa::Report>(
                "/report",
                "How often, when and with which results the imported games satisfy constraints",
                Answer::json::<sissa::Figures>(),
            ),
            post(explore::report),
        ),
        (
            ask::<sissa::Similar>(
                "/similar",
                "Imported games that are like a game, positions that are like a position, one record a line",
                records(),
            ),
            post(explore::similar),
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
    let gate = Gate {
        local,
        token: config.token.clone(),
        read_only: config.read_only,
    };
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
        .layer(middleware::from_fn_with_state(gate.clone(), guard));
    let sockets = Sockets {
        router: router.clone(),
        jobs: jobs.clone(),
        body: limits.body,
        patience: limits.patience,
    };
    let router = Router::new()
        .route("/api/v1/socket", get(socket::open).with_state(sockets))
        .layer(middleware::from_fn_with_state(gate, guard))
        .fallback_service(router);
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
