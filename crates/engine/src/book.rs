//! Opening books in Polyglot's format: sixteen bytes an entry, sorted by the position's hash.

use std::{io, path::Path};

use shakmaty::{
    Chess, EnPassantMode, File, Move, Position as _, Rank, Role, Square, zobrist::Zobrist64,
};

/// A book in memory.
///
/// ```
/// use sissa_engine::Book;
/// use shakmaty::{Chess, EnPassantMode, Position, zobrist::Zobrist64};
///
/// let key = Chess::default().zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0;
/// let mut bytes = key.to_be_bytes().to_vec();
/// bytes.extend([0b0000_0011, 0b0001_1100, 0, 9, 0, 0, 0, 0]); // e2e4 with weight 9
/// let book = Book::new(bytes)?;
/// let moves = book.moves(&Chess::default());
/// assert_eq!(moves.len(), 1);
/// assert_eq!((moves[0].0.to_string(), moves[0].1), ("e2-e4".to_owned(), 9));
/// # Ok::<_, sissa_engine::BookError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Book(Vec<u8>);

/// Why a file is no book.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    #[error(
        "cannot read the book `{}`: {source}",
        sissa_game::visible_line(path, 200)
    )]
    Read { path: String, source: io::Error },
    #[error("a Polyglot book has 16 bytes an entry, this one ends within one")]
    Length,
    #[error("a Polyglot book is sorted by position, this one is not")]
    Order,
}

const ENTRY: usize = 16;
/// Largest book that is read, in bytes.
const LARGEST: u64 = 1 << 30;

impl Book {
    /// Reads a file.
    pub fn open(path: &Path) -> Result<Book, BookError> {
        let bytes = sissa_game::read_file(path, LARGEST).map_err(|source| BookError::Read {
            path: path.to_string_lossy().into_owned(),
            source,
        })?;
        Book::new(bytes)
    }

    /// A book of these bytes.
    pub fn new(bytes: Vec<u8>) -> Result<Book, BookError> {
        if !bytes.len().is_multiple_of(ENTRY) {
            return Err(BookError::Length);
        }
        let book = Book(bytes);
        let sorted = (1..book.len()).all(|index| book.key(index - 1) <= book.key(index));
        if sorted {
            Ok(book)
        } else {
            Err(BookError::Order)
        }
    }

    fn len(&self) -> usize {
        self.0.len() / ENTRY
    }

    fn key(&self, index: usize) -> u64 {
        let at = index * ENTRY;
        u64::from_be_bytes(self.0[at..at + 8].try_into().expect("eight bytes"))
    }

    /// Legal moves of the book in this position with their weights, heaviest first.
    pub fn moves(&self, position: &Chess) -> Vec<(Move, u16)> {
        // Polyglot hashes the square if a pawn stands ready, legal or not; both hashes are looked up.
        let strict = position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0;
        let loose = position
            .zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal)
            .0;
        let mut found = self.entries(strict, position);
        if loose != strict {
            found.extend(self.entries(loose, position));
        }
        found.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
        found
    }

    fn entries(&self, key: u64, position: &Chess) -> Vec<(Move, u16)> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.key(middle) < key {
                low = middle + 1
            } else {
                high = middle
            }
        }
        let legal = position.legal_moves();
        (low..self.len())
            .take_while(|index| self.key(*index) == key)
            .filter_map(|index| {
                let at = index * ENTRY + 8;
                let code = u16::from_be_bytes([self.0[at], self.0[at + 1]]);
                let weight = u16::from_be_bytes([self.0[at + 2], self.0[at + 3]]);
                let m = legal.iter().find(|m| encode(**m) == code)?;
                Some((*m, weight))
            })
            .collect()
    }

    /// A move drawn by weight; `draw` is a number from 0 to 1.
    pub fn choose(&self, position: &Chess, draw: f64) -> Option<Move> {
        let moves = self.moves(position);
        let total: f64 = moves.iter().map(|(_, weight)| f64::from(*weight)).sum();
        let mut left = draw * total;
        for (m, weight) in &moves {
            left -= f64::from(*weight);
            if left < 0.0 && *weight > 0 {
                return Some(*m);
            }
        }
        moves.first().map(|(m, _)| *m)
    }
}

/// A move in Polyglot's bits; castling is the king taking its rook.
fn encode(m: Move) -> u16 {
    let square = |square: Square| {
        let (file, rank): (File, Rank) = square.coords();
        u16::from(u8::from(rank)) << 3 | u16::from(u8::from(file))
    };
    let promotion = match m.promotion() {
        Some(Role::Knight) => 1,
        Some(Role::Bishop) => 2,
        Some(Role::Rook) => 3,
        Some(Role::Queen) => 4,
        _ => 0,
    };
    let from = m.from().map_or(0, square);
    square(m.to()) | from << 6 | promotion << 12
}
