//! Boards as SVG: one, or a grid with captions.
//!
//! Drawings are self-contained: pieces are defined once and placed by `<use>`, letters are
//! strokes of the crate's own font, and nothing is fetched. Shapes carry the meaning and
//! colours only help: rings for marks, outlines for the last move, a disc beside the home
//! rank of the side to move. Each board describes itself to screen readers.
//!
//! ```
//! use sissa_render::{Diagram, svg};
//! use shakmaty::Chess;
//!
//! let diagram = Diagram::of(&Chess::default()).with_caption("Start <1>");
//! let drawing = svg::board(&diagram, &svg::SvgStyle::default());
//! assert!(drawing.contains("<title>Start &lt;1&gt;</title>"));
//! assert!(drawing.contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR, White to move"));
//! ```

mod style;

pub use style::{Coordinates, ParseRgbError, Rgb, SvgStyle};

use crate::{Diagram, escape, font, pieces};

const SQUARE: u32 = pieces::SIZE;
const BOARD: u32 = 8 * SQUARE;
/// Around a whole drawing.
const PADDING: u32 = 10;
/// Between boards of a sheet.
const GUTTER: u32 = 26;
/// Right of the board, for the side-to-move marker.
const MARKER: u32 = 20;
/// Below the board, for the caption.
const CAPTION: u32 = 30;
/// Height of capitals.
const CAPTION_LETTERS: f64 = 12.0;
const MARGIN_LETTERS: f64 = 9.5;
const INSIDE_LETTERS: f64 = 5.6;
/// Left of and below the board, for coordinates.
const MARGIN: u32 = 16;

/// One board as an SVG document. Its caption, if any, stands below it.
pub fn board(diagram: &Diagram, style: &SvgStyle) -> String {
    grid(std::slice::from_ref(diagram), 1, style)
}

/// Boards in rows of `columns` (at least one), each with its caption below.
///
/// ```
/// use sissa_render::{Diagram, svg};
/// use shakmaty::Chess;
///
/// let diagrams = vec![Diagram::of(&Chess::default()); 5];
/// let drawing = svg::sheet(&diagrams, 3, &svg::SvgStyle::default());
/// assert_eq!(drawing.matches("<title>Chess diagram</title>").count(), 5);
/// ```
pub fn sheet(diagrams: &[Diagram], columns: usize, style: &SvgStyle) -> String {
    grid(diagrams, columns, style)
}

fn grid(diagrams: &[Diagram], columns: usize, style: &SvgStyle) -> String {
    let layout = Layout::of(diagrams, columns, style);
    let (width, height) = layout.size();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\">"
    );
    if let [diagram] = diagrams {
        svg.push_str(&words(diagram));
    } else {
        let lines: Vec<String> = diagrams
            .iter()
            .map(|diagram| format!("{}: {}", title(diagram), diagram.describe()))
            .collect();
        svg.push_str(&format!(
            "<title>{} chess diagrams</title><desc>{}</desc>",
            diagrams.len(),
            escape::xml(&lines.join("; "))
        ));
    }
    svg.push_str(&definitions(diagrams, style));
    if let Some(background) = style.background {
        svg.push_str(&format!(
            "<rect width=\"{width}\" height=\"{height}\" fill=\"{background}\"/>"
        ));
    }
    let ink = style.ink.to_string();
    for (index, diagram) in diagrams.iter().enumerate() {
        let (x, y) = layout.place(index);
        svg.push_str(&format!("<g transform=\"translate({x} {y})\">"));
        if diagrams.len() > 1 {
            svg.push_str(&words(diagram));
        }
        svg.push_str(&contents(diagram, style, &ink));
        if let Some(text) = &diagram.caption {
            svg.push_str(&caption(text, layout.margin, &ink));
        }
        svg.push_str("</g>");
    }
    svg.push_str("</svg>\n");
    svg
}

/// One board for a page that holds [`definitions`] already, without caption or background.
pub(crate) fn inline(diagram: &Diagram, style: &SvgStyle) -> String {
    let margin = margin(style).max(1);
    let width = margin + BOARD + MARKER;
    // One more above and below, for the frame and the tail of g.
    let height = 1 + BOARD + margin + 1;
    format!(
        "<svg viewBox=\"-{margin} -1 {width} {height}\" role=\"img\">{}{}</svg>",
        words(diagram),
        contents(diagram, style, "currentColor")
    )
}

/// Pieces and the empty board that the drawings of `diagrams` refer to.
pub(crate) fn definitions(diagrams: &[Diagram], style: &SvgStyle) -> String {
    let boards = diagrams.iter().map(|diagram| &diagram.board);
    let pieces = pieces::definitions(boards);
    format!("<defs>{pieces}{}</defs>", empty_board(style))
}

/// Where the boards of a grid stand. Room for markers and captions is made if any board has one.
struct Layout {
    columns: usize,
    rows: usize,
    margin: u32,
    marker: u32,
    caption: u32,
}

impl Layout {
    fn of(diagrams: &[Diagram], columns: usize, style: &SvgStyle) -> Layout {
        let columns = columns.clamp(1, diagrams.len().max(1));
        let room = |wanted: bool, size: u32| if wanted { size } else { 0 };
        Layout {
            columns,
            rows: diagrams.len().div_ceil(columns),
            margin: margin(style),
            marker: room(diagrams.iter().any(|d| d.turn.is_some()), MARKER),
            caption: room(diagrams.iter().any(|d| d.caption.is_some()), CAPTION),
        }
    }

    /// Width and height of one board with all that surrounds it.
    fn cell(&self) -> (usize, usize) {
        (
            (self.margin + BOARD + self.marker) as usize,
            (BOARD + self.margin + self.caption) as usize,
        )
    }

    fn size(&self) -> (usize, usize) {
        let along = |count: usize, cell: usize| {
            count.max(1) * (cell + GUTTER as usize) - GUTTER as usize + 2 * PADDING as usize
        };
        let (width, height) = self.cell();
        (along(self.columns, width), along(self.rows, height))
    }

    /// The top left corner of a board.
    fn place(&self, index: usize) -> (usize, usize) {
        let at = |index: usize, cell: usize| PADDING as usize + index * (cell + GUTTER as usize);
        let (width, height) = self.cell();
        let x = at(index % self.columns, width) + self.margin as usize;
        (x, at(index / self.columns, height))
    }
}

fn margin(style: &SvgStyle) -> u32 {
    match style.coordinates {
        Coordinates::Margin => MARGIN,
        Coordinates::Inside | Coordinates::Hidden => 0,
    }
}

fn title(diagram: &Diagram) -> &str {
    diagram.caption.as_deref().unwrap_or("Chess diagram")
}

fn words(diagram: &Diagram) -> String {
    format!(
        "<title>{}</title><desc>{}</desc>",
        escape::xml(title(diagram)),
        escape::xml(&diagram.describe())
    )
}

/// The name of an empty board. It holds the colours, so that drawings in different styles can
/// stand on one page.
fn board_id(style: &SvgStyle) -> String {
    let hex = |colour: Rgb| colour.to_string()[1..].to_owned();
    format!("sissa-{}-{}", hex(style.light), hex(style.dark))
}

fn empty_board(style: &SvgStyle) -> String {
    let mut dark_squares = String::new();
    for row in 0..8 {
        for column in (0..8).filter(|column| (column + row) % 2 == 1) {
            let (x, y) = (column * SQUARE, row * SQUARE);
            dark_squares.push_str(&format!("M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z"));
        }
    }
    format!(
        "<g id=\"{}\"><path class=\"light\" fill=\"{}\" d=\"M0 0h{BOARD}v{BOARD}h-{BOARD}z\"/>\
         <path class=\"dark\" fill=\"{}\" d=\"{dark_squares}\"/></g>",
        board_id(style),
        style.light,
        style.dark
    )
}

fn coordinates(diagram: &Diagram, style: &SvgStyle, ink: &str) -> String {
    let mut path = String::new();
    for index in 0..8 {
        let file = diagram.square_at(index, 7).file().char().to_string();
        let rank = diagram.square_at(0, index).rank().char().to_string();
        let start = f64::from(index * SQUARE);
        let (side, board) = (f64::from(SQUARE), f64::from(BOARD));
        match style.coordinates {
            Coordinates::Hidden => {}
            Coordinates::Margin => {
                let size = MARGIN_LETTERS;
                let x = start + (side - font::width(&file, size)) / 2.0;
                // All file letters share a baseline; `g` needs the room below.
                path.push_str(&font::draw(&file, x, board + 13.0, size));
                let x = -5.5 - font::width(&rank, size);
                path.push_str(&font::draw(&rank, x, start + (side + size) / 2.0, size));
            }
            Coordinates::Inside => {
                let size = INSIDE_LETTERS;
                let x = start + side - 1.8 - font::width(&file, size);
                path.push_str(&font::draw(&file, x, board - 3.0, size));
                path.push_str(&font::draw(&rank, 2.4, start + 2.8 + size, size));
            }
        }
    }
    match style.coordinates {
        Coordinates::Hidden => String::new(),
        Coordinates::Margin => stroke(&path, MARGIN_LETTERS, ink),
        // Squares keep their colours on a dark page, and so must the letters on them.
        Coordinates::Inside => stroke(&path, INSIDE_LETTERS, &style.ink.to_string()),
    }
}

/// Everything on and around the board but its caption; `ink` is used outside the squares.
fn contents(diagram: &Diagram, style: &SvgStyle, ink: &str) -> String {
    let corner = |square| {
        let (column, row) = diagram.place_of(square);
        (column * SQUARE, row * SQUARE)
    };
    let mut svg = format!("<use href=\"#{}\"/>", board_id(style));

    if let Some((from, to)) = diagram.last_move {
        let squares = if from == to { vec![to] } else { vec![from, to] };
        for square in squares {
            let (x, y) = corner(square);
            let (x, y, side) = (x as f64 + 1.25, y as f64 + 1.25, SQUARE as f64 - 2.5);
            svg.push_str(&format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{0}\" \
                 fill-opacity=\".45\" stroke=\"{0}\" stroke-width=\"2.5\"/>",
                style.last_move
            ));
        }
    }
    for square in diagram.marks {
        let (x, y) = corner(square);
        let (x, y) = (
            x as f64 + SQUARE as f64 / 2.0,
            y as f64 + SQUARE as f64 / 2.0,
        );
        svg.push_str(&format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"20\" fill=\"none\" stroke=\"{}\" stroke-width=\"3\"/>",
            style.mark
        ));
    }
    for (square, piece) in diagram.board.iter() {
        let (x, y) = corner(square);
        svg.push_str(&format!(
            "<use href=\"#{}\" x=\"{x}\" y=\"{y}\"/>",
            pieces::id(piece)
        ));
    }
    svg.push_str(&coordinates(diagram, style, ink));
    svg.push_str(&format!(
        "<rect width=\"{BOARD}\" height=\"{BOARD}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.5\"/>"
    ));
    if let (Some(turn), Some(row)) = (diagram.turn, diagram.marker_row()) {
        let x = f64::from(BOARD) + 11.0;
        let y = f64::from(row * SQUARE) + f64::from(SQUARE) / 2.0;
        let fill = turn.fold_wb("#fff", "#000");
        svg.push_str(&format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"{fill}\" stroke=\"{ink}\" stroke-width=\"1.5\"/>"
        ));
    }
    svg
}

fn caption(text: &str, margin: u32, ink: &str) -> String {
    let (text, size) = font::fit(&escape::line(text), CAPTION_LETTERS, f64::from(BOARD));
    let x = (f64::from(BOARD) - font::width(&text, size)) / 2.0;
    let y = f64::from(BOARD + margin) + 11.0 + CAPTION_LETTERS;
    stroke(&font::draw(&text, x, y, size), size, ink)
}

fn stroke(path: &str, size: f64, ink: &str) -> String {
    if path.is_empty() {
        return String::new();
    }
    format!(
        "<path fill=\"none\" stroke=\"{ink}\" stroke-width=\"{}\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\" d=\"{path}\"/>",
        number(font::pen(size))
    )
}

/// Two decimals at most.
pub(crate) fn number(value: f64) -> String {
    // Adding zero turns -0 into 0.
    ((value * 100.0).round() / 100.0 + 0.0).to_string()
}
