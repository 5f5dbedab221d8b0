//! Positions for tests.

use rand::{Rng as _, RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, FromSetup as _, Position as _, Rank, Role, Setup,
    Square, fen::Fen,
};

pub fn position(fen: &str) -> Chess {
    fen.parse::<Fen>()
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
        .into_position(CastlingMode::Standard)
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
}

pub fn fen(chess: &Chess) -> String {
    Fen::from_position(chess, shakmaty::EnPassantMode::Legal).to_string()
}

/// Legal positions of so many men scattered at random, the side to move with more of them.
pub fn scattered(seed: u64, men: std::ops::RangeInclusive<usize>) -> impl Iterator<Item = Chess> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    std::iter::repeat_with(move || attempt(&mut random, men.clone())).flatten()
}

fn attempt(random: &mut Xoshiro256PlusPlus, men: std::ops::RangeInclusive<usize>) -> Option<Chess> {
    let mut board = Board::empty();
    let mut free = |board: &Board, allowed: Bitboard| {
        let squares = allowed & !board.occupied();
        squares
            .into_iter()
            .nth(random.random_range(0..squares.count()))
    };
    let king = free(&board, Bitboard::FULL)?;
    board.set_piece_at(king, Role::King.of(Color::White));
    // A king at the edge is mated more often.
    let edge = Bitboard::from_rank(Rank::Eighth) | Bitboard::from_file(shakmaty::File::A);
    let king = free(&board, edge)?;
    board.set_piece_at(king, Role::King.of(Color::Black));
    let mut random = Xoshiro256PlusPlus::seed_from_u64(random.next_u64());
    for _ in 2..random.random_range(men) {
        let color = Color::from_white(random.random_bool(0.7));
        let role = [
            Role::Pawn,
            Role::Pawn,
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
        ][random.random_range(0..6)];
        let mut squares: Vec<Square> = (!board.occupied()).into_iter().collect();
        if role == Role::Pawn {
            squares.retain(|square| !Bitboard::BACKRANKS.contains(*square));
        }
        let square = squares[random.random_range(0..squares.len())];
        board.set_piece_at(square, role.of(color));
    }
    let setup = Setup {
        board,
        turn: Color::White,
        ..Setup::empty()
    };
    let chess = Chess::from_setup(setup, CastlingMode::Standard).ok()?;
    (!chess.legal_moves().is_empty()).then_some(chess)
}
