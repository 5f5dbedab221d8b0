//! What several tests share: positions from text, random games, exact descriptions.
#![allow(
    dead_code,
    reason = "every test that includes this file uses a part of it"
)]

pub mod describe;
pub mod games;
pub mod trees;

use shakmaty::{ByColor, CastlingMode, CastlingSide, Chess, fen::Fen};
use sissa_constraint::{Constraint, Situation};

/// A position, as a user's FEN or EPD gives it.
#[track_caller]
pub fn position(fen: &str) -> Chess {
    fen.parse::<Fen>()
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
        .into_position(CastlingMode::Standard)
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[track_caller]
pub fn constraint(text: &str) -> Constraint {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// `castled Kq`: on which wing White (capital letter) and Black have castled.
pub fn castled(letters: &str) -> ByColor<Option<CastlingSide>> {
    let wing = |king: char, queen: char| {
        if letters.contains(king) {
            Some(CastlingSide::KingSide)
        } else {
            letters.contains(queen).then_some(CastlingSide::QueenSide)
        }
    };
    ByColor {
        white: wing('K', 'Q'),
        black: wing('k', 'q'),
    }
}

/// Whether the constraint holds of `FEN` or `FEN castled Kq`; the compiled test and the findings
/// with reasons must agree on it.
#[track_caller]
pub fn holds(constraint: &Constraint, fen: &str) -> bool {
    let (fen, history) = fen.split_once(" castled ").unwrap_or((fen, ""));
    let position = position(fen.trim());
    let situation = Situation {
        position: &position,
        castled: castled(history.trim()),
    };
    let verdict = constraint.compile().holds(&situation);
    let findings = constraint.assess(&situation);
    assert_eq!(
        findings.iter().all(|finding| finding.holds),
        verdict,
        "{constraint} on {fen}: {findings:?}"
    );
    verdict
}
