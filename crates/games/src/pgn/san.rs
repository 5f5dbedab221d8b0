//! The move that a SAN means, without a list of candidates.
//!
//! shakmaty fills a list with what may come to the square and strikes out what is not meant; most of
//! an import would be spent on that. Here the men that reach the square are a bitboard, and a man may
//! move if nothing attacks its king behind the move. Lines are looked up on the empty board and then
//! followed for the one or two men on them: those tables stay in the cache, which the tables of
//! attacks on full boards do not. What is rare (en passant, SAN that means no move or several) is left
//! to shakmaty.

use shakmaty::{
    Bitboard, CastlingSide, Chess, Move, Position, Rank, Role, Square, attacks, san::San,
};

/// The same move as [`San::to_move`] finds.
pub(super) fn find_move(position: &Chess, san: San) -> Option<Move> {
    only_candidate(position, san).or_else(|| san.to_move(position).ok())
}

/// The only legal move that the SAN can mean, if it is not en passant.
fn only_candidate(position: &Chess, san: San) -> Option<Move> {
    let (role, file, rank, capture, to, promotion) = match san {
        San::Normal {
            role,
            file,
            rank,
            capture,
            to,
            promotion,
        } => (role, file, rank, capture, to, promotion),
        San::Castle(side) => return castling(position, side),
        _ => return None,
    };
    let captured = position.board().role_at(to);
    let promotes = role == Role::Pawn && matches!(to.rank(), Rank::First | Rank::Eighth);
    if captured.is_some() != capture
        || promotion.is_some() != promotes
        || position.us().contains(to)
    {
        return None;
    }
    let occupied = position.board().occupied();
    let sources = match role {
        Role::Pawn if capture => attacks::pawn_attacks(!position.turn(), to),
        Role::Pawn => pushed_from(position, to),
        Role::Knight => attacks::knight_attacks(to),
        Role::Bishop => diagonals(to),
        Role::Rook => straights(to),
        Role::Queen => diagonals(to) | straights(to),
        Role::King => attacks::king_attacks(to),
    };
    let mut sources = sources & position.our(role);
    if let Some(file) = file {
        sources &= Bitboard::from_file(file);
    }
    if let Some(rank) = rank {
        sources &= Bitboard::from_rank(rank);
    }
    let mut legal = sources.into_iter().filter(|from| {
        let clear = (attacks::between(*from, to) & occupied).is_empty();
        clear && leaves_king_safe(position, role, *from, to)
    });
    let from = legal.next()?;
    match legal.next() {
        Some(_) => None,
        None => Some(Move::Normal {
            role,
            from,
            capture: captured,
            to,
            promotion,
        }),
    }
}

fn diagonals(square: Square) -> Bitboard {
    attacks::bishop_attacks(square, Bitboard::EMPTY)
}

fn straights(square: Square) -> Bitboard {
    attacks::rook_attacks(square, Bitboard::EMPTY)
}

/// The square from which a pawn could be pushed to an empty one.
fn pushed_from(position: &Chess, to: Square) -> Bitboard {
    let (back, fourth) = position
        .turn()
        .fold_wb((-8, Rank::Fourth), (8, Rank::Fifth));
    let Some(near) = to.offset(back) else {
        return Bitboard::EMPTY;
    };
    let two_steps = to.rank() == fourth && !position.board().occupied().contains(near);
    let far = near.offset(back).filter(|_| two_steps);
    Bitboard::from_square(far.unwrap_or(near))
}

/// Castling, where it is legal.
fn castling(position: &Chess, side: CastlingSide) -> Option<Move> {
    let (turn, castles) = (position.turn(), position.castles());
    let occupied = position.board().occupied();
    let rook = castles.rook(turn, side)?;
    let king = position.board().king_of(turn)?;
    let way = attacks::between(king, side.king_to(turn))
        .with(king)
        .with(side.king_to(turn));
    let free = (castles.path(turn, side) & occupied).is_empty();
    let safe = |square| !attacked(position, square, occupied.without(king), position.them());
    (free && way.into_iter().all(safe)).then_some(Move::Castle { king, rook })
}

/// Whether the king of the side to move is not attacked once the man has gone.
fn leaves_king_safe(position: &Chess, role: Role, from: Square, to: Square) -> bool {
    let king = match role {
        Role::King => Some(to),
        _ => position.board().king_of(position.turn()),
    };
    let occupied = position.board().occupied().without(from).with(to);
    // A man captured on `to` attacks no more.
    let theirs = position.them().without(to);
    king.is_none_or(|king| !attacked(position, king, occupied, theirs))
}

/// Whether one of these men of the other side attacks a square.
fn attacked(position: &Chess, square: Square, occupied: Bitboard, theirs: Bitboard) -> bool {
    let board = position.board();
    let near = attacks::knight_attacks(square) & board.knights()
        | attacks::pawn_attacks(position.turn(), square) & board.pawns()
        | attacks::king_attacks(square) & board.kings();
    let far = diagonals(square) & (board.bishops() | board.queens())
        | straights(square) & (board.rooks() | board.queens());
    let open = |from: Square| (attacks::between(from, square) & occupied).is_empty();
    !(near & theirs).is_empty() || (far & theirs).into_iter().any(open)
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, File, fen::Fen};

    use super::*;

    /// Whatever the SAN, legal or not: the same answer as shakmaty's.
    #[track_caller]
    fn check(fen: &str) {
        let fen: Fen = fen.parse().unwrap();
        let position: Chess = fen.into_position(CastlingMode::Standard).unwrap();
        let mut found = 0;
        for side in [CastlingSide::KingSide, CastlingSide::QueenSide] {
            let san = San::Castle(side);
            assert_eq!(only_candidate(&position, san), san.to_move(&position).ok());
        }
        let files = || std::iter::once(None).chain(File::ALL.map(Some));
        let ranks = || std::iter::once(None).chain(Rank::ALL.map(Some));
        for role in Role::ALL {
            for to in Square::ALL {
                for (file, rank) in files().flat_map(|file| ranks().map(move |rank| (file, rank))) {
                    for capture in [false, true] {
                        for promotion in [None, Some(Role::Queen), Some(Role::Knight)] {
                            let san = San::Normal {
                                role,
                                file,
                                rank,
                                capture,
                                to,
                                promotion,
                            };
                            let expected = san.to_move(&position).ok();
                            assert_eq!(find_move(&position, san), expected, "{san}");
                            found += usize::from(only_candidate(&position, san).is_some());
                        }
                    }
                }
            }
        }
        assert!(found > 0);
    }

    #[test]
    fn every_san_means_what_shakmaty_says() {
        check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        // Pins, castling, promotions with and without capture.
        check("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        check("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1");
        check("r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1");
        // Castling through, out of and into check, and past a man.
        check("4k3/8/8/8/8/5q2/8/R3K2R w KQ - 0 1");
        check("4k3/8/8/8/8/2n5/8/R3K2R w KQ - 0 1");
        check("r3k2r/8/8/1B6/8/8/8/1R2K1N1 b kq - 0 1");
        check("rn2k2r/8/8/8/8/8/7P/R3K1NR b KQkq - 0 1");
        check("4k3/8/8/8/8/7b/8/R3K2R w KQ - 0 1");
        // En passant that uncovers the king, and that does not.
        check("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2");
        check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
        // Check, double check, a knight pinned among three, a checker that pushes may block.
        check("4k3/8/8/8/1b6/8/3N1N2/2N1K2r w - - 0 1");
        check("4r1k1/8/8/8/8/5n2/8/2R1K2R w K - 0 1");
        check("k3r3/8/8/8/4N3/8/N5N1/4K3 w - - 0 1");
        check("8/8/8/1k5R/8/8/2p1p1p1/6K1 b - - 0 1");
    }
}
