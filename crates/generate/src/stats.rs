//! What a batch of positions is like: the thesis' measures and the variety of the batch.

use rustc_hash::FxHashSet;
use shakmaty::{Chess, Color, EnPassantMode, Move, Position, Role, Square};
use sissa_constraint::{Constraint, Goal};
use sissa_game::key;
use sissa_record::Measures;

/// When two positions count as the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unique {
    /// Same men on the same squares, same turn, same rights.
    #[default]
    Exact,
    /// Also when one is the other seen from the other side: colours swapped and ranks mirrored.
    Mirror,
}

impl Unique {
    /// A number that is the same for positions that count as the same.
    pub fn key(self, position: &Chess) -> u64 {
        match self {
            Unique::Exact => key(position),
            Unique::Mirror => {
                let mut setup = position.to_setup(EnPassantMode::Legal);
                setup.mirror();
                let mirrored = setup.position::<Chess>(shakmaty::CastlingMode::Standard);
                mirrored.map_or(key(position), |mirrored| key(position).min(key(&mirrored)))
            }
        }
    }
}

/// How different the positions of a batch are.
#[derive(Debug, Clone, PartialEq)]
pub struct Variety {
    /// Mean entropy, in bits, of what stands on a square, over the 64 squares.
    pub occupancy_entropy: f64,
    /// Distinct pawn structures per position.
    pub pawn_structures: f64,
    /// Distinct first eight half-moves per position.
    pub openings: f64,
}

/// Running measures of a batch; memory grows only by a few bytes a position.
#[derive(Debug, Clone)]
pub struct Statistics {
    unique: Unique,
    produced: u64,
    satisfied: u64,
    keys: FxHashSet<u64>,
    /// How many satisfying games have each length.
    plies: Vec<u64>,
    /// What only costs time where nobody asks for it.
    details: Option<Details>,
}

/// How different the positions are, and how far those that fail are away.
#[derive(Debug, Clone)]
struct Details {
    /// The alternatives of the constraint, for the piece difference.
    goals: Vec<Goal>,
    pawns: FxHashSet<u64>,
    openings: FxHashSet<u64>,
    /// How often each square holds each of twelve men or nothing.
    occupancy: Vec<[u64; 13]>,
    /// How many positions are k men away from the counts asked for.
    differences: [u64; 15],
}

impl Statistics {
    /// An empty batch of positions for this constraint.
    pub fn new(constraint: &Constraint, unique: Unique) -> Statistics {
        let details = Details {
            goals: constraint.goals(64).unwrap_or_default(),
            pawns: FxHashSet::default(),
            openings: FxHashSet::default(),
            occupancy: vec![[0; 13]; 64],
            differences: [0; 15],
        };
        Statistics {
            details: Some(details),
            ..Statistics::counting(unique)
        }
    }

    /// An empty batch of which only numbers and lengths are kept: eight bytes a position.
    pub fn counting(unique: Unique) -> Statistics {
        Statistics {
            unique,
            produced: 0,
            satisfied: 0,
            keys: FxHashSet::default(),
            plies: Vec::new(),
            details: None,
        }
    }

    /// Takes in a position and its game. Answers whether it is the first of its kind.
    pub fn add(&mut self, position: &Chess, moves: &[Move], satisfied: bool) -> bool {
        self.take(self.unique.key(position), position, moves, satisfied)
    }

    /// Takes in a satisfying position whose key is known. Answers whether it is the first of its
    /// kind.
    pub fn add_with_key(&mut self, key: u64, position: &Chess, moves: &[Move]) -> bool {
        self.take(key, position, moves, true)
    }

    fn take(&mut self, key: u64, position: &Chess, moves: &[Move], satisfied: bool) -> bool {
        self.produced += 1;
        if satisfied {
            self.satisfied += 1;
            if self.plies.len() <= moves.len() {
                self.plies.resize(moves.len() + 1, 0);
            }
            self.plies[moves.len()] += 1;
        }
        if let Some(details) = &mut self.details {
            details.add(position, moves, satisfied);
        }
        self.keys.insert(key)
    }

    /// Positions made.
    pub fn produced(&self) -> u64 {
        self.produced
    }

    /// Positions that satisfy the constraint.
    pub fn satisfied(&self) -> u64 {
        self.satisfied
    }

    /// Distinct positions.
    pub fn unique(&self) -> u64 {
        self.keys.len() as u64
    }

    /// Mean number of half-moves of the satisfying games.
    pub fn mean_plies(&self) -> Option<f64> {
        let total: u64 = self
            .plies
            .iter()
            .zip(0..)
            .map(|(games, plies): (&u64, u64)| games * plies)
            .sum();
        (self.satisfied > 0).then(|| total as f64 / self.satisfied as f64)
    }

    /// Median number of half-moves of the satisfying games.
    pub fn median_plies(&self) -> Option<f64> {
        let nth = |n: u64| {
            let mut seen = 0;
            self.plies.iter().position(|games| {
                seen += games;
                seen > n
            })
        };
        let (low, high) = (
            nth(self.satisfied.checked_sub(1)? / 2)?,
            nth(self.satisfied / 2)?,
        );
        Some((low + high) as f64 / 2.0)
    }

    /// The thesis' k-PDR: the share, in percent, of positions that fail the constraint by k men, for
    /// k from 1 to 14 (and more).
    pub fn piece_difference_ratios(&self) -> [f64; 14] {
        std::array::from_fn(|i| {
            let away = self
                .details
                .as_ref()
                .map_or(0, |details| details.differences[i + 1]);
            100.0 * ratio(away, self.produced)
        })
    }

    /// How different the positions are.
    pub fn variety(&self) -> Option<Variety> {
        let details = self.details.as_ref().filter(|_| self.produced > 0)?;
        let total = self.produced as f64;
        let entropy = |counts: &[u64; 13]| -> f64 {
            counts
                .iter()
                .filter(|count| **count > 0)
                .map(|count| {
                    let share = *count as f64 / total;
                    share * (1.0 / share).log2()
                })
                .sum()
        };
        Some(Variety {
            occupancy_entropy: details.occupancy.iter().map(entropy).sum::<f64>() / 64.0,
            pawn_structures: details.pawns.len() as f64 / total,
            openings: details.openings.len() as f64 / total,
        })
    }

    /// All of it as a record. `dropped` positions were made as well, but had been there before.
    pub fn measures(&self, requested: u64, dropped: u64, seconds: f64) -> Measures {
        let variety = self.variety();
        let variety = variety.as_ref();
        Measures {
            satisfaction_ratio: ratio(self.satisfied, requested),
            unique_ratio: ratio(self.unique(), self.produced + dropped),
            k_pdr: self.piece_difference_ratios(),
            occupancy_entropy: variety.map(|variety| variety.occupancy_entropy),
            pawn_structures_per_1000: variety.map(|variety| 1000.0 * variety.pawn_structures),
            openings_per_1000: variety.map(|variety| 1000.0 * variety.openings),
            seconds,
            positions_per_second: self.produced as f64 / seconds.max(1e-9),
        }
    }
}

impl Details {
    fn add(&mut self, position: &Chess, moves: &[Move], satisfied: bool) {
        let board = position.board();
        for square in Square::ALL {
            let slot = board
                .piece_at(square)
                .map_or(0, |piece| piece.color.fold_wb(0, 6) + piece.role as usize);
            self.occupancy[usize::from(square)][slot] += 1;
        }
        self.pawns.insert(hash(&[
            (board.pawns() & board.white()).0,
            (board.pawns() & board.black()).0,
        ]));
        let opening: Vec<u64> = moves
            .iter()
            .take(8)
            .map(|m| {
                hash(&[
                    m.from().map_or(64, u64::from),
                    u64::from(m.to()),
                    m.promotion().map_or(0, |role| role as u64),
                ])
            })
            .collect();
        self.openings.insert(hash(&opening));
        if !satisfied {
            let away = self
                .goals
                .iter()
                .map(|goal| piece_difference(goal, position))
                .min()
                .unwrap_or(0);
            self.differences[away.min(14)] += 1;
        }
    }
}

fn ratio(part: u64, whole: u64) -> f64 {
    match whole {
        0 => 0.0,
        whole => part as f64 / whole as f64,
    }
}

/// Men too many or too few, over both sides and all roles.
fn piece_difference(goal: &Goal, position: &Chess) -> usize {
    let material = position.board().material();
    Color::ALL
        .into_iter()
        .flat_map(|color| Role::ALL.into_iter().map(move |role| (color, role)))
        .map(|(color, role)| {
            let window = goal.windows.role(color, role);
            let count = i32::from(*material.get(color).get(role));
            usize::try_from((window.min - count).max(count - window.max).max(0)).unwrap_or(0)
        })
        .sum()
}

fn hash(words: &[u64]) -> u64 {
    use std::hash::{BuildHasher as _, BuildHasherDefault};
    BuildHasherDefault::<rustc_hash::FxHasher>::default().hash_one(words)
}
