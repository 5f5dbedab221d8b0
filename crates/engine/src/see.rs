//! Static exchange evaluation (SEE): what a capture wins when both sides take back with their cheapest man.
//!
//! ```
//! use sissa_engine::see;
//! use shakmaty::{CastlingMode, Chess, fen::Fen, uci::UciMove};
//!
//! let position: Chess = "4k3/8/3p4/4p3/8/8/8/4RK2 w - - 0 1".parse::<Fen>()?.into_position(CastlingMode::Standard)?;
//! let takes = "e1e5".parse::<UciMove>()?.to_move(&position)?;
//! assert!(see::at_least(&position, takes, -400) && !see::at_least(&position, takes, 0)); // a rook for a pawn
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

use shakmaty::{Bitboard, Board, Chess, Move, Position, Role, Square, attacks};

/// Values of men for exchanges, by role from pawn to king.
pub(crate) const VALUES: [i32; 6] = [100, 320, 330, 500, 950, 20_000];

/// The value of a man.
pub fn value(role: Role) -> i32 {
    VALUES[role as usize - 1]
}

/// Whether the move keeps at least `threshold` once the exchange on its target is played out.
///
/// Pins are ignored, promotions count as the queen's value gained; castling and en passant count as
/// even.
pub fn at_least(chess: &Chess, m: Move, threshold: i32) -> bool {
    let Move::Normal {
        role,
        from,
        capture,
        to,
        promotion,
    } = m
    else {
        return threshold <= 0;
    };
    let board = chess.board();
    let mut balance = capture.map_or(0, value) - threshold;
    if let Some(promotion) = promotion {
        balance += value(promotion) - value(Role::Pawn);
    }
    if balance < 0 {
        return false;
    }
    balance -= value(promotion.unwrap_or(role));
    if balance >= 0 {
        return true;
    }
    let diagonal = board.bishops_and_queens();
    let straight = board.rooks_and_queens();
    let mut occupied = board.occupied().without(from).with(to);
    let mut attackers = attackers(board, to, occupied) & occupied;
    let mut side = !chess.turn();
    loop {
        let mine = attackers & board.by_color(side);
        let Some((role, square)) = cheapest(board, mine) else {
            break;
        };
        occupied.discard(square);
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            attackers |= attacks::bishop_attacks(to, occupied) & diagonal;
        }
        if matches!(role, Role::Rook | Role::Queen) {
            attackers |= attacks::rook_attacks(to, occupied) & straight;
        }
        attackers &= occupied;
        side = !side;
        balance = -balance - 1 - value(role);
        if balance >= 0 {
            // The king cannot take what is still defended.
            if role == Role::King && (attackers & board.by_color(side)).any() {
                side = !side;
            }
            break;
        }
    }
    chess.turn() != side
}

fn attackers(board: &Board, to: Square, occupied: Bitboard) -> Bitboard {
    use shakmaty::Color;
    (attacks::knight_attacks(to) & board.knights())
        | (attacks::king_attacks(to) & board.kings())
        | (attacks::bishop_attacks(to, occupied) & board.bishops_and_queens())
        | (attacks::rook_attacks(to, occupied) & board.rooks_and_queens())
        | (attacks::pawn_attacks(Color::White, to) & board.pawns() & board.black())
        | (attacks::pawn_attacks(Color::Black, to) & board.pawns() & board.white())
}

fn cheapest(board: &Board, mine: Bitboard) -> Option<(Role, Square)> {
    if mine.is_empty() {
        return None;
    }
    Role::ALL
        .into_iter()
        .find_map(|role| Some((role, (mine & board.by_role(role)).first()?)))
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen, uci::UciMove};

    use super::*;

    fn check(fen: &str, uci: &str, gain: i32) {
        let chess: Chess = fen
            .parse::<Fen>()
            .unwrap()
            .into_position(CastlingMode::Standard)
            .unwrap();
        let m = uci.parse::<UciMove>().unwrap().to_move(&chess).unwrap();
        assert!(at_least(&chess, m, gain), "{fen} {uci} wins {gain}");
        assert!(!at_least(&chess, m, gain + 1), "{fen} {uci} wins no more");
    }

    #[test]
    fn exchanges_are_played_out() {
        check(
            "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1",
            "e1e5",
            100,
        );
        check(
            "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
            "d3e5",
            -220,
        );
        check("4k3/8/3p4/4p3/8/8/8/4RK2 w - - 0 1", "e1e5", -400);
        check("4k3/8/8/4p3/8/8/8/4RK2 w - - 0 1", "e1e5", 100);
        // The second rook stands behind the first.
        check("4r1k1/4r3/8/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5", -400);
        // A king does not take what is defended.
        check(
            "6k1/8/8/3pk3/2P5/8/8/6K1 w - - 0 1"
                .replace("6k1/8/8/3pk3", "8/8/8/3pk3")
                .as_str(),
            "c4d5",
            0,
        );
    }
}
