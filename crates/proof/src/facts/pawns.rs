//! The fewest captures that the pawns on the board have made, each side by itself.

use shakmaty::{Bitboard, Board, Color, File, Rank, Square};
use sissa_record::Reason;

use crate::matching::{Matching, NEVER};

/// Pawns that would have made more captures than the other side lost men.
///
/// A pawn changes its file only by captures, one file each, and advances a rank with each; so it
/// comes from a file no further away than its rank. The cheapest way to give all pawns different
/// first squares bounds the captures from below.
pub(crate) fn captures(board: &Board, color: Color, steady: Bitboard) -> Option<Reason> {
    let squares = board.by_piece(color.pawn());
    let costs = costs(board, color, steady);
    let (player, other) = color.fold_wb(("White", "Black"), ("Black", "White"));
    let Some(matching) = Matching::new(squares.count(), 8, costs) else {
        let message = format!("{player}'s pawns cannot all have come from different first squares");
        return Some(Reason::new("pawns-need-captures", message, squares));
    };
    let needed = matching.total();
    let lost = 16 - board.by_color(!color).count() as i32;
    (needed > lost).then(|| {
        let captures = if needed == 1 { "capture" } else { "captures" };
        let message = format!(
            "{player}'s pawns have made at least {needed} {captures}, but {other} has lost only {lost}"
        );
        // The cheapest ways that take captures, as arrows.
        let second = color.relative_rank(Rank::Second);
        let ways = squares.into_iter().zip(matching.columns());
        let ways = ways.map(|(pawn, file)| {
            let file = File::new(file as u32);
            (Square::from_coords(file, second), pawn)
        });
        let ways = ways.filter(|(home, pawn)| home.file() != pawn.file());
        Reason::new("pawns-need-captures", message, squares)
            .ruling_out(ways.map(|(home, pawn)| format!("{home}{pawn}")))
    })
}

/// The captures that bring each pawn of the board, a row each, from each first square, a column each.
pub(crate) fn costs(board: &Board, color: Color, steady: Bitboard) -> [[i32; 16]; 16] {
    let second = color.relative_rank(Rank::Second);
    let mut costs = [[NEVER; 16]; 16];
    for (row, pawn) in costs.iter_mut().zip(board.by_piece(color.pawn())) {
        let advance = pawn.rank().distance(second);
        for (cost, file) in row.iter_mut().zip(File::ALL) {
            let away = pawn.file().distance(file);
            let home = Square::from_coords(file, second);
            let taken = steady.contains(home) && home != pawn;
            if away <= advance && !taken {
                *cost = away as i32;
            }
        }
    }
    costs
}
