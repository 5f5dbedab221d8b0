//! Moves that men need to where they began, on an otherwise empty board.

use shakmaty::{Bitboard, Piece, Role, Square, attacks};

use super::{
    super::super::{
        plan::Aim,
        state::{Man, State, relative},
    },
    Sets, index,
};
use crate::construct::beam::ways::{FAR, Ways};

/// Moves from the last rank to a pawn's home.
pub(super) const AS_PAWN: i32 = 5;

/// Un-moves of a pawn from a rank (counted from 0) to its home.
pub(super) fn steps(rank: i8) -> i32 {
    i32::from(rank) - 1 - i32::from(rank >= 3)
}

/// Moves a man needs to where it began.
pub(super) fn cost(man: &Man, sets: Sets, ways: &mut Ways) -> Option<i32> {
    let piece = Piece {
        color: man.color,
        role: man.role,
    };
    let (target, extra) = match man.aim {
        Aim::Pawn(_) => return Some(steps(relative(man.color, i8::from(man.square.rank())))),
        Aim::Home(home) => (home, 0),
        Aim::Promotion(file) => (Square::from_coords(file, (!man.color).backrank()), AS_PAWN),
    };
    let square = usize::from(man.square);
    match ways.to(sets.of(man.role), piece, target).moves[square] {
        FAR => None,
        away => Some(i32::from(away) + extra),
    }
}

/// Adds the pieces at home that have no way out past men that stay: they stay as well.
pub(super) fn shut_in(state: &State<'_>, mut fixed: Bitboard) -> Bitboard {
    loop {
        let before = fixed;
        for man in state.men.iter() {
            if man.aim == Aim::Home(man.square)
                && !fixed.contains(man.square)
                && (exits(man) & !fixed).is_empty()
            {
                fixed.add(man.square);
            }
        }
        if fixed == before {
            return fixed;
        }
    }
}

/// The squares next to a piece on its ways.
fn exits(man: &Man) -> Bitboard {
    let near = attacks::king_attacks(man.square);
    let straight = Bitboard::from(man.square.file()) | man.square.rank();
    match man.role {
        Role::Pawn => Bitboard::EMPTY,
        Role::Knight => attacks::knight_attacks(man.square),
        Role::Bishop => near & !straight,
        Role::Rook => near & straight,
        Role::Queen | Role::King => near,
    }
}

/// Lets equal men of a side exchange their aims where that is shorter; one man of each pair is among those that
/// changed, given as bits.
pub(super) fn exchange(
    state: &mut State<'_>,
    costs: &mut [u8; 32],
    left: &mut [i32; 2],
    set: Sets,
    fixed: Bitboard,
    changed: u32,
    ways: &mut Ways,
) {
    // Men that could exchange, by side and role.
    let mut alike = [0u32; 16];
    for (number, man) in state.men.iter().enumerate() {
        if costs[number] > 0
            && !matches!(man.role, Role::Pawn | Role::King)
            && !fixed.contains(man.square)
        {
            alike[kind(man)] |= 1 << number;
        }
    }
    let mut ones = changed;
    while ones != 0 {
        let one = ones.trailing_zeros() as usize;
        ones &= ones - 1;
        let group = alike[kind(&state.men[one])];
        if group >> one & 1 == 0 {
            continue;
        }
        // Pairs of two that changed are looked at once.
        let mut others = group & !(changed & (u32::MAX >> (31 - one))) & !(1 << one);
        while others != 0 {
            let other = others.trailing_zeros() as usize;
            others &= others - 1;
            let (first, second) = (state.men[one], state.men[other]);
            if first.aim == second.aim {
                continue;
            }
            let with = |man: Man, aim: Aim, ways: &mut Ways| cost(&Man { aim, ..man }, set, ways);
            let (Some(a), Some(b)) = (with(first, second.aim, ways), with(second, first.aim, ways))
            else {
                continue;
            };
            let saved = i32::from(costs[one]) + i32::from(costs[other]) - a - b;
            if saved > 0 {
                state.men[one].aim = second.aim;
                state.men[other].aim = first.aim;
                costs[one] = a as u8;
                costs[other] = b as u8;
                left[index(first.color)] -= saved;
                if a == 0 {
                    break;
                }
            }
        }
    }
}

fn kind(man: &Man) -> usize {
    man.role as usize + 8 * index(man.color)
}
