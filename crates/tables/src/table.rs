//! A table that is made: a byte for each number and side to move.

use shakmaty::{
    Board, ByColor, CastlingMode, Chess, Color, EnPassantMode, Piece, Position as _, Role, Setup,
    Square,
};

use crate::{
    layout::{Layout, Node, passed},
    signature::Signature,
    value::ILLEGAL,
};

/// All positions of a normalized signature.
pub(crate) struct Table {
    pub layout: Layout,
    pub values: ByColor<Vec<u8>>,
}

impl Table {
    /// The byte of a position; [`ILLEGAL`] also if the kings touch.
    #[inline]
    pub fn value(&self, node: &Node, turn: Color) -> u8 {
        self.layout
            .index(node)
            .map_or(ILLEGAL, |index| self.values.get(turn)[index as usize])
    }
}

/// Where the men of a position stand in the table of its signature, and whose turn it is there.
pub(crate) fn locate(chess: &Chess) -> Option<(Signature, Node, Color)> {
    let board = chess.board();
    let (signature, flip) = Signature::of(board)?.normalized();
    if chess.castles().any() {
        return None;
    }
    let own = |color: Color| if flip { !color } else { color };
    let seen = |square: Square| if flip { square.flip_vertical() } else { square };
    let mut squares = [Square::A1; 4];
    let mut men = 0;
    let mut place = |role: Role, color: Color| {
        for square in board.by_piece(role.of(own(color))) {
            squares[men] = seen(square);
            men += 1;
        }
    };
    place(Role::King, Color::White);
    place(Role::King, Color::Black);
    for color in [Color::White, Color::Black] {
        let mut last = None;
        for role in signature.men(color) {
            // All men of a role are placed at once.
            if last != Some(role) {
                place(role, color);
            }
            last = Some(role);
        }
    }
    let node = Node {
        squares,
        en_passant: chess.ep_square(EnPassantMode::Legal).is_some(),
    };
    Some((signature, node, own(chess.turn())))
}

/// The position of a node, with the colours exchanged if it is looked at from the other side.
pub(crate) fn position(layout: &Layout, node: &Node, turn: Color, flip: bool) -> Option<Chess> {
    let mut board = Board::empty();
    for man in 0..layout.men {
        let (color, role) = (layout.colors[man], layout.roles[man]);
        board.set_piece_at(node.squares[man], Piece { color, role });
    }
    let mut setup = Setup {
        board,
        turn,
        ..Setup::empty()
    };
    if node.en_passant {
        let pushed = node.squares[if turn.is_white() { 3 } else { 2 }];
        setup.ep_square = Some(passed(pushed, turn)[0]);
    }
    if flip {
        setup.mirror();
    }
    // A table that was made holds only positions; who knows about one that was read.
    setup.position(CastlingMode::Standard).ok()
}
