//! What became of the games of an import: read, kept, removed, broken.

use serde::{Deserialize, Serialize};

/// How many broken games are quoted.
pub(crate) const EXAMPLES: usize = 10;

/// Counts of games; they add up over the pieces of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games met in the input.
    pub read: u64,
    /// Games written.
    pub kept: u64,
    /// Half-moves of the games written.
    pub plies: u64,
    /// Games that could not be replayed.
    pub broken: u64,
    /// Games of other chess variants.
    pub variants: u64,
    /// Games that a filter removed; each is counted with the first filter that did.
    pub removed: Removals,
    /// The first broken games.
    pub examples: Vec<Example>,
}

/// Games that filters removed, in the order in which the filters are applied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Removals {
    /// A rating is too low, or not given.
    pub rating: u64,
    /// The time control is not wanted, or not given where one is asked for.
    pub time_control: u64,
    /// Fewer half-moves than asked for.
    pub short: u64,
    /// Drawn or unfinished where only decided games are wanted.
    pub undecided: u64,
}

/// A game that could not be replayed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Example {
    /// The name of the input.
    pub source: String,
    /// The number of the game in it, from 1.
    pub game: u64,
    /// What is wrong.
    pub reason: String,
}

impl Tally {
    /// Adds the counts of a later piece.
    pub fn add(&mut self, later: &Tally) {
        self.read += later.read;
        self.kept += later.kept;
        self.plies += later.plies;
        self.broken += later.broken;
        self.variants += later.variants;
        self.removed.rating += later.removed.rating;
        self.removed.time_control += later.removed.time_control;
        self.removed.short += later.removed.short;
        self.removed.undecided += later.removed.undecided;
        let room = EXAMPLES.saturating_sub(self.examples.len());
        self.examples
            .extend(later.examples.iter().take(room).cloned());
    }
}

impl Removals {
    /// All of them.
    pub fn total(&self) -> u64 {
        self.rating + self.time_control + self.short + self.undecided
    }
}
