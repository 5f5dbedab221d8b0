//! Arrangements to ask about: thinned first arrangements, scattered men, crowds of one kind.

use rand::RngExt as _;

use super::{Learner, context::Case};
use crate::{Game, Move, Position, position::KINDS, program::Veto};

impl Learner<'_, '_> {
    /// Some men here and there, sometimes a thinned first arrangement.
    pub(super) fn random_position(&mut self) -> Position {
        let game = self.program.game.clone();
        let style = self.rng.random_range(0..5);
        let mut position = match style {
            0 | 4 => self.thinned_start(game.start),
            style => {
                let nothing = Case {
                    men: Vec::new(),
                    turn: 0,
                    play: Move::new(0, 0),
                    registers: Vec::new(),
                };
                let company = self.rng.random_range(1..16);
                match style {
                    1 => self.context(&nothing, company, 0),
                    _ => self.crowd(&nothing, company),
                }
            }
        };
        self.disturb_men(&mut position);
        self.draw_registers(
            &mut position,
            &game,
            if style == 2 || style == 3 { 4 } else { 2 },
        );
        position
    }

    /// The first arrangement with some men missing and some elsewhere.
    fn thinned_start(&mut self, mut position: Position) -> Position {
        let keep = self.rng.random_range(2..10);
        for square in 0..64 {
            let man = position.board[square];
            if man != 0 && !self.essentials.contains(&man) && self.rng.random_range(0..10) >= keep {
                position.board[square] = 0;
            }
        }
        for _ in 0..self.rng.random_range(0..6) {
            let from = self.rng.random_range(0..64usize);
            let man = position.board[from];
            let empty = empty_squares(&position);
            if man != 0
                && let Some(to) = self.place(man, empty)
            {
                position.board[from] = 0;
                position.board[to as usize] = man;
            }
        }
        position
    }

    /// Puts some men where they have not been seen.
    fn disturb_men(&mut self, position: &mut Position) {
        // Now and then a man too few or too many, to see which the game can do without.
        if self.rng.random_range(0..3) == 0 {
            let man = self.rng.random_range(1..=2 * KINDS as u8);
            let square = self.rng.random_range(0..64);
            if !self.essentials.contains(&man) && !self.essentials.contains(&position.board[square])
            {
                position.board[square] = man;
            }
        }
        // Essential men also where they have only met refusal: it may not be their own fault.
        if self.rng.random_range(0..4) == 0 && !self.essentials.is_empty() {
            let man = self.essentials[self.rng.random_range(0..self.essentials.len())];
            let to = self.rng.random_range(0..64);
            if let Some(from) = position.board.iter().position(|there| *there == man)
                && position.board[to] == 0
            {
                position.board[from] = 0;
                position.board[to] = man;
            }
        }
        if self.rng.random_range(0..12) == 0 && !self.essentials.is_empty() {
            let man = self.essentials[self.rng.random_range(0..self.essentials.len())];
            if self.rng.random_range(0..2) == 0 {
                for square in 0..64 {
                    if position.board[square] == man {
                        position.board[square] = 0;
                    }
                }
            } else {
                position.board[self.rng.random_range(0..64)] = man;
            }
        }
    }

    /// Whose move it is, and registers: each drawn anew `often` times in four.
    fn draw_registers(&mut self, position: &mut Position, game: &Game, often: i32) {
        position.turn = self.rng.random_range(0..2);
        for register in 0..game.registers.len() {
            if game.registers[register] > 1 && self.rng.random_range(0..4) < often {
                position.registers[register] = self.rng.random_range(0..game.registers[register]);
            }
        }
        // Where the registers are why nothing is allowed, mostly take the usual ones.
        if self.engine.is_void(position) && self.rng.random_range(0..8) > 0 {
            for (register, start) in game.start.registers.into_iter().enumerate() {
                let law = |value: u8| {
                    self.program.laws.iter().any(|law| {
                        law.veto
                            == Veto::Register {
                                register: register as u8,
                                value,
                            }
                    })
                };
                if law(position.registers[register]) {
                    position.registers[register] = start;
                }
            }
        }
    }

    /// Many men of one or two kinds.
    fn crowd(&mut self, nothing: &Case, company: usize) -> Position {
        let mut position = self.context(nothing, 0, 0);
        let first = self.suspect_kind();
        let second = match self.rng.random_range(0..2) {
            0 => first,
            _ => self.suspect_kind(),
        };
        let kinds = [first, second];
        let company = company + self.rng.random_range(4..10);
        for _ in 0..company {
            let kind = kinds[self.rng.random_range(0..2)];
            let man = Position::man(self.rng.random_range(0..2), kind);
            let empty = empty_squares(&position);
            if !self.essentials.contains(&man)
                && let Some(square) = self.place(man, empty)
            {
                position.board[square as usize] = man;
            }
        }
        position
    }

    /// A kind; rather one whose steps depend on where it stands, as it may have more exceptions.
    fn suspect_kind(&mut self) -> u8 {
        let irregular: Vec<u8> = self
            .rules
            .iter()
            .filter(|rule| rule.from != u64::MAX)
            .map(|rule| rule.kind)
            .collect();
        if self.priors.chosen_questions && !irregular.is_empty() && self.rng.random_range(0..2) == 0
        {
            irregular[self.rng.random_range(0..irregular.len())]
        } else {
            Position::kind_of(self.any_man())
        }
    }
}

/// The squares without a man.
fn empty_squares(position: &Position) -> u64 {
    let empty = (0..64u8).filter(|square| position.board[*square as usize] == 0);
    empty.fold(0, |all, square| all | 1 << square)
}
