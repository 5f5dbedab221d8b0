//! What is drawn, not only what is likely.
//!
//! A model that cannot see all that people see spreads its moves too widely: drawn from as it is, it makes every small
//! mistake in its turn. A [`Temper`] sharpens it by rating and phase, until the losses of whole games are those of
//! people's games. It is a table in text, `models/temper.txt`, read line by line.

use std::sync::LazyLock;

use sissa_nn::human::{Choices, measure::Phase};

use crate::Scene;

/// How one player draws in one phase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Temper {
    /// Shares are raised to this power.
    pub sharpness: f32,
    /// What a move's score loses for each expected point that it is seen to lose.
    pub heed: f32,
    /// Moves with less than this part of the likeliest one's share are not drawn.
    pub cut: f32,
    /// What castling has above its score.
    pub castling: f32,
}

impl Temper {
    /// As the model foretells.
    pub const NONE: Temper = Temper {
        sharpness: 1.0,
        heed: 0.0,
        cut: 0.0,
        castling: 0.0,
    };

    fn numbers(self) -> [f32; 4] {
        [self.sharpness, self.heed, self.cut, self.castling]
    }

    fn of([sharpness, heed, cut, castling]: [f32; 4]) -> Temper {
        Temper {
            sharpness,
            heed,
            cut,
            castling,
        }
    }

    /// Tempers the shares of moves; how likely the end is stays as it is.
    pub fn apply(&self, scene: &Scene, choices: &mut Choices) {
        if choices.moves.is_empty() {
            return;
        }
        let rest = 1.0 - choices.end;
        for ((played, share), entry) in choices.moves.iter_mut().zip(&scene.entries) {
            let loss = entry.looked.map_or(0.0, |at| scene.looked[at].loss);
            let castles = f32::from(u8::from(played.is_castle()));
            *share = self.sharpness * share.max(f32::MIN_POSITIVE).ln() - self.heed * loss
                + self.castling * castles;
        }
        let scores = choices.moves.iter().map(|(_, score)| *score);
        let highest = scores.fold(f32::MIN, f32::max);
        let mut total = 0.0;
        for (_, share) in &mut choices.moves {
            *share = (*share - highest).exp();
            if *share < self.cut {
                *share = 0.0;
            }
            total += *share;
        }
        for (_, share) in &mut choices.moves {
            *share *= rest / total;
        }
    }
}

/// Why a text is no table of tempers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TemperError {
    /// A line that is none of the table.
    #[error("`{0}` is no rating, phase and four numbers")]
    Line(String),
    /// A rating without one of the three phases, or none at all.
    #[error("each rating needs an opening, a middlegame and an endgame, and there must be one")]
    Missing,
}

/// By rating and phase; between two ratings, between their numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Tempers {
    rows: Vec<(u16, [Temper; 3])>,
}

impl Tempers {
    /// The ones that come with the program.
    pub fn shipped() -> &'static Tempers {
        static SHIPPED: LazyLock<Tempers> =
            LazyLock::new(|| Tempers::parse(sissa_models::TEMPER).expect("a test reads it"));
        &SHIPPED
    }

    /// As the model foretells.
    pub fn none() -> Tempers {
        Tempers {
            rows: vec![(0, [Temper::NONE; 3])],
        }
    }

    /// Reads a table: a rating, a phase, sharpness, heed, cut and castling in each line; `#` begins a comment.
    ///
    /// ```
    /// use sissa_human::Tempers;
    /// use sissa_nn::human::measure::Phase;
    ///
    /// let lines = ["opening", "middlegame", "endgame"].map(|phase| format!("1000 {phase} 1 0 0 0\n2000 {phase} 2 4 0 0\n"));
    /// let tempers = Tempers::parse(&lines.concat())?;
    /// assert_eq!(tempers.at(Some(1500), Phase::Endgame).sharpness, 1.5);
    /// assert!(Tempers::parse("1000 opening 1").is_err());
    /// # Ok::<_, sissa_human::TemperError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Tempers, TemperError> {
        let mut found: Vec<(u16, [Option<Temper>; 3])> = Vec::new();
        let lines = text
            .lines()
            .map(|line| line.split('#').next().unwrap_or(""));
        for line in lines.filter(|line| !line.trim().is_empty()) {
            let (rating, phase, temper) =
                read(line).ok_or_else(|| TemperError::Line(line.trim().to_owned()))?;
            let at = match found.iter().position(|(other, _)| *other == rating) {
                Some(at) => at,
                None => {
                    found.push((rating, [None; 3]));
                    found.len() - 1
                }
            };
            found[at].1[phase as usize] = Some(temper);
        }
        found.sort_by_key(|(rating, _)| *rating);
        let whole = |(rating, [a, b, c]): (u16, [Option<Temper>; 3])| Some((rating, [a?, b?, c?]));
        let rows: Option<Vec<_>> = found.into_iter().map(whole).collect();
        let rows = rows.filter(|rows| !rows.is_empty());
        Ok(Tempers {
            rows: rows.ok_or(TemperError::Missing)?,
        })
    }

    /// For a rating and a phase; without a rating, for 1500.
    pub fn at(&self, rating: Option<u16>, phase: Phase) -> Temper {
        let rating = rating.unwrap_or(1500);
        let at = |row: usize| self.rows[row].1[phase as usize];
        let last = self.rows.len() - 1;
        let Some(above) = self.rows.iter().position(|(other, _)| *other >= rating) else {
            return at(last);
        };
        if above == 0 {
            return at(0);
        }
        let (low, high) = (self.rows[above - 1].0, self.rows[above].0);
        let part = f32::from(rating - low) / f32::from(high - low);
        let (low, high) = (at(above - 1).numbers(), at(above).numbers());
        Temper::of(std::array::from_fn(|i| low[i] + part * (high[i] - low[i])))
    }
}

fn read(line: &str) -> Option<(u16, Phase, Temper)> {
    let mut words = line.split_whitespace();
    let rating = words.next()?.parse().ok()?;
    let phase = words.next()?;
    let phase = Phase::ALL.into_iter().find(|other| other.word() == phase)?;
    let mut numbers = [0.0_f32; 4];
    for number in &mut numbers {
        *number = words.next()?.parse().ok().filter(|n: &f32| n.is_finite())?;
    }
    words
        .next()
        .is_none()
        .then_some((rating, phase, Temper::of(numbers)))
}
