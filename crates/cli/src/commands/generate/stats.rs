//! What a whole batch is like: the summary record, the table of `--stats`, the closing sentence.

use std::fmt::Write as _;

use sissa_record::{Measures, Record, Summary};

use super::batch::Made;
use crate::{
    args::GenerateArgs,
    console::Paint,
    printer::{counted, grouped},
    problem::Exit,
};

/// The last line of JSON Lines.
pub fn summary_line(
    made: &Made,
    args: &GenerateArgs,
    human: bool,
    exit: Exit,
    seconds: f64,
) -> String {
    let statistics = &made.statistics;
    let record = Record::Summary(Summary {
        requested: args.count,
        produced: made.written,
        unique: statistics.unique(),
        satisfied: statistics.satisfied(),
        mean_plies: statistics.mean_plies(),
        median_plies: statistics.median_plies(),
        repaired: human.then_some(made.repaired),
        exit: exit.code(),
        stats: args.stats.then(|| measures(made, args.count, seconds)),
    });
    record.to_line() + "\n"
}

/// The summary of a run that made nothing.
pub fn summary_of_nothing(requested: u64, exit: Exit) -> Summary {
    Summary {
        requested,
        produced: 0,
        unique: 0,
        satisfied: 0,
        mean_plies: None,
        median_plies: None,
        repaired: None,
        exit: exit.code(),
        stats: None,
    }
}

fn measures(made: &Made, requested: u64, seconds: f64) -> Measures {
    made.statistics.measures(requested, made.dropped, seconds)
}

/// The measures to read.
pub fn table(made: &Made, requested: u64, seconds: f64, paint: Paint) -> String {
    let measures = measures(made, requested, seconds);
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
    row(
        "positions",
        format!("{} of {}", grouped(made.written), grouped(requested)),
    );
    row(
        "satisfaction ratio",
        format!("{:.2} %", 100.0 * measures.satisfaction_ratio),
    );
    let dropped = match made.dropped {
        0 => String::new(),
        dropped => format!(" before {} were dropped", grouped(dropped)),
    };
    row(
        "unique ratio",
        format!("{:.2} %{dropped}", 100.0 * measures.unique_ratio),
    );
    row("mean half-moves", number(made.statistics.mean_plies(), 2));
    row(
        "median half-moves",
        number(made.statistics.median_plies(), 1),
    );
    let differences: Vec<String> = (1..)
        .zip(measures.k_pdr)
        .filter(|(_, percent)| *percent > 0.0)
        .map(|(k, percent)| format!("{k}: {percent:.2} %"))
        .collect();
    row(
        "k-PDR, k = 1..14",
        match differences.is_empty() {
            true => "0 % for all".to_owned(),
            false => differences.join("  "),
        },
    );
    row(
        "occupancy entropy",
        format!("{} bits a square", number(measures.occupancy_entropy, 3)),
    );
    row(
        "pawn structures",
        per_thousand(measures.pawn_structures_per_1000),
    );
    row(
        "first 8 half-moves",
        per_thousand(measures.openings_per_1000),
    );
    row(
        "speed",
        format!(
            "{} positions/s ({})",
            grouped(measures.positions_per_second as u64),
            time(seconds)
        ),
    );
    text
}

/// What was made, in one line.
pub fn sentence(made: &Made, seconds: f64) -> String {
    let statistics = &made.statistics;
    let mut text = counted(made.written, "position");
    if made.written > 1 {
        match made.written - statistics.unique() {
            0 => text.push_str(", all different"),
            repeated => {
                let _ = write!(text, ", {} repeated", grouped(repeated));
            }
        }
    }
    if made.repaired > 0 {
        let _ = write!(
            text,
            ", {} finished by the style direct",
            grouped(made.repaired)
        );
    }
    if let Some(mean) = statistics.mean_plies() {
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
