//! Everything said on standard error, and when there is colour.
//!
//! Colour never carries a meaning alone: every coloured word is a word.

use std::{
    env,
    fmt::Write as _,
    io::{self, IsTerminal, Write as _},
};

use clap::error::ErrorKind;
use sissa_game::visible_line;

use crate::{
    args::{ColorChoice, Common},
    problem::{Exit, Report},
};

/// Colours for one stream, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint(pub bool);

impl Paint {
    fn with(self, code: &str, text: &str) -> String {
        if self.0 {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }

    pub fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    pub fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    pub fn good(self, text: &str) -> String {
        self.with("32", text)
    }

    pub fn bad(self, text: &str) -> String {
        self.with("1;31", text)
    }

    pub fn warn(self, text: &str) -> String {
        self.with("1;33", text)
    }

    pub fn accent(self, text: &str) -> String {
        self.with("36", text)
    }
}

/// What may be said, and how.
#[derive(Clone, Copy, Debug)]
pub struct Console {
    quiet: bool,
    verbose: bool,
    /// Standard error is read by a person right now.
    attended: bool,
    progress: bool,
    color: ColorChoice,
}

impl Console {
    pub fn new(common: &Common) -> Console {
        let attended = io::stderr().is_terminal();
        Console {
            quiet: common.quiet,
            verbose: common.verbose,
            attended,
            progress: attended && !common.quiet && !common.no_progress,
            color: common.color,
        }
    }

    /// Colours for standard error.
    pub fn paint(&self) -> Paint {
        Paint(wanted(self.color, self.attended))
    }

    /// Colours for the data, which goes to a terminal or not.
    pub fn paint_data(&self, terminal: bool) -> Paint {
        Paint(wanted(self.color, terminal))
    }

    /// Whether a progress bar is welcome.
    pub fn progress(&self) -> bool {
        self.progress
    }

    /// Whether to tell more than was asked for.
    pub fn verbose(&self) -> bool {
        self.verbose && !self.quiet
    }

    /// Writes to standard error; nobody could be told if that failed.
    pub fn say(&self, text: &str) {
        let mut stderr = io::stderr().lock();
        let _ = stderr.write_all(text.as_bytes());
        let _ = stderr.flush();
    }

    /// A closing remark: for a person, or when asked for.
    pub fn summary(&self, text: &str) {
        if !self.quiet && (self.attended || self.verbose) {
            self.say(&format!("{text}\n"));
        }
    }

    /// Where the part of a result is that must not replace a whole one.
    pub fn part(&self, part: &std::path::Path) {
        let name = sissa::quoted(&part.to_string_lossy());
        let whole = sissa::quoted(&part.with_extension("").to_string_lossy());
        self.say(&format!(
            "what was found is in {name}; {whole} is as it was\n"
        ));
    }

    /// A word before the work begins, for a person who looks on.
    pub fn remark(&self, text: &str) {
        if !self.quiet && (self.attended || self.verbose) {
            self.say(&format!("{}\n", self.paint().dim(text)));
        }
    }

    /// Something that did not stop the work.
    pub fn warning(&self, message: &str, hint: Option<&str>) {
        if !self.quiet {
            let paint = self.paint();
            let mut text = format!("{} {message}\n", paint.warn("warning:"));
            if let Some(hint) = hint {
                let _ = writeln!(text, "{} {hint}", paint.accent("hint:"));
            }
            self.say(&text);
        }
    }

    /// Something that did.
    pub fn report(&self, report: &Report) {
        self.say(&describe(report, self.paint()));
    }
}

fn describe(report: &Report, paint: Paint) -> String {
    let message = visible_line(&report.message, usize::MAX);
    let mut text = format!("{} {message}\n", paint.bad("error:"));
    for line in report.excerpt.iter().flat_map(|excerpt| excerpt.lines()) {
        let line = &visible_line(line, usize::MAX);
        let line = if line.trim_start().starts_with('^') {
            paint.bad(line)
        } else {
            line.to_owned()
        };
        let _ = writeln!(text, "  {line}");
    }
    for reason in &report.reasons {
        let reason = visible_line(reason, usize::MAX);
        let _ = writeln!(text, "{} {reason}", paint.bold("reason:"));
    }
    if let Some(hint) = &report.hint {
        let hint = visible_line(hint, usize::MAX);
        let _ = writeln!(text, "{} {hint}", paint.accent("hint:"));
    }
    text
}

/// Whether a stream gets colours: <https://no-color.org> and a terminal that knows them.
fn wanted(choice: ColorChoice, terminal: bool) -> bool {
    let set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            terminal && !set("NO_COLOR") && env::var_os("TERM").is_none_or(|term| term != "dumb")
        }
    }
}

/// What clap has to say: help and versions to standard output, mistakes to standard error.
pub fn usage(error: &clap::Error, color: ColorChoice) -> Exit {
    let rendered = error.render();
    if !error.use_stderr() {
        let mut stdout = io::stdout().lock();
        let text = if wanted(color, stdout.is_terminal()) {
            rendered.ansi().to_string()
        } else {
            rendered.to_string()
        };
        // A reader that has gone away has seen enough.
        let _ = stdout.write_all(text.as_bytes());
        let _ = stdout.flush();
        return Exit::Yes;
    }
    let color = wanted(color, io::stderr().is_terminal());
    // Arguments are quoted in it: nothing of them may reach the terminal as a command.
    let text = match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand if color => rendered.ansi().to_string(),
        _ => {
            let plain: String = rendered.to_string();
            let visible: String = plain
                .chars()
                .map(|c| match c {
                    '\n' => '\n',
                    c if sissa_game::disturbs(c) => '\u{fffd}',
                    c => c,
                })
                .collect();
            visible.replacen("error:", &Paint(color).bad("error:"), 1)
        }
    };
    let mut stderr = io::stderr().lock();
    let _ = stderr.write_all(text.as_bytes());
    Exit::Error
}

/// A fault of the program itself, for the panic hook.
pub fn fault(details: &str) {
    let mut stderr = io::stderr().lock();
    let details: String = details
        .chars()
        .map(|c| if sissa_game::disturbs(c) { ' ' } else { c })
        .collect();
    let _ = writeln!(
        stderr,
        "error: internal fault: {details}\nhint: please report this with the command you ran"
    );
}
