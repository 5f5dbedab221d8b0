//! The one verifier: no game leaves the program on the word of the search that found it.
//!
//! It shares no code with any search. It asks shakmaty move by move, and keeps the rules that end a
//! game by themselves: nobody plays on after mate or stalemate (there is no legal move), after a
//! position has stood five times, or after 75 moves of each side without a capture or a pawn move.

use shakmaty::{Chess, Move, Position};
use thiserror::Error;

use crate::Game;

/// Why a list of moves is not a game. Moves are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Flaw {
    /// This move is not legal; after mate and stalemate none is.
    #[error("move {0} is not legal")]
    Illegal(usize),
    /// After this move the game had ended by itself: 75 moves without capture or pawn move.
    #[error("after move {0} the game had ended by the rule of 75 moves")]
    SeventyFiveMoves(usize),
    /// After this move the position stood for the fifth time.
    #[error("after move {0} the position stood for the fifth time, which ends the game")]
    FivefoldRepetition(usize),
}

/// Half-moves that a fifth occurrence needs at least: four for each return.
const FIVEFOLD: usize = 16;

/// Plays the moves from the start and gives the game, or the first thing that is wrong with it.
///
/// ```
/// use sissa_game::{Flaw, Game, verify};
///
/// let mut game = Game::new();
/// let shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"];
/// for text in shuffle.iter().cycle().take(16) {
///     game.push_text(text)?;
/// }
/// // The fifth time ends the game; nobody may play on.
/// assert!(verify(game.start().clone(), game.moves()).is_ok());
/// game.push_text("e4")?;
/// assert_eq!(verify(game.start().clone(), game.moves()), Err(Flaw::FivefoldRepetition(15)));
/// # Ok::<_, sissa_game::MoveError>(())
/// ```
pub fn verify(start: Chess, moves: &[Move]) -> Result<Game, Flaw> {
    let mut position = start.clone();
    let mut quiet = 0;
    let mut may_repeat = false;
    for (index, played) in moves.iter().enumerate() {
        if !position.is_legal(*played) {
            return Err(Flaw::Illegal(index));
        }
        let ends_here = position.halfmoves() >= 150;
        if ends_here && index > 0 {
            return Err(Flaw::SeventyFiveMoves(index - 1));
        }
        position.play_unchecked(*played);
        quiet = if played.is_zeroing() { 0 } else { quiet + 1 };
        may_repeat |= quiet >= FIVEFOLD && index + 1 < moves.len();
    }
    // Most games never have so many quiet moves in a row.
    if may_repeat {
        must_not_repeat(start.clone(), moves)?;
    }
    Ok(Game::verified(start, moves.to_vec(), position))
}

/// No position but the last may stand for the fifth time.
fn must_not_repeat(mut position: Chess, moves: &[Move]) -> Result<(), Flaw> {
    let mut keys = vec![crate::key(&position)];
    for (index, played) in moves.iter().enumerate() {
        if keys.len() > FIVEFOLD {
            let now = keys.last();
            if keys.iter().filter(|key| Some(*key) == now).count() >= 5 {
                return Err(Flaw::FivefoldRepetition(index - 1));
            }
        }
        position.play_unchecked(*played);
        if played.is_zeroing() {
            keys.clear();
        }
        keys.push(crate::key(&position));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use shakmaty::{CastlingMode, fen::Fen};

    fn play(texts: &[&str]) -> Result<Game, Flaw> {
        let mut game = Game::new();
        for text in texts {
            game.push_text(text).unwrap();
        }
        verify(game.start().clone(), game.moves())
    }

    #[test]
    fn nobody_plays_on_after_the_fifth_time() {
        let shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(4);
        assert!(play(&shuffle).is_ok());
        let on = [shuffle.as_slice(), &["e4"]].concat();
        assert_eq!(play(&on), Err(Flaw::FivefoldRepetition(15)));
        // A pawn's move in between begins anew.
        let apart = [&shuffle[..8], &["e4", "e5"], &shuffle[..12], &["d4"]].concat();
        assert!(play(&apart).is_ok());
    }

    #[test]
    fn nobody_plays_on_after_seventy_five_moves() {
        // Quiet moves to positions that have stood least often, so that only the 75 moves end it.
        let start: Fen = "k7/8/8/8/8/8/8/K6R w - - 0 1".parse().unwrap();
        let mut game = Game::starting_from(start.into_position(CastlingMode::Standard).unwrap());
        let mut stood: HashMap<u64, u32> = HashMap::new();
        while game.plies() < 151 {
            let after = |played: &Move| {
                let mut position = game.end().clone();
                position.play_unchecked(*played);
                position
            };
            let quiet =
                game.end().legal_moves().into_iter().filter(|played| {
                    !played.is_zeroing() && !after(played).legal_moves().is_empty()
                });
            let times = |played: &Move| stood.get(&crate::key(&after(played))).copied();
            let played = quiet
                .min_by_key(|played| times(played).unwrap_or(0))
                .unwrap();
            game.push(played).unwrap();
            *stood.entry(crate::key(game.end())).or_default() += 1;
        }
        let all = game.moves();
        let result = verify(game.start().clone(), all);
        assert_eq!(result, Err(Flaw::SeventyFiveMoves(149)));
        assert!(verify(game.start().clone(), &all[..150]).is_ok());
    }

    #[test]
    fn nobody_plays_on_after_mate() {
        let mut game = Game::new();
        for text in ["f3", "e5", "g4", "Qh4#"] {
            game.push_text(text).unwrap();
        }
        let mut moves = game.moves().to_vec();
        moves.push(moves[0]);
        assert_eq!(verify(game.start().clone(), &moves), Err(Flaw::Illegal(4)));
    }
}
