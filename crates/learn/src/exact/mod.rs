//! The active learner: the full rules from chosen questions.
//!
//! Believe the smallest hypothesis, look for a position where it errs, repair. In order: which men
//! a position cannot do without, how each kind steps and which squares block it, the laws behind
//! refused steps, steps that need company (castling, en passant), what steps do to other men, and
//! how they change the registers; then play, predict, ask, and repair until nothing surprises.
//!
//! What the learner is born with is in [`Priors`] and in the language of [`crate::program`]: men
//! have a side and a kind, a step is a way on a grid, refusals beyond the step's own squares come
//! from a short list of possible laws. What it is *not* told is which of these are so.

mod arrange;
mod compact;
mod conditional_steps;
mod context;
mod effects;
mod history;
mod laws;
mod safety;
mod steps;
mod trial;
mod twins;

use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{Counter, Engine, Game, Halt, Move, Position, Program, program::Rule};

pub(crate) use compact::compact;

/// Ideas the learner is born with, to be taken away one by one in experiments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Priors {
    /// Tries whether the other side, mirrored, and the left, mirrored, are alike before it asks
    /// about them from the beginning.
    pub symmetry: bool,
    /// Suspects that a refused step lets a man be taken.
    pub capture_laws: bool,
    /// Looks for exceptions near what it knows; without, it asks about random steps.
    pub chosen_questions: bool,
}

impl Default for Priors {
    fn default() -> Priors {
        Priors {
            symmetry: true,
            capture_laws: true,
            chosen_questions: true,
        }
    }
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Learnt {
    pub program: Program,
    /// Why it ended early, if it did.
    pub halt: Option<Halt>,
    /// The beliefs after each stage with the questions asked until then.
    pub snapshots: Vec<(u64, Program)>,
    /// Predictions that were wrong in the last trial by play, out of so many.
    pub surprises: (u64, u64),
    /// Questions by topic.
    pub topics: Vec<(String, u64)>,
}

/// Learns the rules of a game.
pub fn learn(game: &Game, counter: &mut Counter<'_>, priors: Priors, seed: u64) -> Learnt {
    let mut learner = Learner {
        ask: counter,
        rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        priors,
        essentials: Vec::new(),
        alive: Box::new([[(0, 0); 64]; 13]),
        rules: Vec::new(),
        program: Program::new(game.clone()),
        engine: Engine::new(&Program::new(game.clone())),
        evidence: Vec::new(),
        snapshots: Vec::new(),
        surprises: (0, 0),
    };
    let halt = learner.run().err();
    learner.refresh();
    let program = learner.program.clone();
    let (snapshots, surprises) = (learner.snapshots, learner.surprises);
    Learnt {
        program,
        halt,
        snapshots,
        surprises,
        topics: counter
            .topics()
            .map(|(name, count)| (name.to_owned(), count))
            .collect(),
    }
}

/// A step that looked right and what the supervisor said to it.
#[derive(Clone, Copy, Debug)]
struct Evidence {
    position: Position,
    play: Move,
    accepted: bool,
}

struct Learner<'a, 'b> {
    ask: &'a mut Counter<'b>,
    rng: Xoshiro256PlusPlus,
    priors: Priors,
    /// Men without which nothing is accepted.
    essentials: Vec<u8>,
    /// By man and square: how often it stood there in a question, and in an accepted one.
    alive: Box<[[(u32, u32); 64]; 13]>,
    /// One way each; [`compact`] makes them readable.
    rules: Vec<Rule>,
    program: Program,
    engine: Engine,
    evidence: Vec<Evidence>,
    snapshots: Vec<(u64, Program)>,
    surprises: (u64, u64),
}

impl Learner<'_, '_> {
    fn run(&mut self) -> Result<(), Halt> {
        self.ask.book("men that must be there");
        self.find_essentials()?;
        self.learn_steps()?;
        self.learn_laws()?;
        self.learn_conditional_steps()?;
        self.learn_history()?;
        self.trial()
    }

    fn question(&mut self, position: &Position, line: &[Move]) -> Result<bool, Halt> {
        let answer = self.ask.ask(position, line)?;
        for (square, man) in position.men() {
            let seen = &mut self.alive[man as usize][square as usize];
            seen.0 += 1;
            seen.1 += u32::from(answer);
        }
        Ok(answer)
    }

    /// Makes the program say what the rules say.
    fn refresh(&mut self) {
        self.program.rules = compact(&self.rules);
        self.engine = Engine::new(&self.program);
    }

    fn snapshot(&mut self) {
        self.refresh();
        self.snapshots
            .push((self.ask.asked(), self.program.clone()));
    }
}
