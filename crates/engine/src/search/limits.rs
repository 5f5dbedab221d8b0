//! What a search may cost and who may end it.

use alloc::vec::Vec;
use core::time::Duration;

use shakmaty::Move;

/// The world outside a search: its clock and its wish to stop.
///
/// Libraries of this project read no clock. Whoever starts a search says how long it has been running.
///
/// ```
/// use std::time::{Duration, Instant};
/// use sissa_engine::Control;
///
/// /// Ends with time alone.
/// struct SinceStart(Instant);
///
/// impl Control for SinceStart {
///     fn elapsed(&self) -> Duration {
///         self.0.elapsed()
///     }
///     fn stop(&self) -> bool {
///         false
///     }
/// }
/// ```
pub trait Control: Sync {
    /// Time since the search began. Asked about every thousandth position.
    fn elapsed(&self) -> Duration;
    /// Whether to end now; the best move so far is the answer.
    fn stop(&self) -> bool;
    /// While true no limit of time counts: the opponent is thinking.
    fn pondering(&self) -> bool {
        false
    }
}

/// No clock and no stop: for limits in nodes or depth, which repeat exactly.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Control for Unwatched {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
    fn stop(&self) -> bool {
        false
    }
}

/// When a search ends; the first limit reached counts. Without any it goes on to the greatest depth.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
    /// No new iteration begins after so many positions.
    pub enough: Option<u64>,
    /// A mate in at most so many moves ends the search.
    pub mate: Option<u32>,
    /// Time.
    pub time: Option<TimeBudget>,
    /// Only these moves; all if empty.
    pub only: Vec<Move>,
    /// How many best moves to find, each with its line; at least 1.
    pub lines: usize,
}

impl Limits {
    /// So many positions, which repeats exactly with one thread.
    pub fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// Whole iterations until there are so many positions, at most eight times as many: nothing of the
    /// work is thrown away, and it repeats exactly with one thread.
    pub fn enough(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes.saturating_mul(8)),
            enough: Some(nodes),
            ..Limits::default()
        }
    }

    /// So many plies.
    pub fn depth(depth: u32) -> Limits {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }

    /// So much time, all of it.
    pub fn time(time: Duration) -> Limits {
        Limits {
            time: Some(TimeBudget::exactly(time)),
            ..Limits::default()
        }
    }
}

/// Time for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// No new iteration begins after this, more or less, as the best move changes or stays.
    pub soft: Duration,
    /// The search ends here.
    pub hard: Duration,
    /// Whether the soft limit may be stretched and shortened.
    pub elastic: bool,
}

impl TimeBudget {
    /// All of this time, as in `go movetime`.
    pub fn exactly(time: Duration) -> TimeBudget {
        TimeBudget {
            soft: time,
            hard: time,
            elastic: false,
        }
    }

    /// A share of a clock that must last for `moves` more moves, or for the rest of the game.
    ///
    /// ```
    /// use std::time::Duration;
    /// use sissa_engine::TimeBudget;
    ///
    /// let minute = Duration::from_secs(60);
    /// let budget = TimeBudget::of_clock(minute, Duration::ZERO, None, Duration::from_millis(10));
    /// assert!(budget.soft < minute / 15 && budget.hard < minute / 2);
    /// ```
    pub fn of_clock(
        left: Duration,
        increment: Duration,
        moves: Option<u32>,
        overhead: Duration,
    ) -> TimeBudget {
        let least = Duration::from_millis(1);
        let usable = left.saturating_sub(overhead).max(least);
        let moves = moves.unwrap_or(24).clamp(1, 40);
        let share = usable / (moves + 1) + increment * 3 / 4;
        let most = match moves {
            1 => usable * 9 / 10,
            _ => usable * 6 / 10,
        };
        let soft = share.min(most).max(least);
        TimeBudget {
            soft,
            hard: (soft * 4).min(most).max(least),
            elastic: true,
        }
    }
}
