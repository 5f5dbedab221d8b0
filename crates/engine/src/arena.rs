//! Matches: two engines, paired openings, and what the score proves.
//!
//! Every player is a process that speaks UCI, our own evaluations included: a crash is a crash of that
//! process, is counted, and costs the game. An opening is played twice with colours changed; both games
//! are one observation, which is what makes the intervals honest.

mod driver;
mod game;
mod statistics;

pub use driver::{Answer, Driver, DriverError, PlayerSpec};
pub use game::{Clocks, End, GameRecord, Rules, play};
pub use statistics::{Elo, MatchScore, Sprt, SprtState};
