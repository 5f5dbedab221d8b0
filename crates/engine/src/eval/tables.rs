//! Material and a table of squares for each kind of man: the "simplified evaluation function" of the Chess Programming Wiki
//! (Tomasz Michniewski), which a diploma thesis called *tactics*. The phase changes only the king's table: it is an endgame where
//! there is neither a queen nor three other pieces on the board.

use shakmaty::{Board, Chess, Color, Position as _, Role};

use super::Evaluator;

/// Centipawns of a man, a king aside.
const MATERIAL: [i32; 6] = [100, 320, 330, 500, 900, 0];

/// White's tables, the eighth rank first, as people write them.
const TABLES: [[i32; 64]; 6] = [
    [
        0, 0, 0, 0, 0, 0, 0, 0, //
        50, 50, 50, 50, 50, 50, 50, 50, //
        10, 10, 20, 30, 30, 20, 10, 10, //
        5, 5, 10, 25, 25, 10, 5, 5, //
        0, 0, 0, 20, 20, 0, 0, 0, //
        5, -5, -10, 0, 0, -10, -5, 5, //
        5, 10, 10, -20, -20, 10, 10, 5, //
        0, 0, 0, 0, 0, 0, 0, 0,
    ],
    [
        -50, -40, -30, -30, -30, -30, -40, -50, //
        -40, -20, 0, 0, 0, 0, -20, -40, //
        -30, 0, 10, 15, 15, 10, 0, -30, //
        -30, 5, 15, 20, 20, 15, 5, -30, //
        -30, 0, 15, 20, 20, 15, 0, -30, //
        -30, 5, 10, 15, 15, 10, 5, -30, //
        -40, -20, 0, 5, 5, 0, -20, -40, //
        -50, -40, -30, -30, -30, -30, -40, -50,
    ],
    [
        -20, -10, -10, -10, -10, -10, -10, -20, //
        -10, 0, 0, 0, 0, 0, 0, -10, //
        -10, 0, 5, 10, 10, 5, 0, -10, //
        -10, 5, 5, 10, 10, 5, 5, -10, //
        -10, 0, 10, 10, 10, 10, 0, -10, //
        -10, 10, 10, 10, 10, 10, 10, -10, //
        -10, 5, 0, 0, 0, 0, 5, -10, //
        -20, -10, -10, -10, -10, -10, -10, -20,
    ],
    [
        0, 0, 0, 0, 0, 0, 0, 0, //
        5, 10, 10, 10, 10, 10, 10, 5, //
        -5, 0, 0, 0, 0, 0, 0, -5, //
        -5, 0, 0, 0, 0, 0, 0, -5, //
        -5, 0, 0, 0, 0, 0, 0, -5, //
        -5, 0, 0, 0, 0, 0, 0, -5, //
        -5, 0, 0, 0, 0, 0, 0, -5, //
        0, 0, 0, 5, 5, 0, 0, 0,
    ],
    [
        -20, -10, -10, -5, -5, -10, -10, -20, //
        -10, 0, 0, 0, 0, 0, 0, -10, //
        -10, 0, 5, 5, 5, 5, 0, -10, //
        -5, 0, 5, 5, 5, 5, 0, -5, //
        0, 0, 5, 5, 5, 5, 0, -5, //
        -10, 5, 5, 5, 5, 5, 0, -10, //
        -10, 0, 5, 0, 0, 0, 0, -10, //
        -20, -10, -10, -5, -5, -10, -10, -20,
    ],
    [
        -30, -40, -40, -50, -50, -40, -40, -30, //
        -30, -40, -40, -50, -50, -40, -40, -30, //
        -30, -40, -40, -50, -50, -40, -40, -30, //
        -30, -40, -40, -50, -50, -40, -40, -30, //
        -20, -30, -30, -40, -40, -30, -30, -20, //
        -10, -20, -20, -20, -20, -20, -20, -10, //
        20, 20, 0, 0, 0, 0, 20, 20, //
        20, 30, 10, 0, 0, 10, 30, 20,
    ],
];

/// The king's table in an endgame.
const KING_LATE: [i32; 64] = [
    -50, -40, -30, -20, -20, -30, -40, -50, //
    -30, -20, -10, 0, 0, -10, -20, -30, //
    -30, -10, 20, 30, 30, 20, -10, -30, //
    -30, -10, 30, 40, 40, 30, -10, -30, //
    -30, -10, 30, 40, 40, 30, -10, -30, //
    -30, -10, 20, 30, 30, 20, -10, -30, //
    -30, -30, 0, 0, 0, 0, -30, -30, //
    -50, -30, -30, -30, -30, -30, -30, -50,
];

/// Evaluates by material and tables.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tables;

/// Centipawns for White. All values are multiples of five.
pub fn value(board: &Board) -> i32 {
    let pieces = board.rooks() | board.bishops() | board.knights();
    let late = board.queens().is_empty() && pieces.count() < 3;
    let man = |(square, piece): (shakmaty::Square, shakmaty::Piece)| {
        let place = match piece.color {
            Color::White => usize::from(square.flip_vertical()),
            Color::Black => usize::from(square),
        };
        let table = match piece.role {
            Role::King if late => &KING_LATE,
            role => &TABLES[role as usize - 1],
        };
        let value = MATERIAL[piece.role as usize - 1] + table[place];
        piece.color.fold_wb(value, -value)
    };
    board.iter().map(man).sum()
}

/// Centipawns of material for White.
pub fn material(board: &Board) -> i32 {
    let man = |(_, piece): (shakmaty::Square, shakmaty::Piece)| {
        let value = MATERIAL[piece.role as usize - 1];
        piece.color.fold_wb(value, -value)
    };
    board.iter().map(man).sum()
}

impl Evaluator for Tables {
    fn reset(&mut self, _position: &Chess) {}
    fn push(&mut self, _before: &Chess, _m: shakmaty::Move) {}
    fn push_null(&mut self) {}
    fn pop(&mut self) {}

    fn evaluate(&mut self, position: &Chess) -> i32 {
        let value = value(position.board());
        position.turn().fold_wb(value, -value)
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;

    fn of(fen: &str) -> i32 {
        let fen: Fen = fen.parse().unwrap();
        let chess: Chess = fen.into_position(CastlingMode::Standard).unwrap();
        value(chess.board())
    }

    #[test]
    fn sides_are_treated_alike_and_kings_go_out_late() {
        assert_eq!(value(Chess::default().board()), 0);
        let white = of("r3k2r/8/8/3N4/8/8/8/R3K2R w - - 0 1");
        assert_eq!(white, 340);
        assert_eq!(white, -of("r3k2r/8/8/8/3n4/8/8/R3K2R w - - 0 1"));
        assert_eq!(of("4k3/8/8/8/4K3/8/8/8 w - - 0 1"), 40 + 30);
        assert_eq!(material(Chess::default().board()), 0);
    }
}
