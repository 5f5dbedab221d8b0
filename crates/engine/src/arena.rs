//! Matches: two engines, paired openings, and what the score proves.
//!
//! Every player is a process that speaks UCI, our own evaluations included: a crash is a crash of that
//! process, is counted, and costs the game. An opening is played twice with colours changed; both games
//! are one observation, which is what makes the intervals honest. A [`Match`] plays them all and tells how it stands;
//! [`MatchScore`] says what a score proves.

mod driver;
mod game;
mod matches;
mod openings;
mod player;
mod statistics;

pub use driver::{Answer, Driver, DriverError};
pub use game::{Clocks, ClocksError, End, GameRecord, Rules, play};
pub use matches::{Match, MatchReport, PairRecord, PlayerTotals};
pub use openings::Openings;
pub use player::{OptionError, PlayerSpec};
pub use statistics::{Elo, MatchScore, Sprt, SprtError, SprtState};
