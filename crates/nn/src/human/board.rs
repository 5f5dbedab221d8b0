//! A position and a player as numbers: the places of a long vector that are not zero.
//!
//! | places | what |
//! |---|---|
//! | 768 | a man of a kind on a square, the mover's and the other's |
//! | 768 | … that stands to be taken with gain |
//! | 128 | where the opponent's last move came from and went |
//! | 4, 8, 2 | castling rights, en passant file, in check, the last move took something |
//! | 16 | how far the game is |
//! | 16 + 1 | the rating, shared between the two nearest of sixteen ratings, or none |
//! | 4, 5 | site, pace |
//!
//! The last three rows are the player's, and go around the board's layer as well.

use shakmaty::{CastlingSide, Chess, EnPassantMode, Position as _};

use super::{Past, Player, ply, view::View};

const MEN: usize = 0;
const LOOSE: usize = MEN + 768;
const LAST: usize = LOOSE + 768;
const CASTLING: usize = LAST + 128;
const EN_PASSANT: usize = CASTLING + 4;
const CHECK: usize = EN_PASSANT + 8;
const TAKEN: usize = CHECK + 1;
const PLY: usize = TAKEN + 1;
pub(super) const PLIES: usize = 16;
/// The first of the player's places.
pub const CONTEXT: usize = PLY + PLIES;
pub(super) const KNOTS: usize = 16;
const SITE: usize = CONTEXT + KNOTS + 1;
const PACE: usize = SITE + 4;
/// How many places there are.
pub const FEATURES: usize = PACE + 5;

/// The lowest of the sixteen ratings, and the step between them.
const LOWEST: f32 = 600.0;
const BETWEEN: f32 = 150.0;

/// Calls with every place that is not zero and its number.
pub fn features(
    position: &Chess,
    view: &View,
    past: &Past,
    player: &Player,
    call: &mut impl FnMut(usize, f32),
) {
    for (half, men) in [&view.own, &view.other].into_iter().enumerate() {
        for (kind, squares) in men.iter().enumerate() {
            let first = (half * 6 + kind) * 64;
            for square in *squares {
                call(MEN + first + usize::from(square), 1.0);
            }
            for square in *squares & view.loose[half] {
                call(LOOSE + first + usize::from(square), 1.0);
            }
        }
    }
    if let Some(last) = past.last {
        call(LAST + usize::from(view.square(last.from)), 1.0);
        call(LAST + 64 + usize::from(view.square(last.to)), 1.0);
        if last.captured.is_some() {
            call(TAKEN, 1.0);
        }
    }
    let turn = position.turn();
    let sides = [CastlingSide::KingSide, CastlingSide::QueenSide];
    for (place, (color, side)) in [turn, !turn]
        .into_iter()
        .flat_map(|color| sides.map(|side| (color, side)))
        .enumerate()
    {
        if position.castles().has(color, side) {
            call(CASTLING + place, 1.0);
        }
    }
    if let Some(square) = position.ep_square(EnPassantMode::Legal) {
        call(EN_PASSANT + usize::from(square.file()), 1.0);
    }
    if view.check {
        call(CHECK, 1.0);
    }
    call(PLY + stage(ply(position)), 1.0);
    context(player, &mut |place, number| call(CONTEXT + place, number));
}

/// How many places are the player's.
pub const CONTEXTS: usize = FEATURES - CONTEXT;

/// The player's places, counted from [`CONTEXT`].
pub fn context(player: &Player, call: &mut impl FnMut(usize, f32)) {
    rating(player.rating, call);
    call(SITE - CONTEXT + player.site as usize, 1.0);
    call(PACE - CONTEXT + player.pace as usize, 1.0);
}

/// A rating, shared between the two nearest of sixteen, or the place behind them.
pub(super) fn rating(rating: Option<u16>, call: &mut impl FnMut(usize, f32)) {
    let Some(rating) = rating else {
        return call(KNOTS, 1.0);
    };
    let top = (KNOTS - 1) as f32;
    let at = ((f32::from(rating) - LOWEST) / BETWEEN).clamp(0.0, top);
    let below = at.floor().min(top - 1.0);
    call(below as usize, 1.0 - (at - below));
    call(below as usize + 1, at - below);
}

/// How far a game is, in steps that widen.
pub(super) fn stage(ply: usize) -> usize {
    match ply {
        0..8 => ply / 2,
        8..24 => 4 + (ply - 8) / 4,
        24..72 => 8 + (ply - 24) / 12,
        72..104 => 12 + (ply - 72) / 16,
        104..140 => 14,
        _ => 15,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_within_the_vector() {
        let mut position = Chess::default();
        let mut past = Past::default();
        for (turn, rating) in [None, Some(0), Some(600), Some(1500), Some(4000)]
            .into_iter()
            .cycle()
            .take(200)
            .enumerate()
        {
            let player = Player {
                rating,
                site: super::super::Site::ALL[turn % 4],
                pace: super::super::Pace::ALL[turn % 5],
            };
            let mut weight = 0.0;
            let view = View::of(&position);
            features(&position, &view, &past, &player, &mut |place, number| {
                assert!(place < FEATURES && (0.0..=1.0).contains(&number));
                if place >= CONTEXT {
                    weight += number;
                }
            });
            assert_eq!(weight, 3.0, "rating, site and pace count one each");
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let played = moves[(turn * 7) % moves.len()];
            past = past.then(played);
            position.play_unchecked(played);
        }
    }

    #[test]
    fn stages_follow_each_other() {
        let stages: Vec<usize> = (0..200).map(stage).collect();
        assert!(stages.windows(2).all(|w| w[1] == w[0] || w[1] == w[0] + 1));
        assert_eq!((stages[0], stages[199]), (0, PLIES - 1));
    }
}
