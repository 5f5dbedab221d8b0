//! Tablebases: perfect knowledge of positions with few men, from Syzygy files and from tables of up
//! to four men that were made in memory.

use std::{path::Path, sync::Arc};

use shakmaty::{Chess, Color, Move, Position as _};
use shakmaty_syzygy::{AmbiguousWdl, Tablebase, Wdl};
use sissa_tables::{Outcome, Tables};

/// Tablebases found in some folders, and tables in memory.
#[derive(Debug, Default)]
pub struct Tablebases {
    tables: Tablebase<Chess>,
    count: usize,
    /// Only what is made already is asked: no search waits for a table.
    own: Option<Arc<Tables>>,
}

/// A folder that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("cannot read tablebases in `{folder}`: {source}")]
pub struct TablebasesError {
    folder: String,
    source: std::io::Error,
}

impl Tablebases {
    /// Opens all tables in folders, joined as in `PATH`.
    pub fn open(folders: &str) -> Result<Tablebases, TablebasesError> {
        let mut found = Tablebases::default();
        let separator = if cfg!(windows) { ';' } else { ':' };
        for folder in folders.split(separator).filter(|folder| !folder.is_empty()) {
            found.count += found
                .tables
                .add_directory(Path::new(folder))
                .map_err(|source| TablebasesError {
                    folder: folder.to_owned(),
                    source,
                })?;
        }
        Ok(found)
    }

    /// Asks tables in memory first, as far as they are made. `Tablebases::default().with_tables(…)`
    /// asks nothing else.
    #[must_use]
    pub fn with_tables(self, tables: Arc<Tables>) -> Tablebases {
        let own = Some(tables);
        Tablebases { own, ..self }
    }

    /// How many Syzygy tables there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The most men that the Syzygy tables have; 0 without any.
    pub fn most_men(&self) -> usize {
        self.tables.max_pieces()
    }

    /// How perfect play ends by the Syzygy tables: 1 for a win of the side to move, -1 for a loss, 0 for a draw; `None` where
    /// they do not know. The fifty-move rule is not regarded.
    pub fn result(&self, chess: &Chess) -> Option<i32> {
        if chess.board().occupied().count() > self.tables.max_pieces() {
            return None;
        }
        match self.tables.probe_wdl_after_zeroing(chess).ok()? {
            Wdl::Win | Wdl::CursedWin => Some(1),
            Wdl::Draw => Some(0),
            Wdl::Loss | Wdl::BlessedLoss => Some(-1),
        }
    }

    /// Whether a position may be in them.
    pub fn covers(&self, chess: &Chess) -> bool {
        let men = chess.board().occupied().count();
        let known = men <= self.tables.max_pieces()
            && Color::ALL
                .into_iter()
                .all(|color| !chess.castles().has_color(color));
        known || self.outcome(chess).is_some()
    }

    /// What the tables in memory say, where the mate comes before the fifty moves have run out.
    fn outcome(&self, chess: &Chess) -> Option<Outcome> {
        // Counting men is all that a search of many men pays for.
        if chess.board().occupied().count() > 4 {
            return None;
        }
        let outcome = self.own.as_ref()?.probe_made(chess)?;
        let plies = u32::from(outcome.plies().unwrap_or(0));
        (chess.halfmoves() + plies <= 100).then_some(outcome)
    }

    /// 1 for a win, -1 for a loss of the side to move, 0 for a draw, also by the fifty moves.
    pub(crate) fn wdl(&self, chess: &Chess) -> Option<i32> {
        if let Some(outcome) = self.outcome(chess) {
            return Some(outcome.rank().signum());
        }
        match self.tables.probe_wdl_after_zeroing(chess).ok()? {
            Wdl::Win => Some(1),
            Wdl::Loss => Some(-1),
            Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => Some(0),
        }
    }

    /// The legal moves with a number, greater for better ones; `None` unless all are known.
    pub(crate) fn rank_moves(&self, chess: &Chess) -> Option<Vec<(Move, i32)>> {
        if let (Some(_), Some(tables)) = (self.outcome(chess), &self.own)
            && let Some(ranked) = tables.rank_moves_made(chess)
        {
            let rank = |(m, outcome): (Move, Outcome)| (m, outcome.rank());
            return Some(ranked.into_iter().map(rank).collect());
        }
        let mut ranked = Vec::new();
        for m in chess.legal_moves() {
            let mut after = chess.clone();
            after.play_unchecked(m);
            let rank = if after.is_checkmate() {
                2000
            } else {
                let distance = i32::from(self.tables.probe_dtz(&after).ok()?.ignore_rounding());
                let distance = distance.clamp(-500, 500);
                let clock = after.halfmoves() as i32;
                match self.tables.probe_wdl(&after).ok()? {
                    // The opponent loses: the sooner something irreversible happens the better.
                    AmbiguousWdl::Loss | AmbiguousWdl::MaybeLoss if clock - distance <= 100 => {
                        1000 + distance
                    }
                    AmbiguousWdl::Win | AmbiguousWdl::MaybeWin if clock + distance <= 100 => {
                        -1000 + distance
                    }
                    _ => 0,
                }
            };
            ranked.push((m, rank));
        }
        Some(ranked)
    }
}
