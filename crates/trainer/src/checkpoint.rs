//! Checkpoints: what a run needs to go on as if it had not been ended.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `SISSARUN` |
//! | 8 | steps done |
//! | 8, then 8 each | how many numbers say where the stream of samples is, and these |
//! | 8, then 4 each, three times | how many parameters, and these; their two moments |
//! | 4 | CRC-32 of everything before |

use std::{fs, path::Path};

use crate::{Descent, RunError, checksum};

const MAGIC: [u8; 8] = *b"SISSARUN";

/// What is in a checkpoint.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// Steps done.
    pub steps: u64,
    /// Where the stream of samples is, in numbers of its own.
    pub place: Vec<u64>,
    /// The parameters.
    pub parameters: Vec<f32>,
    /// Both moments.
    pub mean: Vec<f32>,
    pub square: Vec<f32>,
}

impl Checkpoint {
    /// Of a run as it is now.
    pub fn of(descent: &Descent, parameters: &[f32], place: &[u64]) -> Checkpoint {
        Checkpoint {
            steps: descent.steps,
            place: place.to_vec(),
            parameters: parameters.to_vec(),
            mean: descent.adam.mean.clone(),
            square: descent.adam.square.clone(),
        }
    }

    /// Puts parameters, moments and steps back; answers the place. An error says what does not fit.
    pub fn restore(
        self,
        descent: &mut Descent,
        parameters: &mut [f32],
    ) -> Result<Vec<u64>, &'static str> {
        if self.parameters.len() != parameters.len() {
            return Err("of another network");
        }
        parameters.copy_from_slice(&self.parameters);
        descent.adam.mean = self.mean;
        descent.adam.square = self.square;
        descent.steps = self.steps;
        Ok(self.place)
    }

    /// The bytes of the file.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.steps.to_le_bytes());
        bytes.extend((self.place.len() as u64).to_le_bytes());
        bytes.extend(self.place.iter().flat_map(|number| number.to_le_bytes()));
        for numbers in [&self.parameters, &self.mean, &self.square] {
            bytes.extend((numbers.len() as u64).to_le_bytes());
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        checksum::close(&mut bytes);
        bytes
    }

    /// Reads a file; `None` where there is none.
    pub fn read(path: &Path) -> Result<Option<Checkpoint>, RunError> {
        if !path.exists() {
            return Ok(None);
        }
        let bytes = fs::read(path).map_err(RunError::io(path))?;
        let body = checksum::open(&bytes, &MAGIC).map_err(|why| RunError::damaged(path, why))?;
        let found = parse(&body[MAGIC.len()..]);
        let found = found.ok_or_else(|| RunError::damaged(path, "no checkpoint of this version"));
        found.map(Some)
    }
}

fn number(rest: &mut &[u8]) -> Option<u64> {
    let (number, behind) = rest.split_first_chunk::<8>()?;
    *rest = behind;
    Some(u64::from_le_bytes(*number))
}

fn numbers<const N: usize, T>(rest: &mut &[u8], from: fn([u8; N]) -> T) -> Option<Vec<T>> {
    let count = usize::try_from(number(rest)?).ok()?;
    let (taken, behind) = rest.split_at_checked(count.checked_mul(N)?)?;
    *rest = behind;
    let (chunks, _) = taken.as_chunks::<N>();
    Some(chunks.iter().map(|bytes| from(*bytes)).collect())
}

fn parse(mut rest: &[u8]) -> Option<Checkpoint> {
    let checkpoint = Checkpoint {
        steps: number(&mut rest)?,
        place: numbers(&mut rest, u64::from_le_bytes)?,
        parameters: numbers(&mut rest, f32::from_le_bytes)?,
        mean: numbers(&mut rest, f32::from_le_bytes)?,
        square: numbers(&mut rest, f32::from_le_bytes)?,
    };
    let count = checkpoint.parameters.len();
    let whole = checkpoint.mean.len() == count && checkpoint.square.len() == count;
    (rest.is_empty() && whole).then_some(checkpoint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_damage_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint");
        assert_eq!(Checkpoint::read(&path).unwrap(), None);
        let mut descent = Descent::new(3, 1);
        descent.steps = 70;
        descent.adam.mean[1] = 0.5;
        let checkpoint = Checkpoint::of(&descent, &[1.0, -2.0, 0.25], &[4, 5]);
        let bytes = checkpoint.write();
        fs::write(&path, &bytes).unwrap();
        assert_eq!(Checkpoint::read(&path).unwrap(), Some(checkpoint.clone()));
        let (mut other, mut numbers) = (Descent::new(3, 1), [0.0; 3]);
        assert_eq!(
            checkpoint.clone().restore(&mut other, &mut numbers),
            Ok(vec![4, 5])
        );
        assert_eq!(
            (other.steps, other.adam.mean[1], numbers),
            (70, 0.5, [1.0, -2.0, 0.25])
        );
        assert!(checkpoint.restore(&mut other, &mut [0.0; 2]).is_err());
        for place in [0, 9, 30, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[place] ^= 2;
            fs::write(&path, &damaged).unwrap();
            assert!(Checkpoint::read(&path).is_err(), "byte {place}");
        }
    }
}
