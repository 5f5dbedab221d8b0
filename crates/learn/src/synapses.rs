//! One man on an empty board: a 64×64 matrix of weights per man, as in the seed of this work.
//!
//! Three ways to fill it. [`reinforce`] is the seed's first algorithm: random trials, a weight more
//! for yes, one less for no. [`eliminate`] is its second: ask about every pair of squares once,
//! 4,096 questions. [`by_symmetry`] asks less: it looks for symmetries among the moves it has seen
//! accepted, tests them, and asks once or twice about each class of moves that they make alike.

use rand::{Rng, RngExt as _, seq::SliceRandom as _};

use crate::{
    Counter, Halt, Move, Position,
    position::{file, rank},
};

/// The weights of one man, by origin and destination, a1 first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Synapses(Vec<u32>);

impl Synapses {
    /// All weights 1: nothing is known.
    pub fn new() -> Synapses {
        Synapses(vec![1; 64 * 64])
    }

    /// The weight of a move.
    pub fn weight(&self, from: u8, to: u8) -> u32 {
        self.0[from as usize * 64 + to as usize]
    }

    fn set(&mut self, from: u8, to: u8, weight: u32) {
        self.0[from as usize * 64 + to as usize] = weight;
    }

    /// Pairs of squares about which two matrices disagree: may the man go there or not?
    pub fn differences(&self, other: &Synapses) -> usize {
        let pairs = self.0.iter().zip(&other.0);
        pairs
            .filter(|(one, other)| (**one > 0) != (**other > 0))
            .count()
    }

    /// Destination by chance, heavier ones rather (the seed's SynapsesPlay).
    pub fn play(&self, from: u8, rng: &mut impl Rng) -> Option<u8> {
        let row = &self.0[from as usize * 64..][..64];
        let sum: u32 = row.iter().sum();
        if sum == 0 {
            return None;
        }
        let mut left = rng.random_range(0..sum);
        for (to, weight) in row.iter().enumerate() {
            if left < *weight {
                return Some(to as u8);
            }
            left -= weight;
        }
        None
    }

    /// The corner of the matrix that the seed prints: columns are origins, rows destinations,
    /// squares from a8 to the right and down.
    pub fn table(&self) -> String {
        let seeds = |index: u8| (7 - index / 8) * 8 + index % 8;
        let name = |index: u8| crate::position::square_name(seeds(index)).to_uppercase();
        let mut text = String::from("|     |");
        for column in 0..11 {
            text.push_str(&format!(" {:>4} |", name(column)));
        }
        text.push_str("\n|-----|");
        text.push_str(&"-----:|".repeat(11));
        text.push('\n');
        for row in 0..7 {
            text.push_str(&format!("| {:<3} |", name(row)));
            for column in 0..11 {
                text.push_str(&format!(" {:>4} |", self.weight(seeds(column), seeds(row))));
            }
            text.push('\n');
        }
        text
    }
}

impl Default for Synapses {
    fn default() -> Synapses {
        Synapses::new()
    }
}

/// Asks whether the man may go from one square to another on an empty board.
fn ask(counter: &mut Counter<'_>, man: u8, from: u8, to: u8) -> Result<bool, Halt> {
    let mut position = Position::empty();
    position.turn = Position::side_of(man).unwrap_or(0);
    position.board[from as usize] = man;
    counter.ask(&position, &[Move::new(from, to)])
}

/// Algorithm 1: random trials; `watch` sees the matrix after each one.
pub fn reinforce(
    counter: &mut Counter<'_>,
    man: u8,
    trials: u64,
    rng: &mut impl Rng,
    mut watch: impl FnMut(u64, &Synapses),
) -> Result<Synapses, Halt> {
    let mut synapses = Synapses::new();
    for trial in 1..=trials {
        let from = rng.random_range(0..64);
        if let Some(to) = synapses.play(from, rng) {
            let weight = synapses.weight(from, to);
            let weight = if ask(counter, man, from, to)? {
                weight + 1
            } else {
                weight.max(1) - 1
            };
            synapses.set(from, to, weight);
        }
        watch(trial, &synapses);
    }
    Ok(synapses)
}

/// Algorithm 2.3: every pair of squares once.
pub fn eliminate(counter: &mut Counter<'_>, man: u8) -> Result<Synapses, Halt> {
    let mut synapses = Synapses::new();
    for from in 0..64 {
        for to in 0..64 {
            synapses.set(from, to, u32::from(ask(counter, man, from, to)?));
        }
    }
    Ok(synapses)
}

/// A way in which moves may be alike: a move and its image are both accepted or both refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// Everything one file to the right.
    ShiftFiles,
    /// Everything one rank up.
    ShiftRanks,
    /// Left and right exchanged.
    MirrorFiles,
    /// Up and down exchanged.
    MirrorRanks,
    /// Files and ranks exchanged.
    Transpose,
}

impl Symmetry {
    /// All that are tried.
    pub const ALL: [Symmetry; 5] = [
        Symmetry::ShiftFiles,
        Symmetry::ShiftRanks,
        Symmetry::MirrorFiles,
        Symmetry::MirrorRanks,
        Symmetry::Transpose,
    ];

    fn square(self, square: u8) -> Option<u8> {
        let (file, rank) = (file(square) as u8, rank(square) as u8);
        let at = |file: u8, rank: u8| Some(rank * 8 + file);
        match self {
            Symmetry::ShiftFiles if file < 7 => at(file + 1, rank),
            Symmetry::ShiftRanks if rank < 7 => at(file, rank + 1),
            Symmetry::ShiftFiles | Symmetry::ShiftRanks => None,
            Symmetry::MirrorFiles => at(7 - file, rank),
            Symmetry::MirrorRanks => at(file, 7 - rank),
            Symmetry::Transpose => at(rank, file),
        }
    }

    /// The image of a move, where it is on the board.
    fn image(self, (from, to): (u8, u8)) -> Option<(u8, u8)> {
        Some((self.square(from)?, self.square(to)?))
    }
}

/// What [`by_symmetry`] found.
#[derive(Clone, Debug)]
pub struct SymmetryFinding {
    pub synapses: Synapses,
    pub symmetries: Vec<Symmetry>,
}

/// Answers that were given, and how to ask for more.
struct AnswerBook<'a, 'b> {
    counter: &'a mut Counter<'b>,
    man: u8,
    answers: Vec<Option<bool>>,
}

impl AnswerBook<'_, '_> {
    fn get(&mut self, (from, to): (u8, u8)) -> Result<bool, Halt> {
        let index = from as usize * 64 + to as usize;
        if let Some(answer) = self.answers[index] {
            return Ok(answer);
        }
        let answer = ask(self.counter, self.man, from, to)?;
        self.answers[index] = Some(answer);
        Ok(answer)
    }

    /// Symmetries under which the images of all examples are accepted, too.
    fn symmetries_of(&mut self, examples: &[(u8, u8)]) -> Result<Vec<Symmetry>, Halt> {
        let mut symmetries = Vec::new();
        for symmetry in Symmetry::ALL {
            let mut holds = !examples.is_empty();
            for example in examples {
                if let Some(image) = symmetry.image(*example) {
                    holds = holds && self.get(image)?;
                }
            }
            if holds {
                symmetries.push(symmetry);
            }
        }
        Ok(symmetries)
    }
}

/// Accepted moves to look at before symmetries are tested.
const EXAMPLES: usize = 24;
/// Questions after which it goes on with the examples it has.
const PATIENCE: usize = 1200;

/// Fewer questions by symmetries that the learner finds and checks by itself.
pub fn by_symmetry(
    counter: &mut Counter<'_>,
    man: u8,
    rng: &mut impl Rng,
) -> Result<SymmetryFinding, Halt> {
    let mut known = AnswerBook {
        counter,
        man,
        answers: vec![None; 64 * 64],
    };
    let mut pairs: Vec<(u8, u8)> = (0..64)
        .flat_map(|from| (0..64).map(move |to| (from, to)))
        .collect();
    pairs.shuffle(rng);
    let mut examples = Vec::new();
    for pair in pairs.iter().take(PATIENCE) {
        if known.get(*pair)? {
            examples.push(*pair);
        }
        if examples.len() == EXAMPLES {
            break;
        }
    }
    let mut symmetries = known.symmetries_of(&examples)?;
    // A class whose members answer differently disproves a symmetry: drop the last and begin again.
    loop {
        let classes = classes(&symmetries);
        let mut synapses = Synapses::new();
        let mut consistent = true;
        for class in &classes {
            let asked = class
                .iter()
                .filter(|pair| known.answers[index(**pair)].is_some())
                .count();
            let more = 2usize.saturating_sub(asked).min(class.len() - asked);
            let mut fresh: Vec<(u8, u8)> = class
                .iter()
                .copied()
                .filter(|pair| known.answers[index(*pair)].is_none())
                .collect();
            fresh.shuffle(rng);
            for pair in fresh.into_iter().take(more) {
                known.get(pair)?;
            }
            let mut answers = class.iter().filter_map(|pair| known.answers[index(*pair)]);
            let first = answers.next().unwrap_or(false);
            consistent &= answers.all(|answer| answer == first);
            for (from, to) in class {
                synapses.set(*from, *to, u32::from(first));
            }
        }
        if consistent {
            return Ok(SymmetryFinding {
                synapses,
                symmetries,
            });
        }
        // Those that two answers contradict directly, else the boldest.
        let before = symmetries.len();
        symmetries.retain(|symmetry| {
            pairs.iter().all(|pair| {
                let image = symmetry
                    .image(*pair)
                    .and_then(|image| known.answers[index(image)]);
                let answer = known.answers[index(*pair)];
                image.is_none() || answer.is_none() || image == answer
            })
        });
        if symmetries.len() == before {
            symmetries.pop();
        }
    }
}

fn index((from, to): (u8, u8)) -> usize {
    from as usize * 64 + to as usize
}

/// The classes of pairs that the symmetries make alike.
fn classes(symmetries: &[Symmetry]) -> Vec<Vec<(u8, u8)>> {
    let mut parent: Vec<usize> = (0..64 * 64).collect();
    fn root(parent: &mut [usize], mut one: usize) -> usize {
        while parent[one] != one {
            parent[one] = parent[parent[one]];
            one = parent[one];
        }
        one
    }
    let pair = |index: usize| ((index / 64) as u8, (index % 64) as u8);
    for one in 0..64 * 64 {
        for image in symmetries
            .iter()
            .filter_map(|symmetry| symmetry.image(pair(one)))
        {
            let (one, other) = (root(&mut parent, one), root(&mut parent, index(image)));
            parent[one.max(other)] = one.min(other);
        }
    }
    let mut classes: Vec<Vec<(u8, u8)>> = vec![Vec::new(); 64 * 64];
    for one in 0..64 * 64 {
        classes[root(&mut parent, one)].push(pair(one));
    }
    classes.retain(|class| !class.is_empty());
    classes
}
