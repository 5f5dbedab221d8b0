//! What is shown: a board and the notes drawn on and around it.

use shakmaty::{Bitboard, Board, Color, File, Position, Rank, Square};

/// A board to draw, with everything that may be drawn on or beside it.
///
/// ```
/// use sissa_render::Diagram;
/// use shakmaty::{Bitboard, Board, Color, Square};
///
/// let diagram = Diagram::new(Board::new())
///     .with_turn(Color::Black)
///     .with_caption("12 · Black to move")
///     .with_marks(Bitboard::from(Square::E4))
///     .with_last_move(Square::E2, Square::E4)
///     .seen_from(Color::Black);
/// assert_eq!(diagram.caption.as_deref(), Some("12 · Black to move"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The men and where they stand. Not checked in any way.
    pub board: Board,
    /// Whose move it is, shown by a marker beside that side's home rank.
    pub turn: Option<Color>,
    /// A short line below the board, such as `1` or `12 · White to move`.
    pub caption: Option<String>,
    /// Squares to point out: rings in drawings, brackets in text.
    pub marks: Bitboard,
    /// Origin and target of the last move.
    pub last_move: Option<(Square, Square)>,
    /// The side whose home rank is at the bottom.
    pub orientation: Color,
}

impl Diagram {
    /// A bare board seen from White's side.
    pub fn new(board: Board) -> Diagram {
        Diagram {
            board,
            turn: None,
            caption: None,
            marks: Bitboard::EMPTY,
            last_move: None,
            orientation: Color::White,
        }
    }

    /// The board of a position, with its side to move.
    ///
    /// ```
    /// use sissa_render::Diagram;
    /// use shakmaty::{Chess, Color};
    ///
    /// assert_eq!(Diagram::of(&Chess::default()).turn, Some(Color::White));
    /// ```
    pub fn of(position: &impl Position) -> Diagram {
        Diagram::new(position.board().clone()).with_turn(position.turn())
    }

    pub fn with_turn(mut self, turn: Color) -> Diagram {
        self.turn = Some(turn);
        self
    }

    pub fn with_caption(mut self, caption: impl Into<String>) -> Diagram {
        self.caption = Some(caption.into());
        self
    }

    pub fn with_marks(mut self, marks: Bitboard) -> Diagram {
        self.marks = marks;
        self
    }

    pub fn with_last_move(mut self, from: Square, to: Square) -> Diagram {
        self.last_move = Some((from, to));
        self
    }

    /// Puts the home rank of `side` at the bottom.
    pub fn seen_from(mut self, side: Color) -> Diagram {
        self.orientation = side;
        self
    }

    /// What the diagram shows, in words, for readers who cannot see it.
    ///
    /// ```
    /// use sissa_render::Diagram;
    /// use shakmaty::Chess;
    ///
    /// assert_eq!(
    ///     Diagram::of(&Chess::default()).describe(),
    ///     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR, White to move"
    /// );
    /// ```
    pub fn describe(&self) -> String {
        let mut words = self.board.to_string();
        if let Some(turn) = self.turn {
            words.push_str(", ");
            words.push_str(to_move(turn));
        }
        if let Some((from, to)) = self.last_move {
            words.push_str(&format!(", last move {from} to {to}"));
        }
        if self.marks.any() {
            let squares: Vec<String> = self.marks.into_iter().map(|sq| sq.to_string()).collect();
            words.push_str(", marked: ");
            words.push_str(&squares.join(" "));
        }
        words
    }

    /// The square shown in this column (0 at the left) and row (0 at the top).
    pub(crate) fn square_at(&self, column: u32, row: u32) -> Square {
        let square = Square::from_coords(File::new(column), Rank::new(7 - row));
        self.orientation.fold_wb(square, square.rotate_180())
    }

    /// Column and row of a square: the inverse of [`Diagram::square_at`].
    pub(crate) fn place_of(&self, square: Square) -> (u32, u32) {
        let square = self.orientation.fold_wb(square, square.rotate_180());
        (square.file().to_u32(), 7 - square.rank().to_u32())
    }

    pub(crate) fn is_last_move(&self, square: Square) -> bool {
        self.last_move
            .is_some_and(|(from, to)| square == from || square == to)
    }

    /// The row beside which the side-to-move marker stands.
    pub(crate) fn marker_row(&self) -> Option<u32> {
        self.turn
            .map(|turn| if turn == self.orientation { 7 } else { 0 })
    }
}

pub(crate) fn to_move(turn: Color) -> &'static str {
    turn.fold_wb("White to move", "Black to move")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_squares_are_inverse() {
        for side in Color::ALL {
            let diagram = Diagram::new(Board::empty()).seen_from(side);
            for square in Square::ALL {
                let (column, row) = diagram.place_of(square);
                assert_eq!(diagram.square_at(column, row), square);
            }
        }
    }

    #[test]
    fn black_at_the_bottom_turns_the_board_round() {
        let diagram = Diagram::new(Board::empty()).seen_from(Color::Black);
        assert_eq!(diagram.square_at(0, 0), Square::H1);
        assert_eq!(
            diagram.with_turn(Color::White).marker_row(),
            Some(0),
            "White sits at the top"
        );
    }
}
