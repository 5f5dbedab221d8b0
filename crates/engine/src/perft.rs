//! Counting: how many games of so many half-moves there are.

use alloc::vec::Vec;

use shakmaty::{Chess, Move, Position as _};

/// Leaves after each legal move, in the order of the moves; the sum is the perft of the position.
///
/// ```
/// use sissa_engine::perft;
/// use shakmaty::Chess;
///
/// let counts = perft(&Chess::default(), 3, &|| false).expect("not stopped");
/// assert_eq!(counts.iter().map(|(_, leaves)| leaves).sum::<u64>(), 8902);
/// ```
pub fn perft(position: &Chess, depth: u32, stop: &dyn Fn() -> bool) -> Option<Vec<(Move, u64)>> {
    if depth == 0 {
        return Some(Vec::new());
    }
    let mut counts = Vec::new();
    for m in position.legal_moves() {
        let mut next = position.clone();
        next.play_unchecked(m);
        counts.push((m, leaves(&next, depth - 1, stop)?));
    }
    Some(counts)
}

fn leaves(position: &Chess, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let moves = position.legal_moves();
    if depth == 1 {
        return Some(moves.len() as u64);
    }
    if depth >= 4 && stop() {
        return None;
    }
    let mut sum = 0u64;
    for m in moves {
        let mut next = position.clone();
        next.play_unchecked(m);
        sum = sum.saturating_add(leaves(&next, depth - 1, stop)?);
    }
    Some(sum)
}
