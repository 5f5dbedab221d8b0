//! What is known of positions during one question.
//!
//! Entries carry the number of their question, so the next one begins with an empty table without
//! anything being cleared, and an answer never depends on what was asked before. Keys have 128 bits:
//! a proof must not rest on two positions that look alike.

use shakmaty::{Chess, EnPassantMode, Move, Position as _, zobrist::Zobrist128};

/// A position's key.
pub(crate) type Key = u128;

/// The key of a position.
pub(crate) fn key(chess: &Chess) -> Key {
    chess.zobrist_hash::<Zobrist128>(EnPassantMode::Legal).0
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Known {
    /// The goal cannot be forced within so many moves.
    pub fails: u8,
    /// The goal can be forced within so many; 0: not known.
    pub holds: u8,
    /// How, or what came nearest.
    pub best: Option<Move>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: Key,
    question: u32,
    known: Known,
}

/// Entries in pairs: the first keeps what is deep, the second what is new.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    entries: Vec<[Entry; 2]>,
    question: u32,
}

impl Table {
    /// A table of so many mebibytes, at least one.
    pub fn new(mebibytes: usize) -> Table {
        let count = (mebibytes.max(1) << 20) / size_of::<[Entry; 2]>();
        let count = 1 << count.ilog2();
        Table {
            entries: vec![[Entry::default(); 2]; count],
            question: 0,
        }
    }

    /// Begins a question: nothing is known.
    pub fn begin(&mut self) {
        match self.question.checked_add(1) {
            Some(next) => self.question = next,
            None => {
                self.entries.fill([Entry::default(); 2]);
                self.question = 1;
            }
        }
    }

    fn place(&self, key: Key) -> usize {
        (key >> 64) as usize & (self.entries.len() - 1)
    }

    /// What is known of a position; nothing by default.
    pub fn probe(&self, key: Key) -> Known {
        let pair = &self.entries[self.place(key)];
        let found = pair
            .iter()
            .find(|entry| entry.key == key && entry.question == self.question);
        found.map_or_else(Known::default, |entry| entry.known)
    }

    /// Remembers.
    pub fn store(&mut self, key: Key, known: Known) {
        let question = self.question;
        let place = self.place(key);
        let pair = &mut self.entries[place];
        let same = |entry: &Entry| entry.key == key && entry.question == question;
        let depth = |known: &Known| known.fails.max(known.holds);
        let first = !same(&pair[1])
            && (same(&pair[0])
                || pair[0].question != question
                || depth(&pair[0].known) <= depth(&known));
        pair[usize::from(!first)] = Entry {
            key,
            question,
            known,
        };
    }
}
