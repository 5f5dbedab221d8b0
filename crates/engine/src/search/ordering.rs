//! Which moves to try first: what the search has learnt about moves so far.
//!
//! The transposition table's move comes first, then captures that win or keep material, killers,
//! quiet moves by their history, and losing captures last.

use arrayvec::ArrayVec;
use shakmaty::{Chess, Color, Move, MoveList, Position as _, Role};

use crate::{
    exchange,
    packed::{Packed, role_index},
};

/// Most that a history can hold.
const MOST: i32 = 16_384;
/// Entries of the corrections by pawns.
const CORRECTIONS: usize = 16_384;
/// A correction of one centipawn.
const CORRECTION_UNIT: i32 = 256;

/// A man of a colour and where it went: one of 768.
pub(super) type Step = u16;

/// No step: a pass, or before the root.
pub(super) const NO_STEP: Step = 768;

/// The step of a move.
pub(super) fn step(turn: Color, m: Move) -> Step {
    let man = role_index(m.role()) + 6 * usize::from(turn.is_black());
    (man * 64 + usize::from(m.to())) as Step
}

/// What is remembered of moves; one for each thread, kept from move to move.
#[derive(Clone)]
pub(crate) struct Histories {
    /// By colour, origin and destination.
    quiet: Vec<i16>,
    /// By step and captured man.
    capture: Vec<i16>,
    /// By earlier step and step.
    continuation: Vec<i16>,
    correction: Vec<i16>,
}

impl Histories {
    pub fn new() -> Histories {
        Histories {
            quiet: vec![0; 2 * 64 * 64],
            capture: vec![0; 768 * 6],
            continuation: vec![0; 769 * 768],
            correction: vec![0; 2 * CORRECTIONS],
        }
    }

    pub fn clear(&mut self) {
        self.quiet.fill(0);
        self.capture.fill(0);
        self.continuation.fill(0);
        self.correction.fill(0);
    }

    pub(super) fn capture(&self, turn: Color, m: Move) -> i32 {
        i32::from(self.capture[capture_index(turn, m)])
    }

    pub(super) fn quiet(&self, turn: Color, m: Move, earlier: [Step; 2]) -> i32 {
        let step = usize::from(step(turn, m));
        let own = i32::from(self.quiet[quiet_index(turn, m)]);
        let followed =
            |earlier: Step| i32::from(self.continuation[usize::from(earlier) * 768 + step]);
        own + followed(earlier[0]) + followed(earlier[1])
    }

    pub(super) fn learn_quiet(&mut self, turn: Color, m: Move, earlier: [Step; 2], bonus: i32) {
        let step = usize::from(step(turn, m));
        nudge(&mut self.quiet[quiet_index(turn, m)], bonus);
        for earlier in earlier {
            if earlier != NO_STEP {
                nudge(
                    &mut self.continuation[usize::from(earlier) * 768 + step],
                    bonus,
                );
            }
        }
    }

    pub(super) fn learn_capture(&mut self, turn: Color, m: Move, bonus: i32) {
        nudge(&mut self.capture[capture_index(turn, m)], bonus);
    }

    /// How far searches were from the evaluation with these pawns, in centipawns.
    pub(super) fn correction(&self, turn: Color, pawns: u64) -> i32 {
        i32::from(self.correction[correction_index(turn, pawns)]) / CORRECTION_UNIT
    }

    pub(super) fn learn_correction(&mut self, turn: Color, pawns: u64, error: i32, depth: i32) {
        let entry = &mut self.correction[correction_index(turn, pawns)];
        let weight = (depth + 1).min(16);
        let wanted = (error * CORRECTION_UNIT).clamp(-64 * CORRECTION_UNIT, 64 * CORRECTION_UNIT);
        let mixed = (i32::from(*entry) * (256 - weight) + wanted * weight) / 256;
        *entry = mixed.clamp(-64 * CORRECTION_UNIT, 64 * CORRECTION_UNIT) as i16;
    }
}

fn quiet_index(turn: Color, m: Move) -> usize {
    let from = m.from().map_or(0, usize::from);
    (usize::from(turn.is_black()) * 64 + from) * 64 + usize::from(m.to())
}

fn capture_index(turn: Color, m: Move) -> usize {
    let captured = m.capture().unwrap_or(Role::Pawn);
    usize::from(step(turn, m)) * 6 + role_index(captured)
}

fn correction_index(turn: Color, pawns: u64) -> usize {
    usize::from(turn.is_black()) * CORRECTIONS + (pawns >> 50) as usize % CORRECTIONS
}

/// Moves an entry towards the bonus, less the fuller it is.
fn nudge(entry: &mut i16, bonus: i32) {
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / MOST).clamp(-MOST, MOST) as i16;
}

/// Whether a move changes material.
pub(super) fn is_noisy(m: Move) -> bool {
    m.is_capture() || m.promotion() == Some(Role::Queen)
}

const FIRST: i32 = 100_000_000;
const GOOD: i32 = 10_000_000;
/// Moves from here up lose nothing by the exchange.
pub(super) const SURE: i32 = 9_000_000;
const KILLER: i32 = 5_000_000;
const BAD: i32 = -10_000_000;
/// Scores nearer to zero than this are histories.
pub(super) const PLAIN: i32 = 1_000_000;

/// Moves of a node, best first.
pub(super) struct Picker {
    moves: ArrayVec<(i32, Move), 256>,
    next: usize,
}

/// What the order depends upon.
pub(super) struct Hints {
    pub table: Packed,
    pub killers: [Packed; 2],
    pub earlier: [Step; 2],
}

impl Picker {
    pub fn new(chess: &Chess, moves: &MoveList, histories: &Histories, hints: &Hints) -> Picker {
        let turn = chess.turn();
        let score = |m: Move| {
            let packed = Packed::of(m);
            if packed == hints.table {
                FIRST
            } else if is_noisy(m) {
                let won = m.capture().map_or(0, exchange::value)
                    + m.promotion().map_or(0, |role| exchange::value(role) - 100);
                GOOD + 16 * won + histories.capture(turn, m)
            } else if m.promotion().is_some() {
                BAD
            } else if packed == hints.killers[0] {
                KILLER + 1
            } else if packed == hints.killers[1] {
                KILLER
            } else {
                histories.quiet(turn, m, hints.earlier)
            }
        };
        Picker {
            moves: moves.iter().map(|m| (score(*m), *m)).collect(),
            next: 0,
        }
    }

    /// The next move and its score; a negative score of a capture means that it loses material.
    pub fn next(&mut self, chess: &Chess) -> Option<(i32, Move)> {
        loop {
            let rest = self.moves.get_mut(self.next..)?;
            let mut best = 0;
            let mut most = rest.first()?.0;
            for (index, (score, _)) in rest.iter().enumerate().skip(1) {
                if *score > most {
                    (best, most) = (index, *score);
                }
            }
            rest.swap(0, best);
            let (score, m) = rest[0];
            if (GOOD - MOST..FIRST).contains(&score) && !exchange::at_least(chess, m, 0) {
                rest[0].0 = score - GOOD + BAD;
                continue;
            }
            self.next += 1;
            return Some((score, m));
        }
    }
}
