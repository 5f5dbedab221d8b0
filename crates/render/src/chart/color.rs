//! Colours of series and of shares.

use crate::svg::Rgb;

/// Colours of series. Each stands out from white paper and from a dark page (at least 3 : 1, by
/// WCAG's measure, as a test shows), so that one drawing serves both.
pub const SERIES: [Rgb; 8] = [
    Rgb(0x25, 0x63, 0xeb),
    Rgb(0xd8, 0x66, 0x0a),
    Rgb(0x13, 0x8a, 0x63),
    Rgb(0xd1, 0x3b, 0x65),
    Rgb(0x84, 0x5a, 0xe0),
    Rgb(0x0f, 0x8f, 0xae),
    Rgb(0x9a, 0x68, 0x35),
    Rgb(0x6b, 0x7a, 0x90),
];

/// Dashes of lines that share a colour.
const DASHES: [&str; 5] = ["", "7 3", "2.5 3.5", "9 3 2 3", "14 4"];

/// The colour of a series; further ones begin again.
pub fn series_color(series: usize) -> Rgb {
    SERIES[series % SERIES.len()]
}

/// The dashes of a line; further ones begin again.
pub(super) fn dash(line: usize) -> &'static str {
    DASHES[line % DASHES.len()]
}

pub(super) fn mix(from: Rgb, to: Rgb, share: f64) -> Rgb {
    let part =
        |from: u8, to: u8| (f64::from(from) + (f64::from(to) - f64::from(from)) * share).round();
    Rgb(
        part(from.0, to.0) as u8,
        part(from.1, to.1) as u8,
        part(from.2, to.2) as u8,
    )
}

/// Light to dark.
const RAMP: [Rgb; 6] = [
    Rgb(247, 251, 255),
    Rgb(208, 225, 242),
    Rgb(148, 196, 223),
    Rgb(74, 152, 201),
    Rgb(23, 100, 171),
    Rgb(8, 48, 107),
];

/// A colour from light (0) to dark (1).
pub(super) fn ramp(share: f64) -> Rgb {
    let at = share.clamp(0.0, 1.0) * (RAMP.len() - 1) as f64;
    let index = (at.floor() as usize).min(RAMP.len() - 2);
    mix(RAMP[index], RAMP[index + 1], at - index as f64)
}

/// A colour from red (-1) over nearly white (0) to blue (1).
pub(super) fn diverging(share: f64) -> Rgb {
    const LESS: Rgb = Rgb(178, 24, 43);
    const SAME: Rgb = Rgb(247, 247, 247);
    const MORE: Rgb = Rgb(33, 102, 172);
    let end = if share < 0.0 { LESS } else { MORE };
    mix(SAME, end, share.abs().min(1.0))
}
