//! An opponent's move: [`Play`].

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sissa_engine::{GameClock, Level, Opponent, Options, Strength};
use sissa_human::Partner;
use sissa_record::fen;

use super::{Watched, played, situation};
use crate::{problem::Problem, session::Session};

/// Clocks beyond this, a day, count as this.
const LONGEST_CLOCK: u64 = 86_400_000;

/// A game in which somebody of some strength has the move.
///
/// ```
/// use std::time::Duration;
/// use sissa::{Play, Session};
///
/// let answer = Play::new(["e2e4"]).elo(1200).run(&Session::new())?;
/// assert!(answer.san.is_some() && answer.pause_ms.is_none());
/// let minute = Duration::from_secs(60);
/// let answer = Play::new(["e2e4"]).elo(1200).clock(minute, Duration::ZERO).run(&Session::new())?;
/// assert!(answer.pause_ms.is_some_and(|pause| pause <= 7_500));
/// let problem = Play::new(["e2e5"]).run(&Session::new()).unwrap_err();
/// assert_eq!(problem.field, Some("moves"));
/// # Ok::<_, sissa::Problem>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Play {
    /// Where the game starts, as FEN; the starting position where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_fen: Option<String>,
    /// The moves since, in UCI notation.
    pub moves: Vec<String>,
    /// The rating to play at, 600 to 3200, as on Lichess; full strength where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<u32>,
    /// What is left on its clock, in milliseconds: with it the answer says how long a person would think.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock_ms: Option<u64>,
    /// What each move adds to that clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub increment_ms: Option<u64>,
    /// The seed of all chance.
    pub seed: u64,
}

/// The move chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlayAnswer {
    /// In UCI notation; nothing where there is no legal move.
    pub r#move: Option<String>,
    /// The same as people write it.
    pub san: Option<String>,
    /// The position after it.
    pub fen: String,
    /// How long a person would think, in milliseconds, where a clock was told; the answer itself comes at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pause_ms: Option<u64>,
}

impl Play {
    /// After these moves from the starting position, in UCI notation.
    pub fn new(moves: impl IntoIterator<Item = impl Into<String>>) -> Play {
        Play {
            moves: moves.into_iter().map(Into::into).collect(),
            ..Play::default()
        }
    }

    /// At this rating.
    #[must_use]
    pub fn elo(mut self, elo: u32) -> Play {
        self.elo = Some(elo);
        self
    }

    /// With this left on its clock, and this for each move.
    #[must_use]
    pub fn clock(mut self, left: Duration, increment: Duration) -> Play {
        let milliseconds = |time: Duration| Some(time.as_millis().try_into().unwrap_or(u64::MAX));
        (self.clock_ms, self.increment_ms) = (milliseconds(left), milliseconds(increment));
        self
    }

    /// How strong that is: a level, or full strength with a second for a move.
    pub fn strength(&self) -> Result<Strength, Problem> {
        let (least, most) = (Level::LOWEST, Level::HIGHEST);
        match self.elo {
            Some(elo) if !(least..=most).contains(&elo) => {
                let message = format!("elo is {elo}: it may be {least} to {most}");
                let hint = "leave it out for full strength";
                Err(Problem::new("limit", message).field("elo").hint(hint))
            }
            elo => Ok(Strength::from_elo(elo)),
        }
    }

    /// The answer.
    pub fn run(&self, session: &Session) -> Result<PlayAnswer, Problem> {
        let situation = situation(self.start_fen.as_deref(), &self.moves)?;
        let mut opponent = Opponent::new(Options::default(), self.strength()?, self.seed)
            .with(Box::new(Partner::default()));
        let position = situation.position();
        let most = |milliseconds: u64| Duration::from_millis(milliseconds.min(LONGEST_CLOCK));
        let clock = self.clock_ms.map(|left| GameClock {
            left: most(left),
            increment: most(self.increment_ms.unwrap_or(0)),
            moves: None,
        });
        let answer = opponent.answer_with_clock(&situation, clock, &Watched::new(session));
        Ok(match answer {
            Some((m, pause)) => {
                let (uci, san, after) = played(position, m);
                PlayAnswer {
                    r#move: Some(uci),
                    san: Some(san),
                    fen: fen(&after),
                    pause_ms: pause.and_then(|pause| pause.as_millis().try_into().ok()),
                }
            }
            None => PlayAnswer {
                r#move: None,
                san: None,
                fen: fen(position),
                pause_ms: None,
            },
        })
    }
}
