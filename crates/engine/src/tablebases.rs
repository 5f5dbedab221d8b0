//! Syzygy tablebases: perfect knowledge of positions with few men.

use std::path::Path;

use shakmaty::{Chess, Color, Move, Position as _};
use shakmaty_syzygy::{AmbiguousWdl, Tablebase, Wdl};

/// Tablebases found in some folders.
#[derive(Debug)]
pub struct Tablebases {
    tables: Tablebase<Chess>,
    count: usize,
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
        let mut tables = Tablebase::new();
        let mut count = 0;
        let separator = if cfg!(windows) { ';' } else { ':' };
        for folder in folders.split(separator).filter(|folder| !folder.is_empty()) {
            count += tables
                .add_directory(Path::new(folder))
                .map_err(|source| TablebasesError {
                    folder: folder.to_owned(),
                    source,
                })?;
        }
        Ok(Tablebases { tables, count })
    }

    /// How many tables there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Whether a position may be in them.
    pub fn covers(&self, chess: &Chess) -> bool {
        let men = chess.board().occupied().count();
        men <= self.tables.max_pieces()
            && Color::ALL
                .into_iter()
                .all(|color| !chess.castles().has_color(color))
    }

    /// 1 for a win, -1 for a loss of the side to move, 0 for a draw, also by the fifty moves.
    pub(crate) fn wdl(&self, chess: &Chess) -> Option<i32> {
        match self.tables.probe_wdl_after_zeroing(chess).ok()? {
            Wdl::Win => Some(1),
            Wdl::Loss => Some(-1),
            Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => Some(0),
        }
    }

    /// The legal moves with a number, greater for better ones; `None` unless all are known.
    pub(crate) fn rank_moves(&self, chess: &Chess) -> Option<Vec<(Move, i32)>> {
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
