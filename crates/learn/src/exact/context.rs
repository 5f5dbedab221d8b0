//! Positions to ask about: which men must be there, and random company for the rest.

use rand::{RngExt as _, seq::SliceRandom as _};

use super::Learner;
use crate::{Halt, Move, Position, position::KINDS};

/// A move with the men it is about; everything else on the board is free.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) men: Vec<(u8, u8)>,
    pub(super) turn: u8,
    pub(super) play: Move,
    /// Registers that must have a value; the others are as at the start of the game.
    pub(super) registers: Vec<(u8, u8)>,
}

impl Case {
    /// The squares that are spoken for.
    pub(super) fn squares(&self) -> u64 {
        let ends = 1 << self.play.from | 1 << self.play.to;
        self.men
            .iter()
            .fold(ends, |all, (square, _)| all | 1 << square)
    }
}

impl Learner<'_, '_> {
    /// Takes men off the first arrangement as long as a move stays accepted, for moves of several
    /// kinds and both sides: what is always left is essential.
    pub(super) fn find_essentials(&mut self) -> Result<(), Halt> {
        let mut common: Option<Vec<u8>> = None;
        for turn in 0..2u8 {
            let mut start = self.program.game.start;
            start.turn = turn;
            let men: Vec<(u8, u8)> = start.men().collect();
            let mut kinds_done = [false; KINDS];
            for (from, man) in men {
                if !Position::belongs(man, turn) || kinds_done[Position::kind_of(man) as usize] {
                    continue;
                }
                for to in 0..64u8 {
                    let play = Move::new(from, to);
                    if from == to || !self.question(&start, &[play])? {
                        continue;
                    }
                    let left = self.strip(&start, play)?;
                    let left: Vec<u8> = left.men().map(|(_, man)| man).collect();
                    common = Some(match common {
                        None => left,
                        Some(common) => common
                            .into_iter()
                            .filter(|man| left.contains(man))
                            .collect(),
                    });
                    kinds_done[Position::kind_of(man) as usize] = true;
                    break;
                }
            }
        }
        self.essentials = common.unwrap_or_default();
        self.essentials.sort_unstable();
        self.essentials.dedup();
        Ok(())
    }

    /// Removes men while the move stays accepted.
    pub(super) fn strip(&mut self, position: &Position, play: Move) -> Result<Position, Halt> {
        let mut left = *position;
        // Twice: a man may be needed only because of another one.
        for _ in 0..2 {
            let mut squares: Vec<u8> = left.men().map(|(square, _)| square).collect();
            squares.shuffle(&mut self.rng);
            for square in squares.into_iter().filter(|square| *square != play.from) {
                let mut fewer = left;
                fewer.board[square as usize] = 0;
                if self.question(&fewer, &[play])? {
                    left = fewer;
                }
            }
        }
        Ok(left)
    }

    /// The case on a board with the essential men elsewhere and `company` more, none on `avoid`;
    /// rather not one in which nothing is known to be allowed.
    pub(super) fn context(&mut self, case: &Case, company: usize, avoid: u64) -> Position {
        let mut position = self.any_context(case, company, avoid);
        for _ in 0..10 {
            if !self.engine.is_void(&position) {
                break;
            }
            position = self.any_context(case, company, avoid);
        }
        position
    }

    fn any_context(&mut self, case: &Case, company: usize, avoid: u64) -> Position {
        let mut position = Position::empty();
        position.turn = case.turn;
        position.registers = self.program.game.start.registers;
        for (register, value) in &case.registers {
            position.registers[*register as usize] = *value;
        }
        for (square, man) in &case.men {
            position.board[*square as usize] = *man;
        }
        let mut free = !(case.squares() | avoid);
        for man in self.essentials.clone() {
            if position.board.contains(&man) {
                continue;
            }
            if let Some(square) = self.place(man, free) {
                position.board[square as usize] = man;
                free &= !(1 << square);
            }
        }
        for _ in 0..company {
            let man = self.any_man();
            if let Some(square) = self.place(man, free) {
                position.board[square as usize] = man;
                free &= !(1 << square);
            }
        }
        position
    }

    /// A man that is not essential.
    pub(super) fn any_man(&mut self) -> u8 {
        for _ in 0..64 {
            let man = self.rng.random_range(1..=2 * KINDS as u8);
            if !self.essentials.contains(&man) && self.worth_trying(man) {
                return man;
            }
        }
        1
    }

    /// Has this man ever been part of an accepted question, or not been tried enough?
    fn worth_trying(&mut self, man: u8) -> bool {
        let (asked, yes) = self.alive[man as usize]
            .iter()
            .fold((0, 0), |all, seen| (all.0 + seen.0, all.1 + seen.1));
        asked < 400 || yes > 0 || self.rng.random_range(0..50) == 0
    }

    /// A random free square, rather not one where the man has only ever met refusal.
    pub(super) fn place(&mut self, man: u8, free: u64) -> Option<u8> {
        if free == 0 {
            return None;
        }
        let mut last = None;
        for _ in 0..8 {
            let nth = self.rng.random_range(0..free.count_ones());
            let square = nth_bit(free, nth);
            last = Some(square);
            let (asked, yes) = self.alive[man as usize][square as usize];
            if asked < 12 || yes > 0 {
                break;
            }
        }
        last
    }

    /// Asks about the case in up to so many contexts, until it is accepted.
    pub(super) fn try_case(
        &mut self,
        case: &Case,
        tries: usize,
        avoid: u64,
    ) -> Result<Option<Position>, Halt> {
        for _ in 0..tries {
            let position = self.context(case, 0, avoid);
            if self.question(&position, &[case.play])? {
                return Ok(Some(position));
            }
        }
        Ok(None)
    }

    /// Squares that must be empty for the case, besides its own: groups of men are put on squares
    /// in doubt, and an accepted question clears them all.
    pub(super) fn blockers(&mut self, case: &Case) -> Result<Vec<u8>, Halt> {
        let mut doubt = !case.squares();
        let mut group = 10usize;
        let mut questions = 0;
        while doubt.count_ones() > 0 && questions < 120 {
            questions += 1;
            let mut position = self.context(case, 0, 0);
            let mut placed = 0u64;
            for _ in 0..group {
                let open = doubt & !placed;
                let man = self.any_man();
                if let Some(square) = self.place(man, open)
                    && position.board[square as usize] == 0
                {
                    position.board[square as usize] = man;
                    placed |= 1 << square;
                }
            }
            if self.question(&position, &[case.play])? {
                let occupied = position
                    .men()
                    .fold(0u64, |all, (square, _)| all | 1 << square);
                doubt &= !occupied;
                group = (group + 1).min(12);
            } else {
                group = (group * 3 / 4).max(1);
            }
        }
        let mut blockers = Vec::new();
        for square in (0..64u8).filter(|square| doubt & (1 << square) != 0) {
            let mut cleared = false;
            for attempt in 0..24 {
                let mut position = self.context(case, 0, 1 << square);
                let man = loop {
                    let man = self.any_man();
                    // Own and other men in turn: either may confound by a law.
                    if Position::belongs(man, attempt % 2) || self.rng.random_range(0..6) == 0 {
                        break man;
                    }
                };
                position.board[square as usize] = man;
                if self.question(&position, &[case.play])? {
                    cleared = true;
                    break;
                }
            }
            if !cleared {
                blockers.push(square);
            }
        }
        Ok(blockers)
    }
}

/// The n-th set bit, from 0.
pub(super) fn nth_bit(bits: u64, nth: u32) -> u8 {
    let mut left = bits;
    for _ in 0..nth {
        left &= left - 1;
    }
    left.trailing_zeros() as u8
}
