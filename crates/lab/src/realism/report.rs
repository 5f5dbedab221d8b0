//! The rows of a study as CSV and as Markdown.

use std::fmt::Write as _;

use super::{Row, Style};
use crate::table::{self, figure};

const HEAD: [&str; 17] = [
    "style",
    "constraint",
    "band",
    "share of real games",
    "real",
    "made",
    "AUC",
    "KL pawns",
    "KL passed",
    "KL balance",
    "KL material",
    "log-likelihood real",
    "log-likelihood made",
    "rating of real",
    "rating of made",
    "repaired",
    "positions/s",
];

impl Row {
    fn fields(&self) -> [String; 17] {
        let three = |number: f64| figure(number, 3);
        let [pawns, passed, balance, material] = self.divergences.map(three);
        let [likelihood_real, likelihood_made] = self.likelihoods.map(three);
        let [rating_real, rating_made] = self.recovered.map(|rating| rating.to_string());
        [
            self.style.word().to_owned(),
            self.constraint.to_owned(),
            format!("{}-{}", self.band.0, self.band.1 - 1),
            format!("{:.4}", self.share),
            self.real.to_string(),
            self.made.to_string(),
            three(self.auc),
            pawns,
            passed,
            balance,
            material,
            likelihood_real,
            likelihood_made,
            rating_real,
            rating_made,
            three(self.repaired),
            figure(self.per_second, 1),
        ]
    }
}

/// A line of the CSV file, without its end.
pub fn csv(row: &Row) -> String {
    table::csv([row.fields()]).trim_end().to_owned()
}

/// The CSV file.
pub fn table(rows: &[Row]) -> String {
    table::csv([HEAD]) + &table::csv(rows.iter().map(Row::fields))
}

/// The rows of a style.
struct OfStyle<'a>(Vec<&'a Row>);

impl OfStyle<'_> {
    fn mean(&self, of: impl Fn(&Row) -> f64) -> f64 {
        self.0.iter().map(|row| of(row)).sum::<f64>() / self.0.len() as f64
    }
}

/// Each style that has rows, with these.
fn by_style(rows: &[Row]) -> impl Iterator<Item = (Style, OfStyle<'_>)> {
    let of = |style: Style| {
        let of_style = rows.iter().filter(|row| row.style == style).collect();
        (style, OfStyle(of_style))
    };
    let all = Style::ALL.into_iter().map(of);
    all.filter(|(_, rows)| !rows.0.is_empty())
}

/// A sentence for each style.
pub fn summary(rows: &[Row]) -> String {
    let mut text = String::new();
    for (style, rows) in by_style(rows) {
        let area = rows.mean(|row| row.auc);
        let (word, cells) = (style.word(), rows.0.len());
        let _ = writeln!(text, "{word:<7} AUC {area:.3} over {cells} cells");
    }
    text
}

/// The Markdown file. `command` is what was run, `tool` the program with its version.
pub fn page(rows: &[Row], command: &str, tool: &str) -> String {
    let mut text = format!(
        "# Realism\n\nGenerated positions against positions of real online games (bullet left out) of the same constraint \
         and band of ratings; one position from each game, for each of which the style human makes one between players of the same ratings, site and pace. \
         The style boards are boards that somebody else made and of which only the men are known; there the classifier sees nothing else. The reference are the games that the models were not trained on, \
         where `--held-out` is given. `docs/human.md` says what the columns mean.\n\n`{command}` ({tool})\n\n"
    );
    means(&mut text, rows);
    cells(&mut text, rows);
    text.push_str("\nThe constraints:\n\n");
    let mut told: Vec<&str> = Vec::new();
    for row in rows {
        if !told.contains(&row.constraint) {
            told.push(row.constraint);
            let _ = writeln!(text, "- {}: `{}`", row.constraint, row.text);
        }
    }
    text
}

fn means(text: &mut String, rows: &[Row]) {
    text.push_str(
        "| style | cells | mean AUC | KL pawns | passed | balance | material | log-likelihood (real) | repaired | positions/s |\n\
         |---|---|---|---|---|---|---|---|---|---|\n",
    );
    for (style, rows) in by_style(rows) {
        let _ = writeln!(
            text,
            "| {} | {} | {:.3} | {:.2} | {:.2} | {:.2} | {:.2} | {} ({}) | {:.1} % | {} |",
            style.word(),
            rows.0.len(),
            rows.mean(|row| row.auc),
            rows.mean(|row| row.divergences[0]),
            rows.mean(|row| row.divergences[1]),
            rows.mean(|row| row.divergences[2]),
            rows.mean(|row| row.divergences[3]),
            figure(rows.mean(|row| row.likelihoods[1]), 2),
            figure(rows.mean(|row| row.likelihoods[0]), 2),
            100.0 * rows.mean(|row| row.repaired),
            figure(rows.mean(|row| row.per_second), 1),
        );
    }
}

fn cells(text: &mut String, rows: &[Row]) {
    text.push_str(
        "\n| constraint | band | in real games | style | real / made | AUC | KL pawns | passed | balance | material | \
         log-likelihood real / made | rating real / made | repaired |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for row in rows {
        let [pawns, passed, balance, material] = row.divergences;
        let _ = writeln!(
            text,
            "| {} | {}–{} | {:.1} % | {} | {} / {} | {:.3} | {pawns:.2} | {passed:.2} | {balance:.2} | {material:.2} | {} / {} | {} / {} | {:.1} % |",
            row.constraint,
            row.band.0,
            row.band.1 - 1,
            100.0 * row.share,
            row.style.word(),
            row.real,
            row.made,
            row.auc,
            figure(row.likelihoods[0], 2),
            figure(row.likelihoods[1], 2),
            row.recovered[0],
            row.recovered[1],
            100.0 * row.repaired,
        );
    }
}
