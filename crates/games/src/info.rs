//! What is in a folder, in numbers.

use std::{collections::BTreeMap, ops::ControlFlow};

use serde_json::{Value, json};
use sissa_parallel::in_order_from;

use crate::{
    Folder, GamesError, Tally, WideColumns,
    date::civil,
    statistics::{bump_at, mean, quantile},
};

/// What is in a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// What became of all games read, broken examples included.
    pub tally: Tally,
    /// Games by source, and whether the source was read to its end.
    pub sources: BTreeMap<String, (u64, bool)>,
    /// Games by result.
    pub results: BTreeMap<String, u64>,
    /// Games by mean rating, in bands of 200 points, by their lower end.
    pub ratings: BTreeMap<u16, u64>,
    /// Games in which a rating is missing.
    pub unrated: u64,
    /// Games by class of time control; unknown ones under an empty name.
    pub time_classes: BTreeMap<String, u64>,
    /// Games by year.
    pub years: BTreeMap<i32, u64>,
    /// Games without a date.
    pub undated: u64,
    /// Games by opening; those without a name by ECO code.
    pub openings: BTreeMap<String, u64>,
    /// Games by length in half-moves.
    pub lengths: Vec<u64>,
    /// Games with clocks.
    pub clocks: u64,
    /// Games with scores.
    pub evals: u64,
    /// Games that do not begin with the starting position.
    pub set_up: u64,
}

/// Looks at every game's header.
pub fn info(folder: &Folder, threads: usize) -> Result<Info, GamesError> {
    let mut info = Info::default();
    for part in folder.parts() {
        info.tally.add(part.tally());
        let source = info.sources.entry(part.source().to_owned()).or_default();
        source.0 += part.rows;
        source.1 |= part.is_last();
    }
    let mut failure = None;
    let look = |_, piece| {
        let mut found = Info::default();
        let wanted = WideColumns {
            moves: false,
            ..WideColumns::ALL
        };
        let read = folder.read(piece, wanted, &mut |row| {
            found.count(row);
            true
        });
        read.map(|()| found)
    };
    in_order_from(
        folder.pieces().into_iter(),
        threads,
        look,
        |_, found| match found {
            Ok(found) => {
                info.add(found);
                ControlFlow::Continue(())
            }
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        },
    );
    failure.map_or(Ok(info), Err)
}

impl Info {
    fn count(&mut self, row: crate::GameRow<'_>) {
        bump(&mut self.results, row.result());
        match row.elo() {
            [Some(white), Some(black)] => {
                *self
                    .ratings
                    .entry((white + black) / 2 / 200 * 200)
                    .or_default() += 1;
            }
            _ => self.unrated += 1,
        }
        bump(&mut self.time_classes, row.time_class_word().unwrap_or(""));
        match row.date() {
            Some(days) => *self.years.entry(civil(days).0).or_default() += 1,
            None => self.undated += 1,
        }
        if let Some(name) = row.opening().or(row.eco()) {
            bump(&mut self.openings, name);
        }
        bump_at(&mut self.lengths, row.plies(), 1);
        self.clocks += u64::from(row.clocks().is_some());
        self.evals += u64::from(row.evals().is_some());
        self.set_up += u64::from(row.start_fen().is_some());
    }

    fn add(&mut self, other: Info) {
        fn merge<K: Ord>(into: &mut BTreeMap<K, u64>, from: BTreeMap<K, u64>) {
            for (key, count) in from {
                *into.entry(key).or_default() += count;
            }
        }
        merge(&mut self.results, other.results);
        merge(&mut self.ratings, other.ratings);
        merge(&mut self.time_classes, other.time_classes);
        merge(&mut self.years, other.years);
        merge(&mut self.openings, other.openings);
        for (plies, count) in other.lengths.into_iter().enumerate() {
            bump_at(&mut self.lengths, plies, count);
        }
        self.unrated += other.unrated;
        self.undated += other.undated;
        self.clocks += other.clocks;
        self.evals += other.evals;
        self.set_up += other.set_up;
    }

    /// The median of the games' lengths, in half-moves.
    pub fn median_plies(&self) -> Option<f64> {
        quantile(&self.lengths, 0.5)
    }

    /// The mean of the games' lengths, in half-moves.
    pub fn mean_plies(&self) -> Option<f64> {
        mean(&self.lengths)
    }

    /// Openings and how many games have them, the commonest first.
    pub fn commonest_openings(&self) -> Vec<(&str, u64)> {
        let openings = self.openings.iter();
        let mut openings: Vec<(&str, u64)> = openings
            .map(|(name, count)| (name.as_str(), *count))
            .collect();
        openings.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        openings
    }

    /// All of it, for programs.
    pub fn json(&self) -> Value {
        let openings = self.commonest_openings().into_iter();
        let openings: Vec<Value> = openings
            .map(|(name, games)| json!({"name": name, "games": games}))
            .collect();
        let sources = self.sources.iter();
        let sources: Vec<Value> = sources
            .map(|(name, (games, complete))| {
                json!({"name": name, "games": games, "complete": complete})
            })
            .collect();
        json!({
            "tally": self.tally,
            "sources": sources,
            "results": self.results,
            "ratings": self.ratings,
            "unrated": self.unrated,
            "time_classes": self.time_classes,
            "years": self.years,
            "undated": self.undated,
            "median_plies": self.median_plies().map(whole_where_it_is),
            "clocks": self.clocks,
            "evals": self.evals,
            "set_up": self.set_up,
            "openings": openings,
        })
    }
}

/// 79 and not 79.0, as everywhere.
fn whole_where_it_is(number: f64) -> Value {
    if number.fract() == 0.0 {
        json!(number as u64)
    } else {
        json!(number)
    }
}

fn bump(counts: &mut BTreeMap<String, u64>, name: &str) {
    match counts.get_mut(name) {
        Some(count) => *count += 1,
        None => {
            counts.insert(name.to_owned(), 1);
        }
    }
}
