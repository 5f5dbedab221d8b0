//! The rows of a study as CSV and as Markdown.

use std::fmt::Write as _;

use super::{Figures, Row};
use crate::table::{self, figure};

const FIGURES: [&str; 15] = [
    "games",
    "moves",
    "centipawns",
    "error",
    "points",
    "beyond 5",
    "beyond 10",
    "beyond 15",
    "beyond 15 error",
    "missed mates in one",
    "missed mates in two",
    "hangs",
    "both castled",
    "queenless",
    "first capture",
];

impl Figures {
    fn fields(&self) -> Vec<String> {
        let mut fields = vec![self.games.to_string(), self.moves.to_string()];
        let [five, ten, fifteen] = self.beyond;
        let numbers = [
            self.centipawns,
            self.error,
            self.points,
            five,
            ten,
            fifteen,
            self.beyond_error,
            self.missed[0],
            self.missed[1],
            self.hangs,
            self.castled,
            self.queenless,
            self.first_capture,
            self.plies,
        ];
        fields.extend(numbers.map(|number| figure(number, 2)));
        fields
    }
}

impl Row {
    fn phase_word(&self) -> &'static str {
        self.phase.map_or("all", |phase| phase.word())
    }

    fn fields(&self) -> Vec<String> {
        let mut fields = vec![self.band.to_string(), self.phase_word().to_owned()];
        fields.push(format!("{:.4}", self.distance));
        fields.extend(self.real.fields());
        fields.extend(self.made.fields());
        fields
    }
}

/// The CSV file.
pub fn table(rows: &[Row]) -> String {
    let mut head = vec!["band".to_owned(), "phase".to_owned(), "distance".to_owned()];
    for kind in ["real", "made"] {
        head.extend(FIGURES.iter().map(|name| format!("{kind} {name}")));
        head.push(format!("{kind} plies"));
    }
    table::csv([head]) + &table::csv(rows.iter().map(Row::fields))
}

/// A band in one line.
pub(super) fn line(row: &Row) -> String {
    let (real, made) = (&row.real, &row.made);
    if real.moves == 0 {
        return format!(
            "{}: {} games, castled {:.1} / {:.1} %, queens off {:.1} / {:.1} %",
            row.band, real.games, real.castled, made.castled, real.queenless, made.queenless
        );
    }
    format!(
        "{} {}: loss {:.1} ± {:.1} / {:.1} ± {:.1}, beyond 15 {:.1} ± {:.1} / {:.1} ± {:.1} %, distance {:.3}, castled {:.0} / {:.0} %",
        row.band,
        row.phase_word(),
        real.centipawns,
        real.error,
        made.centipawns,
        made.error,
        real.beyond[2],
        real.beyond_error,
        made.beyond[2],
        made.beyond_error,
        row.distance,
        real.castled,
        made.castled
    )
}

/// A line for each band.
pub fn summary(rows: &[Row]) -> String {
    let bands = rows.iter().filter(|row| row.phase.is_none());
    bands.map(|row| line(row) + "\n").collect()
}

/// The Markdown file. `command` is what was run, `tool` the program with its version.
pub fn page(rows: &[Row], command: &str, tool: &str) -> String {
    let mut text = format!(
        "# Strength\n\nReal online games (bullet left out) of players within 100 points of a rating, and for each a game that the \
         move model played out between players of the same ratings, site and pace; both real / generated. Games of 60 half-moves and more, \
         half-moves 9 to 60, values cut at 1,000 centipawns; points are hundredths of a whole point by Lichess' formula; \
         ± is one standard error by game. `docs/human.md` says more.\n\n`{command}` ({tool})\n\n\
         | rating | phase | games | loss, cp | points | > 5 % | > 10 % | > 15 % | KS distance |\n|---|---|---|---|---|---|---|---|---|\n"
    );
    for row in rows.iter().filter(|row| row.real.moves > 0) {
        let (real, made) = (&row.real, &row.made);
        let _ = writeln!(
            text,
            "| {} | {} | {} | {:.1} ± {:.1} / {:.1} ± {:.1} | {:.2} / {:.2} | {:.1} / {:.1} | {:.1} / {:.1} | {:.1} ± {:.1} / {:.1} ± {:.1} | {:.3} |",
            row.band,
            row.phase_word(),
            real.games,
            real.centipawns,
            real.error,
            made.centipawns,
            made.error,
            real.points,
            made.points,
            real.beyond[0],
            made.beyond[0],
            real.beyond[1],
            made.beyond[1],
            real.beyond[2],
            real.beyond_error,
            made.beyond[2],
            made.beyond_error,
            row.distance
        );
    }
    text.push_str(
        "\n| rating | mates in one missed % | in two | pieces left hanging, of 100 moves | both castled at ply 50 % | queens off at ply 50 % | first capture, ply | length, plies |\n|---|---|---|---|---|---|---|---|\n",
    );
    for row in rows.iter().filter(|row| row.phase.is_none()) {
        let (real, made) = (&row.real, &row.made);
        let _ = writeln!(
            text,
            "| {} | {} / {} | {} / {} | {:.2} / {:.2} | {:.0} / {:.0} | {:.0} / {:.0} | {:.1} / {:.1} | {:.0} / {:.0} |",
            row.band,
            figure(real.missed[0], 0),
            figure(made.missed[0], 0),
            figure(real.missed[1], 0),
            figure(made.missed[1], 0),
            real.hangs,
            made.hangs,
            real.castled,
            made.castled,
            real.queenless,
            made.queenless,
            real.first_capture,
            made.first_capture,
            real.plies,
            made.plies
        );
    }
    text
}
