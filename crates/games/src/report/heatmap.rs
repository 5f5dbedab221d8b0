//! Boards of colours: where men stand, and how two sets of positions differ.

use std::fmt::Write as _;

use shakmaty::{File, Rank, Square};

/// Light to dark.
const RAMP: [[f64; 3]; 6] = [
    [247.0, 251.0, 255.0],
    [208.0, 225.0, 242.0],
    [148.0, 196.0, 223.0],
    [74.0, 152.0, 201.0],
    [23.0, 100.0, 171.0],
    [8.0, 48.0, 107.0],
];
/// Less, the same, more.
const LESS: [f64; 3] = [178.0, 24.0, 43.0];
const SAME: [f64; 3] = [247.0, 247.0, 247.0];
const MORE: [f64; 3] = [33.0, 102.0, 172.0];

/// The share that is still told from none: one in ten thousand.
const LEAST: f64 = 1e-4;

fn mix(from: [f64; 3], to: [f64; 3], share: f64) -> String {
    let part = |i: usize| (from[i] + (to[i] - from[i]) * share).round() as u8;
    format!("#{:02x}{:02x}{:02x}", part(0), part(1), part(2))
}

/// The colour of a share on a logarithmic scale from one in ten thousand to all.
pub(crate) fn shade(share: f64) -> String {
    if share < LEAST {
        return "#fcfcfd".to_owned();
    }
    let at = (share.log10() - LEAST.log10()) / -LEAST.log10() * (RAMP.len() - 1) as f64;
    let index = (at.floor() as usize).min(RAMP.len() - 2);
    mix(RAMP[index], RAMP[index + 1], at - index as f64)
}

fn board(size: f64, cell: &dyn Fn(Square) -> (String, String)) -> String {
    let side = size / 8.0;
    let edge = 13.0;
    let mut svg = format!(
        "<svg class=\"board\" viewBox=\"0 0 {} {}\" width=\"{}\" role=\"img\">",
        size + edge + 1.0,
        size + edge + 1.0,
        size + edge + 1.0
    );
    for square in Square::ALL {
        let x = edge + f64::from(square.file() as u32) * side;
        let y = f64::from(7 - square.rank() as u32) * side;
        let (fill, words) = cell(square);
        let _ = write!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" fill=\"{fill}\"><title>{square} {words}</title></rect>"
        );
    }
    for file in File::ALL {
        let x = edge + (f64::from(file as u32) + 0.5) * side;
        let _ = write!(
            svg,
            "<text class=\"coordinate\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
            size + 11.0,
            file.char()
        );
    }
    for rank in Rank::ALL {
        let y = (7.5 - f64::from(rank as u32)) * side + 3.0;
        let _ = write!(
            svg,
            "<text class=\"coordinate\" x=\"5\" y=\"{y:.1}\">{}</text>",
            rank.char()
        );
    }
    let _ = write!(
        svg,
        "<rect class=\"frame\" x=\"{edge}\" y=\"0.5\" width=\"{size}\" height=\"{size}\"/></svg>"
    );
    svg
}

/// Shares of squares on a logarithmic scale.
pub(crate) fn heatmap(size: f64, share: &dyn Fn(Square) -> f64) -> String {
    board(size, &|square| {
        let share = share(square);
        let fill = match share < LEAST && square.is_dark() {
            // The board shows through where nobody stands.
            true => "#eef0f4".to_owned(),
            false => shade(share),
        };
        (fill, format!("{:.2} %", 100.0 * share))
    })
}

/// By how much shares differ, in hundredths; red where less, blue where more.
pub(crate) fn difference(size: f64, difference: &dyn Fn(Square) -> f64) -> String {
    let most = Square::ALL
        .into_iter()
        .map(|square| difference(square).abs())
        .fold(0.01, f64::max);
    board(size, &|square| {
        let value = difference(square);
        let share = (value.abs() / most).sqrt();
        let fill = match value < 0.0 {
            true => mix(SAME, LESS, share),
            false => mix(SAME, MORE, share),
        };
        (fill, format!("{:+.1} points", 100.0 * value))
    })
}

/// The scale of [`heatmap`].
pub(crate) fn scale() -> String {
    let mut svg = String::from("<svg class=\"scale\" viewBox=\"0 0 330 34\" width=\"330\">");
    for step in 0..80u32 {
        let share = 10f64.powf(LEAST.log10() * (1.0 - f64::from(step) / 79.0));
        let _ = write!(
            svg,
            "<rect x=\"{:.1}\" y=\"2\" width=\"4.4\" height=\"12\" fill=\"{}\"/>",
            8.0 + f64::from(step) * 3.8,
            shade(share)
        );
    }
    for (at, words) in [
        (0.0, "0.01 %"),
        (0.25, "0.1 %"),
        (0.5, "1 %"),
        (0.75, "10 %"),
        (1.0, "100 %"),
    ] {
        let _ = write!(
            svg,
            "<text class=\"tick\" x=\"{:.1}\" y=\"28\" text-anchor=\"middle\">{words}</text>",
            (8.0 + at * 304.0f64).clamp(18.0, 306.0)
        );
    }
    svg + "</svg>"
}
