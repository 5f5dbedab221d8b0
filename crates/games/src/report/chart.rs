//! Charts as SVG: lines, intervals and joins. Colours that follow the page are classes of its CSS.

use std::fmt::Write as _;

/// Colours of classes; further ones begin again.
const COLORS: [&str; 8] = [
    "#2563eb", "#e8710a", "#138a63", "#c8305a", "#7a4ddb", "#0f8fae", "#8a5a2b", "#64748b",
];

/// Dashes of the members of a class.
const DASHES: [&str; 5] = ["", "7 3", "2.5 3", "9 3 2 3", "14 4"];

pub(crate) fn color(class: usize) -> &'static str {
    COLORS[class % COLORS.len()]
}

pub(crate) fn dash(member: usize) -> &'static str {
    DASHES[member % DASHES.len()]
}

pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A line of a chart.
pub(crate) struct Line {
    pub name: String,
    pub color: &'static str,
    pub dash: &'static str,
    /// In the order of x; `None` in y breaks the line.
    pub points: Vec<(f64, Option<f64>)>,
}

/// How a chart of lines is laid out.
pub(crate) struct Axes<'a> {
    pub title: &'a str,
    pub x: &'a str,
    pub y: &'a str,
    /// Marks on the x axis, and their words.
    pub ticks: Vec<(f64, String)>,
    pub percent: bool,
    /// A dotted line across, and its words.
    pub threshold: Option<(f64, String)>,
    pub from_zero: bool,
    pub width: f64,
    pub height: f64,
    pub legend: bool,
}

/// A step between marks that people like.
fn step(range: f64, marks: f64) -> f64 {
    let raw = (range / marks).max(1e-9);
    let power = 10f64.powf(raw.log10().floor());
    let fit = [1.0, 2.0, 2.5, 5.0, 10.0]
        .into_iter()
        .find(|fit| fit * power >= raw);
    fit.unwrap_or(10.0) * power
}

fn number(value: f64, step: f64, percent: bool) -> String {
    match (percent, step) {
        (true, step) if step < 0.01 => format!("{:.1} %", 100.0 * value),
        (true, _) => format!("{:.0} %", 100.0 * value),
        (false, step) if step < 1.0 => format!("{value:.1}"),
        (false, _) => format!("{value:.0}"),
    }
}

/// Lines over a common axis.
pub(crate) fn lines(axes: &Axes<'_>, lines: &[Line]) -> String {
    let (left, right, top, bottom) = (56.0, if axes.legend { 178.0 } else { 14.0 }, 14.0, 44.0);
    let (width, height) = (axes.width, axes.height);
    let xs = || {
        lines
            .iter()
            .flat_map(|line| line.points.iter().map(|point| point.0))
    };
    let ys = || {
        lines
            .iter()
            .flat_map(|line| line.points.iter().filter_map(|point| point.1))
    };
    let (x0, x1) = (
        xs().fold(f64::INFINITY, f64::min),
        xs().fold(f64::NEG_INFINITY, f64::max),
    );
    let (mut y0, mut y1) = (
        ys().fold(f64::INFINITY, f64::min),
        ys().fold(f64::NEG_INFINITY, f64::max),
    );
    if !(x0.is_finite() && y0.is_finite()) {
        return String::new();
    }
    if axes.from_zero {
        y0 = 0.0;
    }
    let marks = step((y1 - y0).max(1e-6), 5.0);
    (y0, y1) = ((y0 / marks).floor() * marks, (y1 / marks).ceil() * marks);
    let across = (x1 - x0).max(1e-9);
    let place = |x: f64, y: f64| {
        (
            left + (x - x0) / across * (width - left - right),
            top + (y1 - y) / (y1 - y0).max(1e-9) * (height - top - bottom),
        )
    };
    let mut svg = format!(
        "<svg class=\"chart\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">",
        escape(axes.title)
    );
    let mut at = y0;
    while at <= y1 + marks / 1e3 {
        let (_, y) = place(x0, at);
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"{left}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            width - right,
            left - 7.0,
            y + 4.0,
            number(at, marks, axes.percent)
        );
        at += marks;
    }
    for (at, words) in &axes.ticks {
        let (x, _) = place(*at, y0);
        let y = height - bottom;
        let _ = write!(
            svg,
            "<line class=\"axis\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{y:.1}\" y2=\"{:.1}\"/>\
             <text class=\"tick\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            y + 4.0,
            y + 17.0,
            escape(words)
        );
    }
    let _ = write!(
        svg,
        "<line class=\"axis\" x1=\"{left}\" x2=\"{:.1}\" y1=\"{:.1}\" y2=\"{:.1}\"/>\
         <text class=\"label\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
         <text class=\"label\" transform=\"translate(13 {:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
        width - right,
        height - bottom,
        height - bottom,
        (left + width - right) / 2.0,
        height - 8.0,
        escape(axes.x),
        (top + height - bottom) / 2.0,
        escape(axes.y),
    );
    if let Some((at, words)) = &axes.threshold {
        let (x, y) = place(x1, *at);
        let _ = write!(
            svg,
            "<line class=\"threshold\" x1=\"{left}\" x2=\"{x:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            x - 4.0,
            y - 5.0,
            escape(words)
        );
    }
    for (index, line) in lines.iter().enumerate() {
        let mut path = String::new();
        let mut down = false;
        for (x, y) in &line.points {
            match y {
                Some(y) => {
                    let (x, y) = place(*x, *y);
                    let _ = write!(path, "{}{x:.1} {y:.1}", if down { "L" } else { "M" });
                    down = true;
                }
                None => down = false,
            }
        }
        let _ = write!(
            svg,
            "<path class=\"line\" d=\"{path}\" stroke=\"{}\" stroke-dasharray=\"{}\"><title>{}</title></path>",
            line.color,
            line.dash,
            escape(&line.name)
        );
        if axes.legend {
            let y = top + 8.0 + index as f64 * 17.5;
            let x = width - right + 16.0;
            let _ = write!(
                svg,
                "<line class=\"line\" x1=\"{x}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"{}\" stroke-dasharray=\"{}\"/>\
                 <text class=\"legend\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                x + 26.0,
                line.color,
                line.dash,
                x + 33.0,
                y + 4.0,
                escape(&line.name)
            );
        }
    }
    svg + "</svg>"
}

/// A row of the chart of results.
pub(crate) struct ResultRow {
    pub name: String,
    pub color: &'static str,
    /// Shares of White's wins, draws and Black's wins.
    pub shares: [f64; 3],
    /// White's share of the decided games.
    pub decided: super::Share,
    /// What another study found.
    pub other: Option<f64>,
    pub games: u64,
}

/// Results as bars, and White's share of decided games with its interval.
pub(crate) fn results(rows: &[ResultRow], base: f64, other: &str) -> String {
    let row = 25.0;
    let (label, bar, gap, plot) = (168.0, 330.0, 70.0, 440.0);
    let (width, top) = (label + bar + gap + plot + 14.0, 38.0);
    let height = top + rows.len() as f64 * row + 34.0;
    let mut low = base;
    let mut high = base;
    for row in rows {
        low = low.min(row.decided.low).min(row.other.unwrap_or(1.0));
        high = high.max(row.decided.high).max(row.other.unwrap_or(0.0));
    }
    let marks = step(high - low, 6.0);
    (low, high) = ((low / marks).floor() * marks, (high / marks).ceil() * marks);
    let left = label + bar + gap;
    let place = |share: f64| left + (share - low) / (high - low).max(1e-9) * plot;
    let mut svg = format!(
        "<svg class=\"chart\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"Results\">\
         <text class=\"label\" x=\"{label}\" y=\"16\">all results: White wins, draws, Black wins</text>\
         <text class=\"label\" x=\"{left}\" y=\"16\">White’s share of decided games, 95 % interval{}</text>",
        if other.is_empty() {
            String::new()
        } else {
            format!("; ◇ {}", escape(other))
        }
    );
    let bottom = top + rows.len() as f64 * row;
    let mut at = low;
    while at <= high + marks / 1e3 {
        let x = place(at);
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{top}\" y2=\"{bottom}\"/>\
             <text class=\"tick\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            bottom + 17.0,
            number(at, marks, true)
        );
        at += marks;
    }
    let x = place(base);
    let _ = write!(
        svg,
        "<line class=\"threshold\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{top}\" y2=\"{bottom}\"><title>all games</title></line>\
         <text class=\"tick\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">all games</text>",
        top - 6.0
    );
    for (index, found) in rows.iter().enumerate() {
        let y = top + index as f64 * row;
        let middle = y + row / 2.0;
        let _ = write!(
            svg,
            "<text class=\"legend\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            label - 10.0,
            middle + 4.0,
            escape(&found.name)
        );
        let mut x = label;
        for (share, class) in found.shares.iter().zip(["won", "drawn", "lost"]) {
            let wide = share * bar;
            let _ = write!(
                svg,
                "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"{:.1}\"/>",
                y + 4.0,
                row - 8.0
            );
            if wide > 34.0 {
                let _ = write!(
                    svg,
                    "<text class=\"in-{class}\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{:.0}</text>",
                    x + wide / 2.0,
                    middle + 3.5,
                    100.0 * share
                );
            }
            x += wide;
        }
        let shown = found.decided;
        let _ = write!(
            svg,
            "<g><title>{} games: {:.2} % ({:.2}–{:.2})</title>\
             <line x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{middle:.1}\" y2=\"{middle:.1}\" stroke=\"{c}\" stroke-width=\"2.5\"/>\
             <circle cx=\"{:.1}\" cy=\"{middle:.1}\" r=\"4.2\" fill=\"{c}\"/></g>",
            found.games,
            100.0 * shown.value,
            100.0 * shown.low,
            100.0 * shown.high,
            place(shown.low),
            place(shown.high),
            place(shown.value),
            c = found.color
        );
        if let Some(other) = found.other {
            let x = place(other);
            let _ = write!(
                svg,
                "<path class=\"diamond\" d=\"M{x:.1} {:.1}l4.6 4.6l-4.6 4.6l-4.6 -4.6z\"><title>{:.2} %</title></path>",
                middle - 4.6,
                100.0 * other
            );
        }
    }
    svg + "</svg>"
}

/// The joins of a clustering, from near to far.
pub(crate) fn joins(
    names: &[String],
    colors: &[&'static str],
    joins: &[(Vec<usize>, Vec<usize>, f64)],
) -> String {
    let Some((one, other, far)) = joins.last() else {
        return String::new();
    };
    // Leaves in the order in which the last join lists them keep the lines from crossing.
    let order: Vec<usize> = one.iter().chain(other).copied().collect();
    let (row, label, width) = (22.0, 168.0, 760.0);
    let height = order.len() as f64 * row + 44.0;
    let place = |distance: f64| label + 8.0 + distance / far.max(1e-9) * (width - label - 30.0);
    let mut svg = format!(
        "<svg class=\"chart narrow\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"Classes\">"
    );
    let mut at: Vec<(Vec<usize>, f64, f64)> = Vec::new();
    for (line, &leaf) in order.iter().enumerate() {
        let y = 12.0 + line as f64 * row;
        let _ = write!(
            svg,
            "<text class=\"legend\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"{}\" style=\"fill:{}\">{}</text>",
            label,
            y + 4.0,
            colors[leaf],
            colors[leaf],
            escape(&names[leaf])
        );
        at.push((vec![leaf], 0.0, y));
    }
    for (one, other, distance) in joins {
        let take = |group: &[usize], at: &mut Vec<(Vec<usize>, f64, f64)>| {
            let found = at
                .iter()
                .position(|(members, ..)| members.contains(&group[0]));
            found.map(|found| at.swap_remove(found))
        };
        let (Some(a), Some(b)) = (take(one, &mut at), take(other, &mut at)) else {
            continue;
        };
        let x = place(*distance);
        let _ = write!(
            svg,
            "<path class=\"join\" d=\"M{:.1} {:.1}H{x:.1}V{:.1}H{:.1}\"><title>{distance:.2} moves</title></path>",
            place(a.1),
            a.2,
            b.2,
            place(b.1)
        );
        let members = a.0.iter().chain(&b.0).copied().collect();
        at.push((members, *distance, (a.2 + b.2) / 2.0));
    }
    let bottom = height - 26.0;
    let marks = step(*far, 6.0);
    let mut mark = 0.0;
    while mark <= *far + marks / 1e3 {
        let x = place(mark);
        let _ = write!(
            svg,
            "<text class=\"tick\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            bottom + 8.0,
            number(mark, marks, false)
        );
        mark += marks;
    }
    let _ = write!(
        svg,
        "<text class=\"label\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">distance of the curves, in moves</text></svg>",
        (label + width) / 2.0,
        height - 2.0
    );
    svg
}
