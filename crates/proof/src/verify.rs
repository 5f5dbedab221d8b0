//! The independent check: does this list of moves reach that position?
//!
//! It shares no code with the search. It plays the moves from the starting position with shakmaty and
//! compares what it sees; nothing is called legal before it has agreed.

use shakmaty::{
    CastlingMode, Chess, EnPassantMode, FromSetup, Move, Position, Setup, Square,
    zobrist::Zobrist64,
};

/// Why a list of moves is not a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// This move (counted from 0) is not legal.
    Illegal(usize),
    /// After this move the game had ended by itself: 75 moves without capture or pawn move.
    SeventyFiveMoves(usize),
    /// After this move the position stood for the fifth time.
    FivefoldRepetition(usize),
    /// The game ended by mate, stalemate or dead material before its last move.
    Over(usize),
    /// The last position is another one.
    OtherPosition,
    /// The position to be reached is none.
    NoPosition,
}

/// Plays the moves from the starting position and compares the last position with the goal: men, turn,
/// castling rights and en passant.
///
/// ```
/// use shakmaty::fen::Fen;
/// use sissa_proof::{Flaw, verify};
/// use sissa_record::read_one;
///
/// let game = read_one("1. e4 e5").unwrap().game.unwrap();
/// let goal: Fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2".parse()?;
/// assert_eq!(verify(goal.as_setup(), game.moves()), Ok(()));
/// let other: Fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQ - 0 2".parse()?;
/// assert_eq!(verify(other.as_setup(), game.moves()), Err(Flaw::OtherPosition));
/// # Ok::<_, shakmaty::fen::ParseFenError>(())
/// ```
pub fn verify(goal: &Setup, moves: &[Move]) -> Result<(), Flaw> {
    let wanted =
        Chess::from_setup(goal.clone(), CastlingMode::Standard).map_err(|_| Flaw::NoPosition)?;
    let mut position = Chess::default();
    let mut hashes = vec![hash(&position)];
    for (index, m) in moves.iter().enumerate() {
        if !position.is_legal(*m) {
            return Err(Flaw::Illegal(index));
        }
        if m.is_zeroing() {
            hashes.clear();
        }
        position.play_unchecked(*m);
        let last = index + 1 == moves.len();
        if position.halfmoves() >= 150 && !last {
            return Err(Flaw::SeventyFiveMoves(index));
        }
        let now = hash(&position);
        hashes.push(now);
        if hashes.iter().filter(|seen| **seen == now).count() >= 5 && !last {
            return Err(Flaw::FivefoldRepetition(index));
        }
        if !last && position.legal_moves().is_empty() {
            return Err(Flaw::Over(index));
        }
    }
    let same = position.board() == wanted.board()
        && position.turn() == wanted.turn()
        && position.castles().castling_rights() == wanted.castles().castling_rights()
        && en_passant_fits(&position, goal, &wanted);
    same.then_some(()).ok_or(Flaw::OtherPosition)
}

/// A given en-passant square means that the double step was just made; none means that no capture
/// en passant is possible.
fn en_passant_fits(position: &Chess, goal: &Setup, wanted: &Chess) -> bool {
    let just: Option<Square> = position.ep_square(EnPassantMode::Always);
    match goal.ep_square {
        Some(square) => just == Some(square),
        None => position.ep_square(EnPassantMode::Legal) == wanted.ep_square(EnPassantMode::Legal),
    }
}

fn hash(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}
