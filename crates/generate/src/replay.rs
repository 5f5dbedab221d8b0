//! The second look at every generated record: nothing is printed on the generator's word alone.
//!
//! The moves are read back from their UCI text and looked up among the legal moves, from the start;
//! who castled is gathered on the way; then the end and the constraint are compared.

use shakmaty::{ByColor, CastlingSide, Chess, Color, EnPassantMode, Move, Position, uci::UciMove};
use sissa_constraint::{Compiled, Situation};
use sissa_record::{Game, fen};

/// On which wing each side has castled.
pub type Castled = ByColor<Option<CastlingSide>>;

/// Nobody has castled.
pub const NOBODY: Castled = ByColor {
    white: None,
    black: None,
};

/// Takes note of a move.
pub fn note_castling(castled: &mut Castled, mover: Color, played: Move) {
    if let Some(side) = played.castling_side() {
        *castled.get_mut(mover) = Some(side);
    }
}

/// Who has castled in the game.
pub fn castled_in(game: &Game) -> Castled {
    let mut castled = NOBODY;
    let mut mover = game.start().turn();
    for played in game.moves() {
        note_castling(&mut castled, mover, *played);
        mover = !mover;
    }
    castled
}

/// Replays the game and tests the constraint; the error says what is wrong.
pub fn verify(game: &Game, expected: &Chess, constraint: &Compiled) -> Result<(), String> {
    let mut position = game.start().clone();
    let mut castled = NOBODY;
    for (ply, text) in game.uci_moves().iter().enumerate() {
        let uci: UciMove = text
            .parse()
            .map_err(|_| format!("move {ply}, {text}, is not UCI"))?;
        let played = uci
            .to_move(&position)
            .map_err(|_| format!("move {ply}, {text}, is not legal"))?;
        note_castling(&mut castled, position.turn(), played);
        position.play_unchecked(played);
    }
    let setup = |position: &Chess| position.to_setup(EnPassantMode::Legal);
    if setup(&position) != setup(expected) {
        return Err(format!(
            "the moves lead to {}, not to {}",
            fen(&position),
            fen(expected)
        ));
    }
    let situation = Situation {
        position: &position,
        castled,
    };
    match constraint.holds(&situation) {
        true => Ok(()),
        false => Err(format!(
            "{} does not satisfy the constraint",
            fen(&position)
        )),
    }
}
