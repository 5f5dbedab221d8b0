//! Positions of games that satisfy a constraint.
//!
//! [`Find`] is the request, plain data. Opened, it
//! is a [`Search`]: a folder that is there and a constraint that games can answer. Running it gives
//! [`FindEvent`]s in the order of the folder at any number of threads, and a [`FindSummary`].

mod found;
mod rows;
mod search;

use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use rustc_hash::FxHashSet;
use sissa_constraint::{Constraint, Expr, Refutation};
use sissa_record::Summary;

use crate::{
    Folder, GamesError, Query, QueryError,
    chance::Sample,
    duplicates::Duplicates,
    replay::start_of,
    statistics::{bump_at, mean, quantile},
};
pub use found::{Found, GameHeader};
pub use rows::{FoundRow, FoundRows};
pub use search::Judge;
pub(crate) use search::satisfies;
use search::{Handling, Hit};

/// A request for positions of games.
///
/// ```
/// use sissa_games::Find;
///
/// let find = Find::new("white Q=0 and elo 1400..1600".parse()?).games("games").count(10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Find {
    /// What the positions must be like.
    pub constraint: Constraint,
    /// The folder of imported games.
    pub games: PathBuf,
    /// Stop after so many positions; all if not given.
    pub count: Option<u64>,
    /// Every satisfying position of a game, not only the first.
    pub every: bool,
    /// So many of the positions, drawn by chance from all of them.
    pub sample: Option<u64>,
    /// What chance is drawn from.
    pub seed: u64,
    /// Games that are there more than once count once.
    pub distinct: bool,
    /// Positions not to be given, as FEN.
    pub exclude: Vec<String>,
}

impl Default for Find {
    /// The first position of every game in the folder `games`.
    fn default() -> Find {
        Find {
            constraint: Constraint::new(Expr::All(Vec::new())),
            games: PathBuf::from("games"),
            count: None,
            every: false,
            sample: None,
            seed: 1,
            distinct: false,
            exclude: Vec::new(),
        }
    }
}

/// Why a request cannot be answered.
#[derive(Debug, thiserror::Error)]
pub enum FindError {
    /// No position satisfies the constraint.
    #[error("no position can satisfy this constraint: {}", reasons(.0))]
    Impossible(Refutation),
    /// Games do not tell.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// A position to exclude that is none.
    #[error("cannot exclude `{0}`: it is not the FEN of a position")]
    Exclude(String),
    /// The games cannot be read.
    #[error(transparent)]
    Games(#[from] GamesError),
}

fn reasons(refutation: &Refutation) -> String {
    let reasons = refutation.reasons.iter();
    let told: Vec<&str> = reasons.map(|reason| reason.message.as_str()).collect();
    told.join("; ")
}

impl Find {
    /// All games' first positions that satisfy a constraint.
    pub fn new(constraint: Constraint) -> Find {
        Find {
            constraint,
            ..Find::default()
        }
    }

    /// In this folder.
    #[must_use]
    pub fn games(mut self, folder: impl Into<PathBuf>) -> Find {
        self.games = folder.into();
        self
    }

    /// So many at most.
    #[must_use]
    pub fn count(mut self, count: u64) -> Find {
        self.count = Some(count);
        self
    }

    /// Every satisfying position of a game.
    #[must_use]
    pub fn every(mut self) -> Find {
        self.every = true;
        self
    }

    /// So many of all positions, by chance.
    #[must_use]
    pub fn sample(mut self, count: u64, seed: u64) -> Find {
        self.sample = Some(count);
        self.seed = seed;
        self
    }

    /// Every game once, however often the folder has it.
    #[must_use]
    pub fn distinct(mut self) -> Find {
        self.distinct = true;
        self
    }

    /// Not these positions, given as FEN.
    #[must_use]
    pub fn exclude(mut self, positions: impl IntoIterator<Item = String>) -> Find {
        self.exclude.extend(positions);
        self
    }

    /// Makes the constraint ready and opens the folder.
    pub fn open(&self) -> Result<Search, FindError> {
        let query = Query::new(&self.constraint)?;
        let excluded = self.exclude.iter().map(|text| {
            let position = start_of(text).ok_or_else(|| FindError::Exclude(text.clone()))?;
            Ok(search::key(&position))
        });
        let excluded = excluded.collect::<Result<FxHashSet<u64>, FindError>>()?;
        if let Some(refutation) = self.constraint.refutation() {
            return Err(FindError::Impossible(refutation));
        }
        Ok(Search {
            folder: Folder::open(Path::new(&self.games))?,
            query,
            count: self.count,
            every: self.every,
            sample: self.sample.map(|count| (count, self.seed)),
            distinct: self.distinct,
            excluded,
        })
    }
}

/// A request that can be answered.
#[derive(Debug)]
pub struct Search {
    folder: Folder,
    query: Query,
    count: Option<u64>,
    every: bool,
    /// How many by chance, and the seed.
    sample: Option<(u64, u64)>,
    distinct: bool,
    excluded: FxHashSet<u64>,
}

/// What happens while games are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindEvent<T> {
    /// A position was found.
    Position {
        /// Its number, from 0.
        index: u64,
        /// What was made of it.
        value: T,
    },
    /// So many games have been looked at.
    Progress {
        /// How many.
        games: u64,
    },
}

impl Search {
    /// The folder.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// Searches. What is wanted of a position is made by `prepare` on the threads that search;
    /// `take` gets it in the order of the folder, and ends the search by breaking.
    pub fn run<T: Send>(
        &self,
        threads: usize,
        prepare: &(dyn Fn(&Found<'_>) -> T + Sync),
        take: &mut dyn FnMut(FindEvent<T>) -> ControlFlow<()>,
    ) -> Result<FindSummary, GamesError> {
        let handling = Handling {
            judge: None,
            prepare: &|found| Some(prepare(found)),
            slow: false,
        };
        self.run_with(threads, &handling, take)
    }

    /// The same where `judge` must say yes to a position, too. It is asked last, of positions of which everything else holds, and
    /// may take long.
    pub fn run_judged<T: Send>(
        &self,
        threads: usize,
        judge: Judge<'_>,
        prepare: &(dyn Fn(&Found<'_>) -> T + Sync),
        take: &mut dyn FnMut(FindEvent<T>) -> ControlFlow<()>,
    ) -> Result<FindSummary, GamesError> {
        let handling = Handling {
            judge: Some(judge),
            prepare: &|found| Some(prepare(found)),
            slow: true,
        };
        self.run_with(threads, &handling, take)
    }

    /// The same where `prepare` may find that nothing is to be made of a position, and may take long.
    pub fn run_picking<T: Send>(
        &self,
        threads: usize,
        prepare: &(dyn Fn(&Found<'_>) -> Option<T> + Sync),
        take: &mut dyn FnMut(FindEvent<T>) -> ControlFlow<()>,
    ) -> Result<FindSummary, GamesError> {
        let handling = Handling {
            judge: None,
            prepare,
            slow: true,
        };
        self.run_with(threads, &handling, take)
    }

    fn run_with<T: Send>(
        &self,
        threads: usize,
        handling: &Handling<'_, T>,
        take: &mut dyn FnMut(FindEvent<T>) -> ControlFlow<()>,
    ) -> Result<FindSummary, GamesError> {
        let mut counter = Counter::default();
        let most = self.count.unwrap_or(u64::MAX);
        if most == 0 {
            return Ok(counter.finish());
        }
        let mut sample = self
            .sample
            .map(|(count, seed)| Sample::new(usize::try_from(count).unwrap_or(usize::MAX), seed));
        let copies = if self.distinct {
            Duplicates::find(&self.folder, threads)?
        } else {
            Duplicates::default()
        };
        search::search(self, &copies, threads, handling, &mut |hits, games| {
            for mut hit in hits {
                if self.excluded.contains(&hit.key) {
                    continue;
                }
                hit.game += counter.looked_at;
                if let Some(sample) = &mut sample {
                    sample.add(hit);
                    continue;
                }
                let index = counter.count(&hit);
                let value = hit.value;
                take(FindEvent::Position { index, value })?;
                if index + 1 >= most {
                    return ControlFlow::Break(());
                }
            }
            counter.looked_at += games;
            let games = counter.looked_at;
            take(FindEvent::Progress { games })
        })?;
        if let Some(sample) = sample {
            counter.drawn_from = Some(sample.seen());
            for hit in sample.finish() {
                let index = counter.count(&hit);
                let value = hit.value;
                if take(FindEvent::Position { index, value }).is_break() {
                    break;
                }
            }
        }
        Ok(counter.finish())
    }
}

/// Counts while positions come.
#[derive(Default)]
struct Counter {
    positions: u64,
    games: u64,
    looked_at: u64,
    last: Option<u64>,
    keys: FxHashSet<u64>,
    plies: Vec<u64>,
    drawn_from: Option<u64>,
}

impl Counter {
    /// Takes in a position and gives its number.
    fn count<T>(&mut self, hit: &Hit<T>) -> u64 {
        if self.last != Some(hit.game) {
            self.games += 1;
            self.last = Some(hit.game);
        }
        self.keys.insert(hit.key);
        bump_at(&mut self.plies, hit.ply, 1);
        self.positions += 1;
        self.positions - 1
    }

    fn finish(self) -> FindSummary {
        FindSummary {
            positions: self.positions,
            unique: self.keys.len() as u64,
            games: self.games,
            mean_plies: mean(&self.plies),
            median_plies: quantile(&self.plies, 0.5),
            drawn_from: self.drawn_from,
        }
    }
}

/// What came of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FindSummary {
    /// Positions found.
    pub positions: u64,
    /// How many of them are different.
    pub unique: u64,
    /// Games they are from.
    pub games: u64,
    /// Mean number of half-moves before them.
    pub mean_plies: Option<f64>,
    /// Median of these numbers.
    pub median_plies: Option<f64>,
    /// Of a sample, how many positions it was drawn from.
    pub drawn_from: Option<u64>,
}

impl FindSummary {
    /// As the last record of a stream.
    pub fn record(&self, find: &Find, exit: u8) -> Summary {
        Summary {
            requested: find.sample.or(find.count).unwrap_or(self.positions),
            produced: self.positions,
            unique: self.unique,
            satisfied: self.positions,
            mean_plies: self.mean_plies,
            median_plies: self.median_plies,
            games: Some(self.games),
            exit,
            ..Summary::default()
        }
    }
}
