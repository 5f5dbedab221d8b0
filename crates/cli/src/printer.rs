//! A position in each format that needs nothing but itself.

use std::{fmt::Write as _, io::IsTerminal as _};

use shakmaty::Position;
use sissa_generate::Told;
use sissa_record::{
    Extra, Game, HumanInfo, PositionRecord, Record, analysis_link, analysis_link_of_position, epd,
    fen, pgn,
};
use sissa_render::{
    Diagram,
    text::{self, TextStyle},
};

use crate::{TOOL, args::Format, console::Paint};

/// Columns where no terminal says otherwise.
const COLUMNS: usize = 80;

/// Writes positions of one run.
#[derive(Debug)]
pub struct Printer {
    pub format: Format,
    pub paint: Paint,
    pub columns: usize,
    pub constraint: String,
    pub seed: u64,
}

impl Printer {
    /// The position as a whole record; nothing for formats that draw all of them at once.
    pub fn record(
        &self,
        index: u64,
        game: &Game,
        shortest: Option<bool>,
        human: Option<&Told>,
    ) -> String {
        let id = format!("{}-{index}", self.seed);
        match self.format {
            Format::Text => self.text(index, game, shortest, human),
            Format::Fen => fen(game.end()) + "\n",
            Format::Epd => epd(game.end(), &[("id", &id)]) + "\n",
            Format::Pgn => self.pgn(index, game, human),
            Format::Jsonl => {
                let extra = Extra {
                    shortest,
                    human: human.map(|told| {
                        Box::new(HumanInfo {
                            white_elo: told.ratings[0],
                            black_elo: told.ratings[1],
                            effective_sample_size: rounded(told.effective),
                            chance: rounded(told.chance),
                        })
                    }),
                    repaired: human.map(|told| told.repaired).filter(|plies| *plies > 0),
                    ..Extra::default()
                };
                let record = PositionRecord::from_game(index, id, game, extra);
                Record::Position(record).to_line() + "\n"
            }
            Format::Svg | Format::Png | Format::Html => String::new(),
        }
    }

    /// A position of a game that was found, to read.
    pub fn found(&self, game: &Game, heading: &str) -> String {
        let text = self.text(0, game, None, None);
        let rest = text.split_once('\n').map_or("", |(_, rest)| rest);
        let plies = plies(game.plies());
        let turn = to_move(game.end().turn());
        format!("{}\n{turn} · {plies}\n{rest}", self.paint.bold(heading))
    }

    fn text(
        &self,
        index: u64,
        game: &Game,
        shortest: Option<bool>,
        human: Option<&Told>,
    ) -> String {
        let paint = self.paint;
        let number = grouped(index.saturating_add(1));
        let mut text = format!(
            "{} · {} · {}",
            paint.bold(&format!("Position {number}")),
            to_move(game.end().turn()),
            plies(game.plies())
        );
        match shortest {
            Some(true) => text.push_str(" · shortest possible"),
            Some(false) => text.push_str(" · not proven shortest"),
            None => {}
        }
        if let Some(told) = human {
            let [white, black] = told.ratings;
            let _ = write!(text, " · {white} against {black}");
            if told.repaired > 0 {
                let _ = write!(text, " · last {} repaired", plies(told.repaired as usize));
            }
        }
        text.push_str("\n\n");
        // The heading says who is to move.
        let diagram = Diagram::of(game.end()).with_caption("");
        text.push_str(&text::board(&diagram, board_style(paint)));
        text.push('\n');
        let mut field = |name: &str, value: &str| {
            let _ = writeln!(text, "{} {value}", paint.dim(&format!("{name:<5}")));
        };
        field("FEN", &fen(game.end()));
        if !game.from_initial_array() {
            field("Start", &fen(game.start()));
        }
        if game.plies() > 0 {
            let lines = wrapped(&game.movetext(), self.columns.saturating_sub(6));
            field("Game", &lines.join("\n      "));
        }
        field("Link", &short_link(game));
        text.push('\n');
        text
    }

    fn pgn(&self, index: u64, game: &Game, human: Option<&Told>) -> String {
        let round = index.saturating_add(1).to_string();
        let plies = game.plies().to_string();
        let goal = fen(game.end());
        let mut tags = vec![
            ("Event", "Sissa position"),
            ("Round", &round),
            ("Annotator", TOOL),
            ("PlyCount", &plies),
            ("Constraint", &self.constraint),
            ("GoalFEN", &goal),
        ];
        let ratings = human.map(|told| told.ratings.map(|rating| rating.to_string()));
        if let Some([white, black]) = &ratings {
            tags.extend([("WhiteElo", white.as_str()), ("BlackElo", black)]);
        }
        let repaired = human.map(|told| told.repaired.to_string());
        if let Some(repaired) = repaired.as_deref().filter(|plies| *plies != "0") {
            tags.push(("Repaired", repaired));
        }
        pgn(game, &tags)
    }
}

/// Four digits are enough.
fn rounded(number: f64) -> f64 {
    let digits = 4.0 - number.abs().max(1e-12).log10().ceil();
    let scale = 10_f64.powf(digits);
    (number * scale).round() / scale
}

/// How boards are drawn on this stream.
pub fn board_style(paint: Paint) -> TextStyle {
    TextStyle {
        color: paint.0,
        ..TextStyle::default()
    }
}

/// `White to move`.
pub fn to_move(color: shakmaty::Color) -> &'static str {
    color.fold_wb("White to move", "Black to move")
}

/// `1 half-move`, `1,200 half-moves`.
pub fn plies(number: usize) -> String {
    counted(number as u64, "half-move")
}

/// A number and its noun.
pub fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// Digits in groups of three.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The columns of the terminal, within reason.
pub fn columns(terminal: bool) -> usize {
    let width = match terminal && std::io::stdout().is_terminal() {
        true => terminal_size::terminal_size().map(|(width, _)| usize::from(width.0)),
        false => None,
    };
    width.unwrap_or(COLUMNS).clamp(40, 1000)
}

/// A text whose lines after the first stand below its beginning, `indent` columns in. Only a terminal
/// breaks lines; in a pipe each stays whole.
pub fn hanging(text: &str, indent: usize, terminal: bool) -> String {
    if !terminal {
        return text.to_owned();
    }
    let room = columns(true).saturating_sub(indent).max(20);
    let lead = text.len() - text.trim_start().len();
    let mut hung = text[..lead].to_owned();
    let mut used = lead;
    for (index, word) in text.split_whitespace().enumerate() {
        let width = word.chars().count();
        if index > 0 && used + 1 + width > room {
            hung.push('\n');
            hung.push_str(&" ".repeat(indent + lead));
            used = lead;
        } else if index > 0 {
            hung.push(' ');
            used += 1;
        }
        hung.push_str(word);
        used += width;
    }
    hung
}

/// The game where its link fits on two lines, else the position.
fn short_link(game: &Game) -> String {
    let link = analysis_link(game);
    match link.len() <= 2 * COLUMNS {
        true => link,
        false => analysis_link_of_position(game.end()),
    }
}

/// Lines of movetext; a move stays with its number.
fn wrapped(movetext: &str, columns: usize) -> Vec<String> {
    let columns = columns.min(100);
    let mut lines = vec![String::new()];
    let mut words = movetext.split(' ');
    while let Some(word) = words.next() {
        let mut unit = word.to_owned();
        if word.ends_with('.')
            && let Some(played) = words.next()
        {
            unit = format!("{unit} {played}");
        }
        let line = lines.last_mut().expect("there is always a line");
        if line.is_empty() {
            *line = unit;
        } else if line.len() + 1 + unit.len() <= columns {
            line.push(' ');
            line.push_str(&unit);
        } else {
            lines.push(unit);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_in_threes() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn a_move_stays_with_its_number() {
        assert_eq!(wrapped("1. e4 e5 2. Nf3", 9), ["1. e4 e5", "2. Nf3"]);
        assert_eq!(wrapped("1. e4 e5 2. Nf3", 3), ["1. e4", "e5", "2. Nf3"]);
    }
}
