//! Where records go: standard output, or a file that appears whole or not at all.
//!
//! Every [`Output::write`] is one whole record. Records are collected and handed on together, at once
//! on a terminal, otherwise when enough have gathered or a tenth of a second has passed, so slow
//! searches stream and fast ones are not held up. Nothing is ever handed on in the middle of a record.
//!
//! A file is written beside its final place under a temporary name and renamed by [`Output::finish`];
//! any error before that leaves what was there untouched. It is locked while it is written, so whoever writes
//! to the same folder next can tell what a process left that was killed, and removes it. What an interrupt or the end of a budget leaves
//! goes to FILE.part ([`Output::close`]).

use std::{
    fs::{self, File},
    io::{self, IsTerminal, Write},
    mem,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    thread,
    time::Duration,
};

use tempfile::NamedTempFile;

use crate::problem::{Problem, Report, quoted};

/// Bytes gathered before they are handed on.
const GATHERED: usize = 64 * 1024;
/// How long a record waits at most.
const PATIENCE: Duration = Duration::from_millis(100);

/// Where records go.
#[derive(Debug)]
pub struct Output {
    sink: Arc<Mutex<Sink>>,
    terminal: bool,
}

#[derive(Debug)]
struct Sink {
    /// Whole records not yet handed on.
    gathered: Vec<u8>,
    target: Target,
    /// A fault met outside of [`Output::write`], told by the next one.
    fault: Option<io::Error>,
}

#[derive(Debug)]
enum Target {
    Stdout,
    /// A device or a pipe: there is nothing to rename.
    Direct(File, PathBuf),
    Temporary(NamedTempFile, PathBuf),
    Closed,
}

impl Output {
    /// Opens a file, or standard output for none and for `-`.
    pub fn open(path: Option<&Path>) -> Result<Output, Report> {
        let target = match path.filter(|path| path.as_os_str() != "-") {
            None => Target::Stdout,
            Some(path) => open_file(path)?,
        };
        let terminal = matches!(target, Target::Stdout) && io::stdout().is_terminal();
        let sink = Arc::new(Mutex::new(Sink {
            gathered: Vec::new(),
            target,
            fault: None,
        }));
        if !terminal {
            keep_handing_on(Arc::downgrade(&sink));
        }
        Ok(Output { sink, terminal })
    }

    /// Whether a person sees the data as it is written.
    pub fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// Writes one whole record.
    pub fn write(&self, record: &[u8]) -> Result<(), Problem> {
        let mut sink = lock(&self.sink);
        if let Some(fault) = sink.fault.take() {
            return Err(sink.problem(fault));
        }
        sink.gathered.extend_from_slice(record);
        if self.terminal || sink.gathered.len() >= GATHERED {
            sink.hand_on().map_err(|error| sink.problem(error))?;
        }
        Ok(())
    }

    /// Hands everything on and gives a file its name.
    pub fn finish(self) -> Result<(), Problem> {
        let mut sink = lock(&self.sink);
        if let Some(fault) = sink.fault.take() {
            return Err(sink.problem(fault));
        }
        sink.hand_on().map_err(|error| sink.problem(error))?;
        match mem::replace(&mut sink.target, Target::Closed) {
            Target::Temporary(file, path) => {
                // On the disk before it has its name: a power cut must not leave half a file under it.
                let synced = file.as_file().sync_all();
                synced.map_err(|error| cannot_write(&path, &error))?;
                let named = file.persist(&path).map_err(|error| error.error);
                named.map_err(|error| cannot_write(&path, &error))?;
            }
            Target::Stdout | Target::Direct(..) | Target::Closed => {}
        }
        Ok(())
    }

    /// Ends the output. Only a whole result replaces a file; of another one what was `found` goes to
    /// FILE.part, whose name is returned, and FILE stays as it was.
    pub fn close(self, whole: bool, found: bool) -> Result<Option<PathBuf>, Problem> {
        if whole {
            self.finish()?;
            return Ok(None);
        }
        let mut sink = lock(&self.sink);
        if let Some(fault) = sink.fault.take() {
            return Err(sink.problem(fault));
        }
        if found || !matches!(sink.target, Target::Temporary(..)) {
            return sink.keep_part().map_err(|error| sink.problem(error));
        }
        Ok(None)
    }

    /// A handle for the thread that ends the program.
    pub fn closer(&self) -> Closer {
        Closer(Arc::clone(&self.sink))
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        // After an error: what was found has been paid for. A temporary file is removed instead.
        let mut sink = lock(&self.sink);
        if matches!(sink.target, Target::Stdout | Target::Direct(..)) {
            let _ = sink.hand_on();
        }
        sink.target = Target::Closed;
    }
}

/// Ends the output from another thread.
#[derive(Debug)]
pub struct Closer(Arc<Mutex<Sink>>);

impl Closer {
    /// Hands on what is whole, of a file as FILE.part. In a hurry a record being written is not waited
    /// for.
    pub fn close(&self, hurry: bool) {
        let sink = if hurry {
            self.0.try_lock().ok()
        } else {
            Some(lock(&self.0))
        };
        if let Some(mut sink) = sink {
            let _ = sink.keep_part();
            sink.target = Target::Closed;
        }
    }
}

impl Sink {
    /// Hands everything on; of a file that is not whole yet under a name that says so.
    fn keep_part(&mut self) -> io::Result<Option<PathBuf>> {
        self.hand_on()?;
        match mem::replace(&mut self.target, Target::Closed) {
            Target::Temporary(file, path) => {
                let mut name = path.into_os_string();
                name.push(".part");
                let part = PathBuf::from(name);
                file.persist(&part).map_err(|error| error.error)?;
                Ok(Some(part))
            }
            target => {
                self.target = target;
                Ok(None)
            }
        }
    }

    fn hand_on(&mut self) -> io::Result<()> {
        if self.gathered.is_empty() {
            return Ok(());
        }
        let records = mem::take(&mut self.gathered);
        match &mut self.target {
            Target::Stdout => {
                let mut stdout = io::stdout().lock();
                stdout.write_all(&records)?;
                stdout.flush()?;
            }
            Target::Direct(file, _) => file.write_all(&records)?,
            Target::Temporary(file, _) => file.write_all(&records)?,
            Target::Closed => {}
        }
        self.gathered = records;
        self.gathered.clear();
        Ok(())
    }

    fn problem(&self, error: io::Error) -> Problem {
        match &self.target {
            Target::Stdout | Target::Closed if error.kind() == io::ErrorKind::BrokenPipe => {
                Problem::BrokenPipe
            }
            Target::Stdout | Target::Closed => {
                Report::io("cannot write to standard output", &error).into()
            }
            Target::Direct(_, path) | Target::Temporary(_, path) => {
                cannot_write(path, &error).into()
            }
        }
    }
}

fn open_file(path: &Path) -> Result<Target, Report> {
    // What a link points to is replaced, not the link.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match fs::metadata(&path) {
        Ok(found) if found.is_dir() => {
            let name = quoted(&path.to_string_lossy());
            return Err(
                Report::new(format!("{name} is a directory")).hint("give the name of a file in it")
            );
        }
        Ok(found) if !found.is_file() => {
            let file = File::options().write(true).open(&path);
            let file = file.map_err(|error| cannot_write(&path, &error))?;
            return Ok(Target::Direct(file, path));
        }
        Ok(found) if found.permissions().readonly() => {
            let error = io::Error::from(io::ErrorKind::PermissionDenied);
            return Err(cannot_write(&path, &error));
        }
        _ => {}
    }
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        let name = quoted(&path.to_string_lossy());
        let folder = quoted(&folder.to_string_lossy());
        let message = format!("cannot write {name}: there is no directory {folder}");
        return Err(Report::new(message));
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // As any new file, or as the file that is replaced.
        let permissions = fs::metadata(&path).map_or(fs::Permissions::from_mode(0o666), |found| {
            found.permissions()
        });
        builder.permissions(permissions);
    }
    let folder = folder.unwrap_or(Path::new("."));
    remove_stale_parts(folder);
    loop {
        let file = builder.tempfile_in(folder);
        let file = file.map_err(|error| cannot_write(&path, &error))?;
        // Where there are no locks nothing is removed either. A file that somebody else took for a
        // dead process' in this very moment is gone: another one, then.
        if file.as_file().lock().is_err() || file.path().exists() {
            return Ok(Target::Temporary(file, path));
        }
    }
}

const PREFIX: &str = ".sissa-";
const SUFFIX: &str = ".part";

/// Removes what processes that were killed have left in a folder: parts that nobody holds locked.
fn remove_stale_parts(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let ours = name.starts_with(PREFIX) && name.ends_with(SUFFIX);
        if !ours || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        if let Ok(file) = File::options().write(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> Report {
    // tempfile appends the temporary name, which is nobody's business.
    let bare = error.raw_os_error().map_or_else(
        || io::Error::from(error.kind()),
        io::Error::from_raw_os_error,
    );
    let name = quoted(&path.to_string_lossy());
    Report::io(format!("cannot write {name}"), &bare)
}

fn lock(sink: &Mutex<Sink>) -> MutexGuard<'_, Sink> {
    sink.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Hands on whatever has waited long enough, until the output is gone.
fn keep_handing_on(sink: Weak<Mutex<Sink>>) {
    thread::spawn(move || {
        loop {
            thread::sleep(PATIENCE);
            let Some(sink) = sink.upgrade() else { return };
            let mut sink = lock(&sink);
            if let Err(error) = sink.hand_on() {
                sink.fault.get_or_insert(error);
            }
        }
    });
}
