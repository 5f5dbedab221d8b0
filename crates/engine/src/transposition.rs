//! The transposition table: what is known of positions, shared by all threads without locks.
//!
//! An entry is two words; the first is the position's key xor-ed with the second. A torn write by two
//! threads gives a key that matches nothing, so a reader never sees half of an entry.

use alloc::{collections::TryReserveError, vec, vec::Vec};
use core::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::{packed::PackedMove, score::MATE_BOUND};

/// What a value says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true value is at most this.
    Upper = 1,
    /// The true value is at least this.
    Lower = 2,
    Exact = 3,
}

impl Bound {
    /// Whether a value with this bound settles a search of the window.
    pub(crate) fn settles(self, value: i32, alpha: i32, beta: i32) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        }
    }

    /// Whether a value with this bound contradicts an estimate.
    pub(crate) fn contradicts(self, value: i32, estimate: i32) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => value > estimate,
            Bound::Upper => value < estimate,
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub best: PackedMove,
    pub value: i32,
    /// The static evaluation.
    pub eval: i32,
    pub depth: i32,
    pub bound: Bound,
    pub pv: bool,
}

const SLOTS: usize = 4;
const AGES: u8 = 32;
/// Depths are stored from here up.
const LOWEST: i32 = -8;

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[repr(align(64))]
#[derive(Default)]
struct Bucket([Slot; SLOTS]);

/// Positions and what searches found of them.
pub(crate) struct TranspositionTable {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

impl core::fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Table")
            .field("mebibytes", &self.mebibytes())
            .finish()
    }
}

impl TranspositionTable {
    /// A table of so many mebibytes, at least one, if the system has them.
    pub fn try_new(mebibytes: usize) -> Result<TranspositionTable, TryReserveError> {
        let count = mebibytes.max(1) * 1024 * 1024 / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count)?;
        ask_for_large_pages(&mut buckets);
        buckets.resize_with(count, Bucket::default);
        Ok(TranspositionTable {
            buckets,
            age: AtomicU8::new(0),
        })
    }

    /// The largest table up to this size that the system has: half of it, or half of that, …
    pub fn up_to(mebibytes: usize) -> TranspositionTable {
        let mut wanted = mebibytes.max(1);
        loop {
            match TranspositionTable::try_new(wanted) {
                Ok(table) => return table,
                Err(_) if wanted > 1 => wanted /= 2,
                // Who has no mebibyte left cannot go on anyway: one bucket.
                Err(_) => {
                    return TranspositionTable {
                        buckets: vec![Bucket::default()],
                        age: AtomicU8::new(0),
                    };
                }
            }
        }
    }

    /// Its size.
    pub fn mebibytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>() / (1024 * 1024)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.age = AtomicU8::new(0);
    }

    /// Begins another search: older entries give way first.
    pub(crate) fn begin_search(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// Thousandths in use by the present search.
    pub fn fill(&self) -> usize {
        let age = self.age.load(Relaxed);
        let sample = self.buckets.len().min(250);
        let used = self.buckets[..sample]
            .iter()
            .flat_map(|bucket| &bucket.0)
            .filter(|slot| {
                let data = slot.data.load(Relaxed);
                data != 0 && age_of(data) == age
            })
            .count();
        used * 1000 / (sample * SLOTS)
    }

    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Begins to fetch what is known of a position that will be asked for soon.
    #[allow(unsafe_code)]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = self.bucket(key);
            // SAFETY: the pointer is that of a bucket, and a prefetch reads nothing.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known; values of mates are counted from `ply`.
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        let data = self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.check.load(Relaxed) ^ data == key && data != 0).then_some(data)
        })?;
        let value = i32::from((data >> 16) as u16 as i16);
        Some(Entry {
            best: PackedMove(data as u16),
            value: from_table(value, ply),
            eval: i32::from((data >> 32) as u16 as i16),
            depth: i32::from((data >> 48) as u8) + LOWEST,
            bound: match (data >> 56) & 3 {
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
            pv: (data >> 58) & 1 == 1,
        })
    }

    /// Remembers an entry.
    pub(crate) fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        let age = self.age.load(Relaxed);
        let bucket = self.bucket(key);
        let mut chosen = &bucket.0[0];
        let mut least = i32::MAX;
        for slot in &bucket.0 {
            let data = slot.data.load(Relaxed);
            if data == 0 {
                chosen = slot;
                break;
            }
            if slot.check.load(Relaxed) ^ data == key {
                if entry.best == PackedMove::NONE {
                    entry.best = PackedMove(data as u16);
                }
                let known = i32::from((data >> 48) as u8) + LOWEST;
                // A shallower bound of this search does not replace a much deeper one.
                if entry.bound != Bound::Exact && entry.depth + 4 < known && age_of(data) == age {
                    return;
                }
                chosen = slot;
                break;
            }
            let older = i32::from((AGES + age - age_of(data)) % AGES);
            let worth = i32::from((data >> 48) as u8) - 8 * older;
            if worth < least {
                (least, chosen) = (worth, slot);
            }
        }
        let value = to_table(entry.value, ply) as i16 as u16;
        let data = u64::from(entry.best.0)
            | u64::from(value) << 16
            | u64::from(entry.eval.clamp(-32_767, 32_767) as i16 as u16) << 32
            | u64::from((entry.depth - LOWEST).clamp(0, 255) as u8) << 48
            | (entry.bound as u64) << 56
            | u64::from(entry.pv) << 58
            | u64::from(age) << 59;
        chosen.data.store(data, Relaxed);
        chosen.check.store(key ^ data, Relaxed);
    }
}

/// Asks the system to back the room of a large table by large pages. The table is read at random, and
/// looking up the address of a small page costs as much as the read itself.
#[allow(unsafe_code)]
fn ask_for_large_pages(buckets: &mut Vec<Bucket>) {
    // Miri knows no pages.
    #[cfg(all(feature = "std", target_os = "linux", not(miri)))]
    {
        const LARGE: usize = 2 << 20;
        let room = buckets.spare_capacity_mut();
        let begin = room.as_mut_ptr().addr().next_multiple_of(LARGE);
        let end = (room.as_mut_ptr().addr() + size_of_val(room)) / LARGE * LARGE;
        if begin < end {
            let begin = room.as_mut_ptr().with_addr(begin);
            // SAFETY: whole pages inside the room, of which only the size is changed, never what they hold.
            // A refusal costs speed only.
            unsafe { libc::madvise(begin.cast(), end - begin.addr(), libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(all(feature = "std", target_os = "linux", not(miri))))]
    let _ = buckets;
}

fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

/// Mates are stored as seen from the position itself, so that they hold wherever it stands.
fn to_table(value: i32, ply: usize) -> i32 {
    match value {
        value if value >= MATE_BOUND => value + ply as i32,
        value if value <= -MATE_BOUND => value - ply as i32,
        value => value,
    }
}

fn from_table(value: i32, ply: usize) -> i32 {
    match value {
        value if value >= MATE_BOUND => value - ply as i32,
        value if value <= -MATE_BOUND => value + ply as i32,
        value => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::MATE;

    fn entry(value: i32, depth: i32) -> Entry {
        Entry {
            best: PackedMove(77),
            value,
            eval: -12,
            depth,
            bound: Bound::Exact,
            pv: true,
        }
    }

    #[test]
    fn what_is_stored_is_found_again() {
        let mut table = TranspositionTable::up_to(1);
        assert_eq!(table.probe(42, 0), None);
        table.store(42, 3, entry(-250, -3));
        assert_eq!(table.probe(42, 9), Some(entry(-250, -3)));
        table.clear();
        assert_eq!(table.probe(42, 0), None);
    }

    #[test]
    fn mates_are_counted_from_where_they_are_seen() {
        let table = TranspositionTable::up_to(1);
        table.store(1, 5, entry(MATE - 9, 4));
        assert_eq!(table.probe(1, 2).unwrap().value, MATE - 6);
    }

    #[test]
    fn deep_entries_outlive_shallow_ones() {
        let table = TranspositionTable::up_to(1);
        table.store(0, 0, entry(1, 40));
        for key in 1..1000 {
            table.store(key, 0, entry(0, 1));
        }
        assert_eq!(table.probe(0, 0), Some(entry(1, 40)));
    }
}
