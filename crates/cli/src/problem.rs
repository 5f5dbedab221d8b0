//! What went wrong, in words for people, with the exit code it means.

use std::{fmt::Display, io, process::ExitCode};

use sissa::Failure;
pub use sissa::quoted;
use sissa_constraint::ParseError;
use sissa_game::Reason;
use sissa_record::ReadError;

/// The answer of a run, as the shell sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Everything asked for was produced, or all is legal and satisfying.
    Yes,
    /// Proven impossible, illegal, or not satisfying.
    No,
    /// Bad usage, unreadable input, malformed constraint.
    Error,
    /// The budget ended first; what was found has been written.
    Undecided,
    /// Stopped by Ctrl-C; whole records have been written.
    Interrupted,
}

impl Exit {
    /// What a number stands for.
    pub const fn of(code: u8) -> Exit {
        match code {
            0 => Exit::Yes,
            1 => Exit::No,
            3 => Exit::Undecided,
            130 => Exit::Interrupted,
            _ => Exit::Error,
        }
    }

    /// The number.
    pub const fn code(self) -> u8 {
        match self {
            Exit::Yes => 0,
            Exit::No => 1,
            Exit::Error => 2,
            Exit::Undecided => 3,
            Exit::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

/// Why a command ended early.
#[derive(Debug)]
pub enum Problem {
    /// Nobody reads the output any more: nothing to say, and no failure.
    BrokenPipe,
    /// Something to tell.
    Report(Box<Report>),
}

/// An `error:` line and what belongs under it.
#[derive(Debug, Clone)]
pub struct Report {
    /// The exit code.
    pub exit: Exit,
    /// One line without a full stop.
    pub message: String,
    /// The offending text and the carets under it.
    pub excerpt: Option<String>,
    /// Sentences with their codes, one a line.
    pub reasons: Vec<String>,
    /// What to try.
    pub hint: Option<String>,
}

impl Report {
    /// An error of usage or input.
    pub fn new(message: impl Into<String>) -> Report {
        Report {
            exit: Exit::Error,
            message: message.into(),
            excerpt: None,
            reasons: Vec::new(),
            hint: None,
        }
    }

    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Report {
        self.hint = Some(hint.into());
        self
    }

    #[must_use]
    pub fn reasons(mut self, reasons: impl IntoIterator<Item = String>) -> Report {
        self.reasons.extend(reasons);
        self
    }

    /// Something that could not be had.
    pub fn of_failure(failure: &Failure, exit: Exit) -> Report {
        let lines = failure
            .reasons
            .iter()
            .map(|reason| reason_line(&reason.message, &reason.code));
        let message = if failure.code == "impossible" {
            "no position can satisfy this constraint"
        } else {
            &failure.message
        };
        Report {
            exit,
            excerpt: failure.excerpt.clone(),
            hint: failure.hint.clone(),
            ..Report::new(message)
        }
        .reasons(lines)
    }

    /// A position that is none.
    pub fn invalid(what: impl Display, reasons: &[Reason]) -> Report {
        let lines = reasons
            .iter()
            .map(|reason| reason_line(&reason.message, &reason.code));
        Report::new(format!("{what} is not a possible position")).reasons(lines)
    }

    /// A file or stream that cannot be read or written.
    pub fn io(what: impl Display, error: &io::Error) -> Report {
        sissa::Problem::io(what, error).into()
    }
}

/// A sentence and its code, as they stand in a line.
pub fn reason_line(message: &str, code: impl Display) -> String {
    format!("{message} ({code})")
}

/// Where something was read; nothing where there is only one place.
pub fn place(origin: &str, and: &str) -> String {
    match origin {
        "argument" => String::new(),
        origin => format!("{origin}{and}"),
    }
}

impl From<Report> for Problem {
    fn from(report: Report) -> Problem {
        Problem::Report(Box::new(report))
    }
}

impl From<sissa::Problem> for Report {
    fn from(problem: sissa::Problem) -> Report {
        let lines: Vec<String> = problem
            .reasons
            .iter()
            .map(|reason| {
                if reason.code == problem.code {
                    reason.message.clone()
                } else {
                    reason_line(&reason.message, &reason.code)
                }
            })
            .collect();
        // That nothing can satisfy a constraint is an answer.
        let exit = if problem.code == "impossible" {
            Exit::No
        } else {
            Exit::Error
        };
        Report {
            exit,
            excerpt: problem.excerpt().map(str::to_owned),
            hint: problem.hint,
            ..Report::new(problem.message)
        }
        .reasons(lines)
    }
}

impl From<sissa::Problem> for Problem {
    fn from(problem: sissa::Problem) -> Problem {
        Report::from(problem).into()
    }
}

impl From<ParseError> for Report {
    fn from(error: ParseError) -> Report {
        sissa::Problem::from(error).into()
    }
}

impl From<ReadError> for Report {
    fn from(error: ReadError) -> Report {
        sissa::Problem::from(error).into()
    }
}

impl From<ParseError> for Problem {
    fn from(error: ParseError) -> Problem {
        Report::from(error).into()
    }
}

impl From<ReadError> for Problem {
    fn from(error: ReadError) -> Problem {
        Report::from(error).into()
    }
}
