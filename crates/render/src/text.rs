//! Boards for terminals and plain text files.
//!
//! Whatever colour says is also said by a character: White's men are outlined and Black's
//! filled, `[ ]` brackets a marked square, `( )` the squares of the last move, and an arrow
//! beside the board shows who is to move.
//!
//! ```
//! use sissa_render::{Diagram, text};
//! use shakmaty::{Bitboard, Chess, Square};
//!
//! let diagram = Diagram::of(&Chess::default()).with_marks(Bitboard::from(Square::E4));
//! assert_eq!(
//!     text::board(&diagram, text::TextStyle::default()),
//!     "\
//! 8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜
//! 7 ♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟
//! 6 · · · · · · · ·
//! 5 · · · · · · · ·
//! 4 · · · ·[·]· · ·
//! 3 · · · · · · · ·
//! 2 ♙ ♙ ♙ ♙ ♙ ♙ ♙ ♙
//! 1 ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖ ◂
//!   a b c d e f g h
//!   White to move
//! "
//! );
//! ```

use shakmaty::{Color, Piece, Role, Square};

pub use crate::escape::line;

use crate::Diagram;
use crate::diagram::to_move;

/// How a board is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextStyle {
    /// ANSI colours (256-colour codes). Off gives plain characters.
    pub color: bool,
    /// Rank numbers and file letters.
    pub coordinates: bool,
    pub pieces: Pieces,
}

impl Default for TextStyle {
    fn default() -> TextStyle {
        TextStyle {
            color: false,
            coordinates: true,
            pieces: Pieces::Unicode,
        }
    }
}

/// The characters for the men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pieces {
    /// `♔` and `♚`, with `·` for an empty square.
    Unicode,
    /// `K` and `k`, with `.` for an empty square; the whole board is ASCII.
    Ascii,
}

/// Columns between neighbouring boards of a [`row`].
const GAP: usize = 2;

// Black on light backgrounds, as on paper, in a light and a dark terminal alike.
const LIGHT: &str = "\x1b[38;5;16;48;5;255m";
const DARK: &str = "\x1b[38;5;16;48;5;152m";
const MARKED: &str = "\x1b[38;5;16;48;5;215m";
const LAST_MOVE: &str = "\x1b[38;5;16;48;5;186m";
const FAINT: &str = "\x1b[2m";
const RESET: &str = "\x1b[0m";

/// One board, ending in a newline. Below it stand the caption, or else who is to move.
pub fn board(diagram: &Diagram, style: TextStyle) -> String {
    let mut text = String::new();
    for line in block(diagram, style, None) {
        text.push_str(line.text.trim_end());
        text.push('\n');
    }
    text
}

/// Boards side by side, as many as fit into `width` columns (at least one), with captions.
///
/// Captions longer than their board end in `…`.
///
/// ```
/// use sissa_render::{Diagram, text};
/// use shakmaty::Board;
///
/// let boards: Vec<_> = (1..=3).map(|n| Diagram::new(Board::empty()).with_caption(n.to_string())).collect();
/// let text = text::row(&boards, text::TextStyle::default(), 80);
/// assert_eq!(text.lines().last(), Some("  1                      2                      3"));
/// ```
pub fn row(diagrams: &[Diagram], style: TextStyle, width: usize) -> String {
    let board_width = style.width();
    let per_row = ((width + GAP) / (board_width + GAP)).max(1);
    let mut text = String::new();
    for (index, group) in diagrams.chunks(per_row).enumerate() {
        if index > 0 {
            text.push('\n');
        }
        let mut blocks: Vec<_> = group
            .iter()
            .map(|diagram| block(diagram, style, Some(board_width)).into_iter())
            .collect();
        for _ in 0..style.height() {
            let mut joined = String::new();
            for line in blocks.iter_mut().filter_map(Iterator::next) {
                joined.push_str(&line.text);
                joined.push_str(&" ".repeat(board_width + GAP - line.width));
            }
            text.push_str(joined.trim_end());
            text.push('\n');
        }
    }
    text
}

impl TextStyle {
    /// Columns of one board in a row: its squares and marker, and room for a caption such as
    /// `123 · White to move`.
    fn width(self) -> usize {
        let squares = if self.color { 8 * 3 + 2 } else { 8 * 2 + 4 };
        self.margin().len() + squares
    }

    /// Lines of one board, with its caption.
    fn height(self) -> usize {
        8 + usize::from(self.coordinates) + 1
    }

    fn margin(self) -> &'static str {
        match (self.coordinates, self.color) {
            (false, _) => "",
            (true, false) => " ",
            (true, true) => "  ",
        }
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.color {
            format!("{code}{text}{RESET}")
        } else {
            text.to_owned()
        }
    }
}

/// A line and the columns it fills, which colour codes do not count towards.
struct Line {
    text: String,
    width: usize,
}

/// All lines of a board. The caption line is left out of a lone board that has none.
fn block(diagram: &Diagram, style: TextStyle, caption_width: Option<usize>) -> Vec<Line> {
    let mut lines = Vec::with_capacity(style.height());
    for row in 0..8 {
        let mut text = String::new();
        if style.coordinates {
            let rank = diagram.square_at(0, row).rank().char();
            text.push_str(&style.paint(FAINT, &format!("{rank}{}", &style.margin()[1..])));
        }
        if style.color {
            squares_in_color(&mut text, diagram, style, row);
            text.push(' ');
        } else {
            squares(&mut text, diagram, style, row);
        }
        text.push(match (diagram.marker_row() == Some(row), style.pieces) {
            (true, Pieces::Unicode) => '◂',
            (true, Pieces::Ascii) => '<',
            (false, _) => ' ',
        });
        let squares = if style.color { 8 * 3 + 1 } else { 8 * 2 + 1 };
        let width = style.margin().len() + squares + 1;
        lines.push(Line { text, width });
    }

    if style.coordinates {
        let files: Vec<String> = (0..8)
            .map(|column| diagram.square_at(column, 0).file().char().to_string())
            .collect();
        let files = files.join(if style.color { "  " } else { " " });
        let lead = if style.color { "   " } else { "  " };
        let width = lead.len() + files.len();
        let text = format!("{lead}{}", style.paint(FAINT, &files));
        lines.push(Line { text, width });
    }

    let caption = match (&diagram.caption, diagram.turn) {
        (Some(caption), _) => line(caption),
        (None, Some(turn)) => to_move(turn).to_owned(),
        (None, None) => String::new(),
    };
    if !caption.is_empty() || caption_width.is_some() {
        let lead = if style.coordinates { "  " } else { "" };
        let mut text = format!("{lead}{caption}");
        if let Some(width) = caption_width {
            text = shorten(&text, width, style.pieces);
        }
        let width = text.chars().count();
        lines.push(Line { text, width });
    }
    lines
}

/// Two columns to a square; the character between two squares brackets its neighbours.
fn squares(text: &mut String, diagram: &Diagram, style: TextStyle, row: u32) {
    let mut left = Note::None;
    for column in 0..8 {
        let square = diagram.square_at(column, row);
        let right = Note::of(diagram, square);
        text.push(left.between(right));
        text.push(character(diagram.board.piece_at(square), style.pieces));
        left = right;
    }
    text.push(left.between(Note::None));
}

/// Three columns to a square.
fn squares_in_color(text: &mut String, diagram: &Diagram, style: TextStyle, row: u32) {
    for column in 0..8 {
        let square = diagram.square_at(column, row);
        let man = match diagram.board.piece_at(square) {
            None => ' ',
            piece => character(piece, style.pieces),
        };
        let (code, open, close) = match Note::of(diagram, square) {
            Note::Marked => (MARKED, '[', ']'),
            Note::LastMove => (LAST_MOVE, '(', ')'),
            Note::None if square.is_light() => (LIGHT, ' ', ' '),
            Note::None => (DARK, ' ', ' '),
        };
        text.push_str(&style.paint(code, &format!("{open}{man}{close}")));
    }
}

/// What brackets say about a square. A mark hides the last move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Note {
    None,
    LastMove,
    Marked,
}

impl Note {
    fn of(diagram: &Diagram, square: Square) -> Note {
        if diagram.marks.contains(square) {
            Note::Marked
        } else if diagram.is_last_move(square) {
            Note::LastMove
        } else {
            Note::None
        }
    }

    /// The one character between two squares; `|` closes one bracket and opens the next.
    fn between(self, right: Note) -> char {
        match (self, right) {
            (Note::None, Note::None) => ' ',
            (Note::None, Note::Marked) => '[',
            (Note::None, Note::LastMove) => '(',
            (Note::Marked, Note::None) => ']',
            (Note::LastMove, Note::None) => ')',
            _ => '|',
        }
    }
}

fn character(piece: Option<Piece>, pieces: Pieces) -> char {
    let Some(piece) = piece else {
        return match pieces {
            Pieces::Unicode => '·',
            Pieces::Ascii => '.',
        };
    };
    if pieces == Pieces::Ascii {
        return piece.char();
    }
    let (white, black) = match piece.role {
        Role::Pawn => ('♙', '♟'),
        Role::Knight => ('♘', '♞'),
        Role::Bishop => ('♗', '♝'),
        Role::Rook => ('♖', '♜'),
        Role::Queen => ('♕', '♛'),
        Role::King => ('♔', '♚'),
    };
    match piece.color {
        Color::White => white,
        Color::Black => black,
    }
}

fn shorten(text: &str, width: usize, pieces: Pieces) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let ellipsis = match pieces {
        Pieces::Unicode => "…",
        Pieces::Ascii => "...",
    };
    let kept: String = text
        .chars()
        .take(width - ellipsis.chars().count())
        .collect();
    kept + ellipsis
}
