//! A sample of games and all distances between them: outliers, clusters, a map, and what neighbours tell.
//!
//! [`Landscape`] is the request. All pairs of a sample are compared, which is quadratic in its size and
//! in nothing else: a folder of any size is only read through once. Opened and surveyed it is a
//! [`Terrain`], which answers the questions.

mod classify;
mod clusters;
mod grouping;
mod map;
mod outliers;

use std::{ops::ControlFlow, path::PathBuf};

use sissa_constraint::Constraint;
use sissa_parallel::{in_order, in_order_from};
use sissa_record::Game;

use super::{
    Distance, Plies, SimilarError,
    distance::between,
    filter, read_places,
    rows::{Course, ONE},
};
use crate::{
    Folder, GameHeader, GamesError, Query, chance::Sample, encode_move, find::satisfies,
    folder::Place,
};
pub use classify::{Classification, Question};
pub use clusters::{Agreement, Cluster, Clusters};
pub use outliers::Outlier;

/// A request to compare a sample of games with each other.
///
/// ```
/// use sissa_games::Landscape;
///
/// let landscape = Landscape::default().games("games").sample(500, 7);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Landscape {
    /// The folder of imported games.
    pub games: PathBuf,
    /// How many games to draw; all pairs of them are compared.
    pub sample: usize,
    /// What chance is drawn from.
    pub seed: u64,
    /// What is near.
    pub distance: Distance,
    /// The half-moves that count.
    pub plies: Plies,
    /// Only games with a position that satisfies this.
    pub constraint: Option<Constraint>,
}

impl Default for Landscape {
    /// 2,000 games of the folder `games`, by their boards.
    fn default() -> Landscape {
        Landscape {
            games: PathBuf::from("games"),
            sample: 2000,
            seed: 1,
            distance: Distance::Boards,
            plies: Plies::default(),
            constraint: None,
        }
    }
}

impl Landscape {
    /// Of this folder.
    #[must_use]
    pub fn games(mut self, folder: impl Into<PathBuf>) -> Landscape {
        self.games = folder.into();
        self
    }

    /// So many games, by chance.
    #[must_use]
    pub fn sample(mut self, count: usize, seed: u64) -> Landscape {
        self.sample = count;
        self.seed = seed;
        self
    }

    /// By this distance.
    #[must_use]
    pub fn distance(mut self, distance: Distance) -> Landscape {
        self.distance = distance;
        self
    }

    /// Only these half-moves count.
    #[must_use]
    pub fn plies(mut self, plies: Plies) -> Landscape {
        self.plies = plies;
        self
    }

    /// Only games that satisfy this.
    #[must_use]
    pub fn constraint(mut self, constraint: Constraint) -> Landscape {
        self.constraint = Some(constraint);
        self
    }

    /// Makes the constraint ready and opens the folder.
    pub fn open(&self) -> Result<Expedition, SimilarError> {
        Ok(Expedition {
            query: filter(self.constraint.as_ref())?,
            folder: Folder::open(&self.games)?,
            request: self.clone(),
        })
    }
}

/// A request that can be answered.
#[derive(Debug)]
pub struct Expedition {
    folder: Folder,
    query: Option<Query>,
    request: Landscape,
}

impl Expedition {
    /// The folder.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// Draws the games and compares all pairs. `progress` is called with the pairs compared so far and how
    /// many there are, and ends the work by saying false, which gives none.
    pub fn run(
        &self,
        threads: usize,
        progress: &dyn Fn(u64, u64) -> bool,
    ) -> Result<Option<Terrain>, GamesError> {
        let (places, drawn_from) = self.draw(threads)?;
        let games = read_places(&self.folder, &places)?;
        let Landscape {
            distance, plies, ..
        } = self.request;
        let courses: Vec<Course> = games
            .iter()
            .map(|(_, game)| {
                let numbers = game.moves().iter().map(encode_move);
                let start = Some(game.start().clone());
                Course::of(start, numbers, plies.places().1, distance.view())
            })
            .collect();
        let Some(distances) = Distances::of(&courses, distance, plies, threads, progress) else {
            return Ok(None);
        };
        Ok(Some(Terrain {
            games,
            distances,
            drawn_from,
            threads,
        }))
    }

    /// The places of a sample in the order of the folder, and how many there are to draw from.
    fn draw(&self, threads: usize) -> Result<(Vec<Place>, u64), GamesError> {
        let mut sample = Sample::new(self.request.sample, self.request.seed);
        let mut failure = None;
        let rows = |piece: (usize, usize)| match &self.query {
            None => Ok((0..self.folder.rows_of(piece)).collect()),
            Some(query) => satisfying(&self.folder, query, piece),
        };
        in_order_from(
            self.folder.pieces().into_iter(),
            threads,
            |_, piece| rows(piece),
            |number, rows| match rows {
                Ok(rows) => {
                    let piece = usize::try_from(number).unwrap_or(usize::MAX);
                    for row in rows {
                        sample.add(Place { piece, row });
                    }
                    ControlFlow::Continue(())
                }
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            },
        );
        let drawn_from = sample.seen();
        failure.map_or(Ok((sample.finish(), drawn_from)), Err)
    }
}

/// The rows of a piece whose games satisfy a query.
fn satisfying(
    folder: &Folder,
    query: &Query,
    piece: (usize, usize),
) -> Result<Vec<usize>, GamesError> {
    let mut rows = Vec::new();
    let mut number = 0;
    folder.read(piece, query.wanted(), &mut |row| {
        if satisfies(query, row) {
            rows.push(number);
        }
        number += 1;
        true
    })?;
    Ok(rows)
}

/// A sample of games and how far each is from each.
#[derive(Debug)]
pub struct Terrain {
    games: Vec<(GameHeader, Game)>,
    distances: Distances,
    drawn_from: u64,
    threads: usize,
}

impl Terrain {
    /// The games, in the order of the folder.
    pub fn games(&self) -> &[(GameHeader, Game)] {
        &self.games
    }

    /// How many games they were drawn from.
    pub fn drawn_from(&self) -> u64 {
        self.drawn_from
    }

    /// How far two of the games are apart, by their numbers.
    pub fn distance(&self, one: usize, other: usize) -> f64 {
        f64::from(self.distances.of_pair(one, other))
    }

    /// The others by how near they are to a game; of equally near ones the first comes first.
    fn neighbours(&self, game: usize, count: usize) -> Vec<(f32, usize)> {
        let row = self.distances.row(game);
        let others = row.iter().copied().zip(0..);
        let mut others: Vec<(f32, usize)> = others.filter(|(_, other)| *other != game).collect();
        let order = |a: &(f32, usize), b: &(f32, usize)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
        let count = count.min(others.len());
        if count > 0 && count < others.len() {
            others.select_nth_unstable_by(count - 1, order);
            others.truncate(count);
        }
        others.sort_by(order);
        others
    }

    /// The ECO code's letter and first digit.
    fn eco(&self, game: usize) -> Option<String> {
        let eco = self.games[game].0.info.eco.as_deref()?;
        let code = eco.get(..2)?.to_ascii_uppercase();
        let mut letters = code.chars();
        let fits = letters.next().is_some_and(|c| matches!(c, 'A'..='E'))
            && letters.next().is_some_and(|c| c.is_ascii_digit());
        fits.then_some(code)
    }

    /// The result, if the game has one.
    fn result(&self, game: usize) -> Option<String> {
        let result = self.games[game].0.info.result.clone()?;
        (result != "*").then_some(result)
    }
}

/// A square of distances. Four bytes each: they are for neighbourhoods, not for ties.
#[derive(Debug)]
struct Distances {
    count: usize,
    cells: Vec<f32>,
}

impl Distances {
    fn of(
        courses: &[Course],
        distance: Distance,
        plies: Plies,
        threads: usize,
        progress: &dyn Fn(u64, u64) -> bool,
    ) -> Option<Distances> {
        let count = courses.len();
        let mut cells = vec![0.0; count * count];
        let all = (count * count.saturating_sub(1) / 2) as u64;
        let (mut done, mut stopped) = (0, false);
        let measure = |one: &Course, other: &Course| {
            let far = between(distance, one, other, plies, u64::MAX);
            (far.expect("nothing is beyond the largest limit") as f64 / ONE as f64) as f32
        };
        in_order(
            0..count as u64,
            threads,
            |row| {
                let row = row as usize;
                let others = courses[..row].iter();
                let far = others.map(|other| measure(&courses[row], other));
                far.collect::<Vec<f32>>()
            },
            |row, far| {
                let row = row as usize;
                done += far.len() as u64;
                for (column, far) in far.into_iter().enumerate() {
                    cells[row * count + column] = far;
                    cells[column * count + row] = far;
                }
                stopped = !progress(done, all);
                if stopped {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        (!stopped).then_some(Distances { count, cells })
    }

    fn row(&self, game: usize) -> &[f32] {
        &self.cells[game * self.count..(game + 1) * self.count]
    }

    fn of_pair(&self, one: usize, other: usize) -> f32 {
        self.cells[one * self.count + other]
    }
}
