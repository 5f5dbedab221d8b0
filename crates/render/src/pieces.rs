//! The piece drawings: Colin M.L. Burnett's set, as SVG groups to define once and place often.
//!
//! Author and licences: `assets/pieces/cburnett/LICENSE-NOTE.md`.

use shakmaty::{Board, Color, Piece, Role};

/// Side of the square that each drawing fills.
pub(crate) const SIZE: u32 = 45;

/// Kept in every document that holds the drawings.
pub(crate) const CREDIT: &str =
    "<!-- Pieces by Colin M.L. Burnett: GPL-2.0-or-later, BSD or GFDL -->";

/// The name under which a piece is defined, such as `sissa-wK`.
pub(crate) fn id(piece: Piece) -> String {
    let color = piece.color.fold_wb('w', 'b');
    format!("sissa-{color}{}", piece.role.upper_char())
}

/// Definitions of those pieces that stand on any of `boards`, each once, in a fixed order.
pub(crate) fn definitions<'a>(boards: impl Iterator<Item = &'a Board> + Clone) -> String {
    let mut definitions = String::from(CREDIT);
    for color in Color::ALL {
        for role in Role::ALL {
            let piece = Piece { color, role };
            if boards.clone().any(|board| board.by_piece(piece).any()) {
                definitions.push_str(&format!("<g id=\"{}\">{}</g>", id(piece), drawing(piece)));
            }
        }
    }
    definitions
}

/// The drawing without its `<svg>` wrapper.
fn drawing(piece: Piece) -> &'static str {
    let file = match (piece.color, piece.role) {
        (Color::White, Role::Pawn) => include_str!("../assets/pieces/cburnett/wP.svg"),
        (Color::White, Role::Knight) => include_str!("../assets/pieces/cburnett/wN.svg"),
        (Color::White, Role::Bishop) => include_str!("../assets/pieces/cburnett/wB.svg"),
        (Color::White, Role::Rook) => include_str!("../assets/pieces/cburnett/wR.svg"),
        (Color::White, Role::Queen) => include_str!("../assets/pieces/cburnett/wQ.svg"),
        (Color::White, Role::King) => include_str!("../assets/pieces/cburnett/wK.svg"),
        (Color::Black, Role::Pawn) => include_str!("../assets/pieces/cburnett/bP.svg"),
        (Color::Black, Role::Knight) => include_str!("../assets/pieces/cburnett/bN.svg"),
        (Color::Black, Role::Bishop) => include_str!("../assets/pieces/cburnett/bB.svg"),
        (Color::Black, Role::Rook) => include_str!("../assets/pieces/cburnett/bR.svg"),
        (Color::Black, Role::Queen) => include_str!("../assets/pieces/cburnett/bQ.svg"),
        (Color::Black, Role::King) => include_str!("../assets/pieces/cburnett/bK.svg"),
    };
    let start = file.find('>').map_or(0, |end| end + 1);
    let end = file.rfind("</svg>").unwrap_or(file.len());
    &file[start..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_drawing_loses_exactly_its_wrapper() {
        for color in Color::ALL {
            for role in Role::ALL {
                let drawing = drawing(Piece { color, role });
                assert!(
                    drawing.starts_with("<path") || drawing.starts_with("<g "),
                    "{drawing}"
                );
                assert!(!drawing.contains("svg"), "{drawing}");
            }
        }
    }

    #[test]
    fn only_pieces_on_the_boards_are_defined() {
        let board: Board = "8/8/8/3k4/8/8/4P3/4K3".parse().unwrap();
        let definitions = definitions([&board, &board].into_iter());
        assert_eq!(definitions.matches("<g id=").count(), 3);
    }
}
