//! The first position of each game that satisfies a constraint: what is counted, and what rows are written of.

use rustc_hash::FxHashSet;
use shakmaty::{Board, Color, Position as _};

use crate::{Folder, GameRow, GamesError, Query, WideColumns, replay::replay};

/// A position that satisfies a constraint first, and what is known of its game.
pub(super) struct First<'a> {
    pub(super) query: usize,
    pub(super) ply: usize,
    pub(super) board: &'a Board,
    pub(super) row: GameRow<'a>,
    /// Which side satisfies it, where it is about either.
    pub(super) side: Option<Color>,
}

/// Takes what [`firsts`] finds.
pub(super) trait Sink {
    fn game(&mut self, row: GameRow<'_>);
    fn first(&mut self, first: &First<'_>);
}

/// Finds the first satisfying position of each game of a piece, for each query.
pub(super) fn firsts(
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
