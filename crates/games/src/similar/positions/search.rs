//! The exact search: every position of every game, most of them passed over by their men alone.
//!
//! Facts other than men on squares only ever add to a distance, so the men that differ are a lower bound of it; they take
//! a few machine words to compare.

use std::{
    collections::BTreeMap,
    ops::ControlFlow,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
};

use rustc_hash::FxHashMap;
use shakmaty::{Board, Chess, EnPassantMode, Position as _, Role, zobrist::Zobrist64};
use sissa_parallel::in_order;

use super::{
    PositionComparison,
    facts::{Fact, MAN, distance, facts},
};
use crate::{Folder, GameRow, GamesError, WideColumns, folder::Place, replay::replay};

/// Where a position stands: its game and how many half-moves before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Spot {
    pub(super) place: Place,
    pub(super) ply: usize,
}

/// A near position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    pub(super) distance: u32,
    /// The first of its games.
    pub(super) spot: Spot,
    pub(super) games: u64,
}

/// The nearest so far, shared by all threads. Equally near positions are all kept until the end, so what comes out does not
/// depend on who came first.
struct Nearest {
    count: usize,
    limit: AtomicU32,
    found: Mutex<BTreeMap<u32, FxHashMap<u64, Near>>>,
}

impl Nearest {
    fn limit(&self) -> u32 {
        self.limit.load(Ordering::Relaxed)
    }

    fn add(&self, key: u64, near: Near) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if near.distance > self.limit() {
            return;
        }
        let same = found.entry(near.distance).or_default();
        let known = same.entry(key).or_insert(Near { games: 0, ..near });
        known.games += 1;
        known.spot = known.spot.min(near.spot);
        let mut nearer = 0;
        let mut limit = self.limit();
        for (distance, positions) in found.iter() {
            nearer += positions.len();
            if nearer >= self.count {
                limit = *distance;
                break;
            }
        }
        self.limit.store(limit, Ordering::Relaxed);
        let beyond = found.split_off(&limit.saturating_add(1));
        drop(beyond);
    }
}

/// The squares on which two boards differ, as the weight of the men there.
#[inline]
fn men_apart(one: &Board, other: &Board) -> u32 {
    let mut apart = one.white() ^ other.white();
    for role in Role::ALL {
        apart |= one.by_role(role) ^ other.by_role(role);
    }
    let men = (one.occupied() & apart).count() + (other.occupied() & apart).count();
    MAN * men as u32
}

/// The nearest positions, nearest first, of equally near ones the first of the folder first; none if `progress` said false.
pub(super) fn search(
    comparison: &PositionComparison,
    threads: usize,
    progress: &dyn Fn(u64) -> bool,
) -> Result<Option<(Vec<Near>, u64)>, GamesError> {
    let nearest = Nearest {
        count: comparison.count,
        limit: AtomicU32::new(u32::MAX),
        found: Mutex::new(BTreeMap::new()),
    };
    let wanted = facts(&comparison.position);
    let pieces = comparison.folder.pieces();
    let (mut games, mut positions) = (0, 0);
    let mut failure = None;
    let mut stopped = false;
    in_order(
        0..pieces.len() as u64,
        threads,
        |number| {
            let piece = number as usize;
            let scan = Scan {
                comparison,
                wanted: &wanted,
                nearest: &nearest,
                piece,
            };
            scan.run(&comparison.folder, pieces[piece])
        },
        |_, outcome| match outcome {
            Ok((more_games, more_positions)) => {
                games += more_games;
                positions += more_positions;
                stopped = !progress(games);
                if stopped {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            }
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        },
    );
    if let Some(error) = failure {
        return Err(error);
    }
    let found = nearest.found.into_inner();
    let found = found.unwrap_or_else(PoisonError::into_inner);
    let mut found: Vec<Near> = found
        .into_values()
        .flat_map(FxHashMap::into_values)
        .collect();
    found.sort_unstable_by_key(|near| (near.distance, near.spot));
    found.truncate(comparison.count);
    Ok((!stopped).then_some((found, positions)))
}

/// One thread on one piece.
struct Scan<'a> {
    comparison: &'a PositionComparison,
    wanted: &'a [Fact],
    nearest: &'a Nearest,
    piece: usize,
}

impl Scan<'_> {
    /// How many games and positions were looked at.
    fn run(&self, folder: &Folder, piece: (usize, usize)) -> Result<(u64, u64), GamesError> {
        let (mut games, mut positions) = (0, 0);
        let query = self.comparison.query.as_ref();
        let columns = query.map_or(
            WideColumns {
                moves: true,
                ..WideColumns::default()
            },
            |query| query.wanted(),
        );
        folder.read(piece, columns, &mut |row| {
            let place = Place {
                piece: self.piece,
                row: games as usize,
            };
            games += 1;
            positions += self.look(row, place);
            true
        })?;
        Ok((games, positions))
    }

    /// The nearest position of a game counts.
    fn look(&self, row: GameRow<'_>, place: Place) -> u64 {
        let mut asked = Vec::new();
        let query = self.comparison.query.as_ref();
        let known = match query.map(|query| query.begin(row, &mut asked)) {
            Some(None) => return 0,
            Some(known) => known,
            None => None,
        };
        let mut best: Option<(u32, usize, u64)> = None;
        let mut positions = 0;
        replay(row, &mut |situation, ply| {
            positions += 1;
            let limit = best.map_or(self.nearest.limit(), |(least, ..)| {
                self.nearest.limit().min(least.saturating_sub(1))
            });
            let holds = match (query, &known) {
                (Some(query), Some(known)) => {
                    let holds = query.holds(situation, ply, known);
                    query.pass(situation, ply, known);
                    holds
                }
                _ => true,
            };
            if holds && let Some(far) = self.distance(situation.position, limit) {
                best = Some((far, ply, key(situation.position)));
            }
            best.is_none_or(|(least, ..)| least > 0)
        });
        if let Some((distance, ply, key)) = best {
            let spot = Spot { place, ply };
            let near = Near {
                distance,
                spot,
                games: 1,
            };
            self.nearest.add(key, near);
        }
        positions
    }

    #[inline]
    fn distance(&self, position: &Chess, limit: u32) -> Option<u32> {
        if men_apart(self.comparison.position.board(), position.board()) > limit {
            return None;
        }
        distance(self.wanted, &facts(position), limit)
    }
}

fn key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}
