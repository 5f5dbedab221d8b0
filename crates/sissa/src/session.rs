//! What a library must not take for itself: threads, the clock, files, and when to stop.

use std::{
    fmt, io,
    num::NonZero,
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use sissa_judge::Tablebases;
use sissa_tables::Tables;

use crate::problem::Problem;

/// Name and version, as records and PGN files carry them.
pub const TOOL: &str = concat!("sissa ", env!("CARGO_PKG_VERSION"));

/// Ends work from another thread. Clones are the same switch.
///
/// ```
/// let cancel = sissa::Cancel::default();
/// let other = cancel.clone();
/// other.request();
/// assert!(cancel.requested());
/// ```
#[derive(Debug, Clone, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks the work to end.
    pub fn request(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether somebody asked.
    pub fn requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What one request may ask for at most, where somebody else's machine does the work.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ceilings {
    /// Positions.
    pub positions: u64,
    /// Nodes for one position.
    pub nodes: u64,
    /// Time for one position; shorter ones may be asked for.
    pub position_time: Duration,
    /// Time for the whole request.
    pub total_time: Duration,
}

type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;
type Files = Arc<dyn Fn(&str) -> io::Result<Vec<u8>> + Send + Sync>;

/// The surroundings of a request.
///
/// ```
/// use sissa::Session;
///
/// let session = Session::new().threads(2);
/// assert_eq!(session.workers(), 2);
/// ```
#[derive(Clone)]
pub struct Session {
    threads: usize,
    cancel: Cancel,
    clock: Clock,
    files: Option<Files>,
    ceilings: Option<Ceilings>,
    tables: Arc<Tables>,
    syzygy: Option<Arc<Tablebases>>,
}

impl Default for Session {
    fn default() -> Session {
        Session::new()
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Session")
            .field("threads", &self.threads)
            .field("cancel", &self.cancel)
            .field("ceilings", &self.ceilings)
            .finish_non_exhaustive()
    }
}

impl Session {
    /// All processors, the system's clock, no files, no ceilings.
    pub fn new() -> Session {
        let begun = Instant::now();
        Session {
            threads: processors(),
            cancel: Cancel::default(),
            clock: Arc::new(move || begun.elapsed()),
            files: None,
            ceilings: None,
            tables: Arc::new(Tables::new(processors())),
            syzygy: None,
        }
    }

    /// Works on so many threads. What comes out does not depend on it.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Session {
        self.threads = threads.max(1);
        self
    }

    /// Ends when this is requested.
    #[must_use]
    pub fn cancelled_by(mut self, cancel: Cancel) -> Session {
        self.cancel = cancel;
        self
    }

    /// Tells time by this: how long ago some fixed moment was.
    #[must_use]
    pub fn clock(mut self, clock: impl Fn() -> Duration + Send + Sync + 'static) -> Session {
        self.clock = Arc::new(clock);
        self
    }

    /// May read files that a request names, by this. Without it names of files are refused: a request
    /// from elsewhere must not read this machine's.
    #[must_use]
    pub fn files(
        mut self,
        read: impl Fn(&str) -> io::Result<Vec<u8>> + Send + Sync + 'static,
    ) -> Session {
        self.files = Some(Arc::new(read));
        self
    }

    /// Refuses requests beyond this.
    #[must_use]
    pub fn ceilings(mut self, ceilings: Ceilings) -> Session {
        self.ceilings = Some(ceilings);
        self
    }

    /// Also asks the Syzygy tables in these folders, joined as in `PATH`, how endings of more than four men end.
    ///
    /// ```
    /// let refused = sissa::Session::new().syzygy("no/such/folder").map(drop);
    /// assert_eq!(refused.map_err(|problem| problem.code), Err("syzygy"));
    /// ```
    pub fn syzygy(mut self, folders: &str) -> Result<Session, Problem> {
        let hint = "a folder with files such as KQvKR.rtbw";
        let found = Tablebases::open(folders).map_err(|error| {
            let text = error.to_string();
            let reason = text.split(" (os error").next().unwrap_or(&text);
            Problem::new("syzygy", reason).field("syzygy").hint(hint)
        })?;
        if found.count() == 0 {
            let message = format!("there are no Syzygy tables in `{}`", folders.escape_debug());
            return Err(Problem::new("syzygy", message).field("syzygy").hint(hint));
        }
        self.syzygy = Some(Arc::new(found));
        Ok(self)
    }

    /// A new session that shares the endgame tables of this one, so that they are made once.
    ///
    /// ```
    /// let shared = sissa::Session::new();
    /// assert_eq!(shared.sharing_tables().threads(1).workers(), 1);
    /// ```
    #[must_use]
    pub fn sharing_tables(&self) -> Session {
        Session {
            tables: Arc::clone(&self.tables),
            syzygy: self.syzygy.clone(),
            ..Session::new()
        }
    }

    pub(crate) fn syzygy_tables(&self) -> Option<&Arc<Tablebases>> {
        self.syzygy.as_ref()
    }

    /// The number of threads.
    pub fn workers(&self) -> usize {
        self.threads
    }

    pub(crate) fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    pub(crate) fn now(&self) -> Duration {
        (self.clock)()
    }

    pub(crate) fn ceiling(&self) -> Option<&Ceilings> {
        self.ceilings.as_ref()
    }

    /// Endgame tables, made when they are first asked; clones of a session share them.
    pub(crate) fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    pub(crate) fn reads_files(&self) -> bool {
        self.files.is_some()
    }

    /// What a sink said, unless somebody asked the work to end.
    pub(crate) fn go_on(&self, told: ControlFlow<()>) -> ControlFlow<()> {
        if self.cancel.requested() {
            ControlFlow::Break(())
        } else {
            told
        }
    }

    pub(crate) fn read_file(&self, name: &str) -> Option<io::Result<Vec<u8>>> {
        self.files.as_ref().map(|read| read(name))
    }
}

/// The processors of this machine: how many threads are used where nobody says.
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}
