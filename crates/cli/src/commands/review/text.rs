//! A review to read in the terminal.

use std::fmt::Write as _;

use sissa::{ReviewReport, ReviewedGame, ReviewedMove};
use sissa_game::words::counted;
use sissa_record::{Judgement, RecurringRecord, ReviewSideRecord, Severity, Turn};
use sissa_render::text::line;

use crate::console::Paint;

/// Steps of the little graph.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// Its greatest width.
const WIDTH: usize = 72;
/// Columns of a paragraph.
const COLUMNS: usize = 88;

pub(in crate::commands) fn game(game: &ReviewedGame, paint: Paint) -> String {
    let record = &game.record;
    let name = |name: &Option<String>| line(name.as_deref().unwrap_or("?"));
    let mut text = format!(
        "{}\n",
        paint.bold(&format!(
            "Game {}  {} – {}  {}",
            record.game,
            name(&record.white),
            name(&record.black),
            record.result
        ))
    );
    if let Some(opening) = &record.opening {
        let _ = writeln!(text, "{}", line(&opening_words(game, opening)));
    }
    text.push('\n');
    text += &graph(game);
    text += &table(&record.sides);
    text += &phases(game);
    for reviewed in &game.moves {
        if record.critical.contains(&reviewed.record.ply) {
            text += &moment(reviewed, paint);
        }
    }
    let told = |reviewed: &&ReviewedMove| reviewed.record.severity >= Some(Severity::Mistake);
    let more = game
        .moves
        .iter()
        .filter(told)
        .count()
        .saturating_sub(record.critical.len());
    if more > 0 {
        let more = counted(more as u64, "more mistake");
        let _ = writeln!(
            text,
            "\n{more}: `-o review.html` or `-o review.pgn` shows every move"
        );
    }
    text + "\n"
}

pub(super) fn opening_words(game: &ReviewedGame, opening: &sissa_record::OpeningRecord) -> String {
    let words = [opening.eco.as_deref(), opening.name.as_deref()];
    let words: Vec<&str> = words.into_iter().flatten().collect();
    let mut text = words.join(" ");
    if let Some(plies) = opening.plies.filter(|plies| *plies > 0) {
        let san = game.game.san_moves();
        let number = plies.div_ceil(2);
        let dots = if plies % 2 == 1 { "." } else { "..." };
        if let Some(last) = san.get(plies - 1) {
            text += &format!("; known up to {number}{dots} {last}");
        }
    }
    text
}

/// White's points to expect, a letter a half-move or as many as fit.
fn graph(game: &ReviewedGame) -> String {
    let points = &game.expected;
    let width = points.len().min(WIDTH);
    let mut bars = String::new();
    for column in 0..width {
        let at = column * (points.len() - 1) / (width - 1).max(1);
        let step = (points[at] / 100.0 * 7.99) as usize;
        bars.push(BARS[step.min(7)]);
    }
    format!("{bars}  White's points to expect\n\n")
}

fn table(sides: &[ReviewSideRecord]) -> String {
    let mut text = String::new();
    let mut row = |name: &str, cell: &dyn Fn(&ReviewSideRecord) -> Option<String>| {
        let cells: Vec<Option<String>> = sides.iter().map(cell).collect();
        if cells.iter().any(Option::is_some) {
            let _ = write!(text, "  {name:<26}");
            for cell in cells {
                let _ = write!(text, "{:>10}", cell.unwrap_or_else(|| "–".to_owned()));
            }
            text.push('\n');
        }
    };
    let number = |number: f64, digits: usize| Some(format!("{number:.digits$}"));
    row("", &|side| {
        Some(match side.color {
            Turn::White => "White".to_owned(),
            Turn::Black => "Black".to_owned(),
        })
    });
    row("rating", &|side| side.elo.map(|elo| elo.to_string()));
    row("rating by the moves", &|side| {
        Some(side.rating?.rating.to_string())
    });
    row("  nine of ten are within", &|side| {
        let rating = side.rating?;
        Some(format!("{}–{}", rating.low, rating.high))
    });
    row("accuracy (Lichess)", &|side| {
        number(side.accuracy_lichess?, 1)
    });
    row("points lost a move", &|side| number(side.expected_loss, 2));
    row("centipawns lost a move", &|side| {
        number(side.centipawn_loss, 0)
    });
    for judgement in [
        Judgement::Brilliant,
        Judgement::Only,
        Judgement::Inaccuracy,
        Judgement::Mistake,
        Judgement::Blunder,
        Judgement::MissedWin,
    ] {
        let count = |side: &ReviewSideRecord| {
            let found = side
                .judgements
                .iter()
                .find(|count| count.judgement == judgement);
            found.map_or(0, |count| count.count)
        };
        let any = sides.iter().any(|side| count(side) > 0);
        let name = match judgement {
            Judgement::Brilliant => "brilliant moves",
            Judgement::Only => "only moves found",
            Judgement::Inaccuracy => "inaccuracies",
            Judgement::Mistake => "mistakes",
            Judgement::Blunder => "blunders",
            _ => "missed wins",
        };
        row(name, &|side| any.then(|| count(side).to_string()));
    }
    row("moves in time trouble", &|side| {
        side.time_trouble.map(|trouble| trouble.moves.to_string())
    });
    row("mistakes among them", &|side| {
        let trouble = side.time_trouble.filter(|trouble| trouble.moves > 0)?;
        Some(trouble.mistakes.to_string())
    });
    text
}

fn phases(game: &ReviewedGame) -> String {
    let mut text = String::new();
    for phase in &game.record.phases {
        let cell = |side: usize| {
            phase.accuracy[side].map_or("–".to_owned(), |accuracy| format!("{accuracy:.1}"))
        };
        let name = format!("accuracy, {}", phase.phase);
        let _ = write!(text, "  {name:<26}");
        for side in &game.record.sides {
            let place = usize::from(side.color == Turn::Black);
            let _ = write!(text, "{:>10}", cell(place));
        }
        text.push('\n');
    }
    text
}

/// A move that mattered.
fn moment(reviewed: &ReviewedMove, paint: Paint) -> String {
    let record = &reviewed.record;
    let sign = reviewed.sign();
    let clock = record.clock.filter(|_| reviewed.trouble == Some(true));
    let clock = clock.map_or(String::new(), |seconds| format!(", {seconds:.0} s left"));
    let mut text = format!(
        "\n{}  {} to {}{clock}\n",
        paint.bold(&format!("{}{sign}", reviewed.numbered())),
        record.eval_before,
        record.eval_after,
    );
    for row in wrapped(&reviewed.words(), COLUMNS) {
        let _ = writeln!(text, "    {row}");
    }
    if record.severity.is_some() {
        let _ = writeln!(
            text,
            "    {}",
            paint.dim(&format!("better: {}", reviewed.best_line()))
        );
    }
    text
}

/// A text in lines of so many letters.
fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match rows.last_mut() {
            Some(row) if row.chars().count() + 1 + word.chars().count() <= columns => {
                row.push(' ');
                row.push_str(word);
            }
            _ => rows.push(word.to_owned()),
        }
    }
    rows
}

pub(super) fn report(report: &ReviewReport, paint: Paint) -> String {
    let record = &report.record;
    let whose = record
        .player
        .as_deref()
        .map_or("All players".to_owned(), line);
    let games = counted(record.games, "game");
    let mut text = format!("{}\n", paint.bold(&format!("{whose}: {games}")));
    let [won, drawn, lost] = record.results;
    if record.player.is_some() {
        let _ = writeln!(text, "won {won}, drawn {drawn}, lost {lost}");
    }
    let _ = writeln!(
        text,
        "accuracy {:.1} by Lichess' formula; {:.2} points of 100 lost a move",
        record.accuracy_lichess, record.expected_loss
    );
    let counts: Vec<String> = record
        .judgements
        .iter()
        .filter(|count| count.judgement >= Judgement::Inaccuracy)
        .map(|count| format!("{} {}", count.count, plural(count.judgement, count.count)))
        .collect();
    if !counts.is_empty() {
        let _ = writeln!(text, "{}", counts.join(", "));
    }
    for (heading, rows) in [
        ("What the mistakes are", &record.motifs),
        ("By phase", &record.phases),
        ("By time", &record.clocks),
        ("By opening", &record.openings),
    ] {
        text += &rows_text(heading, rows, paint);
    }
    text + "\n"
}

pub(super) fn plural(judgement: Judgement, count: usize) -> String {
    let word = judgement.word();
    match judgement {
        _ if count == 1 => word.to_owned(),
        Judgement::Inaccuracy => "inaccuracies".to_owned(),
        _ => format!("{word}s"),
    }
}

fn rows_text(heading: &str, rows: &[RecurringRecord], paint: Paint) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{}\n", paint.bold(heading));
    let width = rows
        .iter()
        .map(|row| row.name.chars().count())
        .max()
        .unwrap_or(0)
        .min(44);
    for row in rows {
        let name: String = line(&row.name).chars().take(44).collect();
        let _ = write!(
            text,
            "  {name:<width$}  {} in {}, {:.0} points lost",
            counted(row.mistakes, "mistake"),
            counted(row.games, "game"),
            row.expected_loss,
        );
        if let Some(example) = row.examples.first() {
            let _ = write!(text, "; {example}");
        }
        text.push('\n');
    }
    text
}
