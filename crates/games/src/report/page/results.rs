//! Who wins the games that satisfy a constraint.

use maud::{Markup, html};
use sissa_render::{
    chart::{Axis, Interval, IntervalChart, StackedBars, Unit},
    svg::Rgb,
};

use super::{Look, drawing};
use crate::report::{
    Measure, Measures, Share, wilson,
    words::{grouped, percent, printed, short, signed},
};

pub(super) fn section(measures: &Measures, looks: &[Look]) -> Markup {
    let thesis = measures
        .constraints
        .iter()
        .any(|found| printed(&found.name).is_some());
    html! {
        p {
            "Results of the games that satisfy each constraint at some point. White’s share counts decided games \
             only; the dotted line is all games."
        }
        div.two.even {
            figure { (drawing(bars(measures))) figcaption { "all results, in hundredths" } }
            figure {
                (drawing(intervals(measures, looks, thesis)))
                figcaption { "White’s share of decided games, 95 % interval" }
            }
        }
        @if measures.constraints.iter().any(|found| own(found).is_some()) { (own_section(measures, looks)) }
        (table(measures, thesis))
    }
}

/// The share of decided games that the side which satisfies a constraint wins.
fn own(found: &Measure) -> Option<Share> {
    let [won, _, lost] = found.own_outcomes?;
    wilson(won, won + lost)
}

fn own_section(measures: &Measures, looks: &[Look]) -> Markup {
    let axis = Axis::new("its share").unit(Unit::Percent);
    let title = "Share of decided games won by the side that satisfies the constraint";
    let mut chart = IntervalChart::new(title, axis).base(0.5, "half");
    for (found, look) in measures.constraints.iter().zip(looks) {
        if let Some(Share { value, low, high }) = own(found) {
            let interval = Interval { value, low, high };
            chart = chart.row(short(&found.name), interval, None, look.color);
        }
    }
    html! {
        p {
            "Constraints on " em { "any side" } " tell whose position it is. Counted where one side satisfies the              constraint first; where both do at once, neither is."
        }
        div.two.even {
            figure {
                (drawing(chart.inline()))
                figcaption { "share of decided games won by the side that satisfies it, 95 % interval" }
            }
        }
    }
}

fn shares(found: &Measure) -> [f64; 3] {
    let all = found.outcomes.iter().sum::<u64>().max(1) as f64;
    found.outcomes.map(|count| count as f64 / all)
}

fn decided(found: &Measure) -> Option<Share> {
    let [won, _, lost] = found.outcomes;
    wilson(won, won + lost)
}

fn bars(measures: &Measures) -> String {
    let mut bars = StackedBars::new("Results by constraint")
        .part("White wins", Rgb(0xf2, 0xea, 0xd8))
        .part("draws", Rgb(0xa9, 0xb3, 0xbf))
        .part("Black wins", Rgb(0x39, 0x42, 0x4f));
    for found in measures.constraints.iter().filter(|it| it.satisfied > 0) {
        bars = bars.row(short(&found.name), shares(found));
    }
    bars.inline()
}

fn intervals(measures: &Measures, looks: &[Look], thesis: bool) -> String {
    let [won, _, lost] = measures.outcomes;
    let axis = Axis::new("White’s share").unit(Unit::Percent);
    let mut chart = IntervalChart::new("White’s share of decided games by constraint", axis);
    if let Some(all) = wilson(won, won + lost) {
        chart = chart.base(all.value, "all games");
    }
    if thesis {
        chart = chart.other("the thesis, figure 3.4");
    }
    for (found, look) in measures.constraints.iter().zip(looks) {
        if let Some(Share { value, low, high }) = decided(found) {
            let interval = Interval { value, low, high };
            let other = printed(&found.name);
            chart = chart.row(short(&found.name), interval, other, look.color);
        }
    }
    chart.inline()
}

fn table(measures: &Measures, thesis: bool) -> Markup {
    html! {
        div.wide tabindex="0" {
            table {
                thead {
                    tr {
                        th { "constraint" }
                        @for name in [
                            "games", "of all", "White", "draw", "Black", "White, decided", "95 % interval",
                        ] {
                            th { (name) }
                        }
                        @if thesis { th { "thesis" } th { "difference" } }
                    }
                }
                tbody {
                    @for found in &measures.constraints { (row(measures, found, thesis)) }
                }
            }
        }
    }
}

fn row(measures: &Measures, found: &Measure, thesis: bool) -> Markup {
    let decided = decided(found);
    let other = printed(&found.name);
    html! {
        tr {
            th { (found.name) }
            td { (grouped(found.satisfied)) }
            td { (percent(found.satisfied as f64 / measures.games.max(1) as f64)) }
            @for share in shares(found) { td { (percent(share)) } }
            @if let Some(share) = decided {
                td { b { (percent(share.value)) } }
                td { (format!("{:.1}–{:.1} %", 100.0 * share.low, 100.0 * share.high)) }
            } @else {
                td { "–" } td { "–" }
            }
            @if thesis {
                td { (other.map_or("–".to_owned(), percent)) }
                td {
                    @if let (Some(share), Some(other)) = (decided, other) {
                        (signed(100.0 * (share.value - other), 1))
                    } @else { "–" }
                }
            }
        }
    }
}
