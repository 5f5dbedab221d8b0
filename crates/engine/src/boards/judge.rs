//! Who says which of two positions is better.

use std::{collections::HashMap, sync::Arc};

use shakmaty::{Chess, Position as _};
use sissa_nn::deepchess::{Comparator, Features, View};

use crate::eval::material;

/// Compares positions.
#[derive(Clone, Debug)]
pub enum BoardJudge {
    /// A network that was taught pairs.
    DeepChess(Arc<Comparator>),
    /// Who has more material; among equals, chance.
    Material,
    /// Nobody: moves are drawn by chance.
    Random,
}

impl BoardJudge {
    /// Its name, as the option `Eval` takes it.
    pub fn name(&self) -> &'static str {
        match self {
            BoardJudge::DeepChess(_) => "deepchess",
            BoardJudge::Material => "material",
            BoardJudge::Random => "random",
        }
    }

    /// Something like centipawns for White: how much better than the starting position.
    pub fn value(&self, position: &Chess) -> i32 {
        let mut boards = Boards::new(self);
        let number = boards.number(1, position);
        boards.value(number)
    }
}

/// Centipawns that odds of e to 1 are shown as.
const SCALE: f32 = 100.0;

/// Positions by number, and what the judge needs of them.
pub(super) struct Boards<'a> {
    judge: &'a BoardJudge,
    numbers: HashMap<u64, usize>,
    /// For chance.
    keys: Vec<u64>,
    material: Vec<i32>,
    /// Of all positions, row after row.
    features: Features,
}

impl<'a> Boards<'a> {
    /// The starting position's number.
    pub const START: usize = 0;

    pub fn new(judge: &'a BoardJudge) -> Boards<'a> {
        let mut boards = Boards {
            judge,
            numbers: HashMap::new(),
            keys: Vec::new(),
            material: Vec::new(),
            features: Features::default(),
        };
        boards.number(0, &Chess::default());
        boards
    }

    /// The number of a position, by its hash.
    pub fn number(&mut self, key: u64, position: &Chess) -> usize {
        let next = self.keys.len();
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.keys.push(scramble(key));
            self.material.push(material(position.board()));
            if let BoardJudge::DeepChess(comparator) = self.judge {
                let features = comparator.features(&[View::of(position)]);
                for (all, part) in self.features.parts.iter_mut().zip(features.parts) {
                    all.extend(part);
                }
            }
        }
        number
    }

    /// The logarithm of the odds that the first is the better one for White.
    fn odds(&self, comparator: &Comparator, one: usize, other: usize) -> f32 {
        comparator.compare(&self.features, &[(one, other)])[0]
    }

    pub fn better(&self, one: usize, other: usize) -> bool {
        match self.judge {
            BoardJudge::DeepChess(comparator) => self.odds(comparator, one, other) > 0.0,
            BoardJudge::Material | BoardJudge::Random => {
                let rank = |number: usize| (self.material[number], self.keys[number]);
                rank(one) > rank(other)
            }
        }
    }

    pub fn value(&self, number: usize) -> i32 {
        match self.judge {
            BoardJudge::DeepChess(comparator) => {
                let odds = self.odds(comparator, number, Boards::START);
                (SCALE * odds).clamp(-3000.0, 3000.0) as i32
            }
            BoardJudge::Material => self.material[number],
            BoardJudge::Random => 0,
        }
    }
}

/// Spreads numbers evenly (the finaliser of SplitMix64).
pub(super) fn scramble(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
