//! Why a request cannot be carried out: a value that names the field, for people and programs.

use std::{fmt, io};

use sissa_constraint::ParseError;
use sissa_game::{Excerpt, Reason};
use sissa_record::ReadError;

/// A request that cannot be carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What kind of thing, for programs: `constraint`, `input`, `limit`, `style`, …
    pub code: &'static str,
    /// The field of the request that is wrong.
    pub field: Option<&'static str>,
    /// What is wrong, for people, quoting the input: one line without a full stop.
    pub message: String,
    /// What to try instead.
    pub hint: Option<String>,
    /// Where in the field's text it is.
    pub place: Option<Box<Place>>,
    /// More about it, a sentence each.
    pub reasons: Vec<Reason>,
}

/// Where in a text something is wrong.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// The offending text and, on a second line, carets under it.
    pub excerpt: Option<String>,
    /// The part that is wrong, in bytes of the source.
    pub span: Option<std::ops::Range<usize>>,
    /// The whole text.
    pub source: String,
}

impl Problem {
    /// A problem with a field of the request.
    pub fn new(code: &'static str, message: impl Into<String>) -> Problem {
        Problem {
            code,
            field: None,
            message: message.into(),
            hint: None,
            place: None,
            reasons: Vec::new(),
        }
    }

    /// A file or stream that cannot be read or written.
    pub fn io(what: impl fmt::Display, error: &io::Error) -> Problem {
        // The operating system's number says nothing to people.
        let message = error.to_string();
        let message = message.split(" (os error").next().unwrap_or(&message);
        Problem::new("files", format!("{what}: {message}"))
    }

    /// Names the field.
    #[must_use]
    pub fn field(mut self, field: &'static str) -> Problem {
        self.field = Some(field);
        self
    }

    /// Says what to try instead.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Problem {
        self.hint = Some(hint.into());
        self
    }

    /// Says more.
    #[must_use]
    pub fn reasons(mut self, reasons: &[Reason]) -> Problem {
        self.reasons.extend_from_slice(reasons);
        self
    }

    /// The offending text and, on a second line, carets under it.
    pub fn excerpt(&self) -> Option<&str> {
        self.place.as_ref()?.excerpt.as_deref()
    }

    /// Predicates that are part of the language, but not of this request.
    pub(crate) fn unsupported(request: &str, predicates: &[String]) -> Problem {
        let names: Vec<String> = predicates.iter().map(|name| quoted(name)).collect();
        let message = format!("{request} cannot honour {} yet", names.join(", "));
        let why = "players, the game's course and an engine's judgement are not part of a position";
        Problem::new("unsupported", message)
            .field("constraint")
            .reasons(&[Reason::new("unsupported", why, shakmaty::Bitboard::EMPTY)])
            .hint("leave that out; explain tells what a constraint needs to know")
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Problem {}

impl From<ParseError> for Problem {
    fn from(error: ParseError) -> Problem {
        let excerpt = (!error.source_text.trim().is_empty()).then(|| error.excerpt());
        let place = Place {
            excerpt,
            span: Some(error.span),
            source: error.source_text,
        };
        Problem {
            place: Some(Box::new(place)),
            hint: error.hint,
            ..Problem::new("constraint", error.message).field("constraint")
        }
    }
}

impl From<&ReadError> for Problem {
    fn from(error: &ReadError) -> Problem {
        let message = error.to_string();
        // Where there is only one place, it goes without saying.
        let message = message.strip_prefix("argument: ").unwrap_or(&message);
        let carets = error.excerpt.caret_line();
        let place = Place {
            excerpt: match (error.excerpt.text.as_str(), carets.as_str()) {
                ("", _) => None,
                (text, "") => Some(text.to_owned()),
                (text, carets) => Some(format!("{text}\n{carets}")),
            },
            ..Place::default()
        };
        Problem {
            place: Some(Box::new(place)),
            hint: error.hint().map(str::to_owned),
            ..Problem::new("input", message).field("input")
        }
    }
}

impl From<ReadError> for Problem {
    fn from(error: ReadError) -> Problem {
        Problem::from(&error)
    }
}

/// A text from outside made fit for a message: short, on one line, without control characters.
pub fn quoted(text: &str) -> String {
    format!("`{}`", Excerpt::quote(text))
}
