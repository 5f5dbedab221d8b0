//! Why no game has exactly so many half-moves, where that can be said in a sentence.
//!
//! Two arguments, each by itself a proof: the men that a side has to bring where they are need more moves than it has, or the moves
//! of a side are even or odd for certain, and the length says otherwise. Where neither says it, the search that found no
//! game is the only argument.

use shakmaty::{Bitboard, Board, Color, Rank};
use sissa_record::Reason;

use super::{
    bound::{Bounds, Certain, Way},
    search::turn,
};
use crate::{Target, facts, facts::locked::at_home, retro::Retro};

/// Moves of a side beyond which nobody counts.
const MOST_MOVES: u32 = 60;

/// The reasons that hold whichever game is thought of; empty where only a search tells.
pub(crate) fn why_none(target: &Target, plies: u32) -> Vec<Reason> {
    let retro = target.retro(turn(plies));
    let mut reasons: Vec<Reason> = Color::ALL
        .into_iter()
        .filter_map(|color| too_few_moves(&retro, plies, color))
        .collect();
    if reasons.is_empty() {
        let odd = |color| odd_moves(&retro, plies, color);
        reasons.extend(Color::ALL.into_iter().filter_map(odd));
    }
    reasons
}

/// Moves that a side makes in so many half-moves.
fn moves_of(color: Color, plies: u32) -> u32 {
    color.fold_wb(plies.div_ceil(2), plies / 2)
}

/// A side needs more moves than it has, even if the other has as many as it likes.
fn too_few_moves(retro: &Retro, plies: u32, color: Color) -> Option<Reason> {
    let affordable = |ours: u32| {
        let moves = color.fold_wb([ours, MOST_MOVES], [MOST_MOVES, ours]);
        let way = Way {
            from: &Board::new(),
            to: &retro.board,
            rights: Bitboard::CORNERS,
            moves,
        };
        let certain = Certain::new(retro.steady());
        Bounds::default().settle(&way, certain).is_some()
    };
    let made = moves_of(color, plies);
    if affordable(made) {
        return None;
    }
    let needed = (made + 1..MOST_MOVES).find(|moves| affordable(*moves))?;
    let player = color.fold_wb("White", "Black");
    let moves = if made == 1 { "move" } else { "moves" };
    let message = format!(
        "{player} needs at least {needed} moves to bring the men where they are, but makes {made} {moves} in {plies} half-moves"
    );
    let moved = retro.board.by_color(color) & !at_home(&retro.board);
    Some(Reason::new("too-few-moves", message, moved))
}

/// The number of moves of a side is even or odd for certain, and the length says otherwise.
fn odd_moves(retro: &Retro, plies: u32, color: Color) -> Option<Reason> {
    let pawns = retro.board.by_piece(color.pawn());
    let home = Bitboard::from(color.relative_rank(Rank::Second));
    if pawns.count() < 8 || pawns & home != pawns {
        return None;
    }
    let odd = facts::odd_moves(retro, color)?;
    let made = moves_of(color, plies);
    if (made % 2 == 1) == odd {
        return None;
    }
    let player = color.fold_wb("White", "Black");
    let parity = if odd { "an odd" } else { "an even" };
    let message = format!(
        "{player} has made {parity} number of moves, because knights change the colour of their square with every move and the \
         other pieces are shut in behind the pawns, but {plies} half-moves give {player} {made}"
    );
    let men = retro.board.by_color(color) & !retro.board.pawns();
    let men = men & !at_home(&retro.board) | retro.board.by_piece(color.knight());
    Some(Reason::new("wrong-parity", message, men))
}
