//! Problem sheets as one HTML page, to read on screen or to print.
//!
//! The page is complete in itself: style and boards are inline, there is no script, and a
//! content policy forbids every request. On paper no page break cuts a board, and solutions
//! can start a page of their own.
//!
//! ```
//! use sissa_render::Diagram;
//! use sissa_render::html::{Problem, Sheet, Solutions, sheet};
//! use shakmaty::Chess;
//!
//! let problem = Problem {
//!     diagram: Diagram::of(&Chess::default()),
//!     fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
//!     caption: "White to move".to_owned(),
//!     solution: Some("1. e4".to_owned()),
//!     link: Some("https://lichess.org/analysis".to_owned()),
//! };
//! let page = sheet(&Sheet {
//!     title: "Warm-up",
//!     subtitle: "One position",
//!     problems: &[problem],
//!     solutions: Solutions::OwnPage,
//!     heading: "Solutions",
//!     columns: 3,
//! });
//! assert!(page.starts_with("<!DOCTYPE html>"));
//! assert!(page.contains("1. e4"));
//! ```

use crate::svg::SvgStyle;
use crate::{Diagram, escape, svg};

/// A page of problems.
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'a> {
    pub title: &'a str,
    /// Below the title; empty for none.
    pub subtitle: &'a str,
    pub problems: &'a [Problem],
    pub solutions: Solutions,
    /// What they are called: solutions, or the games that led here.
    pub heading: &'a str,
    /// Boards to a row on paper and on wide screens, 1 to [`MAX_COLUMNS`].
    pub columns: u32,
}

/// Most boards to a row; more would be too small to read.
pub const MAX_COLUMNS: u32 = 6;

/// One numbered diagram of a [`Sheet`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Its own caption is not shown; `caption` is.
    pub diagram: Diagram,
    /// Shown in small type, to copy.
    pub fen: String,
    /// Beside the number; empty for none.
    pub caption: String,
    /// Movetext or any other text.
    pub solution: Option<String>,
    /// Where to open the position. Only `http` and `https` addresses become links.
    pub link: Option<String>,
}

/// Where solutions are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Solutions {
    /// Nowhere.
    #[default]
    None,
    /// Right after the last problem.
    SamePage,
    /// After a page break, to keep or to hand out apart.
    OwnPage,
}

const CSS: &str = include_str!("html/sheet.css");

/// The whole page.
pub fn sheet(sheet: &Sheet) -> String {
    let style = SvgStyle::default();
    let title = escape::xml(sheet.title);
    let diagrams: Vec<Diagram> = sheet
        .problems
        .iter()
        .map(|problem| problem.diagram.clone())
        .collect();

    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n<style>\n{CSS}</style>\n</head>\n<body>\n\
         <svg class=\"definitions\" width=\"0\" height=\"0\" aria-hidden=\"true\">{}</svg>\n\
         <header>\n<h1>{title}</h1>\n",
        svg::definitions(&diagrams, &style)
    );
    if !sheet.subtitle.is_empty() {
        page.push_str(&format!("<p>{}</p>\n", escape::xml(sheet.subtitle)));
    }
    page.push_str(&format!(
        "</header>\n<main class=\"problems\" style=\"--columns: {}\">\n",
        sheet.columns.clamp(1, MAX_COLUMNS)
    ));
    for (index, problem) in sheet.problems.iter().enumerate() {
        page.push_str(&figure(index + 1, problem, sheet.solutions, &style));
    }
    page.push_str("</main>\n");
    page.push_str(&solutions(sheet));
    page.push_str(
        "<footer>Made with Sissa. Pieces by Colin M.L. Burnett, GPL-2.0-or-later.</footer>\n\
         </body>\n</html>\n",
    );
    page
}

fn figure(number: usize, problem: &Problem, solutions: Solutions, style: &SvgStyle) -> String {
    // The caption becomes the name that screen readers announce.
    let name = match problem.caption.as_str() {
        "" => format!("Position {number}"),
        caption => format!("Position {number}: {caption}"),
    };
    let board = svg::inline(&problem.diagram.clone().with_caption(name), style);
    let label = match (&problem.solution, solutions) {
        (None, _) | (_, Solutions::None) => format!("<b>{number}</b>"),
        _ => format!("<b><a href=\"#s{number}\" title=\"More\">{number}</a></b>"),
    };
    let mut figure = format!(
        "<figure id=\"p{number}\">\n{board}\n<figcaption>\n<p class=\"caption\">{label} <span>{}</span>",
        escape::xml(&problem.caption)
    );
    if let Some(link) = problem.link.as_deref().filter(|link| is_web_address(link)) {
        figure.push_str(&format!(
            " <a class=\"open\" href=\"{}\" rel=\"noopener noreferrer\">open</a>",
            escape::xml(link)
        ));
    }
    figure.push_str("</p>\n");
    if !problem.fen.is_empty() {
        figure.push_str(&code(&problem.fen));
    }
    figure.push_str("</figcaption>\n</figure>\n");
    figure
}

/// A FEN that wraps after ranks; what follows the board stays on one line.
fn code(fen: &str) -> String {
    let fen = escape::xml(fen);
    let (board, rest) = fen.split_once(' ').unwrap_or((&fen, ""));
    let board = board.replace('/', "/<wbr>");
    format!("<code>{board} <span>{rest}</span></code>\n")
}

fn solutions(sheet: &Sheet) -> String {
    let class = match sheet.solutions {
        Solutions::None => return String::new(),
        Solutions::SamePage => "solutions",
        Solutions::OwnPage => "solutions own-page",
    };
    let mut items = String::new();
    for (index, problem) in sheet.problems.iter().enumerate() {
        if let Some(solution) = &problem.solution {
            let number = index + 1;
            items.push_str(&format!(
                "<p id=\"s{number}\"><b><a href=\"#p{number}\" title=\"Position\">{number}</a></b> <span>{}</span></p>\n",
                escape::xml(solution)
            ));
        }
    }
    if items.is_empty() {
        return String::new();
    }
    format!(
        "<section class=\"{class}\">\n<h2>{}</h2>\n<div>\n{items}</div>\n</section>\n",
        escape::xml(sheet.heading)
    )
}

/// Keeps `javascript:` and other surprises out of links.
fn is_web_address(link: &str) -> bool {
    let starts_with = |prefix: &str| {
        link.get(..prefix.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(prefix))
    };
    starts_with("https://") || starts_with("http://")
}
