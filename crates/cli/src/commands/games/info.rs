//! `sissa games info`.

use std::{collections::BTreeMap, fmt::Write as _};

use serde_json::json;
use sissa_games::{Folder, Info, info};

use super::{failed, threads};
use crate::{
    args::{InfoArgs, InfoFormat},
    output::Output,
    printer::grouped,
    problem::{Exit, Problem},
};

/// How many openings are listed.
const OPENINGS: usize = 15;

pub fn run(args: &InfoArgs) -> Result<Exit, Problem> {
    let folder = Folder::open(&args.games).map_err(failed)?;
    let found = info(&folder, threads(args.threads)).map_err(failed)?;
    let output = Output::open(None)?;
    let text = match args.format {
        InfoFormat::Text => text(&found),
        InfoFormat::Json => json(&found),
    };
    output.write(text.as_bytes())?;
    output.finish()?;
    Ok(Exit::Yes)
}

/// The commonest openings first.
fn openings(info: &Info) -> Vec<(&str, u64)> {
    let mut openings: Vec<(&str, u64)> = info
        .openings
        .iter()
        .map(|(name, count)| (name.as_str(), *count))
        .collect();
    openings.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    openings
}

fn text(info: &Info) -> String {
    let tally = &info.tally;
    let mut text = String::new();
    let mean = match tally.kept {
        0 => 0.0,
        kept => tally.plies as f64 / kept as f64,
    };
    let _ = writeln!(
        text,
        "{} games, {} positions, {mean:.1} half-moves a game (median {})",
        grouped(tally.kept),
        grouped(tally.plies + tally.kept),
        info.median_length().unwrap_or(0),
    );
    let _ = writeln!(
        text,
        "{} read, {} broken, {} of other variants, {} removed by filters",
        grouped(tally.read),
        grouped(tally.broken),
        grouped(tally.variants),
        grouped(tally.removed.total()),
    );
    let removed = &tally.removed;
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
    let games = tally.kept.max(1);
    let mut table = |heading: &str, rows: Vec<(String, u64)>| {
        let _ = writeln!(text, "\n{heading}");
        let width = rows
            .iter()
            .map(|(name, _)| name.chars().count())
            .max()
            .unwrap_or(0);
        for (name, count) in rows {
            let share = 100.0 * count as f64 / games as f64;
            let bar = "█".repeat((share / 2.5).round() as usize);
            let _ = writeln!(
                text,
                "  {name:<width$}  {:>11}  {share:5.1} %  {bar}",
                grouped(count)
            );
        }
    };
    let sources = info.sources.iter().map(|(name, (count, whole))| {
        let note = if *whole { "" } else { " (not to its end)" };
        (format!("{name}{note}"), *count)
    });
    table("Sources", sources.collect());
    table("Results", pairs(&info.results));
    let mut ratings: Vec<(String, u64)> = info
        .ratings
        .iter()
        .map(|(from, count)| (format!("{from}–{}", from + 199), *count))
        .collect();
    ratings.push(("a rating missing".to_owned(), info.unrated));
    ratings.retain(|(_, count)| *count > 0);
    table("Mean ratings", ratings);
    let classes = pairs(&info.time_classes).into_iter().map(|(name, count)| {
        (
            if name.is_empty() {
                "unknown".to_owned()
            } else {
                name
            },
            count,
        )
    });
    table("Time controls", classes.collect());
    let mut years: Vec<(String, u64)> = decades(&info.years);
    years.push(("no date".to_owned(), info.undated));
    years.retain(|(_, count)| *count > 0);
    table("Dates", years);
    let openings = openings(info);
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
    if !tally.examples.is_empty() {
        let _ = writeln!(text, "\nBroken games, the first of them");
        for example in &tally.examples {
            let _ = writeln!(
                text,
                "  {} game {}: {}",
                example.source, example.game, example.reason
            );
        }
    }
    text
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

fn json(info: &Info) -> String {
    let openings: Vec<_> = openings(info)
        .into_iter()
        .map(|(name, games)| json!({"name": name, "games": games}))
        .collect();
    let sources: Vec<_> = info
        .sources
        .iter()
        .map(
            |(name, (games, complete))| json!({"name": name, "games": games, "complete": complete}),
        )
        .collect();
    let value = json!({
        "tally": info.tally,
        "sources": sources,
        "results": info.results,
        "ratings": info.ratings,
        "unrated": info.unrated,
        "time_classes": info.time_classes,
        "years": info.years,
        "undated": info.undated,
        "median_plies": info.median_length(),
        "clocks": info.clocks,
        "evals": info.evals,
        "set_up": info.set_up,
        "openings": openings,
    });
    format!("{value:#}\n")
}
