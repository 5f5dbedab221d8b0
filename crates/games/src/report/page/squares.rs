//! Where the men stand, constraint by constraint.

use maud::{Markup, html};
use shakmaty::{Color, Role, Square};
use sissa_render::text::line;

use super::{ROLES, SHARES, any, board, scale, share};
use crate::{
    report::{
        Measure, Measures, quantile, wilson,
        words::{grouped, percent, shown},
    },
    statistics::mean,
};

/// Squares of each kind of man in the table.
const MOST: usize = 5;

pub(super) fn section(measures: &Measures) -> Markup {
    html! {
        p {
            "For every constraint, the squares of each kind of man in the positions that first satisfy it: heatmaps \
             on a logarithmic scale and the commonest squares."
        }
        (scale())
        @for found in measures.constraints.iter().filter(|found| found.satisfied > 0) {
            details {
                summary { (found.name) span { (grouped(found.satisfied)) " games" } }
                @for color in Color::ALL { (boards(found, color)) }
                (table(found))
            }
        }
    }
}

fn boards(found: &Measure, color: Color) -> Markup {
    let side = color.fold_wb("White", "Black");
    html! {
        h3 { (side) }
        div.boards.small {
            @for (role, name) in ROLES {
                @if any(found, color, role) {
                    figure {
                        (board(format!("{side}, {name}"), SHARES, 17.0, |square| share(found, color, role, square)))
                        figcaption { (name) }
                    }
                }
            }
        }
    }
}

/// The commonest squares of a kind of man.
fn commonest(found: &Measure, role: Role) -> impl Iterator<Item = Square> + '_ {
    let count = move |square: &Square| found.square(Color::White, role, *square).count;
    let mut squares: Vec<Square> = Square::ALL.to_vec();
    squares.sort_by_key(|square| (u64::MAX - count(square), *square));
    squares
        .into_iter()
        .filter(move |square| count(square) > 0)
        .take(MOST)
}

fn table(found: &Measure) -> Markup {
    html! {
        div.wide tabindex="0" {
            table {
                thead {
                    tr {
                        @for name in [
                            "White’s man", "square", "positions with one there", "White, decided", "95 % interval",
                            "mean half-move", "median",
                        ] {
                            th { (name) }
                        }
                        th.left { "commonest opening" }
                    }
                }
                tbody {
                    @for (role, name) in ROLES {
                        @for square in commonest(found, role) { (row(found, role, name, square)) }
                    }
                }
            }
        }
    }
}

fn row(found: &Measure, role: Role, name: &str, square: Square) -> Markup {
    let there = found.square(Color::White, role, square);
    let [won, _, lost] = there.outcomes;
    let decided = wilson(won, won + lost);
    let wins = decided.map_or("–".to_owned(), |share| percent(share.value));
    let interval = decided.map_or("–".to_owned(), |share| {
        format!("{:.1}–{:.1} %", 100.0 * share.low, 100.0 * share.high)
    });
    html! {
        tr {
            th { (name) }
            td { (square) }
            td { (format!("{:.2} %", 100.0 * there.count as f64 / found.satisfied as f64)) }
            td { (wins) }
            td { (interval) }
            td { (shown(mean(&there.plies))) }
            td { (shown(quantile(&there.plies, 0.5))) }
            td.left { @if let Some((opening, _)) = &there.opening { (line(opening)) } }
        }
    }
}
