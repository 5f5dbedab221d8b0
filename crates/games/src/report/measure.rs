//! One pass over the games, counting for every constraint the position that satisfies it first.

use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    thread,
};

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use shakmaty::{Board, Color, Position, Role, Square};
use sissa_constraint::GameResult;

use super::RatingBands;
use crate::{
    Folder, GameRow, GamesError, Query, WideColumns,
    duplicates::Duplicates,
    replay::replay,
    statistics::{bump_at, mean},
};

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
}

fn slot(color: Color, role: Role, square: Square) -> usize {
    (color.fold_wb(0, 6) + role as usize - 1) * 64 + square as usize
}

/// A position that satisfies a constraint first, and what is known of its game.
pub(crate) struct First<'a> {
    pub query: usize,
    pub ply: usize,
    pub board: &'a Board,
    pub row: GameRow<'a>,
    /// Which side satisfies it, where it is about either.
    pub side: Option<Color>,
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

/// What was counted in some games. Counts add up, so whoever counts which games makes no difference; as JSON they
/// travel between machines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Counts {
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
        Ok(counted.map(|counter| counter.told(sources)))
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The measures of everything that was counted; `None` where something was counted for other constraints or
    /// other bands.
    pub(super) fn measures(
        all: &[Counts],
        queries: &[(String, Query)],
        cuts: &RatingBands,
    ) -> Option<Measures> {
        let mut sum = Counter::new(queries.len(), cuts);
        for counts in all {
            if counts.cuts != *cuts {
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
                if usize::from(slot) >= 12 * 64 {
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
fn count(
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

/// Finds the first satisfying position of each game of a piece, for each query.
pub(crate) fn firsts(
    folder: &Folder,
    piece: (usize, usize),
    queries: &[(String, Query)],
    copies: Option<&FxHashSet<u32>>,
    sink: &mut dyn Sink,
) -> Result<(), GamesError> {
    let wanted = queries
        .iter()
        .fold(WideColumns::default(), |all, (_, query)| {
            let one = query.wanted();
            WideColumns {
                moves: true,
                clocks: all.clocks || one.clocks,
                evals: all.evals || one.evals,
            }
        });
    let mut facts: Vec<Vec<bool>> = vec![Vec::new(); queries.len()];
    let mut rows = 0..;
    folder.read(piece, wanted, &mut |row| {
        let number = rows.next().unwrap_or(u32::MAX);
        if copies.is_some_and(|copies| copies.contains(&number)) {
            return true;
        }
        sink.game(row);
        // Queries not yet satisfied: number, facts, and the run of positions that hold.
        let mut open: Vec<_> = queries
            .iter()
            .zip(&mut facts)
            .enumerate()
            .filter_map(|(index, ((_, query), facts))| {
                let known = query.begin(row, facts)?;
                Some((index, query, known, None::<Began>))
            })
            .collect();
        if open.is_empty() {
            return true;
        }
        replay(row, &mut |situation, ply| {
            open.retain_mut(|(index, query, known, run)| {
                let holds = query.holds(situation, ply, known);
                let side = if holds && run.is_none() {
                    query.side(situation, ply, known)
                } else {
                    None
                };
                query.pass(situation, ply, known);
                if !holds {
                    *run = None;
                    return true;
                }
                let began = run.get_or_insert_with(|| Began {
                    ply,
                    board: situation.position.board().clone(),
                    side,
                });
                if ply - began.ply + 1 < query.lasting {
                    return true;
                }
                let first = i32::try_from(began.ply).unwrap_or(i32::MAX);
                if query.first.iter().all(|range| range.contains(first)) {
                    sink.first(&First {
                        query: *index,
                        ply: began.ply,
                        board: &began.board,
                        row,
                        side: began.side,
                    });
                }
                false
            });
            !open.is_empty()
        });
        true
    })
}

/// The beginning of a run of positions that satisfy a query.
struct Began {
    ply: usize,
    board: Board,
    side: Option<Color>,
}

/// Takes what [`firsts`] finds.
pub(crate) trait Sink {
    fn game(&mut self, row: GameRow<'_>);
    fn first(&mut self, first: &First<'_>);
}

/// Counts while they are gathered.
struct Counter {
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
        let measure = Measure {
            squares: vec![SquareCount::default(); 12 * 64],
            men_range: (u64::MAX, 0),
            ..Measure::default()
        };
        Counter {
            games: 0,
            outcomes: [0; 3],
            cuts: cuts.clone(),
            bands: BTreeMap::new(),
            measures: vec![measure; queries],
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
            mine.satisfied += theirs.satisfied;
            add_all(&mut mine.outcomes, &theirs.outcomes);
            if let Some(theirs) = theirs.own_outcomes {
                add_all(mine.own_outcomes.get_or_insert_default(), &theirs);
            }
            add_histogram(&mut mine.plies, &theirs.plies);
            add_all(&mut mine.men, &theirs.men);
            add_all(&mut mine.points, &theirs.points);
            mine.men_range.0 = mine.men_range.0.min(theirs.men_range.0);
            mine.men_range.1 = mine.men_range.1.max(theirs.men_range.1);
            for (mine, theirs) in mine.squares.iter_mut().zip(theirs.squares) {
                mine.count += theirs.count;
                add_all(&mut mine.outcomes, &theirs.outcomes);
                add_histogram(&mut mine.plies, &theirs.plies);
            }
            for (band, theirs) in theirs.bands {
                let mine = mine.bands.entry(band).or_default();
                mine.satisfied += theirs.satisfied;
                add_all(&mut mine.outcomes, &theirs.outcomes);
                add_all(&mut mine.own_outcomes, &theirs.own_outcomes);
                add_histogram(&mut mine.plies, &theirs.plies);
            }
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
    fn told(mut self, sources: Vec<String>) -> Counts {
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
            games: self.games,
            outcomes: self.outcomes,
            cuts: self.cuts,
            bands: self.bands,
            measures: self.measures,
            openings: self.openings.into_iter().map(told).collect(),
            sources,
        }
    }

    fn finish(mut self, queries: &[(String, Query)]) -> Measures {
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

fn add_all<const N: usize>(mine: &mut [u64; N], theirs: &[u64; N]) {
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
pub(crate) fn material(board: &Board, color: Color) -> (u64, u64) {
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
