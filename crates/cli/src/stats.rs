//! What a whole batch is like: the table of `--stats` and the closing sentence.

use std::fmt::Write as _;

use sissa::Summary;
use sissa_game::words::{counted, grouped};

use crate::console::Paint;

/// The measures to read.
pub fn table(summary: &Summary, dropped: u64, seconds: f64, paint: Paint) -> String {
    let Some(measures) = &summary.stats else {
        return String::new();
    };
    let mut text = String::new();
    let mut row = |name: &str, value: String| {
        let _ = writeln!(text, "{}  {value}", paint.dim(&format!("{name:<22}")));
    };
    let number = |value: Option<f64>, digits: usize| {
        value.map_or("-".to_owned(), |value| format!("{value:.digits$}"))
    };
    let per_thousand = |value: Option<f64>| {
        value.map_or("-".to_owned(), |value| {
            format!("{} per 1,000", grouped(value.round() as u64))
        })
    };
    let (made, asked) = (grouped(summary.produced), grouped(summary.requested));
    row("positions", format!("{made} of {asked}"));
    let satisfied = format!("{:.2} %", 100.0 * measures.satisfaction_ratio);
    row("satisfaction ratio", satisfied);
    let before = if dropped == 0 {
        String::new()
    } else {
        format!(" before {} were dropped", grouped(dropped))
    };
    let unique = format!("{:.2} %{before}", 100.0 * measures.unique_ratio);
    row("unique ratio", unique);
    row("mean half-moves", number(summary.mean_plies, 2));
    row("median half-moves", number(summary.median_plies, 1));
    let differences: Vec<String> = (1..)
        .zip(measures.k_pdr)
        .filter(|(_, percent)| *percent > 0.0)
        .map(|(k, percent)| format!("{k}: {percent:.2} %"))
        .collect();
    let differences = if differences.is_empty() {
        "0 % for all".to_owned()
    } else {
        differences.join("  ")
    };
    row("k-PDR, k = 1..14", differences);
    let entropy = number(measures.occupancy_entropy, 3);
    row("occupancy entropy", format!("{entropy} bits a square"));
    row(
        "pawn structures",
        per_thousand(measures.pawn_structures_per_1000),
    );
    row(
        "first 8 half-moves",
        per_thousand(measures.openings_per_1000),
    );
    let speed = grouped(measures.positions_per_second as u64);
    row("speed", format!("{speed} positions/s ({})", time(seconds)));
    text
}

/// What was made, in one line.
pub fn sentence(summary: &Summary, seconds: f64) -> String {
    let mut text = counted(summary.produced, "position");
    if summary.produced > 1 {
        match summary.produced - summary.unique {
            0 => text.push_str(", all different"),
            repeated => {
                let _ = write!(text, ", {} repeated", grouped(repeated));
            }
        }
    }
    if let Some(repaired) = summary.repaired.filter(|repaired| *repaired > 0) {
        let repaired = grouped(repaired);
        let _ = write!(text, ", {repaired} finished by the style direct");
    }
    if let Some(mean) = summary.mean_plies {
        let _ = write!(text, ", {mean:.1} half-moves on average");
    }
    let _ = write!(text, ", {}", time(seconds));
    text
}

/// A duration to read.
fn time(seconds: f64) -> String {
    match seconds {
        short if short < 1.0 => format!("{:.0} ms", 1000.0 * short),
        long if long < 120.0 => format!("{long:.1} s"),
        long => format!("{:.0} min {:.0} s", (long / 60.0).floor(), long % 60.0),
    }
}
