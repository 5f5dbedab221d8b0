//! Samples that do not depend on threads: everything has a number by chance, and the smallest are taken.

use std::collections::BTreeMap;

/// The number of a thing by chance, from a seed and its place (Steele and others' SplitMix64).
pub(crate) fn number(seed: u64, place: u64) -> u64 {
    let mixed = |mut z: u64| {
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    };
    let start = mixed(seed.wrapping_add(0x9e37_79b9_7f4a_7c15));
    mixed(start.wrapping_add(place.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

/// So many things of those that come, each set of that size equally likely.
#[derive(Clone, Debug)]
pub(crate) struct Sample<T> {
    seed: u64,
    most: usize,
    seen: u64,
    kept: BTreeMap<(u64, u64), T>,
}

impl<T> Sample<T> {
    pub(crate) fn new(most: usize, seed: u64) -> Sample<T> {
        Sample {
            seed,
            most,
            seen: 0,
            kept: BTreeMap::new(),
        }
    }

    /// Takes a thing in, or not; things come in the same order each time.
    pub(crate) fn add(&mut self, thing: T) {
        let place = self.seen;
        self.seen += 1;
        let number = number(self.seed, place);
        let full = self.kept.len() >= self.most;
        let last = self.kept.last_key_value().map(|(key, _)| key.0);
        if full && last.is_none_or(|last| number >= last) {
            return;
        }
        self.kept.insert((number, place), thing);
        if self.kept.len() > self.most {
            self.kept.pop_last();
        }
    }

    /// How many things came.
    pub(crate) fn seen(&self) -> u64 {
        self.seen
    }

    /// The sample, in the order in which the things came.
    pub(crate) fn finish(self) -> Vec<T> {
        let mut kept: Vec<(u64, T)> = self
            .kept
            .into_iter()
            .map(|((_, place), thing)| (place, thing))
            .collect();
        kept.sort_by_key(|(place, _)| *place);
        kept.into_iter().map(|(_, thing)| thing).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(most: usize, seed: u64, of: u64) -> Vec<u64> {
        let mut sample = Sample::new(most, seed);
        (0..of).for_each(|thing| sample.add(thing));
        assert_eq!(sample.seen(), of);
        sample.finish()
    }

    #[test]
    fn samples_are_spread_and_repeat() {
        assert_eq!(sample(10, 1, 7), (0..7).collect::<Vec<_>>());
        assert!(sample(0, 1, 7).is_empty());
        assert_eq!(sample(50, 3, 1000), sample(50, 3, 1000));
        assert_ne!(sample(50, 3, 1000), sample(50, 4, 1000));
        assert!(sample(50, 3, 1000).is_sorted());
        // Each of a hundred things in about a tenth of the samples of ten.
        let mut counts = [0; 100];
        for seed in 0..2000 {
            for thing in sample(10, seed, 100) {
                counts[thing as usize] += 1;
            }
        }
        assert!(
            counts.iter().all(|count| (130..270).contains(count)),
            "{counts:?}"
        );
    }
}
