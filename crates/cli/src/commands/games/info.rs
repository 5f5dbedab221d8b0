//! `sissa games info`.

use std::{collections::BTreeMap, fmt::Write as _};

use sissa_games::{Folder, Info, info};
use sissa_render::text::line;

use crate::{
    args::{InfoArgs, InfoFormat},
    output::Output,
    printer::grouped,
    problem::{Exit, Problem},
};

/// How many openings are listed.
const OPENINGS: usize = 15;

pub fn run(args: &InfoArgs) -> Result<Exit, Problem> {
    let folder = Folder::open(&args.games).map_err(sissa::Problem::from)?;
    let threads = args.threads.unwrap_or_else(sissa::processors);
    let found = info(&folder, threads).map_err(sissa::Problem::from)?;
    let output = Output::open(None)?;
    let text = match args.format {
        InfoFormat::Text => text(&found),
        InfoFormat::Json => format!("{:#}\n", found.json()),
    };
    output.write(text.as_bytes())?;
    output.finish()?;
    Ok(Exit::Yes)
}

fn text(info: &Info) -> String {
    let mut text = counts(info);
    let mut table = |heading: &str, rows: Vec<(String, u64)>| {
        text.push_str(&table(heading, &rows, info.tally.kept));
    };
    let sources = info.sources.iter().map(|(name, (count, whole))| {
        let note = if *whole { "" } else { " (not to its end)" };
        (format!("{name}{note}"), *count)
    });
    table("Sources", sources.collect());
    table("Results", pairs(&info.results));
    let bands = info.ratings.iter();
    let bands = bands.map(|(from, count)| (format!("{from}–{}", from + 199), *count));
    table(
        "Mean ratings",
        with_rest(bands.collect(), "a rating missing", info.unrated),
    );
    let classes = pairs(&info.time_classes).into_iter().map(|(name, count)| {
        let known = Some(name).filter(|name| !name.is_empty());
        (known.unwrap_or("unknown".to_owned()), count)
    });
    table("Time controls", classes.collect());
    table(
        "Dates",
        with_rest(decades(&info.years), "no date", info.undated),
    );
    let openings = info.commonest_openings();
    let rows = openings.iter().take(OPENINGS);
    table(
        "Openings",
        rows.map(|(name, count)| ((*name).to_owned(), *count))
            .collect(),
    );
    if openings.len() > OPENINGS {
        let more = openings.len() - OPENINGS;
        let _ = writeln!(text, "  and {} more", grouped(more as u64));
    }
    if !info.tally.examples.is_empty() {
        let _ = writeln!(text, "\nBroken games, the first of them");
        for example in &info.tally.examples {
            let told = format!(
                "{} game {}: {}",
                example.source, example.game, example.reason
            );
            let _ = writeln!(text, "  {}", line(&told));
        }
    }
    text
}

/// How many games there are, and what became of the rest.
fn counts(info: &Info) -> String {
    let (tally, removed) = (&info.tally, &info.tally.removed);
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{} games, {} positions, {:.1} half-moves a game (median {})",
        grouped(tally.kept),
        grouped(tally.plies + tally.kept),
        info.mean_plies().unwrap_or(0.0),
        info.median_plies().unwrap_or(0.0),
    );
    let _ = writeln!(
        text,
        "{} read, {} broken, {} of other variants, {} removed by filters",
        grouped(tally.read),
        grouped(tally.broken),
        grouped(tally.variants),
        grouped(removed.total()),
    );
    for (count, reason) in [
        (removed.rating, "rating"),
        (removed.time_control, "time control"),
        (removed.short, "length"),
        (removed.undecided, "result"),
    ] {
        if count > 0 {
            let _ = writeln!(text, "  {} removed by {reason}", grouped(count));
        }
    }
    let _ = writeln!(
        text,
        "{} with clocks, {} with evals, {} from a set-up position",
        grouped(info.clocks),
        grouped(info.evals),
        grouped(info.set_up),
    );
    text
}

/// Counts with their shares and bars. Names are whatever the files said.
fn table(heading: &str, rows: &[(String, u64)], games: u64) -> String {
    let mut text = format!("\n{heading}\n");
    let rows: Vec<(String, u64)> = rows
        .iter()
        .map(|(name, count)| (line(name), *count))
        .collect();
    let widths = rows.iter().map(|(name, _)| name.chars().count());
    let width = widths.max().unwrap_or(0);
    for (name, count) in rows {
        let share = 100.0 * count as f64 / games.max(1) as f64;
        let bar = "█".repeat((share / 2.5).round() as usize);
        let _ = writeln!(
            text,
            "  {name:<width$}  {:>11}  {share:5.1} %  {bar}",
            grouped(count)
        );
    }
    text
}

/// The rows that count something, and what belongs to none of them.
fn with_rest(mut rows: Vec<(String, u64)>, name: &str, rest: u64) -> Vec<(String, u64)> {
    rows.push((name.to_owned(), rest));
    rows.retain(|(_, count)| *count > 0);
    rows
}

/// Years one by one, or in tens where there are many.
fn decades(years: &BTreeMap<i32, u64>) -> Vec<(String, u64)> {
    if years.len() <= 15 {
        return years
            .iter()
            .map(|(year, count)| (year.to_string(), *count))
            .collect();
    }
    let mut tens: BTreeMap<i32, u64> = BTreeMap::new();
    for (year, count) in years {
        *tens.entry(year.div_euclid(10) * 10).or_default() += count;
    }
    tens.into_iter()
        .map(|(from, count)| (format!("{from}–{}", from + 9), count))
        .collect()
}

fn pairs(counts: &BTreeMap<String, u64>) -> Vec<(String, u64)> {
    counts
        .iter()
        .map(|(name, count)| (name.clone(), *count))
        .collect()
}
