//! What kind of line it is: how long, at which stage of the game, with which men, worth how much.

use shakmaty::{Bitboard, Board, Color, File, Position as _, Rank, Role};

use super::line::Line;
use crate::Worth;

/// One move of the solver.
pub(super) fn one_move(line: &Line) -> bool {
    line.moves().len() == 1
}

/// Two moves of the solver.
pub(super) fn short(line: &Line) -> bool {
    line.moves().len() == 2
}

/// Three moves of the solver.
pub(super) fn long(line: &Line) -> bool {
    line.moves().len() == 3
}

/// Four moves of the solver or more.
pub(super) fn very_long(line: &Line) -> bool {
    line.moves().len() >= 4
}

/// Hundredths of a pawn for the solver at the end of a line that does not end with mate.
fn centipawns(line: &Line) -> Option<i32> {
    let end = match line.worth? {
        Worth::Centipawns(value) => line.solver().fold_wb(value, -value),
        Worth::WhiteMates(_) => line.solver().fold_wb(i32::MAX, -i32::MAX),
        Worth::BlackMates(_) => line.solver().fold_wb(-i32::MAX, i32::MAX),
    };
    (!line.mates()).then_some(end)
}

/// The line wins: more than four of our engine's pawns at its end, without mate. Lichess draws the line at six pawns of the
/// Stockfish of its time, which ours make about four of, and the next at two.
pub(super) fn crushing(line: &Line) -> bool {
    centipawns(line).is_some_and(|value| value > 400)
}

/// The line brings one to four of our engine's pawns.
pub(super) fn advantage(line: &Line) -> bool {
    centipawns(line).is_some_and(|value| (101..=400).contains(&value))
}

/// The line saves the game: one of our engine's pawns at most.
pub(super) fn equality(line: &Line) -> bool {
    centipawns(line).is_some_and(|value| value <= 100)
}

/// Whether there are men of the role and otherwise only kings and pawns, at first and after the first move.
fn endgame_of(line: &Line, role: Role) -> bool {
    [line.start(), &line.steps[0].after]
        .into_iter()
        .all(|chess| {
            let board = chess.board();
            let allowed = board.kings() | board.pawns() | board.by_role(role);
            board.by_role(role).any() && board.occupied() == allowed
        })
}

/// Kings and pawns only.
pub(super) fn pawn_endgame(line: &Line) -> bool {
    endgame_of(line, Role::Pawn)
}

/// Queens, besides kings and pawns.
pub(super) fn queen_endgame(line: &Line) -> bool {
    endgame_of(line, Role::Queen)
}

/// Rooks, besides kings and pawns.
pub(super) fn rook_endgame(line: &Line) -> bool {
    endgame_of(line, Role::Rook)
}

/// Bishops, besides kings and pawns.
pub(super) fn bishop_endgame(line: &Line) -> bool {
    endgame_of(line, Role::Bishop)
}

/// Knights, besides kings and pawns.
pub(super) fn knight_endgame(line: &Line) -> bool {
    endgame_of(line, Role::Knight)
}

/// One queen and rooks, besides kings and pawns, at first and after the first move.
pub(super) fn queen_rook_endgame(line: &Line) -> bool {
    [line.start(), &line.steps[0].after]
        .into_iter()
        .all(|chess| {
            let board = chess.board();
            let allowed = board.kings() | board.pawns() | board.rooks_and_queens();
            board.queens().count() == 1 && board.rooks().any() && board.occupied() == allowed
        })
}

/// At most six pieces besides kings and pawns.
pub(super) fn endgame(line: &Line) -> bool {
    pieces(line.start().board()) <= 6
}

/// No endgame, but at most ten pieces besides kings and pawns, or a side with fewer than four men on its first rank, or
/// men much mixed.
pub(super) fn middlegame(line: &Line) -> bool {
    let board = line.start().board();
    let sparse = |color: Color| {
        let home = Bitboard::from_rank(color.relative_rank(Rank::First));
        (board.by_color(color) & home).count() < 4
    };
    !endgame(line)
        && (pieces(board) <= 10
            || sparse(Color::White)
            || sparse(Color::Black)
            || mixedness(board) > 150)
}

/// Neither endgame nor middlegame.
pub(super) fn opening(line: &Line) -> bool {
    !endgame(line) && !middlegame(line)
}

fn pieces(board: &Board) -> usize {
    (board.occupied() & !board.kings() & !board.pawns()).count()
}

/// How much the sides are mixed: a sum over all squares of four fields, by how many men of each side stand in them and how far up
/// the board they are. Facts of Lichess' division of games into stages.
fn mixedness(board: &Board) -> i32 {
    let mut sum = 0;
    for rank in 0..7_u32 {
        for file in 0..7_u32 {
            let field: Bitboard = [(0, 0), (0, 1), (1, 0), (1, 1)]
                .into_iter()
                .map(|(right, up)| {
                    shakmaty::Square::from_coords(File::new(file + right), Rank::new(rank + up))
                })
                .collect();
            let white = (field & board.white()).count();
            let black = (field & board.black()).count();
            sum += mixture(rank as i32 + 1, white, black);
        }
    }
    sum
}

fn mixture(height: i32, white: usize, black: usize) -> i32 {
    match (white, black) {
        (0, 0) => 0,
        (1, 0) => 1 + (8 - height),
        (2, 0) if height > 2 => 2 + (height - 2),
        (3 | 4, 0) if height > 1 => 3 + (height - 1),
        (0, 1) => 1 + height,
        (0, 2) if height < 6 => 2 + (6 - height),
        (0, 3 | 4) if height < 7 => 3 + (7 - height),
        (1, 1) => 5 + (4 - height).abs(),
        (2, 1) => 4 + (height - 1),
        (3, 1) => 5 + (height - 1),
        (1, 2) => 4 + (7 - height),
        (1, 3) => 5 + (7 - height),
        (2, 2) => 7,
        _ => 0,
    }
}
