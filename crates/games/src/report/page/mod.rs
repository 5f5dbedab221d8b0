//! The report as one self-contained page.
//!
//! A section is a function of the counts; `maud` escapes whatever comes from files, by type. Charts are
//! drawn by [`sissa_render::chart`] in the page's own ink.

mod classes;
mod compare;
mod curves;
pub(super) mod ratings;
mod results;
mod squares;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use shakmaty::{Color, Role, Square};
use sissa_render::{
    chart::{Heatmap, HeatmapScale, Unit, series_color},
    svg::Rgb,
    text::line,
};

use super::{
    Classes, Measure, Measures,
    words::{grouped, percent},
};

const STYLE: &str = include_str!("page.css");

/// The kinds of men as the page names them.
const ROLES: [(Role, &str); 6] = [
    (Role::King, "King"),
    (Role::Queen, "Queen"),
    (Role::Rook, "Rook"),
    (Role::Bishop, "Bishop"),
    (Role::Knight, "Knight"),
    (Role::Pawn, "Pawn"),
];

/// What a page is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The heading.
    pub title: String,
    /// The games' origin, in words.
    pub origin: String,
    /// Constraints to set side by side, by their place in the list.
    pub compare: Vec<usize>,
}

/// Colour and dashes of a constraint in all charts: its class, and its place in the class.
#[derive(Clone, Copy)]
struct Look {
    color: Rgb,
    dash: usize,
}

fn looks(classes: &Classes) -> Vec<Look> {
    let mut members = vec![0; classes.count + 1];
    classes
        .of
        .iter()
        .map(|class| {
            let class = class.unwrap_or(classes.count);
            members[class] += 1;
            Look {
                color: series_color(class),
                dash: members[class] - 1,
            }
        })
        .collect()
}

/// A drawing in a page.
fn drawing(svg: String) -> Markup {
    PreEscaped(svg)
}

/// Writes the page.
pub fn html(page: &Page, measures: &Measures, classes: &Classes) -> String {
    let looks = looks(classes);
    let sections = [
        (
            "results",
            "Who wins",
            Some(results::section(measures, &looks)),
        ),
        (
            "first",
            "When it is first satisfied",
            Some(curves::section(measures, classes, &looks)),
        ),
        (
            "classes",
            "Classes of constraints",
            Some(classes::section(measures, classes, &looks)),
        ),
        (
            "ratings",
            "By rating",
            Some(ratings::section(measures, &looks)),
        ),
        ("compare", "Side by side", compare::section(page, measures)),
        (
            "squares",
            "Where the men stand",
            Some(squares::section(measures)),
        ),
        ("notes", "Notes", Some(notes())),
    ];
    let shown = || sections.iter().filter(|(_, _, body)| body.is_some());
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (page.title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    header {
                        h1 { (page.title) }
                        p.lead { (line(&page.origin)) }
                        (cards(measures))
                        nav aria-label="Sections" {
                            @for (id, heading, _) in shown() {
                                a href={ "#" (id) } { (heading) }
                            }
                        }
                    }
                    @for (id, heading, body) in shown() {
                        section id=(id) {
                            h2 { (heading) }
                            @if let Some(body) = body { (body) }
                        }
                    }
                }
            }
        }
    }
    .into_string()
        + "\n"
}

fn cards(measures: &Measures) -> Markup {
    let decided: u64 = measures.outcomes.iter().sum();
    let share = |index: usize| percent(measures.outcomes[index] as f64 / decided.max(1) as f64);
    html! {
        div.cards {
            @for (figure, name) in [
                (grouped(measures.games), "games"),
                (measures.constraints.len().to_string(), "constraints"),
                (share(0), "White wins"),
                (share(1), "draws"),
                (share(2), "Black wins"),
            ] {
                div { b { (figure) } span { (name) } }
            }
        }
    }
}

/// The number of a class, in its colour.
fn class_mark(class: usize) -> Markup {
    html! {
        i.dot style={ "background:" (series_color(class)) } {}
        (class + 1)
    }
}

/// Shares of squares: from one in ten thousand to all.
const SHARES: HeatmapScale = HeatmapScale::Logarithmic {
    low: 1e-4,
    high: 1.0,
};

fn scale() -> Markup {
    html! { div.scale { (drawing(SHARES.legend(Unit::Percent))) } }
}

/// The share of positions that have a man on a square.
fn share(found: &Measure, color: Color, role: Role, square: Square) -> f64 {
    found.square(color, role, square).count as f64 / found.satisfied.max(1) as f64
}

fn any(found: &Measure, color: Color, role: Role) -> bool {
    Square::ALL
        .iter()
        .any(|square| found.square(color, role, *square).count > 0)
}

/// A chessboard of colours.
fn board(title: String, scale: HeatmapScale, cell: f64, value: impl Fn(Square) -> f64) -> Markup {
    let square = |row: usize, column: usize| {
        let index = (7 - row) * 8 + column;
        Square::new(u32::try_from(index).unwrap_or(0))
    };
    let map = Heatmap::new(title, scale)
        .columns("abcdefgh".chars().map(String::from))
        .rows("87654321".chars().map(String::from))
        .unit(Unit::Percent)
        .cell(cell)
        .value(|row, column| Some(value(square(row, column))));
    drawing(map.inline())
}

fn notes() -> Markup {
    html! {
        ul {
            li {
                "A game counts for a constraint if any of its positions satisfies it; half-moves count from the \
                 starting position (0). All figures of positions are of the first such position."
            }
            li {
                "Intervals are Wilson’s at 95 %. They speak of chance only: games by the same players and of the \
                 same openings are not independent."
            }
            li {
                "Curves join two half-moves into one point: a constraint on White’s men is nearly always met by \
                 Black’s capture."
            }
            li {
                "Distances of curves are earth mover’s distances in moves, joined by mean distance; the number of \
                 classes has the best mean silhouette."
            }
            li {
                "The figures behind the page are in results.csv, curves.csv, squares.csv and ratings.csv beside it."
            }
        }
    }
}
