//! What both clocks show at a position of a game.

use shakmaty::Color;

/// Seconds that White and Black have left after so many half-moves, from what clocks showed after each: known where both
/// are. Nobody's clock has run before his first move, so `base` is what it shows then.
pub(crate) fn both(
    clocks: &[Option<f64>],
    base: Option<f64>,
    first: Color,
    ply: usize,
) -> Option<[f64; 2]> {
    let shown = |at: Option<usize>| clocks.get(at?).copied().flatten();
    let last = shown(ply.checked_sub(1));
    let before = shown(ply.checked_sub(2));
    let base = base.filter(|_| !clocks.is_empty());
    let mover = if ply < 2 { base } else { before };
    let other = if ply < 1 { base } else { last };
    let (mover, other) = (mover?, other?);
    // The sides in the order of the board, whoever began.
    let white_moved_last = first.is_white() == (ply % 2 == 1);
    Some(if white_moved_last {
        [other, mover]
    } else {
        [mover, other]
    })
}
