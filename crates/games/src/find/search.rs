//! The search itself: which half-moves of a game satisfy a query.

use std::ops::{ControlFlow, Range};

use rustc_hash::FxHashSet;
use shakmaty::{Chess, EnPassantMode, Position as _, zobrist::Zobrist64};
use sissa_constraint::Situation;
use sissa_parallel::in_order_within;
use sissa_record::Game;

use super::{
    Search,
    found::{Found, GameHeader},
};
use crate::{
    Folder, GameRow, GamesError, Query, decode_move,
    duplicates::Duplicates,
    query::Known,
    replay::{replay, start},
};

/// A position that was found, as it comes from the threads that search.
pub(super) struct Hit<T> {
    /// What its game is called, by the part of the folder and the place there.
    pub game: u64,
    pub ply: usize,
    /// The same for the same position.
    pub key: u64,
    pub value: T,
}

/// The same for the same position.
pub(super) fn key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

/// What is asked of a position after the query: nothing, or what takes long to tell.
pub type Judge<'a> = &'a (dyn Fn(&Situation<'_>) -> bool + Sync);

/// Games that a thread looks at in one go where each takes long.
const FEW: usize = 8;

/// Some games of a piece.
struct Slice {
    /// The piece, and its number in the folder.
    piece: (usize, usize),
    number: usize,
    rows: Range<usize>,
}

/// The pieces of a folder, whole or cut into slices of so many games.
fn slices(folder: &Folder, games: usize) -> Vec<Slice> {
    let mut slices = Vec::new();
    for (number, piece) in folder.pieces().into_iter().enumerate() {
        let all = folder.rows_of(piece);
        let mut begun = 0;
        while begun < all {
            let end = begun.saturating_add(games).min(all);
            slices.push(Slice {
                piece,
                number,
                rows: begun..end,
            });
            begun = end;
        }
    }
    slices
}

/// What is done with the positions of games, on the threads that search.
pub(super) struct Handling<'a, T> {
    pub judge: Option<Judge<'a>>,
    pub prepare: &'a (dyn Fn(&Found<'_>) -> Option<T> + Sync),
    /// Whether either takes long, so that a few games are work for a thread.
    pub slow: bool,
}

/// Searches the folder piece by piece and hands the hits of each piece to `take`, in order, with
/// the number of games of the piece.
pub(super) fn search<T: Send>(
    search: &Search,
    copies: &Duplicates,
    threads: usize,
    handling: &Handling<'_, T>,
    take: &mut dyn FnMut(Vec<Hit<T>>, u64) -> ControlFlow<()>,
) -> Result<(), GamesError> {
    let mut failure = None;
    // Few pieces at a time: what was found but not yet taken is kept in memory.
    let window = 4 * threads.max(1) as u64;
    let games = if handling.slow { FEW } else { usize::MAX };
    let look = |_, slice: Slice| search_slice(search, &slice, copies.of(slice.number), handling);
    in_order_within(
        window,
        slices(&search.folder, games).into_iter(),
        threads,
        look,
        |_, outcome| match outcome {
            Ok((hits, games)) => take(hits, games),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        },
    );
    failure.map_or(Ok(()), Err)
}

fn search_slice<T>(
    search: &Search,
    slice: &Slice,
    copies: Option<&FxHashSet<u32>>,
    handling: &Handling<'_, T>,
) -> Result<(Vec<Hit<T>>, u64), GamesError> {
    let Search {
        folder,
        query,
        every,
        ..
    } = search;
    let mut hits = Vec::new();
    let mut games = 0;
    let mut facts = Vec::new();
    let mut plies = Vec::new();
    let mut look = |row: GameRow<'_>| {
        let number = u32::try_from(slice.rows.start + games).unwrap_or(u32::MAX);
        games += 1;
        if copies.is_some_and(|copies| copies.contains(&number)) {
            return true;
        }
        if let Some(known) = query.begin(row, &mut facts) {
            plies.clear();
            matches(query, row, &known, *every, handling.judge, &mut plies);
            if !plies.is_empty() {
                let header = GameHeader::of(row);
                visit(row, &header, &plies, &mut |found| {
                    hits.extend((handling.prepare)(found).map(|value| Hit {
                        game: games as u64,
                        ply: found.ply(),
                        key: key(found.position()),
                        value,
                    }));
                });
            }
        }
        true
    };
    if slice.rows.len() == folder.rows_of(slice.piece) {
        folder.read(slice.piece, query.wanted(), &mut look)?;
    } else {
        let rows: Vec<usize> = slice.rows.clone().collect();
        folder.read_rows(slice.piece, &rows, query.wanted(), &mut look)?;
    }
    Ok((hits, games as u64))
}

/// Plays the game once and shows it at each of the half-moves, which rise.
fn visit(row: GameRow<'_>, header: &GameHeader, plies: &[usize], show: &mut dyn FnMut(&Found<'_>)) {
    let mut game = Game::starting_from(start(row).unwrap_or_default());
    header.write_tags(&mut game);
    let mut moves = row.moves();
    for ply in plies {
        while game.plies() < *ply {
            let next = moves.next();
            let played = next.and_then(|number| decode_move(game.end(), number));
            // Import has replayed them all; a damaged file ends the game early.
            if played.is_none_or(|played| game.push(played).is_err()) {
                return;
            }
        }
        show(&Found::new(header, &game, row));
    }
}

/// Whether the query holds anywhere in a game.
pub(crate) fn satisfies(query: &Query, row: GameRow<'_>) -> bool {
    let mut facts = Vec::new();
    let mut plies = Vec::new();
    if let Some(known) = query.begin(row, &mut facts) {
        matches(query, row, &known, false, None, &mut plies);
    }
    !plies.is_empty()
}

/// The half-moves at which the query holds.
fn matches(
    query: &Query,
    row: GameRow<'_>,
    known: &Known<'_>,
    every: bool,
    judge: Option<Judge<'_>>,
    plies: &mut Vec<usize>,
) {
    // A run of positions that hold, and where it began.
    let mut run: Option<usize> = None;
    let only_first = !every || !query.first.is_empty();
    replay(row, &mut |situation, ply| {
        let holds = query.holds(situation, ply, known);
        query.pass(situation, ply, known);
        if !holds || judge.is_some_and(|judge| !judge(situation)) {
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
