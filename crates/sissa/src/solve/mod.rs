//! Problems as composers set them, solved exactly: [`Solve`].
//!
//! What a diagram leaves out follows the conventions of problems (`conventions`); a FEN that says more is taken at its word.

mod conventions;
mod movetext;
mod notation;
mod records;

use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::Chess;
use sissa_judge::{Detail, Effort, Part, Play, Solution, Solver, Stipulation};
use sissa_parallel::in_order;
use sissa_record::{Entry, Record, Run, SolutionVerdict, Summary};

pub use notation::Knight;

use crate::{
    event::{Event, Records, run_of},
    input::{Entries, Tally, Work, collected, entries, must_say_something, work_into},
    limits::{Budget, Cause, Limits},
    pool::Pool,
    problem::Problem,
    session::Session,
};

/// Positions looked at for one problem where neither nodes nor a time is given.
const NODES: u64 = 100_000_000;
/// Mebibytes that a solver remembers with.
const TABLE: usize = 32;
/// Into so many parts the first moves of a long problem are dealt, however many threads there are: so the same is found with any
/// number of them.
const PARTS: usize = 4;
/// Half-moves from which on a problem is long.
const LONG: u32 = 5;
/// Most refutations of a try.
const MOST_REFUTATIONS: usize = 20;

/// Problems to solve.
///
/// ```
/// use sissa::{Event, Knight, Session, Solve};
///
/// let morphy = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
/// let events = Solve::new(morphy, "#2").run(&Session::new())?;
/// let Event::Found(solved) = &events[1] else { panic!("one solution") };
/// assert!(solved.lines(Knight::N).contains(&"1.Ra6! (zugzwang)".to_owned()));
/// # Ok::<_, sissa::Problem>(())
/// ```
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Solve {
    /// FEN, EPD, PGN, lists of moves or records; of a game the last position counts.
    pub input: String,
    /// What is asked for, as problemists write it: `#2`, `s#3`, `h#2.5`, `=4`. Without it the `dm` of EPD counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stipulation: Option<String>,
    /// Also first moves that so many defences at most refute; 0, the default: no tries.
    pub tries: usize,
    /// Leave out what would happen if the other side began.
    pub no_set_play: bool,
    /// Everything: tries, all variations to their ends, and every line of help play.
    pub all: bool,
    /// How many moves are written out after the first; 2 if not given, 3 in selfmates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Most positions looked at for one problem; unlike time, this repeats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Longest time for one problem, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<f64>,
    /// Longest time for the whole request, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_timeout: Option<f64>,
    /// Also tell how far it is, where records are streamed.
    pub progress: bool,
}

impl Solve {
    /// Positions as text, in any format, and what is asked of them.
    pub fn new(input: impl Into<String>, stipulation: impl Into<String>) -> Solve {
        Solve {
            input: input.into(),
            stipulation: Some(stipulation.into()),
            ..Solve::default()
        }
    }

    /// Within these limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Solve {
        (self.nodes, self.timeout, self.total_timeout) =
            (limits.nodes, limits.timeout, limits.total_timeout);
        self
    }

    /// Everything that can be wrong with the request is found here, a text without anything included.
    pub fn prepare(&self, session: &Session) -> Result<(), Problem> {
        must_say_something(&self.input)?;
        Bench::new(self, session).map(drop)
    }

    /// All events about the text.
    pub fn run(&self, session: &Session) -> Result<Vec<Event<Solved>>, Problem> {
        collected(|sink| self.run_into(session, entries(&self.input), Solved::clone, sink))
    }

    /// Solves these positions instead of the text, on all threads of the session, and tells the sink in
    /// order, each as soon as it is known. `form` makes of a solution what the sink wants, on the thread
    /// that found it. `None` where the sink had enough.
    pub fn run_into<T: Send>(
        &self,
        session: &Session,
        entries: Entries<'_>,
        form: impl Fn(&Solved) -> T + Sync,
        sink: impl FnMut(Event<T>) -> ControlFlow<()>,
    ) -> Result<Option<Summary>, Problem> {
        let work = Bench::new(self, session)?;
        Ok(work_into(&work, session, entries, form, sink))
    }
}

/// A problem with its solution.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The number of the entry in the input, from 0.
    pub index: u64,
    /// The name it came with.
    pub id: Option<String>,
    /// Where it was read.
    pub origin: String,
    /// The position.
    pub position: Chess,
    /// What was asked for.
    pub stipulation: Stipulation,
    /// Keys, tries, variations.
    pub solution: Solution,
    /// What conventions say of a diagram that nobody sees in it: rights that are lost, en passant that is proven.
    pub remarks: Vec<String>,
}

impl Solved {
    /// Whether there is a solution.
    pub fn verdict(&self) -> SolutionVerdict {
        let solution = &self.solution;
        if !solution.keys.is_empty() || !solution.lines.is_empty() {
            SolutionVerdict::Solved
        } else if solution.settled {
            SolutionVerdict::None
        } else {
            SolutionVerdict::Undecided
        }
    }
}

impl Records for Solved {
    fn records(&self) -> Vec<Record> {
        vec![Record::Solution(Box::new(self.record()))]
    }
}

/// A request made ready.
struct Bench<'a> {
    session: &'a Session,
    stipulation: Option<Stipulation>,
    detail: Detail,
    depth: Option<u32>,
    nodes: u64,
    budget: Budget,
    started: Duration,
    solvers: Pool<Solver>,
    /// Problems that are being solved just now.
    busy: AtomicUsize,
}

impl<'a> Bench<'a> {
    fn new(request: &Solve, session: &'a Session) -> Result<Bench<'a>, Problem> {
        let read = |text: &String| {
            text.trim().parse::<Stipulation>().map_err(|error| {
                Problem::new("stipulation", error.to_string())
                    .field("stipulation")
                    .hint("`#2` is mate in two, `h#2.5` a helpmate, `s#3` a selfmate, `=4` stalemate, each in up to 50 moves")
            })
        };
        let stipulation = request.stipulation.as_ref().map(read).transpose()?;
        if request.tries > MOST_REFUTATIONS {
            let message = format!(
                "tries is {}: it may be 0 to {MOST_REFUTATIONS}",
                request.tries
            );
            return Err(Problem::new("limit", message).field("tries"));
        }
        let limits = Limits {
            nodes: request.nodes,
            timeout: request.timeout,
            total_timeout: request.total_timeout,
        };
        let budget = limits.budget(session)?;
        let nodes = match budget.nodes {
            Some(nodes) => nodes,
            None if budget.timed => u64::MAX,
            None => NODES,
        };
        let usual = Detail::default();
        let detail = Detail {
            set_play: !request.no_set_play,
            refutations: match request.tries {
                0 if request.all => 1,
                tries => tries,
            },
            lines: if request.all { usize::MAX } else { usual.lines },
            ..usual
        };
        Ok(Bench {
            session,
            stipulation,
            detail,
            depth: request.depth.or(request.all.then_some(u32::MAX)),
            nodes,
            budget,
            started: session.now(),
            solvers: Pool::default(),
            busy: AtomicUsize::new(0),
        })
    }

    /// The solution, its parts side by side where it is long.
    fn solution(&self, position: &Chess, asked: Stipulation, detail: &Detail) -> Solution {
        let begun = self.session.now();
        let solve = |part: Part| {
            let stop = || self.budget.cause(self.session, self.started, begun) != Cause::Nothing;
            let effort = Effort {
                nodes: self.nodes / part.of as u64,
                stop: &stop,
            };
            self.solvers.with(
                || Solver::with_table(TABLE),
                |solver| solver.solve_part(position, asked, detail, &effort, part),
            )
        };
        let plies = match asked.play {
            Play::Direct => 2 * asked.moves - asked.moves.min(1),
            Play::SelfPlay => 2 * asked.moves,
            Play::Help { .. } => asked.plies(),
        };
        if plies < LONG {
            return solve(Part::WHOLE);
        }
        // Threads that look at other problems are not asked twice.
        let busy = self.busy.fetch_add(1, Ordering::Relaxed) + 1;
        let threads = (self.session.workers() / busy).clamp(1, PARTS);
        let mut parts = Vec::with_capacity(PARTS);
        in_order(
            0..PARTS as u64,
            threads,
            |number| {
                let number = number as usize;
                solve(Part { number, of: PARTS })
            },
            |_, part| {
                parts.push(part);
                ControlFlow::Continue(())
            },
        );
        self.busy.fetch_sub(1, Ordering::Relaxed);
        let mut solution = Solution::joined(position, parts);
        if solution.lines.len() > detail.lines {
            solution.lines.truncate(detail.lines);
            (solution.settled, solution.complete) = (false, false);
        }
        solution
    }

    /// What is asked of an entry.
    fn asked(&self, entry: &Entry) -> Result<Stipulation, Problem> {
        if let Some(asked) = self.stipulation {
            return Ok(asked);
        }
        let direct = entry.operations.iter().find(|(opcode, _)| opcode == "dm");
        let direct = direct.and_then(|(_, moves)| format!("#{}", moves.trim()).parse().ok());
        direct.ok_or_else(|| {
            Problem::new("stipulation", "what is asked for is not said")
                .field("stipulation")
                .hint("say it as problemists do: `#2`, `h#2.5`, `s#3`, `=4`")
        })
    }
}

/// What is kept of all solutions.
#[derive(Debug, Default)]
struct Count {
    solved: u64,
    none: u64,
    incomplete: u64,
}

impl Work for Bench<'_> {
    type Found = Solved;
    type Count = Count;

    fn run_record(&self) -> Run {
        run_of("solve")
    }

    fn look(&self, index: u64, entry: &Entry) -> Result<Solved, Problem> {
        let asked = self.asked(entry)?;
        let (position, remarks) = conventions::completed(entry, asked)?;
        let written = match asked.play {
            Play::SelfPlay => 3,
            _ => 2,
        };
        let detail = Detail {
            levels: self.depth.unwrap_or(written),
            ..self.detail
        };
        let solution = self.solution(&position, asked, &detail);
        Ok(Solved {
            index,
            id: entry.id.clone(),
            origin: entry.origin.clone(),
            stipulation: asked,
            solution,
            position,
            remarks,
        })
    }

    fn note(count: &mut Count, found: &Solved) {
        match found.verdict() {
            SolutionVerdict::Solved => count.solved += 1,
            SolutionVerdict::None => count.none += 1,
            SolutionVerdict::Undecided => (),
        }
        count.incomplete += u64::from(!found.solution.complete);
    }

    fn summary(&self, count: Count, tally: &Tally) -> Summary {
        Summary {
            requested: tally.read,
            produced: count.solved,
            unique: count.solved,
            satisfied: count.solved,
            exit: if tally.cancelled {
                130
            } else if tally.errors > 0 {
                2
            } else if count.none > 0 {
                1
            } else if count.incomplete > 0 {
                3
            } else {
                0
            },
            ..Summary::default()
        }
    }
}
