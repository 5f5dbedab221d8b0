//! Why a move is bad, or good: sentences, each with a predicate that is proven on a line that is shown.
//!
//! [`claims`] proposes, [`proof`] replays what was proposed from the record alone and throws away what it cannot
//! see. There is no sentence without its proof.

mod attacks;
mod claims;
mod material;
mod positional;
mod proof;

use shakmaty::{Chess, Color, Move, Position as _, san::SanPlus};
use sissa_judge::Line;
use sissa_record::{ReasonLine, ReasonRecord};

pub(super) use proof::{Prover, with_turn};

/// Most sentences about a move.
const MOST: usize = 3;
/// Half-moves of a line that are looked at.
pub(super) const LONGEST: usize = 12;

/// A move that was played and the two lines that speak of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines<'a> {
    /// The position it was played in.
    pub before: &'a Chess,
    /// The opponent's move before it, and where that was played.
    pub led_by: Option<(&'a Chess, Move)>,
    pub played: Move,
    /// What should follow.
    pub answer: &'a [Move],
    /// What should have been played.
    pub best: &'a [Move],
}

impl Lines<'_> {
    /// Who played it.
    pub fn mover(&self) -> Color {
        self.before.turn()
    }

    /// The position after the move that was played.
    pub fn after(&self) -> Chess {
        let mut after = self.before.clone();
        after.play_unchecked(self.played);
        after
    }

    /// Where a line begins.
    pub fn start(&self, on: ReasonLine) -> Chess {
        match on {
            ReasonLine::Answer => self.after(),
            ReasonLine::Best => self.before.clone(),
        }
    }

    /// Its moves.
    pub fn moves(&self, on: ReasonLine) -> &[Move] {
        let moves = match on {
            ReasonLine::Answer => self.answer,
            ReasonLine::Best => self.best,
        };
        &moves[..moves.len().min(LONGEST)]
    }

    /// Its first half-moves as motifs look at them.
    pub fn line(&self, on: ReasonLine, plies: usize) -> Option<Line> {
        let moves = self.moves(on).get(..plies)?;
        let line = Line::new(&self.start(on), moves)?;
        match (on, self.led_by) {
            (ReasonLine::Answer, _) => line.led_by(self.before, self.played),
            (ReasonLine::Best, Some((before, m))) => line.led_by(before, m),
            (ReasonLine::Best, None) => Some(line),
        }
    }

    /// Its positions, the first included.
    pub fn positions(&self, on: ReasonLine) -> Vec<Chess> {
        let mut positions = vec![self.start(on)];
        let mut chess = self.start(on);
        for m in self.moves(on) {
            if !chess.is_legal(*m) {
                break;
            }
            chess.play_unchecked(*m);
            positions.push(chess.clone());
        }
        positions
    }

    /// Its first half-moves as people write them, without numbers.
    pub fn san(&self, on: ReasonLine, plies: usize) -> String {
        let mut chess = self.start(on);
        let moves = self.moves(on);
        let words = moves[..plies.min(moves.len())]
            .iter()
            .map(|m| SanPlus::from_move_and_play_unchecked(&mut chess, *m).to_string());
        words.collect::<Vec<_>>().join(" ")
    }
}

/// What was proven about a move, the weightiest first. Of a mistake what it allows and what it misses; of a good move what
/// it is for.
pub(super) fn reasons(lines: &Lines<'_>, mistake: bool, prover: &mut Prover) -> Vec<ReasonRecord> {
    let mut proposed = Vec::new();
    if mistake {
        claims::allowed(lines, prover, &mut proposed);
    }
    claims::offered(lines, mistake, prover, &mut proposed);
    if mistake {
        attacks::defences(lines, &mut proposed);
        attacks::attacks(lines, ReasonLine::Answer, &mut proposed);
        positional::worsened(lines, &mut proposed);
        attacks::attacks(lines, ReasonLine::Best, &mut proposed);
    }
    let mut told: Vec<ReasonRecord> = Vec::new();
    for claim in proposed {
        let known = told
            .iter()
            .any(|earlier| earlier.predicate == claim.predicate && earlier.on == claim.on);
        if told.len() < MOST && !known && prover.proves(lines, &claim) {
            told.push(claim);
        }
    }
    told
}
