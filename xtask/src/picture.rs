//! The picture of the terminal in the README: real runs of the program, drawn as SVG.
//!
//! `script` gives the program a terminal and keeps what it writes there; [`Screen`] understands the few control
//! sequences that Sissa uses, and refuses others rather than draw something else than a terminal shows. Every stretch
//! of text says how long it is, so that columns stay columns in whatever font a reader has.

use std::{fmt::Write as _, path::Path, process::Command, str::Chars};

use crate::Failure;

/// What is typed in the picture.
const COMMANDS: [&str; 2] = [
    "sissa generate --preset iqp --elo 1400..1600 --seed 1",
    r#"sissa prove "8/8/2k5/8/8/3K4/5P1P/6B1 b - - 0 1""#,
];
const COLUMNS: usize = 102;
/// Width and height of a cell, and the size of its letters.
const CELL: (f64, f64) = (8.4, 19.0);
const FONT: f64 = 14.0;
/// Around the text; above it also the bar of the window.
const MARGIN: f64 = 16.0;
const BAR: f64 = 30.0;
const BACKGROUND: &str = "#1e2030";
const FOREGROUND: &str = "#d8dcea";
const PROMPT: Style = Style {
    bold: true,
    foreground: Some(2),
    ..Style::PLAIN
};

/// Runs the commands with the program in this folder and draws what a terminal shows.
pub fn terminal(programs: &Path) -> Result<String, Failure> {
    let mut screen = Screen::default();
    for (number, command) in COMMANDS.iter().enumerate() {
        if number > 0 {
            screen.write("\n")?;
        }
        screen.style = PROMPT;
        screen.write("$ ")?;
        screen.style = Style::PLAIN;
        screen.write(command)?;
        screen.write("\n")?;
        screen.write(&run(programs, command)?)?;
    }
    while screen.lines.last().is_some_and(Vec::is_empty) {
        screen.lines.pop();
    }
    Ok(screen.svg())
}

/// What a command writes to a terminal, both its streams.
fn run(programs: &Path, command: &str) -> Result<String, Failure> {
    let line = format!("stty cols {COLUMNS} rows 50; {command}");
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("script")
        .args(["-qc", &line, "/dev/null"])
        .env("TERM", "xterm-256color")
        .env_remove("NO_COLOR")
        .env("PATH", format!("{}:{path}", programs.display()))
        .output()
        .map_err(|error| format!("`script` could not be run: {error}"))?;
    String::from_utf8(output.stdout).map_err(|error| format!("{command}: {error}"))
}

/// How a cell looks; colours are those of the table of 256.
#[derive(Clone, Copy, Default, PartialEq)]
struct Style {
    bold: bool,
    dim: bool,
    foreground: Option<u8>,
    background: Option<u8>,
}

impl Style {
    const PLAIN: Style = Style {
        bold: false,
        dim: false,
        foreground: None,
        background: None,
    };

    /// The style after codes of the sequence "select graphic rendition"; `None` if one is not known.
    fn with(mut self, codes: &[u8]) -> Option<Style> {
        let mut codes = codes.iter().copied();
        while let Some(code) = codes.next() {
            match code {
                0 => self = Style::PLAIN,
                1 => self.bold = true,
                2 => self.dim = true,
                30..=37 => self.foreground = Some(code - 30),
                38 | 48 => {
                    let (5, color) = (codes.next()?, codes.next()?) else {
                        return None;
                    };
                    if code == 38 {
                        self.foreground = Some(color);
                    } else {
                        self.background = Some(color);
                    }
                }
                _ => return None,
            }
        }
        Some(self)
    }
}

/// Lines of cells, and the place where the next one goes.
#[derive(Default)]
struct Screen {
    lines: Vec<Vec<(char, Style)>>,
    row: usize,
    column: usize,
    style: Style,
}

impl Screen {
    fn write(&mut self, text: &str) -> Result<(), Failure> {
        let mut rest = text.chars();
        while let Some(letter) = rest.next() {
            match letter {
                '\n' => (self.row, self.column) = (self.row + 1, 0),
                '\r' => self.column = 0,
                '\u{1b}' => self.control(&mut rest)?,
                letter => self.put(letter),
            }
        }
        Ok(())
    }

    fn put(&mut self, letter: char) {
        if self.column == COLUMNS {
            (self.row, self.column) = (self.row + 1, 0);
        }
        if self.lines.len() <= self.row {
            self.lines.resize(self.row + 1, Vec::new());
        }
        let line = &mut self.lines[self.row];
        if line.len() <= self.column {
            line.resize(self.column + 1, (' ', Style::PLAIN));
        }
        line[self.column] = (letter, self.style);
        self.column += 1;
    }

    /// The control sequence that begins here: a style, or the erasing of a line.
    fn control(&mut self, rest: &mut Chars<'_>) -> Result<(), Failure> {
        let mut parameters = String::new();
        let end = rest.find(|letter| {
            parameters.push(*letter);
            letter.is_ascii_alphabetic()
        });
        let unknown = || format!("the picture does not know the sequence {parameters:?}");
        match end {
            Some('K') if parameters == "[2K" => {
                if let Some(line) = self.lines.get_mut(self.row) {
                    line.clear();
                }
                Ok(())
            }
            Some('m') => {
                let codes = parameters.trim_start_matches('[').trim_end_matches('m');
                let codes: Result<Vec<u8>, _> = codes.split(';').map(str::parse).collect();
                self.style = self
                    .style
                    .with(&codes.map_err(|_| unknown())?)
                    .ok_or_else(unknown)?;
                Ok(())
            }
            _ => Err(unknown()),
        }
    }

    fn svg(&self) -> String {
        let width = COLUMNS as f64 * CELL.0 + 2.0 * MARGIN;
        let height = self.lines.len() as f64 * CELL.1 + BAR + MARGIN;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
             font-family=\"'DejaVu Sans Mono',Menlo,Consolas,monospace\" font-size=\"{FONT}\" fill=\"{FOREGROUND}\">\n\
             <rect width=\"100%\" height=\"100%\" rx=\"9\" fill=\"{BACKGROUND}\"/>\n"
        );
        for (number, color) in ["#ed6a5e", "#f5bf4f", "#62c554"].iter().enumerate() {
            let x = MARGIN + 6.0 + 20.0 * number as f64;
            let _ = writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"15\" r=\"5.5\" fill=\"{color}\"/>"
            );
        }
        for (row, line) in self.lines.iter().enumerate() {
            let top = BAR + row as f64 * CELL.1;
            let mut column = 0;
            for cells in line.chunk_by(|a, b| a.1 == b.1) {
                draw(&mut svg, cells, MARGIN + column as f64 * CELL.0, top);
                column += cells.len();
            }
        }
        svg + "</svg>\n"
    }
}

/// A stretch of cells that look alike.
fn draw(svg: &mut String, cells: &[(char, Style)], left: f64, top: f64) {
    let style = cells[0].1;
    let width = cells.len() as f64 * CELL.0;
    if let Some(background) = style.background {
        let _ = writeln!(
            svg,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{}\" fill=\"{}\" shape-rendering=\"crispEdges\"/>",
            CELL.1,
            rgb(background)
        );
    }
    let text: String = cells.iter().map(|cell| cell.0).collect();
    let word = text.trim();
    if word.is_empty() {
        return;
    }
    let indent = text.chars().take_while(|letter| *letter == ' ').count() as f64;
    let base = top + CELL.1 * 0.74;
    let mut look = String::new();
    if style.bold {
        look += " font-weight=\"bold\"";
    }
    if style.dim {
        look += " opacity=\"0.65\"";
    }
    if let Some(color) = style.foreground {
        let _ = write!(look, " fill=\"{}\"", rgb(color));
    }
    let left = left + indent * CELL.0;
    if matches!(word.chars().next(), Some('♔'..='♟')) {
        // A man in the middle of its square, and never as a small picture in colours (U+FE0E).
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{base:.1}\" font-size=\"19\" text-anchor=\"middle\"{look}>{word}\u{fe0e}</text>",
            left + CELL.0 / 2.0
        );
    } else {
        let length = word.chars().count() as f64 * CELL.0;
        let _ = writeln!(
            svg,
            "<text x=\"{left:.1}\" y=\"{base:.1}\" textLength=\"{length:.1}\" xml:space=\"preserve\"{look}>{}</text>",
            word.replace('&', "&amp;").replace('<', "&lt;")
        );
    }
}

/// A colour of the table of 256: eight of our own, then the cube, then greys.
fn rgb(color: u8) -> String {
    const NAMED: [&str; 8] = [
        "#494d64", "#ed8796", "#a6da95", "#eed49f", "#8aadf4", "#f5bde6", "#8bd5ca", "#cad3f5",
    ];
    let [red, green, blue] = match color {
        0..=15 => return NAMED[usize::from(color % 8)].to_owned(),
        16..=231 => [36, 6, 1].map(|step| match (color - 16) / step % 6 {
            0 => 0,
            level => 55 + 40 * level,
        }),
        232.. => [8 + 10 * (color - 232); 3],
    };
    format!("#{red:02x}{green:02x}{blue:02x}")
}
