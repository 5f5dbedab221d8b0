//! What the search has learnt so far: about moves, and about the evaluation's errors.

use shakmaty::{Bitboard, Color, Move, Role};

use super::parameters::Parameters;
use crate::packed::role_index;

/// Most that a history can hold.
const MOST: i32 = 16_384;
/// Hashes of pawns that moves are remembered by.
const PAWNS: usize = 512;
/// Entries of the corrections by one kind of men.
const CORRECTIONS: usize = 16_384;
/// Most that a correction can hold, of each kind.
const MOST_CORRECTED: i32 = 1024;

/// A man of a colour and where it went: one of 768.
pub(super) type Step = u16;

/// No step: a pass, or before the root.
pub(super) const NO_STEP: Step = 768;
/// Steps, and none.
const STEPS: usize = 769;

/// What quiet moves are remembered by, besides themselves.
#[derive(Clone, Copy)]
pub(super) struct Context {
    /// The steps one, two and four plies before.
    pub earlier: [Step; 3],
    /// How much the last two of these and the pawns count, in 1024ths.
    pub follow: [i32; 3],
    /// The pawns' hash.
    pub pawns: u64,
    /// Squares that the other side attacks.
    pub attacked: Bitboard,
}

/// What the evaluation's errors are remembered by.
#[derive(Clone, Copy)]
pub(super) struct Traits {
    /// Hashes of the pawns, of White's other men and of Black's.
    pub men: [u64; 3],
    /// The last two steps, the later first.
    pub steps: [Step; 2],
}

/// The step of a move.
pub(super) fn step(turn: Color, m: Move) -> Step {
    let man = role_index(m.role()) + 6 * usize::from(turn.is_black());
    (man * 64 + usize::from(m.to())) as Step
}

/// What is remembered of moves; one for each thread, kept from move to move.
#[derive(Clone)]
pub(crate) struct Histories {
    /// By whether origin and destination are attacked, colour, origin and destination.
    quiet: Vec<i16>,
    /// By step and captured man.
    capture: Vec<i16>,
    /// By earlier step and step.
    continuation: Vec<i16>,
    /// By the pawns' hash and step.
    pawns: Vec<i16>,
    /// By kind of men, colour to move and the men's hash.
    men_corrections: Vec<i16>,
    /// By the last two steps.
    step_corrections: Vec<i16>,
}

impl Histories {
    pub fn new() -> Histories {
        Histories {
            quiet: vec![0; 2 * 2 * 2 * 64 * 64],
            capture: vec![0; 768 * 6],
            continuation: vec![0; STEPS * 768],
            pawns: vec![0; PAWNS * 768],
            men_corrections: vec![0; 3 * 2 * CORRECTIONS],
            step_corrections: vec![0; STEPS * STEPS],
        }
    }

    pub fn clear(&mut self) {
        self.quiet.fill(0);
        self.capture.fill(0);
        self.continuation.fill(0);
        self.pawns.fill(0);
        self.men_corrections.fill(0);
        self.step_corrections.fill(0);
    }

    pub(super) fn capture(&self, turn: Color, m: Move) -> i32 {
        i32::from(self.capture[capture_index(turn, m)])
    }

    pub(super) fn quiet(&self, turn: Color, m: Move, context: &Context) -> i32 {
        let step = usize::from(step(turn, m));
        let own = i32::from(self.quiet[slot(turn, m, context.attacked) as usize]);
        let followed =
            |earlier: Step| i32::from(self.continuation[usize::from(earlier) * 768 + step]);
        let [one, two, four] = context.earlier;
        let pawns = i32::from(self.pawns[pawns_index(context.pawns, step)]);
        let [second, fourth, by_pawns] = context.follow;
        own + followed(one)
            + (followed(two) * second + followed(four) * fourth + pawns * by_pawns) / 1024
    }

    pub(super) fn learn_quiet(&mut self, turn: Color, m: Move, context: &Context, bonus: i32) {
        self.learn_slot(slot(turn, m, context.attacked), bonus);
        let step = usize::from(step(turn, m));
        nudge(&mut self.pawns[pawns_index(context.pawns, step)], bonus);
        self.learn_continuation(turn, m, context.earlier, bonus);
    }

    /// Learns of a quiet move by itself.
    pub(super) fn learn_slot(&mut self, slot: Slot, bonus: i32) {
        nudge(&mut self.quiet[slot as usize], bonus);
    }

    /// Learns of a quiet move as an answer to earlier ones only.
    pub(super) fn learn_continuation(
        &mut self,
        turn: Color,
        m: Move,
        earlier: [Step; 3],
        bonus: i32,
    ) {
        let step = usize::from(step(turn, m));
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

    /// How far searches were from the evaluation in positions like this one, in centipawns.
    pub(super) fn correction(&self, turn: Color, traits: &Traits, parameters: &Parameters) -> i32 {
        let trust = [
            parameters.correction_pawns,
            parameters.correction_men,
            parameters.correction_men,
        ];
        let men: i32 = correction_indices(turn, traits.men)
            .zip(trust)
            .map(|(index, trust)| i32::from(self.men_corrections[index]) * trust)
            .sum();
        let steps = i32::from(self.step_corrections[steps_index(traits.steps)]);
        (men + steps * parameters.correction_steps) / 1024
    }

    /// Learns that the corrected evaluation should be raised.
    pub(super) fn learn_correction(&mut self, turn: Color, traits: &Traits, bonus: i32) {
        let most = MOST_CORRECTED / 4;
        let bonus = bonus.clamp(-most, most);
        for index in correction_indices(turn, traits.men) {
            nudge_within(&mut self.men_corrections[index], bonus, MOST_CORRECTED);
        }
        if !traits.steps.contains(&NO_STEP) {
            let entry = &mut self.step_corrections[steps_index(traits.steps)];
            nudge_within(entry, bonus, MOST_CORRECTED);
        }
    }
}

/// Where a quiet move's own history is kept.
pub(super) type Slot = u32;

pub(super) fn slot(turn: Color, m: Move, attacked: Bitboard) -> Slot {
    let from = m.from().unwrap_or(m.to());
    let leaves = usize::from(attacked.contains(from));
    let enters = usize::from(attacked.contains(m.to()));
    let colour = usize::from(turn.is_black());
    let square = usize::from(from) * 64 + usize::from(m.to());
    (((leaves * 2 + enters) * 2 + colour) * 64 * 64 + square) as Slot
}

fn pawns_index(pawns: u64, step: usize) -> usize {
    (pawns >> 50) as usize % PAWNS * 768 + step
}

fn capture_index(turn: Color, m: Move) -> usize {
    let captured = m.capture().unwrap_or(Role::Pawn);
    usize::from(step(turn, m)) * 6 + role_index(captured)
}

fn correction_indices(turn: Color, men: [u64; 3]) -> impl Iterator<Item = usize> {
    let colour = usize::from(turn.is_black());
    men.into_iter().enumerate().map(move |(kind, key)| {
        (kind * 2 + colour) * CORRECTIONS + (key >> 50) as usize % CORRECTIONS
    })
}

fn steps_index(steps: [Step; 2]) -> usize {
    usize::from(steps[1]) * STEPS + usize::from(steps[0])
}

/// Moves an entry towards the bonus, less the fuller it is.
fn nudge(entry: &mut i16, bonus: i32) {
    nudge_within(entry, bonus, MOST);
}

fn nudge_within(entry: &mut i16, bonus: i32, most: i32) {
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / most).clamp(-most, most) as i16;
}
