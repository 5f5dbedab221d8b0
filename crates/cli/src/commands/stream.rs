//! The events of a command that reads positions and answers each: where they are written.

use std::{ops::ControlFlow, path::Path};

use sissa::{Event, Records, Session, Summary};
use sissa_game::words::counted;

use crate::{
    console::{Console, Paint},
    interrupt::Interrupt,
    output::Output,
    problem::{Exit, Problem, Report},
    progress::Spinner,
};

/// More unreadable entries than this are counted, not shown.
const MOST_ERRORS: u64 = 20;

/// Something found, as lines of JSON.
pub fn lines_of(found: &impl Records) -> String {
    let records = found.records();
    records
        .iter()
        .map(|record| record.to_line() + "\n")
        .collect()
}

/// Something else that is told, as a line of JSON.
pub fn line<T>(event: &Event<T>) -> String {
    /// What is found has been written by others.
    struct Elsewhere;
    impl Records for Elsewhere {
        fn records(&self) -> Vec<sissa_record::Record> {
            Vec::new()
        }
    }
    let event: Event<Elsewhere> = match event {
        Event::Run(run) => Event::Run(run.clone()),
        Event::Found(_) => Event::Found(Elsewhere),
        Event::Failure(failure) => Event::Failure(failure.clone()),
        Event::Progress(progress) => Event::Progress(*progress),
        Event::Summary(summary) => Event::Summary(summary.clone()),
    };
    event.lines()
}

/// Where answers go, and what is said beside them.
pub struct Stream<'a> {
    output: Output,
    jsonl: bool,
    console: &'a Console,
    interrupt: Interrupt,
    spinner: Spinner,
    /// What progress counts.
    noun: &'static str,
    errors: u64,
    /// The output broke.
    fault: Option<Problem>,
}

impl<'a> Stream<'a> {
    pub fn open(
        path: Option<&Path>,
        input: &[String],
        jsonl: bool,
        console: &'a Console,
    ) -> Result<Stream<'a>, Problem> {
        let output = Output::open(path)?;
        // Who waits for a person's next line cannot be asked to finish.
        let waits = input.is_empty() || input.iter().any(|argument| argument == "-");
        Ok(Stream {
            interrupt: Interrupt::new(&output, waits)?,
            output,
            jsonl,
            console,
            spinner: Spinner::new(console),
            noun: "positions",
            errors: 0,
            fault: None,
        })
    }

    /// Counts something else than positions.
    pub fn counting(mut self, noun: &'static str) -> Stream<'a> {
        self.noun = noun;
        self
    }

    /// Writes what is drawn at the end.
    pub fn write(&self, drawing: &[u8]) -> Result<(), Problem> {
        self.output.write(drawing)
    }

    /// A session that Ctrl-C ends.
    pub fn session(&self, threads: Option<usize>) -> Session {
        super::session(threads).cancelled_by(self.interrupt.cancel())
    }

    pub fn paint(&self) -> Paint {
        self.console.paint_data(self.output.is_terminal())
    }

    pub fn is_terminal(&self) -> bool {
        self.output.is_terminal()
    }

    /// Writes what is told.
    pub fn take(&mut self, event: Event<String>) -> ControlFlow<()> {
        let written = match &event {
            Event::Found(text) => self.spinner.aside(|| self.output.write(text.as_bytes())),
            Event::Progress(progress) => {
                self.spinner.tell(progress.made, self.noun);
                Ok(())
            }
            Event::Failure(failure) => {
                self.errors += 1;
                if self.errors <= MOST_ERRORS {
                    let report = Report::of_failure(failure, Exit::Error);
                    self.spinner.aside(|| self.console.report(&report));
                }
                self.line(&event)
            }
            Event::Run(_) | Event::Summary(_) => self.line(&event),
        };
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(problem) => {
                self.fault = Some(problem);
                ControlFlow::Break(())
            }
        }
    }

    fn line(&self, event: &Event<String>) -> Result<(), Problem> {
        if self.jsonl {
            self.output.write(line(event).as_bytes())?;
        }
        Ok(())
    }

    /// The last words and the exit code.
    pub fn finish(
        self,
        summary: Option<Summary>,
        words: impl FnOnce(&Summary, u64) -> String,
    ) -> Result<Exit, Problem> {
        self.spinner.clear();
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let Some(summary) = summary else {
            return Ok(Exit::Yes);
        };
        if self.errors > MOST_ERRORS {
            let more = counted(self.errors - MOST_ERRORS, "more error");
            self.console.warning(&format!("{more} like these"), None);
        }
        let exit = Exit::of(summary.exit);
        let part = self
            .output
            .close(exit != Exit::Interrupted, summary.requested > 0)?;
        if summary.requested > 1 {
            self.console.summary(&words(&summary, self.errors));
        }
        if let Some(part) = part {
            self.console.part(&part);
        }
        Ok(exit)
    }
}
