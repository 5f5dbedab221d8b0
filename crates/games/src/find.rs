//! Positions of games that satisfy a query.

use std::{ops::ControlFlow, sync::Arc};

use shakmaty::{ByColor, CastlingMode, CastlingSide, Chess, Move, Position, fen::Fen};
use sissa_constraint::Situation;
use sissa_parallel::in_order;
use sissa_record::Game;

use crate::{Folder, GameRow, GamesError, Query, Wanted, decode_move, query::Known};

/// A position that satisfies a query, in its game.
#[derive(Clone, Debug)]
pub struct Found {
    /// The game.
    pub of: Arc<FoundGame>,
    /// Half-moves played before the position.
    pub ply: usize,
}

/// A game that has a satisfying position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundGame {
    /// The input it came from.
    pub source: String,
    /// Its number in that input, from 1.
    pub number: u64,
    /// Its tags, as PGN names them.
    pub tags: Vec<(&'static str, String)>,
    start: Option<Chess>,
    moves: Vec<u16>,
}

impl FoundGame {
    /// A name unique in the folder.
    pub fn id(&self) -> String {
        format!("{}#{}", self.source, self.number)
    }

    /// How many half-moves the whole game has.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The game up to so many half-moves, with its tags.
    pub fn game(&self, plies: usize) -> Game {
        let mut game = Game::starting_from(self.start.clone().unwrap_or_default());
        for number in self.moves.iter().take(plies) {
            let played = decode_move(game.end(), *number);
            // Import has replayed them all; a damaged file ends the game early.
            if played.is_none_or(|played| game.push(played).is_err()) {
                break;
            }
        }
        for (name, value) in &self.tags {
            game.set_header(name, value);
        }
        game
    }
}

impl Found {
    /// The game that leads to the position.
    pub fn game(&self) -> Game {
        self.of.game(self.ply)
    }
}

/// Calls `take` with the positions that satisfy the query, in the order of the folder, until it says
/// false: the first of each game or, with `every`, all of them.
pub fn find(
    folder: &Folder,
    query: &Query,
    threads: usize,
    every: bool,
    take: &mut dyn FnMut(Found) -> bool,
) -> Result<(), GamesError> {
    find_map(
        folder,
        query,
        threads,
        every,
        &|found| found,
        take,
        &mut |_| true,
    )
}

/// As [`find`], with work to be done on the threads that search, and a call after each piece with
/// the number of games looked at so far, which ends the search by saying false.
pub fn find_map<T: Send>(
    folder: &Folder,
    query: &Query,
    threads: usize,
    every: bool,
    map: &(dyn Fn(Found) -> T + Sync),
    take: &mut dyn FnMut(T) -> bool,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<(), GamesError> {
    let pieces = folder.pieces();
    let mut looked_at = 0;
    let mut failure = None;
    let mut over = false;
    // Few pieces at a time: what was found but not yet taken is kept in memory.
    for some in pieces.chunks(4 * threads.max(1)) {
        let search = |index: u64| {
            let piece = some[usize::try_from(index).expect("an index into a slice")];
            let mut games = 0;
            search_piece(folder, piece, query, every, map, &mut games).map(|found| (found, games))
        };
        in_order(0..some.len() as u64, threads, search, |_, outcome| {
            match outcome {
                Ok((found, games)) => {
                    looked_at += games;
                    over = !found.into_iter().all(&mut *take) || !progress(looked_at);
                }
                Err(error) => failure = Some(error),
            }
            match over || failure.is_some() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        if over || failure.is_some() {
            break;
        }
    }
    failure.map_or(Ok(()), Err)
}

fn search_piece<T>(
    folder: &Folder,
    piece: (usize, usize),
    query: &Query,
    every: bool,
    map: &dyn Fn(Found) -> T,
    games: &mut u64,
) -> Result<Vec<T>, GamesError> {
    let mut found = Vec::new();
    let mut facts = Vec::new();
    let mut plies = Vec::new();
    folder.read(piece, query.wanted(), &mut |row| {
        *games += 1;
        if let Some(known) = query.begin(row, &mut facts) {
            plies.clear();
            matches(query, row, &known, every, &mut plies);
            if !plies.is_empty() {
                let of = Arc::new(found_game(row));
                found.extend(plies.iter().map(|ply| {
                    map(Found {
                        of: Arc::clone(&of),
                        ply: *ply,
                    })
                }));
            }
        }
        true
    })?;
    Ok(found)
}

/// The half-moves at which the query holds.
fn matches(
    query: &Query,
    row: GameRow<'_>,
    known: &Known<'_>,
    every: bool,
    plies: &mut Vec<usize>,
) {
    // A run of positions that hold, and where it began.
    let mut run: Option<usize> = None;
    let only_first = !every || !query.first.is_empty();
    replay(row, &mut |situation, ply| {
        if !query.holds(situation, ply, known) {
            run = None;
            return true;
        }
        let began = *run.get_or_insert(ply);
        let length = ply - began + 1;
        if length < query.lasting {
            return true;
        }
        // With the last one missing, all of the run count.
        let new = if length == query.lasting { began } else { ply };
        plies.extend(new..=ply);
        if only_first {
            plies.truncate(1);
            return false;
        }
        true
    });
    if let Some(first) = plies.first() {
        let first = i32::try_from(*first).unwrap_or(i32::MAX);
        if !query.first.iter().all(|range| range.contains(first)) {
            plies.clear();
        }
    }
}

/// Plays a game through and shows every position, until `look` says false.
pub(crate) fn replay(row: GameRow<'_>, look: &mut dyn FnMut(&Situation<'_>, usize) -> bool) {
    let mut position = start(row).unwrap_or_default();
    let mut castled: ByColor<Option<CastlingSide>> = ByColor {
        white: None,
        black: None,
    };
    let mut moves = row.moves();
    let mut ply = 0;
    loop {
        let situation = Situation {
            position: &position,
            castled,
        };
        if !look(&situation, ply) {
            return;
        }
        let Some(played) = moves
            .next()
            .and_then(|number| decode_move(&position, number))
        else {
            return;
        };
        if let Move::Castle { king, rook } = played {
            let side = CastlingSide::from_queen_side(rook < king);
            *castled.get_mut(position.turn()) = Some(side);
        }
        position.play_unchecked(played);
        ply += 1;
    }
}

fn start(row: GameRow<'_>) -> Option<Chess> {
    let fen: Fen = row.start_fen()?.parse().ok()?;
    fen.into_position(CastlingMode::Standard).ok()
}

fn found_game(row: GameRow<'_>) -> FoundGame {
    let mut tags = Vec::new();
    let mut tag = |name: &'static str, value: Option<String>| {
        if let Some(value) = value {
            tags.push((name, value));
        }
    };
    let owned = |value: Option<&str>| value.map(str::to_owned);
    tag("Event", owned(row.event()));
    tag("Site", owned(row.site()));
    tag("Date", row.date().map(date_text));
    tag("White", owned(row.white()));
    tag("Black", owned(row.black()));
    tag("Result", Some(row.result().to_owned()));
    let [white, black] = row.elo();
    tag("WhiteElo", white.map(|elo| elo.to_string()));
    tag("BlackElo", black.map(|elo| elo.to_string()));
    tag("TimeControl", owned(row.time_control()));
    tag("ECO", owned(row.eco()));
    tag("Opening", owned(row.opening()));
    tag("Termination", owned(row.termination()));
    FoundGame {
        source: row.source().to_owned(),
        number: row.number(),
        tags,
        start: start(row),
        moves: row.moves().collect(),
    }
}

/// Days since 1970-01-01 as PGN writes dates.
pub(crate) fn date_text(days: i32) -> String {
    let (year, month, day) = civil(days);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Year, month and day of a number of days since 1970-01-01, by Howard Hinnant's `civil_from_days`.
pub(crate) fn civil(days: i32) -> (i32, i32, i32) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + i32::from(month <= 2);
    (year, month, day)
}

impl Wanted {
    /// Everything there is.
    pub const ALL: Wanted = Wanted {
        moves: true,
        clocks: true,
        evals: true,
    };
}
