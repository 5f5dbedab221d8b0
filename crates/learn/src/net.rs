//! A network that guesses which moves are legal: never exact, and that is the point.
//!
//! Inputs are the men as the mover sees them and the registers, one input each; outputs are all
//! pairs of squares. It learns from the same yes and no as the exact learner, in positions of
//! random play; questions are the accepted moves and as many refused ones near them.

use rand::{Rng, RngExt as _};

use crate::{
    Move, Position,
    dense::Dense,
    position::{REGISTERS, file, rank},
    program::seen,
};

/// Values a register can show to the network.
const VALUES: usize = 16;
const INPUTS: usize = 12 * 64 + REGISTERS * VALUES;

/// Guesses masks of legal moves.
#[derive(Clone, Debug)]
pub struct Guesser(Dense);

/// Bits that were wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mistakes {
    pub positions: u64,
    /// Positions with a whole mask that is right.
    pub perfect: u64,
    /// Legal moves, and how many of them were called illegal.
    pub legal: u64,
    pub missed: u64,
    /// Illegal moves called legal.
    pub invented: u64,
    /// Positions whose best guess is illegal, with a legal move to be had.
    pub cheating: u64,
}

/// The inputs that are one.
fn ones(position: &Position) -> Vec<usize> {
    let mover = position.turn;
    let mut ones: Vec<usize> = position
        .men()
        .map(|(square, man)| {
            let theirs = usize::from(!Position::belongs(man, mover));
            let kind = Position::kind_of(man) as usize;
            (theirs * 6 + kind) * 64 + seen(square, mover) as usize
        })
        .collect();
    for (register, value) in position.registers.iter().enumerate() {
        // Registers 0 to 3 come in pairs by side only in the supervisor's head; the network sees
        // them as they are, with the mover, and has to find out.
        let value = (*value as usize).min(7) + 8 * mover as usize;
        ones.push(12 * 64 + register * VALUES + value);
    }
    ones
}

/// The squares of the mover's men.
fn own_squares(position: &Position) -> impl Iterator<Item = u8> + '_ {
    let own = |(_, man): &(u8, u8)| Position::belongs(*man, position.turn);
    position.men().filter(own).map(|(square, _)| square)
}

fn output(play: Move, mover: u8) -> usize {
    seen(play.from, mover) as usize * 64 + seen(play.to, mover) as usize
}

impl Guesser {
    /// A network with so many hidden units.
    pub fn new(hidden: usize, rng: &mut impl Rng) -> Guesser {
        Guesser(Dense::new(INPUTS, hidden, 64 * 64, rng))
    }

    /// Learns from one position: its accepted moves (pairs of squares), and refused ones by chance.
    /// Returns the number of answers used.
    pub fn learn(&mut self, position: &Position, accepted: &[Move], rng: &mut impl Rng) -> u64 {
        let mover = position.turn;
        let mut yes: Vec<usize> = accepted.iter().map(|play| output(*play, mover)).collect();
        yes.sort_unstable();
        yes.dedup();
        let mut answers: Vec<(usize, bool)> = yes.iter().map(|one| (*one, true)).collect();
        // All ways a queen or knight could go from each own man: where mistakes are made.
        for from in own_squares(position) {
            for to in 0..64u8 {
                let (files, ranks) = ((file(to) - file(from)).abs(), (rank(to) - rank(from)).abs());
                let near = files == 0 || ranks == 0 || files == ranks || files + ranks == 3;
                let index = output(Move::new(from, to), mover);
                if near && from != to && yes.binary_search(&index).is_err() {
                    answers.push((index, false));
                }
            }
        }
        // And some far ones.
        let own: Vec<u8> = own_squares(position).collect();
        for _ in 0..own.len().min(16) {
            let play = Move::new(own[rng.random_range(0..own.len())], rng.random_range(0..64));
            let index = output(play, mover);
            if yes.binary_search(&index).is_err() {
                answers.push((index, false));
            }
        }
        self.0.learn(&ones(position), &answers);
        answers.len() as u64
    }

    /// Ends a batch of positions.
    pub fn step(&mut self, rate: f32, batch: usize) {
        self.0.step(rate, batch);
    }

    /// Compares the whole mask with the accepted moves.
    pub fn examine(&self, position: &Position, accepted: &[Move], mistakes: &mut Mistakes) {
        let mover = position.turn;
        let mut truth = vec![false; 64 * 64];
        accepted
            .iter()
            .for_each(|play| truth[output(*play, mover)] = true);
        let hidden = self.0.hidden(&ones(position));
        let (mut missed, mut invented) = (0, 0);
        let mut best = (f32::MIN, 0);
        let mut own = [false; 64];
        own_squares(position).for_each(|square| own[seen(square, mover) as usize] = true);
        for (index, legal) in truth.iter().enumerate() {
            // That only own men are moved it is told.
            if !own[index / 64] {
                continue;
            }
            let logit = self.0.logit(&hidden, index);
            if logit > best.0 {
                best = (logit, index);
            }
            match (logit > 0.0, legal) {
                (false, true) => missed += 1,
                (true, false) => invented += 1,
                _ => {}
            }
        }
        mistakes.positions += 1;
        mistakes.perfect += u64::from(missed + invented == 0);
        mistakes.legal += truth.iter().filter(|legal| **legal).count() as u64;
        mistakes.missed += missed;
        mistakes.invented += invented;
        mistakes.cheating += u64::from(!accepted.is_empty() && !truth[best.1]);
    }

    /// How wrong it is here, for a search of bad positions: the number of wrong bits.
    pub fn wrong_bits(&self, position: &Position, accepted: &[Move]) -> u64 {
        let mut mistakes = Mistakes::default();
        self.examine(position, accepted, &mut mistakes);
        mistakes.missed + mistakes.invented
    }
}

/// Guesses where one man may go on a board with others of its side in the way.
#[derive(Clone, Debug)]
pub struct Boards(Dense);

impl Boards {
    /// A network with so many hidden units.
    pub fn new(hidden: usize, rng: &mut impl Rng) -> Boards {
        Boards(Dense::new(7 * 64, hidden, 64, rng))
    }

    fn ones(position: &Position, from: u8) -> Vec<usize> {
        let others = position.men().filter(|(square, _)| *square != from);
        let mut ones: Vec<usize> = others.map(|(square, _)| 6 * 64 + square as usize).collect();
        let kind = Position::kind_of(position.board[from as usize].max(1)) as usize;
        ones.push(kind * 64 + from as usize);
        ones
    }

    /// Learns the answers for all destinations.
    pub fn learn(&mut self, position: &Position, from: u8, answers: &[bool; 64]) {
        let answers: Vec<(usize, bool)> = answers.iter().copied().enumerate().collect();
        self.0.learn(&Boards::ones(position, from), &answers);
    }

    /// Ends a batch of positions.
    pub fn step(&mut self, rate: f32, batch: usize) {
        self.0.step(rate, batch);
    }

    /// Where the man may go.
    pub fn guess(&self, position: &Position, from: u8) -> [bool; 64] {
        let hidden = self.0.hidden(&Boards::ones(position, from));
        std::array::from_fn(|to| self.0.logit(&hidden, to) > 0.0)
    }
}
