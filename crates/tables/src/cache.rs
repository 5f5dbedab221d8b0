//! Tables in a file, so that another process need not make them.
//!
//! ```text
//! 16 bytes  "sissa tables 1\n\0"
//!  4 bytes  how many tables follow; all numbers are little-endian
//! each:
//!  8 bytes  its signature, as in "KQvKR", filled up with spaces
//!  8 bytes  its length: the bytes with White to move, then those with Black
//!  4 bytes  CRC-32 of the signature, the length and the table
//!           the table
//! ```
//!
//! The length of a table follows from its signature, so nothing is allocated that the file merely
//! claims. The library opens no files: it writes to and reads from what it is given.

use std::io::{self, Read, Write};

use crc32fast::Hasher;
use shakmaty::ByColor;

use crate::{layout::Layout, signature::Signature, table::Table, tables::Tables};

const MAGIC: &[u8; 16] = b"sissa tables 1\n\0";

/// Tables that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("cannot read tables: {0}")]
    Io(#[from] io::Error),
    #[error("these are no tables, or of another version")]
    Format,
    #[error("`{0}` is no signature of a table")]
    Signature(String),
    #[error("the table {signature} has {expected} bytes, not {claimed}")]
    Length {
        signature: Signature,
        expected: u64,
        claimed: u64,
    },
    #[error("the table {0} is damaged: its checksum is wrong")]
    Checksum(Signature),
}

impl Tables {
    /// Writes all tables that are made.
    ///
    /// ```
    /// use sissa_tables::Tables;
    ///
    /// let tables = Tables::new(1);
    /// tables.positions("KRvK".parse().unwrap(), shakmaty::Color::White, |_| true);
    /// let mut file = Vec::new();
    /// tables.write(&mut file).unwrap();
    /// assert_eq!(Tables::new(1).read(file.as_slice()).unwrap(), 2); // KRvK and KvK
    /// ```
    pub fn write(&self, mut to: impl Write) -> io::Result<()> {
        let none = Signature::from_men(&[], &[]);
        let made: Vec<Signature> = none
            .into_iter()
            .chain(Signature::all())
            .filter(|signature| self.is_made(*signature))
            .collect();
        to.write_all(MAGIC)?;
        to.write_all(&(made.len() as u32).to_le_bytes())?;
        for signature in made {
            if let Some(table) = self.made(signature) {
                let head = head(signature);
                let ByColor { white, black } = &table.values;
                to.write_all(&head)?;
                to.write_all(&checksum(&head, &table.values).to_le_bytes())?;
                to.write_all(white)?;
                to.write_all(black)?;
            }
        }
        to.flush()
    }

    /// Reads tables that were written and takes over those that are not made yet; tells how many
    /// there were. Tables before a flaw are taken over.
    pub fn read(&self, mut from: impl Read) -> Result<usize, ReadError> {
        if &take::<16>(&mut from)? != MAGIC {
            return Err(ReadError::Format);
        }
        let count = u32::from_le_bytes(take(&mut from)?) as usize;
        if count > Signature::SLOTS {
            return Err(ReadError::Format);
        }
        for _ in 0..count {
            let (signature, table) = read_table(&mut from)?;
            self.insert(signature, table);
        }
        Ok(count)
    }
}

fn read_table(from: &mut impl Read) -> Result<(Signature, Table), ReadError> {
    let head_read: [u8; 16] = take(from)?;
    let checksum_read = u32::from_le_bytes(take(from)?);
    let (name, length) = head_read.split_at(8);
    let name = String::from_utf8_lossy(name);
    let signature = name
        .trim_end()
        .parse::<Signature>()
        .ok()
        .filter(|signature| signature.normalized() == (*signature, false))
        .ok_or_else(|| ReadError::Signature(name.trim_end().to_owned()))?;
    let expected = signature.bytes();
    let claimed = u64::from_le_bytes(length.try_into().expect("the second half has 8 bytes"));
    if claimed != expected {
        return Err(ReadError::Length {
            signature,
            expected,
            claimed,
        });
    }
    let layout = Layout::new(signature);
    let mut side = || {
        let mut values = vec![0; layout.len()];
        from.read_exact(&mut values).map(|()| values)
    };
    let values = ByColor {
        white: side()?,
        black: side()?,
    };
    if checksum(&head_read, &values) != checksum_read {
        return Err(ReadError::Checksum(signature));
    }
    Ok((signature, Table { layout, values }))
}

fn head(signature: Signature) -> [u8; 16] {
    let mut head = [b' '; 16];
    let name = signature.to_string();
    head[..name.len()].copy_from_slice(name.as_bytes());
    head[8..].copy_from_slice(&signature.bytes().to_le_bytes());
    head
}

fn checksum(head: &[u8], values: &ByColor<Vec<u8>>) -> u32 {
    let mut hasher = Hasher::new();
    for part in [head, &values.white, &values.black] {
        hasher.update(part);
    }
    hasher.finalize()
}

fn take<const N: usize>(from: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}
