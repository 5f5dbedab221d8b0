//! A position in each format that needs nothing but itself.

use std::{fmt::Write as _, io::IsTerminal as _};

use shakmaty::Position as _;
use sissa::Position;
use sissa_game::Game;
pub use sissa_game::words::{counted, grouped, plies, to_move};
use sissa_record::{JudgedInfo, analysis_link, analysis_link_of_position, fen};
use sissa_render::{
    Diagram,
    text::{self, TextStyle},
};

use crate::{args::Format, commands::lines_of, console::Paint};

/// Columns where no terminal says otherwise.
const COLUMNS: usize = 80;

/// Writes positions of one run.
#[derive(Debug)]
pub struct Printer {
    pub format: Format,
    pub paint: Paint,
    pub columns: usize,
    pub constraint: String,
}

impl Printer {
    /// The position as a whole record; nothing for formats that draw all of them at once.
    pub fn record(&self, position: &Position) -> String {
        match self.format {
            Format::Text => self.text(position),
            Format::Fen => position.fen() + "\n",
            Format::Epd => position.epd() + "\n",
            Format::Pgn => position.pgn(&self.constraint),
            Format::Jsonl => lines_of(position),
            Format::Svg | Format::Png | Format::Html => String::new(),
        }
    }

    fn text(&self, position: &Position) -> String {
        let (paint, game) = (self.paint, &position.game);
        let number = grouped(position.index.saturating_add(1));
        let mut heading = format!(
            "{} · {} · {}",
            paint.bold(&format!("Position {number}")),
            to_move(game.end().turn()),
            plies(game.plies())
        );
        match position.shortest {
            Some(true) => heading.push_str(" · shortest possible"),
            Some(false) => heading.push_str(" · not proven shortest"),
            None => {}
        }
        if let Some(human) = &position.human {
            let _ = write!(
                heading,
                " · {} against {}",
                human.white_elo, human.black_elo
            );
        }
        if position.repaired > 0 {
            let repaired = plies(position.repaired as usize);
            let _ = write!(heading, " · last {repaired} repaired");
        }
        if let Some(judged) = &position.judged {
            heading.push_str(&worth(judged));
        }
        self.board(&heading, game)
    }

    /// A position of a game that was found, to read.
    pub fn found(&self, game: &Game, heading: &str) -> String {
        let turn = to_move(game.end().turn());
        let heading = format!(
            "{}\n{turn} · {}",
            self.paint.bold(heading),
            plies(game.plies())
        );
        self.board(&heading, game)
    }

    /// A heading, the board and its game.
    fn board(&self, heading: &str, game: &Game) -> String {
        let paint = self.paint;
        let mut text = format!("{heading}\n\n");
        // The heading says who is to move.
        let diagram = Diagram::of(game.end()).with_caption("");
        text.push_str(&text::board(&diagram, board_style(paint)));
        text.push('\n');
        let mut field = |name: &str, value: &str| {
            let _ = writeln!(text, "{} {value}", paint.dim(&format!("{name:<5}")));
        };
        field("FEN", &fen(game.end()));
        if !game.from_starting_position() {
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
}

/// What a position is worth, as White sees it. The best move is the solution of many a sheet: it is not told here.
fn worth(judged: &JudgedInfo) -> String {
    let mut text = String::new();
    match (judged.mate, judged.eval_mate, judged.eval) {
        (Some(moves), ..) => {
            let _ = write!(text, " · mate in {moves}");
        }
        (None, Some(moves), _) => {
            let _ = write!(text, " · eval #{moves}");
        }
        (None, None, Some(eval)) => {
            let _ = write!(text, " · eval {eval:+.2}");
        }
        (None, None, None) => {}
    }
    if let Some(moves) = judged.mate_distance {
        let _ = write!(text, " · {moves} moves to mate");
    }
    text
}

/// How boards are drawn on this stream.
pub fn board_style(paint: Paint) -> TextStyle {
    TextStyle {
        color: paint.0,
        ..TextStyle::default()
    }
}

/// The columns of the terminal, within reason.
pub fn columns(terminal: bool) -> usize {
    let width = if terminal && std::io::stdout().is_terminal() {
        terminal_size::terminal_size().map(|(width, _)| usize::from(width.0))
    } else {
        None
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
    if link.len() <= 2 * COLUMNS {
        link
    } else {
        analysis_link_of_position(game.end())
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
    fn a_move_stays_with_its_number() {
        assert_eq!(wrapped("1. e4 e5 2. Nf3", 9), ["1. e4 e5", "2. Nf3"]);
        assert_eq!(wrapped("1. e4 e5 2. Nf3", 3), ["1. e4", "e5", "2. Nf3"]);
    }
}
