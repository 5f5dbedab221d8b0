//! What is wrong with the text of a constraint, and where.

use std::{fmt::Write as _, ops::Range};

use thiserror::Error;

/// A constraint that could not be read: the place, the reason, and how to mend it.
///
/// ```
/// let error = "white Q=0 wite R=2".parse::<sissa_constraint::Constraint>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown word `wite`");
/// assert_eq!(error.hint.as_deref(), Some("did you mean `white`?"));
/// assert_eq!(error.excerpt(), "white Q=0 wite R=2\n          ^^^^");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct ParseError {
    /// What is wrong, quoting the text.
    pub message: String,
    /// Bytes of the text it is about.
    pub span: Range<usize>,
    /// How to mend it, where that is known.
    pub hint: Option<String>,
    /// The whole text.
    pub source_text: String,
}

impl ParseError {
    pub(crate) fn new(text: &str, span: Range<usize>, message: impl Into<String>) -> ParseError {
        ParseError {
            message: message.into(),
            span,
            hint: None,
            source_text: text.to_owned(),
        }
    }

    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> ParseError {
        self.hint = Some(hint.into());
        self
    }

    /// The text around the mistake, shortened to a line, and a second line with a caret under it.
    pub fn excerpt(&self) -> String {
        const BEFORE: usize = 48;
        const AFTER: usize = 24;
        let start = self.span.start.min(self.source_text.len());
        let (head, tail) = self
            .source_text
            .split_at(floor_char(&self.source_text, start));
        let head_len = head.chars().count();
        let mut line = String::new();
        if head_len > BEFORE {
            line.push('…');
        }
        line.extend(
            head.chars()
                .skip(head_len.saturating_sub(BEFORE))
                .map(visible),
        );
        let caret = line.chars().count();
        let marked = self
            .source_text
            .get(self.span.clone())
            .unwrap_or("")
            .chars()
            .count();
        let width = marked.clamp(1, AFTER);
        let mut rest = tail.chars();
        line.extend(rest.by_ref().take(width + AFTER).map(visible));
        if rest.next().is_some() {
            line.push('…');
        }
        let _ = write!(line, "\n{}{}", " ".repeat(caret), "^".repeat(width));
        line
    }
}

/// A character as it can be shown on one line of a terminal.
fn visible(c: char) -> char {
    if c.is_whitespace() {
        ' '
    } else if sissa_game::disturbs(c) {
        '\u{fffd}'
    } else {
        c
    }
}

fn floor_char(text: &str, mut index: usize) -> usize {
    while !text.is_char_boundary(index) {
        index -= 1;
    }
    index
}

/// A piece of the text quoted in a message: one line, at most 24 characters.
pub(crate) fn quoted(text: &str) -> String {
    let mut short: String = text.chars().take(24).map(visible).collect();
    if text.chars().nth(24).is_some() {
        short.push('…');
    }
    format!("`{short}`")
}
