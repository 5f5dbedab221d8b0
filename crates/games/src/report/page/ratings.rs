//! Whether a strong player satisfies a constraint sooner.

use maud::{Markup, html};
use sissa_render::chart::{Axis, Line, LineChart, Unit};

use super::{Look, drawing};
use crate::{
    report::{
        Band, Measure, Measures,
        tables::pace,
        wilson,
        words::{percent, short, signed},
    },
    statistics::{Slope, mean},
};

/// A band needs so many games, and so many that satisfy a constraint, to be shown.
const GAMES: u64 = 200;
const SATISFIED: u64 = 30;

/// Lower ends of the bands that have games enough.
pub(crate) fn bands(measures: &Measures) -> Vec<u16> {
    let bands = measures.bands.iter();
    bands
        .filter(|(_, (games, _))| *games >= GAMES)
        .map(|(from, _)| *from)
        .collect()
}

/// A constraint's games of a band, where they are enough.
pub(crate) fn band(found: &Measure, from: u16) -> Option<&Band> {
    let band = found.bands.get(&from);
    band.filter(|band| band.satisfied >= SATISFIED)
}

pub(super) fn section(measures: &Measures, looks: &[Look]) -> Markup {
    let bands = bands(measures);
    if bands.len() < 2 {
        return html! { p { "Too few ratings to compare." } };
    }
    let half_moves = Axis::new("mean half-move");
    let share = Axis::new("share of games").unit(Unit::Percent).from_zero();
    let first = chart(
        measures,
        looks,
        &bands,
        "Mean half-move by rating",
        half_moves,
        &|found, from| mean(&band(found, from)?.plies),
    );
    let often = chart(
        measures,
        looks,
        &bands,
        "Share by rating",
        share,
        &|found, from| {
            let (games, _) = measures.bands.get(&from)?;
            Some(band(found, from)?.satisfied as f64 / *games as f64)
        },
    );
    let white = win_chart(
        measures,
        looks,
        &bands,
        "White’s share by rating",
        &|_, band| Some(band.outcomes),
    );
    let own = |found: &Measure, band: &Band| found.own_outcomes.map(|_| band.own_outcomes);
    let mut sides = measures.constraints.iter();
    // Where both sides always satisfy it at once there is nothing to draw.
    let told = sides.any(|found| {
        let mut shares = bands.iter().map(|from| won(found, *from, &own));
        shares.any(|share| share.is_some())
    });
    let own = told.then(|| {
        let title = "Share of the side that satisfies it, by rating";
        win_chart(measures, looks, &bands, title, &own)
    });
    html! {
        p {
            "Does a strong player satisfy a constraint sooner? " (measures.cuts.words()) " of the players’ mean rating, \
             drawn at their middles; bands with fewer than " (SATISFIED) " satisfying games are left out. Scales of \
             different servers are not the same."
        }
        div.two.even {
            figure { (drawing(first)) figcaption { "half-move at which it is first satisfied, mean" } }
            figure { (drawing(often)) figcaption { "share of the band’s games that satisfy it" } }
            figure { (drawing(white)) figcaption { "White’s share of decided games" } }
            @if let Some(own) = own {
                figure { (drawing(own)) figcaption { "share of decided games won by the side that satisfies it" } }
            }
        }
        (paces(measures))
        (table(measures, &bands))
    }
}

/// Whose wins, draws and losses count of a constraint in a band.
type Outcomes<'a> = &'a dyn Fn(&Measure, &Band) -> Option<[u64; 3]>;

/// The share of decided games that are won, where enough are decided.
fn won(found: &Measure, from: u16, outcomes: Outcomes<'_>) -> Option<f64> {
    let [won, _, lost] = outcomes(found, band(found, from)?)?;
    (won + lost >= SATISFIED).then(|| won as f64 / (won + lost) as f64)
}

fn win_chart(
    measures: &Measures,
    looks: &[Look],
    bands: &[u16],
    title: &str,
    outcomes: Outcomes<'_>,
) -> String {
    let axis = Axis::new("share of decided games").unit(Unit::Percent);
    chart(measures, looks, bands, title, axis, &|found, from| {
        won(found, from, outcomes)
    })
}

fn chart(
    measures: &Measures,
    looks: &[Look],
    bands: &[u16],
    title: &str,
    y: Axis,
    value: &dyn Fn(&Measure, u16) -> Option<f64>,
) -> String {
    let constraints = measures.constraints.iter().zip(looks);
    let lines = constraints.filter_map(|(found, look)| {
        let points = bands
            .iter()
            .map(|from| (measures.cuts.middle(*from), value(found, *from)));
        // A name without a line would only puzzle.
        points.clone().any(|point| point.1.is_some()).then(|| {
            Line::with_gaps(short(&found.name), points)
                .color(look.color)
                .dash(look.dash)
        })
    });
    LineChart::new(title)
        .x(Axis::new("mean rating of the players"))
        .y(y)
        .lines(lines)
        .size(520.0, 330.0)
        .inline()
}

fn paces(measures: &Measures) -> Markup {
    let paces: Vec<Slope> = measures
        .constraints
        .iter()
        .filter_map(|found| pace(&measures.cuts, found))
        .collect();
    let later = paces.iter().filter(|pace| pace.low > 0.0).count();
    let sooner = paces.iter().filter(|pace| pace.high < 0.0).count();
    let unclear = paces.len() - later - sooner;
    html! {
        p.finding {
            "Of " (paces.len()) " constraints, stronger players satisfy " (later) " later and " (sooner) " sooner"
            @if unclear > 0 { "; of " (unclear) " the games do not tell (95 % interval)" }
            "."
        }
    }
}

fn table(measures: &Measures, bands: &[u16]) -> Markup {
    html! {
        div.wide tabindex="0" {
            table {
                thead {
                    tr {
                        th { "constraint" }
                        th.pace { "half-moves later per 100 points" }
                        @for from in bands { th { (measures.cuts.name(*from)) } }
                    }
                }
                tbody {
                    @for found in &measures.constraints {
                        tr {
                            th { (found.name) }
                            td {
                                @if let Some(pace) = pace(&measures.cuts, found) {
                                    b { (signed(pace.value, 2)) }
                                    small { (signed(pace.low, 2)) " to " (signed(pace.high, 2)) }
                                } @else { "–" }
                            }
                            @for from in bands { (cell(band(found, *from))) }
                        }
                    }
                }
            }
        }
    }
}

fn cell(band: Option<&Band>) -> Markup {
    let Some(band) = band else {
        return html! { td { "–" } };
    };
    let [won, _, lost] = band.outcomes;
    html! {
        td title={ (band.satisfied) " games" } {
            (format!("{:.1}", mean(&band.plies).unwrap_or(0.0)))
            @if let Some(share) = wilson(won, won + lost) {
                small {
                    "White " (percent(share.value))
                    (format!(" ({:.0}–{:.0})", 100.0 * share.low, 100.0 * share.high))
                }
            }
        }
    }
}
