//! What a position cannot be worth, whatever stands where: mates and motifs that need men who are not there.
//!
//! Men never come back, pawns only become something else: who has not the men for a mate now, pawns counted as whatever is
//! missing, will not have them later.

use shakmaty::{Color, Role};

use super::{Code, Reason};
use crate::{
    Judged, Predicate, TableResult,
    goal::{Goal, name},
};

/// Men of the side that solves: so many of these roles together.
type Need = (&'static [Role], i32);

/// What the last position of a mate with a name needs.
struct Pattern {
    tag: &'static str,
    /// Pieces of the solver; a pawn may have become one.
    pieces: &'static [Need],
    /// Pawns of the solver that are still pawns.
    pawns: i32,
    /// Men of the mated side around its king, which is in a corner where that takes fewest.
    around: i32,
}

const fn pattern(tag: &'static str, pieces: &'static [Need], pawns: i32, around: i32) -> Pattern {
    Pattern {
        tag,
        pieces,
        pawns,
        around,
    }
}

/// The definitions of the motifs, read as what must be on the board.
const PATTERNS: &[Pattern] = &[
    pattern("smotheredMate", &[(&[Role::Knight], 1)], 0, 3),
    pattern("backRankMate", &[(&[Role::Rook, Role::Queen], 1)], 0, 2),
    pattern(
        "anastasiaMate",
        &[(&[Role::Knight], 1), (&[Role::Rook, Role::Queen], 1)],
        0,
        1,
    ),
    pattern(
        "hookMate",
        &[(&[Role::Knight], 1), (&[Role::Rook], 1)],
        1,
        0,
    ),
    pattern(
        "arabianMate",
        &[(&[Role::Knight], 1), (&[Role::Rook], 1)],
        0,
        0,
    ),
    pattern("bodenMate", &[(&[Role::Bishop], 2)], 0, 0),
    pattern("doubleBishopMate", &[(&[Role::Bishop], 2)], 0, 0),
    pattern("dovetailMate", &[(&[Role::Queen], 1)], 0, 0),
    pattern("promotion", &[], 1, 0),
    pattern("underPromotion", &[], 1, 0),
    pattern("advancedPawn", &[], 1, 0),
    pattern("enPassant", &[], 1, 0),
];

impl Goal {
    /// Why nothing can be worth what is asked.
    pub(super) fn worth_reason(&self) -> Option<Reason> {
        let affirmed = self.literals.iter().filter(|literal| !literal.denied);
        affirmed
            .filter_map(|literal| match &literal.predicate {
                Predicate::Judged(judged) => Some(judged),
                _ => None,
            })
            .find_map(|judged| self.unworthy(judged))
    }

    /// A reason that holds whoever may be to move.
    fn unworthy(&self, judged: &Judged) -> Option<Reason> {
        let movers = match self.turn {
            Some(turn) => vec![turn],
            None => Color::ALL.to_vec(),
        };
        let mut reasons = movers
            .into_iter()
            .map(|mover| self.unworthy_for(judged, mover));
        let first = reasons.next()??;
        reasons.all(|reason| reason.is_some()).then_some(first)
    }

    fn unworthy_for(&self, judged: &Judged, mover: Color) -> Option<Reason> {
        match judged {
            Judged::MateIn(_) | Judged::Tablebase(TableResult::Win) => self.cannot_mate(mover),
            // There the side to move is mated.
            Judged::HelpmateIn(_)
            | Judged::SelfmateIn(_)
            | Judged::Tablebase(TableResult::Loss) => self.cannot_mate(!mover),
            Judged::MateDistance(_) => {
                let reason = self.cannot_mate(mover)?;
                self.cannot_mate(!mover).map(|_| reason)
            }
            Judged::Motif(tag) => self.cannot_show(tag, mover),
            _ => None,
        }
    }

    fn cannot_mate(&self, side: Color) -> Option<Reason> {
        self.cannot_check(side, true).then(|| {
            let who = name(side);
            let message = format!("{who}'s men cannot mate, however the other side plays");
            Reason::new(Code::CannotMate, message)
        })
    }

    fn cannot_show(&self, tag: &str, solver: Color) -> Option<Reason> {
        if tag == "mate" || tag.starts_with("mateIn") {
            return self.cannot_mate(solver);
        }
        let pattern = PATTERNS.iter().find(|pattern| pattern.tag == tag)?;
        let most = |roles: &[Role]| -> i32 {
            let windows = roles
                .iter()
                .map(|role| self.windows.role(solver, *role).max);
            windows.sum()
        };
        let pawns = self.windows.role(solver, Role::Pawn).max;
        let missing: i32 = pattern
            .pieces
            .iter()
            .map(|(roles, count)| (count - most(roles)).max(0))
            .sum();
        let words = crate::motifs::phrase(tag).unwrap_or(tag);
        let who = name(solver);
        if missing + pattern.pawns > pawns {
            let message = format!("{words} needs men that {who} has not, and no pawn can become");
            return Some(Reason::new(Code::MotifMen, message));
        }
        // A man that takes in passing takes a pawn.
        let other_pawns = self.windows.role(!solver, Role::Pawn).max;
        if tag == "enPassant" && other_pawns == 0 {
            let message = format!("{words} needs a pawn of {}", name(!solver));
            return Some(Reason::new(Code::MotifMen, message));
        }
        let shut_in = self.windows.men(!solver).max - 1;
        (shut_in < pattern.around).then(|| {
            let around = pattern.around;
            let message = format!(
                "{words} needs {around} men of {} around its king, and there are {shut_in} at most",
                name(!solver)
            );
            Reason::new(Code::MotifMen, message)
        })
    }
}
