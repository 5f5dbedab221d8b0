//! Who plays: the part of a constraint that speaks of players.

use rand::RngExt as _;
use sissa_constraint::{Beyond, Constraint, Expr, Predicate, Range, Side, TimeClass};
use sissa_nn::human::Pace;

use crate::Random;

/// Ratings that the model has seen enough of.
const KNOWN: std::ops::RangeInclusive<i32> = 600..=2800;
/// How wide a range is where one of its ends is open.
const OPEN: i32 = 300;
/// How far apart two players usually are at most.
const APART: i32 = 150;

/// Two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Company {
    /// White's and Black's rating.
    pub ratings: [Range; 2],
    /// The difference between them.
    pub gap: Range,
    /// How fast they play.
    pub pace: Pace,
}

impl Default for Company {
    fn default() -> Company {
        Company {
            ratings: [Range::exactly(1500); 2],
            gap: Range::at_most(APART),
            pace: Pace::Rapid,
        }
    }
}

impl Company {
    /// Two players of the same range.
    pub fn rated(ratings: Range) -> Company {
        Company {
            ratings: [closed(ratings); 2],
            ..Company::default()
        }
    }

    /// Takes what a constraint says of its players out of it: `elo`, `elo gap` and `time`. What is left is
    /// of the board. An error where players are spoken of within `or` or `not`, or in other ways: the
    /// predicates that cannot be honoured.
    ///
    /// ```
    /// use sissa_constraint::{Constraint, Range};
    /// use sissa_generate::Company;
    ///
    /// let constraint: Constraint = "elo 1400..1600 and white Q=0".parse()?;
    /// let (company, board) = Company::of(&constraint).expect("both can be honoured");
    /// assert_eq!(company.map(|company| company.ratings[1]), Some(Range { min: 1400, max: 1600 }));
    /// assert_eq!(board.to_string(), "white Q=0");
    /// # Ok::<(), sissa_constraint::ParseError>(())
    /// ```
    pub fn of(constraint: &Constraint) -> Result<(Option<Company>, Constraint), Vec<String>> {
        let parts = match constraint.expr() {
            Expr::All(parts) => parts.clone(),
            single => vec![single.clone()],
        };
        let (mut company, mut spoken) = (Company::default(), false);
        let mut board = Vec::new();
        let mut refused = Vec::new();
        for part in parts {
            let Expr::Is(Predicate::Beyond(beyond)) = &part else {
                board.push(part);
                continue;
            };
            spoken = true;
            match beyond {
                Beyond::Elo(None, range) => company.ratings = [closed(*range); 2],
                Beyond::Elo(Some(Side::White), range) => company.ratings[0] = closed(*range),
                Beyond::Elo(Some(Side::Black), range) => company.ratings[1] = closed(*range),
                Beyond::EloGap(range) => company.gap = *range,
                Beyond::Time(class) => company.pace = pace(*class),
                _ => refused.push(part.to_string()),
            }
        }
        let board = Constraint::new(Expr::All(board));
        refused.extend(board.needs().beyond);
        // Where only one player is rated, the other is alike.
        let asked: [bool; 2] = company.ratings.map(|range| range != Range::exactly(1500));
        match asked {
            [true, false] => company.ratings[1] = company.ratings[0],
            [false, true] => company.ratings[0] = company.ratings[1],
            _ => {}
        }
        match refused.is_empty() {
            true => Ok((spoken.then_some(company), board)),
            false => Err(refused),
        }
    }

    /// Two ratings.
    pub fn draw(&self, rng: &mut Random) -> [u16; 2] {
        let mut pair = [0, 0];
        // Ranges and gap may contradict each other: the ranges have the last word.
        for _ in 0..100 {
            pair = self
                .ratings
                .map(|range| rng.random_range(range.min..=range.max.max(range.min)));
            if self.gap.contains((pair[0] - pair[1]).abs()) {
                break;
            }
        }
        pair.map(|rating| u16::try_from(rating.clamp(100, 3500)).unwrap_or(1500))
    }
}

fn pace(class: TimeClass) -> Pace {
    match class {
        TimeClass::Ultrabullet | TimeClass::Bullet => Pace::Bullet,
        TimeClass::Blitz => Pace::Blitz,
        TimeClass::Rapid => Pace::Rapid,
        TimeClass::Classical | TimeClass::Correspondence => Pace::Classical,
    }
}

/// A range with both ends, among the ratings that are known.
fn closed(range: Range) -> Range {
    let (lowest, highest) = (*KNOWN.start(), *KNOWN.end());
    let (min, max) = match (range.min, range.max) {
        (i32::MIN, i32::MAX) => (1400, 1600),
        (min, i32::MAX) => (min, min.saturating_add(OPEN)),
        (i32::MIN, max) => (max.saturating_sub(OPEN), max),
        both => both,
    };
    let min = min.clamp(lowest, highest);
    Range {
        min,
        max: max.clamp(min, highest),
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    fn of(text: &str) -> Result<(Option<Company>, Constraint), Vec<String>> {
        Company::of(&text.parse().unwrap())
    }

    #[test]
    fn players_are_taken_out_of_a_constraint() {
        let (company, board) = of("white elo>=2000 and white Q=0 and time blitz").unwrap();
        let company = company.unwrap();
        assert_eq!(company.pace, Pace::Blitz);
        assert_eq!(
            company.ratings,
            [Range {
                min: 2000,
                max: 2300
            }; 2]
        );
        assert_eq!(board.to_string(), "white Q=0");
        let (nobody, board) = of("white Q=0").unwrap();
        assert_eq!((nobody, board.to_string().as_str()), (None, "white Q=0"));
    }

    #[test]
    fn what_cannot_be_honoured_is_named() {
        assert_eq!(of("result 1-0 and white Q=0").unwrap_err(), ["result 1-0"]);
        assert!(of("not elo 1500..1600").is_err());
    }

    #[test]
    fn ratings_lie_in_their_ranges() {
        let (company, _) =
            of("white elo 1200..1300 and black elo 1250..1400 and elo gap<=60").unwrap();
        let mut rng = Random::seed_from_u64(0);
        for _ in 0..100 {
            let [white, black] = company.unwrap().draw(&mut rng);
            assert!((1200..=1300).contains(&white) && (1250..=1400).contains(&black));
            assert!(white.abs_diff(black) <= 60);
        }
    }
}
