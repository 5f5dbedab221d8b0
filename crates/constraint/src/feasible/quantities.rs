//! Numbers of one position that exclude each other, or that nothing has: a mate in two is none in three, and no share is
//! above a hundred percent.

use super::{Code, Reason};
use crate::{Constraint, Judged, Predicate, Range, Side, TableResult, goal::Goal};

/// The longest mate of perfect play with up to four men, in moves: tables know no longer one.
const LONGEST_MATE: i32 = 43;
/// Good moves beyond these are not counted.
const MOST_GOOD_MOVES: i32 = 4;

/// A number that judging finds out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quantity {
    /// For White.
    Value,
    /// For the side to move.
    MoversValue,
    Mate,
    Helpmate,
    Selfmate,
    GoodMoves,
    Gap,
    MateDistance,
    FoundBy(i32),
}

impl Quantity {
    /// What a predicate says of a number.
    fn of(judged: &Judged) -> Option<(Quantity, Range)> {
        Some(match judged {
            Judged::Eval(side, range) => match side {
                None | Some(Side::White) => (Quantity::Value, *range),
                Some(Side::Black) => (Quantity::Value, negated(*range)),
                Some(Side::Mover) => (Quantity::MoversValue, *range),
                Some(Side::Opponent) => (Quantity::MoversValue, negated(*range)),
                Some(Side::Own | Side::Other) => return None,
            },
            Judged::MateIn(range) => (Quantity::Mate, *range),
            Judged::HelpmateIn(range) => (Quantity::Helpmate, *range),
            Judged::SelfmateIn(range) => (Quantity::Selfmate, *range),
            Judged::OnlyMove => (Quantity::GoodMoves, Range::exactly(1)),
            Judged::BestMoves(range) => (Quantity::GoodMoves, *range),
            Judged::Gap(range) => (Quantity::Gap, *range),
            Judged::MateDistance(range) => (Quantity::MateDistance, *range),
            Judged::FoundBy(rating, range) => (Quantity::FoundBy(*rating), *range),
            Judged::BestMove(_) | Judged::Motif(_) | Judged::Tablebase(_) => return None,
        })
    }

    /// What it can be at all, and that in words.
    fn natural(self) -> (Range, String) {
        let between = |min: i32, max: i32| Range { min, max };
        match self {
            Quantity::Value | Quantity::MoversValue => {
                (between(i32::MIN, i32::MAX), "any number".to_owned())
            }
            Quantity::Mate | Quantity::Helpmate | Quantity::Selfmate => (
                Range::at_least(1),
                "a mate takes a move at least".to_owned(),
            ),
            Quantity::GoodMoves => (
                between(0, MOST_GOOD_MOVES),
                format!("good moves are counted up to {MOST_GOOD_MOVES}"),
            ),
            Quantity::Gap => (
                Range::at_least(0),
                "no move is better than the best".to_owned(),
            ),
            Quantity::MateDistance => (
                between(0, LONGEST_MATE),
                format!("the longest mate in endgame tables takes {LONGEST_MATE} moves"),
            ),
            Quantity::FoundBy(_) => (
                between(0, 100),
                "a share in percent lies between 0 and 100".to_owned(),
            ),
        }
    }
}

/// The same of the other side's number.
fn negated(range: Range) -> Range {
    Range {
        min: range.max.saturating_neg(),
        max: range.min.saturating_neg(),
    }
}

fn is_empty(range: Range) -> bool {
    range.min > range.max
}

fn common(one: Range, other: Range) -> Range {
    Range {
        min: one.min.max(other.min),
        max: one.max.min(other.max),
    }
}

fn text(judged: &Judged) -> String {
    Constraint::new(Predicate::Judged(judged.clone()).into()).to_string()
}

fn exclusive(one: &Judged, other: &Judged) -> Reason {
    let message = format!("`{}` and `{}` exclude each other", text(one), text(other));
    Reason::new(Code::Worth, message)
}

impl Goal {
    /// Why no position has all the numbers and results that are asked for.
    pub(super) fn quantity_reason(&self) -> Option<Reason> {
        let judged = |denied: bool| {
            let literals = self.literals.iter();
            literals.filter_map(move |literal| match &literal.predicate {
                Predicate::Judged(judged) if literal.denied == denied => Some(judged),
                _ => None,
            })
        };
        let mut known: Vec<(Quantity, Range, &Judged)> = Vec::new();
        for asked in judged(false) {
            let Some((quantity, range)) = Quantity::of(asked) else {
                continue;
            };
            let (natural, words) = quantity.natural();
            if is_empty(common(range, natural)) {
                let message = format!("`{}`: {words}", text(asked));
                return Some(Reason::new(Code::Worth, message));
            }
            let Some(before) = known.iter_mut().find(|(same, ..)| *same == quantity) else {
                known.push((quantity, common(range, natural), asked));
                continue;
            };
            before.1 = common(before.1, range);
            if is_empty(before.1) {
                return Some(exclusive(before.2, asked));
            }
        }
        // What is denied leaves nothing of what is asked for.
        for denied in judged(true) {
            let covered = Quantity::of(denied).and_then(|(quantity, range)| {
                let same = known.iter().find(|(same, ..)| *same == quantity);
                same.filter(|(_, asked, _)| range.min <= asked.min && asked.max <= range.max)
            });
            if let Some((.., asked)) = covered {
                let message = format!("`{}` is asked for and denied", text(asked));
                return Some(Reason::new(Code::Worth, message));
            }
        }
        let of = |quantity: Quantity| known.iter().find(|(same, ..)| *same == quantity);
        let (mate, distance) = (of(Quantity::Mate), of(Quantity::MateDistance));
        if let (Some(mate), Some(distance)) = (mate, distance)
            && is_empty(common(mate.1, distance.1))
        {
            return Some(exclusive(mate.2, distance.2));
        }
        let results: Vec<(&Judged, TableResult)> = judged(false)
            .filter_map(|judged| match judged {
                Judged::Tablebase(result) => Some((judged, *result)),
                _ => None,
            })
            .collect();
        if let [(first, result), others @ ..] = &results[..] {
            if let Some((other, _)) = others.iter().find(|(_, other)| other != result) {
                return Some(exclusive(first, other));
            }
            let against = match result {
                TableResult::Win => None,
                TableResult::Draw => mate.or(distance),
                TableResult::Loss => mate,
            };
            if let Some((.., against)) = against {
                return Some(exclusive(against, first));
            }
        }
        self.over_reason()
    }

    /// Where the game is over there is no best move and nothing to solve.
    fn over_reason(&self) -> Option<Reason> {
        let affirmed = || self.literals.iter().filter(|literal| !literal.denied);
        let over = affirmed().find(|literal| {
            matches!(
                literal.predicate,
                Predicate::Checkmate(_) | Predicate::Stalemate(_)
            )
        })?;
        let moves = affirmed().find_map(|literal| match &literal.predicate {
            Predicate::Judged(
                Judged::Eval(..) | Judged::Tablebase(_) | Judged::MateDistance(_),
            ) => None,
            Predicate::Judged(Judged::BestMoves(range)) if range.contains(0) => None,
            Predicate::Judged(judged) => Some(judged),
            _ => None,
        })?;
        let over = Constraint::new(over.predicate.clone().into()).to_string();
        let message = format!(
            "`{}` needs a move, and after `{over}` there is none",
            text(moves)
        );
        Some(Reason::new(Code::Worth, message))
    }
}
