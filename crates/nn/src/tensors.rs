//! Weight files of the networks with sparse inputs: named tensors of sixteen-bit numbers.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `SISSATEN` |
//! | 4 | version of the format, 1 |
//! | 4, … | length of the description, and it: UTF-8, a line `key = value` each |
//! | 4 | how many tensors |
//! | 4, … | of each: length of its name, and it |
//! | 8, 4 | … how many numbers, and what one unit is worth |
//! | 2 each | … the numbers, in units |
//! | 4 | CRC-32 of everything before |
//!
//! Numbers have their little end first. A unit is a 32,767th of the largest number of its tensor, so half
//! of the size costs nothing that can be measured.
//!
//! ```
//! use sissa_nn::tensors::{self, Tensors};
//!
//! let tensors = Tensors::split(&[1.0, 0.5, -2.0], &[("a", 0..2), ("b", 2..3)], &[("name", "x")]);
//! let read = tensors::read(&tensors.write())?;
//! assert_eq!(read.note("name"), Some("x"));
//! assert_eq!(read.gather(&[("a", 0..2), ("b", 2..3)])?.len(), 3);
//! assert!(tensors::read(&tensors.write()[1..]).is_err());
//! # Ok::<(), tensors::TensorError>(())
//! ```

use std::ops::Range;

use thiserror::Error;

const MAGIC: [u8; 8] = *b"SISSATEN";
const VERSION: u32 = 1;

/// Why bytes are no tensors, or other tensors than expected.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum TensorError {
    /// Something else altogether.
    #[error("not a file of tensors: it does not begin with `SISSATEN`")]
    NotOurs,
    /// From the future.
    #[error("version {0} of the format; this program reads version {VERSION}")]
    Version(u32),
    /// The end is missing, or there is something behind it.
    #[error("it does not end where it should")]
    Length,
    /// Some bit is not what it was.
    #[error("damaged: the checksum is {found:08x}, {expected:08x} expected")]
    Checksum {
        /// Of the bytes.
        found: u32,
        /// In the file.
        expected: u32,
    },
    /// Of another network.
    #[error("it has no tensor `{name}` of {expected} numbers")]
    Missing {
        /// Its name.
        name: String,
        /// Its size.
        expected: usize,
    },
}

/// One tensor.
#[derive(Clone, Debug, PartialEq)]
struct Tensor {
    name: String,
    numbers: Vec<f32>,
}

/// What a file holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tensors {
    notes: Vec<(String, String)>,
    tensors: Vec<Tensor>,
}

impl Tensors {
    /// Parameters cut at the given places.
    ///
    /// # Panics
    /// Where a place is not among the parameters.
    pub fn split(
        parameters: &[f32],
        parts: &[(&str, Range<usize>)],
        notes: &[(&str, &str)],
    ) -> Tensors {
        let line = |text: &str| text.replace(['\n', '\r'], " ");
        Tensors {
            notes: notes
                .iter()
                .map(|(key, value)| (line(key).replace('=', "-"), line(value)))
                .collect(),
            tensors: parts
                .iter()
                .map(|(name, place)| Tensor {
                    name: (*name).to_owned(),
                    numbers: parameters[place.clone()].to_vec(),
                })
                .collect(),
        }
    }

    /// The parameters again.
    pub fn gather(&self, parts: &[(&str, Range<usize>)]) -> Result<Vec<f32>, TensorError> {
        let mut parameters = Vec::new();
        for (name, place) in parts {
            let tensor = self
                .tensors
                .iter()
                .find(|tensor| tensor.name == *name && tensor.numbers.len() == place.len());
            let tensor = tensor.ok_or_else(|| TensorError::Missing {
                name: (*name).to_owned(),
                expected: place.len(),
            })?;
            parameters.extend(&tensor.numbers);
        }
        Ok(parameters)
    }

    /// The value of a line of the description.
    pub fn note(&self, key: &str) -> Option<&str> {
        let found = self.notes.iter().find(|(known, _)| known == key);
        found.map(|(_, value)| value.as_str())
    }

    /// The lines of the description.
    pub fn notes(&self) -> &[(String, String)] {
        &self.notes
    }

    /// Names and sizes.
    pub fn sizes(&self) -> impl Iterator<Item = (&str, usize)> {
        self.tensors
            .iter()
            .map(|tensor| (tensor.name.as_str(), tensor.numbers.len()))
    }

    /// The bytes of the file.
    pub fn write(&self) -> Vec<u8> {
        let length = |length: usize| u32::try_from(length).expect("short").to_le_bytes();
        let lines = self
            .notes
            .iter()
            .map(|(key, value)| format!("{key} = {value}\n"));
        let description: String = lines.collect();
        let mut bytes = Vec::new();
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(length(description.len()));
        bytes.extend(description.as_bytes());
        bytes.extend(length(self.tensors.len()));
        for Tensor { name, numbers } in &self.tensors {
            bytes.extend(length(name.len()));
            bytes.extend(name.as_bytes());
            bytes.extend((numbers.len() as u64).to_le_bytes());
            let largest = numbers
                .iter()
                .fold(0.0_f32, |most, number| most.max(number.abs()));
            let unit = (largest / f32::from(i16::MAX)).max(f32::MIN_POSITIVE);
            bytes.extend(unit.to_le_bytes());
            for number in numbers {
                bytes.extend(((number / unit).round() as i16).to_le_bytes());
            }
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }
}

/// Reads a file's bytes, whole or not at all.
pub fn read(bytes: &[u8]) -> Result<Tensors, TensorError> {
    if !bytes.starts_with(&MAGIC) {
        return Err(TensorError::NotOurs);
    }
    let body = bytes.len().checked_sub(4).ok_or(TensorError::Length)?;
    let mut tail = &bytes[body..];
    let mut rest = &bytes[8..body.max(8)];
    match number(&mut rest)? {
        VERSION => {}
        other => return Err(TensorError::Version(other)),
    }
    let (found, expected) = (crc32fast::hash(&bytes[..body]), number(&mut tail)?);
    if found != expected {
        return Err(TensorError::Checksum { found, expected });
    }
    let description = text(&mut rest)?;
    let notes = description
        .lines()
        .filter_map(|line| line.split_once(" = "))
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    let mut tensors = Vec::new();
    for _ in 0..number(&mut rest)? {
        let name = text(&mut rest)?;
        let count = u64::from_le_bytes(take(&mut rest, 8)?.try_into().expect("eight bytes"));
        let unit = f32::from_bits(number(&mut rest)?);
        let size = usize::try_from(count)
            .ok()
            .and_then(|count| count.checked_mul(2));
        let numbers = take(&mut rest, size.ok_or(TensorError::Length)?)?
            .chunks_exact(2)
            .map(|pair| unit * f32::from(i16::from_le_bytes([pair[0], pair[1]])))
            .collect();
        tensors.push(Tensor { name, numbers });
    }
    if rest.is_empty() {
        Ok(Tensors { notes, tensors })
    } else {
        Err(TensorError::Length)
    }
}

fn take<'a>(rest: &mut &'a [u8], length: usize) -> Result<&'a [u8], TensorError> {
    let (taken, behind) = rest.split_at_checked(length).ok_or(TensorError::Length)?;
    *rest = behind;
    Ok(taken)
}

fn number(rest: &mut &[u8]) -> Result<u32, TensorError> {
    let bytes = take(rest, 4)?.try_into().expect("four bytes");
    Ok(u32::from_le_bytes(bytes))
}

fn text(rest: &mut &[u8]) -> Result<String, TensorError> {
    let length = number(rest)? as usize;
    Ok(String::from_utf8_lossy(take(rest, length)?).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Vec<u8> {
        let numbers: Vec<f32> = (0..40).map(|i| (i as f32 * 0.37).sin()).collect();
        Tensors::split(&numbers, &[("a", 0..30), ("b", 30..40)], &[("x", "a\nb")]).write()
    }

    #[test]
    fn shorter_longer_and_changed_files_are_refused() {
        let bytes = example();
        for length in 0..bytes.len() {
            assert!(read(&bytes[..length]).is_err(), "{length} bytes");
            let mut damaged = bytes.clone();
            damaged[length] ^= 4;
            assert!(read(&damaged).is_err(), "byte {length}");
        }
        assert!(read(&[bytes, vec![0]].concat()).is_err());
    }

    #[test]
    fn numbers_survive_to_a_unit() {
        let read = read(&example()).unwrap();
        let again = read.gather(&[("a", 0..30), ("b", 30..40)]).unwrap();
        for (i, number) in again.iter().enumerate() {
            assert!((number - (i as f32 * 0.37).sin()).abs() < 2.0 / 32767.0);
        }
        assert!(read.gather(&[("a", 0..29)]).is_err());
        assert_eq!(read.note("x"), Some("a b"));
    }
}
