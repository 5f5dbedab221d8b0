//! Fewest moves of a man between two squares of an empty board.

use std::sync::LazyLock;

use shakmaty::{Bitboard, Color, Piece, Role, Square, attacks};

/// Fewest moves, by role (king, queen, rook, bishop, knight), from and to; 255 where unreachable.
static ROUTES: LazyLock<Vec<[[u8; 64]; 64]>> = LazyLock::new(|| {
    [
        Role::King,
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
    ]
    .into_iter()
    .map(|role| {
        let mut lengths = [[u8::MAX; 64]; 64];
        for from in Square::ALL {
            let mut reached = Bitboard::from(from);
            let mut frontier = reached;
            let mut moves = 0;
            while !frontier.is_empty() {
                for square in frontier {
                    lengths[usize::from(from)][usize::from(square)] = moves;
                }
                frontier = frontier.into_iter().fold(Bitboard::EMPTY, |next, square| {
                    next | attacks::attacks(
                        square,
                        Piece {
                            color: Color::White,
                            role,
                        },
                        Bitboard::EMPTY,
                    )
                }) & !reached;
                reached |= frontier;
                moves += 1;
            }
        }
        lengths
    })
    .collect()
});

/// Fewest moves a man of this colour and role needs from one square to another on an empty board
/// where a pawn may capture as it likes; `None` where it can never get there.
///
/// ```
/// use shakmaty::{Color, Role, Square};
/// use sissa_constraint::route_length;
/// assert_eq!(route_length(Color::White, Role::Knight, Square::A1, Square::H8), Some(6));
/// assert_eq!(route_length(Color::White, Role::Bishop, Square::C1, Square::C2), None);
/// assert_eq!(route_length(Color::White, Role::Pawn, Square::E2, Square::E4), Some(1));
/// ```
pub fn route_length(color: Color, role: Role, from: Square, to: Square) -> Option<u32> {
    let table = match role {
        Role::King => 0,
        Role::Queen => 1,
        Role::Rook => 2,
        Role::Bishop => 3,
        Role::Knight => 4,
        Role::Pawn => return pawn_route(color, from, to),
    };
    let length = ROUTES[table][usize::from(from)][usize::from(to)];
    (length != u8::MAX).then_some(u32::from(length))
}

fn pawn_route(color: Color, from: Square, to: Square) -> Option<u32> {
    let height = |square: Square| {
        let rank = i32::from(square.rank());
        color.fold_wb(rank, 7 - rank)
    };
    let steps = height(to) - height(from);
    let files = (i32::from(to.file()) - i32::from(from.file())).abs();
    if steps < files {
        return None;
    }
    // The double step saves one move, and only along a file.
    let double = height(from) == 1 && steps - files >= 2;
    u32::try_from(steps - i32::from(double)).ok()
}
