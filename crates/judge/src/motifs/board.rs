//! Words about men on a board: defended, hanging, badly placed, trapped, pinned.

use shakmaty::{Bitboard, Board, Chess, Color, Position as _, Role, Square, attacks};

/// A man's value in pawns; the king's is above all.
pub(super) fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 99,
    }
}

/// Whether a man moves along lines.
pub(super) fn slides(role: Role) -> bool {
    matches!(role, Role::Bishop | Role::Rook | Role::Queen)
}

/// A side's men without the king, in pawns, less the other side's.
pub(super) fn material(board: &Board, color: Color) -> i32 {
    let count = |color: Color| -> i32 {
        [
            Role::Pawn,
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
        ]
        .into_iter()
        .map(|role| value(role) * board.by_piece(role.of(color)).count() as i32)
        .sum()
    };
    count(color) - count(!color)
}

/// A side's men that attack a square.
pub(super) fn attackers(board: &Board, color: Color, square: Square) -> Bitboard {
    board.attacks_to(square, color, board.occupied())
}

/// Whether a side defends a square, be it through an enemy slider that attacks it.
pub(super) fn defended(board: &Board, color: Color, square: Square) -> bool {
    attackers(board, color, square).any()
        || (attackers(board, !color, square) & board.sliders())
            .into_iter()
            .any(|slider| {
                let occupied = board.occupied().without(slider);
                board.attacks_to(square, color, occupied).any()
            })
}

/// Whether a man on a square is not defended by its own side.
pub(super) fn hanging(board: &Board, square: Square) -> bool {
    let color = board.color_at(square);
    color.is_some_and(|color| !defended(board, color, square))
}

/// Whether a man is attacked, and hangs or can be taken by something cheaper than itself.
pub(super) fn badly_placed(board: &Board, square: Square) -> bool {
    let Some(piece) = board.piece_at(square) else {
        return false;
    };
    let enemies = attackers(board, !piece.color, square);
    let cheaper = |square: Square| {
        let role = board.role_at(square);
        role.is_some_and(|role| value(role) < value(piece.role))
    };
    enemies.any() && (hanging(board, square) || enemies.into_iter().any(cheaper))
}

/// Whether a piece of the side to move stands badly and every move it has leaves it so, without a fair
/// exchange for it.
pub(super) fn trapped(chess: &Chess, square: Square) -> bool {
    let board = chess.board();
    let Some(role) = board.role_at(square) else {
        return false;
    };
    if chess.is_check()
        || pin_line(board, chess.turn(), square).is_some()
        || matches!(role, Role::Pawn | Role::King)
        || !badly_placed(board, square)
    {
        return false;
    }
    let moves = chess.legal_moves().into_iter();
    moves.filter(|m| m.from() == Some(square)).all(|m| {
        let fair = m.capture().is_some_and(|taken| value(taken) >= value(role));
        let mut next = chess.clone();
        next.play_unchecked(m);
        !fair && badly_placed(next.board(), m.to())
    })
}

/// The whole line on which a man is pinned to its king.
pub(super) fn pin_line(board: &Board, color: Color, square: Square) -> Option<Bitboard> {
    let king = board.king_of(color)?;
    let snipers = (attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens()
        | attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens())
        & board.by_color(!color);
    let only = Bitboard::from_square(square);
    snipers
        .into_iter()
        .find(|sniper| attacks::between(king, *sniper) & board.occupied() == only)
        .map(|sniper| attacks::ray(king, sniper))
}
