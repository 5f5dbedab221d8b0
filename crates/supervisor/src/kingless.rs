//! The supervisor of the first stages: men on a board without kings.
//!
//! The seed's rules were "slightly modified for accepting the non-presence of kings". Here that
//! is shakmaty's antichess, which knows no check: as long as nothing can be taken, men go as in
//! chess. A pawn's step to the last rank counts whatever it becomes.

use sissa_learn::{Move, Position, Supervisor};

use crate::Variant;

/// Says yes or no about boards on which nothing can be taken.
#[derive(Clone, Copy, Debug, Default)]
pub struct KinglessJudge;

impl Supervisor for KinglessJudge {
    fn accepts(&mut self, position: &Position, line: &[Move]) -> bool {
        let Some(mut judged) = Variant::Antichess.board(position) else {
            return false;
        };
        line.iter().all(|play| {
            let moves = judged.moves();
            let found = moves
                .iter()
                .find(|one| (one.from, one.to) == (play.from, play.to));
            found.is_some_and(|found| judged.play(*found))
        })
    }
}
