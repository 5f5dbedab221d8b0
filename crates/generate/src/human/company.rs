//! Who plays: the part of a constraint that speaks of players.

use rand::RngExt as _;
use sissa_constraint::{Beyond, Constraint, Expr, Predicate, Range, Side, TimeClass};
use sissa_nn::human::Pace;
use thiserror::Error;

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
    /// Takes what a constraint says of its players out of it: `elo`, `elo gap` and `time`. What is left is
    /// of the board.
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
    pub fn of(constraint: &Constraint) -> Result<(Option<Company>, Constraint), CompanyError> {
        let parts = match constraint.expr() {
            Expr::All(parts) => parts.clone(),
            single => vec![single.clone()],
        };
        let mut asked: [Option<Range>; 2] = [None; 2];
        let mut gap: Option<Range> = None;
        let (mut company, mut honoured) = (Company::default(), false);
        let mut board = Vec::new();
        let mut refused = Vec::new();
        for part in parts {
            let Expr::Is(Predicate::Beyond(beyond)) = &part else {
                board.push(part);
                continue;
            };
            match beyond {
                Beyond::Elo(None, range) => {
                    asked = asked.map(|before| Some(common(before, *range)));
                }
                Beyond::Elo(Some(Side::White), range) => asked[0] = Some(common(asked[0], *range)),
                Beyond::Elo(Some(Side::Black), range) => asked[1] = Some(common(asked[1], *range)),
                Beyond::EloGap(range) => gap = Some(common(gap, *range)),
                Beyond::Time(class) => company.pace = pace(*class),
                _ => {
                    refused.push(part.to_string());
                    continue;
                }
            }
            honoured = true;
        }
        let board = Constraint::new(Expr::All(board));
        let needs = board.needs();
        refused.extend([needs.beyond, needs.judged].concat());
        if !refused.is_empty() {
            return Err(if honoured {
                CompanyError::Besides(refused)
            } else {
                CompanyError::Unsupported(refused)
            });
        }
        // Where only one player is rated, the other is alike.
        for (side, other) in [(0, 1), (1, 0)] {
            if let Some(range) = asked[side].or(asked[other]) {
                company.ratings[side] = closed(range).ok_or(CompanyError::Ratings)?;
            }
        }
        let nearest = company.nearest();
        company.gap = match gap {
            Some(gap) => gap,
            // What is usual gives way to what is asked.
            None => Range::at_most(APART.max(nearest)),
        };
        if !company.fits(nearest) && company.pairs().next().is_none() {
            return Err(CompanyError::Gap);
        }
        Ok((honoured.then_some(company), board))
    }

    /// The least difference that the ranges allow.
    fn nearest(&self) -> i32 {
        let [white, black] = self.ratings;
        (white.min - black.max).max(black.min - white.max).max(0)
    }

    fn fits(&self, difference: i32) -> bool {
        self.gap.contains(difference)
    }

    /// All pairs of ratings that fit.
    fn pairs(&self) -> impl Iterator<Item = [i32; 2]> {
        let [white, black] = self.ratings.map(|range| range.min..=range.max);
        let pairs = white.flat_map(move |white| black.clone().map(move |black| [white, black]));
        pairs.filter(|[white, black]| self.fits((white - black).abs()))
    }

    /// Two ratings.
    pub(crate) fn draw(&self, rng: &mut Random) -> [u16; 2] {
        let mut even = || {
            self.ratings
                .map(|range| rng.random_range(range.min..=range.max))
        };
        let drawn = (0..1000)
            .map(|_| even())
            .find(|[white, black]| self.fits((white - black).abs()));
        // Hardly any pair fits: the first one that does.
        let pair = drawn.or_else(|| self.pairs().next()).unwrap_or([1500; 2]);
        pair.map(|rating| u16::try_from(rating).unwrap_or(1500))
    }
}

/// Why no players fit a constraint.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CompanyError {
    /// Nothing is said of players that could be honoured: they are spoken of within `or` or `not`, or in
    /// other ways.
    #[error("the style human cannot honour {}", .0.join(", "))]
    Unsupported(Vec<String>),
    /// The players could be honoured, and these predicates besides them not.
    #[error("the style human cannot honour {} yet", .0.join(", "))]
    Besides(Vec<String>),
    /// Nobody has such ratings.
    #[error("no players have the ratings asked for: from {} to {} are known", KNOWN.start(), KNOWN.end())]
    Ratings,
    /// Nobody is so near or so far.
    #[error("no two players of these ratings are as far apart as `elo gap` asks")]
    Gap,
}

/// What lies in both ranges.
fn common(before: Option<Range>, range: Range) -> Range {
    let before = before.unwrap_or(range);
    Range {
        min: before.min.max(range.min),
        max: before.max.min(range.max),
    }
}

/// The pace that a class of time controls stands for.
pub fn pace(class: TimeClass) -> Pace {
    match class {
        TimeClass::Ultrabullet | TimeClass::Bullet => Pace::Bullet,
        TimeClass::Blitz => Pace::Blitz,
        TimeClass::Rapid => Pace::Rapid,
        TimeClass::Classical | TimeClass::Correspondence => Pace::Classical,
    }
}

/// A range with both ends, among the ratings that are known; none where it has none of them.
fn closed(range: Range) -> Option<Range> {
    let (min, max) = match (range.min, range.max) {
        (i32::MIN, i32::MAX) => (1400, 1600),
        (min, i32::MAX) => (min, min.saturating_add(OPEN)),
        (i32::MIN, max) => (max.saturating_sub(OPEN), max),
        both => both,
    };
    let (min, max) = (min.max(*KNOWN.start()), max.min(*KNOWN.end()));
    (min <= max).then_some(Range { min, max })
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    fn of(text: &str) -> Result<(Option<Company>, Constraint), CompanyError> {
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
        let unsupported = CompanyError::Unsupported(vec!["result 1-0".to_owned()]);
        assert_eq!(of("result 1-0 and white Q=0").unwrap_err(), unsupported);
        assert!(of("not elo 1500..1600").is_err());
        // What can be honoured is not named among what cannot.
        let besides = |names: &[&str]| {
            CompanyError::Besides(names.iter().map(|name| (*name).to_owned()).collect())
        };
        assert_eq!(
            of("elo 1400..1600 and eco B20..B99").unwrap_err(),
            besides(&["eco B20..B99"])
        );
        assert_eq!(
            of("time rapid and clock<=30 and white Q=0 and (result 1-0 or result 0-1)")
                .unwrap_err(),
            besides(&["clock<=30", "result 1-0", "result 0-1"])
        );
    }

    #[test]
    fn players_that_nobody_is_are_refused() {
        for text in ["elo 99999", "elo<=500", "elo>=1700 and elo<=1600"] {
            assert_eq!(of(text).unwrap_err(), CompanyError::Ratings, "{text}");
        }
        for text in [
            "white elo 1200..1300 and black elo 2000 and elo gap<=50",
            "elo 1500..1550 and elo gap>=100",
        ] {
            assert_eq!(of(text).unwrap_err(), CompanyError::Gap, "{text}");
        }
    }

    #[test]
    fn each_player_gets_what_is_said_of_him() {
        let ratings = |text: &str| of(text).unwrap().0.unwrap().ratings;
        let exactly = Range::exactly;
        assert_eq!(
            ratings("white elo=1500 and black elo=1800"),
            [exactly(1500), exactly(1800)]
        );
        assert_eq!(ratings("black elo=1800"), [exactly(1800); 2]);
        let both = Range {
            min: 1400,
            max: 1600,
        };
        assert_eq!(ratings("elo>=1400 and elo<=1600"), [both; 2]);
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
