//! Who has castled: what a position alone does not tell.

use shakmaty::{ByColor, CastlingSide, Color, Move, Position as _};

use crate::Game;

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
///
/// ```
/// use shakmaty::CastlingSide;
/// use sissa_game::{Game, castled_in};
///
/// let mut game = Game::new();
/// for text in "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O".split(' ') {
///     game.push_text(text)?;
/// }
/// assert_eq!(castled_in(&game).white, Some(CastlingSide::KingSide));
/// assert_eq!(castled_in(&game).black, None);
/// # Ok::<_, sissa_game::MoveError>(())
/// ```
pub fn castled_in(game: &Game) -> Castled {
    let mut castled = NOBODY;
    let mut mover = game.start().turn();
    for played in game.moves() {
        note_castling(&mut castled, mover, *played);
        mover = !mover;
    }
    castled
}
