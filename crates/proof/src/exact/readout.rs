//! The games between two ends that have met.
//!
//! From a position in the middle every predecessor in the layer before is certainly reached, and every
//! successor in the layer after certainly leads on: the games are read off without a dead end.

use std::ops::ControlFlow;

use shakmaty::{CastlingMode, Chess, FromSetup, Move, Position, Setup};

use super::{
    layer::{Keys, Tag, key_of},
    search::Met,
};
use crate::retro::{EnPassant, Retro};

/// Shows every game to `found` until it has seen enough.
pub(crate) fn each(
    met: &Met,
    found: &mut dyn FnMut(&[Move]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for middle in &met.middle {
        let mut line = Vec::new();
        back(met, middle, met.reached.len(), &mut line, &mut |first| {
            let mut line: Vec<Move> = first.iter().rev().copied().collect();
            on(met, middle, met.leading.len(), &mut line, found)
        })?;
    }
    ControlFlow::Continue(())
}

/// All ways from the starting position to a position of layer `ply`, last move first.
fn back(
    met: &Met,
    position: &Chess,
    ply: usize,
    line: &mut Vec<Move>,
    found: &mut dyn FnMut(&[Move]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if ply == 0 {
        return found(line);
    }
    let initial;
    let before = match ply {
        1 => {
            initial = Keys::new(std::iter::once(key_of(&Chess::default())));
            &initial
        }
        _ => &met.reached[ply - 2],
    };
    let (_, tag) = key_of(position);
    let retro = Retro {
        board: position.board().clone(),
        turn: position.turn(),
        castling: tag.rights(),
        en_passant: tag.en_passant().map_or(EnPassant::No, EnPassant::Square),
    };
    for m in retro.unmoves() {
        let pred = retro.before(m);
        for tag in before.of(&pred.board, pred.turn) {
            let Some(from) = rebuilt(&pred, tag) else {
                continue;
            };
            if !from.is_legal(m) {
                continue;
            }
            let mut after = from.clone();
            after.play_unchecked(m);
            if key_of(&after) == key_of(position) {
                line.push(m);
                back(met, &from, ply - 1, line, found)?;
                line.pop();
            }
        }
    }
    ControlFlow::Continue(())
}

fn rebuilt(retro: &Retro, tag: Tag) -> Option<Chess> {
    let mut setup = Setup::empty();
    setup.board = retro.board.clone();
    setup.turn = retro.turn;
    setup.castling_rights = tag.rights();
    setup.ep_square = tag.en_passant();
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

/// All ways from a position to the goal, `left` plies away.
fn on(
    met: &Met,
    position: &Chess,
    left: usize,
    line: &mut Vec<Move>,
    found: &mut dyn FnMut(&[Move]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if left == 0 {
        return found(line);
    }
    for m in position.legal_moves() {
        let mut next = position.clone();
        next.play_unchecked(m);
        // The goal has no key; who looks on from its layer checks the whole game.
        if left > 1 {
            let (_, tag) = key_of(&next);
            let leads = met.leading[left - 2]
                .of(next.board(), next.turn())
                .any(|leading| leading.admits(tag));
            if !leads {
                continue;
            }
        }
        line.push(m);
        on(met, &next, left - 1, line, found)?;
        line.pop();
    }
    ControlFlow::Continue(())
}
