//! Changes of a game that leave its length: moves made earlier or later, other squares on the way, other men that wait.
//!
//! None of them is an end in itself. A detour often cannot be cut only because somebody stands in the way a little
//! too long; after some random changes of this kind it can.

use rand::{Rng, RngExt, seq::IteratorRandom};
use shakmaty::{Board, Move, Piece, Role, Square, attacks};

use super::replay::{Replay, mover};

/// Moves that a move is shifted by, at the most.
const FARTHEST: usize = 12;
/// Half-moves between two moves of a man that are changed together, at the most.
const WINDOW: usize = 40;

/// Room to work in, kept from change to change.
#[derive(Default)]
pub(super) struct Room {
    window: Vec<Move>,
    boards: Vec<Board>,
}

/// One random change, if it is legal.
pub(super) fn stir(
    line: &mut Replay,
    room: &mut Room,
    replayed: &mut u64,
    rng: &mut impl Rng,
) -> bool {
    let length = line.len();
    if length < 3 {
        return false;
    }
    let first = rng.random_range(0..length);
    let Room { window, boards } = room;
    window.clear();
    let changed = match rng.random_range(0..8) {
        0..5 => shifted(line, first, window, rng),
        5..7 => rerouted(line, first, window, rng),
        _ => relieved(line, first, window, rng),
    };
    changed.is_some() && line.replace(first, window, boards, replayed)
}

/// A move made earlier or later by its side.
fn shifted(line: &Replay, first: usize, window: &mut Vec<Move>, rng: &mut impl Rng) -> Option<()> {
    let by = rng.random_range(1..=FARTHEST);
    window.extend_from_slice(line.moves.get(first..=first + 2 * by)?);
    let later = rng.random();
    for step in 0..by {
        let index = 2 * if later { step } else { by - 1 - step };
        window.swap(index, index + 2);
    }
    Some(())
}

/// The move of a piece and its next one, with the ply of that.
fn pair(line: &Replay, first: usize) -> Option<(Move, Move, usize)> {
    let m = line.moves[first];
    if !piece_move(&m) || m.is_capture() {
        return None;
    }
    let next = (first + 2..line.len().min(first + WINDOW))
        .step_by(2)
        .find(|ply| line.moves[*ply].from() == Some(m.to()))?;
    let after = line.moves[next];
    piece_move(&after).then_some((m, after, next))
}

/// A piece that goes another way between two squares.
fn rerouted(line: &Replay, first: usize, window: &mut Vec<Move>, rng: &mut impl Rng) -> Option<()> {
    let (one, two, next) = pair(line, first)?;
    let piece = one.role().of(mover(first));
    // Men that stand there both times; the others may be away.
    let walls = line.boards[first].occupied() & line.boards[next].occupied();
    let doors =
        attacks::attacks(one.from()?, piece, walls) & attacks::attacks(two.to(), piece, walls);
    let over = doors.without(one.to()).into_iter().choose(rng)?;
    window.extend_from_slice(&line.moves[first..=next]);
    *window.first_mut()? = with(one, |_, to| *to = over);
    *window.last_mut()? = with(two, |from, _| *from = over);
    Some(())
}

/// An ordinary move of a piece.
fn piece_move(m: &Move) -> bool {
    matches!(m, Move::Normal { role, .. } if *role != Role::Pawn)
}

/// Another man goes out and back at the times when one did.
fn relieved(line: &Replay, first: usize, window: &mut Vec<Move>, rng: &mut impl Rng) -> Option<()> {
    let (one, two, next) = pair(line, first)?;
    if one.from() != Some(two.to()) || two.is_capture() {
        return None;
    }
    let board = &line.boards[first];
    let us = mover(first);
    let men = board.by_color(us) & !board.pawns();
    let from = men.into_iter().choose(rng)?;
    let role = board.role_at(from)?;
    let piece = Piece { color: us, role };
    let occupied = board.occupied();
    let to = (attacks::attacks(from, piece, occupied) & !occupied)
        .into_iter()
        .choose(rng)?;
    let quiet = |from, to| Move::Normal {
        role,
        from,
        capture: None,
        to,
        promotion: None,
    };
    window.extend_from_slice(&line.moves[first..=next]);
    *window.first_mut()? = quiet(from, to);
    *window.last_mut()? = quiet(to, from);
    Some(())
}

/// A move with other squares.
fn with(mut m: Move, change: impl FnOnce(&mut Square, &mut Square)) -> Move {
    if let Move::Normal { from, to, .. } = &mut m {
        change(from, to);
    }
    m
}
