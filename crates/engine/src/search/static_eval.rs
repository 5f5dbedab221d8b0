//! What a node is worth before it is searched, and what its moves are remembered by.

use shakmaty::{Bitboard, Position as _};

use super::{
    histories::{CorrectionKeys, HistoryContext, PieceTo},
    worker::{MAX_PLY, PADDING, Worker},
};
use crate::{
    board::{Node, attacked_by},
    score::TABLEBASE_WIN,
};

/// Whether a value says who wins.
pub(super) fn is_decided(value: i32) -> bool {
    value.abs() >= TABLEBASE_WIN - MAX_PLY as i32
}

impl Worker<'_> {
    pub(super) fn earlier(&self, ply: usize) -> [PieceTo; 3] {
        [1, 2, 4].map(|back| self.stack[ply + PADDING - back].piece_to)
    }

    fn weights(&self) -> [i32; 3] {
        let parameters = self.shared.parameters;
        [
            parameters.continuation_two,
            parameters.continuation_four,
            parameters.pawn_history,
        ]
    }

    /// What quiet moves of this node are remembered by.
    pub(super) fn context(&self, node: &Node, ply: usize) -> HistoryContext {
        HistoryContext {
            earlier: self.earlier(ply),
            weights: self.weights(),
            pawns: node.men[0],
            attacked: attacked_by(&node.chess, !node.chess.turn()),
        }
    }

    /// The same where quiet moves hardly matter.
    pub(super) fn captures_context(&self, ply: usize) -> HistoryContext {
        HistoryContext {
            earlier: self.earlier(ply),
            weights: self.weights(),
            pawns: 0,
            attacked: Bitboard::EMPTY,
        }
    }

    pub(super) fn correction_keys(&self, node: &Node, ply: usize) -> CorrectionKeys {
        CorrectionKeys {
            men: node.men,
            piece_tos: [1, 2].map(|back| self.stack[ply + PADDING - back].piece_to),
        }
    }

    pub(super) fn evaluate(&mut self, node: &Node) -> i32 {
        self.evaluator.evaluate(&node.chess).clamp(-25_000, 25_000)
    }

    /// The evaluation, corrected by what searches found in positions like it, and tamed as the fifty
    /// moves run out.
    pub(super) fn corrected(&self, node: &Node, raw_eval: i32, ply: usize) -> i32 {
        let left = 200 - node.chess.halfmoves().min(100) as i32;
        let correction = self.histories.correction(
            node.chess.turn(),
            &self.correction_keys(node, ply),
            self.shared.parameters,
        );
        (raw_eval * left / 200 + correction).clamp(-25_000, 25_000)
    }

    pub(super) fn probe_tablebases(&self, node: &Node, ply: usize) -> Option<i32> {
        let tablebases = self.shared.tablebases?;
        let chess = &node.chess;
        if chess.halfmoves() != 0 || !tablebases.covers(chess) {
            return None;
        }
        let value = tablebases.wdl(chess)?;
        self.shared
            .tablebase_hits
            .fetch_add(1, core::sync::atomic::Ordering::Relaxed);
        Some(match value {
            1 => TABLEBASE_WIN - ply as i32,
            -1 => ply as i32 - TABLEBASE_WIN,
            _ => 0,
        })
    }
}
