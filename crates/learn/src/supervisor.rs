//! The only source of rules: one method, one bit.
//!
//! A question is a set-up position and a line of moves; the answer says whether the whole line may
//! be played. A line of one move asks what is allowed; longer lines ask what a move has *done*,
//! which is how the learner finds out about effects it is never shown.
//!
//! ```
//! use sissa_learn::{Budget, Counter, Move, Position, Supervisor};
//!
//! struct Anything;
//! impl Supervisor for Anything {
//!     fn accepts(&mut self, _: &Position, _: &[Move]) -> bool {
//!         true
//!     }
//! }
//! let mut supervisor = Anything;
//! let mut counter = Counter::new(&mut supervisor, Budget::questions(1));
//! assert!(counter.ask(&Position::empty(), &[Move::new(0, 1)]).unwrap());
//! assert!(counter.ask(&Position::empty(), &[Move::new(0, 1)]).is_err());
//! ```

use crate::{Move, Position};

/// Knows the rules and says yes or no.
pub trait Supervisor {
    /// May these moves be played one after another from this position?
    ///
    /// An arrangement that is no position of the game is answered with no.
    fn accepts(&mut self, position: &Position, line: &[Move]) -> bool;
}

/// Why learning ended before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Halt {
    /// All questions that were allowed have been asked.
    #[error("the budget of {0} questions is spent")]
    Budget(u64),
    /// The caller wanted to stop.
    #[error("stopped")]
    Stopped,
}

/// Called after each question with the number asked; false stops the learner.
pub type Watch<'a> = Box<dyn FnMut(u64, &str) -> bool + 'a>;

/// How long to go on.
pub struct Budget<'a> {
    questions: u64,
    watch: Option<Watch<'a>>,
}

impl<'a> Budget<'a> {
    /// So many questions and no more.
    pub fn questions(questions: u64) -> Budget<'a> {
        Budget {
            questions,
            watch: None,
        }
    }

    /// Tells this callback about the progress: questions asked, and the topic.
    #[must_use]
    pub fn watched(mut self, watch: impl FnMut(u64, &str) -> bool + 'a) -> Budget<'a> {
        self.watch = Some(Box::new(watch));
        self
    }
}

/// Counts what is asked, by topic.
pub struct Counter<'a> {
    supervisor: &'a mut dyn Supervisor,
    budget: Budget<'a>,
    asked: u64,
    accepted: u64,
    topics: Vec<(String, u64)>,
    topic: usize,
}

impl<'a> Counter<'a> {
    /// A counter at zero.
    pub fn new(supervisor: &'a mut dyn Supervisor, budget: Budget<'a>) -> Counter<'a> {
        Counter {
            supervisor,
            budget,
            asked: 0,
            accepted: 0,
            topics: vec![("start".to_owned(), 0)],
            topic: 0,
        }
    }

    /// Asks, if the budget allows it.
    pub fn ask(&mut self, position: &Position, line: &[Move]) -> Result<bool, Halt> {
        if self.asked >= self.budget.questions {
            return Err(Halt::Budget(self.budget.questions));
        }
        self.asked += 1;
        self.topics[self.topic].1 += 1;
        if let Some(watch) = &mut self.budget.watch
            && !watch(self.asked, &self.topics[self.topic].0)
        {
            return Err(Halt::Stopped);
        }
        let answer = self.supervisor.accepts(position, line);
        self.accepted += u64::from(answer);
        Ok(answer)
    }

    /// From now on questions are booked under this name.
    pub fn book(&mut self, topic: &str) {
        self.topic = match self.topics.iter().position(|(name, _)| name == topic) {
            Some(found) => found,
            None => {
                self.topics.push((topic.to_owned(), 0));
                self.topics.len() - 1
            }
        };
    }

    /// Questions asked so far.
    pub fn asked(&self) -> u64 {
        self.asked
    }

    /// Questions that were answered with yes.
    pub fn accepted(&self) -> u64 {
        self.accepted
    }

    /// Questions by topic, in the order the topics came up.
    pub fn topics(&self) -> impl Iterator<Item = (&str, u64)> {
        let used = self.topics.iter().filter(|(_, count)| *count > 0);
        used.map(|(name, count)| (name.as_str(), *count))
    }
}
