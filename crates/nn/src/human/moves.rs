//! A move as numbers: a dozen places of a long vector.
//!
//! Besides from where to where with which man, what people look at before they move: what is taken and
//! what an exchange on the square gains, whether the man was attacked and would be attacked, whether
//! somebody just took there, checks, new threats, how near the other king is.

use shakmaty::{Bitboard, Move, Role, Square, attacks};

use super::{
    Past, exchange, squares,
    view::{View, slot},
};

const PATH: usize = 0;
const KIND_TO: usize = PATH + 4096;
const KIND_FROM: usize = KIND_TO + 384;
const TAKES: usize = KIND_FROM + 384;
const PROMOTES: usize = TAKES + 36;
const CASTLES: usize = PROMOTES + 4;
const TARGET: usize = CASTLES + 2;
const ORIGIN: usize = TARGET + 84;
const GAIN: usize = ORIGIN + 84;
const AGAIN: usize = GAIN + 14;
const CHECK: usize = AGAIN + 4;
const THREAT: usize = CHECK + 4;
const GUARDS: usize = THREAT + 30;
const NEAR: usize = GUARDS + 4;
const EVADES: usize = NEAR + 48;
const SHAPE: usize = EVADES + 3;
/// The one place of the pseudo-move that ends the game.
pub const END: usize = SHAPE + 6;
/// How many places there are.
pub const MOVE_FEATURES: usize = END + 1;

/// Calls with every place of a legal move.
pub fn move_features(view: &View, past: &Past, played: Move, call: &mut impl FnMut(usize)) {
    let (from, to) = squares(played);
    let (from, to) = (view.square(from), view.square(to));
    let role = played.role();
    let kind = slot(role);
    call(PATH + usize::from(from) * 64 + usize::from(to));
    call(KIND_TO + kind * 64 + usize::from(to));
    call(KIND_FROM + kind * 64 + usize::from(from));
    let captured = played.capture();
    call(TAKES + kind * 6 + captured.map_or(5, slot));
    if let Some(promotion) = played.promotion() {
        call(PROMOTES + slot(promotion) - 1);
    }
    if let Some(side) = played.castling_side() {
        call(CASTLES + usize::from(side.is_queen_side()));
    }

    // Where it goes, and where it stood.
    let takes = role != Role::Pawn || captured.is_some();
    let others = view.guarded[usize::from(takes && !played.is_castle())];
    let attacker = view.least_attacker(to);
    call(TARGET + (kind * 7 + attacker) * 2 + usize::from(others.contains(to)));
    let before = view.least_attacker(from);
    let kept = view.guarded[0].contains(from);
    call(ORIGIN + (kind * 7 + before) * 2 + usize::from(kept));
    let value = captured.map_or(0, |role| exchange::value(slot(role)));
    let gain = match attacker {
        6 => value,
        _ => exchange::gain(view, from, to, kind, value),
    };
    call(GAIN + grade(gain) * 2 + usize::from(captured.is_some()));

    after_others(view, past, (from, to), call);
    effects(view, played, (from, to), gain, call);
    if role == Role::Pawn {
        shape(view, from, to, call);
    }
}

/// Whether it answers the move before on its square, or goes on with the same man.
#[inline]
fn after_others(
    view: &View,
    past: &Past,
    (from, to): (Square, Square),
    call: &mut impl FnMut(usize),
) {
    if let Some(last) = past.last
        && view.square(last.to) == to
    {
        call(AGAIN + usize::from(last.captured.is_some()));
    }
    if let Some(own) = past.own
        && view.square(own.to) == from
    {
        let back = view.square(own.from) == to;
        call(AGAIN + 2 + usize::from(back));
    }
}

/// What the man does on its new square.
#[inline]
fn effects(
    view: &View,
    played: Move,
    (from, to): (Square, Square),
    gain: i32,
    call: &mut impl FnMut(usize),
) {
    let (role, captured) = (played.role(), played.capture());
    let placed = played.promotion().unwrap_or(role);
    let occupied = view.occupied & !Bitboard::from(from) | Bitboard::from(to);
    let reach = attacks::attacks(to, placed.of(shakmaty::Color::White), occupied);
    let safe = usize::from(gain >= 0);
    let discovered = view.screens.contains(from) && !attacks::aligned(from, to, view.kings[1]);
    if reach.contains(view.kings[1]) {
        call(CHECK + safe);
    }
    if discovered {
        call(CHECK + 2);
    }
    let mut worst = 5;
    let mut threatened = 0;
    for (target, men) in view.other.iter().enumerate().take(5) {
        let hit = *men & reach;
        let hit = if exchange::value(target) > exchange::value(slot(placed)) {
            hit
        } else {
            hit & !view.covered
        };
        if hit.any() {
            worst = target;
            threatened += hit.count();
        }
    }
    call(THREAT + worst * 5 + safe * 2 + usize::from(threatened > 1));
    let rescued = view.loose[0] & !Bitboard::from(from) & reach;
    if rescued.any() {
        call(GUARDS);
    }
    if (view.loose[0] & !Bitboard::from(from)).any() {
        // Something else stands to be taken, and this move does not save it by itself.
        call(GUARDS + 1 + usize::from(captured.is_some()));
    }
    call(
        NEAR + slot(role) * 8
            + usize::try_from(to.distance(view.kings[1]))
                .unwrap_or(7)
                .min(7),
    );
    if view.check {
        let how = match (role, captured) {
            (Role::King, _) => 0,
            (_, Some(_)) => 1,
            (_, None) => 2,
        };
        call(EVADES + how);
    }
}

/// What a pawn move does to the pawns.
fn shape(view: &View, from: Square, to: Square, call: &mut impl FnMut(usize)) {
    let file = Bitboard::from_file(to.file());
    let beside = file.shift(1) & !Bitboard::from_file(shakmaty::File::A)
        | file.shift(-1) & !Bitboard::from_file(shakmaty::File::H);
    let ahead = Bitboard(
        u64::MAX
            .checked_shl(8 * (u32::from(to.rank()) + 1))
            .unwrap_or(0),
    );
    let pawns = view.own[0] & !Bitboard::from(from);
    if (view.other[0] & ahead & (file | beside)).is_empty() {
        call(SHAPE);
    }
    if (pawns & file).any() {
        call(SHAPE + 1);
    }
    if (pawns & beside).is_empty() {
        call(SHAPE + 2);
    }
    let met = attacks::pawn_attacks(shakmaty::Color::White, to);
    if (met & view.other[0]).any() {
        call(SHAPE + 3);
    }
    if (view.other[0] & Bitboard(Bitboard::from(to).0 << 8)).any() {
        call(SHAPE + 4);
    }
    // A pawn in front of its own king.
    if from.file().distance(view.kings[0].file()) <= 1
        && view.kings[0].rank() <= shakmaty::Rank::Second
    {
        call(SHAPE + 5);
    }
}

/// An exchange's gain in seven steps.
fn grade(gain: i32) -> usize {
    match gain {
        ..=-400 => 0,
        -399..=-150 => 1,
        -149..=-1 => 2,
        0 => 3,
        1..=150 => 4,
        151..=400 => 5,
        _ => 6,
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, Color, Position as _, fen::Fen};

    use super::*;

    fn places(fen: &str, uci: &str) -> Vec<usize> {
        let position: Chess = fen
            .parse::<Fen>()
            .unwrap()
            .into_position(CastlingMode::Standard)
            .unwrap();
        let uci: shakmaty::uci::UciMove = uci.parse().unwrap();
        let played = uci.to_move(&position).unwrap();
        let mut found = Vec::new();
        let view = View::of(&position);
        move_features(&view, &Past::default(), played, &mut |place| {
            found.push(place)
        });
        found
    }

    #[test]
    fn black_sees_what_white_sees_in_the_mirror() {
        let mut position = Chess::default();
        let mut past = Past::default();
        for turn in 0..300 {
            let mut board = position.board().clone();
            board.flip_vertical();
            board.swap_colors();
            let moves = position.legal_moves();
            let mut setup = position.to_setup(shakmaty::EnPassantMode::Legal);
            setup.mirror();
            let mirrored = setup.position::<Chess>(CastlingMode::Standard).unwrap();
            let other: Vec<Move> = mirrored.legal_moves().into_iter().collect();
            assert_eq!(moves.len(), other.len());
            let all = |position: &Chess, moves: &[Move]| {
                let view = View::of(position);
                let mut all: Vec<Vec<usize>> = moves
                    .iter()
                    .map(|played| {
                        let mut found = Vec::new();
                        move_features(&view, &Past::default(), *played, &mut |p| found.push(p));
                        assert!(found.iter().all(|place| *place < END));
                        found
                    })
                    .collect();
                all.sort();
                all
            };
            assert_eq!(all(&position, &moves), all(&mirrored, &other));
            if moves.is_empty() {
                break;
            }
            let played = moves[(turn * 13) % moves.len()];
            past = past.then(played);
            position.play_unchecked(played);
        }
        assert_eq!(
            past.last.is_some(),
            position.turn() == Color::Black || past.own.is_some()
        );
    }

    #[test]
    fn exchanges_and_checks_are_seen() {
        // A rook takes a protected pawn: four pawns lost.
        let bad = places("4k3/2p5/3p4/8/8/8/8/3RK3 w - - 0 1", "d1d6");
        assert!(bad.contains(&(GAIN + 1)), "{bad:?}");
        let good = places("4k3/8/3p4/8/8/8/8/3RK3 w - - 0 1", "d1d6");
        assert!(good.contains(&(GAIN + 4 * 2 + 1)), "{good:?}");
        let check = places("4k3/8/3p4/8/8/8/8/R3K3 w - - 0 1", "a1a8");
        assert!(check.contains(&(CHECK + 1)));
        let discovered = places("4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", "e4c5");
        assert!(discovered.contains(&(CHECK + 2)));
    }
}
