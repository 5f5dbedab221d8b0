//! The exact search: all games of a folder, most of them passed over by a bound.

use std::{
    collections::BinaryHeap,
    ops::ControlFlow,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use sissa_parallel::in_order;

use super::{
    Comparison,
    distance::between,
    rows::Course,
    sketch::{Encoded, Sketch},
};
use crate::{
    Folder, GameRow, GamesError, Query,
    find::satisfies,
    folder::{MovesRow, Place},
    replay::start_of,
};

/// A near game: how far, and where in the folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Near {
    pub(super) distance: u64,
    /// Ties keep the order of the folder.
    pub(super) place: Place,
}

/// The nearest so far, shared by all threads. What comes out does not depend on who came first:
/// the limit only ever falls, and a game is passed over only if it is further than the limit.
struct Nearest {
    count: usize,
    limit: AtomicU64,
    heap: Mutex<BinaryHeap<Near>>,
}

impl Nearest {
    fn limit(&self) -> u64 {
        self.limit.load(Ordering::Relaxed)
    }

    fn add(&self, near: Near) {
        let mut heap = self.heap.lock().unwrap_or_else(PoisonError::into_inner);
        heap.push(near);
        if heap.len() > self.count {
            heap.pop();
        }
        if let Some(last) = heap.peek().filter(|_| heap.len() == self.count) {
            self.limit.store(last.distance, Ordering::Relaxed);
        }
    }
}

/// Counts of a search, for who wants to know what the bounds are worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Games looked at.
    pub games: u64,
    /// Games whose distance was computed, to its end or until it was too far.
    pub replayed: u64,
}

/// The nearest games, nearest first; none if `progress` said false.
///
/// Plainly, every game is replayed and compared to its end: the answer is the same.
pub(super) fn search(
    comparison: &Comparison,
    plainly: bool,
    threads: usize,
    progress: &dyn Fn(u64) -> bool,
) -> Result<Option<(Vec<Near>, Effort)>, GamesError> {
    let nearest = Nearest {
        count: comparison.count,
        limit: AtomicU64::new(u64::MAX),
        heap: Mutex::new(BinaryHeap::new()),
    };
    let pieces = comparison.folder.pieces();
    let sketch = Sketch::new(&comparison.course, comparison.distance, comparison.plies);
    let mut effort = Effort::default();
    let mut failure = None;
    let mut stopped = false;
    in_order(
        0..pieces.len() as u64,
        threads,
        |number| {
            let mut scan = Scan {
                comparison,
                sketch: &sketch,
                nearest: &nearest,
                plainly,
                piece: number as usize,
                course: Course::default(),
                effort: Effort::default(),
            };
            scan.run(pieces[number as usize]).map(|()| scan.effort)
        },
        |_, outcome| match outcome {
            Ok(counted) => {
                effort.games += counted.games;
                effort.replayed += counted.replayed;
                stopped = !progress(effort.games);
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
    let heap = nearest.heap.into_inner();
    let found = heap
        .unwrap_or_else(PoisonError::into_inner)
        .into_sorted_vec();
    Ok((!stopped).then_some((found, effort)))
}

/// One thread on one piece.
struct Scan<'a> {
    comparison: &'a Comparison,
    sketch: &'a Sketch,
    nearest: &'a Nearest,
    plainly: bool,
    piece: usize,
    course: Course,
    effort: Effort,
}

impl Scan<'_> {
    fn run(&mut self, piece: (usize, usize)) -> Result<(), GamesError> {
        let folder: &Folder = &self.comparison.folder;
        match &self.comparison.query {
            None => folder.read_moves(piece, &mut |row| {
                if let Some(distance) = self.distance(row) {
                    self.keep(row.number, distance);
                }
            }),
            Some(query) => {
                let mut number = 0;
                folder.read(piece, query.wanted(), &mut |row| {
                    self.look(query, row, number);
                    number += 1;
                    true
                })
            }
        }
    }

    /// The constraint is asked last: a distance is cheaper.
    fn look(&mut self, query: &Query, row: GameRow<'_>, number: usize) {
        let near = self.distance(MovesRow {
            number,
            start_fen: row.start_fen(),
            moves: row.move_bytes(),
        });
        if let Some(distance) = near.filter(|_| satisfies(query, row)) {
            self.keep(number, distance);
        }
    }

    fn keep(&self, row: usize, distance: u64) {
        let place = self.place(row);
        self.nearest.add(Near { distance, place });
    }

    fn place(&self, row: usize) -> Place {
        let piece = self.piece;
        Place { piece, row }
    }

    /// How far a game is away, if not further than the limit.
    #[inline]
    fn distance(&mut self, row: MovesRow<'_>) -> Option<u64> {
        let comparison = self.comparison;
        self.effort.games += 1;
        let limit = if self.plainly {
            u64::MAX
        } else {
            self.nearest.limit()
        };
        let start = row.start_fen.and_then(start_of);
        let black_begins = start
            .as_ref()
            .is_some_and(|start| shakmaty::Position::turn(start).is_black());
        let game = Encoded {
            moves: row.moves,
            black_begins,
        };
        let too_far = !self.plainly && self.sketch.is_further(game, limit);
        if too_far || comparison.itself == Some(self.place(row.number)) {
            return None;
        }
        self.effort.replayed += 1;
        let (distance, plies) = (comparison.distance, comparison.plies);
        let numbers = row
            .moves
            .chunks_exact(2)
            .map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
        let last = plies.places().1;
        self.course.fill(start, numbers, last, distance.view());
        between(distance, &comparison.course, &self.course, plies, limit)
    }
}
