//! `POST /show`: drawings, pages to print, PGN.

use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use schemars::JsonSchema;
use serde::Deserialize;
use shakmaty::{Bitboard, Color, Square};
use sissa_record::{Entry, Game, analysis_link, analysis_link_of_position, fen, pgn, read_one};
use sissa_render::{
    Diagram,
    html::{self, Problem, Sheet, Solutions},
    png,
    svg::{self, SvgStyle},
};

use super::App;
use crate::problem::{ApiError, Input};

/// Positions and games to draw.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShowRequest {
    /// Each a FEN, EPD, PGN, a list of moves or a record; of a game the last position is drawn.
    inputs: Vec<String>,
    /// What to make.
    format: ShowFormat,
    /// Put Black at the bottom.
    #[serde(default)]
    flip: bool,
    /// Squares to point out, such as `e4`.
    #[serde(default)]
    marks: Vec<String>,
    /// Boards in a row, 1 to 6.
    #[serde(default = "three")]
    columns: u32,
    /// Width of a board in a PNG, in pixels.
    #[serde(default = "four_hundred")]
    size: u32,
    /// The heading of a page.
    #[serde(default)]
    title: Option<String>,
    /// The constraint that the positions were made for: below the heading, and a tag of PGN.
    #[serde(default)]
    constraint: Option<String>,
    /// Where a page shows the games.
    #[serde(default)]
    solutions: Place,
}

fn three() -> u32 {
    3
}

fn four_hundred() -> u32 {
    400
}

/// What to make of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ShowFormat {
    /// A drawing; a sheet of several.
    Svg,
    /// The same as pixels.
    Png,
    /// A page to print.
    Html,
    /// Games for any chess program.
    Pgn,
}

/// Where a page shows the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// Nowhere.
    #[default]
    None,
    /// Below the boards.
    Below,
    /// On a page of their own.
    Separate,
}

pub async fn show(
    State(app): State<App>,
    Input(request): Input<ShowRequest>,
) -> Result<Response, ApiError> {
    let most = app.config.limits.boards;
    let tool = sissa::TOOL;
    if request.inputs.is_empty() || request.inputs.len() > most {
        return Err(ApiError::bad(
            "limit",
            format!(
                "{} positions were given: it may be 1 to {most}",
                request.inputs.len()
            ),
        ));
    }
    let format = request.format;
    let bytes = app.jobs.compute(move || draw(&request, tool)).await?;
    let kind = match format {
        ShowFormat::Svg => "image/svg+xml",
        ShowFormat::Png => "image/png",
        ShowFormat::Html => "text/html; charset=utf-8",
        ShowFormat::Pgn => "application/x-chess-pgn",
    };
    Ok(([(header::CONTENT_TYPE, kind)], bytes).into_response())
}

fn draw(request: &ShowRequest, tool: &str) -> Result<Vec<u8>, ApiError> {
    if !(1..=html::MAX_COLUMNS).contains(&request.columns) {
        let message = format!(
            "columns is {}: it may be 1 to {}",
            request.columns,
            html::MAX_COLUMNS
        );
        return Err(ApiError::bad("limit", message));
    }
    let mut entries = Vec::with_capacity(request.inputs.len());
    for text in &request.inputs {
        entries.push(read_one(text)?);
    }
    let mut marks = Bitboard::EMPTY;
    for name in &request.marks {
        let square: Square = name.parse().map_err(|_| {
            ApiError::bad("input", format!("{} is not a square", sissa::quoted(name)))
        })?;
        marks.add(square);
    }
    if request.format == ShowFormat::Pgn {
        return games(&entries, request.constraint.as_deref(), tool);
    }
    let figures: Vec<Diagram> = entries
        .iter()
        .map(|entry| {
            let setup = &entry.position.setup;
            let diagram = Diagram::new(setup.board.clone())
                .with_turn(setup.turn)
                .with_marks(marks);
            diagram.seen_from(if request.flip {
                Color::Black
            } else {
                Color::White
            })
        })
        .collect();
    if request.format == ShowFormat::Html {
        return Ok(page(request, &entries, figures).into_bytes());
    }
    let several = figures.len() > 1;
    let numbered: Vec<Diagram> = (1..)
        .zip(figures)
        .map(|(number, diagram)| match (several, diagram.turn) {
            (true, Some(turn)) => diagram.with_caption(format!("{number} · {}", to_move(turn))),
            _ => diagram,
        })
        .collect();
    let drawing = svg::sheet(&numbered, request.columns as usize, &SvgStyle::default());
    if request.format == ShowFormat::Svg {
        return Ok(drawing.into_bytes());
    }
    let columns = request.columns.min(numbered.len() as u32);
    png::encode(&drawing, request.size.saturating_mul(columns)).map_err(|error| {
        ApiError::bad("limit", error.to_string()).hint("fewer boards, or a smaller size")
    })
}

fn page(request: &ShowRequest, entries: &[Entry], figures: Vec<Diagram>) -> String {
    let problems: Vec<Problem> = entries
        .iter()
        .zip(figures)
        .map(|(entry, diagram)| Problem {
            caption: diagram.turn.map_or("", to_move).to_owned(),
            diagram,
            fen: entry
                .position
                .checked
                .as_ref()
                .map_or_else(|_| entry.position.text.clone(), fen),
            solution: entry
                .game
                .as_ref()
                .filter(|game| game.plies() > 0)
                .map(Game::movetext),
            link: match (&entry.game, &entry.position.checked) {
                (Some(game), _) => Some(analysis_link(game)),
                (None, Ok(position)) => Some(analysis_link_of_position(position)),
                (None, Err(_)) => None,
            },
        })
        .collect();
    html::sheet(&Sheet {
        title: request.title.as_deref().unwrap_or("Chess positions"),
        subtitle: request.constraint.as_deref().unwrap_or(""),
        problems: &problems,
        solutions: match request.solutions {
            Place::None => Solutions::None,
            Place::Below => Solutions::SamePage,
            Place::Separate => Solutions::OwnPage,
        },
        heading: "Games",
        columns: request.columns,
    })
}

fn games(entries: &[Entry], constraint: Option<&str>, tool: &str) -> Result<Vec<u8>, ApiError> {
    let mut text = String::new();
    for (number, entry) in (1..).zip(entries) {
        let game = match (&entry.game, &entry.position.checked) {
            (Some(game), _) => game.clone(),
            (None, Ok(position)) => Game::starting_from(position.clone()),
            (None, Err(reasons)) => {
                let why = reasons.first().map_or("", |reason| reason.message.as_str());
                return Err(ApiError::bad(
                    "input",
                    format!("input {number} is no position of chess: {why}"),
                ));
            }
        };
        let (round, plies, goal) = (
            number.to_string(),
            game.plies().to_string(),
            fen(game.end()),
        );
        let mut tags = vec![
            ("Event", "Sissa position"),
            ("Round", round.as_str()),
            ("Annotator", tool),
            ("PlyCount", plies.as_str()),
        ];
        tags.extend(constraint.map(|constraint| ("Constraint", constraint)));
        tags.push(("GoalFEN", goal.as_str()));
        text += &pgn(&game, &tags);
    }
    Ok(text.into_bytes())
}

fn to_move(color: Color) -> &'static str {
    color.fold_wb("White to move", "Black to move")
}
