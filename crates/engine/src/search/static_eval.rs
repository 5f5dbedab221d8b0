//! What a node is worth before it is searched, and what its moves are remembered by.

use shakmaty::{Bitboard, Position as _};

use super::{
    histories::{Context, Step, Traits},
    worker::{BEFORE, MAX_PLY, Worker},
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
    pub(super) fn earlier(&self, ply: usize) -> [Step; 3] {
        [1, 2, 4].map(|back| self.frames[ply + BEFORE - back].step)
    }

    fn follow(&self) -> [i32; 3] {
        let parameters = self.shared.parameters;
        [
            parameters.follow_two,
            parameters.follow_four,
            parameters.follow_pawns,
        ]
    }

    /// What quiet moves of this node are remembered by.
    pub(super) fn context(&self, node: &Node, ply: usize) -> Context {
        Context {
            earlier: self.earlier(ply),
            follow: self.follow(),
            pawns: node.men[0],
            attacked: attacked_by(&node.chess, !node.chess.turn()),
        }
    }

    /// The same where quiet moves hardly matter.
    pub(super) fn captures_context(&self, ply: usize) -> Context {
        Context {
            earlier: self.earlier(ply),
            follow: self.follow(),
            pawns: 0,
            attacked: Bitboard::EMPTY,
        }
    }

    pub(super) fn traits(&self, node: &Node, ply: usize) -> Traits {
        Traits {
            men: node.men,
            steps: [1, 2].map(|back| self.frames[ply + BEFORE - back].step),
        }
    }

    pub(super) fn evaluate(&mut self, node: &Node) -> i32 {
        self.evaluator.evaluate(&node.chess).clamp(-25_000, 25_000)
    }

    /// The evaluation, corrected by what searches found in positions like it, and tamed as the fifty
    /// moves run out.
    pub(super) fn corrected(&self, node: &Node, raw: i32, ply: usize) -> i32 {
        let left = 200 - node.chess.halfmoves().min(100) as i32;
        let correction = self.histories.correction(
            node.chess.turn(),
            &self.traits(node, ply),
            self.shared.parameters,
        );
        (raw * left / 200 + correction).clamp(-25_000, 25_000)
    }

    pub(super) fn probe_tables(&self, node: &Node, ply: usize) -> Option<i32> {
        let tables = self.shared.tables?;
        let chess = &node.chess;
        if chess.halfmoves() != 0 || !tables.covers(chess) {
            return None;
        }
        let value = tables.wdl(chess)?;
        self.shared
            .table_hits
            .fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Some(match value {
            1 => TABLEBASE_WIN - ply as i32,
            -1 => ply as i32 - TABLEBASE_WIN,
            _ => 0,
        })
    }
}
