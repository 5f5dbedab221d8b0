//! The men that games share their beginning by.

use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, FromSetup as _, Piece, Position as _, Rank, Role,
    Square,
};

use crate::Retro;

/// Which men there are, where they are to be, and who may castle. Pawns are to be at home; of pieces only the shade of
/// a bishop's square counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Men {
    pub places: Vec<(Piece, Square)>,
    pub castling: Bitboard,
}

impl Men {
    /// The men of a position; `None` if its pawns cannot all go straight home.
    pub fn of(retro: &Retro) -> Option<Men> {
        let mut places: Vec<(Piece, Square)> = Vec::new();
        if !are_lined_up(&retro.board) {
            return None;
        }
        for (square, piece) in retro.board.clone() {
            let home = piece.color.relative_rank(Rank::Second);
            let place = match piece.role {
                Role::Pawn => Square::from_coords(square.file(), home),
                Role::Bishop if square.is_light() => Square::B1,
                _ => Square::A1,
            };
            places.push((piece, place));
        }
        places.sort_by_key(|(piece, square)| (piece.char(), *square));
        Some(Men {
            places,
            castling: retro.castling,
        })
    }

    /// A number of their own.
    pub fn seed(&self) -> u64 {
        let places = self.places.iter();
        let bytes = places.flat_map(|(piece, square)| [piece.char() as u8, u8::from(*square)]);
        let all = bytes.chain(self.castling.0.to_le_bytes());
        all.fold(0xcbf2_9ce4_8422_2325, |seed, byte| {
            (seed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    }
}

/// Whether no pawn has another one of its side behind it on the file, or one of the other side that has passed it.
pub(super) fn are_lined_up(board: &Board) -> bool {
    let pawns = board.pawns();
    pawns.into_iter().all(|pawn| {
        let others = pawns & Bitboard::from(pawn.file()) & !Bitboard::from_square(pawn);
        let white = board.white().contains(pawn);
        others.into_iter().all(|other| {
            board.white().contains(other) != white && (other.rank() > pawn.rank()) == white
        })
    })
}

/// Whether only a capture can have led here: nobody can mate, so the game ends with this position, or all men of a side
/// have never moved.
pub(super) fn needs_capture(retro: &Retro) -> bool {
    let steady = retro.steady();
    let fixed = Color::ALL
        .into_iter()
        .any(|color| (retro.board.by_color(color) & !steady).is_empty());
    let dead = || {
        let chess = Chess::from_setup(retro.setup(), CastlingMode::Standard);
        chess.is_ok_and(|chess| chess.is_insufficient_material())
    };
    fixed || retro.board.occupied().count() <= 4 && dead()
}
