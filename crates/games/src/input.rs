//! Inputs: files and streams, unpacked, cut into stretches of whole games.

use std::{
    fs::File,
    io::{self, BufReader, Read},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use crate::{GamesError, pgn};

/// One PGN input: a file, or a stream with a name.
pub struct Source {
    name: String,
    /// Bytes of the file as it is on the disk.
    size: Option<u64>,
    open: Opener,
}

enum Opener {
    Path(PathBuf),
    Stream(Box<dyn Read + Send>),
}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Source")
            .field("name", &self.name)
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

impl Source {
    /// A file; rows carry its name without the folders.
    pub fn from_path(path: &Path) -> Result<Source, GamesError> {
        let shown = path.display().to_string();
        let found = path.metadata().map_err(GamesError::io(shown.clone()))?;
        if found.is_dir() {
            let error = io::Error::from(io::ErrorKind::IsADirectory);
            return Err(GamesError::Io { what: shown, error });
        }
        let name = path.file_name().unwrap_or(path.as_os_str());
        Ok(Source {
            name: name.to_string_lossy().into_owned(),
            size: found.is_file().then_some(found.len()),
            open: Opener::Path(path.to_owned()),
        })
    }

    /// A stream, such as standard input.
    pub fn from_reader(name: impl Into<String>, reader: impl Read + Send + 'static) -> Source {
        Source {
            name: name.into(),
            size: None,
            open: Opener::Stream(Box::new(reader)),
        }
    }

    /// The name that rows carry.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Bytes on the disk, where they are known.
    pub fn size(&self) -> Option<u64> {
        self.size
    }

    pub(crate) fn open(self, consumed: Arc<AtomicU64>) -> Result<Text, GamesError> {
        let raw: Box<dyn Read + Send> = match self.open {
            Opener::Path(path) => {
                let shown = path.display().to_string();
                Box::new(File::open(&path).map_err(GamesError::io(shown))?)
            }
            Opener::Stream(reader) => reader,
        };
        let counted = BufReader::with_capacity(
            1 << 18,
            Counted {
                inner: raw,
                consumed,
            },
        );
        let reader = unpack(counted).map_err(GamesError::io(self.name.clone()))?;
        Ok(Text {
            name: self.name,
            reader,
            rest: Vec::new(),
            spare: Spare::default(),
            offset: 0,
            crc: crc32fast::Hasher::new(),
            ended: false,
            fault: None,
        })
    }
}

/// Counts what is taken from the disk, for progress.
struct Counted<R> {
    inner: R,
    consumed: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        self.consumed.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}

/// Recognises packed data by its first bytes, whatever the name says.
pub fn unpack<R: Read + Send + 'static>(
    mut input: BufReader<R>,
) -> io::Result<Box<dyn Read + Send>> {
    let mut first = Vec::with_capacity(4);
    input.by_ref().take(4).read_to_end(&mut first)?;
    let packed = io::Cursor::new(first.clone()).chain(input);
    Ok(match first.as_slice() {
        // Frames of zstd, also those that are to be skipped.
        [0x28, 0xb5, 0x2f, 0xfd] | [0x50..=0x5f, 0x2a, 0x4d, 0x18] => {
            let mut decoder = zstd::Decoder::new(packed)?;
            // Lichess packs with long windows.
            decoder.window_log_max(31)?;
            Box::new(decoder)
        }
        [b'B', b'Z', b'h', ..] => Box::new(bzip2::read::MultiBzDecoder::new(packed)),
        [0x1f, 0x8b, ..] => Box::new(flate2::read::MultiGzDecoder::new(packed)),
        _ => Box::new(packed),
    })
}

/// The longest game, comments included; what is longer is cut.
const LONGEST: usize = 64 << 20;

/// The text of an input, cut into stretches.
pub(crate) struct Text {
    name: String,
    reader: Box<dyn Read + Send>,
    /// Read, but not yet handed out: the beginning of a game.
    rest: Vec<u8>,
    spare: Spare,
    offset: u64,
    crc: crc32fast::Hasher,
    ended: bool,
    fault: Option<String>,
}

/// Room of stretches whose text is not needed any more, to be filled again.
#[derive(Clone, Default)]
pub(crate) struct Spare(Arc<Mutex<Vec<Vec<u8>>>>);

impl Spare {
    /// Takes a stretch back.
    pub(crate) fn take_back(&self, stretch: Stretch) {
        self.room().push(stretch.buffer);
    }

    fn room(&self) -> MutexGuard<'_, Vec<Vec<u8>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A stretch of whole games.
pub(crate) struct Stretch {
    buffer: Vec<u8>,
    length: usize,
    /// Where it ends in the unpacked input, and the checksum of everything up to there.
    pub end: u64,
    pub crc: u32,
    /// Nothing follows.
    pub last: bool,
    /// Why nothing follows, where the input is damaged.
    pub fault: Option<String>,
}

impl Stretch {
    pub(crate) fn text(&self) -> &[u8] {
        &self.buffer[..self.length]
    }
}

fn grow(buffer: &mut Vec<u8>, length: usize) {
    if buffer.len() < length {
        buffer.resize(length, 0);
    }
}

impl Text {
    /// The next stretch of about `size` bytes; none after the last one.
    pub(crate) fn next(&mut self, size: usize) -> Option<Stretch> {
        if self.ended {
            return None;
        }
        // A buffer keeps its length while it is filled: nothing is cleared only to be overwritten.
        let mut buffer = self.spare.room().pop().unwrap_or_default();
        let mut length = self.rest.len();
        grow(&mut buffer, length);
        buffer[..length].copy_from_slice(&self.rest);
        let mut wanted = size;
        let whole = loop {
            self.fill(&mut buffer, &mut length, wanted);
            if self.ended {
                break length;
            }
            let text = &buffer[..length];
            match pgn::complete_games(text) {
                0 if length >= LONGEST && memchr::memchr(b'\n', text).is_none() => {
                    self.ended = true;
                    self.fault = Some("64 MiB without the end of a line are no PGN".to_owned());
                    break 0;
                }
                // Text without tags has no end of games; an empty line must do.
                0 if length >= LONGEST => break last_blank_line(text),
                0 => wanted = (length + (length / 2).max(size)).min(LONGEST),
                whole => break whole,
            }
        };
        self.rest.clear();
        self.rest.extend_from_slice(&buffer[whole..length]);
        self.crc.update(&buffer[..whole]);
        self.offset += whole as u64;
        Some(Stretch {
            buffer,
            length: whole,
            end: self.offset,
            crc: self.crc.clone().finalize(),
            last: self.ended,
            fault: self.fault.take(),
        })
    }

    /// Where stretches go back to.
    pub(crate) fn spare(&self) -> Spare {
        self.spare.clone()
    }

    /// Reads until there are so many bytes, or no more. A fault ends the input: what came before it
    /// is used.
    fn fill(&mut self, buffer: &mut Vec<u8>, length: &mut usize, wanted: usize) {
        grow(buffer, wanted);
        while *length < wanted {
            match self.reader.read(&mut buffer[*length..wanted]) {
                Ok(0) => {
                    self.ended = true;
                    return;
                }
                Ok(more) => *length += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.ended = true;
                    self.fault = Some(error.to_string());
                    return;
                }
            }
        }
    }

    /// Passes over what an earlier run has done, and says whether it is the same.
    pub(crate) fn skip_to(&mut self, end: u64, crc: u32) -> Result<(), GamesError> {
        let changed = |reason: &str| GamesError::Changed {
            source_name: self.name.clone(),
            reason: reason.to_owned(),
        };
        let mut buffer = vec![0; 1 << 20];
        while self.offset < end {
            let room = usize::try_from(end - self.offset).unwrap_or(usize::MAX);
            let room = room.min(buffer.len());
            match self.reader.read(&mut buffer[..room]) {
                Ok(0) => return Err(changed("is shorter than when it was first imported")),
                Ok(length) => {
                    self.crc.update(&buffer[..length]);
                    self.offset += length as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    return Err(GamesError::Io {
                        what: self.name.clone(),
                        error,
                    });
                }
            }
        }
        if self.crc.clone().finalize() != crc {
            return Err(changed("has changed since it was first imported"));
        }
        Ok(())
    }
}

/// Behind the last empty line, else behind the last line, else everything.
fn last_blank_line(text: &[u8]) -> usize {
    memchr::memmem::rfind(text, b"\n\n")
        .or_else(|| memchr::memmem::rfind(text, b"\n\r\n"))
        .or_else(|| memchr::memrchr(b'\n', text))
        .map_or(text.len(), |found| found + 1)
}
