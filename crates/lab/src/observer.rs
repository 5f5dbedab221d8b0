//! Who watches an experiment.

/// Tells an experiment the time, and is told how far it is.
pub trait Observer: Sync {
    /// Seconds since some moment. An experiment reads no clock itself.
    fn now(&self) -> f64;

    /// Whether to end before the end.
    fn stopped(&self) -> bool {
        false
    }

    /// A row of the table is made, here as a line of CSV.
    fn row(&self, _line: &str) {}

    /// One more of the experiment's steps is done.
    fn advance(&self) {}
}

/// Nobody watches, and no time passes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Observer for Unwatched {
    fn now(&self) -> f64 {
        0.0
    }
}
