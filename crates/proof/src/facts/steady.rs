//! Men that have never moved.

use shakmaty::{Bitboard, Color, File, Piece, Rank, Role, Square, attacks};

use crate::retro::Retro;

/// The pieces of the starting position, kings left out.
pub(crate) fn originals(color: Color) -> [(Role, Square); 7] {
    let square = |file| Square::from_coords(file, color.backrank());
    [
        (Role::Rook, square(File::A)),
        (Role::Knight, square(File::B)),
        (Role::Bishop, square(File::C)),
        (Role::Queen, square(File::D)),
        (Role::Bishop, square(File::F)),
        (Role::Knight, square(File::G)),
        (Role::Rook, square(File::H)),
    ]
}

/// Where a king begins.
pub(crate) fn king_home(color: Color) -> Square {
    Square::from_coords(File::E, color.backrank())
}

/// Men that certainly never moved: those that may castle, pawns on their first rank, and pieces on
/// their own first squares with no way out between such men.
///
/// Sound: a pawn never moves back, so one on its first rank has not moved. A piece all of whose
/// neighbouring squares were always occupied can neither have left nor have come; promoted men
/// appear on the other side of the board. Nobody captures a man that still stands.
pub(crate) fn steady(retro: &Retro) -> Bitboard {
    let board = &retro.board;
    let mut steady = retro.steady();
    for color in Color::ALL {
        let second = Bitboard::from(color.relative_rank(Rank::Second));
        steady |= board.by_piece(color.pawn()) & second;
    }
    loop {
        let before = steady;
        for color in Color::ALL {
            let king = (Role::King, king_home(color));
            for (role, home) in originals(color).into_iter().chain([king]) {
                let man = Piece { color, role };
                let steps = attacks::attacks(home, man, Bitboard::FULL);
                if board.piece_at(home) == Some(man) && (steps & !steady).is_empty() {
                    steady.add(home);
                }
            }
        }
        if steady == before {
            return steady;
        }
    }
}
