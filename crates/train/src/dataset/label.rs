//! What comes later in a game.

use shakmaty::{Chess, Color, Position as _};
use sissa_games::decode_move;
use sissa_nn::{Placement, Tuple};

use crate::Packed;

/// The positions of a game, and when each tuple was White's for the last time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelled {
    /// From the starting position to the end.
    pub positions: Vec<Packed>,
    /// A tuple's place on the grid and the last half-move after which it was White's, latest first.
    last: Vec<(u16, usize)>,
}

impl Labelled {
    /// The tuples that are White's at this position or later.
    pub fn later(&self, ply: usize) -> impl Iterator<Item = u16> {
        let still = self.last.iter().take_while(move |(_, last)| *last >= ply);
        still.map(|(index, _)| *index)
    }
}

/// Replays the moves of a game from the starting position; `None` where they cannot be.
pub fn label(moves: &[u16]) -> Option<Labelled> {
    let mut position = Chess::default();
    let mut positions = Vec::with_capacity(moves.len() + 1);
    let mut last: Vec<(u16, usize)> = Vec::new();
    for ply in 0..=moves.len() {
        let board = position.board();
        let placement = Placement::of(board, Color::White);
        positions.push(Packed::new(&placement, position.turn() == Color::White));
        // Beyond the grid are promoted men; the thesis has no tuples for them.
        if let Some(index) = Tuple::of(board, Color::White).index() {
            let index = u16::try_from(index).expect("the grid is small");
            match last.iter_mut().find(|(known, _)| *known == index) {
                Some(entry) => entry.1 = ply,
                None => last.push((index, ply)),
            }
        }
        if let Some(number) = moves.get(ply) {
            let played = decode_move(&position, *number)?;
            position.play_unchecked(played);
        }
    }
    last.sort_by_key(|(index, ply)| (std::cmp::Reverse(*ply), *index));
    Some(Labelled { positions, last })
}

#[cfg(test)]
mod tests {
    use sissa_games::encode_move;

    use super::*;

    fn moves(uci: &str) -> Vec<u16> {
        let mut position = Chess::default();
        uci.split_whitespace()
            .map(|word| {
                let uci: shakmaty::uci::UciMove = word.parse().unwrap();
                let played = uci.to_move(&position).unwrap();
                position.play_unchecked(played);
                encode_move(&played)
            })
            .collect()
    }

    #[test]
    fn tuples_count_until_they_are_gone_for_good() {
        let labelled = label(&moves("e2e4 d7d5 g1f3 d5e4 f3e5 d8d2 d1d2")).unwrap();
        let later = |ply| -> Vec<String> {
            let tuple = |index: u16| Tuple::from_index(index.into()).unwrap().to_string();
            labelled.later(ply).map(tuple).collect()
        };
        assert_eq!(later(0), ["(1,2,2,2,6)", "(1,2,2,2,7)", "(1,2,2,2,8)"]);
        assert_eq!(later(3), ["(1,2,2,2,6)", "(1,2,2,2,7)", "(1,2,2,2,8)"]);
        assert_eq!(later(4), ["(1,2,2,2,6)", "(1,2,2,2,7)"]);
        assert_eq!(later(6), ["(1,2,2,2,6)"]);
        assert_eq!(labelled.positions.len(), 8);
    }

    #[test]
    fn moves_that_cannot_be_played_are_refused() {
        assert_eq!(label(&[u16::MAX]), None);
        assert_eq!(label(&[]).unwrap().positions.len(), 1);
    }
}
