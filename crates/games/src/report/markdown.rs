//! The report as Markdown: the tables and findings, for places that show no pages.

use std::fmt::Write as _;

use super::{
    Classes, Measures, Page,
    html::{grouped, percent, printed, sums},
    measure::mean,
    quantile,
    tables::pace,
    wilson,
};

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// Writes the report.
pub fn markdown(page: &Page<'_>, measures: &Measures, classes: &Classes) -> String {
    let mut text = format!(
        "# {}\n\n{}\n\n{} games.\n",
        page.title,
        page.origin,
        grouped(measures.games)
    );
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
            let _ = write!(
                text,
                " {} |",
                printed(&found.name).map_or("–".to_owned(), percent)
            );
        }
        text.push('\n');
    }
    text.push_str("\n## When it is first satisfied\n\n| constraint | class | mean half-move | median | quartiles | half-moves later per 100 rating points |\n|---|--:|--:|--:|--:|--:|\n");
    for (found, class) in measures.constraints.iter().zip(&classes.of) {
        let show =
            |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.1}"));
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {} | {}–{} | {} |",
            cell(&found.name),
            class.map_or("–".to_owned(), |class| (class + 1).to_string()),
            show(found.mean_ply()),
            show(quantile(&found.plies, 0.5)),
            show(quantile(&found.plies, 0.25)),
            show(quantile(&found.plies, 0.75)),
            pace(measures, found).map_or("–".to_owned(), |pace| format!("{pace:+.2}")),
        );
    }
    let _ = write!(
        text,
        "\n## Classes\n\n{} classes, mean silhouette {:.2}.\n\n",
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
    text.push_str("\n## By rating: mean half-move\n\n| constraint |");
    let bands: Vec<u16> = measures
        .bands
        .iter()
        .filter(|(_, (games, _))| *games >= 200)
        .map(|(from, _)| *from)
        .collect();
    for from in &bands {
        let _ = write!(text, " {from}–{} |", from + 199);
    }
    text.push_str("\n|---|");
    text.push_str(&"--:|".repeat(bands.len()));
    text.push('\n');
    for found in &measures.constraints {
        let _ = write!(text, "| `{}` |", cell(&found.name));
        for from in &bands {
            let band = found.bands.get(from).filter(|band| band.satisfied >= 30);
            let _ = write!(
                text,
                " {} |",
                band.and_then(|band| mean(&band.plies))
                    .map_or("–".to_owned(), |mean| format!("{mean:.1}"))
            );
        }
        text.push('\n');
    }
    text
}
