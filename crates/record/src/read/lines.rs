//! Lines of bounded length from a stream.
//!
//! The buffer never grows beyond [`LIMIT`]: the rest of a longer line is passed over, so that a file
//! without line breaks costs time but no memory. One that goes on without end, as a device does, is an
//! error.

use std::io::{self, BufRead, ErrorKind};

/// The longest line that is read, in bytes.
pub const LIMIT: usize = 1 << 20;

/// What is passed over of one line before the stream is given up.
const ENDLESS: u64 = 256 << 20;

/// Reads line after line into one buffer.
pub struct Lines<R> {
    input: R,
    /// The number of the line in `text`, from 1.
    pub number: usize,
    /// The line, without its line break and without a byte order mark.
    pub text: Vec<u8>,
}

/// What became of an attempt to read a line.
pub enum Outcome {
    /// [`Lines::text`] is the next line.
    Line,
    /// [`Lines::text`] is the beginning of a line longer than [`LIMIT`].
    TooLong,
    /// There are no more lines.
    End,
}

impl<R: BufRead> Lines<R> {
    pub fn new(input: R) -> Lines<R> {
        Lines {
            input,
            number: 0,
            text: Vec::new(),
        }
    }

    /// Reads the next line into [`Lines::text`].
    pub fn advance(&mut self) -> io::Result<Outcome> {
        self.text.clear();
        let (mut any, mut too_long) = (false, false);
        let mut passed = 0;
        loop {
            let available = match self.input.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if available.is_empty() {
                break;
            }
            any = true;
            let end = available.iter().position(|&byte| byte == b'\n');
            let part = &available[..end.unwrap_or(available.len())];
            let room = LIMIT - self.text.len();
            too_long |= part.len() > room;
            passed += part.len() as u64;
            if passed > ENDLESS {
                return Err(io::Error::other("a line does not end within 256 MiB"));
            }
            self.text.extend_from_slice(&part[..part.len().min(room)]);
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                break;
            }
        }
        if !any {
            return Ok(Outcome::End);
        }
        self.number += 1;
        if self.text.last() == Some(&b'\r') {
            self.text.pop();
        }
        if self.number == 1 && self.text.starts_with(b"\xef\xbb\xbf") {
            self.text.drain(..3);
        }
        Ok(if too_long {
            Outcome::TooLong
        } else {
            Outcome::Line
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn a_line_without_an_end_is_given_up() {
        let mut lines = Lines::new(BufReader::new(io::Read::take(io::repeat(0), 1 << 30)));
        let error = lines.advance().err().unwrap();
        assert_eq!(error.to_string(), "a line does not end within 256 MiB");
        assert_eq!(lines.text.len(), LIMIT);
    }

    #[test]
    fn lines_are_bounded_and_numbered() {
        let long = "x".repeat(3 * LIMIT);
        let input = format!("\u{feff}a\r\n\n{long}\nb");
        let mut lines = Lines::new(BufReader::with_capacity(7, input.as_bytes()));
        let mut seen = Vec::new();
        loop {
            let too_long = match lines.advance().unwrap() {
                Outcome::Line => false,
                Outcome::TooLong => true,
                Outcome::End => break,
            };
            seen.push((lines.number, lines.text.len(), too_long));
        }
        assert_eq!(
            seen,
            [
                (1, 1, false),
                (2, 0, false),
                (3, LIMIT, true),
                (4, 1, false)
            ]
        );
    }
}
