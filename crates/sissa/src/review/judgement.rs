//! From what a move loses to what is said of it.

use std::{fmt, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::Color;
use sissa_judge::Worth;
use sissa_record::{Judgement, Severity};

use super::scale::Scale;

/// Losses in points of a hundred for these players that are an inaccuracy, a mistake and a blunder.
const SISSA: [f64; 3] = [4.0, 8.0, 12.0];

/// When a move is an inaccuracy, a mistake, a blunder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Thresholds {
    /// By what these players lose on average: 4, 8 and 12 points of a hundred.
    #[default]
    Sissa,
    /// As Lichess does: 5, 10 and 15 points by its curve, and mates lost or allowed.
    Lichess,
    /// Points of a hundred for these players.
    Points([f64; 3]),
}

/// A text that names no thresholds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` names no thresholds: `sissa`, `lichess` or three growing numbers of points such as `4,8,12`"
)]
pub struct ThresholdsError(String);

impl FromStr for Thresholds {
    type Err = ThresholdsError;

    fn from_str(text: &str) -> Result<Thresholds, ThresholdsError> {
        let wrong = || ThresholdsError(sissa_game::visible_line(text, 40));
        match text.trim() {
            "sissa" => return Ok(Thresholds::Sissa),
            "lichess" => return Ok(Thresholds::Lichess),
            _ => {}
        }
        let numbers: Result<Vec<f64>, _> =
            text.split(',').map(|word| word.trim().parse()).collect();
        let numbers = numbers.map_err(|_| wrong())?;
        let &[low, middle, high] = numbers.as_slice() else {
            return Err(wrong());
        };
        let growing = 0.0 < low && low < middle && middle < high && high <= 100.0;
        growing
            .then_some(Thresholds::Points([low, middle, high]))
            .ok_or_else(wrong)
    }
}

impl fmt::Display for Thresholds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Thresholds::Sissa => f.write_str("sissa"),
            Thresholds::Lichess => f.write_str("lichess"),
            Thresholds::Points([low, middle, high]) => write!(f, "{low},{middle},{high}"),
        }
    }
}

impl TryFrom<String> for Thresholds {
    type Error = ThresholdsError;

    fn try_from(text: String) -> Result<Thresholds, ThresholdsError> {
        text.parse()
    }
}

impl From<Thresholds> for String {
    fn from(thresholds: Thresholds) -> String {
        thresholds.to_string()
    }
}

impl JsonSchema for Thresholds {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Thresholds".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string" })
    }
}

/// What Lichess says of a move between two values on Stockfish's scale.
pub(super) fn by_lichess(before: Worth, after: Worth, mover: Color) -> Option<Severity> {
    use Severity::{Blunder, Inaccuracy, Mistake};
    let for_mover = |worth: Worth| match worth {
        Worth::Centipawns(value) => Ok(mover.fold_wb(value, -value)),
        Worth::WhiteMates(_) => Err(mover.is_white()),
        Worth::BlackMates(_) => Err(mover.is_black()),
    };
    // Not cut off at ten pawns, as its accuracies are.
    let chances = |value: i32| Worth::Centipawns(value).chances_for(Color::White);
    match (for_mover(before), for_mover(after)) {
        (Ok(before), Ok(after)) => {
            let lost = (chances(before) - chances(after)) / 2.0;
            by_points(100.0 * lost, [5.0, 10.0, 15.0])
        }
        // A mate against the mover that was not there.
        (Ok(before), Err(false)) => Some(match before {
            ..-999 => Inaccuracy,
            -999..-700 => Mistake,
            _ => Blunder,
        }),
        // A mate of the mover's that is gone.
        (Err(true), Ok(after)) => Some(match after {
            1000.. => Inaccuracy,
            701..1000 => Mistake,
            _ => Blunder,
        }),
        (Err(true), Err(false)) => Some(Blunder),
        _ => None,
    }
}

fn by_points(lost: f64, [low, middle, high]: [f64; 3]) -> Option<Severity> {
    if lost >= high {
        Some(Severity::Blunder)
    } else if lost >= middle {
        Some(Severity::Mistake)
    } else if lost >= low {
        Some(Severity::Inaccuracy)
    } else {
        None
    }
}

/// What a move is judged by; chances and losses in points of a hundred for the mover.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    pub mover: Color,
    /// Values on our scale.
    pub before: Worth,
    pub after: Worth,
    pub scale: Scale,
    /// By Lichess' curve.
    pub win_before: f64,
    pub win_after: f64,
    /// What these players lose on average.
    pub expected_loss: f64,
    /// Whether it is the engine's choice.
    pub is_best: bool,
    /// How much more the best of the other moves loses.
    pub gap: Option<f64>,
    /// Takes back what was just taken.
    pub takes_back: bool,
    /// Gives material for the moment.
    pub sacrifice: bool,
    /// Looks like a mistake at a glance.
    pub looks_wrong: bool,
    /// The share of players who find it.
    pub found_by: f64,
    /// The position after it has a name.
    pub book: bool,
}

/// The second best move loses at least so much more, where there is an only move.
const ONLY: f64 = 10.0;
/// More players than this find what is not brilliant.
const BRILLIANT: f64 = 0.3;
/// A won position by Lichess' curve; and one that is not lost.
const WON: f64 = 75.0;
const NOT_LOST: f64 = 35.0;

/// What is said of a move, and how much it loses where that is worth a word.
pub(super) fn judge(facts: &Facts, thresholds: Thresholds) -> (Judgement, Option<Severity>) {
    let severity = match thresholds {
        _ if facts.is_best => None,
        Thresholds::Lichess => {
            let (before, after) = (facts.scale.of(facts.before), facts.scale.of(facts.after));
            by_lichess(before, after, facts.mover)
        }
        Thresholds::Sissa => by_points(facts.expected_loss, SISSA),
        Thresholds::Points(points) => by_points(facts.expected_loss, points),
    };
    if let Some(severity) = severity {
        // Lichess has no such word, and who asks for its judgements compares them with its own.
        let missed = thresholds != Thresholds::Lichess
            && facts.win_before >= WON
            && (NOT_LOST..WON).contains(&facts.win_after)
            && severity >= Severity::Mistake;
        let judgement = match severity {
            _ if missed => Judgement::MissedWin,
            Severity::Inaccuracy => Judgement::Inaccuracy,
            Severity::Mistake => Judgement::Mistake,
            Severity::Blunder => Judgement::Blunder,
        };
        return (judgement, Some(severity));
    }
    if facts.book {
        return (Judgement::Book, None);
    }
    let loss = facts.win_before - facts.win_after;
    let as_good = facts.is_best || loss < 1.0;
    let only = as_good && !facts.takes_back && facts.gap.is_some_and(|gap| gap >= ONLY);
    let judgement = if only && shines(facts) {
        Judgement::Brilliant
    } else if only {
        Judgement::Only
    } else if as_good {
        Judgement::Best
    } else {
        Judgement::Good
    };
    (judgement, None)
}

/// An only move that is hard to find, gives something or looks wrong, and saves or wins.
fn shines(facts: &Facts) -> bool {
    (facts.sacrifice || facts.looks_wrong)
        && facts.found_by < BRILLIANT
        && facts.win_after >= 45.0
        && facts.gap.is_some_and(|gap| facts.win_after - gap < 85.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lichess_names_losses_and_mates() {
        let cp = Worth::Centipawns;
        for (before, after, expected) in [
            (cp(0), cp(-40), None),
            (cp(0), cp(-60), Some(Severity::Inaccuracy)),
            (cp(0), cp(-112), Some(Severity::Mistake)),
            (cp(0), cp(-200), Some(Severity::Blunder)),
            (cp(900), cp(600), Some(Severity::Inaccuracy)),
            (cp(1000), cp(700), None),
            (cp(2000), cp(700), Some(Severity::Inaccuracy)),
            (cp(3000), cp(1000), None),
            (cp(-1500), Worth::BlackMates(4), Some(Severity::Inaccuracy)),
            (cp(-800), Worth::BlackMates(4), Some(Severity::Mistake)),
            (cp(0), Worth::BlackMates(4), Some(Severity::Blunder)),
            (Worth::WhiteMates(3), cp(1100), Some(Severity::Inaccuracy)),
            (Worth::WhiteMates(3), cp(800), Some(Severity::Mistake)),
            (Worth::WhiteMates(3), cp(300), Some(Severity::Blunder)),
            (Worth::WhiteMates(3), Worth::WhiteMates(9), None),
            (Worth::BlackMates(3), cp(-300), None),
        ] {
            assert_eq!(
                by_lichess(before, after, Color::White),
                expected,
                "{before} {after}"
            );
            let mirrored = |worth: Worth| match worth {
                Worth::Centipawns(value) => cp(-value),
                Worth::WhiteMates(moves) => Worth::BlackMates(moves),
                Worth::BlackMates(moves) => Worth::WhiteMates(moves),
            };
            let found = by_lichess(mirrored(before), mirrored(after), Color::Black);
            assert_eq!(found, expected, "Black: {before} {after}");
        }
    }

    #[test]
    fn thresholds_are_read_and_written() {
        for text in ["sissa", "lichess", "4,8,12.5"] {
            let read: Thresholds = text.parse().unwrap();
            assert_eq!(read.to_string(), text);
        }
        for wrong in [
            "", "1,2", "3,2,1", "a,b,c", "0,1,2", "1,2,101", "1,2,3,4", "nan,1,2",
        ] {
            assert!(wrong.parse::<Thresholds>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn judgements_follow_their_definitions() {
        let facts = Facts {
            mover: Color::White,
            before: Worth::Centipawns(100),
            after: Worth::Centipawns(95),
            scale: Scale::TODAY,
            win_before: 60.0,
            win_after: 59.5,
            expected_loss: 0.3,
            is_best: false,
            gap: Some(2.0),
            takes_back: false,
            sacrifice: false,
            looks_wrong: false,
            found_by: 0.2,
            book: false,
        };
        let said = |facts: Facts| judge(&facts, Thresholds::Sissa).0;
        assert_eq!(said(facts), Judgement::Best);
        assert_eq!(
            said(Facts {
                win_after: 57.0,
                ..facts
            }),
            Judgement::Good
        );
        assert_eq!(
            said(Facts {
                book: true,
                ..facts
            }),
            Judgement::Book
        );
        let only = Facts {
            gap: Some(20.0),
            ..facts
        };
        assert_eq!(said(only), Judgement::Only);
        assert_eq!(
            said(Facts {
                takes_back: true,
                ..only
            }),
            Judgement::Best
        );
        assert_eq!(
            said(Facts {
                sacrifice: true,
                ..only
            }),
            Judgement::Brilliant
        );
        assert_eq!(
            said(Facts {
                sacrifice: true,
                found_by: 0.8,
                ..only
            }),
            Judgement::Only
        );
        let lost = Facts {
            expected_loss: 9.0,
            ..facts
        };
        assert_eq!(said(lost), Judgement::Mistake);
        assert_eq!(
            said(Facts {
                expected_loss: 13.0,
                book: true,
                ..facts
            }),
            Judgement::Blunder
        );
        let won = Facts {
            win_before: 90.0,
            win_after: 50.0,
            expected_loss: 30.0,
            ..facts
        };
        assert_eq!(said(won), Judgement::MissedWin);
        let by_lichess = Facts {
            before: Worth::Centipawns(500),
            after: Worth::Centipawns(0),
            ..won
        };
        assert_eq!(
            judge(&by_lichess, Thresholds::Lichess).0,
            Judgement::Blunder
        );
        assert_eq!(
            said(Facts {
                win_after: 20.0,
                ..won
            }),
            Judgement::Blunder
        );
    }
}
