//! Exact answers: mates, selfmates, helpmates and stalemates in so many moves, by exhaustive search.
//!
//! A [`Solver`] is room to work in; each thread has its own. A yes and a no are proofs, and what
//! the [`Effort`] did not suffice for is a third answer. Whatever was asked before, the same question has
//! the same answer.
//!
//! ```
//! use sissa_judge::{Answer, Effort, Solver, Stipulation};
//! use shakmaty::{CastlingMode, Chess, fen::Fen};
//!
//! // The rooks take turns.
//! let position: Chess = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1".parse::<Fen>()?.into_position(CastlingMode::Standard)?;
//! let mut solver = Solver::new();
//! let effort = Effort::nodes(100_000);
//! assert_eq!(solver.mate_in(&position, 2, &effort), Answer::Yes);
//! assert_eq!(solver.mate_in(&position, 3, &effort), Answer::No); // there is a shorter one
//! let keys = solver.keys(&position, Stipulation::mate(2), &effort).unwrap_or_default();
//! assert_eq!(keys.len(), 2); // Ra7 and Rb7
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod checks;
mod field;
mod forced;
mod help;
mod table;
mod tree;

use shakmaty::{Chess, Move, Position as _};

pub use tree::{Attack, Continuation, Defence, Detail, Part, Solution, Try};

use crate::{
    Goal, MOST_MOVES, Play, Stipulation,
    effort::{Effort, Exhausted, Meter},
};
use forced::{Force, Forced, hopeless};
use help::Help;
use table::Table;

/// An answer to a question of yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Proven.
    Yes,
    /// Proven not to be so.
    No,
    /// The effort did not suffice.
    Undecided,
}

/// How soon a goal is reached by force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shortest {
    /// In so many moves, and not in fewer: proven.
    In(u32),
    /// Not in as many moves as were asked for: proven.
    NotWithin(u32),
    /// The effort did not suffice; not in so many moves, that much is proven.
    Undecided(u32),
}

/// Answers exactly; keeps its table between questions, but nothing that is in it.
#[derive(Clone, Debug)]
pub struct Solver {
    table: Table,
    spent: u64,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// With a table of one mebibyte: enough for two and three moves, and quick to make.
    pub fn new() -> Solver {
        Solver::with_table(1)
    }

    /// With a table of so many mebibytes, for long questions.
    pub fn with_table(mebibytes: usize) -> Solver {
        Solver {
            table: Table::new(mebibytes),
            spent: 0,
        }
    }

    /// Positions that the last question took.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Whether the side to move mates by force in exactly so many moves: not sooner, not later.
    pub fn mate_in(&mut self, chess: &Chess, moves: u32, effort: &Effort) -> Answer {
        match self.shortest(chess, Stipulation::mate(moves), effort) {
            Shortest::In(shortest) if shortest == moves => Answer::Yes,
            Shortest::Undecided(_) => Answer::Undecided,
            _ => Answer::No,
        }
    }

    /// How soon the goal is reached, within the moves asked for. In help play the half move counts
    /// beside the whole ones: `h#2.5` asks for 0.5, 1.5 and 2.5, and answers 0, 1 or 2.
    pub fn shortest(&mut self, chess: &Chess, asked: Stipulation, effort: &Effort) -> Shortest {
        let mut proven = 0;
        let begun = match asked.play {
            Play::Help { half: true } => 0,
            _ => 1,
        };
        let outcome = self.within(effort, |table, meter| {
            for moves in begun..=asked.moves.min(MOST_MOVES) {
                let stipulation = Stipulation { moves, ..asked };
                if holds(table, meter, chess, stipulation)? {
                    return Ok(Some(moves));
                }
                proven = moves;
            }
            too_long(asked)?;
            Ok(None)
        });
        match outcome {
            Ok(Some(moves)) => Shortest::In(moves),
            Ok(None) => Shortest::NotWithin(asked.moves),
            Err(Exhausted) => Shortest::Undecided(proven),
        }
    }

    /// Whether the goal is reached within the moves asked for (in help play: in exactly so many).
    pub fn holds(&mut self, chess: &Chess, asked: Stipulation, effort: &Effort) -> Answer {
        match self.within(effort, |table, meter| holds(table, meter, chess, asked)) {
            Ok(true) => Answer::Yes,
            Ok(false) => Answer::No,
            Err(Exhausted) => Answer::Undecided,
        }
    }

    /// All first moves that reach the goal within the moves asked for (in help play: in exactly so
    /// many), in the rules' order. `None` where the effort did not suffice.
    pub fn keys(
        &mut self,
        chess: &Chess,
        asked: Stipulation,
        effort: &Effort,
    ) -> Option<Vec<Move>> {
        let keys = self.within(effort, |table, meter| {
            too_long(asked)?;
            let mut keys = Vec::new();
            let Some(force) = force_of(asked.play) else {
                let mut help = Help::new(asked.goal, table, meter, usize::MAX);
                help.search(chess, asked.plies())?;
                keys.extend(help.solutions.iter().filter_map(|line| line.first()));
                keys.dedup();
                return Ok(keys);
            };
            if asked.moves == 0 || hopeless(force, asked.goal, chess) {
                return Ok(keys);
            }
            let mut forced = Forced::new(force, asked.goal, table, meter);
            for m in chess.legal_moves() {
                if forced.holds(&checks::after(chess, m), asked.moves)? {
                    keys.push(m);
                }
            }
            Ok(keys)
        });
        keys.ok()
    }

    /// One line that solves, where that takes exactly so many moves: a key, a defence that lasts longest, and so on;
    /// in help play moves of both. `None` where there is none or the effort did not suffice.
    ///
    /// ```
    /// use sissa_judge::{Effort, Solver, Stipulation};
    /// use shakmaty::{CastlingMode, Chess, fen::Fen};
    ///
    /// let position: Chess = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1".parse::<Fen>()?.into_position(CastlingMode::Standard)?;
    /// let line = Solver::new().line(&position, Stipulation::mate(2), &Effort::nodes(10_000));
    /// let line: Vec<String> = line.unwrap_or_default().iter().map(ToString::to_string).collect();
    /// assert_eq!(line, ["Rb1-b7", "Kh8-g8", "Ra2-a8"]);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn line(
        &mut self,
        chess: &Chess,
        asked: Stipulation,
        effort: &Effort,
    ) -> Option<Vec<Move>> {
        if force_of(asked.play).is_none() {
            let found = self.within(effort, |table, meter| {
                let mut help = Help::new(asked.goal, table, meter, 1);
                help.search(chess, asked.plies())?;
                Ok(help.solutions)
            });
            return found.ok()?.into_iter().next();
        }
        let mut chess = chess.clone();
        let mut line = Vec::new();
        for left in (1..=asked.moves).rev() {
            let now = Stipulation {
                moves: left,
                ..asked
            };
            let key = *self.keys(&chess, now, effort)?.first()?;
            line.push(key);
            chess.play_unchecked(key);
            let reply = self.longest_defence(&chess, now, effort);
            let Some(reply) = reply else { break };
            line.push(reply);
            chess.play_unchecked(reply);
        }
        Some(line)
    }

    /// The reply to a key after which as many moves as possible are left.
    fn longest_defence(
        &mut self,
        chess: &Chess,
        asked: Stipulation,
        effort: &Effort,
    ) -> Option<Move> {
        let left = asked.moves - 1;
        let mut longest: Option<(u32, Move)> = None;
        for reply in chess.legal_moves() {
            let after = checks::after(chess, reply);
            let moves = match self.shortest(
                &after,
                Stipulation {
                    moves: left,
                    ..asked
                },
                effort,
            ) {
                Shortest::In(moves) => moves,
                // In a selfmate the defender's last move reaches the goal.
                _ => 0,
            };
            if longest.is_none_or(|(most, _)| moves > most) {
                longest = Some((moves, reply));
            }
        }
        longest.map(|(_, reply)| reply)
    }

    /// Everything a problemist wants to know of a position: set play, tries, keys, threats,
    /// variations. What was found until the effort was used up stays.
    ///
    /// ```
    /// use sissa_judge::{Detail, Effort, Solution, Solver, Stipulation};
    /// use shakmaty::{CastlingMode, Chess, fen::Fen};
    ///
    /// let position: Chess = "8/8/8/8/8/1K6/3Q4/k7 w - - 0 1".parse::<Fen>()?.into_position(CastlingMode::Standard)?;
    /// let solution = Solver::new().solve(&position, Stipulation::mate(1), &Detail::default(), &Effort::nodes(10_000));
    /// assert!(solution.complete && solution.keys.len() == 5); // Qa2, Qb2, Qc1, Qd1 and Qe1
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(
        &mut self,
        chess: &Chess,
        asked: Stipulation,
        detail: &Detail,
        effort: &Effort,
    ) -> Solution {
        self.solve_part(chess, asked, detail, effort, Part::WHOLE)
    }

    /// As [`Solver::solve`], of some of the first moves: [`Solution::joined`] makes one of the parts.
    pub fn solve_part(
        &mut self,
        chess: &Chess,
        asked: Stipulation,
        detail: &Detail,
        effort: &Effort,
        part: Part,
    ) -> Solution {
        let mut solution = Solution::default();
        let outcome = self.within(effort, |table, meter| {
            too_long(asked)?;
            let Some(force) = force_of(asked.play) else {
                return tree::help(&mut solution, table, meter, chess, asked, detail, part);
            };
            let forced = Forced::new(force, asked.goal, table, meter);
            tree::forced(&mut solution, forced, chess, asked.moves, detail, part)
        });
        solution.complete = outcome.is_ok();
        solution.nodes = self.spent;
        solution
    }

    /// Runs one question with an empty table and a meter.
    fn within<T>(
        &mut self,
        effort: &Effort,
        question: impl FnOnce(&mut Table, &mut Meter) -> Result<T, Exhausted>,
    ) -> Result<T, Exhausted> {
        self.table.begin();
        let mut meter = Meter::new(effort);
        let outcome = question(&mut self.table, &mut meter);
        self.spent = meter.spent;
        outcome
    }
}

fn force_of(play: Play) -> Option<Force> {
    match play {
        Play::Direct => Some(Force::Direct),
        Play::SelfPlay => Some(Force::SelfPlay),
        Play::Help { .. } => None,
    }
}

/// More moves than are looked at stay undecided.
fn too_long(asked: Stipulation) -> Result<(), Exhausted> {
    if asked.moves > MOST_MOVES {
        return Err(Exhausted);
    }
    Ok(())
}

fn holds(
    table: &mut Table,
    meter: &mut Meter,
    chess: &Chess,
    asked: Stipulation,
) -> Result<bool, Exhausted> {
    too_long(asked)?;
    let Some(force) = force_of(asked.play) else {
        let mut help = Help::new(asked.goal, table, meter, 1);
        help.search(chess, asked.plies())?;
        return Ok(!help.solutions.is_empty());
    };
    if hopeless(force, asked.goal, chess) {
        return Ok(false);
    }
    Forced::new(force, asked.goal, table, meter).attack(chess, asked.moves)
}

impl<'a, 'b> Forced<'a, 'b> {
    fn new(
        force: Force,
        goal: Goal,
        table: &'a mut Table,
        meter: &'a mut Meter<'b>,
    ) -> Forced<'a, 'b> {
        Forced {
            force,
            goal,
            table,
            meter,
            refutations: [None; 8],
        }
    }
}
