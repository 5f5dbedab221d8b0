//! The moves of a solution.

use batsat::Lit;
use shakmaty::{ByColor, Chess, Color, Move, Position, Role, Square, uci::UciMove};

use super::{encoding::Encoding, walk::Castles};

/// A move as the formula gives it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hop {
    pub from: Square,
    pub to: Square,
    /// What the man is afterwards.
    pub role: Role,
    pub castles: bool,
    promotes: bool,
}

/// The moves of a solution.
pub(super) fn read(encoding: &Encoding<'_>) -> Vec<Hop> {
    let mut hops = ByColor::<Vec<Hop>>::default();
    for color in Color::ALL {
        let number = color.fold_wb(0, 1);
        for index in 1..=encoding.moves(color) {
            for (man, track) in encoding.sides[number]
                .men
                .iter()
                .zip(&encoding.tracks[number])
            {
                if !encoding.formula.holds(track.moves[index]) {
                    continue;
                }
                let place = |index: usize| {
                    let holds = |at: &Option<Lit>| at.is_some_and(|at| encoding.formula.holds(at));
                    let number = track.at[index].iter().position(holds)?;
                    Some((number, &man.walk.places[number]))
                };
                if let (Some((number, from)), Some((_, to))) = (place(index - 1), place(index)) {
                    hops.get_mut(color).push(Hop {
                        from: from.square,
                        to: to.square,
                        role: to.role,
                        castles: number == 0 && matches!(man.walk.castles, Some(Castles::King(..))),
                        promotes: from.role != to.role,
                    });
                }
            }
        }
    }
    let mut black = hops.black.into_iter();
    let mut line = Vec::new();
    for hop in hops.white {
        line.push(hop);
        line.extend(black.next());
    }
    line
}

/// The moves, if they are legal.
pub(super) fn played(line: &[Hop]) -> Option<Vec<Move>> {
    let mut position = Chess::default();
    let mut moves = Vec::new();
    for hop in line {
        let uci = UciMove::Normal {
            from: hop.from,
            to: hop.to,
            promotion: hop.promotes.then_some(hop.role),
        };
        let m = uci.to_move(&position).ok()?;
        position.play_unchecked(m);
        moves.push(m);
    }
    Some(moves)
}
