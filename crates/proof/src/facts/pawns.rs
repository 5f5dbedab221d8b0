//! The fewest captures that the pawns on the board have made, each side by itself.

use shakmaty::{Bitboard, Board, Color, Rank, Square};
use sissa_record::Reason;

use crate::construct::{NEVER, assign};

/// Pawns that would have made more captures than the other side lost men.
///
/// A pawn changes its file only by captures, one file each, and advances a rank with each; so it
/// comes from a file no further away than its rank. The cheapest way to give all pawns different
/// first squares bounds the captures from below.
pub(crate) fn captures(board: &Board, color: Color, steady: Bitboard) -> Option<Reason> {
    let pawns: Vec<Square> = board.by_piece(color.pawn()).into_iter().collect();
    let second = color.relative_rank(Rank::Second);
    let costs: Vec<Vec<i64>> = pawns
        .iter()
        .map(|pawn| {
            let advance = i64::from(pawn.rank().distance(second));
            (0..8)
                .map(|file| {
                    let away = i64::from(u32::from(pawn.file()).abs_diff(file));
                    let home = Square::from_coords(shakmaty::File::new(file), second);
                    let taken = steady.contains(home) && home != *pawn;
                    match away <= advance && !taken {
                        true => away,
                        false => NEVER,
                    }
                })
                .collect()
        })
        .collect();
    let (player, other) = color.fold_wb(("White", "Black"), ("Black", "White"));
    let squares = board.by_piece(color.pawn());
    let Some(chosen) = assign(&costs) else {
        let message = format!("{player}'s pawns cannot all have come from different first squares");
        return Some(Reason::new("pawns-need-captures", message, squares));
    };
    let needed: i64 = chosen
        .iter()
        .zip(&costs)
        .map(|(file, row)| row[*file])
        .sum();
    let lost = 16 - board.by_color(!color).count() as i64;
    (needed > lost).then(|| {
        let message = format!(
            "{player}'s pawns have made at least {needed} captures, but {other} has lost only {lost}"
        );
        Reason::new("pawns-need-captures", message, squares)
    })
}
