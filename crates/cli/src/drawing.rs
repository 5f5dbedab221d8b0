//! Boards that are drawn all at once: svg, png and html.

use sissa::Position;
use sissa_game::Game;
use sissa_record::{analysis_link, fen};
use sissa_render::{
    Diagram,
    html::{self, Problem, Solutions},
    png,
    svg::{self, SvgStyle},
};

use crate::{
    args::{SheetArgs, SolutionsPlace},
    printer::{grouped, to_move},
    problem::Report,
};

/// Most boards of a sheet: they are held in memory until the last one is there.
pub const MOST_BOARDS: u64 = 1_000;

/// What a sheet is drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Medium {
    Svg,
    Png,
    Html,
}

/// One board of a sheet and what belongs to it.
#[derive(Clone, Debug)]
pub struct Figure {
    pub diagram: Diagram,
    pub fen: String,
    /// The game that led here, or the solution.
    pub movetext: Option<String>,
    /// Whether it is the solution.
    pub solved: bool,
    pub link: Option<String>,
    /// Below the board, instead of who is to move.
    pub caption: Option<String>,
}

impl Figure {
    /// The end of a game.
    pub fn of(game: &Game) -> Figure {
        Figure {
            diagram: Diagram::of(game.end()),
            fen: fen(game.end()),
            movetext: (game.plies() > 0).then(|| game.movetext()),
            solved: false,
            link: Some(analysis_link(game)),
            caption: None,
        }
    }

    /// A position that was made; of one that was judged, with the best line.
    pub fn of_position(position: &Position) -> Figure {
        let figure = Figure::of(&position.game);
        let line = position.judged.as_ref().map(|judged| &judged.line);
        let Some(line) = line.filter(|line| !line.is_empty()) else {
            return figure;
        };
        let mut solution = Game::starting_from(position.game.end().clone());
        for played in line {
            if solution.push_text(played).is_err() {
                break;
            }
        }
        Figure {
            movetext: Some(solution.movetext()),
            solved: true,
            ..figure
        }
    }
}

/// How a sheet is drawn.
#[derive(Debug)]
pub struct Sheet<'a> {
    pub medium: Medium,
    pub layout: &'a SheetArgs,
    pub solutions: SolutionsPlace,
    /// Below the heading of a page.
    pub subtitle: &'a str,
}

/// Refuses more boards than a sheet holds.
pub fn must_fit(boards: u64) -> Result<(), Report> {
    if boards <= MOST_BOARDS {
        return Ok(());
    }
    let (most, boards) = (grouped(MOST_BOARDS), grouped(boards));
    let message = format!("a sheet holds at most {most} boards, not {boards}");
    let hint = "make several sheets, or use a format that streams: text, fen, epd, pgn or jsonl";
    Err(Report::new(message).hint(hint))
}

impl Sheet<'_> {
    /// Draws the figures.
    pub fn draw(&self, figures: Vec<Figure>) -> Result<Vec<u8>, Report> {
        match self.medium {
            Medium::Html => Ok(self.page(figures).into_bytes()),
            Medium::Svg => Ok(self.drawing(figures).into_bytes()),
            Medium::Png => {
                let columns = self.layout.columns.min(figures.len().max(1) as u32);
                let width = self.layout.size.saturating_mul(columns);
                png::encode(&self.drawing(figures), width).map_err(|error| {
                    Report::new(error.to_string()).hint("fewer boards, or a smaller --size")
                })
            }
        }
    }

    fn drawing(&self, figures: Vec<Figure>) -> String {
        let several = figures.len() > 1;
        let diagrams: Vec<Diagram> = figures
            .into_iter()
            .enumerate()
            .map(|(index, figure)| {
                let told = figure.caption.or(figure
                    .diagram
                    .turn
                    .filter(|_| several)
                    .map(|turn| to_move(turn).to_owned()));
                match told {
                    Some(told) if several => {
                        let caption = format!("{} · {told}", index + 1);
                        figure.diagram.with_caption(caption)
                    }
                    Some(told) => figure.diagram.with_caption(told),
                    None => figure.diagram,
                }
            })
            .collect();
        svg::sheet(
            &diagrams,
            self.layout.columns as usize,
            &SvgStyle::default(),
        )
    }

    fn page(&self, figures: Vec<Figure>) -> String {
        let solved = figures.iter().all(|figure| figure.solved);
        let problems: Vec<Problem> = figures
            .into_iter()
            .map(|figure| Problem {
                caption: figure
                    .caption
                    .unwrap_or_else(|| figure.diagram.turn.map_or("", to_move).to_owned()),
                diagram: figure.diagram,
                fen: figure.fen,
                solution: figure.movetext,
                link: figure.link,
            })
            .collect();
        html::sheet(&html::Sheet {
            title: self.layout.title.as_deref().unwrap_or("Chess positions"),
            subtitle: self.subtitle,
            problems: &problems,
            solutions: match self.solutions {
                SolutionsPlace::None => Solutions::None,
                SolutionsPlace::Below => Solutions::SamePage,
                SolutionsPlace::Separate => Solutions::OwnPage,
            },
            heading: if solved { "Solutions" } else { "Games" },
            columns: self.layout.columns,
        })
    }
}
