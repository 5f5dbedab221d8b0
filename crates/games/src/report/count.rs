//! Counting on many threads, and counts that were made elsewhere.

use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    thread,
};

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use shakmaty::{Board, Color, Role};
use sissa_constraint::GameResult;

use super::{
    Measure, Measures, RatingBands,
    firsts::{First, Sink, firsts},
    measure::{SLOTS, add_all, slot},
};
use crate::{Folder, GameRow, GamesError, Query, duplicates::Duplicates, statistics::bump_at};

/// What was counted in some games. Counts add up, so whoever counts which games makes no difference; as JSON they
/// travel between machines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Counts {
    /// The constraints, as they are printed.
    asked: Vec<String>,
    games: u64,
    outcomes: [u64; 3],
    cuts: RatingBands,
    bands: BTreeMap<u16, (u64, [u64; 3])>,
    measures: Vec<Measure>,
    /// By constraint: slot, opening, games.
    openings: Vec<Vec<(u16, String, u32)>>,
    /// Where the games come from.
    pub(super) sources: Vec<String>,
}

impl Counts {
    /// What is counted of a folder.
    pub(super) fn of(
        folder: &Folder,
        asked: &[String],
        queries: &[(String, Query)],
        cuts: &RatingBands,
        threads: usize,
        progress: &(dyn Fn(u64) -> bool + Sync),
    ) -> Result<Option<Counts>, GamesError> {
        let all = Duplicates::default();
        let counted = count(&all, cuts, folder, queries, threads, progress)?;
        let mut sources: Vec<String> = folder
            .parts()
            .iter()
            .map(|part| part.source().to_owned())
            .collect();
        sources.dedup();
        Ok(counted.map(|counter| counter.told(asked.to_vec(), sources)))
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The measures of everything that was counted; `None` where something was counted for other constraints or
    /// other bands.
    pub(super) fn measures(
        all: &[Counts],
        asked: &[String],
        queries: &[(String, Query)],
        cuts: &RatingBands,
    ) -> Option<Measures> {
        let mut sum = Counter::new(queries.len(), cuts);
        for counts in all {
            if counts.cuts != *cuts || counts.asked != asked {
                return None;
            }
            sum.add(counts.clone().counter(queries.len())?);
        }
        Some(sum.finish(queries))
    }

    fn counter(self, queries: usize) -> Option<Counter> {
        if self.measures.len() != queries || self.openings.len() != queries {
            return None;
        }
        let mut counter = Counter {
            games: self.games,
            outcomes: self.outcomes,
            cuts: self.cuts,
            bands: self.bands,
            measures: self.measures,
            names: FxHashMap::default(),
            openings: Vec::with_capacity(queries),
        };
        for openings in self.openings {
            let mut numbered = FxHashMap::default();
            for (slot, name, count) in openings {
                if usize::from(slot) >= SLOTS {
                    return None;
                }
                let next = u32::try_from(counter.names.len()).unwrap_or(u32::MAX);
                numbered.insert((slot, *counter.names.entry(name).or_insert(next)), count);
            }
            counter.openings.push(numbered);
        }
        Some(counter)
    }
}

/// Counts on many threads; `None` where `progress` ended the work.
pub(super) fn count(
    copies: &Duplicates,
    cuts: &RatingBands,
    folder: &Folder,
    queries: &[(String, Query)],
    threads: usize,
    progress: &(dyn Fn(u64) -> bool + Sync),
) -> Result<Option<Counter>, GamesError> {
    let pieces = folder.pieces();
    let next = AtomicUsize::new(0);
    let stopped = AtomicBool::new(false);
    let done = AtomicU64::new(0);
    // Counts only add up, so whoever counts what makes no difference.
    let counted: Vec<Result<Counter, GamesError>> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1))
            .map(|_| {
                scope.spawn(|| {
                    let mut counter = Counter::new(queries.len(), cuts);
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(piece) = pieces.get(number) else {
                            break;
                        };
                        let before = counter.games;
                        firsts(folder, *piece, queries, copies.of(number), &mut counter)?;
                        let games = counter.games - before;
                        let all = done.fetch_add(games, Ordering::Relaxed) + games;
                        if !progress(all) {
                            stopped.store(true, Ordering::Relaxed);
                        }
                        if stopped.load(Ordering::Relaxed) {
                            break;
                        }
                    }
                    Ok(counter)
                })
            })
            .collect();
        workers
            .into_iter()
            .map(|worker| match worker.join() {
                Ok(counter) => counter,
                Err(panic) => std::panic::resume_unwind(panic),
            })
            .collect()
    });
    let mut sum = Counter::new(queries.len(), cuts);
    for counter in counted {
        sum.add(counter?);
    }
    if stopped.load(Ordering::Relaxed) {
        return Ok(None);
    }
    Ok(Some(sum))
}

/// Counts while they are gathered.
pub(super) struct Counter {
    games: u64,
    outcomes: [u64; 3],
    cuts: RatingBands,
    bands: BTreeMap<u16, (u64, [u64; 3])>,
    measures: Vec<Measure>,
    names: FxHashMap<String, u32>,
    /// By constraint: games by slot and opening.
    openings: Vec<FxHashMap<(u16, u32), u32>>,
}

fn result_index(row: GameRow<'_>) -> Option<usize> {
    Some(match row.outcome()? {
        GameResult::White => 0,
        GameResult::Draw => 1,
        GameResult::Black => 2,
    })
}

fn band_of(cuts: &RatingBands, row: GameRow<'_>) -> Option<u16> {
    match row.elo() {
        [Some(white), Some(black)] => Some(cuts.of(u16::midpoint(white, black))),
        _ => None,
    }
}

impl Counter {
    fn new(queries: usize, cuts: &RatingBands) -> Counter {
        Counter {
            games: 0,
            outcomes: [0; 3],
            cuts: cuts.clone(),
            bands: BTreeMap::new(),
            measures: vec![Measure::none(); queries],
            names: FxHashMap::default(),
            openings: vec![FxHashMap::default(); queries],
        }
    }

    fn add(&mut self, other: Counter) {
        self.games += other.games;
        add_all(&mut self.outcomes, &other.outcomes);
        for (band, (games, outcomes)) in other.bands {
            let mine = self.bands.entry(band).or_default();
            mine.0 += games;
            add_all(&mut mine.1, &outcomes);
        }
        let mut renamed = vec![0u32; other.names.len()];
        let mut names: Vec<_> = other.names.into_iter().collect();
        names.sort_by_key(|(_, number)| *number);
        for (name, number) in names {
            let next = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
            renamed[number as usize] = *self.names.entry(name).or_insert(next);
        }
        for (mine, theirs) in self.openings.iter_mut().zip(other.openings) {
            #[expect(
                clippy::iter_over_hash_type,
                reason = "sums do not depend on the order"
            )]
            for ((slot, name), count) in theirs {
                *mine.entry((slot, renamed[name as usize])).or_default() += count;
            }
        }
        for (mine, theirs) in self.measures.iter_mut().zip(other.measures) {
            mine.add(theirs);
        }
    }

    /// The names of openings by their numbers.
    fn names(&mut self) -> Vec<String> {
        let mut names = vec![String::new(); self.names.len()];
        let mut pairs: Vec<_> = self.names.drain().collect();
        pairs.sort_unstable();
        for (name, number) in pairs {
            names[number as usize] = name;
        }
        names
    }

    /// The counts, to be sent elsewhere.
    fn told(mut self, asked: Vec<String>, sources: Vec<String>) -> Counts {
        let names = self.names();
        let told = |openings: FxHashMap<(u16, u32), u32>| {
            let mut told: Vec<(u16, String, u32)> = openings
                .into_iter()
                .map(|((slot, name), count)| (slot, names[name as usize].clone(), count))
                .collect();
            told.sort_unstable();
            told
        };
        Counts {
            asked,
            games: self.games,
            outcomes: self.outcomes,
            cuts: self.cuts,
            bands: self.bands,
            measures: self.measures,
            openings: self.openings.into_iter().map(told).collect(),
            sources,
        }
    }

    /// The measures, with their names.
    pub(super) fn finish(mut self, queries: &[(String, Query)]) -> Measures {
        let names = self.names();
        for ((measure, openings), (name, query)) in
            self.measures.iter_mut().zip(self.openings).zip(queries)
        {
            measure.name.clone_from(name);
            if query.has_sides() {
                measure.own_outcomes.get_or_insert_default();
            }
            let mut openings: Vec<_> = openings.into_iter().collect();
            // The commonest first; among equals by name, so that the answer is always the same.
            openings.sort_by(|a, b| {
                let key = |entry: &((u16, u32), u32)| (entry.1, &names[entry.0.1 as usize]);
                let ((count_a, name_a), (count_b, name_b)) = (key(a), key(b));
                count_b.cmp(&count_a).then(name_a.cmp(name_b))
            });
            for ((slot, name), count) in openings {
                let square = &mut measure.squares[slot as usize];
                square
                    .opening
                    .get_or_insert_with(|| (names[name as usize].clone(), count.into()));
            }
        }
        Measures {
            games: self.games,
            outcomes: self.outcomes,
            cuts: self.cuts,
            bands: self.bands,
            constraints: self.measures,
            copies: 0,
        }
    }
}

impl Sink for Counter {
    fn game(&mut self, row: GameRow<'_>) {
        self.games += 1;
        let result = result_index(row);
        if let Some(result) = result {
            self.outcomes[result] += 1;
        }
        if let Some(band) = band_of(&self.cuts, row) {
            let band = self.bands.entry(band).or_default();
            band.0 += 1;
            if let Some(result) = result {
                band.1[result] += 1;
            }
        }
    }

    fn first(&mut self, first: &First<'_>) {
        let result = result_index(first.row);
        let measure = &mut self.measures[first.query];
        measure.satisfied += 1;
        bump_at(&mut measure.plies, first.ply, 1);
        if let Some(result) = result {
            measure.outcomes[result] += 1;
        }
        // Seen from Black, White's wins are losses.
        let own = first.side.zip(result);
        let own = own.map(|(side, result)| side.fold_wb(result, 2 - result));
        if let Some(own) = own {
            measure.own_outcomes.get_or_insert_default()[own] += 1;
        }
        for color in Color::ALL {
            let (men, points) = material(first.board, color);
            let at = color.fold_wb(0, 1);
            measure.men[at] += men;
            measure.points[at] += points;
            if color.is_white() {
                measure.men_range.0 = measure.men_range.0.min(men);
                measure.men_range.1 = measure.men_range.1.max(men);
            }
        }
        if let Some(band) = band_of(&self.cuts, first.row) {
            let band = measure.bands.entry(band).or_default();
            band.satisfied += 1;
            bump_at(&mut band.plies, first.ply, 1);
            if let Some(result) = result {
                band.outcomes[result] += 1;
            }
            if let Some(own) = own {
                band.own_outcomes[own] += 1;
            }
        }
        let opening = first.row.opening().or(first.row.eco()).map(|name| {
            let next = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
            match self.names.get(name) {
                Some(number) => *number,
                None => *self.names.entry(name.to_owned()).or_insert(next),
            }
        });
        for (square, piece) in first.board.clone() {
            let slot = slot(piece.color, piece.role, square);
            let found = &mut measure.squares[slot];
            found.count += 1;
            bump_at(&mut found.plies, first.ply, 1);
            if let Some(result) = result {
                found.outcomes[result] += 1;
            }
            if let Some(opening) = opening {
                let key = (u16::try_from(slot).unwrap_or(0), opening);
                *self.openings[first.query].entry(key).or_default() += 1;
            }
        }
    }
}

/// Men but the king, and their points.
fn material(board: &Board, color: Color) -> (u64, u64) {
    let worth = [
        (Role::Queen, 9),
        (Role::Rook, 5),
        (Role::Bishop, 3),
        (Role::Knight, 3),
        (Role::Pawn, 1),
    ];
    worth.iter().fold((0, 0), |(men, sum), (role, points)| {
        let count = (board.by_color(color) & board.by_role(*role)).count() as u64;
        (men + count, sum + count * points)
    })
}
