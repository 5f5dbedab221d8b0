//! The report as one self-contained page.

use std::fmt::Write as _;

use shakmaty::{Color, Role, Square};

use super::{
    Classes, Measure, Measures, THESIS_TUPLES, chart,
    chart::{Axes, Line, ResultRow, escape},
    classes::curve,
    heatmap,
    measure::mean,
    quantile,
    tables::pace,
    wilson,
};

const STYLE: &str = include_str!("page.css");
const ROLES: [(Role, &str); 6] = [
    (Role::King, "King"),
    (Role::Queen, "Queen"),
    (Role::Rook, "Rook"),
    (Role::Bishop, "Bishop"),
    (Role::Knight, "Knight"),
    (Role::Pawn, "Pawn"),
];
/// Shares below this are exceptional and not drawn, as in the thesis.
pub(crate) const THRESHOLD: f64 = 0.05;

/// What a page is about.
#[derive(Clone, Debug)]
pub struct Page<'a> {
    /// The heading.
    pub title: &'a str,
    /// The games' origin, in words.
    pub origin: &'a str,
    /// Constraints to set side by side, by their place in the list.
    pub compare: &'a [usize],
}

/// A name short enough for a chart.
pub(crate) fn short(name: &str) -> String {
    let name = name
        .strip_prefix("white ")
        .filter(|rest| rest.starts_with('('))
        .unwrap_or(name);
    match name.char_indices().nth(24) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// What the thesis printed for a constraint.
pub(crate) fn printed(name: &str) -> Option<f64> {
    let found = THESIS_TUPLES
        .iter()
        .find(|tuple| tuple.constraint() == name);
    found.map(|tuple| tuple.wins)
}

pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Class and place in it of every constraint, for colours and dashes.
fn looks(classes: &Classes) -> Vec<(&'static str, &'static str)> {
    let mut members = vec![0; classes.count + 1];
    classes
        .of
        .iter()
        .map(|class| {
            let class = class.unwrap_or(classes.count);
            members[class] += 1;
            (chart::color(class), chart::dash(members[class] - 1))
        })
        .collect()
}

/// Writes the page.
pub fn html(page: &Page<'_>, measures: &Measures, classes: &Classes) -> String {
    let looks = looks(classes);
    let mut body = String::new();
    header(&mut body, page, measures);
    results(&mut body, measures, &looks);
    first_satisfied(&mut body, measures, classes, &looks);
    class_section(&mut body, measures, classes, &looks);
    ratings(&mut body, measures, &looks);
    side_by_side(&mut body, page, measures);
    squares(&mut body, measures);
    body.push_str(NOTES);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{}</title><style>{STYLE}</style></head><body><main>{body}</main></body></html>\n",
        escape(page.title)
    )
}

fn header(body: &mut String, page: &Page<'_>, measures: &Measures) {
    let decided: u64 = measures.outcomes.iter().sum();
    let share = |index: usize| percent(measures.outcomes[index] as f64 / decided.max(1) as f64);
    let _ = write!(
        body,
        "<header><h1>{}</h1><p class=\"lead\">{}</p><div class=\"cards\">\
         <div><b>{}</b><span>games</span></div><div><b>{}</b><span>constraints</span></div>\
         <div><b>{}</b><span>White wins</span></div><div><b>{}</b><span>draws</span></div>\
         <div><b>{}</b><span>Black wins</span></div></div>\
         <nav><a href=\"#results\">Who wins</a><a href=\"#first\">When first</a><a href=\"#classes\">Classes</a>\
         <a href=\"#ratings\">By rating</a><a href=\"#compare\">Side by side</a><a href=\"#squares\">Squares</a>\
         <a href=\"#notes\">Notes</a></nav></header>",
        escape(page.title),
        escape(page.origin),
        grouped(measures.games),
        measures.constraints.len(),
        share(0),
        share(1),
        share(2),
    );
}

fn results(body: &mut String, measures: &Measures, looks: &[(&'static str, &'static str)]) {
    let rows: Vec<ResultRow> = measures
        .constraints
        .iter()
        .zip(looks)
        .filter_map(|(found, (color, _))| {
            let [won, _, lost] = found.outcomes;
            let all = found.outcomes.iter().sum::<u64>().max(1) as f64;
            Some(ResultRow {
                name: short(&found.name),
                color,
                shares: found.outcomes.map(|count| count as f64 / all),
                decided: wilson(won, won + lost)?,
                other: printed(&found.name),
                games: found.satisfied,
            })
        })
        .collect();
    let [won, _, lost] = measures.outcomes;
    let base = won as f64 / (won + lost).max(1) as f64;
    let thesis = rows.iter().any(|row| row.other.is_some());
    let _ = write!(
        body,
        "<section id=\"results\"><h2>Who wins</h2><p>Results of the games that satisfy each constraint at some point. \
         White’s share counts decided games only; the dotted line is all games.</p>{}",
        chart::results(
            &rows,
            base,
            if thesis { "the thesis, figure 3.4" } else { "" }
        )
    );
    body.push_str("<div class=\"wide\"><table><thead><tr><th>constraint<th>games<th>of all<th>White<th>draw<th>Black<th>White, decided<th>95 % interval");
    if thesis {
        body.push_str("<th>thesis<th>difference");
    }
    body.push_str("</thead><tbody>");
    for found in &measures.constraints {
        let [won, _, lost] = found.outcomes;
        let all = found.outcomes.iter().sum::<u64>().max(1) as f64;
        let _ = write!(
            body,
            "<tr><th>{}<td>{}<td>{}",
            escape(&found.name),
            grouped(found.satisfied),
            percent(found.satisfied as f64 / measures.games.max(1) as f64)
        );
        for count in found.outcomes {
            let _ = write!(body, "<td>{}", percent(count as f64 / all));
        }
        match wilson(won, won + lost) {
            Some(share) => {
                let _ = write!(
                    body,
                    "<td><b>{}</b><td>{:.1}–{:.1} %",
                    percent(share.value),
                    100.0 * share.low,
                    100.0 * share.high
                );
                if let Some(other) = printed(&found.name) {
                    let gap = 100.0 * (share.value - other);
                    let _ = write!(body, "<td>{}<td>{gap:+.1}", percent(other));
                }
            }
            None => body.push_str("<td>–<td>–"),
        }
    }
    body.push_str("</tbody></table></div></section>");
}

fn first_satisfied(
    body: &mut String,
    measures: &Measures,
    classes: &Classes,
    looks: &[(&'static str, &'static str)],
) {
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
    let lines = |least: f64| -> Vec<Line> {
        let mut order: Vec<usize> = (0..curves.len())
            .filter(|&i| classes.of[i].is_some())
            .collect();
        let key = |i: usize| measures.constraints[i].mean_ply().unwrap_or(0.0);
        order.sort_by(|&a, &b| key(a).total_cmp(&key(b)));
        order
            .into_iter()
            .map(|i| Line {
                name: short(&measures.constraints[i].name),
                color: looks[i].0,
                dash: looks[i].1,
                points: (0..=last)
                    .map(|at| {
                        (
                            2.0 * at as f64,
                            Some(curves[i][at]).filter(|share| *share >= least),
                        )
                    })
                    .collect(),
            })
            .collect()
    };
    let axes = |threshold: Option<(f64, String)>| Axes {
        title: "When each constraint is first satisfied",
        x: "half-move",
        y: "share of the games that satisfy it",
        ticks: (0..=last)
            .step_by(if last > 30 { 5 } else { 2 })
            .map(|at| (2.0 * at as f64, (2 * at).to_string()))
            .collect(),
        percent: true,
        threshold,
        from_zero: true,
        width: 1040.0,
        height: 400.0,
        legend: true,
    };
    let threshold = Some((THRESHOLD, "5 %: the thesis’ threshold".to_owned()));
    let _ = write!(
        body,
        "<section id=\"first\"><h2>When it is first satisfied</h2><p>The distribution of the half-move at which a game \
         first satisfies the constraint; two half-moves are one point. Colours are the classes found below.</p>{}\
         <details><summary>Only shares of 5 % and more, as in the thesis’ figure 3.5</summary>{}</details>",
        chart::lines(&axes(threshold.clone()), &lines(0.0)),
        chart::lines(&axes(threshold), &lines(THRESHOLD)),
    );
    body.push_str("<div class=\"wide\"><table><thead><tr><th>constraint<th>class<th>mean<th>lower quartile<th>median<th>upper quartile<th>commonest</thead><tbody>");
    for (i, found) in measures.constraints.iter().enumerate() {
        let show =
            |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.1}"));
        let top = found
            .plies
            .iter()
            .enumerate()
            .max_by_key(|(ply, count)| (**count, usize::MAX - ply));
        let _ = write!(
            body,
            "<tr><th>{}<td>{}<td>{}<td>{}<td>{}<td>{}<td>{}",
            escape(&found.name),
            classes.of[i].map_or("–".to_owned(), dot),
            show(found.mean_ply()),
            show(quantile(&found.plies, 0.25)),
            show(quantile(&found.plies, 0.5)),
            show(quantile(&found.plies, 0.75)),
            top.filter(|(_, count)| **count > 0)
                .map_or("–".to_owned(), |(ply, count)| {
                    format!(
                        "{ply} ({})",
                        percent(*count as f64 / found.satisfied as f64)
                    )
                }),
        );
    }
    body.push_str("</tbody></table></div></section>");
}

fn dot(class: usize) -> String {
    format!(
        "<i class=\"dot\" style=\"background:{}\"></i>{}",
        chart::color(class),
        class + 1
    )
}

fn class_section(
    body: &mut String,
    measures: &Measures,
    classes: &Classes,
    looks: &[(&'static str, &'static str)],
) {
    let names: Vec<String> = measures
        .constraints
        .iter()
        .map(|found| short(&found.name))
        .collect();
    let colors: Vec<&'static str> = looks.iter().map(|(color, _)| *color).collect();
    let _ = write!(
        body,
        "<section id=\"classes\"><h2>Classes of constraints</h2><p>Constraints whose curves are alike, by clustering instead \
         of by eye: the distance is how many moves one curve must be shifted to become the other. The cut with the clearest \
         classes gives {} of them (mean silhouette {:.2}).</p><div class=\"two\">{}<div><table><thead><tr><th>class<th>mean half-move<th>constraints</thead><tbody>",
        classes.count,
        classes.silhouette,
        chart::joins(&names, &colors, &classes.joins)
    );
    for class in 0..classes.count {
        let members: Vec<usize> = (0..names.len())
            .filter(|&i| classes.of[i] == Some(class))
            .collect();
        let mean = members
            .iter()
            .filter_map(|&i| measures.constraints[i].mean_ply())
            .sum::<f64>()
            / members.len().max(1) as f64;
        let list: Vec<String> = members.iter().map(|&i| escape(&names[i])).collect();
        let _ = write!(
            body,
            "<tr><td>{}<td>{mean:.1}<td class=\"left\">{}",
            dot(class),
            list.join("<br>")
        );
    }
    body.push_str("</tbody></table></div></div>");
    if let Some(words) = sums(classes) {
        let _ = write!(body, "<p class=\"finding\">{words}</p>");
    }
    body.push_str("</section>");
}

/// Whether the same sum explains the classes.
pub(crate) fn sums(classes: &Classes) -> Option<String> {
    let (men, points) = (classes.by_men?, classes.by_points?);
    let (of_men, of_points) = (classes.explained_by_men?, classes.explained_by_points?);
    let verdict = match () {
        () if men > 0.8 => "The same number of men explains the classes.",
        () if men > 0.4 => "The same number of men explains the classes in part.",
        () => "The same number of men does not explain the classes.",
    };
    Some(format!(
        "{verdict} Grouping by the number of White’s men agrees with the classes to {men:.2} (adjusted Rand index: 1 is the same \
         grouping, 0 is chance), grouping by points (9, 5, 3, 3, 1) to {points:.2}. Equal numbers of men account for {} of the \
         variance of the mean half-move, equal points for {}.",
        percent(of_men),
        percent(of_points)
    ))
}

fn ratings(body: &mut String, measures: &Measures, looks: &[(&'static str, &'static str)]) {
    let bands: Vec<u16> = measures
        .bands
        .iter()
        .filter(|(_, (games, _))| *games >= 200)
        .map(|(from, _)| *from)
        .collect();
    if bands.len() < 2 {
        body.push_str("<section id=\"ratings\"><h2>By rating</h2><p>Too few ratings to compare.</p></section>");
        return;
    }
    let chart =
        |title: &str, y: &str, percent: bool, value: &dyn Fn(&Measure, u16) -> Option<f64>| {
            let lines: Vec<Line> = measures
                .constraints
                .iter()
                .zip(looks)
                .map(|(found, (color, dash))| Line {
                    name: short(&found.name),
                    color,
                    dash,
                    points: bands
                        .iter()
                        .map(|from| (f64::from(*from) + 100.0, value(found, *from)))
                        .collect(),
                })
                .collect();
            chart::lines(
                &Axes {
                    title,
                    x: "mean rating of the players",
                    y,
                    ticks: bands
                        .iter()
                        .step_by(bands.len().div_ceil(6))
                        .map(|from| (f64::from(*from) + 100.0, format!("{from}–{}", from + 199)))
                        .collect(),
                    percent,
                    threshold: None,
                    from_zero: percent,
                    width: 520.0,
                    height: 330.0,
                    legend: false,
                },
                &lines,
            )
        };
    let band = |found: &Measure, from: u16| {
        found
            .bands
            .get(&from)
            .filter(|band| band.satisfied >= 30)
            .cloned()
    };
    let _ = write!(
        body,
        "<section id=\"ratings\"><h2>By rating</h2><p>Does a strong player satisfy a constraint sooner? Bands of 200 points of the \
         players’ mean rating; bands with fewer than 30 satisfying games are left out. Scales of different servers are not the same.</p>\
         <div class=\"two even\"><figure>{}<figcaption>half-move at which it is first satisfied, mean</figcaption></figure>\
         <figure>{}<figcaption>share of the band’s games that satisfy it</figcaption></figure></div>",
        chart(
            "Mean half-move by rating",
            "mean half-move",
            false,
            &|found, from| mean(&band(found, from)?.plies)
        ),
        chart("Share by rating", "share of games", true, &|found, from| {
            let (games, _) = measures.bands.get(&from)?;
            Some(band(found, from)?.satisfied as f64 / *games as f64)
        }),
    );
    let paces: Vec<Option<f64>> = measures
        .constraints
        .iter()
        .map(|found| pace(measures, found))
        .collect();
    let later = paces.iter().flatten().filter(|pace| **pace > 0.0).count();
    let known = paces.iter().flatten().count();
    let _ = write!(
        body,
        "<p class=\"finding\">Of {known} constraints, {later} are satisfied later by stronger players and {} sooner.</p>\
         <div class=\"wide\"><table><thead><tr><th>constraint<th class=\"pace\">half-moves later per 100 points",
        known - later
    );
    for from in &bands {
        let _ = write!(body, "<th>{from}–{}", from + 199);
    }
    body.push_str("</thead><tbody>");
    for (found, pace) in measures.constraints.iter().zip(&paces) {
        let _ = write!(
            body,
            "<tr><th>{}<td>{}",
            escape(&found.name),
            pace.map_or("–".to_owned(), |pace| format!("<b>{pace:+.2}</b>"))
        );
        for from in &bands {
            match band(found, *from) {
                Some(band) => {
                    let [won, _, lost] = band.outcomes;
                    let words = wilson(won, won + lost).map_or(String::new(), |share| {
                        format!(
                            "White {} ({:.0}–{:.0})",
                            percent(share.value),
                            100.0 * share.low,
                            100.0 * share.high
                        )
                    });
                    let _ = write!(
                        body,
                        "<td title=\"{} games\">{:.1}<small>{words}</small>",
                        band.satisfied,
                        mean(&band.plies).unwrap_or(0.0)
                    );
                }
                None => body.push_str("<td>–"),
            }
        }
    }
    body.push_str("</tbody></table></div></section>");
}

fn share(found: &Measure, color: Color, role: Role, square: Square) -> f64 {
    found.square(color, role, square).count as f64 / found.satisfied.max(1) as f64
}

fn any(found: &Measure, color: Color, role: Role) -> bool {
    Square::ALL
        .iter()
        .any(|square| found.square(color, role, *square).count > 0)
}

fn side_by_side(body: &mut String, page: &Page<'_>, measures: &Measures) {
    let chosen: Vec<&Measure> = page
        .compare
        .iter()
        .filter_map(|&i| measures.constraints.get(i))
        .filter(|found| found.satisfied > 0)
        .collect();
    let Some((first, others)) = chosen
        .split_first()
        .filter(|(_, others)| !others.is_empty())
    else {
        return;
    };
    let _ = write!(
        body,
        "<section id=\"compare\"><h2>Side by side</h2><p>Where White’s men stand when the constraint is first satisfied, on a logarithmic \
         scale (figures 3.8 to 3.13 of the thesis), and the difference to {}: blue where the other has more, red where it has less.</p>{}",
        escape(&short(&first.name)),
        heatmap::scale()
    );
    for (role, name) in ROLES {
        if !chosen.iter().any(|found| any(found, Color::White, role)) {
            continue;
        }
        let _ = write!(body, "<h3>{name}</h3><div class=\"boards\">");
        for found in &chosen {
            if any(found, Color::White, role) {
                let _ = write!(
                    body,
                    "<figure>{}<figcaption>{}</figcaption></figure>",
                    heatmap::heatmap(176.0, &|square| share(found, Color::White, role, square)),
                    escape(&short(&found.name))
                );
            }
        }
        for other in others
            .iter()
            .filter(|other| any(other, Color::White, role) && any(first, Color::White, role))
        {
            let gap = |square: Square| {
                share(other, Color::White, role, square) - share(first, Color::White, role, square)
            };
            let mut most: Vec<Square> = Square::ALL.to_vec();
            most.sort_by(|a, b| gap(*b).abs().total_cmp(&gap(*a).abs()));
            let told: Vec<String> = most
                .iter()
                .take(2)
                .map(|square| format!("{square} {:+.1}", 100.0 * gap(*square)))
                .collect();
            let _ = write!(
                body,
                "<figure class=\"difference\">{}<figcaption>{} less {}<br><small>most: {}</small></figcaption></figure>",
                heatmap::difference(176.0, &gap),
                escape(&short(&other.name)),
                escape(&short(&first.name)),
                told.join(", ")
            );
        }
        body.push_str("</div>");
    }
    body.push_str("</section>");
}

fn squares(body: &mut String, measures: &Measures) {
    body.push_str(
        "<section id=\"squares\"><h2>Where the men stand</h2><p>For every constraint, the squares of each kind of man in the positions \
         that first satisfy it: heatmaps on a logarithmic scale and the commonest squares.</p>",
    );
    body.push_str(&heatmap::scale());
    for found in measures
        .constraints
        .iter()
        .filter(|found| found.satisfied > 0)
    {
        let _ = write!(
            body,
            "<details><summary>{} <span>{} games</span></summary>",
            escape(&found.name),
            grouped(found.satisfied)
        );
        for color in Color::ALL {
            let _ = write!(
                body,
                "<h3>{}</h3><div class=\"boards small\">",
                color.fold_wb("White", "Black")
            );
            for (role, name) in ROLES {
                if any(found, color, role) {
                    let _ = write!(
                        body,
                        "<figure>{}<figcaption>{name}</figcaption></figure>",
                        heatmap::heatmap(140.0, &|square| share(found, color, role, square))
                    );
                }
            }
            body.push_str("</div>");
        }
        body.push_str("<div class=\"wide\"><table><thead><tr><th>White’s man<th>square<th>positions with one there<th>White, decided<th>95 % interval<th>mean half-move<th>median<th>commonest opening</thead><tbody>");
        for (role, name) in ROLES {
            let mut best: Vec<Square> = Square::ALL.to_vec();
            best.sort_by_key(|square| {
                (
                    u64::MAX - found.square(Color::White, role, *square).count,
                    *square,
                )
            });
            for square in best.into_iter().take(5) {
                let there = found.square(Color::White, role, square);
                if there.count == 0 {
                    continue;
                }
                let [won, _, lost] = there.outcomes;
                let (wins, interval) =
                    wilson(won, won + lost).map_or(("–".to_owned(), "–".to_owned()), |share| {
                        (
                            percent(share.value),
                            format!("{:.1}–{:.1} %", 100.0 * share.low, 100.0 * share.high),
                        )
                    });
                let _ = write!(
                    body,
                    "<tr><th>{name}<td>{square}<td>{:.2} %<td>{wins}<td>{interval}<td>{:.1}<td>{:.0}<td class=\"left\">{}",
                    100.0 * there.count as f64 / found.satisfied as f64,
                    mean(&there.plies).unwrap_or(0.0),
                    quantile(&there.plies, 0.5).unwrap_or(0.0),
                    there
                        .opening
                        .as_ref()
                        .map_or(String::new(), |(name, _)| escape(name)),
                );
            }
        }
        body.push_str("</tbody></table></div></details>");
    }
    body.push_str("</section>");
}

const NOTES: &str = "<section id=\"notes\"><h2>Notes</h2><ul>\
<li>A game counts for a constraint if any of its positions satisfies it; half-moves count from the initial array (0). \
All figures of positions are of the first such position.</li>\
<li>Intervals are Wilson’s at 95 %. They speak of chance only: games by the same players and of the same openings are not independent.</li>\
<li>Curves join two half-moves into one point: a constraint on White’s men is nearly always met by Black’s capture.</li>\
<li>Distances of curves are earth mover’s distances in moves, joined by mean distance; the number of classes has the best mean silhouette.</li>\
<li>The figures behind the page are in results.csv, curves.csv, squares.csv and ratings.csv beside it.</li></ul></section>";
