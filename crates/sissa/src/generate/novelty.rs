//! Dropping what was there before, for as long as something new can be expected.
//!
//! Every position drawn is counted. By Good and Turing (Good 1953, *The population frequencies of
//! species*) the chance that the next draw is one not drawn in this run is about *f₁ / n*, where *f₁* of
//! the *n* draws came up exactly once. What is new has not been drawn, so this bounds the chance of
//! something new from above, whatever was excluded. The run goes on while at least one new position is
//! to be expected of the next [`PATIENCE`] draws for each position asked for: *f₁ / n · patience ≥ 1*.
//!
//! Positions that were excluded and come up again for the first time, one after the other, are each
//! drawn once: *f₁ = n*, and the run goes on. That is how a run with the same seed passes its
//! predecessor by. A space of *S* equally likely positions, all known, is given up after about
//! *S · ln(patience)* draws.

use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::Chess;
use sissa_generate::Unique;

/// Draws that one new position is worth, at least.
const PATIENCE: u64 = 1_000;

/// Positions that were there before: they are dropped, and later indices made instead.
///
/// ```
/// use sissa::{Exclusion, Unique};
///
/// let mut known = Exclusion::new(Unique::Exact);
/// known.add(&shakmaty::Chess::default());
/// assert_eq!(known.len(), 1);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Exclusion {
    kind: Unique,
    keys: FxHashSet<u64>,
}

impl Exclusion {
    /// Nothing yet; positions count as the same as this says.
    pub fn new(kind: Unique) -> Exclusion {
        Exclusion {
            kind,
            keys: FxHashSet::default(),
        }
    }

    /// One more.
    pub fn add(&mut self, position: &Chess) {
        self.keys.insert(self.kind.key(position));
    }

    /// When two positions count as the same.
    pub fn kind(&self) -> Unique {
        self.kind
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }
}

/// What was drawn so far, and what is dropped.
#[derive(Debug)]
pub(super) struct Novelty {
    excluded: Exclusion,
    /// Repetitions within the run are dropped, too.
    unique: bool,
    patience: u64,
    draws: u64,
    /// Whether each position was drawn more than once.
    repeated: FxHashMap<u64, bool>,
    once: u64,
}

impl Novelty {
    /// For a run that asks for so many positions; `None` where nothing is ever dropped.
    pub fn new(excluded: Exclusion, unique: bool, count: u64) -> Option<Novelty> {
        (unique || !excluded.is_empty()).then(|| Novelty {
            excluded,
            unique,
            patience: count.saturating_mul(20).saturating_add(PATIENCE),
            draws: 0,
            repeated: FxHashMap::default(),
            once: 0,
        })
    }

    /// Takes note of a position by its key. Answers whether it is wanted.
    pub fn wants(&mut self, key: u64) -> bool {
        self.draws += 1;
        let mut first = false;
        self.repeated
            .entry(key)
            .and_modify(|repeated| {
                self.once -= u64::from(!*repeated);
                *repeated = true;
            })
            .or_insert_with(|| {
                first = true;
                false
            });
        self.once += u64::from(first);
        !self.excluded.keys.contains(&key) && (first || !self.unique)
    }

    /// Why nothing new is to be expected any more, where that is so.
    pub fn exhausted(&self) -> Option<String> {
        // A few draws say nothing about chances.
        let hopeful = self.once.saturating_mul(self.patience) >= self.draws;
        if self.draws < PATIENCE || hopeful {
            return None;
        }
        let grouped = sissa_game::words::grouped;
        Some(format!(
            "of {} positions drawn {} came up only once: less than one in {} is likely to be new",
            grouped(self.draws),
            grouped(self.once),
            grouped(self.patience)
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{Position as _, fen::Fen};

    /// King and rook against king with the white king in a corner: some positions to draw from.
    fn positions() -> Vec<Chess> {
        let mut found = Vec::new();
        for rook in 8..64 {
            for king in 16..64 {
                let mut board = shakmaty::Board::empty();
                let at = |index: u32| shakmaty::Square::new(index);
                board.set_piece_at(at(0), shakmaty::Color::White.king());
                board.set_piece_at(at(rook), shakmaty::Color::White.rook());
                board.set_piece_at(at(king), shakmaty::Color::Black.king());
                let fen = format!("{board} b - - 0 1");
                let fen: Fen = fen.parse().unwrap();
                if rook != king {
                    found.extend(fen.into_position::<Chess>(shakmaty::CastlingMode::Standard));
                }
            }
        }
        found
    }

    #[test]
    fn what_was_excluded_in_the_same_order_is_passed_by() {
        let positions = positions();
        assert!(positions.len() > 2_000 && positions[0].board().occupied().count() == 3);
        let mut excluded = Exclusion::new(Unique::Exact);
        for position in &positions[..2_000] {
            excluded.add(position);
        }
        let mut novelty = Novelty::new(excluded, false, 1).unwrap();
        for position in &positions[..2_000] {
            assert!(!novelty.wants(Unique::Exact.key(position)));
            assert_eq!(novelty.exhausted(), None);
        }
        assert!(novelty.wants(Unique::Exact.key(&positions[2_000])));
    }

    #[test]
    fn an_exhausted_space_is_given_up_and_not_before_it_is() {
        let positions = &positions()[..500];
        let mut novelty = Novelty::new(Exclusion::default(), true, 600).unwrap();
        let mut state = 1_u64;
        let mut found = 0;
        let given_up = (0..100_000).find(|_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let drawn = &positions[(state >> 33) as usize % positions.len()];
            found += usize::from(novelty.wants(Unique::Exact.key(drawn)));
            novelty.exhausted().is_some()
        });
        assert_eq!(found, positions.len());
        assert!(
            given_up.is_some_and(|draws| draws < 20 * positions.len()),
            "{given_up:?}"
        );
    }
}
