//! Constraints whose curves are alike.

use maud::{Markup, html};
use sissa_render::chart::{Axis, Join, JoinTree};

use super::{Look, class_mark, drawing};
use crate::report::{
    Classes, Measures,
    words::{short, sums},
};

pub(super) fn section(measures: &Measures, classes: &Classes, looks: &[Look]) -> Markup {
    html! {
        p {
            "Constraints whose curves are alike, by clustering instead of by eye: the distance is how many moves one \
             curve must be shifted to become the other. The cut with the clearest classes gives " (classes.count)
            " of them (mean silhouette " (format!("{:.2}", classes.silhouette)) ")."
        }
        div.two {
            @if !classes.joins.is_empty() { (drawing(tree(measures, classes, looks))) }
            (table(measures, classes))
        }
        @if let Some(words) = sums(classes) { p.finding { (words) } }
    }
}

fn tree(measures: &Measures, classes: &Classes, looks: &[Look]) -> String {
    let axis = Axis::new("distance of the curves, in moves");
    let mut tree = JoinTree::new("Classes of constraints", axis);
    for (found, look) in measures.constraints.iter().zip(looks) {
        tree = tree.leaf(short(&found.name), look.color);
    }
    for (one, other, distance) in &classes.joins {
        tree = tree.join(Join {
            one: one.clone(),
            other: other.clone(),
            distance: *distance,
        });
    }
    tree.inline()
}

fn table(measures: &Measures, classes: &Classes) -> Markup {
    let members = |class: usize| {
        let all = measures.constraints.iter().zip(&classes.of);
        all.filter(move |(_, of)| **of == Some(class))
            .map(|(found, _)| found)
    };
    let mean = |class: usize| {
        let plies: Vec<f64> = members(class).filter_map(|it| it.mean_ply()).collect();
        plies.iter().sum::<f64>() / plies.len().max(1) as f64
    };
    html! {
        table {
            thead { tr { th { "class" } th { "mean half-move" } th.left { "constraints" } } }
            tbody {
                @for class in 0..classes.count {
                    tr {
                        td { (class_mark(class)) }
                        td { (format!("{:.1}", mean(class))) }
                        td.left {
                            @for found in members(class) { div { (short(&found.name)) } }
                        }
                    }
                }
            }
        }
    }
}
