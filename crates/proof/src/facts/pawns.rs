//! The fewest captures that the pawns on the board have made, each side by itself.

use shakmaty::{Bitboard, Board, Color, File, Rank, Square};
use sissa_record::Reason;

use super::{is_prey, origins::Origins};
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

/// How much a capture counts, and one that is certainly on a square of the colour in question: no mixture of the two
/// bounds may be exceeded.
const MIXTURES: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (2, 1)];

/// Pawns that would have taken more men on squares of a colour than were ever there to be taken.
///
/// A pawn that has gone aslant only has made all its captures on squares of one colour. A lost bishop of the other colour,
/// or a lost piece that never got to where pawns take on squares of this one, was not among what it took. Whichever pawn
/// came from where, the captures it takes are bounded by those that were possible.
pub(super) fn colored_captures(
    board: &Board,
    color: Color,
    steady: Bitboard,
    victims: &Origins,
) -> Option<Reason> {
    let pawns = board.by_piece(color.pawn());
    let missing = 16 - board.by_color(!color).count() as i32;
    let could_take = |squares: Bitboard| {
        let spared = |(_, _, reach): &&(_, _, Bitboard)| !is_prey(steady, !color, *reach & squares);
        missing - victims.lost.iter().filter(spared).count() as i32
    };
    let all = could_take(Bitboard::FULL);
    let costs = costs(board, color, steady);
    let second = color.relative_rank(Rank::Second);
    for (name, squares) in [
        ("light", Bitboard::LIGHT_SQUARES),
        ("dark", Bitboard::DARK_SQUARES),
    ] {
        let here = could_take(squares);
        // What pawns can have taken anyway is counted by `captures`.
        if here == missing {
            continue;
        }
        for (one, certain) in MIXTURES {
            let mut mixed = costs;
            for (row, pawn) in mixed.iter_mut().zip(pawns) {
                let advance = pawn.rank().distance(second) as i32;
                for cost in row.iter_mut().filter(|cost| **cost < NEVER) {
                    let aslant = *cost == advance && squares.contains(pawn);
                    *cost *= one + if aslant { certain } else { 0 };
                }
            }
            let least = Matching::new(pawns.count(), 8, mixed)?.total();
            if least > one * all + certain * here {
                let (player, other) = color.fold_wb(("White", "Black"), ("Black", "White"));
                let lost = format!("of the {missing} men that {other} has lost");
                let message = match (one, certain) {
                    (_, 0) => format!(
                        "{player}'s pawns have made at least {least} captures, but {lost} pawns can have taken only {all}"
                    ),
                    (0, _) => format!(
                        "{player}'s pawns have made at least {least} captures on {name} squares, but {lost} pawns can have \
                         taken only {here} there"
                    ),
                    _ => format!(
                        "{player}'s pawns have made more captures than they can have: {lost} pawns can have taken {all}, and \
                         only {here} of them on {name} squares"
                    ),
                };
                return Some(Reason::new("pawns-need-captures", message, pawns));
            }
        }
    }
    None
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
