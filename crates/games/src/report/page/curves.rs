//! When a constraint is first satisfied.

use maud::{Markup, html};
use sissa_render::chart::{Axis, Line, LineChart, Unit};

use super::{Look, class_mark, drawing};
use crate::report::{
    Classes, Measures,
    classes::curve,
    quantile,
    words::{percent, short, shown},
};

/// Shares below this are exceptional and not drawn, as in the thesis.
const THRESHOLD: f64 = 0.05;

pub(super) fn section(measures: &Measures, classes: &Classes, looks: &[Look]) -> Markup {
    let chart = |least: f64| drawing(chart(measures, classes, looks, least));
    html! {
        p {
            "The distribution of the half-move at which a game first satisfies the constraint; two half-moves are \
             one point. Colours are the classes found below."
        }
        div.wide tabindex="0" { (chart(0.0)) }
        details {
            summary { "Only shares of 5 % and more, as in the thesis’ figure 3.5" }
            div.wide tabindex="0" { (chart(THRESHOLD)) }
        }
        (table(measures, classes))
    }
}

fn chart(measures: &Measures, classes: &Classes, looks: &[Look], least: f64) -> String {
    let curves: Vec<Vec<f64>> = measures
        .constraints
        .iter()
        .map(|found| curve(&found.plies))
        .collect();
    let last = curves
        .iter()
        .filter_map(|curve| curve.iter().rposition(|share| *share >= 0.004))
        .max()
        .unwrap_or(1)
        .clamp(8, 60);
    let mut order: Vec<usize> = (0..curves.len())
        .filter(|&i| classes.of[i].is_some())
        .collect();
    let key = |i: usize| measures.constraints[i].mean_ply().unwrap_or(0.0);
    order.sort_by(|&a, &b| key(a).total_cmp(&key(b)));
    let share = Axis::new("share of the games that satisfy it");
    LineChart::new("When each constraint is first satisfied")
        .x(Axis::new("half-move"))
        .y(share.unit(Unit::Percent).from_zero())
        .threshold(THRESHOLD, "5 %: the thesis’ threshold")
        .size(1040.0, 400.0)
        .lines(order.into_iter().map(|i| {
            let points = (0..=last).map(|at| {
                let share = Some(curves[i][at]).filter(|share| *share >= least);
                (2.0 * at as f64, share)
            });
            Line::with_gaps(short(&measures.constraints[i].name), points)
                .color(looks[i].color)
                .dash(looks[i].dash)
        }))
        .inline()
}

fn table(measures: &Measures, classes: &Classes) -> Markup {
    html! {
        div.wide tabindex="0" {
            table {
                thead {
                    tr {
                        @for name in [
                            "constraint", "class", "mean", "lower quartile", "median", "upper quartile", "commonest",
                        ] {
                            th { (name) }
                        }
                    }
                }
                tbody {
                    @for (found, class) in measures.constraints.iter().zip(&classes.of) {
                        tr {
                            th { (found.name) }
                            td { @if let Some(class) = class { (class_mark(*class)) } @else { "–" } }
                            td { (shown(found.mean_ply())) }
                            @for share in [0.25, 0.5, 0.75] {
                                td { (shown(quantile(&found.plies, share))) }
                            }
                            td { (commonest(&found.plies)) }
                        }
                    }
                }
            }
        }
    }
}

/// The half-move that comes up most, and how often.
fn commonest(plies: &[u64]) -> String {
    let all: u64 = plies.iter().sum();
    let most = plies
        .iter()
        .enumerate()
        .max_by_key(|(ply, count)| (**count, usize::MAX - ply))
        .filter(|(_, count)| **count > 0);
    most.map_or("–".to_owned(), |(ply, count)| {
        format!("{ply} ({})", percent(*count as f64 / all as f64))
    })
}
