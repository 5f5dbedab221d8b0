//! Standard input and output, and the clock.

use alloc::{vec, vec::Vec};
use core::{cell::RefCell, time::Duration};

use sissa_engine::uci::{Console, Heard, LONGEST_ALONE};

/// Bytes that are read at a time.
const PIECE: usize = 4096;

#[derive(Default)]
struct Input {
    /// What was read and is no whole line yet.
    bytes: Vec<u8>,
    /// The present line is too long already.
    too_long: bool,
    ended: bool,
    back: Option<Heard>,
}

/// Lines of standard input, answers to standard output.
pub struct Terminal(RefCell<Input>);

// SAFETY: the program has one thread.
unsafe impl Sync for Terminal {}

impl Terminal {
    pub fn new() -> Terminal {
        Terminal(RefCell::default())
    }
}

impl Input {
    /// A line out of what was read.
    fn line(&mut self) -> Option<Heard> {
        let end = self.bytes.iter().position(|byte| *byte == b'\n');
        let rest = match end {
            Some(end) => self.bytes.split_off(end + 1),
            None if self.ended && !(self.bytes.is_empty() && !self.too_long) => Vec::new(),
            None => {
                // Its beginning may mean something else than the whole: none of it is kept.
                if self.bytes.len() > LONGEST_ALONE {
                    self.too_long = true;
                    self.bytes.clear();
                }
                return None;
            }
        };
        let line = core::mem::replace(&mut self.bytes, rest);
        if core::mem::take(&mut self.too_long) || line.len() > LONGEST_ALONE {
            return Some(Heard::TooLong);
        }
        // Whatever is no letter of UCI is nonsense anyway.
        let letter = |byte: &u8| if byte.is_ascii() { char::from(*byte) } else { '?' };
        Some(Heard::Line(line.iter().map(letter).collect()))
    }

    /// Reads more; `false` if there is nothing yet and nobody waits.
    fn read(&mut self, wait: bool) -> bool {
        let mut poll = libc::pollfd {
            fd: 0,
            events: libc::POLLIN,
            revents: 0,
        };
        // SAFETY: one descriptor to ask about.
        if !wait && unsafe { libc::poll(&mut poll, 1, 0) } <= 0 {
            return false;
        }
        let before = self.bytes.len();
        self.bytes.extend_from_slice(&vec![0; PIECE]);
        // SAFETY: there is room for a piece behind what was there.
        let count = unsafe { libc::read(0, self.bytes[before..].as_mut_ptr().cast(), PIECE) };
        self.bytes.truncate(before + usize::try_from(count).unwrap_or(0));
        // SAFETY: the place of this thread's last error.
        let interrupted = count < 0 && unsafe { *libc::__errno_location() } == libc::EINTR;
        self.ended = count <= 0 && !interrupted;
        true
    }
}

impl Console for Terminal {
    fn hear(&self, wait: bool) -> Heard {
        let mut input = self.0.borrow_mut();
        if let Some(back) = input.back.take() {
            return back;
        }
        loop {
            if let Some(line) = input.line() {
                return line;
            }
            if input.ended {
                return Heard::End;
            }
            if !input.read(wait) {
                return Heard::Nothing;
            }
        }
    }

    fn put_back(&self, line: Heard) {
        self.0.borrow_mut().back = Some(line);
    }

    fn say(&self, line: &str) {
        let mut bytes = Vec::from(line.as_bytes());
        bytes.push(b'\n');
        let mut rest = &bytes[..];
        while !rest.is_empty() {
            // SAFETY: the bytes are there. Who does not listen any more is told nothing more.
            let count = unsafe { libc::write(1, rest.as_ptr().cast(), rest.len()) };
            match usize::try_from(count) {
                Ok(count) if count > 0 => rest = &rest[count..],
                _ => return,
            }
        }
    }

    fn clock(&self) -> Duration {
        let mut now = libc::timespec {
            tv_sec: 0,
            tv_nsec: 0,
        };
        // SAFETY: there is room for the answer.
        unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut now) };
        Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
    }
}
