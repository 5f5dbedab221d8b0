//! A position of the beam, with what is left to do for every man.
//!
//! | what | where |
//! |---|---|
//! | moves every man needs, on an otherwise empty board | `cost` |
//! | men in the box, and who gives them back where | `losses` |
//! | men that stand in others' way | `trouble` |
//! | the un-moves of the plan | `choices` |

mod choices;
mod cost;
mod losses;
mod trouble;

use shakmaty::{Bitboard, Board, Color, Role, Square};

use super::{
    super::{
        plan::Aim,
        state::{Choice, State, relative},
    },
    ways::Ways,
};
use crate::retro::attacked;
use cost::{cost, exchange, shut_in};

/// A position of the beam.
#[derive(Clone)]
pub(crate) struct Node<'a> {
    pub state: State<'a>,
    /// Moves left for each man.
    cost: [u8; 32],
    /// Moves left for White, for Black.
    left: [i32; 2],
    /// Both of them on an otherwise empty board, without the men in the box.
    bare: Bare,
    /// Men that stand in others' way, and such things.
    trouble: i32,
    /// The tables for the men that are fixed here, and those with all pawns fixed.
    sets: Sets,
    pawns_set: usize,
    /// Men whose shortest way is closed for now: they go around the pawns.
    around: u32,
    /// Men at home that could still leave, and pawns on the way.
    resting: Bitboard,
    /// For White, for Black: squares where one of their pieces could give back a man.
    places: [Bitboard; 2],
    hunt: [i32; 2],
    /// Where the way here is written down.
    pub trail: u32,
    pub quiet: u16,
}

/// What men need on an otherwise empty board.
#[derive(Clone, Copy)]
struct Bare {
    cost: [u8; 32],
    left: [i32; 2],
    fixed: Bitboard,
    /// Pawns that only step back from now on.
    settled: Bitboard,
}

/// Tables by what counts as staying: pawns at home, and for rooks and queens also the pawns that only step
/// back from now on, because nobody passes them on their file.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Sets {
    any: usize,
    straight: usize,
}

impl Sets {
    fn of(self, role: Role) -> usize {
        match role {
            Role::Rook | Role::Queen => self.straight,
            _ => self.any,
        }
    }
}

fn index(color: Color) -> usize {
    usize::from(color.is_black())
}

impl<'a> Node<'a> {
    /// The position with everything counted; `None` where somebody cannot get home any more.
    pub fn new(state: State<'a>, ways: &mut Ways) -> Option<Node<'a>> {
        Node::counted(state, None, ways)
    }

    /// The same, a neighbour being given, with the square of the man that moved since, whose costs are the same but for
    /// that one and those that came.
    fn counted(
        state: State<'a>,
        before: Option<(&Node<'_>, Square)>,
        ways: &mut Ways,
    ) -> Option<Node<'a>> {
        let mut node = Node {
            state,
            cost: [0; 32],
            left: [0; 2],
            bare: Bare {
                cost: [0; 32],
                left: [0; 2],
                fixed: Bitboard::EMPTY,
                settled: Bitboard::EMPTY,
            },
            trouble: 0,
            sets: Sets {
                any: 0,
                straight: 0,
            },
            pawns_set: 0,
            around: 0,
            resting: Bitboard::EMPTY,
            places: [Bitboard::EMPTY; 2],
            hunt: [0; 2],
            trail: u32::MAX,
            quiet: 0,
        };
        node.count(before, ways)?;
        Some(node)
    }

    /// The position after one more move is taken back, with its board; `None` where that is illegal or a dead end.
    pub fn after(&self, choice: Choice, board: &Board, ways: &mut Ways) -> Option<Node<'a>> {
        let us = !self.state.turn;
        if attacked(board, !us, board.occupied()) {
            return None;
        }
        let mut state = self.state.clone();
        state.take_back_to(choice, board.clone());
        let moved = choice.m.from().filter(|_| !choice.m.is_castle());
        let before = moved.map(|from| (self, from));
        let mut node = Node::counted(state, before, ways)?;
        node.quiet = if choice.m.is_zeroing() {
            0
        } else {
            self.quiet + 1
        };
        if attacked(board, us, board.occupied()) {
            node.trouble += 2;
        }
        (!node.state.is_odd()).then_some(node)
    }

    /// Half-moves that are certainly left.
    pub fn least(&self) -> i32 {
        plies(self.state.turn, self.left)
    }

    /// How good the position is, the lower the better.
    pub fn rank(&self) -> i32 {
        rank(self.state.turn, self.left) + 4 * self.trouble
    }

    fn count(&mut self, before: Option<(&Node<'_>, Square)>, ways: &mut Ways) -> Option<()> {
        let state = &mut self.state;
        let mut fixed = state.frozen;
        let mut settled = Bitboard::EMPTY;
        for man in state.men.iter() {
            if let Aim::Pawn(pawn) = man.aim {
                if relative(man.color, i8::from(man.square.rank())) == 1 {
                    fixed.add(man.square);
                }
                if !state.is_needed(usize::from(pawn)) {
                    settled.add(man.square);
                }
            }
        }
        fixed = shut_in(state, fixed);
        self.sets = match before {
            Some((node, _)) if node.bare.fixed == fixed && node.bare.settled == settled => {
                node.sets
            }
            _ => Sets {
                any: ways.set(fixed),
                straight: ways.set(fixed | settled),
            },
        };
        let set = self.sets;
        let all = u32::MAX >> (32 - state.men.len());
        let mut changed = all;
        let mut bare = Bare {
            cost: [0; 32],
            left: [0; 2],
            fixed,
            settled,
        };
        if let Some((node, moved)) = before
            && node.sets == set
            && node.bare.fixed == fixed
        {
            bare = node.bare;
            let known = u32::MAX >> (32 - node.state.men.len());
            changed = all & !known | 1 << state.at[usize::from(moved)];
        }
        let mut numbers = changed;
        while numbers != 0 {
            let number = numbers.trailing_zeros() as usize;
            numbers &= numbers - 1;
            let man = &state.men[number];
            let cost = if fixed.contains(man.square) {
                0
            } else {
                cost(man, set, ways)?
            };
            bare.left[index(man.color)] += cost - i32::from(bare.cost[number]);
            bare.cost[number] = cost as u8;
        }
        exchange(
            state,
            &mut bare.cost,
            &mut bare.left,
            set,
            fixed,
            changed,
            ways,
        );
        self.cost = bare.cost;
        let mut left = bare.left;
        self.bare = bare;
        for color in Color::ALL {
            let corners = state.forfeited & Bitboard::from(color.backrank());
            left[index(color)] += 2 * i32::from(corners.any());
        }
        self.left = left;
        self.losses(ways)?;
        self.find_trouble(fixed, ways);
        Some(())
    }
}

/// Half-moves to the starting position if nobody stood in the way, when a side is to move.
fn plies(turn: Color, [white, black]: [i32; 2]) -> i32 {
    match turn {
        Color::White => 2 * white.max(black),
        Color::Black => 2 * white.max(black + 1) - 1,
    }
}

/// How good it is that White and Black have so many moves left; the lower the better.
fn rank(turn: Color, [white, black]: [i32; 2]) -> i32 {
    // The side with fewer moves left has to wait. Two moves are easily lost, going out and back; a
    // single one is not.
    let waiting = white - black - turn.fold_wb(0, 1);
    let odd = if waiting % 2 == 0 { 0 } else { 6 };
    4 * plies(turn, [white, black]) + 3 * (white + black) + odd
}
