//! The report as Markdown: the tables and findings, for places that show no pages.

use std::fmt::Write as _;

use sissa_render::text::line;

use super::{
    Classes, Measure, Measures, Page,
    page::ratings::{band, bands},
    quantile,
    tables::pace,
    wilson,
    words::{grouped, percent, printed, shown, signed, sums},
};
use crate::statistics::mean;

fn cell(text: &str) -> String {
    line(text).replace('|', "\\|")
}

/// Writes the report.
pub fn markdown(page: &Page, measures: &Measures, classes: &Classes) -> String {
    let mut text = format!(
        "# {}\n\n{}\n\n{} games.\n",
        line(&page.title),
        line(&page.origin),
        grouped(measures.games)
    );
    results(&mut text, measures);
    own_results(&mut text, measures);
    first_satisfied(&mut text, measures, classes);
    classes_section(&mut text, measures, classes);
    ratings(&mut text, measures);
    text
}

fn results(text: &mut String, measures: &Measures) {
    let thesis = measures
        .constraints
        .iter()
        .any(|found| printed(&found.name).is_some());
    text.push_str(
        "\n## Who wins\n\nWhite’s share counts decided games; intervals are Wilson’s at 95 %.\n\n",
    );
    text.push_str(
        "| constraint | games | of all | White | draw | Black | White, decided | interval |",
    );
    text.push_str(if thesis { " thesis |\n" } else { "\n" });
    text.push_str("|---|--:|--:|--:|--:|--:|--:|--:|");
    text.push_str(if thesis { "--:|\n" } else { "\n" });
    for found in &measures.constraints {
        let [won, drawn, lost] = found.outcomes;
        let all = (won + drawn + lost).max(1) as f64;
        let _ = write!(
            text,
            "| `{}` | {} | {} | {} | {} | {} |",
            cell(&found.name),
            grouped(found.satisfied),
            percent(found.satisfied as f64 / measures.games.max(1) as f64),
            percent(won as f64 / all),
            percent(drawn as f64 / all),
            percent(lost as f64 / all),
        );
        match wilson(won, won + lost) {
            Some(share) => {
                let _ = write!(
                    text,
                    " {} | {:.1}–{:.1} % |",
                    percent(share.value),
                    100.0 * share.low,
                    100.0 * share.high
                );
            }
            None => text.push_str(" – | – |"),
        }
        if thesis {
            let other = printed(&found.name).map_or("–".to_owned(), percent);
            let _ = write!(text, " {other} |");
        }
        text.push('\n');
    }
}

fn own_results(text: &mut String, measures: &Measures) {
    let own = |found: &Measure| {
        let [won, drawn, lost] = found.own_outcomes?;
        let share = wilson(won, won + lost)?;
        let all = (won + drawn + lost) as f64;
        Some(format!(
            "| `{}` | {} | {} | {} | {} | {} | {:.1}–{:.1} % |\n",
            cell(&found.name),
            grouped(won + drawn + lost),
            percent(won as f64 / all),
            percent(drawn as f64 / all),
            percent(lost as f64 / all),
            percent(share.value),
            100.0 * share.low,
            100.0 * share.high
        ))
    };
    let rows: String = measures.constraints.iter().filter_map(own).collect();
    if !rows.is_empty() {
        text.push_str(
            "\n### The side that satisfies it\n\n\
             | constraint | games | wins | draws | loses | wins, decided | interval |\n\
             |---|--:|--:|--:|--:|--:|--:|\n",
        );
        text.push_str(&rows);
    }
}

fn first_satisfied(text: &mut String, measures: &Measures, classes: &Classes) {
    text.push_str(
        "\n## When it is first satisfied\n\n\
         | constraint | class | mean half-move | median | quartiles | half-moves later per 100 rating points |\n\
         |---|--:|--:|--:|--:|--:|\n",
    );
    for (found, class) in measures.constraints.iter().zip(&classes.of) {
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {} | {}–{} | {} |",
            cell(&found.name),
            class.map_or("–".to_owned(), |class| (class + 1).to_string()),
            shown(found.mean_ply()),
            shown(quantile(&found.plies, 0.5)),
            shown(quantile(&found.plies, 0.25)),
            shown(quantile(&found.plies, 0.75)),
            pace(&measures.cuts, found).map_or("–".to_owned(), |pace| {
                let ends = (signed(pace.low, 2), signed(pace.high, 2));
                format!("{} ({} to {})", signed(pace.value, 2), ends.0, ends.1)
            }),
        );
    }
}

fn classes_section(text: &mut String, measures: &Measures, classes: &Classes) {
    let unit = if classes.count == 1 {
        "class"
    } else {
        "classes"
    };
    let _ = write!(
        text,
        "\n## Classes\n\n{} {unit}, mean silhouette {:.2}.\n\n",
        classes.count, classes.silhouette
    );
    for class in 0..classes.count {
        let members: Vec<String> = measures
            .constraints
            .iter()
            .zip(&classes.of)
            .filter(|(_, of)| **of == Some(class))
            .map(|(found, _)| format!("`{}`", cell(&found.name)))
            .collect();
        let _ = writeln!(text, "{}. {}", class + 1, members.join(", "));
    }
    if let Some(words) = sums(classes) {
        let _ = write!(text, "\n{words}\n");
    }
}

fn ratings(text: &mut String, measures: &Measures) {
    text.push_str("\n## By rating: mean half-move\n\n| constraint |");
    let bands = bands(measures);
    for from in &bands {
        let _ = write!(text, " {} |", measures.cuts.name(*from));
    }
    text.push_str("\n|---|");
    text.push_str(&"--:|".repeat(bands.len()));
    text.push('\n');
    for found in &measures.constraints {
        let _ = write!(text, "| `{}` |", cell(&found.name));
        for from in &bands {
            let mean = band(found, *from).and_then(|band| mean(&band.plies));
            let _ = write!(text, " {} |", shown(mean));
        }
        text.push('\n');
    }
}
