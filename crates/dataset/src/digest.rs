//! What whoever puts pieces together must know of one: left beside it by its maker, so that nobody reads it again.

use std::{fs, path::Path};

use crate::{
    error::DatasetError,
    manifest::Part,
    part::{replace, sum},
};

/// What the first bytes of such a file are.
const MAGIC: &[u8; 8] = b"sissa-d1";

/// Bytes of a row: order, index, key.
const ENTRY: usize = 4 + 8 + 8;

/// A row of a piece: for which constraint of the plan it was made, with which index, and the key of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The number of the constraint.
    pub order: u32,
    /// The index.
    pub index: u64,
    /// Equal for positions that count as the same.
    pub key: u64,
}

/// Writes down what is in a piece: its rows in order, and the file as it was written.
pub fn write_digest(path: &Path, piece: &Part, entries: &[Entry]) -> Result<(), DatasetError> {
    let mut bytes = Vec::with_capacity(MAGIC.len() + 16 + entries.len() * ENTRY);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&piece.bytes.to_le_bytes());
    bytes.extend_from_slice(&piece.crc32.to_le_bytes());
    for entry in entries {
        bytes.extend_from_slice(&entry.order.to_le_bytes());
        bytes.extend_from_slice(&entry.index.to_le_bytes());
        bytes.extend_from_slice(&entry.key.to_le_bytes());
    }
    let crc = crc32fast::hash(&bytes);
    bytes.extend_from_slice(&crc.to_le_bytes());
    replace(path, &bytes)
}

/// Reads it; `None` where it is missing, damaged, or about another file than the piece that is there now.
pub fn read_digest(path: &Path, piece: &Path) -> Option<Vec<Entry>> {
    let bytes = fs::read(path).ok()?;
    let (bytes, crc) = bytes.split_last_chunk::<4>()?;
    if crc32fast::hash(bytes) != u32::from_le_bytes(*crc) {
        return None;
    }
    let (size, rest) = bytes.strip_prefix(MAGIC)?.split_first_chunk::<8>()?;
    let (crc, rest) = rest.split_first_chunk::<4>()?;
    let written = (u64::from_le_bytes(*size), u32::from_le_bytes(*crc));
    if sum(piece).ok()? != written || rest.len() % ENTRY != 0 {
        return None;
    }
    rest.chunks_exact(ENTRY).map(entry).collect()
}

fn entry(bytes: &[u8]) -> Option<Entry> {
    let (order, rest) = bytes.split_first_chunk::<4>()?;
    let (index, key) = rest.split_first_chunk::<8>()?;
    Some(Entry {
        order: u32::from_le_bytes(*order),
        index: u64::from_le_bytes(*index),
        key: u64::from_le_bytes(*key.first_chunk::<8>()?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRIES: [Entry; 2] = [
        Entry {
            order: 1,
            index: u64::MAX,
            key: 7,
        },
        Entry {
            order: u32::MAX,
            index: 0,
            key: u64::MAX - 1,
        },
    ];

    #[test]
    fn it_is_read_as_written_and_holds_for_its_piece_alone() {
        let folder = tempfile::tempdir().unwrap();
        let [digest, piece] = ["digest", "piece"].map(|name| folder.path().join(name));
        fs::write(&piece, "rows").unwrap();
        let (bytes, crc32) = sum(&piece).unwrap();
        let part = Part {
            file: "piece".to_owned(),
            rows: 2,
            bytes,
            crc32,
        };
        assert_eq!(read_digest(&digest, &piece), None);
        write_digest(&digest, &part, &ENTRIES).unwrap();
        assert_eq!(read_digest(&digest, &piece), Some(ENTRIES.to_vec()));
        let whole = fs::read(&digest).unwrap();
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            fs::write(&digest, &damaged).unwrap();
            assert_eq!(read_digest(&digest, &piece), None, "byte {at}");
            fs::write(&digest, &whole[..at]).unwrap();
            assert_eq!(read_digest(&digest, &piece), None, "cut at {at}");
        }
        fs::write(&digest, &whole).unwrap();
        fs::write(&piece, "rowz").unwrap();
        assert_eq!(read_digest(&digest, &piece), None);
    }
}
