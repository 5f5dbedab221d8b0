//! What `predict` and `rate` have in common: game after game of a file or a folder, each with an answer.

use std::{ops::ControlFlow, path::Path};

use sissa::{Event, Import, Records, Session, Summary};
use sissa_record::GameInfo;
use sissa_render::text::line;
use tempfile::TempDir;

use super::{
    import::{bring, source},
    list_format,
};
use crate::{
    args::{ListFormat, OutputArgs},
    console::Console,
    interrupt::Interrupt,
    output::Output,
    problem::{Exit, Problem, Report},
    progress::Progress,
};

/// Where the games are, and how the answers are written.
pub struct Each<'a> {
    pub games: &'a Path,
    pub format: Option<ListFormat>,
    pub output: &'a OutputArgs,
    pub threads: Option<usize>,
}

/// What a request tells its events to.
pub type Sink<'a, T> = &'a mut dyn FnMut(Event<T>) -> ControlFlow<()>;

impl Each<'_> {
    /// Runs a request on the folder of the games and writes what it tells, for people by `text`.
    pub fn write<T: Records>(
        &self,
        console: &Console,
        run: impl FnOnce(&Path, &Session, Sink<'_, T>) -> Result<Option<Summary>, sissa::Problem>,
        text: impl Fn(&T) -> String,
    ) -> Result<Exit, Problem> {
        let format = list_format(self.format, self.output)?;
        let output = Output::open(self.output.output.as_deref())?;
        // Who waits for standard input cannot be asked to finish.
        let interrupt = Interrupt::new(&output, self.games.as_os_str() == "-")?;
        let session = crate::commands::session(self.threads).cancelled_by(interrupt.cancel());
        let (room, imported) = match self.imported(&session, console)? {
            Some((room, exit)) => (Some(room), exit),
            None => (None, Exit::Yes),
        };
        if imported == Exit::Interrupted {
            return Ok(imported);
        }
        let folder = room.as_ref().map_or(self.games, TempDir::path);
        let bar = Progress::named(console, 0, "games");
        let mut fault = None;
        let outcome = run(folder, &session, &mut |event| {
            let text = match (&event, format) {
                (Event::Progress(progress), _) => {
                    bar.of(progress.made, progress.requested);
                    return ControlFlow::Continue(());
                }
                (event, ListFormat::Jsonl) => event.lines(),
                (Event::Found(found), ListFormat::Text) => text(found),
                _ => String::new(),
            };
            match output.write(text.as_bytes()) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    fault = Some(error);
                    ControlFlow::Break(())
                }
            }
        });
        bar.clear();
        let summary = outcome?;
        if let Some(error) = fault {
            return Err(error);
        }
        let (exit, found) = summary.map_or((Exit::Yes, true), |summary| {
            (Exit::of(summary.exit), summary.produced > 0)
        });
        if let Some(part) = output.close(exit != Exit::Interrupted, found)? {
            console.part(&part);
        }
        // What could not be read of the file is told by the exit code, too.
        Ok(if exit == Exit::Yes { imported } else { exit })
    }

    /// The games of a file in a folder, and what came of that; none where they are imported already.
    fn imported(
        &self,
        session: &Session,
        console: &Console,
    ) -> Result<Option<(TempDir, Exit)>, Problem> {
        let games = self.games;
        if games.is_dir() || games.extension().is_some_and(|end| end == "parquet") {
            return Ok(None);
        }
        let sources = vec![source(games, "stdin")?];
        let room = TempDir::new()
            .map_err(|error| Report::io("cannot make a folder for temporary files", &error))?;
        let request = Import::default().output(room.path());
        let brought = bring(&request, session, sources, |_| {})?;
        Ok(brought.map(|brought| {
            brought.warn(console, None);
            (room, Exit::of(brought.summary.exit))
        }))
    }
}

/// Who played, how it ended and which game it is.
pub fn heading(info: &GameInfo) -> String {
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    line(&format!(
        "{} – {}  {}  {}#{}",
        name(&info.white),
        name(&info.black),
        info.result.as_deref().unwrap_or("*"),
        info.source,
        info.number
    ))
}
