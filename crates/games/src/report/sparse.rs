//! Histograms that travel: mostly zeros, so only the rest is written.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// Longest histogram that is believed: no game is longer.
const LONGEST: usize = 100_000;

/// A list of counts as its length and pairs of place and count.
pub(super) fn serialize<S: Serializer>(counts: &[u64], to: S) -> Result<S::Ok, S::Error> {
    let pairs: Vec<(usize, u64)> = counts
        .iter()
        .copied()
        .enumerate()
        .filter(|(_, count)| *count > 0)
        .collect();
    (counts.len(), pairs).serialize(to)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u64>, D::Error> {
    let (length, pairs) = <(usize, Vec<(usize, u64)>)>::deserialize(from)?;
    if length > LONGEST {
        return Err(D::Error::custom("a histogram is too long"));
    }
    let mut counts = vec![0; length];
    for (place, count) in pairs {
        *counts
            .get_mut(place)
            .ok_or_else(|| D::Error::custom("a count is beyond its histogram"))? = count;
    }
    Ok(counts)
}

/// The same for squares: those that nobody stood on are left out.
pub(super) mod squares {
    use super::*;
    use crate::report::SquareCount;

    pub(crate) fn serialize<S: Serializer>(
        squares: &[SquareCount],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        let some = squares.iter().enumerate();
        to.collect_seq(some.filter(|(_, square)| square.count > 0))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<SquareCount>, D::Error> {
        let some = Vec::<(usize, SquareCount)>::deserialize(from)?;
        let mut squares = vec![SquareCount::default(); 12 * 64];
        for (slot, square) in some {
            *squares
                .get_mut(slot)
                .ok_or_else(|| D::Error::custom("there is no such square"))? = square;
        }
        Ok(squares)
    }
}
