//! From a kernel to the lives of sixteen pawns: who takes whom, on which ranks, who promotes.
//!
//! The ranks are difference constraints: white pawns only rise, black ones only fall, and in every
//! column the order that the kernel prescribes must hold whenever a capture touches the column.
//! Bounds are propagated until nothing changes; any value between them is then taken at random and
//! propagated again. (The idea of Texel's extended kernels; a failure here only means "another
//! choice of pawns, please", never that the position is illegal.)

mod lives;

use shakmaty::{Bitboard, Board, Color, File, Rank, Square, attacks};

pub(crate) use crate::kernel::{PawnId, pawn_color, pawn_home};
pub(crate) use lives::pawn_lives;

/// How a pawn ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// On this square of the goal.
    Stays(Square),
    /// By promotion on this file.
    Promotes(usize),
    /// Taken as a pawn in the capture of this index.
    Taken(usize),
}

/// A rank a pawn has when a capture touches its column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop {
    /// The capture.
    pub event: usize,
    /// The pawn's rank at that moment; of a capturing pawn, after the capture. Ranks count from 0.
    pub rank: i8,
}

/// The captures of a kernel with pawns and squares.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Capture {
    /// A pawn goes from one square to the other and takes this pawn, or a piece.
    ByPawn {
        pawn: PawnId,
        from: Square,
        to: Square,
        victim: Option<PawnId>,
    },
    /// A piece takes this pawn, whose rank is between these.
    OfPawn {
        by: Color,
        victim: PawnId,
        file: usize,
        ranks: (i8, i8),
    },
}

/// The lives of all pawns.
#[derive(Clone, Debug)]
pub(crate) struct PawnLives {
    pub fates: [Fate; 16],
    /// Captures in the order of the game.
    pub captures: Vec<Capture>,
    /// For each pawn its stops in the order of the game.
    pub stops: [Vec<Stop>; 16],
    /// For each pawn the captures on its file before which it has promoted.
    pub early: [Vec<usize>; 16],
    /// Pawns that promote on a file, in the order in which they are taken back: the lowest first.
    pub promotions: [Vec<PawnId>; 16],
    /// Columns each capture touches.
    pub touched: Vec<Bitboard>,
}

impl PawnLives {
    /// Whether no pawn promotes on the square of a man that never moves, or past a king that never moves: he can do nothing about the
    /// check that it gives on its way.
    pub fn pass_kings(&self, board: &Board, steady: Bitboard) -> bool {
        self.fates.iter().enumerate().all(|(pawn, fate)| {
            let Fate::Promotes(file) = *fate else {
                return true;
            };
            let color = pawn_color(pawn);
            let file = File::new(file as u32);
            let door = Square::from_coords(file, (!color).backrank());
            let king = steady & board.by_piece((!color).king());
            let gives_check = |square| (attacks::pawn_attacks(color, square) & king).any();
            let captures = self.captures.iter().filter_map(|capture| match capture {
                Capture::ByPawn {
                    pawn: by, from, to, ..
                } if *by == pawn => Some((*from, *to)),
                _ => None,
            });
            let mut straight = true;
            let mut checks = false;
            for (from, to) in captures {
                straight &= to != door;
                checks |= gives_check(from) || gives_check(to);
            }
            let before = Square::from_coords(file, color.relative_rank(Rank::Seventh));
            let checks = checks || straight && gives_check(before);
            !checks && !steady.contains(door)
        })
    }
}
