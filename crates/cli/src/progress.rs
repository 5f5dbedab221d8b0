//! A bar on standard error while a person waits.

use std::{fmt::Write, time::Duration};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use sissa::Judgements;
use sissa_game::words::grouped;

use crate::console::Console;

/// A bar, or nothing where nobody looks.
#[derive(Debug)]
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar for so many positions; of how many that were judged they are kept, where any are.
    pub fn new(console: &Console, positions: u64, judged: Option<Judgements>) -> Progress {
        let bar = if console.paint().0 {
            "{bar:30.cyan/dim}"
        } else {
            "{bar:30}"
        };
        let template = format!(
            "{bar} {{human_pos}}/{{human_len}} positions  {{judged}}{{per_sec}}  {{expected}}  {{msg}}"
        );
        Progress::drawn(console, positions, &template, judged)
    }

    /// A bar for so many of something.
    pub fn named(console: &Console, length: u64, noun: &str) -> Progress {
        let template = format!("{{bar:30}} {{human_pos}}/{{human_len}} {noun}  {{eta}} left");
        Progress::drawn(console, length, &template, None)
    }

    /// A bar for bytes of input, or a count where nobody knows how many there are.
    pub fn bytes(console: &Console, total: Option<u64>) -> Progress {
        let template = match total {
            Some(_) => "{bar:30} {bytes}/{total_bytes}  {msg}  {eta} left",
            None => "{spinner} {bytes}  {msg}",
        };
        Progress::drawn(console, total.unwrap_or(0), template, None)
    }

    fn drawn(
        console: &Console,
        length: u64,
        template: &str,
        judged: Option<Judgements>,
    ) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::hidden());
        if console.progress() {
            let style = ProgressStyle::with_template(template)
                .expect("the template is well formed")
                .with_key("per_sec", per_second)
                .with_key("expected", expected)
                .with_key("judged", move |_: &ProgressState, to: &mut dyn Write| {
                    if let Some(judged) = &judged {
                        let _ = write!(to, "of {} judged  ", grouped(judged.count()));
                    }
                })
                .progress_chars("━╸─");
            // The style first: a bar draws itself as soon as it has a target.
            bar.set_style(style);
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        Progress(bar)
    }

    /// So much is done; and a word about it.
    pub fn set(&self, position: u64, message: String) {
        self.0.set_position(position);
        self.0.set_message(message);
    }

    /// So many are done.
    pub fn to(&self, position: u64) {
        self.0.set_position(position);
    }

    /// So many are done, of so many where that is known.
    pub fn of(&self, position: u64, length: Option<u64>) {
        if let Some(length) = length {
            self.0.set_length(length);
        }
        self.0.set_position(position);
    }

    /// A word about what does not count.
    pub fn note(&self, message: &str) {
        self.0.set_message(message.to_owned());
    }

    /// One more is done.
    pub fn advance(&self) {
        self.0.inc(1);
    }

    /// Does something that writes to the terminal, with the bar out of the way.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.0.suspend(write)
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}

/// A count that grows towards no known end, and what is being done.
#[derive(Debug)]
pub struct Spinner(ProgressBar);

impl Spinner {
    /// A spinner, or nothing where nobody looks.
    pub fn new(console: &Console) -> Spinner {
        let bar = ProgressBar::new_spinner();
        if console.progress() {
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
            let style = ProgressStyle::with_template("{spinner} {human_pos}  {msg}")
                .expect("the template is well formed");
            bar.set_style(style);
            bar.enable_steady_tick(Duration::from_millis(200));
        } else {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        Spinner(bar)
    }

    /// Does something that writes to the terminal, with the spinner out of the way.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.0.suspend(write)
    }

    /// So much is done, and this comes now.
    pub fn tell(&self, done: u64, what: &str) {
        if self.0.is_hidden() {
            return;
        }
        self.0.set_position(done);
        if self.0.message() != what {
            self.0.set_message(what.to_owned());
        }
    }

    /// Takes it away.
    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}

/// When it will be over; as long as there is nothing, nobody knows.
fn expected(state: &ProgressState, to: &mut dyn Write) {
    let _ = if state.pos() == 0 {
        write!(to, "none yet after {:#}", HumanDuration(state.elapsed()))
    } else {
        write!(to, "{:#} left", HumanDuration(state.eta()))
    };
}

fn per_second(state: &ProgressState, to: &mut dyn Write) {
    let rate = state.per_sec();
    let _ = if rate >= 10.0 {
        write!(to, "{rate:.0}/s")
    } else {
        write!(to, "{rate:.1}/s")
    };
}
