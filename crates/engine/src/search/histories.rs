//! Histories: what the search has learnt so far about moves, and about the evaluation's errors.
//!
//! Quiet, capture, continuation and pawn histories order moves and say how far to trust them; correction histories move the
//! static evaluation towards what searches found in positions like it.

use alloc::{vec, vec::Vec};

use shakmaty::{Bitboard, Color, Move, Role};

use super::parameters::Parameters;
use crate::packed::role_index;

/// Most that a history can hold.
const MOST: i32 = 16_384;
/// Whether memory is scarce.
const SMALL: bool = cfg!(not(feature = "std"));
/// Hashes of pawns that moves are remembered by.
const PAWNS: usize = if SMALL { 64 } else { 512 };
/// Entries of the corrections by one kind of men.
const CORRECTIONS: usize = if SMALL { 4096 } else { 16_384 };
/// Entries of the corrections by the last two moves: one each, or shared by several.
const CONTINUATION_CORRECTIONS: usize = if SMALL { 16_381 } else { PIECE_TOS * PIECE_TOS };
/// Most that a correction can hold, of each kind.
const MOST_CORRECTION: i32 = 1024;

/// A piece of a colour and the square it went to: one of 768. What continuations are counted by.
pub(super) type PieceTo = u16;

/// A null move, or before the root.
pub(super) const NO_PIECE_TO: PieceTo = 768;
/// All of them, and none.
const PIECE_TOS: usize = 769;

/// What quiet moves are remembered by, besides themselves.
#[derive(Clone, Copy)]
pub(super) struct HistoryContext {
    /// The moves one, two and four plies before.
    pub earlier: [PieceTo; 3],
    /// How much the last two of these and the pawns count, in 1024ths.
    pub weights: [i32; 3],
    /// The pawns' hash.
    pub pawns: u64,
    /// Squares that the other side attacks.
    pub attacked: Bitboard,
}

/// What the evaluation's errors are remembered by.
#[derive(Clone, Copy)]
pub(super) struct CorrectionKeys {
    /// Hashes of the pawns, of White's other men and of Black's.
    pub men: [u64; 3],
    /// The last two moves, the later first.
    pub piece_tos: [PieceTo; 2],
}

/// The piece of a move and where it goes.
pub(super) fn piece_to(turn: Color, m: Move) -> PieceTo {
    let man = role_index(m.role()) + 6 * usize::from(turn.is_black());
    (man * 64 + usize::from(m.to())) as PieceTo
}

/// Entries that are forgotten together.
const TOGETHER: usize = 128;

/// Numbers that are learnt, all zero at first. It knows which of them may have been changed: a short search changes few of
/// millions, and clearing all of them can take as long as the search.
#[derive(Clone)]
struct Learnt {
    entries: Vec<i16>,
    changed: Vec<bool>,
}

impl Learnt {
    fn new(count: usize) -> Learnt {
        Learnt {
            entries: vec![0; count],
            changed: vec![false; count.div_ceil(TOGETHER)],
        }
    }

    fn clear(&mut self) {
        let parts = self.entries.chunks_mut(TOGETHER);
        for (part, changed) in parts.zip(&mut self.changed) {
            if core::mem::take(changed) {
                part.fill(0);
            }
        }
    }

    fn get(&self, index: usize) -> i32 {
        i32::from(self.entries[index])
    }

    /// Moves an entry towards the bonus, less the fuller it is.
    fn update(&mut self, index: usize, bonus: i32, most: i32) {
        self.changed[index / TOGETHER] = true;
        let value = self.get(index);
        self.entries[index] =
            (value + bonus - value * bonus.abs() / most).clamp(-most, most) as i16;
    }
}

/// What is remembered of moves; one for each thread, kept from move to move.
#[derive(Clone)]
pub(crate) struct Histories {
    /// By whether origin and destination are attacked, colour, origin and destination.
    quiet: Learnt,
    /// By piece, destination and captured man.
    capture: Learnt,
    /// By piece and destination of an earlier move and of the move.
    continuation: Learnt,
    /// By the pawns' hash, piece and destination.
    pawns: Learnt,
    /// By kind of men, colour to move and the men's hash.
    material_corrections: Learnt,
    /// By piece and destination of the last two moves.
    continuation_corrections: Learnt,
}

impl Histories {
    pub fn new() -> Histories {
        Histories {
            quiet: Learnt::new(2 * 2 * 2 * 64 * 64),
            capture: Learnt::new(768 * 6),
            continuation: Learnt::new(PIECE_TOS * 768),
            pawns: Learnt::new(PAWNS * 768),
            material_corrections: Learnt::new(3 * 2 * CORRECTIONS),
            continuation_corrections: Learnt::new(CONTINUATION_CORRECTIONS),
        }
    }

    pub fn clear(&mut self) {
        self.quiet.clear();
        self.capture.clear();
        self.continuation.clear();
        self.pawns.clear();
        self.material_corrections.clear();
        self.continuation_corrections.clear();
    }

    pub(super) fn capture(&self, turn: Color, m: Move) -> i32 {
        self.capture.get(capture_index(turn, m))
    }

    pub(super) fn quiet(&self, turn: Color, m: Move, context: &HistoryContext) -> i32 {
        let piece_to = usize::from(piece_to(turn, m));
        let own = self
            .quiet
            .get(quiet_index(turn, m, context.attacked) as usize);
        let followed =
            |earlier: PieceTo| self.continuation.get(usize::from(earlier) * 768 + piece_to);
        let [one, two, four] = context.earlier;
        let pawns = self.pawns.get(pawns_index(context.pawns, piece_to));
        let [second, fourth, by_pawns] = context.weights;
        own + followed(one)
            + (followed(two) * second + followed(four) * fourth + pawns * by_pawns) / 1024
    }

    pub(super) fn update_quiet(
        &mut self,
        turn: Color,
        m: Move,
        context: &HistoryContext,
        bonus: i32,
    ) {
        self.update_quiet_index(quiet_index(turn, m, context.attacked), bonus);
        let piece_to = usize::from(piece_to(turn, m));
        self.pawns
            .update(pawns_index(context.pawns, piece_to), bonus, MOST);
        self.update_continuation(turn, m, context.earlier, bonus);
    }

    /// Learns of a quiet move by itself.
    pub(super) fn update_quiet_index(&mut self, quiet_index: QuietIndex, bonus: i32) {
        self.quiet.update(quiet_index as usize, bonus, MOST);
    }

    /// Learns of a quiet move as an answer to earlier ones only.
    pub(super) fn update_continuation(
        &mut self,
        turn: Color,
        m: Move,
        earlier: [PieceTo; 3],
        bonus: i32,
    ) {
        let piece_to = usize::from(piece_to(turn, m));
        for earlier in earlier {
            if earlier != NO_PIECE_TO {
                let index = usize::from(earlier) * 768 + piece_to;
                self.continuation.update(index, bonus, MOST);
            }
        }
    }

    pub(super) fn update_capture(&mut self, turn: Color, m: Move, bonus: i32) {
        self.capture.update(capture_index(turn, m), bonus, MOST);
    }

    /// How far searches were from the evaluation in positions like this one, in centipawns.
    pub(super) fn correction(
        &self,
        turn: Color,
        correction_keys: &CorrectionKeys,
        parameters: &Parameters,
    ) -> i32 {
        let trust = [
            parameters.correction_pawns,
            parameters.correction_non_pawns,
            parameters.correction_non_pawns,
        ];
        let men: i32 = correction_indices(turn, correction_keys.men)
            .zip(trust)
            .map(|(index, trust)| self.material_corrections.get(index) * trust)
            .sum();
        let piece_tos = piece_tos_index(correction_keys.piece_tos);
        let piece_tos = self.continuation_corrections.get(piece_tos);
        (men + piece_tos * parameters.correction_continuation) / 1024
    }

    /// Learns that the corrected evaluation should be raised.
    pub(super) fn update_correction(
        &mut self,
        turn: Color,
        correction_keys: &CorrectionKeys,
        bonus: i32,
    ) {
        let most = MOST_CORRECTION / 4;
        let bonus = bonus.clamp(-most, most);
        for index in correction_indices(turn, correction_keys.men) {
            self.material_corrections
                .update(index, bonus, MOST_CORRECTION);
        }
        if !correction_keys.piece_tos.contains(&NO_PIECE_TO) {
            let index = piece_tos_index(correction_keys.piece_tos);
            self.continuation_corrections
                .update(index, bonus, MOST_CORRECTION);
        }
    }
}

/// Where a quiet move's own history is kept.
pub(super) type QuietIndex = u32;

pub(super) fn quiet_index(turn: Color, m: Move, attacked: Bitboard) -> QuietIndex {
    let from = m.from().unwrap_or(m.to());
    let leaves = usize::from(attacked.contains(from));
    let enters = usize::from(attacked.contains(m.to()));
    let colour = usize::from(turn.is_black());
    let square = usize::from(from) * 64 + usize::from(m.to());
    (((leaves * 2 + enters) * 2 + colour) * 64 * 64 + square) as QuietIndex
}

fn pawns_index(pawns: u64, piece_to: usize) -> usize {
    (pawns >> 50) as usize % PAWNS * 768 + piece_to
}

fn capture_index(turn: Color, m: Move) -> usize {
    let captured = m.capture().unwrap_or(Role::Pawn);
    usize::from(piece_to(turn, m)) * 6 + role_index(captured)
}

fn correction_indices(turn: Color, men: [u64; 3]) -> impl Iterator<Item = usize> {
    let colour = usize::from(turn.is_black());
    men.into_iter().enumerate().map(move |(kind, key)| {
        (kind * 2 + colour) * CORRECTIONS + (key >> 50) as usize % CORRECTIONS
    })
}

fn piece_tos_index(piece_tos: [PieceTo; 2]) -> usize {
    let index = usize::from(piece_tos[1]) * PIECE_TOS + usize::from(piece_tos[0]);
    if SMALL {
        index % CONTINUATION_CORRECTIONS
    } else {
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cleared_is_as_new() {
        let count = 3 * TOGETHER + 5;
        let mut learnt = Learnt::new(count);
        for index in [0, TOGETHER - 1, TOGETHER, count - 1] {
            learnt.update(index, 300, MOST);
            assert!(learnt.get(index) > 0);
        }
        learnt.clear();
        assert!((0..count).all(|index| learnt.get(index) == 0));
    }
}
