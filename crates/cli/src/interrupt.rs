//! Ctrl-C: whole records stay whole.
//!
//! A command that computes is asked to finish and sees [`Interrupt::requested`]; a command that may
//! be waiting for input is ended right away, with what it has written so far flushed.

use std::process;

use sissa::Cancel;

use crate::{
    output::Output,
    problem::{Exit, Report},
};

/// Whether Ctrl-C has been pressed.
#[derive(Clone, Debug)]
pub struct Interrupt(Cancel);

impl Interrupt {
    /// From now on the first Ctrl-C is a request, the second the end.
    pub fn finishing(output: &Output) -> Result<Interrupt, Report> {
        Interrupt::new(output, false)
    }

    /// From now on Ctrl-C ends the program at a record's end.
    pub fn ending(output: &Output) -> Result<(), Report> {
        Interrupt::new(output, true).map(drop)
    }

    /// From now on Ctrl-C is a request, or ends the program at a record's end.
    pub fn new(output: &Output, at_once: bool) -> Result<Interrupt, Report> {
        let cancel = Cancel::default();
        let (seen, closer) = (cancel.clone(), output.closer());
        ctrlc::set_handler(move || {
            let again = seen.requested();
            seen.request();
            if at_once || again {
                // Waits for the record being written, unless asked twice.
                closer.close(again);
                leave();
            }
        })
        .map_err(|error| Report::new(format!("cannot listen for Ctrl-C: {error}")))?;
        Ok(Interrupt(cancel))
    }

    /// Whether to finish.
    pub fn requested(&self) -> bool {
        self.0.requested()
    }

    /// The switch itself.
    pub fn cancel(&self) -> Cancel {
        self.0.clone()
    }
}

#[expect(
    clippy::exit,
    reason = "the signal's own thread has no way back to main"
)]
fn leave() {
    process::exit(Exit::Interrupted.code().into());
}
