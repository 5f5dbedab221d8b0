//! Positions that are like a position.
//!
//! [`SimilarPositions`] is the request. Two positions are as far apart as the facts weigh that only one of them has: men on squares,
//! attacks, pawn structure, whose move it is (see `facts`). The answer is exact: every position of every game is compared.
//! Of each game the nearest position counts, and a position that stands in several games is one answer.

mod facts;
mod search;

use std::path::PathBuf;

use shakmaty::Chess;
use sissa_constraint::Constraint;
use sissa_record::{SimilarPositionRecord, fen};

use super::{SimilarError, filter, read_places};
use crate::{
    Folder, GameHeader, GamesError, Query, folder::Place, replay::start_of, report::Table,
};
use facts::{Comparison, facts, words};

/// A request for positions that are like a position.
///
/// ```
/// use sissa_games::SimilarPositions;
///
/// let request = SimilarPositions {
///     count: 3,
///     ..SimilarPositions::new("4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", "games")
/// };
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimilarPositions {
    /// The position, as FEN.
    pub position: String,
    /// The folder of imported games.
    pub games: PathBuf,
    /// How many positions.
    pub count: usize,
    /// Only positions that satisfy this.
    pub constraint: Option<Constraint>,
}

impl SimilarPositions {
    /// The ten nearest of a folder.
    pub fn new(position: impl Into<String>, games: impl Into<PathBuf>) -> SimilarPositions {
        SimilarPositions {
            position: position.into(),
            games: games.into(),
            count: 10,
            constraint: None,
        }
    }

    /// Reads the position, makes the constraint ready and opens the folder.
    pub fn open(&self) -> Result<PositionComparison, SimilarError> {
        let position = start_of(&self.position);
        Ok(PositionComparison {
            position: position.ok_or_else(|| SimilarError::Fen(self.position.clone()))?,
            query: filter(self.constraint.as_ref())?,
            folder: Folder::open(&self.games)?,
            count: self.count,
        })
    }
}

/// A request that can be answered.
#[derive(Debug)]
pub struct PositionComparison {
    position: Chess,
    folder: Folder,
    query: Option<Query>,
    count: usize,
}

impl PositionComparison {
    /// The folder.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// Finds the nearest positions. `progress` is called with the games done so far and ends the work by saying false, which
    /// gives none.
    pub fn run(
        &self,
        threads: usize,
        progress: &dyn Fn(u64) -> bool,
    ) -> Result<Option<NearestPositions>, GamesError> {
        if self.count == 0 {
            return Ok(Some(NearestPositions::default()));
        }
        let Some((found, looked_at)) = search::search(self, threads, progress)? else {
            return Ok(None);
        };
        let places: Vec<Place> = found.iter().map(|near| near.spot.place).collect();
        let games = read_places(&self.folder, &places)?;
        let wanted = facts(&self.position);
        let found = found.iter().zip(games).zip(1..);
        let positions = found.map(|((near, (header, game)), rank)| {
            let position = game.positions().nth(near.spot.ply).unwrap_or_default();
            let compared = Comparison::of(&wanted, &facts(&position));
            SimilarPosition {
                rank,
                distance: near.distance,
                likeness: compared.likeness(),
                ply: near.spot.ply,
                games: near.games,
                shared: words(&compared.shared),
                missing: words(&compared.missing),
                added: words(&compared.added),
                position,
                header,
            }
        });
        Ok(Some(NearestPositions {
            positions: positions.collect(),
            looked_at,
        }))
    }
}

/// The positions that are nearest to a position.
#[derive(Clone, Debug, Default)]
pub struct NearestPositions {
    /// They themselves, nearest first.
    pub positions: Vec<SimilarPosition>,
    /// Positions compared.
    pub looked_at: u64,
}

impl NearestPositions {
    /// As a table.
    pub fn table(&self) -> Table {
        let row = |found: &SimilarPosition| {
            let info = &found.header.info;
            vec![
                found.rank.to_string(),
                found.distance.to_string(),
                format!("{:.6}", found.likeness),
                fen(&found.position),
                info.source.clone(),
                info.number.to_string(),
                found.ply.to_string(),
                found.games.to_string(),
                found.shared.join("; "),
                found.missing.join("; "),
                found.added.join("; "),
            ]
        };
        Table {
            name: "similar",
            columns: vec![
                "rank", "distance", "likeness", "fen", "source", "game", "ply", "games", "shared",
                "missing", "added",
            ],
            rows: self.positions.iter().map(row).collect(),
        }
    }
}

/// A position that is near.
#[derive(Clone, Debug)]
pub struct SimilarPosition {
    /// 1 for the nearest.
    pub rank: u64,
    /// The weight of the facts that only one of the two has.
    pub distance: u32,
    /// The weight of what both have, as a share of the weight of everything.
    pub likeness: f64,
    /// The position.
    pub position: Chess,
    /// Half-moves of the game before it.
    pub ply: usize,
    /// The first game of the folder in which it stands.
    pub header: GameHeader,
    /// In how many games it stands; of each only the nearest position is counted.
    pub games: u64,
    /// What both have, in words.
    pub shared: Vec<String>,
    /// What only the position asked about has.
    pub missing: Vec<String>,
    /// What only this one has.
    pub added: Vec<String>,
}

impl SimilarPosition {
    /// As a record.
    pub fn record(&self) -> SimilarPositionRecord {
        SimilarPositionRecord {
            rank: self.rank,
            distance: self.distance,
            likeness: self.likeness,
            fen: fen(&self.position),
            ply: self.ply,
            game: self.header.info.clone(),
            games: self.games,
            shared: self.shared.clone(),
            missing: self.missing.clone(),
            added: self.added.clone(),
        }
    }
}
