//! `POST /play`, `/analyse`, `/threats`: an opponent at a level, an adviser, and what is in danger.

use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

use axum::{Json, extract::State, response::Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::{Bitboard, Color, Move, Position as _, san::SanPlus};
use sissa::Cancel;
use sissa_engine::{
    Analysis, Control, Engine, Info, Limits, Opponent, Options, Score, Situation, Strength,
    threat::ThreatMap,
};
use sissa_record::{fen, read_one};

use super::{App, short};
use crate::{
    client::{Client, fault_line, line},
    problem::{ApiError, Input},
};

/// Most moves of a game that is sent; longer ones end by the 75-move rule.
const MOST_MOVES: usize = 12_000;

/// A game so far.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameSoFar {
    /// Where the game starts, as FEN; the starting position where it is left out.
    #[serde(default)]
    start_fen: Option<String>,
    /// The moves since, in UCI notation.
    #[serde(default)]
    moves: Vec<String>,
}

/// The position after the moves of a request.
fn situation(start_fen: Option<&str>, moves: &[String]) -> Result<Situation, ApiError> {
    if moves.len() > MOST_MOVES {
        let count = moves.len();
        let message = format!("{count} moves are too many: the most are {MOST_MOVES}");
        return Err(ApiError::bad("limit", message));
    }
    let start = match start_fen {
        None => shakmaty::Chess::default(),
        Some(text) => {
            let entry = read_one(text)?;
            entry.position.checked.map_err(|reasons| {
                let wrong: Vec<&str> = reasons.iter().map(|one| one.message.as_str()).collect();
                ApiError::bad(
                    "invalid",
                    format!("this is no position to play from: {}", wrong.join("; ")),
                )
                .hint("POST /check says what is wrong")
            })?
        }
    };
    let mut situation = Situation::new(start);
    for (ply, text) in moves.iter().enumerate() {
        situation.play_uci(text).map_err(|_| {
            let text = short(text);
            ApiError::bad("move", format!("move {}, `{text}`, is not legal", ply + 1))
                .hint("moves are written as from e2 to e4: `e2e4`, `e7e8q`")
        })?;
    }
    Ok(situation)
}

/// A move to choose.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayRequest {
    /// Where the game starts, as FEN; the starting position where it is left out.
    #[serde(default)]
    start_fen: Option<String>,
    /// The moves since, in UCI notation.
    #[serde(default)]
    moves: Vec<String>,
    /// The rating to play at; full strength where it is left out.
    #[serde(default)]
    elo: Option<u32>,
    /// The seed of all chance.
    #[serde(default)]
    seed: u64,
}

/// The move chosen.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PlayAnswer {
    /// In UCI notation; nothing where there is no legal move.
    r#move: Option<String>,
    /// The same as people write it.
    san: Option<String>,
    /// The position after it.
    fen: String,
}

/// A position to analyse.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalyseRequest {
    /// Where the game starts, as FEN; the starting position where it is left out.
    #[serde(default)]
    start_fen: Option<String>,
    /// The moves since, in UCI notation.
    #[serde(default)]
    moves: Vec<String>,
    /// How many best moves.
    #[serde(default = "one")]
    lines: usize,
    /// How long, in seconds; the server has a limit of its own.
    #[serde(default = "a_second")]
    seconds: f64,
}

fn one() -> usize {
    1
}

fn a_second() -> f64 {
    1.0
}

/// One line of the stream of an analysis; later ones are deeper.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct AnalysisRecord {
    /// Half-moves searched.
    depth: u32,
    /// Positions looked at.
    nodes: u64,
    /// The best moves, best first.
    lines: Vec<LineRecord>,
    /// Whether this is the last line.
    last: bool,
}

/// A move and what is expected to follow.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LineRecord {
    /// Hundredths of a pawn, for the side to move; nothing where it is a mate.
    centipawns: Option<i32>,
    /// Moves to mate, negative where the side to move is mated.
    mate: Option<i32>,
    /// Thousandths of wins, draws and losses, for the side to move.
    wdl: [u32; 3],
    /// In UCI notation.
    moves: Vec<String>,
    /// The same as people write it.
    san: Vec<String>,
}

/// What is in danger, by the colour of the men.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ThreatRecord {
    white: Danger,
    black: Danger,
}

/// Squares of men in danger.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Danger {
    /// Attacked and not defended.
    hanging: Vec<String>,
    /// Attacked by something cheaper, or more often than defended.
    threatened: Vec<String>,
}

/// A search in a job: its clock, and who may end it.
struct Watched<'a> {
    begun: Instant,
    most: Duration,
    cancel: &'a Cancel,
}

impl Control for Watched<'_> {
    fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    fn stop(&self) -> bool {
        self.cancel.requested() || self.begun.elapsed() >= self.most
    }
}

/// Ends a search when the request that asked for it is dropped.
struct Dropped(Cancel);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.request();
    }
}

pub async fn play(
    State(app): State<App>,
    Input(request): Input<PlayRequest>,
) -> Result<Json<PlayAnswer>, ApiError> {
    let _place = app.jobs.enter()?;
    let cancel = Cancel::default();
    let _dropped = Dropped(cancel.clone());
    let most = app.config.limits.position_time;
    let work = move || chosen(&request, most, &cancel);
    app.jobs.search(work).await?.map(Json)
}

fn chosen(request: &PlayRequest, most: Duration, cancel: &Cancel) -> Result<PlayAnswer, ApiError> {
    let situation = situation(request.start_fen.as_deref(), &request.moves)?;
    let control = Watched {
        begun: Instant::now(),
        most,
        cancel,
    };
    let strength = Strength::from_elo(request.elo);
    let m = Opponent::new(Options::default(), strength, request.seed).answer(&situation, &control);
    let mut position = situation.position().clone();
    let Some(m) = m else {
        return Ok(PlayAnswer {
            r#move: None,
            san: None,
            fen: fen(&position),
        });
    };
    let uci = m.to_uci(shakmaty::CastlingMode::Standard).to_string();
    let san = SanPlus::from_move_and_play_unchecked(&mut position, m);
    Ok(PlayAnswer {
        r#move: Some(uci),
        san: Some(san.to_string()),
        fen: fen(&position),
    })
}

pub async fn analyse(
    State(app): State<App>,
    Input(request): Input<AnalyseRequest>,
) -> Result<Response, ApiError> {
    let most = app.config.limits.position_time;
    let time = super::seconds(Some(request.seconds), most)?;
    if !(1..=10).contains(&request.lines) {
        let message = format!("lines is {}: it may be 1 to 10", request.lines);
        return Err(ApiError::bad("limit", message));
    }
    let situation = situation(request.start_fen.as_deref(), &request.moves)?;
    let place = app.jobs.enter()?;
    let cancel = Cancel::default();
    let (mut client, response) = Client::new(cancel.clone(), true);
    tokio::spawn(async move {
        let _place = place;
        let standing = std::sync::Arc::new(Mutex::new(AnalysisRecord::default()));
        let told = std::sync::Arc::clone(&standing);
        let work = move || searched(&situation, request.lines, time, &told, &cancel);
        let sign = |_| {
            line(
                &*standing
                    .lock()
                    .unwrap_or_else(std::sync::PoisonError::into_inner),
            )
        };
        let search = app.jobs.search(work);
        let found = client.wait_for(search, &app.jobs, sign).await;
        let last = found.map_or_else(|_| fault_line(), |found| line(&found));
        client.send(last).await;
    });
    Ok(response)
}

fn searched(
    situation: &Situation,
    lines: usize,
    time: Duration,
    told: &Mutex<AnalysisRecord>,
    cancel: &Cancel,
) -> AnalysisRecord {
    let control = Watched {
        begun: Instant::now(),
        most: time,
        cancel,
    };
    let limits = Limits {
        lines,
        ..Limits::time(time)
    };
    let mut engine = Engine::new(Options::default());
    let found = engine.analyse(situation, &limits, &control, &mut |latest| {
        let mut told = told
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        *told = record(situation, latest, false);
    });
    record(situation, &found, true)
}

fn record(situation: &Situation, analysis: &Analysis, last: bool) -> AnalysisRecord {
    AnalysisRecord {
        depth: analysis.lines.first().map_or(0, |info| info.depth),
        nodes: analysis.nodes,
        lines: analysis
            .lines
            .iter()
            .map(|info| line_record(situation, info))
            .collect(),
        last,
    }
}

fn line_record(situation: &Situation, info: &Info) -> LineRecord {
    let uci = |m: &Move| m.to_uci(shakmaty::CastlingMode::Standard).to_string();
    LineRecord {
        centipawns: match info.score {
            Score::Centipawns(value) => Some(value),
            Score::Mate(_) => None,
        },
        mate: match info.score {
            Score::Mate(moves) => Some(moves),
            Score::Centipawns(_) => None,
        },
        wdl: info.score.wdl(),
        moves: info.pv.iter().map(uci).collect(),
        san: info.san(situation.position()),
    }
}

pub async fn threats(
    State(app): State<App>,
    Input(request): Input<GameSoFar>,
) -> Result<Json<ThreatRecord>, ApiError> {
    let work = move || {
        let situation = situation(request.start_fen.as_deref(), &request.moves)?;
        let map = ThreatMap::of(situation.position().board());
        let names = |squares: Bitboard| squares.into_iter().map(|one| one.to_string()).collect();
        let danger = |color: Color| Danger {
            hanging: names(map.hanging(color)),
            threatened: names(map.threatened(color)),
        };
        Ok(Json(ThreatRecord {
            white: danger(Color::White),
            black: danger(Color::Black),
        }))
    };
    app.jobs.compute(work).await
}
