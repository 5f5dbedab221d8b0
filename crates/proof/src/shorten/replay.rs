//! A game as a list of moves with the board before each, which can be changed in the middle.
//!
//! Replaying is all that shortening does, so it is made cheap here: only boards, no move lists. The moves are
//! those of a legal game in another order or on other squares, so castling rights take care of themselves; the whole
//! game is verified in the end by others.

use shakmaty::{Board, CastlingSide, Color, Move, Rank, Role, Square, attacks};

use super::savings::Saving;
use crate::retro::attacked;

/// A game from the starting position.
#[derive(Clone)]
pub(super) struct Replay {
    pub moves: Vec<Move>,
    /// The board before each move, and the last one.
    pub boards: Vec<Board>,
}

/// Who makes the move of a number.
pub(super) fn mover(ply: usize) -> Color {
    Color::from_white(ply.is_multiple_of(2))
}

impl Replay {
    /// The moves of a legal game; `None` where they are not.
    pub fn new(moves: Vec<Move>) -> Option<Replay> {
        let mut line = Replay {
            moves,
            boards: vec![Board::new()],
        };
        let mut board = Board::new();
        for ply in 0..line.moves.len() {
            if !step(&mut board, &line.moves, ply) {
                return None;
            }
            line.boards.push(board.clone());
        }
        Some(line)
    }

    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Plays other moves from a ply on, until they are all played or, from the ply `last` of this game on, a
    /// position of it is reached from which the rest is the same; whether that is so. `moves` are a whole game;
    /// `replayed` counts.
    pub fn allows(
        &self,
        moves: &[Move],
        first: usize,
        last: usize,
        boards: &mut Vec<Board>,
        replayed: &mut u64,
    ) -> bool {
        let cut = self.moves.len() - moves.len();
        let mut board = self.boards[first].clone();
        boards.clear();
        for ply in first..moves.len() {
            if ply + cut > last
                && board == self.boards[ply + cut]
                && self.joins(ply + cut, last_before(moves, ply))
            {
                return true;
            }
            *replayed += 1;
            if !step(&mut board, moves, ply) {
                return false;
            }
            boards.push(board.clone());
        }
        board == self.boards[self.moves.len()] && self.joins(self.moves.len(), moves.last())
    }

    /// Plays other moves instead of as many from a ply on, which lead to the same board, if all of them are legal;
    /// whether they are. `boards` is room to work in; `replayed` counts.
    pub fn replace(
        &mut self,
        first: usize,
        window: &[Move],
        boards: &mut Vec<Board>,
        replayed: &mut u64,
    ) -> bool {
        let after = first + window.len();
        let mut board = self.boards[first].clone();
        let mut before = last_before(&self.moves, first).copied();
        boards.clear();
        for (ply, m) in (first..).zip(window) {
            *replayed += 1;
            if !play(&mut board, mover(ply), *m, before) {
                return false;
            }
            before = Some(*m);
            boards.push(board.clone());
        }
        // What was possible en passant matters to such a capture, and to the last position.
        let matters = self.moves.get(after).is_none_or(|m| m.is_en_passant());
        if board != self.boards[after] || matters && !self.joins(after, window.last()) {
            return false;
        }
        self.moves[first..after].copy_from_slice(window);
        self.boards[first + 1..=after].clone_from_slice(boards);
        true
    }

    /// Whether a side can make other moves at its own times, or none, while the other one plays as it did: what is
    /// not even so can hardly be saved.
    pub fn fits(&self, color: Color, saving: &Saving, replayed: &mut u64) -> bool {
        let at = |index: usize| 2 * index + color.fold_wb(0, 1);
        let mut board = self.boards[at(saving.first())].clone();
        for ply in at(saving.first())..=at(saving.last()) {
            let changed = (mover(ply) == color).then(|| saving.at(ply / 2)).flatten();
            let m = match changed {
                Some(None) => continue,
                Some(Some(m)) => m,
                None => self.moves[ply],
            };
            *replayed += 1;
            let before = ply.checked_sub(1).map(|ply| self.moves[ply]);
            if !play(&mut board, mover(ply), m, before) {
                return false;
            }
        }
        true
    }

    /// Whether what is possible en passant at a ply of this game is possible after another last move, too.
    fn joins(&self, ply: usize, now: Option<&Move>) -> bool {
        let then = last_before(&self.moves, ply);
        let double = |m: Option<&Move>| m.is_some_and(|m| passed(*m).is_some());
        now == then || !double(now) && !double(then)
    }

    /// Becomes another game: the boards from a ply on are given as far as they differ.
    pub fn become_other(&mut self, moves: Vec<Move>, first: usize, boards: &[Board]) {
        let cut = self.moves.len() - moves.len();
        let after = first + 1 + boards.len();
        let mut all = Vec::with_capacity(moves.len() + 1);
        all.extend_from_slice(&self.boards[..=first]);
        all.extend_from_slice(boards);
        if after + cut <= self.moves.len() {
            all.extend_from_slice(&self.boards[after + cut..]);
        }
        self.boards = all;
        self.moves = moves;
    }
}

/// The move before a ply.
fn last_before(moves: &[Move], ply: usize) -> Option<&Move> {
    moves.get(ply.checked_sub(1)?)
}

/// The square a pawn passed with a double step.
fn passed(m: Move) -> Option<Square> {
    let from = m.from()?;
    let double = m.role() == Role::Pawn && from.rank().distance(m.to().rank()) == 2;
    double.then(|| {
        let middle = (u32::from(from) + u32::from(m.to())) / 2;
        Square::new(middle)
    })
}

/// Plays a move if it is legal. That a pawn goes forward, and aside where it takes, is taken on trust.
fn step(board: &mut Board, moves: &[Move], ply: usize) -> bool {
    let before = ply.checked_sub(1).map(|ply| moves[ply]);
    play(board, mover(ply), moves[ply], before)
}

/// The same, for a move and the one before it.
fn play(board: &mut Board, us: Color, m: Move, before: Option<Move>) -> bool {
    let occupied = board.occupied();
    match m {
        Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        } => {
            let piece = role.of(us);
            let taken = match capture {
                Some(role) => board.by_piece(role.of(!us)),
                None => !occupied,
            };
            if !board.by_piece(piece).contains(from) || !taken.contains(to) {
                return false;
            }
            let way = match role {
                Role::Pawn => {
                    let steps = from.rank().distance(to.rank());
                    let free = (attacks::between(from, to) & occupied).is_empty();
                    steps == 1
                        || steps == 2 && free && from.rank() == us.relative_rank(Rank::Second)
                }
                _ => attacks::attacks(from, piece, occupied).contains(to),
            };
            if !way {
                return false;
            }
            board.discard_piece_at(from);
            board.set_piece_at(to, promotion.unwrap_or(role).of(us));
        }
        Move::EnPassant { from, to } => {
            if before.and_then(passed) != Some(to) || board.piece_at(from) != Some(us.pawn()) {
                return false;
            }
            board.discard_piece_at(from);
            board.discard_piece_at(Square::from_coords(to.file(), from.rank()));
            board.set_piece_at(to, us.pawn());
        }
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_king_side(king < rook);
            let king_to = side.king_to(us);
            if board.piece_at(king) != Some(us.king())
                || board.piece_at(rook) != Some(us.rook())
                || (attacks::between(king, rook) & occupied).any()
                || attacks::between(king, king_to)
                    .with(king)
                    .into_iter()
                    .any(|square| board.attacks_to(square, !us, occupied).any())
            {
                return false;
            }
            board.discard_piece_at(king);
            board.discard_piece_at(rook);
            board.set_piece_at(king_to, us.king());
            board.set_piece_at(side.rook_to(us), us.rook());
        }
        Move::Put { .. } => return false,
    }
    !attacked(board, us, board.occupied())
}
