//! What a capture gains when both sides go on taking on its square.

use shakmaty::{Bitboard, Square, attacks};

use super::view::View;

const VALUES: [i32; 6] = [100, 300, 300, 500, 900, 10_000];

/// The value of the man of this kind, pawn 0 to king 5.
pub(super) const fn value(kind: usize) -> i32 {
    VALUES[kind]
}

/// Hundredths of pawns that the mover has gained after all exchanges on the target, both sides free to
/// stop. Pins are not seen.
pub(super) fn gain(view: &View, from: Square, to: Square, mover: usize, captured: i32) -> i32 {
    let mut occupied = view.occupied & !Bitboard::from(from) | Bitboard::from(to);
    let mut gains = [0; 32];
    gains[0] = captured;
    let mut on_square = value(mover);
    let mut own_turn = false;
    let mut depth = 0;
    while depth < 31 {
        let men = if own_turn { &view.own } else { &view.other };
        let Some((kind, square)) = cheapest(men, to, occupied, own_turn) else {
            break;
        };
        depth += 1;
        gains[depth] = on_square - gains[depth - 1];
        on_square = value(kind);
        occupied ^= Bitboard::from(square);
        own_turn = !own_turn;
    }
    while depth > 0 {
        depth -= 1;
        gains[depth] = -gains[depth + 1].max(-gains[depth]);
    }
    gains[0]
}

/// The cheapest man that can take on a square.
fn cheapest(
    men: &[Bitboard; 6],
    to: Square,
    occupied: Bitboard,
    own: bool,
) -> Option<(usize, Square)> {
    // The mover's pawns take upwards: those that reach a square stand where a black pawn on it would.
    let color = shakmaty::Color::from_white(!own);
    let still = |kind: usize| men[kind] & occupied;
    let find = |kind: usize, reach: Bitboard| (still(kind) & reach).first().map(|at| (kind, at));
    if let Some(found) =
        find(0, attacks::pawn_attacks(color, to)).or_else(|| find(1, attacks::knight_attacks(to)))
    {
        return Some(found);
    }
    let diagonal = attacks::bishop_attacks(to, occupied);
    if let Some(found) = find(2, diagonal) {
        return Some(found);
    }
    let straight = attacks::rook_attacks(to, occupied);
    find(3, straight)
        .or_else(|| find(4, diagonal | straight))
        .or_else(|| find(5, attacks::king_attacks(to)))
}
