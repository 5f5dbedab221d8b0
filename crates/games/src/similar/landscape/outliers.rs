//! Games that are like no other.

use sissa_record::{Game, OutlierRecord};

use super::{
    super::{SimilarGame, fields},
    Terrain,
};
use crate::{GameHeader, report::Table};

/// A game and how far its nearest are.
#[derive(Clone, Debug)]
pub struct Outlier<'a> {
    /// 1 for the one furthest away.
    pub rank: u64,
    /// Mean distance to the nearest games of the sample.
    pub distance: f64,
    /// What is known of it.
    pub header: &'a GameHeader,
    /// The game, with its tags.
    pub game: &'a Game,
}

impl Outlier<'_> {
    /// As a record.
    pub fn record(&self) -> OutlierRecord {
        OutlierRecord {
            rank: self.rank,
            distance: self.distance,
            game: self.header.info.clone(),
            moves: self.game.uci_moves(),
        }
    }
}

impl Outlier<'_> {
    /// As a table.
    pub fn table(found: &[Outlier<'_>]) -> Table {
        let rows = found.iter();
        let rows = rows.map(|it| fields(it.rank, it.distance, it.header, it.game));
        Table {
            name: "outliers",
            columns: SimilarGame::COLUMNS.to_vec(),
            rows: rows.collect(),
        }
    }
}

impl Terrain {
    /// The games whose `nearest` nearest games are furthest away on average.
    pub fn outliers(&self, nearest: usize, count: usize) -> Vec<Outlier<'_>> {
        let mean = |game: usize| {
            let near = self.neighbours(game, nearest);
            let sum: f64 = near.iter().map(|(far, _)| f64::from(*far)).sum();
            sum / near.len().max(1) as f64
        };
        let mut games: Vec<(f64, usize)> = (0..self.games.len()).map(|i| (mean(i), i)).collect();
        games.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let furthest = games.into_iter().take(count).zip(1..);
        furthest
            .map(|((distance, game), rank)| Outlier {
                rank,
                distance,
                header: &self.games[game].0,
                game: &self.games[game].1,
            })
            .collect()
    }
}
