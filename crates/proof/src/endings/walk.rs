//! The way back from a position to a hub, move by move.

use rand::{Rng, RngExt, seq::IndexedRandom as _};
use shakmaty::{Bitboard, Board, Color, Move, Piece, Role, Setup, Square, attacks};

use super::men::{are_lined_up, needs_capture};
use crate::{EnPassant, Retro};

/// Half-moves that are taken back at most.
const WALK: usize = 60;
/// Half-moves after which pawns are to be lined up.
const LOOSE: usize = 8;
/// Men that are given back, and how many of them a side begins with.
const GIVEN_BACK: [(Role, usize); 3] = [(Role::Rook, 2), (Role::Knight, 2), (Role::Queen, 1)];

/// Moves taken back.
pub(super) struct Walk {
    pub retro: Retro,
    /// The last one first.
    pub back: Vec<Move>,
    seen: Vec<(Board, Color)>,
}

/// How a walk begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beginning {
    /// With a capture where it cannot be otherwise.
    Plain,
    /// With a capture.
    Capture,
    /// With anything, promotions included.
    Any,
}

impl Walk {
    pub fn new(setup: &Setup) -> Walk {
        let retro = Retro::new(setup);
        Walk {
            seen: vec![(retro.board.clone(), retro.turn)],
            back: Vec::new(),
            retro,
        }
    }

    fn take_back(&mut self, m: Move) {
        self.retro = self.retro.before(m);
        self.back.push(m);
        self.seen.push((self.retro.board.clone(), self.retro.turn));
    }

    /// Takes back what has to be before everybody can go home; `None` if it cannot be.
    pub fn begin(&mut self, how: Beginning, rng: &mut impl Rng) -> Option<()> {
        if how == Beginning::Capture || needs_capture(&self.retro) {
            let m = self.captures().choose(rng).copied()?;
            self.take_back(m);
        } else if how == Beginning::Any {
            let unmoves: Vec<Move> = self.retro.unmoves();
            let fitting: Vec<Move> = unmoves
                .into_iter()
                .filter(|m| self.gives_back_fitting(*m))
                .collect();
            self.take_back(*fitting.choose(rng)?);
        }
        for _ in 0..LOOSE {
            if are_lined_up(&self.retro.board) {
                return Some(());
            }
            let m = self.loosening(rng)?;
            self.take_back(m);
        }
        are_lined_up(&self.retro.board).then_some(())
    }

    /// Captures that give back a man whom a game easily spares.
    fn captures(&self) -> Vec<Move> {
        let mut unmoves = self.retro.unmoves();
        unmoves.retain(|m| m.is_capture() && !m.is_promotion() && self.gives_back_fitting(*m));
        unmoves
    }

    fn gives_back_fitting(&self, m: Move) -> bool {
        let count = |role: Role| (self.retro.board.by_piece(role.of(self.retro.turn))).count();
        m.capture().is_none_or(|taken| {
            GIVEN_BACK
                .into_iter()
                .any(|(role, own)| role == taken && count(role) < own)
        })
    }

    /// A pawn's capture that lines pawns up, or a move that waits for one.
    fn loosening(&self, rng: &mut impl Rng) -> Option<Move> {
        let mut captures = self.captures();
        captures.retain(|m| m.role() == Role::Pawn && are_lined_up(&self.retro.before(*m).board));
        let waiting = || {
            let mut waiting = self.retro.quiet_unmoves();
            waiting.retain(|m| {
                !m.is_capture() && !m.is_castle() && !self.has_seen(&self.retro.before(*m))
            });
            if waiting.is_empty() {
                waiting = self.retro.unmoves();
                waiting.retain(|m| !m.is_capture() && !m.is_promotion());
            }
            waiting
        };
        captures
            .choose(rng)
            .copied()
            .or_else(|| waiting().choose(rng).copied())
    }

    fn has_seen(&self, retro: &Retro) -> bool {
        self.seen
            .iter()
            .any(|(board, turn)| *turn == retro.turn && *board == retro.board)
    }

    /// Goes on until `known` knows the position; the larger `strays`, the less straight.
    pub fn home<'a>(
        &mut self,
        places: &[(Piece, Square)],
        known: impl Fn(&Retro) -> Option<&'a [Move]>,
        strays: u32,
        rng: &mut impl Rng,
    ) -> Option<&'a [Move]> {
        loop {
            // A square behind a pawn is told by the last move, not by the board.
            let told = matches!(self.retro.en_passant, EnPassant::Square(_));
            if let Some(forth) = known(&self.retro).filter(|_| !told) {
                return Some(forth);
            }
            if self.back.len() >= WALK {
                return None;
            }
            let m = self.nearest(places, strays, rng)?;
            self.take_back(m);
        }
    }

    /// The move to take back after which the men are nearest to their places.
    fn nearest(&self, places: &[(Piece, Square)], strays: u32, rng: &mut impl Rng) -> Option<Move> {
        let mut best: Option<(u32, Move)> = None;
        for m in self.retro.plain_unmoves() {
            if m.is_promotion() || m.is_castle() {
                continue;
            }
            let before = self.retro.before(m);
            // Up to four it is a choice among equals.
            let far = 4 * distance(places, &before.board) + rng.random_range(0..strays);
            if best.is_none_or(|(least, _)| far < least) && !self.has_seen(&before) {
                best = Some((far, m));
            }
        }
        best.map(|(_, m)| m)
    }
}

/// Moves that the men need to their places, roughly.
fn distance(places: &[(Piece, Square)], board: &Board) -> u32 {
    let alike = |one: &(Piece, Square), other: &(Piece, Square)| one.0 == other.0;
    let groups = places.chunk_by(alike);
    groups
        .map(|group| {
            let piece = group[0].0;
            let mut squares = board.by_piece(piece).into_iter();
            match (group, squares.next(), squares.next()) {
                ([(_, place)], Some(one), None) => steps(piece, one, *place),
                ([(_, first), (_, second)], Some(one), Some(two)) => {
                    let straight = steps(piece, one, *first) + steps(piece, two, *second);
                    let crossed = steps(piece, one, *second) + steps(piece, two, *first);
                    straight.min(crossed)
                }
                _ => 0,
            }
        })
        .sum()
}

/// Moves that a man needs from a square to another, roughly.
pub(super) fn steps(piece: Piece, from: Square, to: Square) -> u32 {
    if from == to {
        return 0;
    }
    let reaches = attacks::attacks(from, piece, Bitboard::EMPTY).contains(to);
    match piece.role {
        Role::King => from.distance(to),
        Role::Pawn => u32::from(from.rank()).abs_diff(to.rank().into()),
        Role::Knight if reaches => 1,
        Role::Knight => 1 + from.distance(to).div_ceil(2),
        _ if reaches => 1,
        _ => 2,
    }
}
