//! What is counted of constraints over games, for each the positions that satisfy it first.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shakmaty::{Color, Role, Square};

use super::{RatingBands, count::count};
use crate::{Folder, GamesError, Query, duplicates::Duplicates, statistics::mean};

/// What was counted for all constraints.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measures {
    /// Games looked at.
    pub games: u64,
    /// Their results: White won, drawn, Black won.
    pub outcomes: [u64; 3],
    /// How ratings are cut.
    pub cuts: RatingBands,
    /// Games and results by mean rating, by the lower end of the band.
    pub bands: BTreeMap<u16, (u64, [u64; 3])>,
    /// One for each constraint.
    pub constraints: Vec<Measure>,
    /// Games passed over because they were there before.
    pub copies: u64,
}

/// What was counted for one constraint.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measure {
    /// The constraint as it was written.
    pub name: String,
    /// Games that satisfy it.
    pub satisfied: u64,
    /// Their results.
    pub outcomes: [u64; 3],
    /// Of a constraint on `any side`: the games in which one side satisfies it first, by whether that side
    /// won, drew or lost.
    pub own_outcomes: Option<[u64; 3]>,
    /// Games by the half-move at which they first do.
    #[serde(with = "super::sparse")]
    pub plies: Vec<u64>,
    /// Sum of White's men but the king over those positions, and of Black's.
    pub men: [u64; 2],
    /// Least and most men of White, but the king.
    pub men_range: (u64, u64),
    /// Sum of White's points over those positions, and of Black's.
    pub points: [u64; 2],
    /// By colour, role and square.
    #[serde(with = "super::sparse::squares")]
    pub squares: Vec<SquareCount>,
    /// By rating.
    pub bands: BTreeMap<u16, Band>,
}

/// Games of one rating band that satisfy a constraint.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Band {
    /// How many.
    pub satisfied: u64,
    /// Their results.
    pub outcomes: [u64; 3],
    /// Results of the side that satisfies it, as in [`Measure::own_outcomes`].
    pub own_outcomes: [u64; 3],
    /// By the half-move at which they first do.
    #[serde(with = "super::sparse")]
    pub plies: Vec<u64>,
}

/// Men of one kind on one square in the positions that first satisfy a constraint.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SquareCount {
    /// How many positions have one there.
    pub count: u64,
    /// Their games' results.
    pub outcomes: [u64; 3],
    /// By half-move.
    #[serde(with = "super::sparse")]
    pub plies: Vec<u64>,
    /// The commonest opening of those games, and how many have it.
    pub opening: Option<(String, u64)>,
}

impl Measure {
    /// The counts of a man on a square.
    pub fn square(&self, color: Color, role: Role, square: Square) -> &SquareCount {
        &self.squares[slot(color, role, square)]
    }

    /// Mean half-move at which it is first satisfied.
    pub fn mean_ply(&self) -> Option<f64> {
        mean(&self.plies)
    }

    /// Nothing counted yet.
    pub(super) fn none() -> Measure {
        Measure {
            squares: vec![SquareCount::default(); SLOTS],
            men_range: (u64::MAX, 0),
            ..Measure::default()
        }
    }

    /// What was counted in other games, too.
    pub(super) fn add(&mut self, other: Measure) {
        self.satisfied += other.satisfied;
        add_all(&mut self.outcomes, &other.outcomes);
        if let Some(own) = other.own_outcomes {
            add_all(self.own_outcomes.get_or_insert_default(), &own);
        }
        add_histogram(&mut self.plies, &other.plies);
        add_all(&mut self.men, &other.men);
        add_all(&mut self.points, &other.points);
        self.men_range.0 = self.men_range.0.min(other.men_range.0);
        self.men_range.1 = self.men_range.1.max(other.men_range.1);
        for (mine, other) in self.squares.iter_mut().zip(other.squares) {
            mine.add(&other);
        }
        for (band, other) in other.bands {
            self.bands.entry(band).or_default().add(&other);
        }
    }
}

impl Band {
    fn add(&mut self, other: &Band) {
        self.satisfied += other.satisfied;
        add_all(&mut self.outcomes, &other.outcomes);
        add_all(&mut self.own_outcomes, &other.own_outcomes);
        add_histogram(&mut self.plies, &other.plies);
    }
}

impl SquareCount {
    /// But for openings, whose commonest is known when all are counted.
    fn add(&mut self, other: &SquareCount) {
        self.count += other.count;
        add_all(&mut self.outcomes, &other.outcomes);
        add_histogram(&mut self.plies, &other.plies);
    }
}

/// Men by colour, role and square.
pub(super) const SLOTS: usize = 2 * 6 * 64;

/// Where a man on a square is counted.
pub(super) fn slot(color: Color, role: Role, square: Square) -> usize {
    (color.fold_wb(0, 6) + role as usize - 1) * 64 + square as usize
}

/// Measures the constraints over a folder. `progress` is called with the games done so far and ends
/// the work by saying false, which gives none.
pub fn measure(
    folder: &Folder,
    queries: &[(String, Query)],
    threads: usize,
    progress: &(dyn Fn(u64) -> bool + Sync),
) -> Result<Option<Measures>, GamesError> {
    let (copies, cuts) = (Duplicates::default(), RatingBands::default());
    measure_without(&copies, &cuts, folder, queries, threads, progress)
}

/// The same without copies of games, and with ratings cut otherwise.
pub(super) fn measure_without(
    copies: &Duplicates,
    cuts: &RatingBands,
    folder: &Folder,
    queries: &[(String, Query)],
    threads: usize,
    progress: &(dyn Fn(u64) -> bool + Sync),
) -> Result<Option<Measures>, GamesError> {
    let counted = count(copies, cuts, folder, queries, threads, progress)?;
    Ok(counted.map(|sum| Measures {
        copies: copies.count(),
        ..sum.finish(queries)
    }))
}

/// Counts and counts, place by place.
pub(super) fn add_all<const N: usize>(mine: &mut [u64; N], theirs: &[u64; N]) {
    for (mine, theirs) in mine.iter_mut().zip(theirs) {
        *mine += theirs;
    }
}

fn add_histogram(mine: &mut Vec<u64>, theirs: &[u64]) {
    if mine.len() < theirs.len() {
        mine.resize(theirs.len(), 0);
    }
    for (mine, theirs) in mine.iter_mut().zip(theirs) {
        *mine += theirs;
    }
}
