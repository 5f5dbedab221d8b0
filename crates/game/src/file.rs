//! A whole file in memory, up to a limit that is checked before anything is read.
//!
//! A name may come from anybody: a device never ends, and a file may be larger than the memory. Both
//! are errors here.
//!
//! ```
//! # #[cfg(unix)]
//! let error = sissa_game::read_file("/dev/zero".as_ref(), 1 << 20).unwrap_err();
//! # #[cfg(unix)]
//! assert_eq!(error.to_string(), "it is a device, not a file");
//! ```

use std::{
    fs::{File, FileType},
    io::{self, Read as _},
    path::Path,
};

/// The bytes of a file of at most `most` bytes; a pipe may be named, too.
pub fn read_file(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let found = file.metadata()?;
    if found.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if is_device(found.file_type()) {
        return Err(io::Error::other("it is a device, not a file"));
    }
    if found.is_file() && found.len() > most {
        return Err(too_large(most));
    }
    read_up_to(file, most)
}

/// All bytes of a stream, if they are at most `most`.
pub fn read_up_to(stream: impl io::Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream
        .take(most.saturating_add(1))
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(too_large(most));
    }
    Ok(bytes)
}

fn too_large(most: u64) -> io::Error {
    let limit = if most >= 1 << 20 {
        format!("{} MiB", most >> 20)
    } else {
        format!("{most} bytes")
    };
    io::Error::new(
        io::ErrorKind::FileTooLarge,
        format!("it is larger than {limit}"),
    )
}

#[cfg(unix)]
fn is_device(kind: FileType) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    kind.is_char_device() || kind.is_block_device()
}

#[cfg(not(unix))]
fn is_device(_: FileType) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_large_is_not_read() {
        let folder = std::env::temp_dir().join(format!("sissa-file-{}", std::process::id()));
        std::fs::write(&folder, [7; 100]).unwrap();
        assert_eq!(read_file(&folder, 100).unwrap(), [7; 100]);
        let error = read_file(&folder, 99).unwrap_err();
        assert_eq!(error.to_string(), "it is larger than 99 bytes");
        std::fs::remove_file(&folder).unwrap();
        assert!(read_up_to(io::repeat(0), 1 << 20).is_err());
    }
}
