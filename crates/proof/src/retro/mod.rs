//! A position looked at backward, and the moves that can have led to it.
//!
//! An un-move *is* the forward [`Move`]: the one that was played from the position before. The idea:
//! **whatever is generated here is legal forward and returns**, so a list of un-moves read from its
//! end is a game. Completeness matters just as much, because "there is no un-move" is a proof of
//! illegality; the tests hold both against random games.
//!
//! ```
//! use shakmaty::{Role, Square, fen::Fen};
//! use sissa_proof::Retro;
//!
//! // After 1. Nf3 knights can have moved, but no pawn, and neither king nor rook: they may castle.
//! let fen: Fen = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1".parse()?;
//! let unmoves = Retro::new(fen.as_setup()).unmoves();
//! assert!(unmoves.iter().all(|m| m.role() == Role::Knight));
//! assert!(unmoves.iter().any(|m| m.from() == Some(Square::G1) && m.to() == Square::F3));
//! # Ok::<_, shakmaty::fen::ParseFenError>(())
//! ```

mod men;
mod notation;
mod unmoves;

use shakmaty::{Bitboard, Board, Color, Move, Role, Setup, Square};

pub use notation::{retraction, retraction_with};

pub(crate) use men::{attacked, corner, material_fits, put_back};

/// What is known about en passant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EnPassant {
    /// Nothing: a position on the way, where nobody asked.
    Any,
    /// No en-passant capture is possible: the position as it was given.
    No,
    /// The last move was the double step over this square.
    Square(Square),
}

/// A position looked at backward.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Retro {
    /// The men.
    pub board: Board,
    /// Who is to move; the other side moved last.
    pub turn: Color,
    /// The rooks that may still castle: they and their kings have never moved.
    pub castling: Bitboard,
    /// What is known about en passant.
    pub en_passant: EnPassant,
}

impl Retro {
    /// The position of a setup, taken as it stands.
    pub fn new(setup: &Setup) -> Retro {
        Retro {
            board: setup.board.clone(),
            turn: setup.turn,
            castling: setup.castling_rights,
            en_passant: setup.ep_square.map_or(EnPassant::No, EnPassant::Square),
        }
    }

    /// The position as a setup, with the given counters' defaults.
    pub fn setup(&self) -> Setup {
        let mut setup = Setup::empty();
        setup.board = self.board.clone();
        setup.turn = self.turn;
        setup.castling_rights = self.castling;
        if let EnPassant::Square(square) = self.en_passant {
            setup.ep_square = Some(square);
        }
        setup
    }

    /// Whether the king of the side that is *not* to move is attacked: then this is no position.
    pub fn is_absurd(&self) -> bool {
        attacked(&self.board, !self.turn, self.board.occupied())
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        attacked(&self.board, self.turn, self.board.occupied())
    }

    /// The men that have never moved because a castling right says so.
    pub fn steady(&self) -> Bitboard {
        let mut steady = self.castling;
        for color in Color::ALL {
            // The other king may stand on the same rank.
            if (self.castling & Bitboard::from(color.backrank())).any() {
                steady |= self.board.by_piece(color.king());
            }
        }
        steady
    }

    /// The position before a move that [`Retro::unmoves`] gave.
    ///
    /// Castling rights stay as they are, except that un-castling gives back its own; where the
    /// moved or captured man *could* have had one, [`Retro::regained`] tells.
    pub fn before(&self, m: Move) -> Retro {
        let us = !self.turn;
        let mut before = self.clone();
        before.turn = us;
        before.en_passant = EnPassant::Any;
        put_back(&mut before.board, us, m);
        match m {
            Move::EnPassant { to, .. } => before.en_passant = EnPassant::Square(to),
            Move::Castle { rook, .. } => before.castling.add(rook),
            Move::Normal { .. } | Move::Put { .. } => {}
        }
        before
    }

    /// The castling rights that the position before `m` may have had besides those of
    /// [`Retro::before`]: lost by the move, so invisible now.
    pub fn regained(&self, m: Move) -> Bitboard {
        let before = self.before(m);
        let mut regained = Bitboard::EMPTY;
        for color in Color::ALL {
            let home = Square::from_coords(shakmaty::File::E, color.backrank());
            if before.board.piece_at(home) != Some(color.king()) {
                continue;
            }
            let corners = Bitboard::from(color.backrank()) & Bitboard::CORNERS;
            for rook in corners & before.board.by_piece(color.rook()) & !before.castling {
                let moved = m.from() == Some(rook) || m.from() == Some(home);
                if moved && color == before.turn
                    || m.to() == rook && m.capture() == Some(Role::Rook)
                {
                    regained.add(rook);
                }
            }
        }
        regained
    }
}
