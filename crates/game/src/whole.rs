//! A file that appears whole or not at all.
//!
//! It is written beside its place under a hidden name, brought to the disk and renamed; whatever goes wrong before leaves what
//! was there untouched and removes the beginning. A process that is killed cannot do that: its beginning is locked no longer, and
//! whoever writes the same file next removes it.
//!
//! ```
//! use std::io::Write as _;
//! # let path = std::env::temp_dir().join(format!("sissa-whole-doc-{}", std::process::id()));
//! let mut file = sissa_game::WholeFile::create(&path)?;
//! file.write_all(b"all of it")?;
//! assert!(!path.exists());
//! file.finish()?;
//! assert_eq!(std::fs::read(&path)?, b"all of it");
//! # std::fs::remove_file(&path)?;
//! # Ok::<_, std::io::Error>(())
//! ```

use std::{
    fs::{self, File},
    hash::{BuildHasher as _, Hasher as _, RandomState},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

const SUFFIX: &str = ".part";
/// Bytes gathered before they are written.
const GATHERED: usize = 1 << 20;

/// A file being written. Dropped before it is finished, it leaves nothing.
#[derive(Debug)]
pub struct WholeFile {
    file: BufWriter<File>,
    /// Its name until it is whole; none for a device or a pipe, which is written as it is.
    temporary: Option<Temporary>,
    path: PathBuf,
}

/// A name that goes when it is dropped.
#[derive(Debug)]
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Writes a file that appears whole or not at all.
pub fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = WholeFile::create(path)?;
    file.write_all(bytes)?;
    file.finish()
}

impl WholeFile {
    /// Begins a file; what has its name stays until [`WholeFile::finish`].
    pub fn create(path: &Path) -> io::Result<WholeFile> {
        // What a link points to is replaced, not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let special = fs::metadata(&path).is_ok_and(|found| !found.is_file());
        let (file, temporary) = if special {
            (File::options().write(true).open(&path)?, None)
        } else {
            let (file, temporary) = begun(&path)?;
            (file, Some(temporary))
        };
        Ok(WholeFile {
            file: BufWriter::with_capacity(GATHERED, file),
            temporary,
            path,
        })
    }

    /// Brings everything to the disk and gives the file its name.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        if let Some(temporary) = &self.temporary {
            // Before it has its name: a power cut must not leave half a file under it.
            self.file.get_ref().sync_all()?;
            fs::rename(&temporary.0, &self.path)?;
        }
        Ok(())
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// A locked file beside a path that nobody else writes, on no machine that shares the folder.
fn begun(path: &Path) -> io::Result<(File, Temporary)> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let name = name.to_string_lossy();
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    remove_stale(folder, &name);
    loop {
        let any = RandomState::new().build_hasher().finish();
        let temporary = folder.join(format!(".{name}.{any:016x}{SUFFIX}"));
        let file = File::create_new(&temporary)?;
        let temporary = Temporary(temporary);
        // Where there are no locks nothing is removed either. A file that somebody else took for a dead process' in this very
        // moment is gone: another one, then.
        if file.lock().is_err() || temporary.0.exists() {
            return Ok((file, temporary));
        }
    }
}

/// Removes what processes that were killed have left of a file: beginnings that nobody holds locked.
fn remove_stale(folder: &Path, name: &str) {
    let beginning = format!(".{name}.");
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(&beginning)
            && name.ends_with(SUFFIX)
            && let Ok(file) = File::options().write(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
        let mut names: Vec<String> = entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn only_a_whole_file_replaces_another_and_beginnings_go() {
        let folder = std::env::temp_dir().join(format!("sissa-whole-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("rows.csv");
        write_file(&path, b"old").unwrap();
        // Somebody who was killed, somebody who writes another file.
        fs::write(folder.join(".rows.csv.0123.part"), "dead").unwrap();
        fs::write(folder.join(".rows.csv2.0123.part"), "other").unwrap();
        let mut begun = WholeFile::create(&path).unwrap();
        begun.write_all(b"new").unwrap();
        begun.flush().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert!(!folder.join(".rows.csv.0123.part").exists());
        // A second one leaves the first, which is alive, alone.
        write_file(&path, b"second").unwrap();
        begun.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        drop(WholeFile::create(&path).unwrap());
        assert_eq!(names(&folder), [".rows.csv2.0123.part", "rows.csv"]);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_device_is_written_as_it_is() {
        if Path::new("/dev/null").exists() {
            write_file(Path::new("/dev/null"), b"gone").unwrap();
            assert!(!fs::metadata("/dev/null").unwrap().is_file());
        }
    }
}
