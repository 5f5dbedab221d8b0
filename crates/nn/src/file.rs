//! Weight files.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `SISSANET` |
//! | 4 | version of the format, 1 |
//! | 4 | length of the description |
//! | … | the description: UTF-8, a line `key = value` each; `architecture` is one of them |
//! | 8 | how many parameters |
//! | 4 each | the parameters, IEEE 754 single precision |
//! | 4 | CRC-32 of everything before |
//!
//! Numbers have their little end first. A file is read whole or refused: too short, too long, changed
//! in any bit, of another version, or with another number of parameters than its architecture has.
//!
//! ```
//! use sissa_nn::{Architecture, Network, file};
//!
//! let network = Network::random("bitmap: dense 1".parse()?, &mut || 0.25);
//! let bytes = file::write(&network, &[("name", "example")]);
//! let saved = file::read(&bytes)?;
//! assert_eq!(saved.network, network);
//! assert_eq!(saved.note("name"), Some("example"));
//! assert!(file::read(&bytes[..bytes.len() - 1]).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use thiserror::Error;

use crate::{Architecture, ArchitectureError, Network};

const MAGIC: [u8; 8] = *b"SISSANET";
/// The version this program writes and reads.
pub const VERSION: u32 = 1;
/// Descriptions are short; a longer one is damage.
const LONGEST: usize = 1 << 20;

/// What a file holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved {
    /// The network.
    pub network: Network,
    /// The other lines of the description, in order.
    pub notes: Vec<(String, String)>,
}

impl Saved {
    /// The value of a line of the description.
    pub fn note(&self, key: &str) -> Option<&str> {
        let found = self.notes.iter().find(|(known, _)| known == key);
        found.map(|(_, value)| value.as_str())
    }
}

/// Why bytes are no network.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum FileError {
    /// Something else altogether.
    #[error("not a weight file: it does not begin with `SISSANET`")]
    NotOurs,
    /// From the future.
    #[error("version {0} of the format; this program reads version {VERSION}")]
    Version(u32),
    /// The end is missing.
    #[error("truncated: {found} bytes, {expected} expected")]
    Truncated {
        /// How long it is.
        found: usize,
        /// How long it should be at least.
        expected: usize,
    },
    /// There is more than there should be.
    #[error("{0} bytes too many behind the end")]
    TooLong(usize),
    /// Some bit is not what it was.
    #[error("damaged: the checksum is {found:08x}, {expected:08x} expected")]
    Checksum {
        /// Of the bytes.
        found: u32,
        /// In the file.
        expected: u32,
    },
    /// A description that cannot be read.
    #[error("its description cannot be read: {0}")]
    Description(String),
    /// An architecture that cannot be built.
    #[error("its architecture cannot be built: {0}")]
    Architecture(#[from] ArchitectureError),
    /// Another number of parameters than the architecture has.
    #[error("{found} parameters, its architecture has {expected}")]
    Parameters {
        /// In the file.
        found: usize,
        /// As the architecture says.
        expected: usize,
    },
    /// A parameter that is no number.
    #[error("parameter {0} is not a finite number")]
    NotFinite(usize),
}

/// The bytes of a network with lines about it. Line breaks in them become spaces.
pub fn write(network: &Network, notes: &[(&str, &str)]) -> Vec<u8> {
    let mut description = format!("architecture = {}\n", network.architecture());
    for (key, value) in notes {
        let line = |text: &str| text.replace(['\n', '\r'], " ");
        description += &format!("{} = {}\n", line(key).replace('=', "-"), line(value));
    }
    let length = |length: usize| u32::try_from(length).expect("a short description");
    let mut bytes = Vec::with_capacity(32 + description.len() + 4 * network.parameters().len());
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(length(description.len()).to_le_bytes());
    bytes.extend(description.as_bytes());
    bytes.extend((network.parameters().len() as u64).to_le_bytes());
    for parameter in network.parameters() {
        bytes.extend(parameter.to_le_bytes());
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// The network in a file's bytes.
pub fn read(bytes: &[u8]) -> Result<Saved, FileError> {
    let mut reader = Reader { bytes, at: 0 };
    if !bytes.starts_with(&MAGIC[..bytes.len().min(8)]) || bytes.is_empty() {
        return Err(FileError::NotOurs);
    }
    reader.take(8)?;
    match reader.u32()? {
        VERSION => {}
        other => return Err(FileError::Version(other)),
    }
    let length = reader.u32()? as usize;
    if length > LONGEST {
        let reason = format!("it claims {length} bytes");
        return Err(FileError::Description(reason));
    }
    let description = reader.take(length)?;
    let count = u64::from_le_bytes(reader.take(8)?.try_into().expect("eight bytes"));
    let size = usize::try_from(count)
        .ok()
        .and_then(|count| count.checked_mul(4))
        .filter(|size| *size < usize::MAX / 2)
        .ok_or_else(|| FileError::Description(format!("it claims {count} parameters")))?;
    let parameters = reader.take(size)?;
    let whole = reader.at;
    let expected = reader.u32()?;
    if bytes.len() > reader.at {
        return Err(FileError::TooLong(bytes.len() - reader.at));
    }
    let found = crc32fast::hash(&bytes[..whole]);
    if found != expected {
        return Err(FileError::Checksum { found, expected });
    }
    build(description, parameters)
}

fn build(description: &[u8], parameters: &[u8]) -> Result<Saved, FileError> {
    let description = std::str::from_utf8(description)
        .map_err(|error| FileError::Description(error.to_string()))?;
    let mut notes: Vec<(String, String)> = description
        .lines()
        .filter_map(|line| line.split_once(" = "))
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    let place = notes.iter().position(|(key, _)| key == "architecture");
    let place = place.ok_or_else(|| FileError::Description("no `architecture`".to_owned()))?;
    let architecture: Architecture = notes.remove(place).1.parse()?;
    let parameters: Vec<f32> = parameters
        .chunks_exact(4)
        .map(|bytes| f32::from_le_bytes(bytes.try_into().expect("four bytes")))
        .collect();
    if let Some(index) = parameters.iter().position(|number| !number.is_finite()) {
        return Err(FileError::NotFinite(index));
    }
    let found = parameters.len();
    let expected = crate::steps::plan(&architecture)?.parameters;
    let network = Network::new(architecture, parameters);
    let network = network.ok_or(FileError::Parameters { found, expected })?;
    Ok(Saved { network, notes })
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], FileError> {
        let end = self.at.saturating_add(length);
        let taken = self.bytes.get(self.at..end).ok_or(FileError::Truncated {
            found: self.bytes.len(),
            expected: end,
        })?;
        self.at = end;
        Ok(taken)
    }

    fn u32(&mut self) -> Result<u32, FileError> {
        Ok(u32::from_le_bytes(
            self.take(4)?.try_into().expect("four bytes"),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Vec<u8> {
        let mut x = 0.0;
        let architecture = "bitmap: conv 2, pool 3, dense 3, dense 1".parse().unwrap();
        let network = Network::random(architecture, &mut || {
            x = (x + 0.618) % 1.0;
            x
        });
        write(&network, &[("name", "a\nb"), ("seed", "7")])
    }

    #[test]
    fn every_shorter_file_is_refused() {
        let bytes = example();
        assert!(read(&bytes).is_ok());
        for length in 0..bytes.len() {
            let error = read(&bytes[..length]).unwrap_err();
            let truncated = matches!(error, FileError::Truncated { .. });
            assert!(truncated || length == 0, "{length}: {error}");
        }
    }

    #[test]
    fn every_changed_byte_is_noticed() {
        let bytes = example();
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x10;
            assert!(read(&damaged).is_err(), "byte {place}");
        }
    }

    #[test]
    fn what_follows_the_end_is_refused() {
        let mut bytes = example();
        bytes.push(0);
        assert_eq!(read(&bytes), Err(FileError::TooLong(1)));
    }

    #[test]
    fn parameters_must_be_as_many_as_the_architecture_has() {
        let other = Network::random("bitmap: dense 1".parse().unwrap(), &mut || 0.5);
        let mut bytes = write(&other, &[]);
        let (from, to) = (b"dense 1\n", b"dense 2, dense 1\n");
        let at = bytes.windows(from.len()).position(|w| w == from).unwrap();
        bytes.splice(at..at + from.len(), to.iter().copied());
        let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) + 9;
        bytes[12..16].copy_from_slice(&length.to_le_bytes());
        let body = bytes.len() - 4;
        let crc = crc32fast::hash(&bytes[..body]).to_le_bytes();
        bytes[body..].copy_from_slice(&crc);
        let error = read(&bytes).unwrap_err();
        assert!(
            matches!(error, FileError::Parameters { found: 1089, .. }),
            "{error}"
        );
    }

    #[test]
    fn other_files_are_told_apart() {
        assert_eq!(read(b"").unwrap_err(), FileError::NotOurs);
        assert_eq!(read(b"PAR1xxxxxxxxxxxx").unwrap_err(), FileError::NotOurs);
        let mut later = example();
        later[8] = 9;
        assert_eq!(read(&later).unwrap_err(), FileError::Version(9));
    }

    #[test]
    fn notes_survive_without_line_breaks() {
        let saved = read(&example()).unwrap();
        assert_eq!(saved.note("name"), Some("a b"));
        assert_eq!(saved.note("seed"), Some("7"));
        assert_eq!(saved.note("architecture"), None);
    }
}
