//! Constraints side by side: where White's men stand, and how that differs.

use maud::{Markup, html};
use shakmaty::{Color, Role, Square};
use sissa_render::chart::HeatmapScale;

use super::{Page, ROLES, SHARES, any, board, scale, share};
use crate::report::{
    Measure, Measures,
    words::{short, signed},
};

/// Side of a square.
const CELL: f64 = 22.0;

pub(super) fn section(page: &Page, measures: &Measures) -> Option<Markup> {
    let chosen: Vec<&Measure> = page
        .compare
        .iter()
        .filter_map(|&i| measures.constraints.get(i))
        .filter(|found| found.satisfied > 0)
        .collect();
    let (first, others) = chosen.split_first()?;
    if others.is_empty() {
        return None;
    }
    let standing = |role: Role| chosen.iter().any(|found| any(found, Color::White, role));
    Some(html! {
        p {
            "Where White’s men stand when the constraint is first satisfied, on a logarithmic scale (figures 3.8 to \
             3.13 of the thesis), and the difference to " (short(&first.name)) ": blue where the other has more, red \
             where it has less."
        }
        (scale())
        @for (role, name) in ROLES {
            @if standing(role) {
                h3 { (name) }
                div.boards {
                    @for found in &chosen {
                        @if any(found, Color::White, role) { (place(found, role, name)) }
                    }
                    @for other in others {
                        @if any(other, Color::White, role) && any(first, Color::White, role) {
                            (difference(first, other, role, name))
                        }
                    }
                }
            }
        }
    })
}

fn place(found: &Measure, role: Role, name: &str) -> Markup {
    let title = format!("{name}, {}", found.name);
    html! {
        figure {
            (board(title, SHARES, CELL, |square| share(found, Color::White, role, square)))
            figcaption { (short(&found.name)) }
        }
    }
}

fn difference(first: &Measure, other: &Measure, role: Role, name: &str) -> Markup {
    let gap = |square: Square| {
        share(other, Color::White, role, square) - share(first, Color::White, role, square)
    };
    let mut squares: Vec<Square> = Square::ALL.to_vec();
    squares.sort_by(|a, b| gap(*b).abs().total_cmp(&gap(*a).abs()));
    let most = gap(squares[0]).abs().max(0.01);
    let told: Vec<String> = squares
        .iter()
        .take(2)
        .map(|square| format!("{square} {}", signed(100.0 * gap(*square), 1)))
        .collect();
    let title = format!("{name}, {} less {}", other.name, first.name);
    html! {
        figure {
            (board(title, HeatmapScale::Difference { most }, CELL, gap))
            figcaption {
                (short(&other.name)) " less " (short(&first.name))
                small { "most: " (told.join(", ")) }
            }
        }
    }
}
